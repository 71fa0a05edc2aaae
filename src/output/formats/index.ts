/** The formats of the lookups. A new one is a file, its entry here and its name in settings/options.ts. */
import type { Format } from "../format.ts";
import type { View } from "../views.ts";

interface FormatEntry {
  load(view: View): Promise<Format>;
  /** Whether nothing in it may be taken for a workflow command when GitHub Actions reads it. */
  escapesWorkflowCommands: boolean;
}

const formats = {
  table: {
    load: async ({ layout }) =>
      layout === "card" ? (await import("./cards.ts")).cards : (await import("./list.ts")).list,
    escapesWorkflowCommands: true,
  },
  json: { load: async () => (await import("./json.ts")).json, escapesWorkflowCommands: true },
  ndjson: { load: async () => (await import("./ndjson.ts")).ndjson, escapesWorkflowCommands: true },
  csv: { load: async () => (await import("./csv.ts")).csv, escapesWorkflowCommands: true },
} satisfies Record<string, FormatEntry>;

export type FormatName = keyof typeof formats;

/** The formats that every lookup has. */
export const lookupFormats = Object.keys(formats) as readonly FormatName[];

/** Loads a format for a view; only what is written is loaded. */
export function loadFormat(name: FormatName, view: View): Promise<Format> {
  return formats[name].load(view);
}

/** Whether a format's output has to be kept from being read as workflow commands. */
export function escapesWorkflowCommands(name: FormatName): boolean {
  return formats[name].escapesWorkflowCommands;
}

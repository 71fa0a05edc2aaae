/** The formats of the lookups. To add one, add a file, an entry here, and its name in settings/options.ts. */
import type { Format } from "../format.ts";
import type { View } from "../views.ts";

interface FormatEntry {
  load(view: View): Promise<Format>;
  /** Whether to escape what GitHub Actions would run as a workflow command. */
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

/** Loads a format for a view, and no others. */
export function loadFormat(name: FormatName, view: View): Promise<Format> {
  return formats[name].load(view);
}

/** Whether workflow commands must be escaped in a format's output. */
export function escapesWorkflowCommands(name: FormatName): boolean {
  return formats[name].escapesWorkflowCommands;
}

/** The formats of the lookups. To add one, add a file, an entry here, and its name in settings/options.ts. */
import type { Format, FormatOptions } from "../format.ts";

/** What decides which format it is, where there are several. */
export type FormatNeeds = Pick<FormatOptions, "view" | "single" | "fields">;

interface FormatEntry {
  load(needs: FormatNeeds): Promise<Format>;
  /** Whether to escape what GitHub Actions would run as a workflow command. */
  escapesWorkflowCommands: boolean;
}

const formats = {
  table: { load: loadTable, escapesWorkflowCommands: true },
  json: { load: async () => (await import("./json.ts")).json, escapesWorkflowCommands: true },
  ndjson: { load: async () => (await import("./ndjson.ts")).ndjson, escapesWorkflowCommands: true },
  csv: { load: async () => (await import("./csv.ts")).csv, escapesWorkflowCommands: true },
} satisfies Record<string, FormatEntry>;

export type FormatName = keyof typeof formats;

/** The formats that every lookup has. */
export const lookupFormats = Object.keys(formats) as readonly FormatName[];

/** Several carriers are a line each. A single one is a card or the snapshot screen; with `--fields`, a card of what was asked for. */
async function loadTable({ view: { layout }, single, fields }: FormatNeeds): Promise<Format> {
  if (layout === "list" || !single) return (await import("./list.ts")).list;
  if (layout === "card" || fields) return (await import("./cards.ts")).cards;
  return (await import("../snapshot/screen.ts")).screens;
}

/** Loads a format; only what is written is loaded. */
export function loadFormat(name: FormatName, needs: FormatNeeds): Promise<Format> {
  return formats[name].load(needs);
}

/** Whether workflow commands must be escaped in a format's output. */
export function escapesWorkflowCommands(name: FormatName): boolean {
  return formats[name].escapesWorkflowCommands;
}

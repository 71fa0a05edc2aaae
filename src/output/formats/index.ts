import type { Format, FormatOptions } from "../format.ts";

/** What decides which format it is, where there are several. */
export type FormatNeeds = Pick<FormatOptions, "view" | "single" | "fields">;

/** The formats of the lookups, each loaded where it is written. To add one, add a file, an entry here, and its name in settings/options.ts. */
export const formats = {
  table: loadTable,
  json: async () => (await import("./json.ts")).json,
  ndjson: async () => (await import("./json.ts")).ndjson,
  csv: async () => (await import("./csv.ts")).csv,
} satisfies Record<string, (needs: FormatNeeds) => Promise<Format>>;

export type LookupFormat = keyof typeof formats;

/** The formats that every lookup has. */
export const lookupFormats = Object.keys(formats) as readonly LookupFormat[];

/** Several carriers are a line each. A single one is a card or the snapshot screen; with `--fields`, a card of what was asked for. */
async function loadTable({ view: { layout }, single, fields }: FormatNeeds): Promise<Format> {
  if (layout === "list" || !single) return (await import("./list.ts")).list;
  if (layout === "card" || fields) return (await import("./cards.ts")).cards;
  return (await import("../snapshot/screen.ts")).screens;
}

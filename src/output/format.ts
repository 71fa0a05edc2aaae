/** The formats of the lookups. To add one, add a file in formats/, an entry here, and its name in settings/options.ts. */
import type { OwnRows } from "./keep-columns.ts";
import type { Format, FormatOptions } from "./view.ts";

const formats = {
  table: async () => (await import("./formats/table.ts")).tables,
  json: async () => (await import("./formats/json.ts")).json,
  ndjson: async () => (await import("./formats/json.ts")).ndjson,
  csv: async () => (await import("./formats/csv.ts")).csv,
  xlsx: async () => (await import("./formats/xlsx.ts")).xlsx,
} satisfies Record<string, () => Promise<(options: FormatOptions) => Format>>;

export type LookupFormat = keyof typeof formats;

export const lookupFormats = Object.keys(formats) as readonly LookupFormat[];

/** Opens a format; with `own`, that of `--keep-columns`. */
export async function openFormat(
  name: LookupFormat,
  options: FormatOptions,
  own?: OwnRows,
): Promise<Format> {
  if (own)
    return (await import("./keep-columns.ts")).besideOwnRows(
      own,
      name,
      options,
    );
  const open = await formats[name]();
  return open(options);
}

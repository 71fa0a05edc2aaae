/** The output formats. A new one is a file, its line here and its name in options.ts. */
import type { Outcome } from "../lookup/outcome.ts";
import type { FormatName } from "../settings/options.ts";
import type { Sink } from "./sink.ts";
import type { View } from "./views.ts";

export interface FormatOptions {
  view: View;
  /** The dotted paths of `--fields`, checked; undefined for all. */
  fields: readonly string[] | undefined;
  /** Whether one number was asked for by itself, and its record stands alone, or a list was. */
  single: boolean;
  /** Columns of the terminal; undefined where nothing needs to fit. */
  width: number | undefined;
  color: boolean;
  /** Leaves CSV cells that a spreadsheet would run as formulas as they are. */
  csvRaw: boolean;
  /** Whether the output begins before us (`--resume`): no head is written. */
  continued: boolean;
  /** Milliseconds since 1970: what "in 41 days" counts from. */
  now: number;
}

/** Writes outcomes. Refused and repeated inputs, and those kept from an earlier run, are no rows. */
export interface Writer {
  /** Rows, in order. Await what it gives before writing on. */
  write(outcomes: readonly Outcome<unknown>[]): Promise<void> | undefined;
  /** After the last row, and only then: an output without it is seen to be cut short. */
  end(): Promise<void> | undefined;
}

export type Format = (sink: Sink, options: FormatOptions) => Writer;

const formats: Record<FormatName, (view: View) => Promise<Format>> = {
  table: async ({ layout }) =>
    layout === "card" ? (await import("./formats/cards.ts")).cards : (await import("./formats/list.ts")).list,
  json: async () => (await import("./formats/json.ts")).json,
  ndjson: async () => (await import("./formats/ndjson.ts")).ndjson,
  csv: async () => (await import("./formats/csv.ts")).csv,
};

/** Loads a format for a view: each start loads only what it writes. */
export function loadFormat(name: FormatName, view: View): Promise<Format> {
  return formats[name](view);
}

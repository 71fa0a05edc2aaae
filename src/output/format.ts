/** What a format is: it writes results to a sink. The formats themselves are in formats/. */
import type { Outcome } from "../lookup/outcome.ts";
import type { Sink } from "./sink.ts";
import type { View } from "./views.ts";

export interface FormatOptions {
  view: View;
  /** The dotted paths of `--fields`, checked; undefined for all. */
  fields: readonly string[] | undefined;
  /** Whether one number was asked for by itself, so that its record stands alone, or a list. */
  single: boolean;
  /** Columns of the terminal; undefined where nothing needs to fit. */
  width: number | undefined;
  color: boolean;
  /** Leaves CSV cells that a spreadsheet would run as formulas as they are. */
  csvRaw: boolean;
  /** Whether the output continues an earlier run's (`--resume`): no header is written. */
  continued: boolean;
  /** Milliseconds since 1970: what "in 41 days" counts from. */
  now: number;
}

/** Writes outcomes. Refused and repeated inputs, and those kept from an earlier run, are no rows. */
export interface Writer {
  /** Rows, in order. Await what it returns before writing on. */
  write(outcomes: readonly Outcome[]): Promise<void> | undefined;
  /** After the last row, and only then: an output without it can be seen to be cut short. */
  end(): Promise<void> | undefined;
}

export type Format = (sink: Sink, options: FormatOptions) => Writer;

/** A format writes results to a sink. The formats themselves are in formats/. */
import { isResult, type Outcome, type Result } from "../lookup/outcome.ts";
import type { Sink } from "./sink.ts";
import type { View } from "./view.ts";

export interface FormatOptions {
  view: View;
  /** The dotted paths of `--fields`; undefined for all fields. */
  fields: readonly string[] | undefined;
  /** Whether a single number was asked for, so that its record stands alone, rather than a list. */
  single: boolean;
  /** The width of the terminal; undefined if the output isn't one. */
  width: number | undefined;
  color: boolean;
  /** Whether CSV cells that a spreadsheet would run as formulas are left as they are. */
  csvRaw: boolean;
  /** Whether the output continues an earlier run's (`--resume`) and has its header already. */
  continued: boolean;
  /** Milliseconds since 1970: "in 41 days" counts from here. */
  now: number;
}

/** Writes outcomes as rows, except for refused and repeated inputs and those kept from an earlier run; or a report of carriers. */
export interface Writer<T = Outcome, F = void> {
  /** Writes rows, in order. Await what each method returns before calling the next. */
  write(rows: readonly T[]): Promise<void> | undefined;
  /** Called after the last row, and only then, so that truncated output is recognizable. */
  end(footer: F): Promise<void> | undefined;
  /** Writes what is held back, where rows are held back: called before an early end. */
  flush?(): Promise<void> | undefined;
}

export type Format = (sink: Sink, options: FormatOptions) => Writer;

/** A writer that writes each result as it comes, and nothing at the end. */
export function writerOf(sink: Pick<Sink, "write">, textOf: (result: Result) => string): Writer {
  return {
    write(outcomes) {
      let text = "";
      for (const outcome of outcomes) if (isResult(outcome)) text += textOf(outcome);
      return text === "" ? undefined : sink.write(text);
    },
    end: () => undefined,
  };
}

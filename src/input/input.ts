import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import type { DelimitedRow } from "./delimited-rows.ts";

/** Where in a list an input stands. */
export interface Place {
  /** "fleet.csv", "stdin" */
  source: string;
  line: number;
}

/** One thing that the user asked about: a USDOT number, or what cannot be one, with the reason. */
export type Input = { dotNumber: DotNumber; place?: Place } | { refused: string; text: string; place?: Place };

/** The inputs that arguments of the command line are, one each. */
export function readArguments(args: readonly string[]): Input[] {
  return args.map((text) => {
    const parsed = parseDotNumber(text);
    return "refused" in parsed ? { ...parsed, text } : parsed;
  });
}

/** How much of a line that cannot be read is kept: enough to recognise it, whatever its length. */
const excerptLength = 100;

/** The input that a row is which cannot be read. */
export function refusedRow({ line, text, refused = "" }: DelimitedRow, source: string): Input {
  return { refused, text: text.slice(0, excerptLength), place: { source, line } };
}

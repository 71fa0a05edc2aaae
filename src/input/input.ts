import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import type { DelimitedRow } from "./delimited-rows.ts";

/** Where an input is in a list. */
export interface Place {
  /** "fleet.csv", "stdin" */
  source: string;
  line: number;
}

/** One thing the user asked about: a USDOT number, or text that isn't one, with the reason. */
export type Input = { dotNumber: DotNumber; place?: Place } | { refused: string; text: string; place?: Place };

/** Reads each command-line argument as an input. */
export function readArguments(args: readonly string[]): Input[] {
  return args.map((text) => {
    const parsed = parseDotNumber(text);
    return "refused" in parsed ? { ...parsed, text } : parsed;
  });
}

/** How many characters of an unreadable line are kept: enough to recognize it. */
const excerptLength = 100;

/** The refused input for an unreadable row. */
export function refusedRow({ line, text, refused = "" }: DelimitedRow, source: string): Input {
  return { refused, text: text.slice(0, excerptLength), place: { source, line } };
}

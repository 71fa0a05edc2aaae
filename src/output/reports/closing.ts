/** The lines with which a report in plain text ends. */
import type { RunFooter, RunHeader } from "../../vet/model.ts";
import type { ChangeDigest } from "./since.ts";
import { countsText, factsOf, noticesOf, shortList } from "./words.ts";

/** Of each kind of change, and of the notices: json and html have more. */
const mostLines = 20;

/** Changes first, then counts, notices, and what identifies the run. Safe to print. */
export function closingLines(header: RunHeader, footer: RunFooter, changes: ChangeDigest): string[] {
  return [
    ...changes.lines(mostLines),
    countsText(footer.counts),
    ...shortList(noticesOf(footer), mostLines, (notice) => notice),
    ...factsOf(header, footer).map(({ name, text }) => `${name} ${text}`),
  ];
}

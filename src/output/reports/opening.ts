/** The lists with which a report opens whose carriers come later. */
import type { RunFooter } from "../../vet/model.ts";
import { type ChangeDigest, firstWords, headingOf } from "./since.ts";
import { noticesOf, shortList } from "./words.ts";

/** Lines under a title. Safe to print, and not yet escaped for any markup. */
export interface OpeningList {
  title: string;
  lines: readonly string[];
}

/** Changes first, then what else to look at, each with at most so many lines. None is empty. */
export function openingLists(footer: RunFooter, changes: ChangeDigest, mostLines: number): OpeningList[] {
  const changed = changes.groups.map((group) => ({ title: headingOf(group), lines: firstWords(group, mostLines) }));
  const toLookAt = { title: "To look at", lines: shortList(noticesOf(footer), mostLines, (notice) => notice) };
  return [...changed, toLookAt].filter(({ lines }) => lines.length > 0);
}

/** How tables show inspections: rates beside the national average of the same answer, and what they are rates of. */
import { inspectionGroups, isNationalPercentage, isNotStated, readNumber } from "../vet/values.ts";
import { amount, asItCame, type Cell, notStated, type ToCell, type Tone } from "./cells.ts";
import type { TableColumn } from "./table.ts";
import { isObjectAt, plainText, type RecordRow, valueInRow } from "./value.ts";

/** A rate beside the national average: `0.6, national 6.67: below`. */
export function comparedWith(nationalPath: string): ToCell {
  return (row, path) => {
    const compared = compare(row, path, nationalPath);
    const { rate, national, word } = compared;
    if (rate === notStated.text && national === notStated.text) return notStated;
    if (national === notStated.text) return { text: rate };
    return { text: `${rate}, national ${national}${word === "" ? "" : `: ${word}`}`, tone: compared.tone };
  };
}

/** The same for a list's column: `0.6 below (national 6.67)`. */
export function brieflyComparedWith(nationalPath: string): ToCell {
  return (row, path) => brieflyCompared(compare(row, path, nationalPath));
}

/** A group in a list's column: `0.6 below (national 6.67, 24 of 4,339)`. The counts tell 1 of 3 from 1,551 of 8,588. */
export const inspections: ToCell = (row, path) => {
  const group = groupAt(row, path);
  if ("text" in group) return group;
  const { total, oos } = group;
  const isCounted = total !== notStated.text || oos !== notStated.text;
  return brieflyCompared(group, isCounted ? [`${oos} of ${total}`] : []);
};

function brieflyCompared({ rate, national, word, tone }: Comparison, remarks: readonly string[] = []): Cell {
  if (rate === notStated.text && remarks.length === 0) return notStated;
  const isCompared = word === "below" || word === above;
  const asides = [...(isCompared ? [`national ${national}`] : []), ...remarks];
  const text = isCompared ? `${rate} ${word}` : word === "" ? rate : `${rate}, ${word}`;
  return { text, tone, aside: asides.length > 0 ? asides.join(", ") : undefined };
}

export const inspectionColumns: readonly TableColumn[] = [
  { header: "total", align: "right", least: 5 },
  { header: "OOS", align: "right", least: 5 },
  { header: "OOS rate", align: "right", least: 9 },
  { header: "national", align: "right", least: 9 },
  { header: "" },
];

/** The groups, with a row of cells each: counts, rates, and how they compare. Empty where nothing is stated. */
export function inspectionRows(row: RecordRow): readonly (readonly Cell[])[] {
  const groups = inspectionGroups.map((name) => groupAt(row, `inspections.${name}`));
  // Nothing is stated, or there is nothing to compare.
  if (groups.every((group) => group === notStated || group === noInspections)) return [];
  const counted = groups.flatMap((group) => ("text" in group ? [] : [group]));
  const rates = withSameDecimals(counted.map(({ rate }) => rate));
  const averages = withSameDecimals(counted.map(({ national }) => national));
  return groups.map((group) => {
    if ("text" in group) {
      // Few carriers have hazmat inspections, and the other groups are judged beside each other.
      const text = group === notStated ? "not stated" : group.text;
      return [...["", "", "", ""].map((blank) => ({ text: blank })), { text, tone: "dim" }];
    }
    const { total, oos, word, tone, isFew } = group;
    const at = counted.indexOf(group);
    const numbers = [total, oos, rates[at] ?? "", averages[at] ?? ""].map((text) => ({ text }));
    return [...numbers, { text: isFew && word !== "" ? `${word}, few` : word, tone }];
  });
}

/** `35` beside `12.9` -> `35.0`, so that the points of a column are below each other. */
function withSameDecimals(texts: readonly string[]): string[] {
  const decimals = Math.max(0, ...texts.map((text) => /^\d+\.(\d+)$/.exec(text)?.[1]?.length ?? 0));
  return texts.map((text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text).toFixed(decimals) : text));
}

/** What an inspection group says. */
interface Group extends Comparison {
  total: string;
  oos: string;
  isFew: boolean;
}

/** With fewer inspections, a rate says little: as many as the built-in rules ask for. */
const few = 20;
/** Services send a rate of 0 for no inspections, which is not a perfect record. */
export const noInspections: Cell = { text: "no inspections", tone: "warning" };

/** A group, or a cell where it has no counts and rates. */
function groupAt(row: RecordRow, path: string): Group | Cell {
  if (!isObjectAt(row, path)) return asItCame(row, path);
  const names = ["total", "oos", "oos_rate", "national_avg"];
  if (names.every((name) => isNotStated(valueInRow(row, `${path}.${name}`)))) return notStated;
  const [total, oos, rate] = names.map((name) => numberAt(row, `${path}.${name}`));
  if (total === 0 && !oos && !rate) return noInspections;
  const isFew = total !== undefined && total < few;
  return {
    total: amount(row, `${path}.total`).text,
    oos: amount(row, `${path}.oos`).text,
    isFew,
    ...compare(row, `${path}.oos_rate`, `${path}.national_avg`, total, oos),
  };
}

/** A rate and the national average of the same answer. */
interface Comparison {
  rate: string;
  national: string;
  /** `below`, `ABOVE`, `equal`, or why neither is said; empty where they can't be compared. */
  word: string;
  tone?: Tone | undefined;
}

const above = "ABOVE";
/** So far above the national average that it is a problem, as in the built-in rules. */
const farAbove = 1.5;

/**
 * Compares two rates. "below" is not green: it is no verdict. What vetting calls unreadable is not compared: a rate that is not the share
 * of the counts in percent, an average that is none.
 */
function compare(row: RecordRow, ratePath: string, nationalPath: string, total?: number, oos?: number): Comparison {
  const [rate, national] = [numberAt(row, ratePath), numberAt(row, nationalPath)];
  const both = { rate: rateText(row, ratePath), national: rateText(row, nationalPath) };
  if (rate === undefined || national === undefined) return { ...both, word: "" };
  if (total !== undefined && oos !== undefined && (oos > total || Math.abs(rate - (100 * oos) / total) > 0.5))
    return { ...both, word: "not the share of the counts", tone: "warning" };
  if (!isNationalPercentage(national)) return { ...both, word: "no average to compare with", tone: "warning" };
  // Without counts, a rate of 0 may also mean that nothing was inspected: services send 0 for 0 of 0.
  if (rate === 0 && !total) return { ...both, word: "" };
  // Rounding may make them look equal.
  const isLike = both.rate === both.national;
  const texts = isLike ? { rate: asItCame(row, ratePath).text, national: asItCame(row, nationalPath).text } : both;
  if (rate <= national) return { ...texts, word: rate === national ? "equal" : "below" };
  const isFarAbove = total !== undefined && total >= few && rate > farAbove * national;
  return { ...texts, word: above, tone: isFarAbove ? "error" : "warning" };
}

/** A number as vetting reads it. */
function numberAt(row: RecordRow, path: string): number | undefined {
  return readNumber(valueInRow(row, path)).value;
}

/** At most two decimals (most rates have one or two, some have 35), but a rate that isn't 0 is never shown as 0. */
function rateText(row: RecordRow, path: string): string {
  const value = valueInRow(row, path);
  const rounded = typeof value === "number" ? Math.round(value * 100) / 100 : 0;
  return (rounded === 0 ? plainText(row, path) : String(rounded)) ?? notStated.text;
}

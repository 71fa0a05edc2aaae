/** How tables show inspections: rates beside the national average, and what they are rates of. */
import { amount, asItCame, type Cell, notStated, type ToCell, type Tone } from "./cells.ts";
import { isObjectAt, plainText, type RecordRow, valueAt } from "./value.ts";

/**
 * A rate beside the national average of the same answer: `0.6, national 6.67: below`.
 *
 * A rate of 0 may also mean that nothing was inspected (services send 0 for 0 of 0), so it isn't called "below" unless the number of
 * inspections is known.
 */
export function comparedWith(nationalPath: string): ToCell {
  return (row, path) => cellOfRates(ratesOf(row, path, nationalPath, notInspected), ratesText);
}

/** The same for a list's column: `0.6 below 6.67`. */
export function brieflyComparedWith(nationalPath: string): ToCell {
  return (row, path) => cellOfRates(ratesOf(row, path, nationalPath, notInspected), briefly);
}

const notInspected = "below, or not inspected";

function cellOfRates(rates: Rates | undefined, textOf: (rates: Rates) => string): Cell {
  if (rates === undefined) return notStated;
  return { text: textOf(rates), ...(rates.tone && { tone: rates.tone }) };
}

/** An inspection group: `24 of 4,339 out of service, rate 0.6, national 6.67: below`. */
export const inspections: ToCell = (row, path) => {
  const group = inspectionGroup(row, path);
  if (!("counts" in group)) return group;
  const { rates } = group;
  const text = `${group.counts} out of service`;
  return { text, aside: `rate ${ratesText(rates)}`, ...(rates.tone && { tone: rates.tone }) };
};

/** The same for a list's column: `0.6 below 6.67 (24 of 4,339)`. The counts tell 1 of 3 from 1,551 of 8,588. */
export const brieflyInspected: ToCell = (row, path) => {
  const group = inspectionGroup(row, path);
  if (!("counts" in group)) return group;
  const { counts, rates } = group;
  return { text: `${briefly(rates)} (${counts})`, ...(rates.tone && { tone: rates.tone }) };
};

/** A group's counts and rates. */
export interface InspectionGroup {
  /** `24 of 4,339` */
  counts: string;
  rates: Rates;
}

/** What an inspection group says; a cell where it does not say counts and rates. */
export function inspectionGroup(row: RecordRow, path: string): InspectionGroup | Cell {
  if (!isObjectAt(row, path)) return asItCame(row, path);
  const [total, oos, rate] = ["total", "oos", "oos_rate"].map((name) => valueAt(row, `${path}.${name}`));
  const some = ["total", "oos", "oos_rate", "national_avg"].some((name) => plainText(row, `${path}.${name}`));
  if (!some) return notStated;
  // Services send a rate of 0 for no inspections, which is not a perfect record. A group that contradicts itself is shown as received.
  if (total === 0 && !oos && !rate) return { text: "no inspections", tone: "warning" };
  const counts = `${amount(row, `${path}.oos`).text} of ${amount(row, `${path}.total`).text}`;
  const rates = ratesOf(row, `${path}.oos_rate`, `${path}.national_avg`, doubt(total, oos));
  return { counts, rates: rates ?? { rate: notStated.text, national: undefined, word: "" } };
}

/** What a rate of 0 may mean, given the counts; undefined if they support it. */
function doubt(total: unknown, oos: unknown): string | undefined {
  if (typeof oos === "number" && oos > 0) return "which the counts contradict";
  return typeof total === "number" && total > 0 ? undefined : notInspected;
}

/** A rate and the national average of the same answer. */
export interface Rates {
  rate: string;
  national: string | undefined;
  /** `below`, `above`, `equal`, or why neither is said; empty where they can't be compared. */
  word: string;
  tone?: Tone;
}

function ratesText({ rate, national, word }: Rates): string {
  if (national === undefined) return rate;
  return `${rate}, national ${national}${word === "" ? "" : `: ${word}`}`;
}

function briefly(rates: Rates): string {
  const { rate, national, word } = rates;
  if (word === notInspected) return `${rate}, or not inspected`;
  return word === "below" || word === "above" ? `${rate} ${word} ${national}` : ratesText(rates);
}

/**
 * Compares two rates. "below" is not green: it is no verdict.
 *
 * @param zero what to call a rate of 0 when it may not be "below"
 */
function ratesOf(row: RecordRow, ratePath: string, nationalPath: string, zero: string | undefined): Rates | undefined {
  const [rate, national] = [valueAt(row, ratePath), valueAt(row, nationalPath)];
  const shown = rateText(row, ratePath);
  const average = rateText(row, nationalPath);
  if (average === undefined) return shown === undefined ? undefined : { rate: shown, national: undefined, word: "" };
  const both = { rate: shown ?? notStated.text, national: average };
  // Text isn't compared, nor are negative rates (services send -1 for "unknown").
  if (typeof rate !== "number" || typeof national !== "number" || rate < 0 || national < 0)
    return { ...both, word: "" };
  if (rate === national) return { ...both, word: "equal" };
  if (rate === 0 && zero !== undefined) return { ...both, word: zero };
  // Rounding may make them look equal.
  const exact = { rate: plainText(row, ratePath) ?? "", national: plainText(row, nationalPath) };
  const texts = shown === average ? exact : both;
  return rate < national ? { ...texts, word: "below" } : { ...texts, word: "above", tone: "error" };
}

/** At most two decimals (most rates have one or two, some have 35), but a rate that isn't 0 is never shown as 0. */
function rateText(row: RecordRow, path: string): string | undefined {
  const value = valueAt(row, path);
  const rounded = typeof value === "number" ? Math.round(value * 100) / 100 : 0;
  return rounded === 0 ? plainText(row, path) : String(rounded);
}

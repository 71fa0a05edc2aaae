/**
 * Cells of what inspections, crashes, violations and ratings come to. Columns
 * and snapshots call this; it calls cells.ts, and compares as vetting compares.
 */
import { grouped } from "../text/digits.ts";
import { basics, isAbove, isAverage, isShare } from "../vet/record/safety.ts";
import {
  blank,
  numberAt,
  type ScreenRow,
  type Show,
  showAmount,
  showAsSent,
} from "./cells.ts";
import type { StyledText } from "./lines.ts";

/** Services send a rate of 0 for no inspections, which is not a perfect record. */
export const notInspected: StyledText = { text: "no inspections" };

/** The rate of a carrier record, which does not state the inspections. */
export const showDriverRate: Show = (row, path) =>
  rateCell(row, path, `${path}_national`);

/** A group's rate and its national average: `12.9 ABOVE (national 6.67, 19 of 147)`. */
export const showInspections: Show = (row, path) => {
  const [total, count, rate] = ["total", "oos", "oos_rate"].map((field) =>
    numberAt(row, `${path}.${field}`),
  );
  if (total === 0 && !count && !rate) return notInspected;
  const { text: oos } = showAmount(row, `${path}.oos`);
  const inspected = total === undefined ? undefined : { oos, count, total };
  return rateCell(row, `${path}.oos_rate`, `${path}.national_avg`, inspected);
};

interface Inspected {
  /** How many were put out of service, as it is shown, and as a number. */
  oos: string;
  count: number | undefined;
  total: number;
}

function rateCell(
  row: ScreenRow,
  path: string,
  nationalPath: string,
  inspected?: Inspected,
): StyledText {
  const rate = numberAt(row, path);
  const ofHowMany = inspected
    ? `${inspected.oos} of ${grouped(inspected.total)}`
    : "inspections not stated";
  if (rate === undefined) {
    const sent = showAsSent(row, path);
    return inspected ? { text: sent.text, aside: ofHowMany } : sent;
  }
  if (rate === 0 && !inspected?.total) return { text: "0, or no inspections" };
  const { count, total = 0 } = inspected ?? {};
  // Nobody can tell which of them is right.
  if (count !== undefined && !isShare(rate, count, total))
    return { text: `${grouped(rate)}, but ${ofHowMany}` };
  const national = numberAt(row, nationalPath);
  if (national === undefined || !isAverage(national))
    return { text: grouped(rate), aside: ofHowMany };
  // So few inspections say little about a fleet.
  const few = inspected && total < 20 ? ", few" : "";
  return {
    text: `${grouped(rate)} ${comparison(rate, national)}${few}`,
    aside: `national ${grouped(national)}, ${ofHowMany}`,
  };
}

function comparison(rate: number, national: number): string {
  if (isAbove(rate, national)) return "ABOVE";
  return isAbove(national, rate) ? "below" : "equal";
}

/** `18 (fatal 1, injury 5, towaway 12)`. */
export const showCrashes: Show = (row, path) => {
  const kinds = { fatal: "fatal", injury: "injury", towaway: "towaway" };
  const counts = countsAt(row, path, kinds);
  const total = showAmount(row, `${path}.total`);
  if (counts.every(({ isBlank }) => isBlank)) return total;
  return { text: total.text, aside: namedCounts(counts) };
};

/** The violations of each kind but those of which there are none. */
export const showViolations: Show = (row, path) => {
  const counts = countsAt(row, path, basics);
  if (counts.every(({ isBlank }) => isBlank)) return blank;
  const some = counts.filter(({ text }) => text !== "0");
  return { text: namedCounts(some) || "none" };
};

/** The counts of an object, each with its name. */
const countsAt = (
  row: ScreenRow,
  path: string,
  names: Readonly<Record<string, string>>,
) =>
  Object.entries(names).map(([field, name]) => {
    return { name, ...showAmount(row, `${path}.${field}`) };
  });

const namedCounts = (counts: ReturnType<typeof countsAt>) =>
  counts.map(({ name, text }) => `${name} ${text}`).join(", ");

/** The rating, from both records where they differ. */
export function showRating(row: ScreenRow): StyledText {
  const ratings = ["carrier.safety.rating", "safety.rating"]
    .map((path) => showAsSent(row, path))
    .filter(({ isBlank }) => !isBlank);
  const texts = new Set(ratings.map(({ text }) => text));
  return texts.size === 0 ? blank : { text: [...texts].join(" or ") };
}

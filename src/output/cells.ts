/** How tables show a value: readable, and without claiming anything the service didn't say. */
import { grouped } from "../text/digits.ts";
import { isNotStated, normalText } from "../vet/values.ts";
import { plainText, type RecordRow, valueAt } from "./value.ts";

/** What a color means. The text says the same without it. */
export type Tone = "good" | "bad" | "careful" | "faint" | "strong";

export interface Cell {
  text: string;
  /** A remark on the text: after a comma behind it, or below it where there is no room. */
  aside?: string;
  tone?: Tone;
}

/** Formats the value at a column's path; it may look at the rest of the row. */
export type ToCell = (row: RecordRow, path: string) => Cell;

/** Null, absent or empty: the service doesn't state it. */
export const notStated: Cell = { text: "—", tone: "faint" };

/** The value as received. */
export const asItCame: ToCell = (row, path) => {
  const text = plainText(row, path);
  return text === undefined ? notStated : { text };
};

/** A number with grouped digits: `1,240`. The interface states no units, so none are shown. */
export const amount: ToCell = (row, path) => {
  const value = valueAt(row, path);
  return Number.isSafeInteger(value) ? { text: grouped(value as number) } : asItCame(row, path);
};

/** The status. ACTIVE is the only value that the interface documents. */
export const status: ToCell = (row, path) => {
  const shown = asItCame(row, path);
  if (shown === notStated) return { text: "not stated", tone: "careful" };
  return { text: shown.text, tone: shown.text === "ACTIVE" ? "good" : "bad" };
};

/** The operating authority: anything that is not an authority is marked. */
export const authority: ToCell = (row, path) => {
  const shown = asItCame(row, path);
  if (shown === notStated || authorized.test(normalText(shown.text) ?? "")) return shown;
  return { text: shown.text, tone: "bad" };
};

/** `ACTIVE`, `A`, `AUTHORIZED FOR Property`; NOT AUTHORIZED is none of them. */
const authorized = /^(?:a|active|authorized for .*)$/;

/** A safety rating; only a satisfactory one, and none at all, go unmarked. */
export const rating: ToCell = (row, path) => {
  const shown = asItCame(row, path);
  if (shown === notStated) return notStated;
  const tone = ratingTones.get(normalText(shown.text) ?? "");
  return tone === "plain" ? shown : { text: shown.text, tone: tone ?? "careful" };
};

/** Any other rating, such as Conditional, wants a look. */
const ratingTones: ReadonlyMap<string, Tone | "plain"> = new Map([
  ["s", "plain"],
  ["satisfactory", "plain"],
  ["none", "plain"],
  ["unrated", "plain"],
  ["not rated", "plain"],
  ["u", "bad"],
  ["unsatisfactory", "bad"],
]);

/** The BIPD amount on file, of which a stated 0 is marked. */
export const liability: ToCell = (row, path) => {
  const shown = amount(row, path);
  return shown.text === "0" ? { text: "0", tone: "bad" } : shown;
};

/** A docket number: `MC 123456`, or as received if the service wrote a prefix itself. */
export const docket: ToCell = (row, path) => {
  const shown = asItCame(row, path);
  return /^\d+$/.test(shown.text) ? { text: `MC ${shown.text}` } : shown;
};

/** A policy's type with the form it was filed on: `BIPD/Primary, form 91X`. */
export function withForm(formPath: string): ToCell {
  return (row, path) => {
    const form = plainText(row, formPath);
    return form === undefined ? asItCame(row, path) : { text: asItCame(row, path).text, aside: `form ${form}` };
  };
}

/** A UTC date and how far away it is: `2012-06-15, 14 years ago`. Other date formats are shown as received. */
export const date: ToCell = (row, path) => {
  const day = dayOf(valueAt(row, path));
  return day === undefined ? asItCame(row, path) : { text: isoDate(day), aside: distance(day, today(row)) };
};

/** The day a policy begins: `2026-01-01`, or if that is in the future, `2027-01-01, begins in 41 days`. */
export const beginning: ToCell = (row, path) => {
  const day = dayOf(valueAt(row, path));
  if (day === undefined) return asItCame(row, path);
  if (day <= today(row)) return { text: isoDate(day) };
  return { text: isoDate(day), aside: `begins ${distance(day, today(row))}`, tone: "careful" };
};

/** A policy that ends within this many days is highlighted. */
const soon = 30;

/**
 * The day a policy ends: `2027-01-01, in 41 days`, `2026-11-01, expired 20 days ago`. A filing that began and has no expiration is in
 * force `until cancelled`. On the day of its expiration it no longer is.
 */
export function expiration(beginningPath: string): ToCell {
  return (row, path) => {
    const day = dayOf(valueAt(row, path));
    if (day === undefined) return isOpen(row, beginningPath, path) ? { text: untilCancelled } : asItCame(row, path);
    const left = day - today(row);
    const text = isoDate(day);
    const aside = distance(day, today(row));
    if (left <= 0) return { text, aside: `expired ${aside}`, tone: "bad" };
    const begins = dayOf(valueAt(row, beginningPath));
    if (begins !== undefined && begins >= day) {
      return { text, aside: `${aside}, ${begins === day ? "the day" : "before"} it begins`, tone: "bad" };
    }
    return left <= soon ? { text, aside, tone: "careful" } : { text, aside };
  };
}

/** The same for a list's column, which may be the only one that says so: `expired 2026-11-01`, `begins 2026-12-01`. */
export function briefExpiration(beginningPath: string): ToCell {
  const whole = expiration(beginningPath);
  return (row, path) => {
    const [begins, ends] = [dayOf(valueAt(row, beginningPath)), dayOf(valueAt(row, path))];
    const { text, tone } = whole(row, path);
    if (ends !== undefined && ends <= today(row)) return { text: `expired ${text}`, tone: "bad" };
    if (begins !== undefined && begins > today(row)) return { text: `begins ${isoDate(begins)}`, tone: "careful" };
    return { text, ...(tone && { tone }) };
  };
}

const untilCancelled = "until cancelled";

/** Whether a filing began and states no end. */
function isOpen(row: RecordRow, beginningPath: string, endPath: string): boolean {
  return isNotStated(valueAt(row, endPath)) && !isNotStated(valueAt(row, beginningPath));
}

/**
 * The term of a policy in words: `until cancelled`, `until 2027-01-01 (in 41 days)`, `ended 2026-11-01 (20 days ago)`. The expiration of
 * a policy that has no beginning says nothing about today.
 */
export function termOf(row: RecordRow, beginningPath: string, endPath: string): Cell {
  const [begins, ends] = [dayOf(valueAt(row, beginningPath)), dayOf(valueAt(row, endPath))];
  const at = (day: number) => `${isoDate(day)} (${distance(day, today(row))})`;
  if (ends !== undefined && ends <= today(row)) return { text: `ended ${at(ends)}` };
  if (begins !== undefined && begins > today(row)) return { text: `begins ${at(begins)}`, tone: "careful" };
  const isEndStated = !isNotStated(valueAt(row, endPath));
  if (isNotStated(valueAt(row, beginningPath))) {
    const end = ends === undefined ? plainText(row, endPath) : at(ends);
    return { text: isEndStated ? `beginning not stated, until ${end}` : "dates not stated", tone: "careful" };
  }
  if (begins === undefined) return { text: `since ${plainText(row, beginningPath)}`, tone: "careful" };
  if (ends === undefined) {
    return isEndStated ? { text: `until ${plainText(row, endPath)}`, tone: "careful" } : { text: untilCancelled };
  }
  return { text: `until ${at(ends)}`, ...(ends - today(row) <= soon && { tone: "careful" }) };
}

/**
 * An address on one line, as on an envelope: `12 Main St, Boise, ID 83702`.
 *
 * @param townFirst for columns whose end may be cut off: `Boise, ID 83702, 12 Main St`
 */
export function address(path: string, { townFirst = false } = {}): ToCell {
  const [street, city, state, zip] = ["street", "city", "state", "zip"].map((name) => `${path}.${name}`) as [
    string,
    string,
    string,
    string,
  ];
  return (row) => {
    if (!isObject(valueAt(row, path))) return asItCame(row, path);
    const part = (partPath: string) => plainText(row, partPath) ?? "";
    const town = joined(part(city), ", ", joined(part(state), " ", part(zip)));
    const text = townFirst ? joined(town, ", ", part(street)) : joined(part(street), ", ", town);
    return text === "" ? notStated : { text };
  };
}

function joined(one: string, separator: string, other: string): string {
  return one === "" ? other : other === "" ? one : one + separator + other;
}

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
  if (!isObject(valueAt(row, path))) return asItCame(row, path);
  const [total, oos, rate] = ["total", "oos", "oos_rate"].map((name) => valueAt(row, `${path}.${name}`));
  const some = ["total", "oos", "oos_rate", "national_avg"].some((name) => plainText(row, `${path}.${name}`));
  if (!some) return notStated;
  // Services send a rate of 0 for no inspections, which is not a perfect record. A group that contradicts itself is shown as received.
  if (total === 0 && !oos && !rate) return { text: "no inspections", tone: "careful" };
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
  return rate < national ? { ...texts, word: "below" } : { ...texts, word: "above", tone: "bad" };
}

/** At most two decimals (most rates have one or two, some have 35), but a rate that isn't 0 is never shown as 0. */
function rateText(row: RecordRow, path: string): string | undefined {
  const value = valueAt(row, path);
  const rounded = typeof value === "number" ? Math.round(value * 100) / 100 : 0;
  return rounded === 0 ? plainText(row, path) : String(rounded);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export { grouped };

const dayLength = 86_400_000;

function today({ now }: RecordRow): number {
  return Math.floor(now / dayLength);
}

/**
 * The UTC day of an ISO 8601 date or timestamp, in days since 1970. Without an offset it is UTC, as the interface says. Undefined for an
 * impossible date or another format.
 */
function dayOf(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined;
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i.exec(value.trim());
  if (!parts?.[1]) return undefined;
  const [, calendar, clock = "00:00", offset = "Z"] = parts;
  const midnight = Date.parse(`${calendar}T00:00Z`);
  if (Number.isNaN(midnight) || isoDate(midnight / dayLength) !== calendar) return undefined;
  const time = Date.parse(`${calendar}T${clock}${offset.replace(/^([+-]\d\d)(\d\d)$/, "$1:$2").toUpperCase()}`);
  return Number.isNaN(time) ? undefined : Math.floor(time / dayLength);
}

function isoDate(day: number): string {
  return new Date(day * dayLength).toISOString().slice(0, 10);
}

/** How far away a day is, in the largest unit that is precise enough: `in 41 days`, `today`, `3 months ago`, `14 years ago`. */
function distance(day: number, today: number): string {
  const days = Math.abs(day - today);
  if (days === 0) return "today";
  // 61 days are two whole months, and 731 days are two whole years: "1 month" would say less than "60 days".
  const words =
    days < 61
      ? plural(days, "day")
      : days < 731
        ? plural(Math.floor(days / 30.44), "month")
        : plural(Math.floor(days / 365.25), "year");
  return day > today ? `in ${words}` : `${words} ago`;
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

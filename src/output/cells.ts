/** How tables show a value: readable, and without claiming anything the service didn't say. */
import { grouped } from "../text/digits.ts";
import { visible } from "../text/safe-text.ts";
import { normalText } from "../vet/values.ts";
import { isObjectAt, plainText, type RecordRow, valueAt } from "./value.ts";

/** What a color means. The text says the same without it. */
export type Tone = "success" | "error" | "warning" | "dim" | "bold";

export interface Cell {
  text: string;
  /** A remark on the text: in parentheses behind it, or below it where there is no room. */
  aside?: string;
  tone?: Tone | undefined;
  /** The parts of the text between commas, of which a list that has no room for all shows the first. */
  items?: readonly string[];
}

/** A cell on one line: `2027-06-15 (in 6 months)`. */
export function oneLine({ text, aside }: Cell): string {
  return aside === undefined ? text : `${text} (${aside})`;
}

/** The same cell, safe to print. */
export function safe(cell: Cell): Cell {
  const text = visible(cell.text);
  const aside = cell.aside === undefined ? undefined : visible(cell.aside);
  if (text === cell.text && aside === cell.aside) return cell;
  return { ...cell, text, ...(aside !== undefined && { aside }) };
}

/** Formats the value at a column's path; it may look at the rest of the row. */
export type ToCell = (row: RecordRow, path: string) => Cell;

/** Null, absent or empty: the service doesn't state it. */
export const notStated: Cell = { text: "—", tone: "dim" };

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
  if (shown === notStated) return { text: "not stated", tone: "warning" };
  return { text: shown.text, tone: shown.text === "ACTIVE" ? "success" : "error" };
};

/** The operating authority: anything that is not an authority is marked. */
export const authority: ToCell = (row, path) => {
  const shown = asItCame(row, path);
  if (shown === notStated || authorized.test(normalText(shown.text) ?? "")) return shown;
  return { text: shown.text, tone: "error" };
};

/** `ACTIVE`, `A`, `AUTHORIZED FOR Property`; NOT AUTHORIZED is none of them. */
const authorized = /^(?:a|active|authorized for .*)$/;

/** A safety rating; only a satisfactory one, and none at all, go unmarked. */
export const rating: ToCell = (row, path) => {
  const shown = asItCame(row, path);
  if (shown === notStated) return notStated;
  const tone = ratingTones.get(normalText(shown.text) ?? "");
  return tone === "plain" ? shown : { text: shown.text, tone: tone ?? "warning" };
};

/** Any other rating, such as Conditional, wants a look. */
const ratingTones: ReadonlyMap<string, Tone | "plain"> = new Map([
  ["s", "plain"],
  ["satisfactory", "plain"],
  ["none", "plain"],
  ["unrated", "plain"],
  ["not rated", "plain"],
  ["u", "error"],
  ["unsatisfactory", "error"],
]);

/** The BIPD amount on file, of which a stated 0 is marked. */
export const liability: ToCell = (row, path) => {
  const shown = amount(row, path);
  return shown.text === "0" ? { text: "0", tone: "error" } : shown;
};

/** A docket number: `MC 123456`, or as received if the service wrote a prefix itself. */
export const docket: ToCell = (row, path) => {
  const shown = asItCame(row, path);
  return /^\d+$/.test(shown.text) ? { text: `MC ${shown.text}` } : shown;
};

/**
 * An address on one line, as on an envelope: `12 Main St, Boise, ID 83702`.
 *
 * @param townOnly `Boise, ID`, where there is little room
 */
export function address(path: string, { townOnly = false } = {}): ToCell {
  const [street, city, state, zip] = ["street", "city", "state", "zip"].map((name) => `${path}.${name}`) as [
    string,
    string,
    string,
    string,
  ];
  return (row) => {
    if (!isObjectAt(row, path)) return asItCame(row, path);
    const part = (partPath: string) => plainText(row, partPath) ?? "";
    const place = joined(part(city), ", ", part(state));
    if (townOnly && place !== "") return { text: place };
    const town = joined(part(city), ", ", joined(part(state), " ", part(zip)));
    const text = joined(part(street), ", ", town);
    return text === "" ? notStated : { text };
  };
}

function joined(one: string, separator: string, other: string): string {
  return one === "" ? other : other === "" ? one : one + separator + other;
}

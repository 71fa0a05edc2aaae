/** How tables show a value: readable, and without claiming anything the service didn't say. */
import { grouped } from "../text/digits.ts";
import { visible } from "../text/safe-text.ts";
import { normalText } from "../vet/values.ts";
import { isObjectAt, plainText, type RecordRow, valueInRow } from "./value.ts";

/** What a color means. The text says the same without it. */
export type Tone = "success" | "error" | "warning" | "dim" | "bold";

export interface Cell {
  text: string;
  /** A remark on the text: in parentheses behind it, or below it where there is no room. */
  aside?: string | undefined;
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
  const aside = cell.aside && visible(cell.aside);
  return text === cell.text && aside === cell.aside ? cell : { ...cell, text, aside };
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
  const value = valueInRow(row, path);
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

/** A safety rating; only a satisfactory one, and none at all, go unmarked. Others, such as Conditional, want a look. */
export const rating: ToCell = (row, path) => {
  const shown = asItCame(row, path);
  const text = normalText(shown.text) ?? "";
  if (shown === notStated || acceptable.includes(text)) return shown;
  return { text: shown.text, tone: text === "u" || text === "unsatisfactory" ? "error" : "warning" };
};

const acceptable = ["s", "satisfactory", "none", "unrated", "not rated"];

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

/** The carrier's address on one line, as on an envelope: `12 Main St, Boise, ID 83702`. */
export const address: ToCell = (row, path) => {
  if (!isObjectAt(row, path)) return asItCame(row, path);
  const state = joined(" ", plainText(row, "address.state"), plainText(row, "address.zip"));
  const text = joined(", ", plainText(row, "address.street"), plainText(row, "address.city"), state);
  return text === "" ? notStated : { text };
};

/** The town of an address, where there is little room: `Boise, ID`. */
export const town: ToCell = (row, path) => {
  const text = joined(", ", plainText(row, "address.city"), plainText(row, "address.state"));
  return text === "" || !isObjectAt(row, path) ? address(row, path) : { text };
};

function joined(separator: string, ...parts: (string | undefined)[]): string {
  return parts.filter((part) => part).join(separator);
}

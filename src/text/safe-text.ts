/**
 * Makes text from others safe: all of it goes through `visible` before it is
 * printed, then through the function for its format: `csvSafe`, `workflowSafe`.
 */

/**
 * The characters that are never printed, for use inside a character class of a
 * regular expression (flag `u`): control characters (ECMA-48), bidirectional
 * and invisible ones (Unicode UAX 9, UAX 44, UTR 36), line separators, and what
 * has no meaning elsewhere.
 */
const unsafeClass = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800`;

/**
 * Made when they are first needed: looking up the classes of Unicode takes
 * milliseconds.
 */
let unsafe: RegExp | undefined;
/**
 * Importers may trim whitespace, quotes and invisible characters before a sign
 * (OWASP, "CSV Injection").
 */
let formulaStart: RegExp | undefined;

/** Anything but ASCII, Latin letters, and the dash and ellipsis of screens. */
const beyondLatin = /[^ -~\u00a1-\u00ac\u00ae-\u02ff\u2014\u2026]/;

/**
 * Whether every character is certainly safe, and takes one column. Nearly all
 * text is so.
 */
export function isLatin(text: string): boolean {
  return !beyondLatin.test(text);
}

/**
 * The text on one line, with every unsafe character escaped as in JSON:
 * `\u001b`, and `\udb40\udc41` beyond U+FFFF. Backslashes are left
 * alone, which keeps JSON valid and makes this idempotent: text may look more
 * dangerous than it is, but never less.
 */
export function visible(text: string): string {
  if (isLatin(text)) return text;
  unsafe ??= new RegExp(`[${unsafeClass}]`, "gu");
  return text.replace(unsafe, asEscapes);
}

/** Whether a text has characters that are never printed. */
export function isUnsafe(text: string): boolean {
  return visible(text) !== text;
}

/** Each half of a character beyond U+FFFF by itself. */
const asEscapes = (character: string) =>
  character.replace(
    /[\s\S]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** `visible(text)`, cut to at most `max` characters ending in `…`. */
export function visibleUpTo(text: string, max: number): string {
  return cutTo(visible(text), max);
}

/** A text cut to a number of characters (code points), with `…` for the rest. */
export function cutTo(text: string, max: number): string {
  if (text.length <= max) return text;
  // A character is one or two units of a text, which may have millions.
  const characters = [...text.slice(0, 2 * max + 2)];
  return characters.length > max
    ? `${characters.slice(0, Math.max(0, max - 1)).join("")}…`
    : text;
}

/**
 * The text as a message may quote it, on one line, trimmed and cut. It may hold
 * control characters still.
 */
export function excerpt(text: string, most = 40): string {
  const line = text.trim().slice(0, 1_000).replace(/\s+/g, " ");
  return line === "" ? '""' : cutTo(line, most);
}

/**
 * What begins with a sign but is not a formula: a number, or a phone number
 * with a space after its country's code.
 */
const signedNumber = /^(?:-\d+(?:\.\d+)?|\+\d+(?: [\d(][\d ().-]*)?)$/;

/**
 * The cell, with a leading `'` if a spreadsheet might take it for a formula.
 * `+1 608 555 0110` is none, but `+1-608-555-0110` would be computed. To undo
 * it, drop a leading `'` wherever another would be added. Quotes do not help where a spreadsheet splits a line at
 * semicolons or tabs: a sign directly after one gets a `'`, too, which stays.
 */
export function csvSafe(text: string): string {
  const split = text.replace(/[;\t](?=[=+@-])/g, "$&'");
  // Most text begins with a letter or a digit.
  if (/^[A-Za-z0-9]/.test(text)) return split;
  formulaStart ??= new RegExp(
    String.raw`^[\s'"${unsafeClass}]*(?:[=+@＝＋－＠-]|[\t\r\n\0])`,
    "u",
  );
  return formulaStart.test(text) && !signedNumber.test(text)
    ? `'${split}`
    : split;
}

/**
 * The output without anything that GitHub Actions takes for a workflow command
 * (actions/runner, ActionCommand.cs): `::` at the start of a line, also after
 * blanks, or `##[` anywhere; the runner skips some characters beyond ASCII
 * within them. In JSON the escapes mean the same text.
 */
export function workflowSafe(output: string): string {
  return output
    .replace(/^([^!-~\r\n]*):(?=:|[^ -~\s])/gm, "$1\\u003a")
    .replace(/#(?=#\[|[^ -~\s])/g, "\\u0023");
}

/** Markup of which only the literal parts are markup: for XML and HTML. */
export interface Markup {
  markup: string;
}

type MarkupValue = string | number | false | Markup | readonly MarkupValue[];

/**
 * Every text that is put in is shown unaltered, also in quoted attributes,
 * without characters that XML 1.0 cannot hold.
 */
export function xml(
  parts: TemplateStringsArray,
  ...values: readonly MarkupValue[]
): Markup {
  return { markup: String.raw({ raw: parts }, ...values.map(markupOf)) };
}

function markupOf(value: MarkupValue): string {
  if (typeof value === "string")
    return visible(value).replace(
      /[&<>"']/g,
      (character) => `&#${character.charCodeAt(0)};`,
    );
  if (value === false) return "";
  if (typeof value === "number") return String(value);
  return "markup" in value ? value.markup : value.map(markupOf).join("");
}

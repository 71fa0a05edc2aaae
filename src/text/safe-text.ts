/**
 * Makes text from others safe to show. All of it goes through `visible` or `singleLine` before it is printed, and through `csvSafe` or
 * `workflowSafe` where the reader of the output might act on it. What a table shows is written like that in the JSON too.
 */
import { lazy } from "./lazy.ts";

/**
 * The characters that are never printed, for use inside a character class of a regular expression (flag `u`).
 *
 * | what | why | source |
 * |---|---|---|
 * | `Cc`: C0, DEL, C1 | move the cursor, set colors or the title, send replies, end the line | ECMA-48 |
 * | `Cf`: bidirectional and zero-width controls, soft hyphen, interlinear annotation | reorder text, or hide a difference | Unicode UAX 9, UTR 36, UTS 55 |
 * | `Default_Ignorable_Code_Point`: fillers, joiners, tag characters, variation selectors | are invisible, so that two names look the same or a name carries a hidden message | Unicode UAX 44, UTR 36 |
 * | `Zl`, `Zp` | end the line for some readers | ECMA-262, Unicode UAX 14 |
 * | `Cs`, `Co`, noncharacters | have no meaning elsewhere: half a character, a private glyph of a font | Unicode chapter 23 |
 * | U+2800, the Braille blank | is invisible, yet not a space | UTS 39 |
 *
 * Variation selectors and the zero-width joiner are included although emoji use them: terminals disagree on the width of what they
 * join, and they can hide data just like tag characters.
 */
export const unsafeClass = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800`;

/** The letters of Latin-1 and Latin Extended, for use inside a character class: each takes one column and is never escaped, like ASCII. */
export const latinClass = String.raw`\u00a1-\u00ac\u00ae-\u02ff`;

/** Anything but ASCII and Latin letters. Nearly all text has none of it, and is certainly safe. */
const notPlain = new RegExp(`[^ -~${latinClass}]`);

/**
 * Besides the class: a combining mark at the start or after a space or quote (it would alter the text before it, or get lost in a line
 * break), and every mark after four in a row ("zalgo" text covers the lines above). It matches one character at a time, because a
 * quantifier on hostile text would exhaust V8's backtrack stack.
 */
const unsafe = lazy(() => new RegExp(String.raw`[${unsafeClass}]|\p{M}(?<=^\p{M}|[ "]\p{M}|\p{M}{5})`, "gu"));

/**
 * The text on one line, with every unsafe character escaped as in JSON: `\u001b`, and `\udb40\udc41` beyond U+FFFF.
 *
 * Backslashes are left alone, which keeps JSON valid and makes this idempotent. A text that really contains the six characters `\u001b`
 * therefore looks like an escape: text may look more dangerous than it is, but never less.
 */
export function visible(text: string): string {
  return notPlain.test(text) ? text.replace(unsafe(), escapeSequence) : text;
}

/** Each half of a character beyond U+FFFF by itself, as in JSON. */
function escapeSequence(character: string): string {
  return character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** `visible(text)`, cut to at most `max` characters (code points) ending in `…`. Only as much of the text is read as can be shown. */
export function singleLine(text: string, max: number): string {
  if (max < 1) return "";
  // A character is one or two code units and never gets shorter when escaped, so this prefix has more than `max` of them.
  return cutTo(visible(text.slice(0, 2 * max + 1)), max);
}

/** A text cut to a number of characters (code points of one or two units, so that no surrogate pair is halved), with `…` for the rest. */
export function cutTo(text: string, max: number): string {
  if (text.length <= max) return text;
  const characters = [...text.slice(0, 2 * max + 2)];
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : text;
}

/** The characters that start a formula, with their full-width forms (OWASP, "CSV Injection"), and NUL (ASVS 1.2.10). */
const formulaStarts = new Set("=+-@＝＋－＠\t\r\n\0");

/** The first character that counts, since importers may trim whitespace, quotes and invisible characters. */
const cellStart = lazy(() => new RegExp(`[^\\s'"${unsafeClass}]|[\\t\\r\\n\\0]`, "u"));

/**
 * The cell, with a leading `'` if a spreadsheet might take it for a formula. This is reversible, because apostrophes count as quotes: if a
 * cell starts with `'` and would get another one, the first was added here. For strings only: a negative number is not a formula.
 */
export function csvSafe(text: string): string {
  if (isLetterOrDigit(text.charCodeAt(0))) return text;
  return formulaStarts.has(text.charAt(text.search(cellStart()))) ? `'${text}` : text;
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a);
}

/**
 * The characters that the runner ignores inside a marker. It uses .NET's culture-sensitive comparison, which skips everything that
 * `visible` escapes, combining marks, and five letters (found by asking ICU, which .NET uses too).
 */
const unseen = String.raw`\p{M}${unsafeClass}\u0640\u07fa\u180a\u1cd3\ufe73`;

const markers = lazy(() => ({
  any: new RegExp(`[:#][:#${unseen}]`, "u"),
  lineStart: new RegExp(`[^\\s${unseen}]`, "u"),
  colon: new RegExp(`^:(?=[:${unseen}])`, "u"),
  hash: new RegExp(String.raw`#(?=#\[|[${unseen}])`, "gu"),
}));

/**
 * The output without anything that GitHub Actions takes for a workflow command (actions/runner, ActionCommand.cs): `::` after a line's
 * leading whitespace or, in the old syntax, `##[` anywhere. The first colon of a line becomes `\u003a` and the `#` of a marker `\u0023`.
 * In JSON these mean the same text, so nothing is lost.
 */
export function workflowSafe(output: string): string {
  if (!markers().any.test(output)) return output;
  return output
    .split(/(?<=[\r\n])/)
    .map((line) => withoutLeadingMarker(line).replace(markers().hash, "\\u0023"))
    .join("");
}

function withoutLeadingMarker(line: string): string {
  const start = Math.max(line.search(markers().lineStart), 0);
  return line.slice(0, start) + line.slice(start).replace(markers().colon, "\\u003a");
}

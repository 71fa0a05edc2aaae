/**
 * Makes text from others safe to show. Names, messages and list entries come from the network and from files; all of them go through
 * `visible` or `singleLine` before they are printed, and through `csvSafe` or `workflowSafe` where the reader of the output might act on
 * them.
 */
import { lazy } from "./lazy.ts";
import { escapeUnsafe, unsafeClass } from "./unsafe-characters.ts";

/**
 * The text on one line, with everything that a terminal acts on or a reader cannot see escaped as `\u001b`: control and escape characters
 * (ECMA-48), bidirectional, zero-width and tag characters (Unicode UAX 9, UTR 36) and stacks of combining marks. See `escapeUnsafe` for
 * backslashes.
 */
export function visible(text: string): string {
  return escapeUnsafe(text);
}

/**
 * `visible(text)`, cut to at most `max` characters (code points) ending in `…`. It is cheap to quote an answer of any size, since only as
 * much of it is read as can be shown.
 */
export function singleLine(text: string, max: number): string {
  if (max < 1) return "";
  // A character is one or two code units and never gets shorter when escaped, so this prefix has more than `max` of them.
  const characters = [...visible(text.slice(0, 2 * max + 1))];
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : characters.join("");
}

/**
 * The characters that start a formula: = + - @ and their full-width forms, TAB, CR and LF (OWASP, "CSV Injection"), NUL (ASVS 1.2.10).
 */
const formulaStarts = new Set("=+-@＝＋－＠\t\r\n\0");

/** The first character that counts, since importers may trim whitespace, quotes and invisible characters. */
const cellStart = lazy(() => new RegExp(`[^\\s'"${unsafeClass}]|[\\t\\r\\n\\0]`, "u"));

/**
 * The cell, with a leading `'` if a spreadsheet might take it for a formula (OWASP, "CSV Injection"). This is reversible, because
 * apostrophes count as quotes: if a cell starts with `'` and would get another one, the first was added here. For strings only: a negative
 * number is not a formula.
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
 * The output without anything that GitHub Actions takes for a workflow command (`::set-env name=...::`, `::add-mask::`).
 *
 * The runner (actions/runner, ActionCommand.cs) reads each line of stdout and stderr. A command starts with `::` after leading
 * whitespace or, in the old syntax, with `##[` anywhere in the line. So the first colon of a line becomes `\u003a` and the `#` of a marker
 * `\u0023`. In JSON these mean the same text, so nothing is lost.
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

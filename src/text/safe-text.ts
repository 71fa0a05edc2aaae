/**
 * Makes text that others wrote safe to show. Names, messages and list entries come from the network and from files:
 * each goes through `visible` or `singleLine` before it is printed, and through `csvSafe` or `workflowSafe` where the reader of
 * our output would obey it.
 */
import { escapeUnsafe, onFirstUse, unsafeClass } from "./unsafe-characters.ts";

/**
 * The text with nothing in it that a terminal obeys or that a reader cannot see: control and escape characters (ECMA-48),
 * bidirectional, zero-width and tag characters (Unicode UAX 9, UTR 36) and piled-up combining marks appear as `\u001b`.
 * The result is one line. It is never wider in meaning than the text: see `escapeUnsafe` for backslashes.
 */
export function visible(text: string): string {
  return escapeUnsafe(text);
}

/**
 * `visible(text)`, cut to at most `max` characters (code points) with `…` at the end.
 * For quoting an answer of any size in an error message: only as much is looked at as can be shown.
 */
export function singleLine(text: string, max: number): string {
  if (max < 1) return "";
  // Each character is one or two units here and never gets shorter when shown, so this prefix holds more than `max`.
  const characters = [...visible(text.slice(0, 2 * max + 1))];
  return characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : characters.join("");
}

/**
 * What starts a formula: = + - @ and their full-width forms, TAB, CR and LF (OWASP, "CSV Injection"), NUL (ASVS 1.2.10).
 */
const formulaStarts = new Set("=+-@＝＋－＠\t\r\n\0");

/** The first character that counts: an importer may trim white space, quotes and what is invisible. */
const cellStart = onFirstUse(() => new RegExp(`[^\\s'"${unsafeClass}]|[\\t\\r\\n\\0]`, "u"));

/**
 * The cell's text with a leading `'` if a spreadsheet might take it for a formula (OWASP, "CSV Injection"), otherwise as it is.
 * Reversible, for apostrophes count among the quotes: where a cell starts with `'` and would get another one, the first is ours.
 * For strings only: a negative number is no formula.
 */
export function csvSafe(text: string): string {
  return formulaStarts.has(text.charAt(text.search(cellStart()))) ? `'${text}` : text;
}

/**
 * What the runner does not see between the characters of a marker. It looks for them with .NET's comparison by culture, to
 * which these are nothing: what `visible` escapes, combining marks, and five letters (all found by asking ICU, which .NET uses too).
 */
const unseen = String.raw`\p{M}${unsafeClass}\u0640\u07fa\u180a\u1cd3\ufe73`;

const markers = onFirstUse(() => ({
  any: new RegExp(`[:#][:#${unseen}]`, "u"),
  lineStart: new RegExp(`[^\\s${unseen}]`, "u"),
  colon: new RegExp(`^:(?=[:${unseen}])`, "u"),
  hash: new RegExp(String.raw`#(?=#\[|[${unseen}])`, "gu"),
}));

/**
 * The output with nothing in it that GitHub Actions takes for a workflow command (`::set-env name=...::`, `::add-mask::`).
 *
 * The runner (actions/runner, ActionCommand.cs) reads each line of stdout and stderr: a command starts with `::` after
 * leading white space, or, in the old form, with `##[` anywhere in the line. So the first colon at a line's start becomes `\u003a` and
 * the `#` of a marker `\u0023`, which in JSON means the same text: JSON stays lossless.
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

/**
 * The characters that must not reach a terminal, a log or a file unescaped, and how they are escaped.
 *
 * Text for people (safe-text.ts) and JSON (json-text.ts) escape the same characters in the same notation, so that what a table shows
 * can be found in the JSON.
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
 * The text with every unsafe character escaped as in JSON: `\u001b`, and `\udb40\udc41` beyond U+FFFF.
 *
 * Backslashes are left alone, which keeps JSON valid and makes this idempotent. A text that really contains the six characters `\u001b`
 * therefore looks like an escape: text may look more dangerous than it is, but never less.
 */
export function escapeUnsafe(text: string): string {
  return notPlain.test(text) ? text.replace(unsafe(), escapeSequence) : text;
}

function escapeSequence(character: string): string {
  let shown = "";
  for (let at = 0; at < character.length; at++) {
    shown += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }
  return shown;
}

/**
 * Which characters may not reach a terminal, a log or a file as they are, and how they are shown instead.
 *
 * The one home of that set: text for people (output/text.ts) and JSON (json-text.ts) escape the same characters in the
 * same notation, so what a table shows can be searched for in the JSON.
 */

/**
 * The characters that are never printed, as the inside of a regular expression's class (flag `u`).
 *
 * | what | why | source |
 * |---|---|---|
 * | `Cc`: C0, DEL, C1 | move the cursor, colour, retitle, answer back; end the line | ECMA-48 |
 * | `Cf`: bidirectional and zero-width controls, soft hyphen, interlinear annotation | show the text in another order, or hide a difference | Unicode UAX 9, UTR 36, UTS 55 |
 * | `Default_Ignorable_Code_Point`: fillers, joiners, tag characters, variation selectors | are drawn as nothing, so two names look the same, or a name carries a hidden message | Unicode UAX 44, UTR 36 |
 * | `Zl`, `Zp` | end the line for some readers | ECMA-262, Unicode UAX 14 |
 * | `Cs`, `Co`, noncharacters | mean nothing to anyone else: half a character, a font's private picture | Unicode chapter 23 |
 * | U+2800, the Braille blank | is drawn as nothing, yet is no space | UTS 39 |
 *
 * Variation selectors and the zero-width joiner are in it although emoji use them: terminals disagree on the width of
 * what they join, and they hide bytes as well as tag characters do.
 */
export const unsafeClass = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800`;

/** What is surely safe, by far the most text: ASCII and the letters of Latin-1 and Latin Extended. Everything else is looked at closely. */
const notPlain = /[^ -~\u00a1-\u00ac\u00ae-\u02ff]/;

/**
 * Besides the class: a combining mark at the start or after a space or quote (it would alter what we print before it, or be lost where
 * a line is broken), and every mark after four in a row ("zalgo" climbs over the lines above). One character a match: a
 * quantifier over a hostile text would exhaust V8's backtrack stack.
 */
const unsafe = onFirstUse(() => new RegExp(String.raw`[${unsafeClass}]|\p{M}(?<=^\p{M}|[ "]\p{M}|\p{M}{5})`, "gu"));

/** Makes a thing when it is first needed: the Unicode properties of one expression take as long as a tenth of a start. */
export function onFirstUse<T>(make: () => T): () => T {
  let made: { thing: T } | undefined;
  return () => {
    made ??= { thing: make() };
    return made.thing;
  };
}

/**
 * The text with every dangerous character as JSON would escape it: `\u001b`, and `\udb40\udc41` beyond U+FFFF.
 *
 * A backslash in the text stays as it is, which keeps JSON intact and makes this idempotent. So a text that really contains
 * the six characters `\u001b` reads like an escape: it can look more dangerous than it is, never less.
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

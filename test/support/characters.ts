/** Characters for property tests. */
import fc from "fast-check";

const [firstSurrogate, surrogates] = [0xd800, 0x800];

/**
 * Any character of Unicode: what fast-check's `unit: "binary"` gives, from the same random numbers. That one keeps a map of all 1.1 million
 * characters for its dangerous strings, which takes a second to make, and longer to collect around.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - surrogates }).map(
  (index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates),
  (character) => {
    const code = typeof character === "string" ? character.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== character) throw new TypeError("not a character");
    return code < firstSurrogate ? code : code - surrogates;
  },
);

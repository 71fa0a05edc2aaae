/** Texts that mean nothing to roff, for the manual page. */

const glyphs: Readonly<Record<string, string>> = {
  "\\": "\\e",
  "'": "\\(aq",
  "`": "\\(ga",
  "^": "\\(ha",
  "~": "\\(ti",
  '"': "\\(dq",
  "-": "\\-",
};

/** A text of which every character stands for itself: hyphens are what users type, and can be copied. */
export function escaped(text: string): string {
  const marked = text.replace(/[\\'`^~"-]/g, (mark) => glyphs[mark] as string);
  return marked.replace(/[^\x20-\x7e]/gu, named).replace(/^\./, "\\&.");
}

function named(character: string): string {
  const point = character.codePointAt(0) as number;
  return point < 0x20 ? " " : `\\[u${point.toString(16).toUpperCase().padStart(4, "0")}]`;
}

/** A text whose lines are shown as they are. */
export function verbatim(text: string): string {
  return [".EX", ...text.trimEnd().split("\n").map(escaped), ".EE"].join("\n");
}

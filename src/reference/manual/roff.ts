/** The few macros of man(7) that the page is made of, over texts that mean nothing to roff. */

const glyphs: Readonly<Record<string, string>> = {
  "\\": "\\e",
  "'": "\\(aq",
  "`": "\\(ga",
  "^": "\\(ha",
  "~": "\\(ti",
  '"': "\\(dq",
};

/** Prose: what roff would take for its own stands for itself; a hyphen may still become a typographic one. */
export function prose(text: string): string {
  const plain = text.replace(/[\\'`^~"]/g, (mark) => glyphs[mark] as string).replace(/[^\x20-\x7e]/gu, named);
  // What starts with a hyphen is an option, to be copied.
  const copied = plain.replace(/(?<![\w)])-+[\w-]*/g, (option) => option.replaceAll("-", "\\-"));
  return copied.replace(/^\./, "\\&.");
}

/** What users type: every hyphen is a minus, so that it can be copied. */
export function code(text: string): string {
  return prose(text).replaceAll("\\-", "-").replace(/-/g, "\\-");
}

function named(character: string): string {
  const point = character.codePointAt(0) as number;
  return point < 0x20 ? " " : `\\[u${point.toString(16).toUpperCase().padStart(4, "0")}]`;
}

export function bold(text: string): string {
  return `\\fB${code(text)}\\fR`;
}

export function italic(text: string): string {
  return `\\fI${code(text)}\\fR`;
}

/** A section, its text as lines of roff. */
export function section(title: string, ...lines: readonly string[]): string {
  return [`.SH ${title}`, ...lines].join("\n");
}

/** A tagged paragraph: tag and text as roff. */
export function tagged(tag: string, text: string): string {
  return `.TP\n${tag}\n${text}`;
}

/** Lines that are shown as they are. */
export function verbatim(lines: readonly string[]): string {
  return [".EX", ...lines.map(code), ".EE"].join("\n");
}

/** Recognizes the beginning of a JSON object that was cut off anywhere. */
import { compactJson } from "../text/json-text.ts";

/** The beginnings of numbers and words. */
const tornLiteral = /^(?:-?\d*(?:\.\d*)?(?:[eE][+-]?\d*)?|t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?)$/;

/** What may be missing between a cut and the closing brackets. */
const missing = ["", "0", ":0", '"":0'];

/** Whether a text is the beginning of a compact JSON object: something can be put after it that makes it one. */
export function beginsObject(text: string): boolean {
  if (!text.startsWith("{")) return false;
  const { inString, closers } = openAt(text);
  if (inString) return isObject(`${withoutCutEscape(text)}"`, closers);
  const literal = literalStart(text);
  if (literal === text.length) return isObject(text, closers);
  return tornLiteral.test(text.slice(literal)) && isObject(`${text.slice(0, literal)}0`, closers);
}

function isObject(start: string, closers: string): boolean {
  return missing.some((between) => {
    const whole = start + between + closers;
    try {
      JSON.parse(whole);
      return compactJson(whole) === whole;
    } catch {
      return false;
    }
  });
}

/** What is open at the end of a text: a string, and brackets with what closes them. */
function openAt(text: string): { inString: boolean; closers: string } {
  const closers: string[] = [];
  let inString = false;
  for (let at = 0; at < text.length && !inString; at++) {
    const character = text[at];
    if (character === '"') {
      const end = closingQuote(text, at);
      inString = end < 0;
      at = end < 0 ? at : end;
    } else if (character === "{") closers.push("}");
    else if (character === "[") closers.push("]");
    else if (character === "}" || character === "]") closers.pop();
  }
  return { inString, closers: closers.reverse().join("") };
}

function closingQuote(text: string, opening: number): number {
  let at = text.indexOf('"', opening + 1);
  while (at > 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}

/** Without `\u00` at the end, which JSON cannot read. */
function withoutCutEscape(text: string): string {
  const cut = /\\(?:u[0-9a-fA-F]{0,3})?$/.exec(text.slice(-5))?.[0] ?? "";
  const at = text.length - cut.length;
  return cut !== "" && !isEscaped(text, at) ? text.slice(0, at) : text;
}

function literalStart(text: string): number {
  let at = text.length;
  while (at > 0 && /[\w.+-]/.test(text[at - 1] as string)) at--;
  return at;
}

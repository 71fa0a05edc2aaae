/** Takes the API key out of what a service sends back: pages for debugging repeat the headers of a request. */
import { Buffer } from "node:buffer";

const mark = "[redacted]";
/** Shorter keys are found only as words of their own: letters like theirs occur in records. */
const minKeyWithin = 8;
/** Shorter pieces of base64 occur by chance. */
const minBase64 = 8;

/** Made for one key, the one that is used. */
let last: { apiKey: string; pattern: RegExp } | undefined;

/** A text of the service without the key, however it is escaped or encoded. */
export function redact(text: string, apiKey: string | undefined): string {
  if (apiKey === undefined) return text;
  if (last?.apiKey !== apiKey) last = { apiKey, pattern: patternOf(apiKey) };
  return text.replace(last.pattern, mark);
}

/** The same for bytes in any encoding; the very same bytes if the key is not in them. */
export function redactBytes(bytes: Uint8Array, apiKey: string | undefined): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const redacted = redact(text, apiKey);
  return redacted === text ? bytes : Buffer.from(redacted, "latin1");
}

function patternOf(apiKey: string): RegExp {
  const plain = Array.from(apiKey, characterPattern).join("");
  const whole = apiKey.length < minKeyWithin ? `(?<![A-Za-z0-9])${plain}(?![A-Za-z0-9])` : plain;
  return new RegExp([whole, ...base64Patterns(apiKey)].join("|"), "g");
}

/** A character as it is, or as JSON (in JSON), URLs and HTML escape it; in UTF-16 a NUL follows it. */
function characterPattern(character: string): string {
  const hex = character.charCodeAt(0).toString(16).padStart(2, "0");
  const anyCase = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const literal = character.replace(/[^A-Za-z0-9]/, "\\$&");
  const names: Record<string, string> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };
  const entities = [
    `#0*${character.charCodeAt(0)}`,
    `#[xX]0*${anyCase}`,
    ...(names[character] ? [names[character]] : []),
  ];
  return `(?:\\\\{0,4}(?:${literal}|u00${anyCase})|%(?:25){0,2}${anyCase}|&(?:amp;)?(?:${entities.join("|")});)\\0?`;
}

/** What base64 makes of the key wherever it stands in what is encoded: the characters that hold nothing else. */
function base64Patterns(apiKey: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.from(" ".repeat(before) + apiKey)
      .toString("base64")
      .replace(/=+$/, "");
    const inside = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + apiKey.length) * 8) / 6));
    if (inside.length < minBase64) return [];
    return [inside.replaceAll("+", "[-+]").replaceAll("/", "[_/]")];
  });
}

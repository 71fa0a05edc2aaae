/**
 * Works on JSON as text, so that numbers, keys and their order stay as the service wrote them (1.0, 9007199254740993, a repeated key).
 * But for those that find out whether it does, every function expects text that `JSON.parse` accepts, and none is recursive: answers may
 * be nested 100,000 levels deep.
 */
import { visible } from "./safe-text.ts";

const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
/** `[` and `{` differ in one bit, as do `]` and `}`: setting it turns brackets into braces. */
const braceBit = 0x20;
const opening = 0x7b;
const closing = 0x7d;

/**
 * Matches text that may need work: a character other than printable ASCII, a space before punctuation, another space or the end, or a
 * space between punctuation and a number or word. Strings can match too ("SMITH & CO , INC"). It fails fast at each character.
 */
const mayNeedWork = /[^!-~](?:(?<! )|(?=["{}[\]:, ]|$)|(?<=^.|[{[,:].)(?=[\d\-tfn]))/;

/** The JSON on one line: no whitespace between tokens, unsafe characters in strings escaped, everything else unchanged. */
export function compactJson(text: string): string {
  return mayNeedWork.test(text) ? visible(withoutWhitespace(text)) : text;
}

function withoutWhitespace(text: string): string {
  let kept = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = stringEnd(text, at);
    else if (code <= space) {
      kept += text.slice(from, at);
      while (text.charCodeAt(at + 1) <= space) at++;
      from = at + 1;
    }
  }
  return kept + text.slice(from);
}

/** The position of the quote that closes the string opened at `start`, or the end of the text. */
function stringEnd(text: string, start: number): number {
  let end = start;
  do end = text.indexOf('"', end + 1);
  while (isEscaped(text, end));
  return end < 0 ? text.length : end;
}

/** A quote after an odd number of backslashes is part of the string. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === backslash) first--;
  return (at - first) % 2 === 1;
}

/** The deepest level that `prettyJson` indents. Only an attack is nested deeper, and indentation would multiply its size. */
const deepest = 100;
/** The largest result of `prettyJson`: this many times the compact size, plus this many characters. */
const growth = 4;
const allowance = 2 ** 20;

/** The JSON indented like `JSON.stringify(value, null, 2)`, with `margin` before each further line, as far as `deepest` and `growth` let it. */
export function prettyJson(text: string, margin = ""): string {
  const compact = compactJson(text);
  const largest = growth * compact.length + allowance;
  let laidOut = "";
  let from = 0;
  let depth = 0;
  const put = (end: number, space: string) => {
    laidOut += compact.slice(from, end) + space;
    from = end;
  };
  const breakLine = (end: number, inner: number, outer: number) => {
    if (inner <= deepest) put(end, `\n${margin}${"  ".repeat(outer)}`);
  };
  for (let at = 0; at < compact.length && laidOut.length <= largest; at++) {
    const code = compact.charCodeAt(at);
    const brace = code | braceBit;
    if (code === quote) at = stringEnd(compact, at);
    else if (brace === opening) {
      if ((compact.charCodeAt(at + 1) | braceBit) === closing) at++;
      else breakLine(at + 1, ++depth, depth);
    } else if (brace === closing) breakLine(at, depth, --depth);
    else if (code === comma) breakLine(at + 1, depth, depth);
    else if (code === colon && depth <= deepest) put(at + 1, " ");
  }
  return laidOut.length > largest ? compact : laidOut + compact.slice(from);
}

/** The raw text of each element of a top-level array; undefined if the text is not an array. */
export function jsonElements(text: string): string[] | undefined {
  const json = text.trim();
  return json.startsWith("[") ? parts(json) : undefined;
}

/** The raw texts of an object's members by key, of the last one if a key repeats, like `JSON.parse`; undefined if it is no object. */
export function jsonMembers(text: string): ReadonlyMap<string, string> | undefined {
  const json = text.trim();
  if (!json.startsWith("{")) return undefined;
  const found = new Map<string, string>();
  for (const part of parts(json)) {
    const keyEnd = stringEnd(part, 0);
    const key = part.slice(1, keyEnd);
    found.set(key.includes("\\") ? JSON.parse(`"${key}"`) : key, part.slice(part.indexOf(":", keyEnd) + 1).trim());
  }
  return found;
}

/** An object as compact text, made of keys and the raw texts of their values. */
export function jsonObject(fields: readonly (readonly [key: string, raw: string])[]): string {
  return compactJson(`{${fields.map(([key, raw]) => `${JSON.stringify(key)}:${raw}`).join(",")}}`);
}

/** The texts between the commas of the outermost brackets, trimmed. */
function parts(container: string): string[] {
  const found: string[] = [];
  for (let from = 1; from < container.length; ) {
    const end = jsonValueEnd(container, from);
    const part = container.slice(from, end).trim();
    if (part !== "") found.push(part);
    from = end + 1;
  }
  return found;
}

/** The position of the comma or closing bracket after the value (or member) that starts at `start`. */
export function jsonValueEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const brace = code | braceBit;
    if (code === quote) at = stringEnd(text, at);
    else if (brace === opening) depth++;
    else if (depth > 0) depth -= brace === closing ? 1 : 0;
    else if (brace === closing || code === comma) return at;
  }
  return text.length;
}

/** What to pick, by key and in order; an empty inner selection picks the whole value. */
type Selection = Map<string, { label: string; inner: Selection }>;

/**
 * Reduces JSON to some dotted paths, in their order, nested and compact: `fleet.power_units` gives `{"fleet":{"power_units":3}}`. Arrays
 * are reduced element by element. The first name of a path that is absent is null; a value on the path that has no members is kept.
 */
export function jsonPicker(paths: readonly string[]): (text: string) => string {
  const selection: Selection = new Map();
  const wholes: Selection[] = [];
  for (const path of paths) {
    let at = selection;
    for (const key of path.split(".")) {
      const next = at.get(key) ?? { label: `${JSON.stringify(key)}:`, inner: new Map() };
      at.set(key, next);
      at = next.inner;
    }
    wholes.push(at);
  }
  // Given both `fleet` and `fleet.drivers`, the whole of `fleet` wins, whichever comes first.
  for (const whole of wholes) whole.clear();
  return (text) => compactJson(pickFrom(text, selection));
}

function pickFrom(json: string, selection: Selection): string {
  const elements = jsonElements(json)?.map((element) => pickFromObject(element, selection));
  return elements === undefined ? pickFromObject(json, selection) : `[${elements.join(",")}]`;
}

function pickFromObject(json: string, selection: Selection): string {
  const members = jsonMembers(json);
  if (members === undefined) return json;
  const picked = Array.from(selection, ([key, { label, inner }]) => {
    const raw = members.get(key) ?? "null";
    return label + (inner.size === 0 ? raw : pickFrom(raw, inner));
  });
  return `{${picked.join(",")}}`;
}

/** What a JSON text says; undefined for a text that is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object that a JSON text says; undefined for anything else. */
export function readJsonObject(text: string): Record<string, unknown> | undefined {
  const value = readJson(text);
  return isObject(value) ? value : undefined;
}

/** Whether a parsed value is an object, rather than a list, null or a plain value. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

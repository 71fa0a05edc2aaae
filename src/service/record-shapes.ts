/**
 * Recognizes the records of a list by their text, so that those that are alike are not parsed, checked and made compact one by one.
 *
 * A record that was parsed gives a shape: an expression of its keys that leaves open which plain value each of them has. The record
 * only hints at what others may look like; what an expression can match follows from how it is made:
 *
 * - It is one complete JSON object. Each piece is a brace, a key, a colon or a comma as it stands, or a value of one of the `kinds`. Keys
 *   are plain words, and none occurs twice.
 * - The schema has nothing against it. The keys are those of a record without issues, and a value is of a kind that the schema accepts in
 *   its place; the schema checks each field by itself, and only its type.
 * - It is compact, and safe to print: there is no space between tokens, and strings have neither escapes nor characters that need one.
 * - It is a record about the number in it, spelled canonically, and no error: its keys alone show that.
 *
 * So parsing it would lead to the same record and the same text. Everything else is parsed, element by element: texts that `JSON.parse`
 * accepts, between brackets and with a comma between any two, are an array of just these elements. Where that fails, the caller parses
 * the whole answer, and says what is wrong with it.
 *
 * No code is made from what a service sent. No text makes matching slow either: a string ends at its first quote, and no two kinds match
 * the same value, so there is at most one way to match, and time grows with the text only.
 */
import type { ZodMiniType } from "zod/mini";
import type { DotNumber } from "../dot-number.ts";
import { jsonValueEnd } from "../text/json-text.ts";
import { latinClass } from "../text/unsafe-characters.ts";
import { isRecordByKeys } from "./error-body.ts";

/** The most shapes: records that leave out a field, or an object of fields, have one of their own. */
const mostShapes = 8;
/** The most records that a shape is made of, in vain or not. */
const mostTries = 100;
/** The longest record that a shape is made of, in characters. */
const longest = 1_000;

/** The kinds of plain values, each with an example to ask the schema with. Numbers have no more digits than JavaScript can keep. */
const kinds: readonly (readonly [pattern: string, example: unknown])[] = [
  [`"[ !#-[\\]-~${latinClass}]*"`, ""],
  ["0|[1-9]\\d{0,14}", 1],
  ["-?(?:0|[1-9]\\d{0,8})\\.\\d{0,5}[1-9]", 0.5],
  ["null", null],
  ["true|false", true],
];
const canonicalNumber = '"[1-9]\\d{0,7}"';
const plainKey = /^[a-z]\w*$/i;
/** Matches nothing. */
const never = "(?!)";

/** What follows the last element of an array. */
const closing = /^\][ \t\r\n]*$/;

const none: readonly string[] = [];

interface Shape {
  expression: RegExp;
  /** The number of each value's group, by its path. */
  groups: Map<string, number>;
  /** The paths of the objects that the values are in. */
  objects: Set<string>;
}

/** An element of an array that has no known shape. */
export interface ParsedElement {
  value: unknown;
  /** Its own JSON text. */
  text: string;
}

/** Whether the schema has nothing against a record that holds another value in some place. */
type Accepts = (other: unknown) => boolean;

/** The shapes that records of one kind have. */
export class RecordShapes {
  readonly #schema: () => ZodMiniType;
  readonly #shapes: Shape[] = [];
  #tries = 0;

  /** @param schema checks each field by itself, and only its type */
  constructor(schema: () => ZodMiniType) {
    this.#schema = schema;
  }

  /** The elements of a JSON array, in order; undefined for any other text. What is parsed may give a shape to what follows. */
  elementsOf(text: string): (PlainRecord | ParsedElement)[] | undefined {
    if (!text.startsWith("[")) return undefined;
    const elements: (PlainRecord | ParsedElement)[] = [];
    for (let at = 1; ; at += 1) {
      const record = this.#recordAt(text, at);
      const end = record ? at + record.text.length : jsonValueEnd(text, at);
      const element = record ?? this.#parsed(text.slice(at, end));
      if (element === undefined) return undefined;
      elements.push(element);
      if (text.charAt(end) !== ",") return closing.test(text.slice(end)) ? elements : undefined;
      at = end;
    }
  }

  #recordAt(text: string, at: number): PlainRecord | undefined {
    for (const shape of this.#shapes) {
      shape.expression.lastIndex = at;
      const match = shape.expression.exec(text);
      if (match !== null) return new PlainRecord(shape, match);
    }
    return undefined;
  }

  #parsed(json: string): ParsedElement | undefined {
    const element = parsed(json);
    if (element) this.#learn(element);
    return element;
  }

  #learn({ value, text }: ParsedElement): void {
    if (this.#shapes.length === mostShapes || this.#tries === mostTries) return;
    this.#tries += 1;
    const accepts: Accepts = (other) => this.#schema().safeParse(other).success;
    if (text.length > longest || !isObject(value) || !isRecordByKeys(value) || !accepts(value)) return;
    const shape = shapeOf(value, accepts);
    // Some value of the record may be too odd for any shape.
    if (shape.expression.exec(text)?.[0] === text) this.#shapes.push(shape);
  }
}

function parsed(json: string): ParsedElement | undefined {
  try {
    return { value: JSON.parse(json), text: json.trim() };
  } catch {
    return undefined;
  }
}

/** The shape of a record, whose expression has a group for each value. */
function shapeOf(record: Record<string, unknown>, accepts: Accepts): Shape {
  const groups: Shape["groups"] = new Map();
  const objects: Shape["objects"] = new Set();
  const objectPattern = (object: Record<string, unknown>, prefix: string, isAccepted: Accepts): string => {
    const members = Object.entries(object).map(([key, value]) => {
      const pattern = valuePattern(value, prefix + key, (other) => isAccepted({ ...object, [key]: other }));
      return `"${plainKey.test(key) ? key : never}":${pattern}`;
    });
    return `\\{${members.join(",")}\\}`;
  };
  const valuePattern = (value: unknown, path: string, isAccepted: Accepts): string => {
    if (isObject(value)) {
      objects.add(path);
      return objectPattern(value, `${path}.`, isAccepted);
    }
    groups.set(path, groups.size + 1);
    if (path === "dot_number") return `(${canonicalNumber})`;
    const patterns = kinds.filter(([, example]) => isAccepted(example)).map(([pattern]) => pattern);
    return `(${patterns.join("|")})`;
  };
  return { expression: new RegExp(objectPattern(record, "", accepts), "y"), groups, objects };
}

/** A record that was recognized by its text. It is parsed only when it is asked for as a whole. */
export class PlainRecord {
  /** The record's own JSON text: compact and safe to print, as are the strings in it. */
  readonly text: string;
  readonly schemaIssues = none;
  readonly #shape: Shape;
  readonly #match: RegExpExecArray;
  #record: Record<string, unknown> | undefined;

  constructor(shape: Shape, match: RegExpExecArray) {
    this.text = match[0];
    this.#shape = shape;
    this.#match = match;
  }

  get plain(): this {
    return this;
  }

  get record(): Record<string, unknown> {
    this.#record ??= JSON.parse(this.text) as Record<string, unknown>;
    return this.#record;
  }

  get dotNumber(): DotNumber {
    return this.textAt("dot_number") as DotNumber;
  }

  /** The value at a dotted path as text, where null is empty; undefined where no single value is. */
  textAt(path: string): string | undefined {
    const json = this.#jsonAt(path);
    if (json?.startsWith('"')) return json.slice(1, -1);
    return json === "null" ? "" : json;
  }

  /** The value at a dotted path; undefined where no single value is. */
  valueAt(path: string): string | number | boolean | null | undefined {
    const json = this.#jsonAt(path);
    if (json === undefined) return undefined;
    if (json.startsWith('"')) return json.slice(1, -1);
    const number = Number(json);
    return Number.isNaN(number) ? (JSON.parse(json) as boolean | null) : number;
  }

  #jsonAt(path: string): string | undefined {
    const group = this.#shape.groups.get(path);
    return group === undefined ? undefined : this.#match[group];
  }

  /** Whether there is an object at a dotted path. */
  isObjectAt(path: string): boolean {
    return this.#shape.objects.has(path);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

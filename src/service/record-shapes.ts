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
import { isObject, jsonValueEnd, readJson } from "../text/json-text.ts";
import { latinClass } from "../text/safe-text.ts";
import { isRecordByKeys } from "./error-body.ts";

/** The most shapes: records that leave out a field, or an object of fields, have one of their own. */
const maxShapes = 8;
/** The most records that a shape is made of, in vain or not. */
const maxTries = 100;
/** The longest record that a shape is made of, in characters. */
const maxRecord = 1_000;

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

export const none: readonly string[] = [];

interface Shape {
  /** Matches a record, with a group for its number alone: groups take longer than matching. */
  brief: RegExp;
  /** Matches the same, with a group for each value. */
  full: RegExp;
  /** The number of each value's group in `full`, by its path. */
  groups: Map<string, number>;
  /** The paths of the objects that the values are in. */
  objects: Set<string>;
  /** Whether a value of some record was read: then those of the next ones will be, too. */
  isRead: boolean;
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
      const match = matchAt(at, text, shape.isRead ? shape.full : shape.brief);
      if (match !== null) return new PlainRecord(shape, match);
    }
    return undefined;
  }

  #parsed(json: string): ParsedElement | undefined {
    const value = readJson(json);
    if (value === undefined) return undefined;
    const element = { value, text: json.trim() };
    this.#learn(element);
    return element;
  }

  #learn({ value, text }: ParsedElement): void {
    if (this.#shapes.length === maxShapes || this.#tries === maxTries) return;
    this.#tries += 1;
    const accepts: Accepts = (other) => this.#schema().safeParse(other).success;
    if (text.length > maxRecord || !isObject(value) || !isRecordByKeys(value) || !accepts(value)) return;
    const shape = shapeOf(value, accepts);
    // Some value of the record may be too odd for any shape.
    if (matchAt(0, text, shape.full)?.[0] === text) this.#shapes.push(shape);
  }
}

function matchAt(start: number, text: string, expression: RegExp): RegExpExecArray | null {
  expression.lastIndex = start;
  return expression.exec(text);
}

function shapeOf(record: Record<string, unknown>, accepts: Accepts): Shape {
  const objects: Shape["objects"] = new Set();
  const pieces = objectPieces(record, "", accepts, objects);
  const paths = pieces.flatMap((piece) => (typeof piece === "string" ? [] : [piece.path]));
  return {
    brief: expressionOf(pieces, ["dot_number"]),
    full: expressionOf(pieces, paths),
    groups: new Map(paths.map((path, index) => [path, index + 1])),
    objects,
    isRead: false,
  };
}

/** A part of an expression: text as it stands, or a value. */
type Piece = string | { path: string; pattern: string };

/** Adds the path of each object in it to `objects`. */
function objectPieces(
  object: Record<string, unknown>,
  prefix: string,
  accepts: Accepts,
  objects: Set<string>,
): Piece[] {
  const members = Object.entries(object).map(([key, value], index): Piece[] => {
    const start = `${index === 0 ? "" : ","}"${plainKey.test(key) ? key : never}":`;
    const path = prefix + key;
    const acceptsValue: Accepts = (other) => accepts({ ...object, [key]: other });
    if (!isObject(value)) return [start, { path, pattern: valuePattern(path, acceptsValue) }];
    objects.add(path);
    return [start, ...objectPieces(value, `${path}.`, acceptsValue, objects)];
  });
  return ["\\{", ...members.flat(), "\\}"];
}

function valuePattern(path: string, accepts: Accepts): string {
  if (path === "dot_number") return canonicalNumber;
  return kinds.flatMap(([pattern, example]) => (accepts(example) ? [pattern] : [])).join("|");
}

/** Has a group for each of some values. */
function expressionOf(pieces: readonly Piece[], grouped: readonly string[]): RegExp {
  const patterns = pieces.map((piece) => {
    if (typeof piece === "string") return piece;
    return grouped.includes(piece.path) ? `(${piece.pattern})` : `(?:${piece.pattern})`;
  });
  return new RegExp(patterns.join(""), "y");
}

/** A record that was recognized by its text. It is parsed only when it is asked for as a whole. */
export class PlainRecord {
  /** The record's own JSON text: compact and safe to print, as are the strings in it. */
  readonly text: string;
  readonly schemaIssues = none;
  /** The number that it is about. */
  readonly dotNumber: DotNumber;
  readonly #shape: Shape;
  /** By `full`; undefined until a value is read, if `brief` was enough to recognize it. */
  #values: RegExpExecArray | null | undefined;
  #record: Record<string, unknown> | undefined;

  constructor(shape: Shape, match: RegExpExecArray) {
    this.text = match[0];
    this.#shape = shape;
    this.#values = shape.isRead ? match : undefined;
    const group = shape.isRead ? (shape.groups.get("dot_number") as number) : 1;
    this.dotNumber = match[group]?.slice(1, -1) as DotNumber;
  }

  get plain(): this {
    return this;
  }

  get record(): Record<string, unknown> {
    this.#record ??= JSON.parse(this.text) as Record<string, unknown>;
    return this.#record;
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
    if (group === undefined) return undefined;
    this.#shape.isRead = true;
    this.#values ??= matchAt(0, this.text, this.#shape.full);
    return this.#values?.[group];
  }

  /** Whether there is an object at a dotted path. */
  isObjectAt(path: string): boolean {
    return this.#shape.objects.has(path);
  }
}

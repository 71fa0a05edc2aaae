/**
 * A YAML file that people write for vetting: plain YAML 1.2, without what makes a file mean something other than it seems to
 * (tags, anchors and aliases, duplicate keys, several documents), checked by a schema. Every mistake has its place.
 */
import { Buffer } from "node:buffer";
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type YAMLError,
} from "yaml";
import * as z from "zod/mini";
import type { Problem } from "../errors.ts";
import { nearest } from "../text/suggestion.ts";
import { quoted } from "./values.ts";

/** `; did you mean "authority.status"?`, or nothing if no known name is near. */
export function suggestion(name: string, known: readonly string[]): string {
  const near = name.length > maxNameLength ? undefined : nearest(name, known);
  return near === undefined ? "" : `; did you mean "${near}"?`;
}

/** Computing a distance takes quadratic time, and a policy of a million characters may be a single key. */
const maxNameLength = 100;

const maxBytes = 2 ** 20;

type Path = readonly PropertyKey[];

/** How mistakes in a file are worded. */
export interface Wording {
  /** What a place in the file is called: `authority.age: min_days`. */
  label: (path: Path) => string;
  /** The keys that are allowed at a place, and what one is called: "rule", "parameter". */
  keysAt: (path: Path) => { noun: string; known: readonly string[] };
}

/** A parsed file: its content, and where each part is. */
export class YamlFile {
  readonly path: string;
  /** What is wrong with it as YAML; further problems are added by `check`. */
  readonly problems: Problem[] = [];
  /** The content as plain data; undefined if the file cannot be understood at all. */
  readonly content: unknown;
  readonly #document: Document.Parsed | undefined;
  readonly #lines = new LineCounter();

  constructor(text: string, path: string) {
    this.path = path;
    if (Buffer.byteLength(text) > maxBytes) {
      this.#report(0, "the file is larger than 1 MiB");
      return;
    }
    try {
      this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false, version: "1.2" });
      this.content = this.#understand(this.#document);
    } catch (error) {
      // The parser is recursive.
      if (!(error instanceof RangeError)) throw error;
      this.#report(0, "the file is nested too deeply");
    }
  }

  /** Checks the content by a schema. Returns undefined if there is any problem; then all are in `problems`. */
  check<S extends z.ZodMiniType>(schema: S, wording: Wording): z.output<S> | undefined {
    if (this.content === undefined) return undefined;
    const result = z.safeParse(schema, this.content);
    for (const issue of result.error?.issues ?? []) this.#reportIssue(issue, wording);
    return this.problems.length === 0 ? result.data : undefined;
  }

  /** Adds a problem at the value of a path, or as near to it as possible. */
  report(path: Path, message: string): void {
    this.problems.push(this.problemAt(path, message));
  }

  /** A problem at the value of a path, or as near to it as possible. */
  problemAt(path: Path, message: string): Problem {
    return this.#problem(this.#offsetOf(path, "value"), message);
  }

  /** The value at a path of the content; undefined if there is none. */
  valueAt(path: Path): unknown {
    let value = this.content;
    for (const name of path) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
      value = (value as Record<PropertyKey, unknown>)[name];
    }
    return value;
  }

  /** A scalar as it is written in the file: `00344554`, whose value is 344554. */
  sourceOf(path: Path): string | undefined {
    const node: unknown = this.#document?.getIn(path, true);
    return isScalar(node) ? node.source : undefined;
  }

  #understand(document: Document.Parsed): unknown {
    const fatal = document.errors.filter((error) => error.code !== "DUPLICATE_KEY");
    // The parser catches its own stack overflow, and repeats itself on the way out.
    if (fatal.some(({ message }) => message.includes("call stack"))) throw new RangeError("nested too deeply");
    for (const { code, message, pos } of document.errors)
      this.#report(pos[0], plainWords[code] ?? `not YAML: ${message}`);
    if (document.directives.yaml.explicit && document.directives.yaml.version !== "1.2") {
      this.#report(0, "the file must be YAML 1.2");
      return undefined;
    }
    if (fatal.length > 0 || !this.#isPlain(document)) return undefined;
    const content: unknown = document.toJS();
    if (content !== null && content !== undefined) return content;
    this.#report(0, "the file is empty");
    return undefined;
  }

  /** Whether the document is plain data, so that it can be read further; reports every tag, anchor, alias and odd key. */
  #isPlain(document: Document.Parsed): boolean {
    let isPlain = true;
    visit(document, {
      Pair: (_, { key }) => {
        if (!isCollection(key)) return;
        isPlain = false;
        this.#report(key.range?.[0] ?? 0, "a key must be text");
      },
      Node: (_, node) => {
        const at = node.range?.[0] ?? 0;
        if (isAlias(node)) {
          isPlain = false;
          this.#report(at, `alias *${node.source}: write the value out`);
        } else if (node.anchor !== undefined) this.#report(at, `anchor &${node.anchor}: write each value out`);
        if (node.tag !== undefined) this.#report(at, "a tag: leave it out");
      },
    });
    return isPlain;
  }

  #reportIssue(issue: z.core.$ZodIssue, wording: Wording): void {
    if (issue.code === "unrecognized_keys") {
      const { noun, known } = wording.keysAt(issue.path);
      for (const key of issue.keys) {
        const at = this.#offsetOf([...issue.path, key], "key");
        this.#report(at, `unknown ${noun} ${quoted(key)}${suggestion(key, known)}`);
      }
      return;
    }
    this.report(issue.path, worded(wording.label(issue.path), issue.message, this.valueAt(issue.path)));
  }

  #report(offset: number, message: string): void {
    this.problems.push(this.#problem(offset, message));
  }

  #problem(offset: number, message: string): Problem {
    // Before the first line is known, as in a file that was not parsed, everything is at its beginning.
    const { line, col } = this.#lines.linePos(offset);
    return { path: this.path, line: Math.max(line, 1), column: Math.max(col, 1), message };
  }

  /** Where a path's value or key is; if there is neither, the key or the beginning of what should hold it. */
  #offsetOf(path: Path, part: "key" | "value"): number {
    const node: unknown = this.#document?.getIn(path, true);
    if (part === "value" && isNode(node) && node.range) return node.range[0];
    const name = path.at(-1);
    if (name === undefined) return 0;
    const parent: unknown = this.#document?.getIn(path.slice(0, -1), true);
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && String(key.value) === String(name))
      : undefined;
    if (pair && isNode(pair.key) && pair.key.range) return pair.key.range[0];
    return isMap(parent) || isSeq(parent) ? this.#offsetOf(path.slice(0, -1), "key") : 0;
  }
}

const plainWords: Partial<Record<YAMLError["code"], string>> = {
  DUPLICATE_KEY: "this key is given twice",
  MULTIPLE_DOCS: "a second document begins here: one file holds one",
};

/** `min_days must be at least 1, not 0`; `allow "N/A" can match nothing`. */
function worded(label: string, message: string, value: unknown): string {
  if (value === undefined) return `${label} is missing: it ${message}`;
  if (typeof value === "object" && value !== null) return `${label} ${message}`;
  return message.startsWith("must ")
    ? `${label} ${message}, not ${quoted(value)}`
    : `${label} ${quoted(value)} ${message}`;
}

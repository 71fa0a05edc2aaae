/**
 * Reads a YAML file that people write for vetting, and checks it by a schema:
 * each mistake has its place. Import it on demand: it loads `yaml`.
 */
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parse,
  parseDocument,
  visit,
} from "yaml";
import type { z } from "zod";
import { type Problem, VettingFileError } from "../../errors.ts";
import { isOfName, wordsFor } from "./value-types.ts";

type NodePath = readonly PropertyKey[];

const maxBytes = 2 ** 20;
const notPlainYaml =
  "not plain YAML 1.2: write the value out, without a tag, anchor or alias, and with text as keys";

export class YamlFile {
  readonly content: unknown;
  readonly problems: Problem[] = [];
  readonly #path: string;
  readonly #text: string;
  readonly #lines = new LineCounter();
  readonly #document;

  /** @throws {VettingFileError} for text that is not plain YAML */
  constructor(text: string, path: string) {
    this.#path = path;
    this.#text = text.replace(/^\ufeff/, "");
    if (Buffer.byteLength(text) > maxBytes)
      this.#reportAt(0, "the file is larger than 1 MiB");
    this.throwIfWrong();
    const options = { lineCounter: this.#lines, prettyErrors: false };
    this.#document = parseDocument(this.#text, options);
    for (const { message, pos } of this.#document.errors)
      this.#reportAt(pos[0], `not YAML: ${message}`);
    this.throwIfWrong();
    this.#refuseOddities();
    this.content = this.#document.toJS();
    if (this.content === null) this.#reportAt(0, "the file is empty");
    this.throwIfWrong();
  }

  #refuseOddities(): void {
    const refuse = (node: unknown) =>
      this.#reportAt(offsetOf(node), notPlainYaml);
    visit(this.#document, {
      Node(_, node) {
        if (isAlias(node) || node.anchor || node.tag) refuse(node);
      },
      Pair(_, { key }) {
        if (!isScalar(key)) refuse(key);
      },
    });
    this.throwIfWrong();
  }

  #reportAt(offset: number, message: string): void {
    const { line, col } = this.#lines.linePos(offset);
    const place = { path: this.#path, line: line || 1, column: col || 1 };
    this.problems.push({ ...place, message });
  }

  /**
   * A mistake in the value at a path or, where that is not written, in the one
   * above it.
   */
  report(path: NodePath, message: string): void {
    const node = this.#nodeAt(path);
    if (isNode(node) || path.length === 0)
      this.#reportAt(offsetOf(node), message);
    else this.report(path.slice(0, -1), message);
  }

  #nodeAt(path: NodePath): unknown {
    return this.#document.getIn(path, true);
  }

  /** The name that a path ends in. */
  #nameAt(path: NodePath): unknown {
    const above = this.#nodeAt(path.slice(0, -1));
    const pairs = isMap(above) ? above.items : [];
    return pairs.find(({ key }) => String(key) === path.at(-1))?.key;
  }

  /** The value of a scalar; undefined where there is none. */
  valueAt(path: NodePath): unknown {
    return this.#document.getIn(path);
  }

  /** The content with its values as they are written: that of 07030 is 7030. */
  asTexts(): unknown {
    return parse(this.#text, { schema: "failsafe" });
  }

  /** Checks the content by a schema, whose words follow the name of the value. */
  check<S extends z.ZodType>(schema: S): z.output<S> | undefined {
    const { data, error } = schema.safeParse(this.content);
    for (const issue of error?.issues ?? []) {
      const words = wordsFor(issue, labelsIn(issue.path));
      if (isOfName(issue))
        this.#reportAt(offsetOf(this.#nameAt(issue.path)), words);
      else this.report(issue.path, words);
    }
    return data;
  }

  throwIfWrong(): void {
    if (this.problems.length > 0) throw new VettingFileError(this.problems);
  }
}

const offsetOf = (node: unknown): number =>
  (isNode(node) && node.range?.[0]) || 0;

/** The names along a path; what is in `rules` goes by its own. */
function labelsIn(path: NodePath): string[] {
  const names = path.filter((name) => typeof name === "string");
  return names.length > 1 && names[0] === "rules" ? names.slice(1) : names;
}

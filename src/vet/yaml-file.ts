/** Reads a YAML file that people write for vetting, and checks it by a schema: each mistake has its place. Import it on demand: it loads `yaml`. */
import { isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { type Problem, VettingFileError } from "../errors.ts";
import { nearest } from "../text/suggestion.ts";

type Path = readonly PropertyKey[];

export class YamlFile {
  readonly content: unknown;
  readonly problems: Problem[] = [];
  #path: string;
  #lines = new LineCounter();
  #document;

  constructor(text: string, path: string) {
    this.#path = path;
    const options = { lineCounter: this.#lines, prettyErrors: false };
    this.#document = parseDocument(text.replace(/^\ufeff/, ""), options);
    for (const { message, pos } of this.#document.errors)
      this.#reportAt(pos[0], `not YAML: ${message}`);
    this.throwIfWrong();
    this.content = this.#document.toJS();
  }

  #reportAt(offset: number, message: string): void {
    const { line, col } = this.#lines.linePos(offset);
    this.problems.push({ path: this.#path, line, column: col, message });
  }

  /** Notes a mistake in the value at a path or, where that is not written, in the one above it; `key` is a name within it. */
  report(at: Path, message: string, key?: string): void {
    const node = this.#document.getIn(at, true);
    if (!isNode(node) && at.length > 0)
      return this.report(at.slice(0, -1), message);
    const pair =
      isMap(node) &&
      node.items.find((one) => isScalar(one.key) && one.key.value === key);
    const found = pair ? pair.key : node;
    this.#reportAt((isNode(found) && found.range?.[0]) || 0, message);
  }

  /** A scalar as it is written: the value of 07030 is 7030. */
  writtenAt(at: Path): string {
    const node = this.#document.getIn(at, true);
    return isScalar(node) ? (node.source ?? "") : "";
  }

  /** Checks the content by a schema; a misspelled name may be meant for one of those given. */
  check<S extends z.ZodType>(
    schema: S,
    names: readonly string[],
  ): z.output<S> | undefined {
    const { data, error } = schema.safeParse(this.content);
    for (const issue of error?.issues ?? []) {
      const { path, message } = issue;
      const label = path.filter(
        (name) => typeof name === "string" && name !== "rules",
      );
      const say = (words: string, key?: string) =>
        this.report(path, [...label, words].join(": "), key);
      if (issue.code !== "unrecognized_keys")
        say(message.replace(/^Invalid \w+: /, ""));
      else
        for (const key of issue.keys) {
          const near = nearest(key, names);
          say(
            `unknown name "${key}"${near ? `; did you mean "${near}"?` : ""}`,
            key,
          );
        }
    }
    return data;
  }

  throwIfWrong(): void {
    if (this.problems.length > 0) throw new VettingFileError(this.problems);
  }
}

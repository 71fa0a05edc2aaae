/**
 * Reads a YAML file that people write for vetting, and checks it by a schema:
 * each mistake has its place. Import it on demand: it loads `yaml`.
 */
import {
  type Document,
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

export type YamlFile = ReturnType<typeof readYaml>;

/** @throws {VettingFileError} for text that is not plain YAML */
export function readYaml(given: string, file: string) {
  const text = given.replace(/^\ufeff/, "");
  const problems: Problem[] = [];
  const lineCounter = new LineCounter();

  function reportAt(offset: number, message: string): void {
    const { line, col } = lineCounter.linePos(offset);
    problems.push({ path: file, line: line || 1, column: col || 1, message });
  }

  function throwIfWrong(): void {
    if (problems.length > 0) throw new VettingFileError(problems);
  }

  if (Buffer.byteLength(given) > maxBytes)
    reportAt(0, "the file is larger than 1 MiB");
  throwIfWrong();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  for (const { message, pos } of document.errors)
    reportAt(pos[0], `not YAML: ${message}`);
  throwIfWrong();
  for (const node of odditiesIn(document))
    reportAt(offsetOf(node), notPlainYaml);
  throwIfWrong();
  const content: unknown = document.toJS();
  if (content === null) reportAt(0, "the file is empty");
  throwIfWrong();

  /**
   * A mistake in the value at a path or, where that is not written, in the one
   * above it.
   */
  function report(path: NodePath, message: string): void {
    const node = document.getIn(path, true);
    if (isNode(node) || path.length === 0) reportAt(offsetOf(node), message);
    else report(path.slice(0, -1), message);
  }

  return {
    content,
    problems,
    report,
    throwIfWrong,
    /** The value of a scalar; undefined where there is none. */
    valueAt: (path: NodePath): unknown => document.getIn(path),
    /** The content with its values as they are written: that of 07030 is 7030. */
    asTexts: (): unknown => parse(text, { schema: "failsafe" }),
    /** Checks the content by a schema, whose words follow the name of the value. */
    check<S extends z.ZodType>(schema: S): z.output<S> | undefined {
      const { data, error } = schema.safeParse(content);
      for (const issue of error?.issues ?? []) {
        const words = wordsFor(issue, labelsIn(issue.path));
        if (isOfName(issue))
          reportAt(offsetOf(nameAt(document, issue.path)), words);
        else report(issue.path, words);
      }
      return data;
    },
  };
}

/** What plain YAML does not have: a tag, an anchor, an alias, another key than text. */
function odditiesIn(document: Document): unknown[] {
  const oddities: unknown[] = [];
  visit(document, {
    Node(_, node) {
      if (isAlias(node) || node.anchor || node.tag) oddities.push(node);
    },
    Pair(_, { key }) {
      if (!isScalar(key)) oddities.push(key);
    },
  });
  return oddities;
}

/** The name that a path ends in. */
function nameAt(document: Document, path: NodePath): unknown {
  const above = document.getIn(path.slice(0, -1), true);
  const pairs = isMap(above) ? above.items : [];
  return pairs.find(({ key }) => String(key) === path.at(-1))?.key;
}

const offsetOf = (node: unknown): number =>
  (isNode(node) && node.range?.[0]) || 0;

/** The names along a path; what is in `rules` goes by its own. */
function labelsIn(path: NodePath): string[] {
  const names = path.filter((name) => typeof name === "string");
  return names.length > 1 && names[0] === "rules" ? names.slice(1) : names;
}

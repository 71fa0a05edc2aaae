/** Reads a YAML file that people write for vetting. Import it on demand: it loads `yaml`. */
import { Buffer } from "node:buffer";
import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
} from "yaml";
import type { Problem } from "../errors.ts";

export type Place = Omit<Problem, "message">;

export interface Part {
  place: Place;
  key?: Place;
  value?: unknown;
  /** A scalar as it is written, without its quotes: the value of 07030 is 7030. */
  written?: string | undefined;
  members?: ReadonlyMap<string, Part>;
  items?: readonly Part[];
}

const maxBytes = 2 ** 20;
const notPlain =
  "not plain YAML 1.2: write the value out, without a tag, anchor or alias, and with text as keys";

export function readYaml(
  text: string,
  path: string,
): { root?: Part; problems: Problem[] } {
  const lines = new LineCounter();
  const start = { path, line: 1, column: 1 };
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { path, line, column: col };
  };
  if (Buffer.byteLength(text) > maxBytes)
    return {
      problems: [{ ...start, message: "the file is larger than 1 MiB" }],
    };
  const plain = text.replace(/^\ufeff/, "");
  const document = parseDocument(plain, {
    lineCounter: lines,
    prettyErrors: false,
    version: "1.2",
  });
  const problems = document.errors.map(({ message, pos }) => ({
    ...placeOf(pos[0]),
    message: `not YAML: ${message}`,
  }));
  const { explicit, version } = document.directives.yaml;
  if (explicit && version !== "1.2")
    problems.push({ ...start, message: notPlain });
  if (problems.length > 0) return { problems };
  const root = partOf(document.contents, start, placeOf, (place) =>
    problems.push({ ...place, message: notPlain }),
  );
  if (root.value === null)
    problems.push({ ...start, message: "the file is empty" });
  return problems.length > 0 ? { problems } : { root, problems };
}

function partOf(
  node: unknown,
  above: Place,
  placeOf: (offset: number) => Place,
  odd: (place: Place) => void,
): Part {
  if (!isNode(node)) return { place: above, value: null };
  const place = node.range ? placeOf(node.range[0]) : above;
  const inner = (one: unknown, outer = place) =>
    partOf(one, outer, placeOf, odd);
  const isPlain = isMap(node) || isSeq(node) || isScalar(node);
  if (!isPlain || node.anchor !== undefined || node.tag !== undefined)
    odd(place);
  if (isSeq(node))
    return { place, items: node.items.map((item) => inner(item)) };
  if (isScalar(node)) return { place, value: node.value, written: node.source };
  if (!isMap(node)) return { place };
  const members = node.items.map(({ key, value }) => {
    const name = inner(key);
    if (!isScalar(key)) odd(name.place);
    return [
      String(name.value),
      { ...inner(value, name.place), key: name.place },
    ] as const;
  });
  return { place, members: new Map(members) };
}

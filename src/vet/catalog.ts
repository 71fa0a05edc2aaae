/** The rule catalog, from the schemas that the parser reads: what `usdot vet --rules` prints, and docs/rules.md shows. */

import type { AnswerName } from "../answer.ts";
import { wrap } from "../text/width.ts";
import { commonParameters } from "./policy.ts";
import { rules } from "./rules/index.ts";

export async function ruleCatalog(): Promise<string> {
  const kinds = await import("./kinds.ts");
  const indented = (text: string, spaces: number) =>
    wrap(text, 100 - spaces).map((line) => " ".repeat(spaces) + line);
  const parametersOf = (shape: object) =>
    Object.entries(shape).flatMap(([name, { description = "" }]) =>
      indented(`${name}: ${description}`, 4),
    );
  const paragraphs = rules.map(({ name, summary, parameters, needs }) => {
    const asks = indented(`asks: ${recordsAsked(needs)}`, 4);
    return [
      name,
      ...indented(summary, 2),
      ...parametersOf(parameters(kinds)),
      ...asks,
    ];
  });
  const common = [
    "Every rule also takes",
    ...parametersOf(commonParameters(kinds)),
  ];
  return `${[...paragraphs, common].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** The records that a rule asks for, in words. */
export function recordsAsked(needs: (typeof rules)[number]["needs"]): string {
  if (typeof needs === "function") return "as its parameters say";
  const inWords = (name: AnswerName) =>
    name === "summary" ? "carrier or bulk summary" : name;
  return needs.map(inWords).join(", ") || "nothing";
}

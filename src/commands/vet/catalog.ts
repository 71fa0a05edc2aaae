/** The rule catalog, from the declarations that the parser reads: what `usdot vet --rules` prints, and docs/rules.md shows. */
import { wrap } from "../../text/width.ts";
import { commonParameters } from "../../vet/policy.ts";
import type { Rule } from "../../vet/rule.ts";
import { rules } from "../../vet/rules/index.ts";

export function ruleCatalog(): string {
  const paragraphs = rules.map((rule) => [
    rule.name,
    ...indented(rule.summary, 2),
    ...parameterLines(rule.parameters),
    ...indented(`asks: ${recordsAsked(rule)}`, 4),
  ]);
  const common = ["Every rule also takes", ...parameterLines(commonParameters)];
  return `${[...paragraphs, common].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** The records that a rule asks for, in words. */
export function recordsAsked({
  needs,
  reads = [],
}: Pick<Rule, "needs" | "reads">): string {
  if (typeof needs === "function") return "as its parameters say";
  const asked = needs
    .map((name) => (name === "summary" ? "carrier or bulk summary" : name))
    .join(", ");
  const optional = reads.map((name) => ` (and ${name}, if asked for)`).join("");
  return asked + optional || "nothing";
}

function parameterLines(
  parameters: Readonly<Record<string, { words: string }>>,
): string[] {
  return Object.entries(parameters).flatMap(([name, { words }]) =>
    indented(`${name}: ${words}`, 4),
  );
}

function indented(text: string, spaces: number): string[] {
  return wrap(text, 100 - spaces).map((line) => " ".repeat(spaces) + line);
}

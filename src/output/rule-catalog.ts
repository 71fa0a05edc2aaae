/** The rule catalog, from the declarations that the parser reads: what `--rules` prints, and docs/rules.md shows. */
import { commonParameters } from "../vet/policy.ts";
import { rules } from "../vet/rules/index.ts";
import type { Rule } from "../vet/rules/rule.ts";
import { exists } from "../vet/rules/standing.ts";
import { plainTable } from "./table.ts";

type Entry = Pick<Rule, "name" | "summary" | "outcomes"> & Partial<Rule>;

const entries: readonly Entry[] = [{ ...exists, needs: ["summary"] }, ...rules];

/**
 * A paragraph for each rule, and what every rule takes.
 * @param width columns of the terminal; undefined where nothing needs to fit
 */
export function ruleCatalog(width?: number): string {
  const indented = (rows: readonly (readonly string[])[], columns: number) =>
    plainTable(rows, width && width - columns).replace(/^(?=.)/gm, " ".repeat(columns));
  const paragraphs = catalogEntries().map(
    ({ name, summary, lines }) => `${name}\n${indented([[summary]], 2)}${indented(lines, 4)}`,
  );
  return [...paragraphs, `Every rule also takes\n${indented(commonLines, 2)}`].join("\n");
}

/** What every rule takes beside its own parameters. */
export const commonLines = parameterLines(commonParameters);

/** The rules: the parameters that each takes, then the records that it asks for and its outcomes. */
export function catalogEntries(): { name: string; summary: string; lines: [string, string][] }[] {
  return entries.map((entry) => {
    const { name, summary, parameters, outcomes } = entry;
    const asked: [string, string] = ["asks", recordsAsked(entry)];
    return { name, summary, lines: [...parameterLines(parameters?.() ?? {}), asked, ...Object.entries(outcomes)] };
  });
}

/** The records that a rule asks for, in words. */
function recordsAsked({ needs = [], reads = [] }: Entry): string {
  const asked = needs.map((name) => (name === "summary" ? "carrier or bulk summary" : name)).join(", ");
  const optional = reads.map((name) => ` (and ${name}, if asked for)`).join("");
  return asked + optional || "nothing";
}

function parameterLines(parameters: Readonly<Record<string, { words: string }>>): [name: string, words: string][] {
  return Object.entries(parameters).map(([name, { words }]) => [name, words]);
}

/** The rule catalog, from the declarations that the parser reads: what `--rules` prints, and docs/rules.md shows. */
import { commonParameters } from "./policy.ts";
import { rules } from "./rules/index.ts";
import type { Rule } from "./rules/rule.ts";
import { exists } from "./rules/standing.ts";

type Entry = Pick<Rule, "name" | "summary" | "outcomes"> & Partial<Rule>;

const entries: readonly Entry[] = [{ ...exists, needs: ["summary"] }, ...rules];

/** The records that a rule asks for, in words. */
function recordsAsked({ needs = [], reads = [] }: Entry): string {
  const asked = needs.map((name) => (name === "summary" ? "carrier or bulk summary" : name)).join(", ");
  const optional = reads.map((name) => ` (and ${name}, if asked for)`).join("");
  return asked + optional || "nothing";
}

/** What every rule takes beside its own parameters. */
export const commonLines = linesOf(commonParameters);

/** The rules: the parameters that each takes, then the records that it asks for and its outcomes. */
export function catalogEntries(): { name: string; summary: string; lines: [string, string][] }[] {
  return entries.map((entry) => {
    const { name, summary, parameters, outcomes } = entry;
    const asked: [string, string] = ["asks", recordsAsked(entry)];
    return { name, summary, lines: [...linesOf(parameters?.() ?? {}), asked, ...Object.entries(outcomes)] };
  });
}

function linesOf(parameters: Readonly<Record<string, { words: string }>>): [name: string, words: string][] {
  return Object.entries(parameters).map(([name, { words }]) => [name, words]);
}

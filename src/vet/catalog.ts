/** The rule catalog: what `--rules` prints and docs/rules.md shows, from the declarations that the parser reads. */
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

function parametersOf({ parameters = {} }: Entry): [name: string, words: string][] {
  return Object.entries(parameters).map(([name, { words }]) => [name, words]);
}

/** What every rule takes beside its own parameters. */
export const commonLines = Object.entries(commonParameters).map(([name, { words }]): [string, string] => [name, words]);

function outcomesOf(entry: Entry): [name: string, words: string][] {
  return [["asks", recordsAsked(entry)], ...Object.entries(entry.outcomes)];
}

/** The rules for a terminal: what each takes, and what its outcomes are. */
export function catalogEntries(): { name: string; summary: string; lines: [string, string][] }[] {
  return entries.map((entry) => {
    return { name: entry.name, summary: entry.summary, lines: [...parametersOf(entry), ...outcomesOf(entry)] };
  });
}

/** The catalog as Markdown: docs/rules.md. */
export function catalogMarkdown(): string {
  const introduction = [
    "# The rules of `usdot vet`",
    "",
    "`usdot vet --rules` prints this catalog. It is generated from the rules' declarations (`npm run docs:rules`).",
    "A value that is not stated, or cannot be read, never fails a rule: the outcome is unknown.",
    "",
    "Every rule also takes:",
    "",
    ...commonLines.map(([name, words]) => `- \`${name}\`: ${markdown(words)}`),
  ];
  return [introduction.join("\n"), ...entries.map(entryMarkdown)].join("\n\n").concat("\n");
}

function entryMarkdown(entry: Entry): string {
  const parameters = parametersOf(entry).map(([name, words]) => `- \`${name}\`: ${markdown(words)}`);
  const outcomes = outcomesOf(entry).map(([name, words]) => `| ${name} | ${markdown(words)} |`);
  const body = [...parameters, ...(parameters.length > 0 ? [""] : []), "| | |", "|---|---|", ...outcomes];
  return [`## \`${entry.name}\``, "", markdown(entry.summary), "", ...body].join("\n");
}

/** Our own words: only what Markdown would take for its own in them. */
function markdown(words: string): string {
  return words.replaceAll("|", "\\|").replaceAll("*", "\\*").replaceAll("_", "\\_");
}

/** The lookups: what each is called, what its help says, and what it asks for. */
import type { Command } from "commander";
import { UsageError } from "../errors.ts";
import { isLabel } from "../input/input.ts";
import { lookupFormats } from "../output/formats/index.ts";
import { addNotes } from "../reference/command-tree.ts";
import type { Context } from "../runtime/context.ts";
import type { Host } from "../runtime/host.ts";
import type { OptionName } from "../settings/options.ts";
import { withExamples } from "./help.ts";
import { addKeepColumns, addListOptions, type LookupOptions } from "./lookup/list-options.ts";
import type { LookupPlan } from "./lookup/plan.ts";
import { settingFlags } from "./setting-flags.ts";

interface Lookup {
  name: string;
  /** In the list of commands. */
  summary: string;
  /** In its own help. */
  description: string;
  examples: readonly string[];
  /** Whether a number has one row of values, which can be added to a row of the user's. */
  keepsColumns?: boolean;
  /** Settings that other lookups don't have. */
  settings?: readonly OptionName[];
  /** What to ask for and how to show it, loaded when the command runs: help needs none of it. */
  plan(context: Context): Promise<LookupPlan>;
}

/** The lookup that runs when no command is named: `usdot 2233855`. */
const defaultLookup = "snapshot";

const lookups: readonly Lookup[] = [
  {
    name: "snapshot",
    summary: "one screen: what is wrong, what is not known",
    description: "One carrier on one screen: its three records joined, problems first",
    examples: [
      "usdot 2233855                      the screen; the same as usdot snapshot 2233855",
      "usdot snapshot 2233855 76830       a line for each",
      "usdot snapshot -f fleet.csv --format csv",
    ],
    settings: ["policy"],
    plan: async (context) => (await import("./snapshot/ask-snapshot.ts")).snapshotPlan(context),
  },
  {
    name: "carrier",
    summary: "who a carrier is, at a glance",
    description: "Who a carrier is: status, authority, fleet, insurance on file, safety",
    examples: [
      "usdot carrier 2233855              at a glance",
      "usdot carrier 2233855 --json       the service's own JSON",
      "usdot carrier --file fleet.csv     every number of a list",
    ],
    keepsColumns: true,
    plan: async () => (await import("./lookup/plan.ts")).recordPlan("carrier"),
  },
  {
    name: "insurance",
    summary: "its active policies, and when they expire",
    description: "A carrier's active insurance policies, and when they expire",
    examples: [
      "usdot insurance 2233855            one line per policy",
      "usdot insurance 2233855 --json     the service's own JSON",
      "usdot insurance --file fleet.csv --format csv",
    ],
    plan: async () => (await import("./lookup/plan.ts")).recordPlan("insurance"),
  },
  {
    name: "safety",
    summary: "its inspections, crashes and violations",
    description: "A carrier's inspections, crashes and violations",
    examples: [
      "usdot safety 2233855                     beside the national averages",
      "usdot safety 2233855 76830 --format csv  several at once",
      "usdot safety 2233855 --fields crashes    part of it",
    ],
    plan: async () => (await import("./lookup/plan.ts")).recordPlan("safety"),
  },
  {
    name: "bulk",
    summary: "summaries of a list (needs an API key)",
    description: "Summaries of a list of carriers, many per request; needs an API key",
    examples: [
      "usdot bulk --file fleet.csv                 one line per carrier",
      "cat dots.txt | usdot bulk --format ndjson   for a script",
      "usdot bulk -f big.csv --output out.ndjson --format ndjson --resume",
    ],
    keepsColumns: true,
    settings: ["batch-size"],
    plan: async () => (await import("./lookup/plan.ts")).bulkPlan,
  },
];

/** Declares `usdot NAME [numbers...]` for every lookup. */
export function declareLookups(program: Command, host: Host): void {
  for (const { name, summary, description, examples, settings = [], plan, keepsColumns } of lookups) {
    const isDefault = name === defaultLookup;
    const declared = program.command(name, { isDefault });
    addNotes(declared, {
      formats: lookupFormats,
      isDefault,
      settings: ["format", "output", "fields", "csv-raw", ...settings],
    });
    addListOptions(withExamples(declared, examples).summary(summary).description(description));
    if (keepsColumns) addKeepColumns(declared);
    declared
      .option("--allow-missing", "exit with 0 although a carrier doesn't exist")
      .option("--resume", "continue --output after an interruption")
      .action(async (numbers: string[], options: LookupOptions, command: Command) => {
        const isNamed = program.args[0] === name;
        const [first] = numbers;
        if (!isNamed && first !== undefined) refuseMistyped(first, program);
        const { runLookup } = await import("./lookup/run-lookup.ts");
        const help = () => (isNamed ? command : program).helpInformation();
        await runLookup(host, plan, { numbers, options, flags: settingFlags(program), help });
      });
  }
}

/** A word in place of a number is most likely a mistyped command, unless people write it before a number: `usdot DOT 2233855`. */
function refuseMistyped(word: string, program: Command): void {
  if (!/^[a-z][a-z-]*$/i.test(word) || isLabel(word)) return;
  throw new UsageError(`${JSON.stringify(word)} is neither a command nor a USDOT number`, {
    hint: "usdot help lists the commands",
    mistyped: { word, names: program.commands.map((command) => command.name()) },
  });
}

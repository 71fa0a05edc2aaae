/** `usdot vet`: judges carriers by a policy. */
import type { Command } from "commander";
import type { Host } from "../runtime/host.ts";
import { moreOptions, withExamples } from "./help.ts";
import { addListOptions, collect } from "./lookup/list-options.ts";
import { addSettings, settingFlags } from "./setting-flags.ts";
import {
  parseAsOf,
  parseClaim,
  parseMaxAge,
  type VetOptions,
} from "./vet/options.ts";

export function declareVet(program: Command, host: Host): void {
  const declared = withExamples(program.command("vet"), [
    "usdot vet 2233855 --claim name='ACME FREIGHT' --claim phone=555-555-0110",
    "usdot vet -f carriers.xlsx --keep-columns -o checked.xlsx",
    "usdot vet -f carriers.txt --policy policy.yaml --history runs",
  ])
    .summary("can I book them? pass, fail or review")
    .description("Judge carriers by a policy: pass, fail or review");
  addSettings(declared, ["policy", "format", "output", "by", "batch-size"]);
  addListOptions(declared)
    .option(
      "--claim <field=value>",
      "what they say: name, phone...; repeatable",
      parseClaim("--claim", "VALUE"),
    )
    .option("--waivers <path>", "accepted exceptions")
    .option("--evidence <path>", "record the run; never replaces a file")
    .option(
      "--history <dir>",
      "monitoring: record there, compare with the run before",
    )
    .option(
      "--report <format=path>",
      "also write a report; repeatable",
      collect,
    );
  addRareOptions(declared.optionsGroup(moreOptions));
  declared.action(
    async (numbers: string[], options: VetOptions, command: Command) => {
      const { runVet } = await import("./vet/run-vet.ts");
      const help = () => command.outputHelp({ error: true });
      await runVet(host, {
        numbers,
        options,
        flags: settingFlags(program),
        help,
      });
    },
  );
}

function addRareOptions(command: Command): void {
  command
    .option(
      "--claim-column <field=column>",
      "a column with claims; repeatable",
      parseClaim("--claim-column", "COLUMN"),
    )
    .option("--reference <text>", "the load that the vetting is for")
    .option(
      "--from <path>",
      "judge the answers in an evidence file; send nothing",
    )
    .option(
      "--as-of <date|now>",
      "with --from: judge as of another day",
      parseAsOf,
    )
    .option(
      "--reuse <path>",
      "take recent answers from evidence; repeatable",
      collect,
    )
    .option(
      "--max-age <hours>",
      "with --reuse: how recent (default: 24)",
      parseMaxAge,
    )
    .option("--since <path>", "report what changed since an evidence file")
    .option(
      "--only-changed",
      "with --since or --history: report only what changed",
    )
    .option(
      "--expect-sha256 <hash>",
      "refuse the evidence unless it ends with this hash",
    )
    .option("--dry-run", "check policy and list, print the plan, send nothing")
    .option("--print-policy", "print the built-in policy")
    .option("--rules", "print the rule catalog");
}

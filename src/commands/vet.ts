/** `usdot vet`: judges carriers by a policy. */
import { type Command, Option } from "commander";
import type { Host } from "../run/host.ts";
import { moreOptions, withExamples } from "./help.ts";
import { addListOptions, collect } from "./list-options.ts";
import { addSettings, settingFlags } from "./setting-flags.ts";
import { parseClaim, type VetOptions } from "./vet-plan.ts";

export function declareVet(program: Command, host: Host): void {
  const declared = withExamples(program.command("vet"), [
    "usdot vet 2233855 --claim name='ACME FREIGHT' --claim phone=555-555-0110",
    "usdot vet -f carriers.xlsx --keep-columns -o checked.xlsx",
    "usdot vet -f carriers.txt --policy policy.yaml --history runs",
  ])
    .summary("can I book them? pass, fail or review")
    .description("Judge carriers by a policy: pass, fail or review");
  addSettings(declared, ["policy", "format", "output", "by", "batch-size"]);
  const recorded = [
    "file",
    "column",
    "strict",
    "shard",
    "keepColumns",
    "dryRun",
    "claim",
    "claimColumn",
    "reference",
  ];
  const from = new Option(
    "--from <path>",
    "judge the answers in an evidence file; send nothing",
  );
  const history = new Option(
    "--history <dir>",
    "monitoring: record there, compare with the run before",
  );
  addListOptions(declared)
    .option(
      "--claim <field=value>",
      "what they say: name, phone...; repeatable",
      parseClaim("--claim", "VALUE"),
    )
    .option("--waivers <path>", "accepted exceptions")
    .option("--evidence <path>", "record the run; never replaces a file")
    .addOption(history.conflicts(["evidence", "shard"]))
    .option(
      "--report <format=path>",
      "also write a report; repeatable",
      collect,
    )
    .optionsGroup(moreOptions)
    .option(
      "--claim-column <field=column>",
      "a column with claims; repeatable",
      parseClaim("--claim-column", "COLUMN"),
    )
    .option("--reference <text>", "the load that the vetting is for")
    .addOption(from.conflicts([...recorded, "evidence", "history", "reuse"]))
    .option(
      "--reuse <path>",
      "take answers of the last 24 hours from evidence; repeatable",
      collect,
    )
    .addOption(
      new Option(
        "--only-changed",
        "with --history: report only what changed",
      ).conflicts("keepColumns"),
    )
    .option("--dry-run", "check policy and list, print the plan, send nothing")
    .option("--print-policy", "print the built-in policy")
    .option("--rules", "print the rule catalog");
  declared.action(
    async (numbers: string[], options: VetOptions, command: Command) => {
      const { runVet } = await import("./vet-run.ts");
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

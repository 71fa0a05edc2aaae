/** `usdot vet`: judges carriers by a policy. */
import type { Command } from "commander";
import { reportNames } from "../output/reports/index.ts";
import type { Host } from "../runtime/host.ts";
import { withExamples } from "./help.ts";
import { repeatedFile } from "./lookup/declare-lookup.ts";
import { repeated, suggestingOption } from "./option-values.ts";
import { settingFlags } from "./setting-flags.ts";
import type { VetFlags } from "./vet/flags.ts";

/** Declares `usdot vet [numbers...]`. */
export function declareVet(program: Command, host: Host): void {
  withExamples(program.command("vet"), [
    "usdot vet 2233855                            pass, fail or review, with every rule",
    "usdot vet -f carriers.txt --policy policy.yaml --evidence run.ndjson",
    "usdot vet -f carriers.txt --format github --report junit=vet.xml",
    "usdot vet --from run.ndjson                  judge a recorded run again, offline",
  ])
    .summary("pass, fail or review, by a policy")
    .description("Judge carriers by a policy: pass, fail or review")
    .argument("[numbers...]", "USDOT numbers; - reads them from standard input")
    .option("-f, --file <path>", "read a list, by line or delimited; repeatable", repeatedFile)
    .option("--column <name|number>", "the list's column, if it cannot be told")
    .option("--strict", "refuse a list that has a bad line")
    .option("--shard <part/of>", "vet one of several equal parts, such as 3/8")
    .option("--rejects <path>", "write what was not answered to a CSV for --file")
    .option("--waivers <path>", "accepted exceptions")
    .option("--evidence <path>", "record the run, for --from, --reuse and --since")
    .option("--from <path>", "judge the answers in an evidence file; send nothing")
    .addOption(suggestingOption("--as-of <date|now>", "with --from: judge as of another day", ["now"]))
    .option("--reuse <path>", "take recent answers from an evidence file; repeatable", repeated())
    .option("--max-age <hours>", "with --reuse: how recent (default: 24)")
    .addOption(suggestingOption("--since <path|none>", "report what changed since an evidence file", ["none"]))
    .addOption(
      suggestingOption("--report <format=path>", "also write a report; repeatable", reportNames).argParser(repeated()),
    )
    .option("--dry-run", "check policy and list, print the plan, send nothing")
    .option("--print-policy", "print the built-in policy")
    .option("--rules", "print the rule catalog")
    .action(async (numbers: string[], own: VetFlags, command: Command) => {
      const { runVet } = await import("./vet/run-vet.ts");
      const flags = { ...own, ...settingFlags(program) };
      await runVet(host, { numbers, flags, help: () => command.helpInformation() });
    });
}

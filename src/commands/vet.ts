/** `usdot vet`: judges carriers by a policy. */
import type { Command } from "commander";
import { reportNames } from "../output/reports/index.ts";
import { addNotes, repeated, suggestingOption } from "../reference/command-tree.ts";
import type { Host } from "../runtime/host.ts";
import { withExamples } from "./help.ts";
import { addKeepColumns, addListOptions, fileNameOf, filePathOf } from "./lookup/list-options.ts";
import { settingFlags } from "./setting-flags.ts";
import { parseAsOf, parseMaxAge, parseSchemaName, parseSha256, schemaNames, type VetOptions } from "./vet/options.ts";

const printSchema = suggestingOption(
  "--print-schema <file>",
  "print a JSON Schema for editors: policy or waivers",
  schemaNames,
).argParser(parseSchemaName);

/** Declares `usdot vet [numbers...]`. */
export function declareVet(program: Command, host: Host): void {
  const declared = withExamples(program.command("vet"), [
    "usdot vet 2233855                            pass, fail or review, with every rule",
    "usdot vet -f carriers.txt --policy policy.yaml --evidence run.ndjson",
    "usdot vet -f carriers.txt --format github --report junit=vet.xml",
    "usdot vet --from run.ndjson                  judge a recorded run again, offline",
  ])
    .summary("pass, fail or review, by a policy")
    .description("Judge carriers by a policy: pass, fail or review");
  addNotes(declared, { settings: ["format", "output", "policy", "batch-size"] });
  addKeepColumns(addListOptions(declared))
    .option("--waivers <path>", "accepted exceptions", filePathOf("--waivers"))
    .option("--evidence <path>", "record the run, for --from, --reuse and --since", fileNameOf("--evidence"))
    .option("--from <path>", "judge the answers in an evidence file; send nothing", filePathOf("--from"))
    .addOption(
      suggestingOption("--as-of <date|now>", "with --from: judge as of another day", ["now"]).argParser(parseAsOf),
    )
    .option("--reuse <path>", "take recent answers from an evidence file; repeatable", repeated(fileNameOf("--reuse")))
    .option("--max-age <hours>", "with --reuse: how recent (default: 24)", parseMaxAge)
    .addOption(
      suggestingOption("--since <path|none>", "report what changed since an evidence file", ["none"]).argParser(
        fileNameOf("--since"),
      ),
    )
    .option(
      "--history <path>",
      "record the run in a directory, and compare with the runs there",
      fileNameOf("--history", "directory"),
    )
    .option("--only-changed", "with --since or --history: report only carriers that changed")
    .option("--expect-sha256 <hash>", "refuse the evidence file unless it ends with this hash", parseSha256)
    .addOption(
      suggestingOption("--report <format=path>", "also write a report; repeatable", reportNames).argParser(repeated()),
    )
    .option("--dry-run", "check policy and list, print the plan, send nothing")
    .option("--print-policy", "print the built-in policy")
    .addOption(printSchema)
    .option("--rules", "print the rule catalog")
    .action(async (numbers: string[], options: VetOptions, command: Command) => {
      const { runVet } = await import("./vet/run-vet.ts");
      await runVet(host, { numbers, options, flags: settingFlags(program), help: () => command.helpInformation() });
    });
}

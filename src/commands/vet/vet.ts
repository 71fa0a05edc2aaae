/** `usdot vet`: judges carriers by a policy. */
import { refuse } from "../../errors.ts";
import { type Claims, claimFields, claimNamed } from "../../list/input.ts";
import type { Host } from "../../run/host.ts";
import { quoted } from "../../text/json.ts";
import { excerpt } from "../../text/safe-text.ts";
import { moreOptions } from "../help.ts";
import {
  addListOptions,
  collect,
  pairIn,
  type VetOptions,
  withHelp,
} from "../options.ts";
import type { UsdotCommand } from "../usdot-command.ts";

export function declareVet(program: UsdotCommand, host: Host): void {
  const declared = program
    .command("vet")
    .summary("can I book them? pass, fail or review")
    .description("Judge carriers by a policy: pass, fail or review")
    .withSettings("policy", "format", "output", "evidence", "by", "batch-size")
    .withExamples(
      "usdot vet 2233855 --claim phone=555-555-0110",
      "usdot vet 2233855 --reference 4782 --evidence vetting/",
      "usdot vet -f carriers.xlsx --keep-columns -o checked.xlsx",
      "usdot vet -f carriers.txt --history runs",
    );
  addListOptions(declared)
    .option(
      "--claim <field=value>",
      "what they say: name, phone...; repeatable",
      parseClaim("--claim", "VALUE"),
    )
    .option("--reference <text>", "the load that the vetting is for")
    .option("--history <dir>", "monitoring: compare with the run before")
    .optionsGroup(moreOptions)
    .option(
      "--claim-column <field=column>",
      "a column with claims; repeatable",
      parseClaim("--claim-column", "COLUMN"),
    )
    .option(
      "--report <format=path>",
      "also write a report; repeatable",
      collect,
    )
    .option("--waivers <path>", "accepted exceptions")
    .option(
      "--waive <rule=reason>",
      "an exception for this run alone; needs --by",
      collect,
    )
    .option("--no-evidence", "record nothing, whatever the settings say")
    .option("--from <path>", "judge recorded answers again; send nothing")
    .option(
      "--reuse <path>",
      "take answers of the last 24 hours from evidence; repeatable",
      collect,
    )
    .option("--only-changed", "with --history: report only what changed")
    .option("--dry-run", "check policy and list, print the plan, send nothing")
    .option("--print-policy", "print the built-in policy")
    .option("--rules", "print the rule catalog")
    .action(async (numbers: string[], options: VetOptions) => {
      const { runVet } = await import("./run-vet.ts");
      const flags = program.opts();
      await withHelp(declared, () => runVet(host, { numbers, options, flags }));
    });
}

/** The parser of `--claim` and `--claim-column`: `FIELD=WHAT`, repeatable. */
function parseClaim(option: string, what: "VALUE" | "COLUMN") {
  return (text: string, before: Claims = {}): Claims => {
    const [name = "", value] = pairIn(text);
    const field = claimNamed(name);
    // A variable of a script may be empty.
    const hint = text.trim().endsWith("=")
      ? "leave it out where nothing is claimed"
      : `the fields are ${claimFields.join(", ")}`;
    if (value === undefined)
      refuse(`${option} ${quoted(text)} is not FIELD=${what}`, hint);
    if (field === undefined)
      refuse(`${option}: unknown field ${excerpt(name)}`, hint);
    // `phone=555-555-0101 name=ACME`: nobody would compare the second.
    const others = value.matchAll(/(?<![a-z_-])([a-z_-]+)\s*[=:]/gi);
    const second = [...others].find(([, name = ""]) => claimNamed(name));
    if (second && what === "VALUE")
      refuse(
        `${option} ${field} has another in it: ${second[0]}`,
        "give each by an option of its own",
      );
    if (before[field] !== undefined)
      refuse(`${option} ${field} is given twice`);
    return { ...before, [field]: value };
  };
}

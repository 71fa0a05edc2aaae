/** The lookups: what each is called, and what its help says. */
import { refuse } from "../../errors.ts";
import { searchHint } from "../../list/input.ts";
import type { Host } from "../../run/host.ts";
import type { SettingName } from "../../settings/declarations.ts";
import { didYouMean } from "../../text/hint.ts";
import { quoted } from "../../text/json.ts";
import type { LookupName } from "../../views.ts";
import { addListOptions, type LookupOptions, withHelp } from "../options.ts";
import { type Example, nameOf, type UsdotCommand } from "../usdot-command.ts";

/** The lookup that runs when no command is named: `usdot 2233855`. */
export const defaultLookup: LookupName = "snapshot";

const lookups: Record<
  LookupName,
  readonly [summary: string, description: string, ...examples: Example[]]
> = {
  snapshot: [
    "one screen: what is wrong, what is not known",
    "One carrier on one screen: its three records joined, problems first",
    ["usdot 2233855", "the same as usdot snapshot 2233855"],
    ["usdot snapshot 2233855 76830", "a line for each"],
    "usdot -f carriers.xlsx --keep-columns -o checked.xlsx",
  ],
  carrier: [
    "who a carrier is, at a glance",
    "Who a carrier is: status, authority, fleet, insurance on file, safety",
    ["usdot carrier 2233855", "at a glance"],
    ["usdot carrier 2233855 --json", "the service's own JSON"],
  ],
  insurance: [
    "its active policies, and when they expire",
    "A carrier's active insurance policies, and when they expire",
    ["usdot insurance 2233855", "one line per policy"],
    ["usdot insurance 2233855 --json", "the service's own JSON"],
  ],
  safety: [
    "its inspections, crashes and violations",
    "A carrier's inspections, crashes and violations",
    ["usdot safety 2233855", "beside the national averages"],
    ["usdot safety 2233855 76830 --format csv", "several at once"],
  ],
  bulk: [
    "summaries of a list (needs an API key)",
    "Summaries of a list of carriers, many per request; needs an API key",
    ["usdot bulk --file fleet.csv", "one line per carrier"],
    ["cat dots.txt | usdot bulk --format ndjson", "for a script"],
    "usdot bulk -f big.csv -o out.ndjson --resume",
  ],
};

const ownSettings: Partial<Record<LookupName, SettingName[]>> = {
  snapshot: ["policy"],
  bulk: ["batch-size"],
};

/** Declares `usdot NAME [numbers...]` for every lookup. */
export function declareLookups(program: UsdotCommand, host: Host): void {
  for (const name of Object.keys(lookups) as LookupName[]) {
    const [summary, description, ...examples] = lookups[name];
    const declared = program
      .command(name, { isDefault: name === defaultLookup })
      .summary(summary)
      .description(description)
      .withSettings("format", "output", "fields", ...(ownSettings[name] ?? []))
      .withExamples(...examples);
    addListOptions(declared)
      .option("--allow-missing", "don't treat unknown carriers as an error")
      .option("--resume", "continue an interrupted --output")
      .action(async (numbers: string[], options: LookupOptions) => {
        const isNamed = program.args[0] === name;
        if (!isNamed) refuseMistyped(numbers, program);
        const { runLookup } = await import("./run-lookup.ts");
        const flags = program.opts();
        await withHelp(isNamed ? declared : program, () =>
          runLookup(host, name, { numbers, options, flags }),
        );
      });
  }
}

/**
 * A word in place of a number is a mistyped command, or the first of a name,
 * unless people write it before a number: `usdot DOT 2233855`.
 */
function refuseMistyped(
  numbers: readonly string[],
  program: UsdotCommand,
): void {
  const isWord = (text: string) => /^[a-z][a-z-]*$/i.test(text);
  const [word = ""] = numbers;
  if (!isWord(word) || /^(?:(?:us-?)?dot|us|mc|mx|ff)$/i.test(word)) return;
  const names = program.commands.map(nameOf);
  const isName = numbers.length > 1 && numbers.every(isWord);
  const near = isName ? undefined : didYouMean(word, names);
  refuse(
    `${quoted(word)} is neither a command nor a USDOT number`,
    near ?? searchHint,
  );
}

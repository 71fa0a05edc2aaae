import { describe, expect, it } from "vitest";
import { exitStatuses } from "../../src/runtime/exit-status.ts";
import { environmentName, formatNames, optionNames, otherVariables } from "../../src/settings/options.ts";
import { runInProcess } from "../support/memory-host.ts";

const help = async (args: string[], columns?: number) => {
  const { status, out, err } = await runInProcess(args, columns === undefined ? {} : { columns });
  expect({ status, err }).toEqual({ status: 0, err: "" });
  return out;
};

const topics = ["options", "formats", "environment", "exit-status"];
const commands = ["snapshot", "carrier", "insurance", "safety", "bulk", "vet", "config", "sample", "help"];

describe("the topics of usdot help", () => {
  it("are listed in it", async () => {
    expect(await help(["help"])).toMatch(new RegExp(`^  help .*${topics.join(", ")}$`, "m"));
  });

  it("exit-status has every status", async () => {
    const out = await help(["help", "exit-status"]);
    for (const { status } of exitStatuses) expect(out).toMatch(new RegExp(`^ +${status}  \\S`, "m"));
  });

  it("environment has every variable", async () => {
    const out = await help(["help", "environment"]);
    const names = [...optionNames.map(environmentName), ...otherVariables.map(([name]) => name)];
    for (const name of names) expect(out).toMatch(new RegExp(`^  ${name} +\\S`, "m"));
  });

  it("formats has every format, and which are only for vet", async () => {
    const out = await help(["help", "formats"]);
    for (const name of formatNames) expect(out).toMatch(new RegExp(`^  ${name} +\\S`, "m"));
    expect(out.split("Only for usdot vet:")[1]).not.toContain("ndjson");
    expect(out).toContain("(.ndjson, .jsonl)");
  });
});

it.each([...commands, "config"])("usdot %s help is usdot help %s", async (command) => {
  expect(await help([command, "help"])).toBe(await help(["help", command]));
});

describe("help fits its terminal", () => {
  const pages = [[], ...topics.map((topic) => [topic]), ...commands.map((command) => [command])];

  it.each([30, 40, 60, 80, 200])("of %d columns, and loses nothing", async (columns) => {
    for (const page of pages) {
      const out = await help(["help", ...page], columns);
      expect(out.split("\n").filter((line) => line.length > Math.min(columns, 80))).toEqual([]);
      expect(out.match(/ +$/m)).toBeNull();
      const letters = (text: string) => text.replace(/\s+/g, "");
      expect(letters(out)).toBe(letters(await help(["help", ...page])));
    }
  });

  it("at words", async () => {
    expect(await help(["carrier", "--help"], 60)).toMatchInlineSnapshot(`
      "Who a carrier is: status, authority, fleet, insurance on
      file, safety.

        usdot carrier 2233855              at a glance
        usdot carrier 2233855 --json       the service's own JSON
        usdot carrier --file fleet.csv     every number of a list

      usage: usdot carrier [options] [numbers...]

        -f, --file <path>       read a list, by line or delimited;
                                repeatable
        --column <name|number>  column with the USDOT numbers, if
                                not detected
        --strict                refuse a list that has an invalid
                                line
        --shard <part/of>       only one of several equal parts,
                                such as 3/8
        --rejects <path>        write invalid and unanswered
                                entries to a CSV that --file can
                                read
        --keep-columns          CSV: every row of --file as it is,
                                then our columns
        --allow-missing         exit with 0 although a carrier
                                doesn't exist
        --resume                continue --output after an
                                interruption
        -h, --help              print this help

      usdot help options: the options that every command has
      "
    `);
    expect(await help(["help"], 30)).toMatchInlineSnapshot(`
      "Who is this motor carrier, and
      can I book them?

        usdot --sample 9000001
            try it: no account, no
            network
        usdot 2233855
            who is this carrier, and
            what is wrong with it?
        usdot vet --file
          carriers.txt
            can I book them?

      usage: usdot [options]
             [command] [numbers...]

        snapshot
            one screen: what is
            wrong, what is not known
        carrier
            who a carrier is, at a
            glance
        insurance
            its active policies, and
            when they expire
        safety
            its inspections, crashes
            and violations
        bulk
            summaries of a list
            (needs an API key)
        vet
            pass, fail or review, by
            a policy
        mcp
            serve AI agents (Model
            Context Protocol)
        config
            settings kept in a file
        sample
            the sample service by
            itself
        completion
            shell completion, and
            how to install it
        man
            the manual page: usdot
            man | man -l -
        help
            on a command, options,
            formats, environment,
            exit-status

        --base-url <url>
            the service to look
            carriers up in
        -f, --json, -o
            a list, JSON, a file;
            for all of them: usdot
            help options
      "
    `);
  });

  it("is as wide as a page in a pipe", async () => {
    expect(await help(["help"])).toBe(await help(["help"], 80));
  });
});

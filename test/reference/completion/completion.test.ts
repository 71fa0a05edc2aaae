/** The completion scripts, in the shells that they are for. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, type TestContext } from "vitest";
import { helpTopics } from "../../../src/commands/help-topic-names.ts";
import { lookupFormats } from "../../../src/output/formats/index.ts";
import { reportNames } from "../../../src/output/reports/index.ts";
import { withSubcommands } from "../../../src/reference/command-spec.ts";
import { optionNames } from "../../../src/settings/options.ts";
import { temporaryDirectory } from "../../support/memory-host.ts";
import { complaints, files, isInstalled, offersOf, ourProgram, type TestedShell, testedShells } from "./shells.ts";

const present = new Set(testedShells.filter(isInstalled));

function need(shell: TestedShell, context: TestContext): void {
  if (!present.has(shell)) context.skip(`${shell} is not installed`);
}

function commandsOf(name?: string): string[] {
  const program = ourProgram();
  const command = name === undefined ? program : program.commands.find((each) => each.name === name);
  return command?.commands.map((each) => each.name) ?? [];
}

/** What is expected after a line; `files` where the shell completes names of files as well. */
const cases: [line: string, words: readonly string[], and?: "files"][] = [
  ["usdot ca", ["carrier"]],
  ["usdot con", ["config"]],
  ["usdot config ", commandsOf("config")],
  ["usdot config g", ["get"]],
  ["usdot --timeout 5 --sample c", ["carrier", "completion", "config"]],
  ["usdot --timeout=5 vet --dr", ["--dry-run"]],
  ["usdot config get --pol", ["--policy"]],
  ["usdot config get max", ["max-wait"]],
  ["usdot config get ", optionNames],
  ["usdot config set ", optionNames.filter((name) => name !== "config")],
  ["usdot config set format ", []],
  ["usdot config --quiet unset --color never api-", ["api-key", "api-key-file"]],
  ["usdot help ", [...commandsOf(), ...helpTopics]],
  ["usdot completion ", ["bash", "zsh", "fish", "powershell"]],
  ["usdot completion zsh ", []],
  ["usdot carrier ", []],
  ["usdot 2233855 ", []],
  ["usdot 2233855 c", []],
  ["usdot carrier 2233855 --format ", lookupFormats],
  ["usdot 2233855 --format ", lookupFormats],
  ["usdot bulk --format=", lookupFormats.map((name) => `--format=${name}`)],
  ["usdot bulk --format=n", ["--format=ndjson"]],
  ["usdot --format ", reportNames],
  ["usdot vet --format ", reportNames],
  ["usdot --format json vet --colo", ["--color"]],
  ["usdot --color ", ["auto", "always", "never"]],
  ["usdot --color=a", ["--color=auto", "--color=always"]],
  ["usdot vet --report ", reportNames.map((name) => `${name}=`)],
  ["usdot vet --report=ju", ["--report=junit="]],
  ["usdot vet --since n", ["none"]],
  ["usdot vet --as-of ", ["now"]],
  ["usdot vet --since ", ["none"], "files"],
  ["usdot vet --file ", [], "files"],
  ["usdot vet -f ", [], "files"],
  ["usdot -f ", [], "files"],
  ["usdot --output=", [], "files"],
  ["usdot vet --report junit=", [], "files"],
  ["usdot vet --report=junit=", [], "files"],
  ["usdot --timeout ", []],
  ["usdot --api-key ", []],
  ["usdot vet --max-age ", []],
  ["usdot --fields ", []],
  // The value of an option is no command, whatever it is.
  ["usdot --config vet --strict --col", ["--column", "--color"]],
  ["usdot --fields vet c", ["carrier", "completion", "config"]],
  // What belongs to the default command leads to it.
  ["usdot --strict ca", []],
  // What was given is not offered again, under neither of its names, nor what it excludes; unless it may be repeated.
  ["usdot --quiet vet --strict --qu", []],
  ["usdot vet --strict --stri", []],
  ["usdot vet -h --hel", []],
  ["usdot --json bulk --form", []],
  ["usdot bulk --format csv --js", []],
  ["usdot vet --report junit=a.xml --rep", ["--report"]],
  ["usdot bulk -f a.txt --fil", ["--file"]],
  ["usdot vet --no-such-option --rep", ["--report"]],
  // After -- there are only arguments.
  ["usdot vet -- --st", []],
  ["usdot -- ca", []],
];

/** Readline replaces what follows the last `=` of the word, and completes files itself. */
function asBash([line, words, and]: (typeof cases)[number]): string[] {
  const kept = /(?:.*[ =])?/.exec(line)?.[0].split(" ").at(-1) ?? "";
  const offered = words.map((word) => word.slice(kept.length));
  return and === undefined ? offered : words.length > 0 ? [...offered, ...files] : ["<files>"];
}

function asOthers([line, words, and]: (typeof cases)[number]): string[] {
  const kept = /(?:.*[ =])?/.exec(line)?.[0].split(" ").at(-1) ?? "";
  return and === undefined ? [...words] : [...words, ...files.map((file) => kept + file)];
}

describe.each(testedShells)("in %s", (shell) => {
  it("offers what can be typed next", (context) => {
    need(shell, context);
    const expected = cases.map((each) => [each[0], (shell === "bash" ? asBash(each) : asOthers(each)).sort()]);
    const offers = offersOf(
      shell,
      cases.map(([line]) => line),
    );
    const texts = offers.map((each, index) => {
      const [line = ""] = cases[index] ?? [];
      // Where nothing begins as typed, fish looks for the letters anywhere.
      const typed = shell === "fish" ? (line.split(" ").at(-1) as string) : "";
      return [line, each.map(({ text }) => text).filter((text) => text.startsWith(typed))];
    });
    expect(texts.map(([line, offered]) => [line, [...(offered ?? [])].sort()])).toEqual(expected);
  });

  it("offers every command and every option, before and after the command", (context) => {
    need(shell, context);
    const program = ourProgram();
    const commands = withSubcommands(program);
    const lines = commands.map(({ path }) => `${path} -`);
    const offers = offersOf(shell, lines);
    for (const [index, { path, options }] of commands.entries()) {
      const names = new Set([...options, ...program.shared].flatMap((option) => option.names));
      const offered = offers[index]?.map(({ text }) => text) ?? [];
      expect(new Set(offered).size, path).toBe(offered.length);
      if (path !== program.path) expect(offered.sort(), path).toEqual([...names].sort());
      else expect(offered).toEqual(expect.arrayContaining([...names, "--strict", "--file"]));
    }
    const [first] = offersOf(shell, ["usdot "]);
    expect(first?.map(({ text }) => text).sort()).toEqual(program.commands.map(({ name }) => name).sort());
  });

  it("evaluates nothing that is typed", (context) => {
    need(shell, context);
    const mark = join(temporaryDirectory(), "evaluated");
    // With and without blanks, at which a shell would split the word.
    const run = [`touch ${mark}`, `echo>${mark}`].flatMap((command) => [
      `$(${command})`,
      `\`${command}\``,
      `(${command})`,
      `"$(${command})"`,
      `'$(${command})'`,
      `;${command};`,
      `a[$(${command})]`,
      `'\`${command}\`'`,
    ]);
    const odd = ["{a,b}", "*", "$HOME", "!!", "-n", "-e", "%s", "\\", "~", "[", "'"];
    const words = [...run, ...odd];
    const lines = words.flatMap((word) => [
      `usdot ${word}`,
      `usdot ${word} `,
      `usdot vet --file ${word} --st`,
      `usdot vet --file=${word}`,
      `usdot --format ${word}`,
      `usdot vet --report junit=${word}`,
      `usdot --${word} ca`,
      `usdot -${word} config ${word} -`,
    ]);
    expect(offersOf(shell, lines)).toHaveLength(lines.length);
    expect(existsSync(mark)).toBe(false);
  });
});

describe.each(["zsh", "fish"] as const)("in %s", (shell) => {
  it("describes commands and options", (context) => {
    need(shell, context);
    const [commands, options] = offersOf(shell, ["usdot ve", "usdot vet --strict -f x --dry"]);
    expect(commands?.[0]?.description).toContain("pass, fail or review, by a policy");
    expect(options?.[0]?.description).toContain("check policy and list, print the plan, send nothing");
  });
});

it("fish passes over variables before the command, and commands before it", (context) => {
  need("fish", context);
  const offers = offersOf("fish", ["LANG=C TZ=UTC usdot vet --dry", "usdot vet; usdot carr"]);
  expect(offers.map((each) => each.map(({ text }) => text))).toEqual([["--dry-run"], ["carrier"]]);
});

describe("the scripts", () => {
  it.for(testedShells)("%s parses its own", (shell, context) => {
    need(shell, context);
    expect(complaints(shell, ["-n"], shell)).toBe("");
  });

  it("please shellcheck", (context) => {
    if (!isInstalled("shellcheck")) context.skip("shellcheck is not installed");
    expect(complaints("shellcheck", ["--shell=bash"], "bash")).toBe("");
  });
});

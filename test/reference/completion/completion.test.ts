/** The completion scripts, in the shells that they are for. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { helpTopics } from "../../../src/commands/help-topics.ts";
import { lookupFormats } from "../../../src/output/formats/index.ts";
import { reportNames } from "../../../src/output/reports/index.ts";
import {
  commandsOf as below,
  commandPath,
  namesOf,
  ownOptions,
  sharedOptions,
  withSubcommands,
} from "../../../src/reference/command-tree.ts";
import { complete } from "../../../src/reference/completion.ts";
import { shellScripts } from "../../../src/reference/shell-scripts.ts";
import { optionNames } from "../../../src/settings/options.ts";
import { temporaryDirectory } from "../../support/resources.ts";
import { complaints, files, isInstalled, offersOf, ourProgram, quoted, stubFor, testedShells } from "./shells.ts";

/** Those that are installed. CI has all. */
const shells = testedShells.filter(isInstalled);
const describing = shells.filter((shell) => shell !== "bash");

function commandsOf(name?: string): string[] {
  const program = ourProgram();
  const command = name === undefined ? program : program.commands.find((each) => each.name() === name);
  return command ? below(command).map((each) => each.name()) : [];
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

function wordsOf(line: string): string[] {
  return line.split(" ").slice(1);
}

describe("complete", () => {
  it.each(cases)("completes %j", (line, words, and) => {
    const completion = complete(ourProgram(), wordsOf(line));
    const current = line.split(" ").at(-1) as string;
    const texts = completion.words.map(({ text }) => text).filter((text) => text.startsWith(current));
    expect(texts.sort()).toEqual([...words].sort());
    if (and) expect(completion.filesAfter).toBe(/.*[ =]/.exec(line)?.[0].split(" ").at(-1));
  });
});

describe.each(shells)("in %s", (shell) => {
  it("offers what can be typed next", () => {
    const expected = cases.map((each) => [each[0], (shell === "bash" ? asBash(each) : asOthers(each)).sort()]);
    const lines = cases.map(([line]) => line);
    const offers = offersOf(shell, lines, stubFor(lines.map(wordsOf)));
    const texts = offers.map((each, index) => {
      const [line = ""] = cases[index] ?? [];
      // Where nothing begins as typed, fish looks for the letters anywhere.
      const typed = shell === "fish" ? (line.split(" ").at(-1) as string) : "";
      return [line, each.map(({ text }) => text).filter((text) => text.startsWith(typed))];
    });
    expect(texts.map(([line, offered]) => [line, [...(offered ?? [])].sort()])).toEqual(expected);
  });

  it("offers every command and every option, before and after the command", () => {
    const program = ourProgram();
    const commands = withSubcommands(program);
    const lines = ["usdot ", ...commands.map((command) => `${commandPath(command)} -`)];
    const [first, ...offers] = offersOf(shell, lines, stubFor(lines.map(wordsOf)));
    for (const [index, command] of commands.entries()) {
      const names = new Set([...ownOptions(command), ...sharedOptions(program)].flatMap(namesOf));
      const offered = offers[index]?.map(({ text }) => text) ?? [];
      expect(new Set(offered).size, commandPath(command)).toBe(offered.length);
      if (command !== program) expect(offered.sort(), commandPath(command)).toEqual([...names].sort());
      else expect(offered).toEqual(expect.arrayContaining([...names, "--strict", "--file"]));
    }
    expect(first?.map(({ text }) => text).sort()).toEqual(commandsOf().sort());
  });

  it("evaluates nothing that is typed", () => {
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
    // What was typed comes back as a word to offer, and as what is before a file's name.
    const stub = `#!/bin/sh
typed=
while IFS= read -r last || [ "$last" ]; do typed="$typed\${typed:+
}$last"; done
last=\${typed##*
}
case $last in *=*) before=\${last%=*}= ;; esac
printf 'files %s\\n%s\\t%s\\n' "$before" "$typed" "$typed"
`;
    expect(offersOf(shell, lines, stub)).toHaveLength(lines.length);
    expect(existsSync(mark)).toBe(false);
  });

  it("offers nothing and says nothing where usdot fails", () => {
    expect(offersOf(shell, ["usdot ca"], "#!/bin/sh\necho 'usdot: internal error' >&2\nexit 1\n")).toEqual([[]]);
  });
});

describe.each(describing)("in %s", (shell) => {
  it("asks the built program, which describes commands and options", () => {
    const [commands, options] = offersOf(shell, ["usdot ve", "usdot vet --strict -f x --dry"]);
    expect(commands?.[0]?.description).toContain("pass, fail or review, by a policy");
    expect(options?.[0]?.description).toContain("check policy and list, print the plan, send nothing");
  });
});

const nasty = 'it\'s [a] "b" `c` $(d) $e \\f g:h (i) {j,k} %s %% !l <m>|n ‘o’ *';

describe.each(describing)("in %s", (shell) => {
  it("shows any summary as it is", () => {
    const answer = `words\n--dry-run\t${nasty}\nvet\t${nasty}\n`;
    const stub = `#!/bin/sh\nprintf %s ${quoted(answer)}\n`;
    const [commands, options] = offersOf(shell, ["usdot ve", "usdot vet --dry"], stub);
    expect(commands?.map(({ text }) => text)).toEqual(["vet"]);
    expect(commands?.[0]?.description).toContain(nasty);
    expect(options?.map(({ text }) => text)).toEqual(["--dry-run"]);
    expect(options?.[0]?.description).toContain(nasty);
  });
});

it.each(shells.filter((shell) => shell === "fish"))(
  "%s passes over variables before the command, and commands before it",
  () => {
    const offers = offersOf("fish", ["LANG=C TZ=UTC usdot vet --dry", "usdot vet; usdot carr"]);
    expect(offers.map((each) => each.map(({ text }) => text))).toEqual([["--dry-run"], ["carrier"]]);
  },
);

describe("the scripts", () => {
  it.for(shells)("%s parses its own", (shell) => {
    expect(complaints(shell, ["-n"], shell)).toBe("");
  });

  it.each(["shellcheck"].filter(isInstalled))("please %s", (checker) => {
    expect(complaints(checker, ["--shell=bash"], "bash")).toBe("");
  });
});

describe("the script for PowerShell, which is not run here", () => {
  it("has everything closed that it opens", () => {
    const code = shellScripts.powershell.replace(/#.*$/gm, "").replace(/'[^']*'/g, "S");
    expect(code).not.toMatch(/['‘’‚‛]/);
    let open = "";
    for (const [bracket] of code.matchAll(/[()[\]{}]/g)) {
      const closed = { ")": "(", "]": "[", "}": "{" }[bracket];
      if (closed === undefined) open += bracket;
      else if (open.endsWith(closed)) open = open.slice(0, -1);
      else open += bracket;
    }
    expect(open).toBe("");
  });
});

it("offers only words that need no quoting where they are typed", () => {
  const program = ourProgram();
  const commands = withSubcommands(program);
  const options = [...sharedOptions(program), ...commands.flatMap(ownOptions)];
  const words = [
    ...commands.flatMap((command) => [command.name(), ...command.registeredArguments.flatMap(wordsFor)]),
    ...options.flatMap((option) => [...namesOf(option), ...wordsFor(option)]),
  ];
  expect(words.filter((word) => !/^[\w.-]+$/.test(word))).toEqual([]);
});

function wordsFor({ argChoices = [] }: { argChoices?: readonly string[] }): readonly string[] {
  return argChoices;
}

it("is loaded only when it is used: not with the program", () => {
  const { sources } = JSON.parse(readFileSync("dist/program.cjs.map", "utf8")) as { sources: string[] };
  expect(sources.filter((source) => source.includes("/src/commands/completion.ts"))).toHaveLength(1);
  expect(sources.filter((source) => /\/src\/reference\/(completion|shell-scripts|manual)/.test(source))).toEqual([]);
});

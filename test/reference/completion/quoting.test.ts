/** Whatever a summary says, it is text to every shell. */
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ProgramSpec, withSubcommands } from "../../../src/reference/command-spec.ts";
import { completionScript } from "../../../src/reference/completion/index.ts";
import { fishQuoted, posixQuoted, powershellQuoted } from "../../../src/reference/completion/quoting.ts";
import { isInstalled, offersOf, ourProgram, starts, testedShells } from "./shells.ts";

const special = fc.constantFrom(..."'\"`$\\()[]{}:;!#%^&*~<>|?=,-+@ \t\n‘’‚‛“”é漢🚚");
const hostileText = fc.oneof(fc.string({ unit: special, maxLength: 12 }), fc.string({ maxLength: 12 }));
const printable = hostileText.filter((text) => !text.includes("\0"));

const quotes = { bash: posixQuoted, zsh: posixQuoted, fish: fishQuoted };

describe.each(testedShells)("a literal of %s", (shell) => {
  it("is the text itself", (context) => {
    if (!isInstalled(shell)) context.skip(`${shell} is not installed`);
    const texts = fc.sample(printable, 300);
    const script = texts.map((text) => `printf '%s\\0' ${quotes[shell](text)}\n`).join("");
    const { stdout, stderr } = spawnSync(shell, [...starts[shell], "-c", script], {
      encoding: "utf8",
      env: { LC_ALL: "C.UTF-8" },
    });
    expect(stderr).toBe("");
    expect(stdout.split("\0").slice(0, -1)).toEqual(texts);
  });
});

it("a literal of PowerShell ends where it should, for all its quotes", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const literal = powershellQuoted(text);
      const inside = literal.slice(1, -1);
      // PowerShell reads a pair of any of its quotes as one, and a single one as the end.
      expect(inside.replace(/['‘’‚‛]{2}/g, "")).not.toMatch(/['‘’‚‛]/);
      expect(inside.replace(/(['‘’‚‛])\1/g, "$1")).toBe(text);
    }),
  );
});

/** Our program, where every summary is the one given. */
function withSummary(summary: string): ProgramSpec {
  const program = ourProgram();
  return JSON.parse(JSON.stringify(program), (key, value) => (key === "summary" ? summary : value)) as ProgramSpec;
}

const nasty = 'it\'s [a] "b" `c` $(d) $e \\f g:h (i) {j,k} %s %% !l <m>|n ‘o’ *';

describe.each(["zsh", "fish"] as const)("%s", (shell) => {
  it("shows any summary as it is", (context) => {
    if (!isInstalled(shell)) context.skip(`${shell} is not installed`);
    const [commands, options] = offersOf(shell, ["usdot ve", "usdot vet --dry"], withSummary(nasty));
    expect(commands?.map(({ text }) => text)).toEqual(["vet"]);
    expect(commands?.[0]?.description).toContain(nasty);
    expect(options?.map(({ text }) => text)).toEqual(["--dry-run"]);
    expect(options?.[0]?.description).toContain(nasty);
  });
});

describe("the script for PowerShell, which is not run here", () => {
  it.each([undefined, nasty, "'", "’", "a\nb", ""])("has everything closed that it opens: %j", (summary) => {
    const program = summary === undefined ? ourProgram() : withSummary(summary);
    const script = completionScript("powershell", program);
    const code = script.replace(/#.*$/gm, "").replace(/'(?:[^'‘’‚‛]|['‘’‚‛]{2})*'/g, "S");
    expect(code).not.toMatch(/['‘’‚‛`]/);
    let open = "";
    for (const [bracket] of code.matchAll(/[()[\]{}]/g)) {
      const closed = { ")": "(", "]": "[", "}": "{" }[bracket];
      if (closed === undefined) open += bracket;
      else if (open.endsWith(closed)) open = open.slice(0, -1);
      else open += bracket;
    }
    expect(open).toBe("");
  });

  it("has every command, option and word", () => {
    const script = completionScript("powershell", ourProgram());
    const words = withSubcommands(ourProgram()).flatMap(({ path, options }) => [
      path,
      ...options.flatMap(({ names, value }) => [...names, ...(value?.words ?? [])]),
    ]);
    for (const word of words) expect(script).toContain(`'${word}'`);
  });
});

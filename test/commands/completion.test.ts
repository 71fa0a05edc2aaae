/**
 * What completion offers, by itself and in bash; the other shells' scripts are
 * parsed where the shells are installed.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { shellScripts } from "../../src/commands/completion/completion.ts";
import { settingNames } from "../../src/settings/declarations.ts";
import { folder, temporaryDirectory } from "../support/resources.ts";
import { run } from "../support/run.ts";

/** What `usdot completion SHELL --offers` answers to a command line. */
async function offers(line: string) {
  const words = line.split(" ").slice(1);
  const { stdout } = await run("completion bash --offers", {
    stdin: `${words.join("\n")}\n`,
  });
  const [head = "", ...lines] = stdout.trimEnd().split("\n");
  const texts = lines.map((each) => each.split("\t")[0] ?? "");
  return {
    head,
    lines,
    words: texts.filter((text) => text.startsWith(words.at(-1) ?? "")),
  };
}

it.each([
  ["usdot config ", ["set", "unset", "list", "check"]],
  ["usdot --timeout 5 --sample c", ["carrier", "config", "completion"]],
  ["usdot config set ", settingNames.filter((name) => name !== "config")],
  [
    "usdot config --quiet unset --color never api-",
    ["api-key", "api-key-file"],
  ],
  ["usdot help exit", ["exit-status"]],
  ["usdot completion ", ["bash", "zsh", "fish"]],
  ["usdot carrier 2233855 ", []],
  ["usdot 2233855 --resu", ["--resume"]],
  ["usdot vet --resu", []],
  ["usdot vet --fil", ["--file"]],
  ["usdot --color ", ["auto", "always", "never"]],
  // The value of an option is not a command, whatever it is.
  ["usdot --config vet --rul", []],
  ["usdot --fields vet ca", ["carrier"]],
  // As bash splits it.
  ["usdot --base-url https : //a.example ca", ["carrier"]],
  ["usdot vet --file ", [], "files"],
  ["usdot -f ", [], "files"],
])("after %j come %j", async (line, words, head = "words") => {
  expect(await offers(line)).toMatchObject({ head, words });
});

it("after an equals sign comes nothing", async () => {
  expect((await offers("usdot --format=")).lines).toEqual([]);
});

it("every word has its summary, and needs no quoting", async () => {
  const { lines } = await offers("usdot vet -");
  expect(lines).toContain(
    "--dry-run\tcheck policy and list, print the plan, send nothing",
  );
  expect((await offers("usdot ")).lines).toContain(
    "carrier\twho a carrier is, at a glance",
  );
  for (const line of lines) expect(line).toMatch(/^[\w-]+\t[^\t]+$/);
});

const isInstalled = (program: string) =>
  spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;

describe.each(["bash", "zsh", "fish"] as const)(
  "the script for %s",
  (shell) => {
    it("is what usdot completion prints", async () => {
      expect(await run(`completion ${shell}`)).toMatchObject({
        status: 0,
        stdout: shellScripts[shell],
      });
    });

    it.skipIf(!isInstalled(shell))("is valid", () => {
      const { at } = folder({ script: shellScripts[shell] });
      const { stdout, stderr } = spawnSync(shell, ["-n", at("script")], {
        encoding: "utf8",
      });
      expect(stdout + stderr).toBe("");
    });
  },
);

describe.skipIf(process.platform === "win32")("in bash", () => {
  /** What bash offers for each line, where `usdot` is this shell script. */
  function offered(lines: string[], stub: string): string[][] {
    const { path: directory, at } = folder({
      script: shellScripts.bash,
      usdot: `#!/bin/sh\n${stub}\n`,
    });
    chmodSync(at("usdot"), 0o755);
    const capture = fileURLToPath(new URL("capture.bash", import.meta.url));
    const args = ["--norc", "--noprofile", capture, at("script")];
    const env = { PATH: `${directory}:${process.env["PATH"]}` };
    const input = lines.map((line) => `${line}\n`).join("");
    return execFileSync("bash", args, { input, encoding: "utf8", env })
      .split(/^--\n/m)
      .slice(0, -1)
      .map((answer) => answer.split("\n").filter(Boolean));
  }

  it.each([
    [
      "usdot ca",
      "cat >&2; printf 'words\\ncarrier\\tx\\nvet\\ty\\n'",
      ["carrier"],
    ],
    ["usdot vet -f ", "printf 'files\\n'", ["<files>"]],
    ["usdot ca", "echo 'usdot: internal error' >&2; exit 1", []],
  ])("offers after %s what usdot answers by %s", (line, stub, words) => {
    expect(offered([line], stub)).toEqual([words]);
  });

  it("evaluates nothing that is typed", () => {
    const mark = join(temporaryDirectory(), "evaluated");
    const lines = [`$(touch ${mark})`, `\`touch ${mark}\``, `;touch ${mark};`]
      .concat("a[$(date)]", "{a,b}", "*", "$HOME", "!!", "\\", "~", "[")
      .flatMap((word) => [`usdot ${word}`, `usdot vet --file ${word} --st`]);
    // What was typed comes back as a word to offer.
    const echo = String.raw`typed=$(cat); printf 'files\n%s\t%s\n' "$typed" "$typed"`;
    expect(offered(lines, echo)).toHaveLength(lines.length);
    expect(existsSync(mark)).toBe(false);
  });
});

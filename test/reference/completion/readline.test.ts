/** The completion of bash at a terminal, with all that readline does by itself: what is pressed, and what the command gets. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { shellScripts } from "../../../src/reference/shell-scripts.ts";
import { temporaryDirectory } from "../../support/resources.ts";
import { isInstalled, pathWith } from "./shells.ts";

/** The arguments with which each line, typed at bash, would start usdot. */
function typed(lines: readonly string[]): string[] {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, "sub dir"));
  writeFileSync(join(directory, "alpha one.txt"), "");
  writeFileSync(join(directory, "sub dir", "inner.txt"), "");
  writeFileSync(join(directory, "script"), shellScripts.bash);
  const start = "PS1= PS2=; source ./script; usdot() { printf 'got:'; printf '<%s>' \"$@\"; echo; }";
  const input = [start, ...lines, "exit"].map((line) => `${line}\n`).join("");
  const { stdout } = spawnSync("script", ["--quiet", "--command", "bash --norc --noprofile -i", "/dev/null"], {
    cwd: directory,
    input,
    encoding: "utf8",
    env: { PATH: pathWith(directory), HOME: directory, TERM: "dumb", LC_ALL: "C.UTF-8", INPUTRC: "/dev/null" },
    timeout: 30_000,
  });
  return [...stdout.matchAll(/^got:(.*?)\r?$/gm)].map(([, words]) => words ?? "");
}

// With the options of util-linux.
const terminals = process.platform === "linux" ? ["script"].filter(isInstalled) : [];

it.each(terminals)("in %s completes words, values after =, and names of files with blanks in them", () => {
  const cases: [pressed: string, words: string][] = [
    ["usdot carr\t2233855", "<carrier><2233855>"],
    ["usdot conf\tse\tbase\thttps://carriers.example.com", "<config><set><base-url><https://carriers.example.com>"],
    ["usdot bulk --form\tnd\t", "<bulk><--format><ndjson>"],
    ["usdot bulk --format=nd\t", "<bulk><--format=ndjson>"],
    ["usdot vet --fil\tal\t", "<vet><--file><alpha one.txt>"],
    ["usdot vet --file=al\t", "<vet><--file=alpha one.txt>"],
    ["usdot vet -f su\tin\t--stri\t", "<vet><-f><sub dir/inner.txt><--strict>"],
    ["usdot vet --report jun\tal\t", "<vet><--report><junit=alpha one.txt>"],
    ["usdot vet --report=jun\tal\t", "<vet><--report=junit=alpha one.txt>"],
    ["usdot vet --since al\t", "<vet><--since><alpha one.txt>"],
    // Ctrl-B goes back: only what is before the cursor counts.
    ["usdot conf set\u0002\u0002\u0002\u0002\t", "<config><set>"],
    ["usdot carXX 5\u0002\u0002\u0002\u0002\t", "<carrierXX><5>"],
  ];
  expect(typed(cases.map(([pressed]) => pressed))).toEqual(cases.map(([, words]) => words));
});

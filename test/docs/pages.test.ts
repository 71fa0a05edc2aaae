/** The pages for people: each command in them is run, in `sh`, against the sample service, and each link leads somewhere. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../support/resources.ts";
import { environment } from "../support/usdot.ts";

/** The pages whose commands other tests run: they build something, or need their own files. */
const testedElsewhere = new Set(["docs/ci.md", "docs/monitoring.md", "docs/vetting.md"]);
const pages = ["README.md", ...readdirSync("docs").map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith(".md"),
);

/** What a command ends in when it isn't 0. */
const statuses: readonly [command: RegExp, status: number][] = [
  [/vet -f carriers\.csv/, 3],
  [/vet --file carriers\.txt/, 3],
];

/** What a page's reader has done before. */
const preparations: Readonly<Record<string, string>> = {
  "docs/evidence.md": "usdot vet 9000001 --evidence run.ndjson",
};

/** Programs that a reader has, in the place of those that install something or that may not be here. */
const stubs: Readonly<Record<string, string>> = {
  npm: "exit 0",
  npx: 'exec "$@"',
  man: "exec cat",
};

function workspace(): { directory: string; env: NodeJS.ProcessEnv } {
  const directory = temporaryDirectory();
  const bin = join(directory, "bin");
  mkdirSync(bin);
  const usdot = `exec '${process.execPath}' '${resolve("bin/usdot.cjs")}' "$@"`;
  // GNU parallel puts the number of the job where the braces are.
  const parallel = `shift; while read -r nth; do sh -c "$(echo "$*" | sed "s/{}/$nth/g")" </dev/null || exit; done`;
  // Of jq only what picks a member of one object.
  const jq = `exec '${process.execPath}' -p 'JSON.parse(fs.readFileSync(0, "utf8") || "{}")[process.argv.at(-1).slice(1)]' "$@"`;
  const isMissing = spawnSync("jq", ["--version"]).error !== undefined;
  for (const [name, text] of Object.entries({ ...stubs, usdot, parallel, ...(isMissing && { jq }) })) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  }
  const list = ["dot_number", ...Array.from({ length: 8 }, (_, index) => 9000001 + index), ""].join("\n");
  for (const name of ["carriers", "fleet", "big", "all", "loads"]) writeFileSync(join(directory, `${name}.csv`), list);
  for (const name of ["carriers", "dots"]) writeFileSync(join(directory, `${name}.txt`), "9000001\n9000005\n");
  writeFileSync(join(directory, "policy.yaml"), "version: 1\nname: docs\nrules:\n  status: { allow: [ACTIVE] }\n");
  const ours = { PATH: `${bin}:${process.env["PATH"]}`, USDOT_SAMPLE: "true", USDOT_API_KEY: "any" };
  return { directory, env: environment(directory, { ...ours, dot: "9000001", fpath: directory }) };
}

/** The commands of a page: the blocks in `sh`, with numbers that the sample service has. */
function commandsIn(path: string): string[] {
  const blocks = [...readFileSync(path, "utf8").matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = ""]) => text);
  return blocks.map((text) => text.replaceAll("2233855", "9000001").replaceAll("76830", "9000002"));
}

describe.each(pages.filter((path) => !testedElsewhere.has(path)))("%s", (path) => {
  it("has commands that work", () => {
    const { directory, env } = workspace();
    for (const command of [preparations[path] ?? "", ...commandsIn(path)]) {
      const { status, stderr } = spawnSync("sh", ["-e", "-c", command], {
        cwd: directory,
        env,
        encoding: "utf8",
        input: "",
      });
      const [, expected = 0] = statuses.find(([pattern]) => pattern.test(command)) ?? [];
      expect([command, status, status === expected ? "" : stderr]).toEqual([command, expected, ""]);
    }
  });
});

it.each([...pages, "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"])("%s links to files that exist", (path) => {
  const links = [...readFileSync(path, "utf8").matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)/g)].map(([, to = ""]) => to);
  expect(links.filter((to) => !existsSync(join(dirname(path), to)))).toEqual([]);
});

/** Commands that take minutes, or that need GitHub: only what they name is checked. */
const tooLong = /^(?:npm (?:ci|test|run)|npx vitest|gh|node bench)\b/;

describe.each(["CONTRIBUTING.md", "SECURITY.md", "bench/README.md"])("%s", (path) => {
  const text = readFileSync(path, "utf8");
  const inline = [...text.matchAll(/`((?:npm|npx|node|usdot|gh) [^`\n]+)`/g)].map(([, command = ""]) => command);
  const lines = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = ""]) => block.split("\n"));
  const commands = [...inline, ...lines.map((line) => line.replace(/ *#.*/, ""))].filter((line) => line !== "");

  it("has commands that work", () => {
    const { directory, env } = workspace();
    for (const command of commands.filter((line) => !tooLong.test(line))) {
      // A command that is only named is asked what it is.
      const typed = command.replace(/2233855|\bN$/, "9000001").replace(/^(?:usdot \w+|npx usdot)$/, "$& --help");
      const { status, stderr } = spawnSync("sh", ["-c", typed], { cwd: directory, env, encoding: "utf8", input: "" });
      expect([typed, status, stderr]).toEqual([typed, 0, expect.not.stringContaining("error")]);
    }
  });

  it("names scripts, benches and tests that exist", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
    const named = commands.flatMap((command) =>
      [...command.matchAll(/^npm run ([\w:-]+)/g)].map(([, name = ""]) => name),
    );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const files = commands.flatMap((command) => [...command.matchAll(/(?:node|vitest run) ((?:bench|test)\S+)/g)]);
    expect(files.map(([, file = ""]) => file).filter((file) => !existsSync(file))).toEqual([]);
    expect(commands.length).toBeGreaterThan(1);
  });
});

it("CI runs what CONTRIBUTING.md asks for before a push", () => {
  const ci = readFileSync(".ci/run", "utf8");
  for (const command of ["npm ci", "npm run check", "npm run test:faults"]) expect(ci).toContain(command);
});

it("README.md is at most 1,000 words", () => {
  expect(readFileSync("README.md", "utf8").split(/\s+/).length).toBeLessThan(1_000);
});

it("CONTRIBUTING.md names files that exist", () => {
  const named = [...readFileSync("CONTRIBUTING.md", "utf8").matchAll(/`([\w./-]+(?:\.(?:ts|js|json|md|yml)|\/))`/g)];
  const paths = named.map(([, path = ""]) => path).filter((path) => path.includes("/") || path.endsWith(".ts"));
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !existsSync(path) && !existsSync(join("src", path)))).toEqual([]);
});

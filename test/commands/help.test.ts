import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/program.ts";
import { temporaryDirectory } from "../support/resources.ts";
import { memoryHost, refusal, run } from "../support/run.ts";

const commandsOf = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(commandsOf),
];
const all = commandsOf(createProgram(memoryHost().host));
const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)}${command.name()} ` : "";
const longestLine = (text: string) =>
  Math.max(...text.split("\n").map(({ length }) => length));

it.each(all.map(pathOf))(
  "%s--help fits a screen of 80 by 24, with its prompt",
  async (path) => {
    const { stdout, ...rest } = await run(`${path}--help`, { tty: true });
    expect(rest).toMatchObject({ status: 0, stderr: "" });
    expect(stdout.trimEnd().split("\n").length).toBeLessThanOrEqual(23);
    expect(longestLine(stdout)).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/^Usage: usdot /);
  },
);

it("vet's shows what is used most first, and names nothing in its examples that it does not show", async () => {
  const { stdout } = await run("vet --help");
  const [options = "", examples = ""] = stdout.split("Examples:");
  expect(options.indexOf("--policy")).toBeLessThan(
    options.indexOf("--history"),
  );
  for (const [option] of examples.matchAll(/(?<= )--?[a-z][a-z-]*/g))
    expect(options).toMatch(new RegExp(`^ .*${option}\\b`, "m"));
});

it("every option of every command is in usdot help options, with its default", async () => {
  const { stdout } = await run("help options");
  expect(stdout).toMatch(/ --timeout <seconds> .* \(default: 60\)$/m);
  for (const { flags, hidden, long } of all.flatMap(({ options }) => options))
    if (!hidden && long !== "--version") expect(stdout).toContain(`  ${flags}`);
});

it.each([
  "--help",
  "help options",
  "help formats",
  "help exit-status",
  "help vet",
  "help completion",
  "help config",
  "sample --list",
  "config check --sample",
  "vet --rules",
])(
  "usdot %s breaks no word and no command at 60 columns or more",
  async (typed) => {
    const cwd = temporaryDirectory();
    const screen = async (width: number) =>
      (await run(typed, { tty: true, width, cwd })).stdout;
    const wide = await screen(200);
    const words = (text: string) =>
      new Set(text.replaceAll("\\\n", "").split(/\s+/));
    const commands = wide.match(/usdot(?: [a-z][a-z-]*)+/g) ?? [];
    for (let width = 60; width <= 200; width += 20) {
      const shown = await screen(width);
      expect([width, words(shown)]).toEqual([width, words(wide)]);
      const gone = commands.filter((command) => !shown.includes(command));
      expect([width, gone]).toEqual([width, []]);
      expect(longestLine(shown)).toBeLessThanOrEqual(width);
    }
  },
);

describe("usdot help", () => {
  it.each(["", "carrier", "config", "config set"])(
    "%s is the command's own help",
    async (command) => {
      const { status, stdout } = await run(`help ${command}`);
      const own = await run(`${command} --help`);
      expect({ status, stdout }).toEqual({ status: 0, stdout: own.stdout });
    },
  );

  it.each([
    ["formts", 'usdot: no help for "formts"; did you mean formats?\n'],
    ["toString", 'usdot: no help for "toString"; topics are snapshot, '],
  ])("%s is not a topic", async (topic, stderr) => {
    const result = await run(`help ${topic}`);
    expect(result.status).toBe(2);
    expect(result.stderr.startsWith(stderr)).toBe(true);
  });
});

it.each([
  [
    "carrier --api-kye=CANARY 1",
    "unknown option '--api-kye'; did you mean --api-key?",
  ],
  [
    "carrier --claim name=A 1",
    "unknown option '--claim'; --claim is an option of usdot vet",
  ],
  [
    "carrier --xyz 1",
    "unknown option '--xyz'; see usdot help, or usdot help options",
  ],
  [
    "carrier --format yaml 1",
    'format "yaml" (from --format) is not one of table, json, ndjson, csv, xlsx, or in vet junit, github, line, markdown, html; see: usdot help options',
  ],
  [
    "carrier --format",
    "option '--format <format>' argument missing; see usdot help, or usdot help options",
  ],
  [
    "carrier --batch-size 5 1",
    "--batch-size cannot be used with carrier; it is an option of usdot bulk, vet, mcp",
  ],
  ["sample --port 65536", '--port "65536" is not a port from 0 to 65535'],
  [
    "completion powershell",
    '"powershell" is not a shell; use one of bash, zsh, fish',
  ],
  ["completion", "missing required argument 'shell'; see usdot help"],
  [
    "config list --format xlsx",
    "this command cannot print xlsx; use --format table or json",
  ],
  [
    "config check --format csv --base-url http://127.0.0.1:9",
    "this command cannot print csv; use --format table or json",
  ],
  ["config chekc", "unknown command 'chekc' (Did you mean check?); see usdot"],
  ["vet --since 2026-01-01 1", "unknown option '--since'; use --history"],
  [
    "vet --max-age 1 1",
    "unknown option '--max-age'; vet --reuse takes answers of the last 24 hours",
  ],
  ["vet --rejects x 1", "unknown option '--rejects'; use --keep-columns"],
  [
    "1",
    "base-url is not set; usdot config set base-url URL, or try the embedded sample: usdot --sample 9000001",
  ],
  [
    "config set --fields x by y",
    "--fields cannot be used with set; it is an option of usdot snapshot, carrier, ",
  ],
  [
    "--sample carrier 9000001 -o x.md",
    "carrier cannot write markdown (from --output); use ",
  ],
])("%s is one line: what is wrong, and what to do", async (args, message) => {
  const refused = await run(args);
  expect(refused).toMatchObject(refusal(message));
  expect(refused.stderr).toMatch(/^usdot: .*\n$/);
});

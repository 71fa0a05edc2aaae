/** docs/library.md: its programs pass the compiler and run with the built package, and its tables name what there is. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { checkOptions } from "../../src/library/arguments.ts";
import * as library from "../../src/library/index.ts";
import { startSampleService } from "../../src/sample/server.ts";
import { afterwards, temporaryDirectory } from "../support/resources.ts";
import { blocksOf } from "./page.ts";

const run = promisify(execFile);
const page = readFileSync("docs/library.md", "utf8");
const programs = blocksOf("docs/library.md", "ts");

let directory: string;
let env: Record<string, string>;

beforeAll(async () => {
  const service = await startSampleService();
  afterwards(() => service.close());
  env = { CARRIER_SERVICE: service.url, CARRIER_KEY: "any" };
  directory = temporaryDirectory();
  const save = (name: string, text: string) =>
    writeFileSync(join(directory, name), text);
  mkdirSync(join(directory, "node_modules"));
  symlinkSync(resolve("."), join(directory, "node_modules/usdot"));
  for (const [index, { text }] of programs.entries())
    save(`program-${index}.ts`, text);
  save("package.json", '{ "type": "module" }');
  const compilerOptions = {
    module: "nodenext",
    strict: true,
    outDir: "built",
    types: ["node"],
    typeRoots: [resolve("node_modules/@types")],
  };
  save("tsconfig.json", JSON.stringify({ compilerOptions, include: ["*.ts"] }));
});

it("has programs that the compiler accepts and that do what they say", async () => {
  const compiler = resolve("node_modules/typescript/bin/tsc");
  const checked = await run(process.execPath, [compiler], {
    cwd: directory,
  }).catch(({ stdout }) => ({ stdout }));
  expect(checked.stdout).toBe("");
  const lines = async (index: number, args: string[] = [], input = "") => {
    const running = run(
      process.execPath,
      [`built/program-${index}.js`, ...args],
      { cwd: directory, env },
    );
    running.child.stdin?.end(input);
    const { stdout } = await running;
    return stdout.trimEnd().split("\n");
  };
  expect(await lines(0, ["9000001", "9000404", "9000010"])).toEqual([
    "9000001: pass",
    "9000404: no such carrier",
    expect.stringMatching(/^9000010: review; rated "Conditional"/),
  ]);
  expect(await lines(1, [], "9000001\nMC-747866\n9000404\n")).toEqual([
    "9000001 PRAIRIE LANTERN FREIGHT INC",
    expect.stringContaining("MC-747866 is a docket number"),
    expect.stringMatching(/^9000404 .*no such carrier/),
  ]);
  expect(await lines(2)).toEqual([
    "pass",
    "fail",
    expect.stringMatching(/3: .*unknown rule "statsu"/),
  ]);
  expect(await lines(3)).toEqual([""]);
  expect(programs).toHaveLength(4);
});

/** What the first cells of a table name, by its header. */
function named(header: string): string[] {
  const [, table = ""] = page.split(`\n| ${header} |`);
  const cells = [
    ...(table.split("\n\n")[0] ?? "").matchAll(/^\| (`[^|]*)/gm),
  ].map(([, cell = ""]) => cell);
  return cells.flatMap((cell) =>
    [...cell.matchAll(/`(\w+)/g)].map(([, name = ""]) => name),
  );
}

it("names every option, method and error, and states the defaults", () => {
  const methods = Object.getOwnPropertyNames(
    library.CarrierLookup.prototype,
  ).filter((name) => name !== "constructor");
  expect(named("method | gives").sort()).toEqual(methods.sort());
  const errors = Object.keys(library).filter(
    (name) => name.endsWith("Error") && name !== "UsdotError",
  );
  expect(named("class | when").sort()).toEqual(errors.sort());
  const baseUrl = "https://x.example";
  const options = named("option | meaning and default");
  expect(() => checkOptions({ baseUrl, nothingLikeIt: 1 } as never)).toThrow(
    `there are ${options.join(", ")}`,
  );
  const { timeout, retries, maxWait, concurrency, batchSize } = checkOptions({
    baseUrl,
  });
  const stated = [...page.matchAll(/^\| `(\w+)` \| .*: (\d+) \|$/gm)].map(
    ([, name, value]) => [name, Number(value)],
  );
  const seconds = { timeout: timeout / 1_000, maxWait: maxWait / 1_000 };
  expect(Object.fromEntries(stated)).toEqual({
    ...seconds,
    retries,
    concurrency,
    batchSize,
  });
});

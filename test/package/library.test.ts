/** The library as users get it: packed, unpacked beside their programs, compiled in strict TypeScript, imported and required. */
import { execFile, execSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SampleService, startSampleService } from "../../src/sample/server.ts";
import { temporaryDirectory } from "../support/resources.ts";

const run = promisify(execFile);
const page = readFileSync("docs/library.md", "utf8");
const programs = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = ""]) => text);

/** What the page has no program for. */
const required = `
import { CarrierLookup, parseDotNumber, type Carrier } from "usdot";
import { startSampleService } from "usdot/sample";

async function main(): Promise<void> {
  const service = await startSampleService();
  const client = new CarrierLookup({ baseUrl: service.url, concurrency: 2 });
  const record: Carrier = await client.carrier("USDOT 9,000,001");
  const parsed = parseDotNumber("MC-1");
  console.log(record.dot_number, "invalid" in parsed, require("usdot/package.json").name);
  await client[Symbol.asyncDispose]();
  await service.close();
}
void main();
`;

/** Each must be an error, or the types are too loose. */
const mistaken = `
import { CarrierLookup } from "usdot";

const client = new CarrierLookup({ baseUrl: "https://carriers.example.com" });
// @ts-expect-error
new CarrierLookup({ timeout: 1 });
// @ts-expect-error
(await client.carrier(1)).legal_name.length;
// @ts-expect-error
(await client.carrier(1)).leagl_name;
for await (const result of client.bulk([1])) {
  // @ts-expect-error
  result.carrier.dot_number;
}
`;

const load = `
const before = new Set(Object.getOwnPropertyNames(globalThis));
await import("usdot");
await import("usdot/sample");
const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
const running = process.getActiveResourcesInfo().filter((name) => /Timeout|TCP/.test(name));
console.log(JSON.stringify(added), JSON.stringify(running));
`;

let directory: string;
let service: SampleService;
beforeAll(async () => {
  service = await startSampleService();
  directory = temporaryDirectory();
  // Run through a shell, because npm is a batch file on Windows.
  execSync(`npm pack --silent --ignore-scripts --pack-destination "${directory}"`, { stdio: "ignore" });
  const [tarball = ""] = readdirSync(directory);
  mkdirSync(join(directory, "node_modules"));
  await run("tar", ["-xzf", tarball, "-C", "node_modules"], { cwd: directory });
  renameSync(join(directory, "node_modules/package"), join(directory, "node_modules/usdot"));
  writeFileSync(join(directory, "package.json"), '{ "type": "module" }');
  for (const [index, text] of programs.entries()) writeFileSync(join(directory, `program${index}.ts`), text);
  writeFileSync(join(directory, "required.cts"), required);
  writeFileSync(join(directory, "mistaken.ts"), mistaken);
  writeFileSync(join(directory, "load.mjs"), load);
  writeFileSync(join(directory, "carriers.txt"), "9000001\nUSDOT 9,000,002\nMC-1\n");
  writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(strict));
  const compiler = resolve("node_modules/typescript/bin/tsc");
  const compiled = await run(process.execPath, [compiler], { cwd: directory }).catch((error) => error);
  expect(compiled.stdout).toBe("");
});
afterAll(async () => {
  await service.close();
});

/** As strict as TypeScript gets; the declarations that come with the package are checked as well. */
const strict = {
  compilerOptions: {
    target: "es2022",
    module: "nodenext",
    types: ["node"],
    typeRoots: [resolve("node_modules/@types")],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: false,
    skipLibCheck: false,
  },
};

/** Runs a compiled program, which must print nothing on standard error. */
async function output(file: string, ...args: string[]): Promise<string> {
  const env = { CARRIER_SERVICE: service.url, CARRIER_KEY: "any" };
  const { stdout, stderr } = await run(process.execPath, [file, ...args], { cwd: directory, env });
  expect(stderr).toBe("");
  return stdout;
}

describe.concurrent("run with Node", () => {
  it("the first program of docs/library.md vets carriers, in 15 lines", async () => {
    expect(programs[0]?.split("\n").filter((line) => line !== "")).toHaveLength(15);
    expect(await output("program0.js", "9000001", "9000404", "9000002")).toMatch(
      /^USDOT 9000001: pass\n9000404: no such carrier\nUSDOT 9000002: \w+.*\n$/,
    );
  });

  it("the second looks up the lines of a file", async () => {
    const lines = (await output("program1.js")).trimEnd().split("\n");
    expect(lines).toEqual([
      expect.stringMatching(/^9000001 \w/),
      expect.stringMatching(/^9000002 \w/),
      "MC-1 MC-1 is a docket number, not a USDOT number",
    ]);
  });

  it("the third judges by a policy, and shows what is wrong with one", async () => {
    expect(await output("program2.js")).toMatch(/^pass\n.*statsu.*; did you mean "status"\?\n$/);
  });

  it("the fourth reads numbers", async () => {
    expect(await output("program3.js")).toBe("2233855\nMC-747866 is a docket number, not a USDOT number\n");
  });

  it("the fifth, and last, tests with the sample service", async () => {
    expect(programs).toHaveLength(5);
    expect(await output("program4.js")).toBe("");
  });

  it("a CommonJS program requires it, with its types", async () => {
    expect(readFileSync(join(directory, "required.cjs"), "utf8")).toContain('require("usdot")');
    expect(await output("required.cjs")).toBe("9000001 true usdot\n");
  });

  it("loading it changes nothing: no timer, no socket, no global but those of zod", async () => {
    expect(await output("load.mjs")).toBe('["__zod_globalConfig","__zod_globalRegistry"] []\n');
  });
});

it("its types mention no other package and no source", () => {
  const types = join(directory, "node_modules/usdot/dist/types");
  const files = readdirSync(types, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  expect(files).toContain(join("library", "index.d.ts"));
  for (const file of files) {
    const imports = [...readFileSync(join(types, file), "utf8").matchAll(/(?:from |import\()"([^"]+)"/g)];
    for (const [, name] of imports) expect(name, file).toMatch(/^\.\.?\/.*\.js$/);
  }
});

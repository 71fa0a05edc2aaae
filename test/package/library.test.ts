/** The library as users get it: packed, unpacked beside their programs, compiled in strict TypeScript, imported and required. */
import { execFile, execSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as dotNumber from "../../src/dot-number.ts";
import * as library from "../../src/library/index.ts";
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

const entries = {
  usdot: Object.keys(library),
  "usdot/sample": ["startSampleService"],
  "usdot/dot-number": Object.keys(dotNumber),
};

/** The examples in the doc comments of what the packed types export, by its name. */
function examplesIn(types: string): Map<string, string> {
  const files = readdirSync(types, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".d.ts"));
  const text = files.map((file) => readFileSync(join(types, file), "utf8")).join("\n");
  const documented = /\/\*\*((?:(?!\*\/).)*)\*\/\s*export declare (?:abstract )?(?:class|function) (\w+)/gs;
  const found = [...text.matchAll(documented)].map(([, comment = "", name = ""]): [string, string] => {
    const [, example = ""] = comment.replace(/^ *\* ?/gm, "").split("@example");
    return [name, example.trim()];
  });
  return new Map(found.filter(([, example]) => example !== ""));
}

/** How each error comes about; any other example has the error of a carrier that does not exist. */
const provoked: Readonly<Record<string, string>> = {
  ClosedError: "using({}, async (other) => { await other.close(); return other.carrier(1); })",
  DoubtfulNotFoundError: 'using({ baseUrl: new URL("wrong", baseUrl).href }, (other) => other.carrier(1))',
  InputError: 'client.carrier("MC-747866")',
  MissingKeyError: "client.bulk([1]).next()",
  RateLimitedError: "using({}, (other) => other.carrier(9000429))",
  RefusedKeyError: "client.carrier(9000401)",
  RefusedRequestError: "client.carrier(9000400)",
  SettingError: 'using({ baseUrl: "carriers" }, async () => {})',
  UnreachableError: "client.carrier(9000500)",
  UnusableAnswerError: "client.carrier(9000550)",
  VettingFileError: 'using({}, async (other) => vet(await other.snapshot(9000001), "rulse: []"))',
};

/** A program of these examples, each by itself, after what they take for granted: a client, and an error that was caught. */
function programOf(examples: ReadonlyMap<string, string>): string {
  const imported = new Set<string>();
  const imports = Object.entries(entries).map(([entry, names]) => {
    const ours = names.filter((name) => !imported.has(name));
    for (const name of ours) imported.add(name);
    return `import { ${ours.join(", ")} } from "${entry}";`;
  });
  const blocks = [...imported].map((name) => {
    const caught = `(${provoked[name] ?? "client.carrier(9000404)"}).catch((thrown: unknown) => thrown)`;
    return `{ // ${name}\nconst error: unknown = await ${caught};\n{\n${examples.get(name)}\n}}`;
  });
  return `${imports.join("\n")}
import type { CarrierLookupOptions, ErrorKind, ServiceErrorReason } from "usdot";
const baseUrl = process.env["CARRIER_SERVICE"] ?? "";
const using = async (options: Partial<CarrierLookupOptions>, use: (client: CarrierLookup) => Promise<unknown>) => {
  const other = new CarrierLookup({ baseUrl, ...options });
  return use(other).finally(() => other.close());
};
const client = new CarrierLookup({ baseUrl, retries: 0 });
${blocks.join("\n").replaceAll('"https://carriers.example.com"', "baseUrl")}
await client.close();
`;
}

const load = `
const before = new Set(Object.getOwnPropertyNames(globalThis));
await import("usdot");
await import("usdot/sample");
const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
const running = process.getActiveResourcesInfo().filter((name) => /Timeout|TCP/.test(name));
console.log(JSON.stringify(added), JSON.stringify(running));
`;

let directory: string;
let examples: Map<string, string>;
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
  examples = examplesIn(join(directory, "node_modules/usdot/dist/types"));
  writeFileSync(join(directory, "examples.ts"), programOf(examples));
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

  it("the fifth and sixth use every type", async () => {
    expect(await output("program4.js")).toBe("review unknown 12\npass pass 12\n");
    expect(await output("program5.js")).toBe("9000001   usage\n");
  });

  it("the seventh, and last, tests with the sample service", async () => {
    expect(programs).toHaveLength(7);
    expect(await output("program6.js")).toBe("");
  });

  it("the example of every function and class does what its comments say", async () => {
    for (const name of Object.values(entries).flat()) expect([...examples.keys()]).toContain(name);
    expect((await output("examples.js")).trimEnd().split("\n")).toEqual([
      "2233855",
      "MC-747866 is a docket number, not a USDOT number",
      "give the client an apiKey",
      'new CarrierLookup: baseUrl "carriers" is not a URL such as https://carriers.example.com',
      expect.stringMatching(/^not-found the service knows no such carrier \(HTTP 404 /),
      "1 version is missing: it must be 1",
      "1 name is missing: it must be text",
      "1 rules is missing: it must be a mapping of rules to their parameters",
      '1 unknown key "rulse"; did you mean "rules"?',
      "close() was called meanwhile",
      expect.stringMatching(/^if the base URL is right, the service knows no such carrier \(HTTP 404 /),
      "USDOT 9000404 does not exist",
      "try again in 3600000 ms",
      "no key",
      expect.stringMatching(/^400 the service refused the request /),
      "no-such-carrier 404",
      "try again later",
      `ask the operator of ${service.url}`,
      "9000001 ACTIVE",
      "9000404 the service knows no such carrier",
      "pass [ 'exists: pass', 'status: pass' ]",
      "200",
      "true false",
      'MC-747866 ""',
    ]);
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

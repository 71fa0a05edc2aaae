import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { keptRows, openRows, type RunInfo, type Wanted } from "../../src/output/resume.ts";
import { temporaryDirectory } from "../support/resources.ts";

const header = "dot_number,legal_name,policies,error\n";
const run: RunInfo = { service: "https://carriers.example", command: "carrier", format: "csv", fields: null };

const refuse = (why: string): never => {
  throw new Error(why);
};

const wanted = (...numbers: string[]): Wanted => ({ asked: new Set(numbers as DotNumber[]), header });

let path: string;

beforeEach(() => {
  path = join(temporaryDirectory(), "out");
});

/** The rows of a number, as a format writes them: one for each policy in CSV. */
function rowsOf(number: string, index: number, format: RunInfo["format"]): string {
  if (index % 5 === 3)
    return format === "csv" ? `${number},,,not-found\n` : `{"dot_number":"${number}","error":{"code":"not-found"}}\n`;
  if (format === "ndjson") return `{"dot_number":"${number}","legal_name":"ACME, \\"É\\" ${index}"}\n`;
  return Array.from({ length: 1 + (index % 3) }, (_, at) => `${number},"ACME, ""É"" ${index}",${at},\n`).join("");
}

describe("cut anywhere", () => {
  const format = fc.constantFrom<RunInfo["format"]>("csv", "ndjson");
  const count = fc.integer({ min: 1, max: 8 });
  it("ends with the rows of each number once", async () => {
    await fc.assert(
      fc.asyncProperty(format, count, fc.double({ min: 0, max: 1, noNaN: true }), async (format, count, part) => {
        const numbers = Array.from({ length: count }, (_, index) => String(9_000_001 + index));
        const rows = numbers.map((number, index) => rowsOf(number, index, format));
        const whole = Buffer.from((format === "csv" ? header : "") + rows.join(""));
        writeFileSync(`${path}.partial`, whole.subarray(0, Math.round(part * whole.length)));
        writeFileSync(`${path}.partial.run`, JSON.stringify({ ...run, format }));
        const { file, kept } = await openRows(path, { ...run, format }, wanted(...numbers));
        for (const [index, number] of numbers.entries())
          if (!kept?.numbers.has(number as DotNumber)) await file.write(rows[index] ?? "");
        await file.finish();
        const lines = (text: string) => text.split("\n").toSorted();
        expect(lines(readFileSync(path, "utf8"))).toEqual(lines(String(whole)));
        rmSync(path);
      }),
      { numRuns: 150 },
    );
  });
});

it("is read as UTF-8 if it is cut within a character", async () => {
  const bytes = Buffer.from(`${header}1,É,0,\n2,É,0,\n3,É`);
  writeFileSync(`${path}.partial`, bytes.subarray(0, -1));
  writeFileSync(`${path}.partial.run`, JSON.stringify(run));
  const { file, kept } = await openRows(path, run, wanted("1", "2", "3"));
  await file.abandon();
  expect(kept?.text).toBe(`${header}1,É,0,\n`);
});

it("may be a finished file that was cut off later: its last number may lack rows", async () => {
  writeFileSync(path, `${header}1,A,0,\n2,A,0,\n2,A`);
  const { file, kept } = await openRows(path, run, wanted("1", "2"));
  await file.abandon();
  expect(kept?.text).toBe(`${header}1,A,0,\n`);
});

describe("what is kept", () => {
  const row = (number: string, error = "") => `${number},A,0,${error}\n`;
  it.each<[what: string, text: string, kept: string, isCut: boolean]>([
    ["answers and definite noes", row("1") + row("2", "not-found"), row("1") + row("2", "not-found"), false],
    ["not what has no answer", row("1", "unreachable") + row("2"), row("2"), false],
    ["not the last number of a cut file", row("1") + row("2") + row("2"), row("1"), true],
    ["not what is no longer asked for", row("7") + row("7") + row("1") + row("8"), row("1"), false],
    ["a number once", row("1") + row("2") + row("1"), row("1") + row("2"), false],
    ["numbers in any spelling", "0001,A,0,\nUSDOT 2,A,0,\n", "0001,A,0,\nUSDOT 2,A,0,\n", false],
    ["nothing of a header that is cut", "", "", true],
  ])("%s", (_, text, kept, isCut) => {
    const { text: left, dropped } = keptRows(header + text, { ...wanted("1", "2"), format: "csv", isCut, refuse });
    expect(left).toBe(header + kept);
    expect(dropped).toBe(text.includes("7") ? 2 : 0);
  });

  it("not a snapshot that lacks a record", () => {
    const whole = '{"dot_number":"1","carrier":{"legal_name":"A"},"safety":null}\n';
    const part = '{"dot_number":"2","carrier":{},"safety":{"error":{"code":"unreachable"}}}\n';
    const kept = keptRows(whole + part, { ...wanted("1", "2"), format: "ndjson", isCut: false, refuse });
    expect(kept.text).toBe(whole);
  });
});

describe("the file", () => {
  const finish = async (info: RunInfo, resume?: Wanted) => {
    const { file, kept } = await openRows(path, info, resume);
    await file.write(kept ? "" : `${header}1,A,0,\n`);
    await file.finish();
    return kept;
  };

  it("notes what the run is while it is not finished", async () => {
    const { file } = await openRows(path, run);
    await file.write(`${header}1,A,0,\n`);
    await file.abandon();
    expect(JSON.parse(readFileSync(`${path}.partial.run`, "utf8"))).toEqual(run);
    const kept = await finish(run, wanted("1", "2"));
    expect(kept?.numbers.size).toBe(0);
    expect(readdirSync(join(path, ".."))).toEqual(["out"]);
  });

  it("may be finished already, or not begun", async () => {
    expect(await finish(run, wanted("1"))).toBeUndefined();
    const kept = await finish(run, wanted("1", "2"));
    expect([...(kept?.numbers ?? [])]).toEqual([["1", "kept"]]);
    expect(readFileSync(path, "utf8")).toBe(`${header}1,A,0,\n`);
  });

  const other = "its command, service, format or --fields were others";
  it.each<[what: string, note: string | undefined, why: string]>([
    ["another service", JSON.stringify({ ...run, service: "sample" }), other],
    ["another command", JSON.stringify({ ...run, command: "safety" }), other],
    ["another format", JSON.stringify({ ...run, format: "ndjson" }), other],
    ["other fields", JSON.stringify({ ...run, fields: ["a"] }), other],
    ["a broken note", "{", other],
    ["no note", undefined, other],
  ])("is refused if it is a partial file of %s", async (_, note, why) => {
    writeFileSync(`${path}.partial`, `${header}1,A,0,\n`);
    if (note) writeFileSync(`${path}.partial.run`, note);
    await expect(openRows(path, run, wanted("1"))).rejects.toMatchObject({
      kind: "usage",
      message: `--resume cannot continue ${path}.partial: ${why}`,
    });
    expect([readFileSync(`${path}.partial`, "utf8"), existsSync(`${path}.lock`)]).toEqual([`${header}1,A,0,\n`, false]);
  });

  it.each<[what: string, format: RunInfo["format"], text: string, why: string]>([
    ["has other columns", "csv", "dot_number,name,error\n1,A,\n", "it has other columns"],
    ["has other rows", "csv", `${header}ACME,A,0,\n`, "line 2 is not a row with a dot_number"],
    ["is not JSON", "ndjson", '{"dot_number":"1"}\nACME\n', "line 2 is not a row with a dot_number"],
    ["has no numbers", "ndjson", '{"name":"1"}\n', "line 1 is not a row with a dot_number"],
  ])("is refused if it %s", async (_, format, text, why) => {
    writeFileSync(path, text);
    const opened = openRows(path, { ...run, format }, wanted("1"));
    await expect(opened).rejects.toThrow(`--resume cannot continue ${path}: ${why}`);
    expect(readdirSync(join(path, ".."))).toEqual(["out"]);
  });
});

import { readFileSync, rmSync } from "node:fs";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { openRowFile, type RunInfo } from "../../src/output/resume.ts";
import { folder } from "../support/resources.ts";

const header = "dot_number,legal_name,policies,error\n";
const csvRun: RunInfo = {
  began: "2026-11-29T09:00:00.000Z",
  service: "https://carriers.example",
  command: "carrier",
  format: "csv",
};
const lineRun: RunInfo = { ...csvRun, format: "ndjson" };

let { at, names, read, write } = folder();
let path = at("out");
beforeEach(() => {
  ({ at, names, read, write } = folder());
  path = at("out");
});

/** Resumes a run that left this text, finished or cut off. */
function resume(
  text: string | Uint8Array,
  numbers: readonly string[],
  { run = csvRun, isCut = false, first = header } = {},
) {
  write(isCut ? "out.partial" : "out", text);
  write("out.run", `${JSON.stringify(run)}\n`);
  const asked = new Set(numbers as DotNumber[]);
  return openRowFile(path, run, run.format === "csv" ? first : "", asked);
}

/** What stays of it. */
async function keptOf(...given: Parameters<typeof resume>) {
  const { sink, resumed } = await resume(...given);
  const left = await sink.end("cut off");
  const text = left ? readFileSync(left, "utf8") : "";
  return { numbers: resumed ?? new Map(), text };
}

/** The rows of a number, as a format writes them: one for each policy in CSV. */
function rowsOf(number: string, index: number, { format }: RunInfo): string {
  const isMissing = index % 5 === 3;
  if (format === "ndjson")
    return isMissing
      ? `{"dot_number":"${number}","error":{"code":"not-found"}}\n`
      : `{"dot_number":"${number}","legal_name":"ACME, \\"É\\" ${index}"}\n`;
  if (isMissing) return `${number},,,not-found\n`;
  const policies = [...Array(1 + (index % 3)).keys()];
  return policies
    .map((at) => `${number},"ACME, ""É"" ${index}",${at},\n`)
    .join("");
}

it("cut anywhere, a file ends with the rows of each number once", async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(csvRun, lineRun),
    fc.integer({ min: 1, max: 8 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    async (run, count, part) => {
      const start = run.format === "csv" ? header : "";
      const numbers = [...Array(count).keys()].map((at) => `${9_000_001 + at}`);
      const rows = numbers.map((number, at) => rowsOf(number, at, run));
      const whole = Buffer.from(start + rows.join(""));
      const cut = whole.subarray(0, Math.round(part * whole.length));
      const { sink, resumed } = await resume(cut, numbers, {
        run,
        isCut: true,
      });
      if (resumed === undefined) await sink.write(start);
      for (const [at, number] of numbers.entries())
        if (!resumed?.has(number as DotNumber))
          await sink.write(rows[at] ?? "");
      await sink.end("complete");
      const lines = (text: string) => text.split("\n").toSorted();
      expect(lines(read("out"))).toEqual(lines(`${whole}`));
      rmSync(path);
    },
  );
  await fc.assert(property, { numRuns: 150 });
});

describe("what is resumed", () => {
  it("a number once, in any spelling", async () => {
    const once = `${header}1,A,0,\n0002,A,0,\n`;
    const { text } = await keptOf(`${once}0001,A,0,\n`, ["1", "2"]);
    expect(text).toBe(once);
  });

  it("by the number's own column, whatever is empty before it", async () => {
    const first = "fleet.drivers,dot_number,status,error\n";
    const rows = `${first},1,2,\n,2,,not-found\n`;
    const { text, numbers } = await keptOf(rows, ["1", "2"], { first });
    expect(text).toBe(rows);
    expect(Object.fromEntries(numbers)).toEqual({
      1: "resumed",
      2: "resumed-not-found",
    });
  });

  it("not a snapshot that lacks a record, also one that --fields leaves out", async () => {
    const whole =
      '{"dot_number":"1","carrier":{"legal_name":"A"},"safety":null,"extra":{"error":"E"}}\n';
    const lacking = `{"dot_number":"2","carrier":{},"safety":{"error":{"code":"unreachable"}}}
{"dot_number":"3","safety":{"rating":null},"error":{"code":"unreachable"}}
`;
    const asked = ["1", "2", "3"];
    const { text } = await keptOf(whole + lacking, asked, { run: lineRun });
    expect(text).toBe(whole);
  });
});

describe("the file", () => {
  const row = `${header}1,A,0,\n`;
  const note = () => JSON.parse(read("out.run"));

  it("has a note of what the run is while it is not finished, then if it may be continued, and that of the earlier run until there is a row", async () => {
    const interrupted = await openRowFile(path, csvRun, header);
    await interrupted.sink.write(row);
    await interrupted.sink.end("cut off");
    expect(note()).toEqual(csvRun);
    const asked = new Set(["1", "2"] as DotNumber[]);
    const continued = await openRowFile(path, csvRun, header, asked);
    expect(continued.resumed?.size).toBe(0);
    await continued.sink.end("resumable");
    expect([names(), note()]).toEqual([["out", "out.run"], csvRun]);
    const other = { ...csvRun, command: "safety" };
    const begun = await openRowFile(path, other, header);
    await begun.sink.end("cut off");
    expect(note()).toEqual(csvRun);
    const whole = await openRowFile(path, csvRun, header);
    await whole.sink.write(row);
    await whole.sink.end("complete");
    expect(names()).toEqual(["out"]);
  });

  it.each([
    [1, csvRun, "dot_number,name,error\n1,A,\n"],
    [2, csvRun, `${header}ACME,A,0,\n`],
    [2, lineRun, '{"dot_number":"1"}\nACME\n'],
    [1, lineRun, '{"name":"1"}\n'],
  ])(
    "is refused if line %i is another program's: %#",
    async (line, run, text) => {
      await expect(resume(text, ["1"], { run })).rejects.toThrow(
        `--resume cannot continue ${path}: line ${line} is not a row with a dot_number`,
      );
      expect(names()).toEqual(["out", "out.run"]);
    },
  );
});

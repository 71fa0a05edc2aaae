import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import {
  openRowFile,
  type RunInfo,
  type Wanted,
} from "../../src/output/resume.ts";
import { temporaryDirectory } from "../support/resources.ts";

const header = "dot_number,legal_name,policies,error\n";
const run: RunInfo = {
  service: "https://carriers.example",
  command: "carrier",
  format: "csv",
  fields: null,
};

const wanted = (...numbers: string[]): Wanted => ({
  asked: new Set(numbers as DotNumber[]),
  header,
});
/** The same of JSON lines. */
const wantedLines = (...numbers: string[]): Wanted => ({
  ...wanted(...numbers),
  header: "",
});

let path: string;

beforeEach(() => {
  path = join(temporaryDirectory(), "out");
});

/** What stays of a file that is finished, or cut off. */
async function keptOf(text: string, wanted: Wanted, isCut = false) {
  const name = isCut ? `${path}.partial` : path;
  writeFileSync(name, text);
  writeFileSync(`${path}.run`, JSON.stringify(run));
  const { sink, kept } = await openRowFile(path, run, wanted);
  const left = await sink.abandon();
  return {
    numbers: new Map(),
    ...kept,
    text: left ? readFileSync(left, "utf8") : "",
  };
}

/** The rows of a number, as a format writes them: one for each policy in CSV. */
function rowsOf(
  number: string,
  index: number,
  format: RunInfo["format"],
): string {
  if (index % 5 === 3)
    return format === "csv"
      ? `${number},,,not-found\n`
      : `{"dot_number":"${number}","error":{"code":"not-found"}}\n`;
  if (format === "ndjson")
    return `{"dot_number":"${number}","legal_name":"ACME, \\"É\\" ${index}"}\n`;
  return Array.from(
    { length: 1 + (index % 3) },
    (_, at) => `${number},"ACME, ""É"" ${index}",${at},\n`,
  ).join("");
}

describe("cut anywhere", () => {
  const format = fc.constantFrom<RunInfo["format"]>("csv", "ndjson");
  const count = fc.integer({ min: 1, max: 8 });
  it("ends with the rows of each number once", async () => {
    await fc.assert(
      fc.asyncProperty(
        format,
        count,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (format, count, part) => {
          const numbers = Array.from({ length: count }, (_, index) =>
            String(9_000_001 + index),
          );
          const rows = numbers.map((number, index) =>
            rowsOf(number, index, format),
          );
          const whole = Buffer.from(
            (format === "csv" ? header : "") + rows.join(""),
          );
          writeFileSync(
            `${path}.partial`,
            whole.subarray(0, Math.round(part * whole.length)),
          );
          writeFileSync(`${path}.run`, JSON.stringify({ ...run, format }));
          const { sink, kept } = await openRowFile(
            path,
            { ...run, format },
            (format === "csv" ? wanted : wantedLines)(...numbers),
          );
          if (kept === undefined && format === "csv") await sink.write(header);
          for (const [index, number] of numbers.entries())
            if (!kept?.numbers.has(number as DotNumber))
              await sink.write(rows[index] ?? "");
          await sink.finish();
          const lines = (text: string) => text.split("\n").toSorted();
          expect(lines(readFileSync(path, "utf8"))).toEqual(
            lines(String(whole)),
          );
          rmSync(path);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("what is kept", () => {
  const row = (number: string, error = "") => `${number},A,0,${error}\n`;
  it.each<[what: string, text: string, kept: string, isCut: boolean]>([
    [
      "answers and definite noes",
      row("1") + row("2", "not-found"),
      row("1") + row("2", "not-found"),
      false,
    ],
    [
      "not what has no answer",
      row("1", "unreachable") + row("2"),
      row("2"),
      false,
    ],
    [
      "not the last number of a cut file",
      row("1") + row("2") + row("2"),
      row("1"),
      true,
    ],
    [
      "nor of a finished file that was cut off later",
      row("1") + row("2") + row("2").slice(0, 3),
      row("1"),
      false,
    ],
    ["what is cut within a character", "1,É,0,\n2,É,0,\n3,", "1,É,0,\n", true],
    [
      "not what is no longer asked for",
      row("7") + row("7") + row("1") + row("8"),
      row("1"),
      false,
    ],
    [
      "a number once",
      row("1") + row("2") + row("1"),
      row("1") + row("2"),
      false,
    ],
    [
      "numbers in any spelling",
      "0001,A,0,\nUSDOT 2,A,0,\n",
      "0001,A,0,\nUSDOT 2,A,0,\n",
      false,
    ],
    ["nothing of a header that is cut", "", "", true],
  ])("%s", async (_, text, kept, isCut) => {
    const { text: left, dropped } = await keptOf(
      header + text,
      wanted("1", "2"),
      isCut,
    );
    expect(left).toBe(header + kept);
    expect(dropped).toBe(text.includes("7") ? 2 : 0);
  });

  it("by the number's own column, whatever is empty before it", async () => {
    const all = {
      header: "fleet.drivers,dot_number,status,error\n",
      asked: wanted("1", "2").asked,
    };
    const rows = ",1,2,\n,2,,not-found\n";
    const { text, numbers } = await keptOf(all.header + rows, all);
    expect([text, [...numbers]]).toEqual([
      all.header + rows,
      [
        ["1", "kept"],
        ["2", "kept-missing"],
      ],
    ]);
  });

  it("not a snapshot that lacks a record, also one that --fields leaves out", async () => {
    const whole =
      '{"dot_number":"1","carrier":{"legal_name":"A"},"safety":null}\n';
    const part =
      '{"dot_number":"2","carrier":{},"safety":{"error":{"code":"unreachable"}}}\n';
    const chosen =
      '{"dot_number":"3","safety":{"rating":null},"error":{"code":"unreachable"}}\n';
    const { text } = await keptOf(
      whole + part + chosen,
      wantedLines("1", "2", "3"),
    );
    expect(text).toBe(whole);
  });
});

describe("the file", () => {
  const row = `${header}1,A,0,\n`;
  const files = () => readdirSync(join(path, ".."));

  it("has a note of what the run is while it is not finished, then if it may be continued, and that of the earlier run until there is a row", async () => {
    const interrupted = await openRowFile(path, run);
    await interrupted.sink.write(row);
    await interrupted.sink.abandon();
    expect(JSON.parse(readFileSync(`${path}.run`, "utf8"))).toEqual(run);
    const resumed = await openRowFile(path, run, wanted("1", "2"));
    expect(resumed.kept?.numbers.size).toBe(0);
    await resumed.sink.finish(true);
    expect([files(), JSON.parse(readFileSync(`${path}.run`, "utf8"))]).toEqual([
      ["out", "out.run"],
      run,
    ]);
    const begun = await openRowFile(path, { ...run, command: "safety" });
    await begun.sink.abandon();
    expect(JSON.parse(readFileSync(`${path}.run`, "utf8"))).toEqual(run);
    const whole = await openRowFile(path, run);
    await whole.sink.write(row);
    await whole.sink.finish();
    expect(files()).toEqual(["out"]);
  });

  const other = "its command, service, format or --fields were others";
  it.each<[what: string, note: string | undefined, why: string]>([
    ["another service", JSON.stringify({ ...run, service: "sample" }), other],
    ["another command", JSON.stringify({ ...run, command: "safety" }), other],
    ["another format", JSON.stringify({ ...run, format: "ndjson" }), other],
    ["other fields", JSON.stringify({ ...run, fields: ["a"] }), other],
    ["a broken note", "{", other],
    ["no note", undefined, "there is no out.run to tell which run wrote it"],
  ])("is refused if it is of %s, partial or finished", async (_, note, why) => {
    for (const [name, hint] of [
      [`${path}.partial`, "delete it"],
      [path, "leave out --resume"],
    ] as const) {
      writeFileSync(name, row);
      if (note) writeFileSync(`${path}.run`, note);
      await expect(openRowFile(path, run, wanted("1"))).rejects.toMatchObject({
        kind: "usage",
        message: `--resume cannot continue ${name}: ${why}`,
        hint: `${hint} to ask for all numbers again, or choose another --output`,
      });
      expect([readFileSync(name, "utf8"), existsSync(`${path}.lock`)]).toEqual([
        row,
        false,
      ]);
      rmSync(name);
    }
  });

  it.each<[what: string, format: RunInfo["format"], text: string, why: string]>(
    [
      [
        "has other columns",
        "csv",
        "dot_number,name,error\n1,A,\n",
        "line 1 is not a row with a dot_number",
      ],
      [
        "has other rows",
        "csv",
        `${header}ACME,A,0,\n`,
        "line 2 is not a row with a dot_number",
      ],
      [
        "is not JSON",
        "ndjson",
        '{"dot_number":"1"}\nACME\n',
        "line 2 is not a row with a dot_number",
      ],
      [
        "has no numbers",
        "ndjson",
        '{"name":"1"}\n',
        "line 1 is not a row with a dot_number",
      ],
    ],
  )("is refused if it %s", async (_, format, text, why) => {
    writeFileSync(path, text);
    writeFileSync(`${path}.run`, JSON.stringify({ ...run, format }));
    const opened = openRowFile(
      path,
      { ...run, format },
      (format === "csv" ? wanted : wantedLines)("1"),
    );
    await expect(opened).rejects.toThrow(
      `--resume cannot continue ${path}: ${why}`,
    );
    expect(files()).toEqual(["out", "out.run"]);
  });
});

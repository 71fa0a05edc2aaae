import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { FileError, UsageError } from "../../src/errors.ts";
import { type Beginning, companionsOf, writeJournal } from "../../src/output/journal.ts";
import { type ResumeOptions, resumeFile } from "../../src/output/resume.ts";
import type { View } from "../../src/output/view.ts";
import { bulkView, carrierView, insuranceView, safetyView } from "../../src/output/views.ts";
import { temporaryDirectory } from "../support/resources.ts";

const processes = { self: 4_000_000, isRunning: () => false };

function optionsFor(
  format: "ndjson" | "csv",
  view: View,
  fields?: string[],
  more: Partial<Beginning> = {},
): ResumeOptions {
  const beginning = { record: view.name, format, fields, csvRaw: false, service: "sample", shard: undefined, ...more };
  return { format, view, fields, beginning, processes, signal: new AbortController().signal };
}

const ndjson = optionsFor("ndjson", bulkView);
const csv = optionsFor("csv", bulkView, ["dot_number", "legal_name"]);
const policies = optionsFor("csv", insuranceView, ["dot_number", "policies.form_code"]);
const header = "dot_number,legal_name,error\n";

function fileWith(content: string | undefined): string {
  const path = join(temporaryDirectory(), "out");
  if (content !== undefined) writeFileSync(path, content);
  return path;
}

/** The file's content after it was opened for more and `more` was written, and which of the numbers 1 to 9 are kept. */
async function resumed(content: string | undefined, options: ResumeOptions, more = "") {
  const path = fileWith(content);
  const { sink, kept, missing, continued } = await resumeFile("out", path, options);
  if (more) await sink.write(more);
  await sink.finish();
  expect(readdirSync(dirname(path))).toEqual(["out"]);
  const among = (set: typeof kept) => "123456789".split("").filter((number) => set.has(number as DotNumber));
  return { text: readFileSync(path, "utf8"), kept: among(kept).join(""), missing: among(missing).join(""), continued };
}

/** A file that cannot be continued is left as it is, with nothing beside it. */
async function refused(
  content: string,
  options: ResumeOptions,
  why: string | RegExp = "cannot continue",
): Promise<void> {
  const path = fileWith(content);
  await expect(resumeFile("out", path, options)).rejects.toThrow(why);
  await expect(resumeFile("out", path, options)).rejects.toBeInstanceOf(UsageError);
  expect(readFileSync(path, "utf8")).toBe(content);
  expect(readdirSync(dirname(path))).toEqual(["out"]);
}

const one = '{"dot_number":"1","legal_name":"A"}\n';
const two = '{"dot_number":2}\n';
const missing = '{"dot_number":"3","error":{"code":"not-found","status":404,"message":"no"}}\n';
const failed = '{"dot_number":"4","error":{"code":"unreachable","message":"no"}}\n';

describe("an NDJSON file", () => {
  it("goes on after its last whole row", async () => {
    expect(await resumed(`${one}${two}{"dot_numb`, ndjson, missing)).toEqual({
      text: one + two + missing,
      kept: "12",
      missing: "",
      continued: false,
    });
  });

  it("keeps the rows of carriers that were not found, and says which they are", async () => {
    expect(await resumed(one + missing, ndjson)).toMatchObject({ kept: "13", missing: "3" });
  });

  it("loses the rows without an answer, to be asked again", async () => {
    expect(await resumed(`${one}${failed}${two}{"dot`, ndjson, failed)).toMatchObject({
      text: one + two + failed,
      kept: "12",
    });
  });

  it("is started where there is none, or none of its rows is whole", async () => {
    expect(await resumed(undefined, ndjson, one)).toMatchObject({ text: one, kept: "" });
    expect(await resumed("", ndjson, one)).toMatchObject({ text: one, kept: "" });
    expect(await resumed('{"dot', ndjson, one)).toMatchObject({ text: one, kept: "" });
  });

  it("keeps a whole row that only lacks its line feed", async () => {
    expect(await resumed(one + two.trimEnd(), ndjson, missing)).toMatchObject({
      text: one + two + missing,
      kept: "12",
    });
    expect(await resumed(failed + two.trimEnd(), ndjson, one)).toMatchObject({ text: two + one, kept: "2" });
  });

  it("may start with the BOM of an editor", async () => {
    expect(await resumed(`\ufeff${one}`, ndjson, two)).toMatchObject({ text: `\ufeff${one}${two}`, kept: "1" });
  });

  it.each(['"\\t1"', '" 1 "', '"USDOT 1"', '"0001"', "1"])(
    "has a row about USDOT 1 where the service wrote %s",
    async (number) => {
      const text = `{"dot_number":${number},"legal_name":"A"}\n`;
      expect(await resumed(text, ndjson)).toMatchObject({ text, kept: "1" });
    },
  );

  it("keeps a record that has an error of the service's own", async () => {
    for (const error of ['{"code":"unreachable","message":"x"}', '{"code":"not-found"}', '"unreachable"', "null"]) {
      const text = `{"dot_number":"1","legal_name":"A","error":${error}}\n`;
      expect(await resumed(text, ndjson)).toMatchObject({ text, kept: "1", missing: "" });
    }
    const text = '{"dot_number":"1","error":{"code":"UPSTREAM_TIMEOUT","message":"x"}}\n';
    expect(await resumed(text, ndjson)).toMatchObject({ text, kept: "1" });
  });

  it.each([
    "only copy",
    "only copy\n",
    "not JSON\n",
    "null\n",
    "[]\n",
    "7",
    '{"id":1}\n',
    '{"dot_number":"MC-1"}\n',
    '{"dot_number": "1"}\n',
    '{"dot_number":"1"}\r\n',
    "\n",
    `${one}dot_number,error\n`,
    `${one}a line of somebody else's`,
    `${one}{"note":"mine`,
    `${one}{"note":"mine"}`,
    `${one}{"dot_number":"2"} and more`,
    `${one}{"dot_number":tru3`,
    `${one}{'dot_number`,
    `${one}\u0000\u0000\u0000`,
    `${failed}my own line\n`,
  ])("that holds anything else is refused and left alone: %j", (content) => refused(content, ndjson));

  it("with other fields is refused", async () => {
    const fields = ["dot_number", "fleet.drivers", "fleet.power_units"];
    const picked = optionsFor("ndjson", bulkView, fields);
    const row = '{"dot_number":"1","fleet":null}\n';
    expect(await resumed(row, picked)).toMatchObject({ text: row, kept: "1" });
    await refused(one, picked);
    await refused(row, optionsFor("ndjson", bulkView, ["dot_number"]));
  });

  const samples: [View, string][] = [
    [carrierView, '{"dot_number":"1","status":"ACTIVE","safety":{},"insurance":{}}\n'],
    [bulkView, '{"dot_number":"1","status":"ACTIVE","fleet":{}}\n'],
    [insuranceView, '{"dot_number":"1","policies":[]}\n'],
    [safetyView, '{"dot_number":"1","rating":null,"inspections":{},"crashes":{}}\n'],
  ];
  it.each(samples.flatMap(([view, row]) => samples.map(([other]) => [view.name, other.name, other, row] as const)))(
    "of %s records is continued by %s only if that is the same",
    async (own, other, view, row) => {
      if (own === other) expect(await resumed(row + failed, optionsFor("ndjson", view))).toMatchObject({ kept: "1" });
      else await refused(row + failed, optionsFor("ndjson", view), "its records are another command's");
    },
  );

  it("can be cut anywhere", async () => {
    const text = `${String.raw`{"dot_number":"5","x":[1.5e3,-2,true,null,{"a":"\"é\u0041"}],"fleet":{"drivers":0}}`}\n`;
    const bytes = Buffer.from(one + text);
    for (let length = one.length; length < bytes.length - 1; length++) {
      const path = join(temporaryDirectory(), "out");
      writeFileSync(path, bytes.subarray(0, length));
      const { sink, kept } = await resumeFile("out", path, ndjson);
      await sink.write(text);
      await sink.finish();
      expect([kept.has("1" as DotNumber), kept.has("5" as DotNumber)]).toEqual([true, false]);
      expect(readFileSync(path, "utf8"), String(bytes.subarray(0, length))).toBe(one + text);
    }
  });

  it("with one line of 60 MB takes no longer than its size", async () => {
    const text = `{"dot_number":"1","x":"${"x".repeat(60_000_000)}"}\n`;
    const path = fileWith(text);
    const started = performance.now();
    const { sink } = await resumeFile("out", path, ndjson);
    await sink.finish();
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

describe("a CSV file", () => {
  it("goes on after its last whole row, without a second header", async () => {
    expect(await resumed(`${header}1,"A, INC",\n2,,not-found\n3,to`, csv, "3,C,\n")).toEqual({
      text: `${header}1,"A, INC",\n2,,not-found\n3,C,\n`,
      kept: "12",
      missing: "2",
      continued: true,
    });
  });

  it("gets its header again where it was cut off", async () => {
    for (let length = 1; length < header.length; length++) {
      expect(await resumed(header.slice(0, length), csv)).toMatchObject({ text: "", continued: false });
    }
  });

  it("can be cut anywhere in a row", async () => {
    const row = '\'\\u00091,"A ""B"", É",\n';
    const bytes = Buffer.from(header + row);
    for (let length = header.length; length < bytes.length; length++) {
      const path = join(temporaryDirectory(), "out");
      writeFileSync(path, bytes.subarray(0, length));
      const { sink, kept } = await resumeFile("out", path, csv);
      await sink.write(row);
      await sink.finish();
      expect(kept.has("1" as DotNumber)).toBe(false);
      expect(readFileSync(path, "utf8")).toBe(header + row);
    }
  });

  it("loses the rows without an answer", async () => {
    expect(await resumed(`${header}1,A,\n2,,unreachable\n3,C,\n`, csv)).toMatchObject({
      text: `${header}1,A,\n3,C,\n`,
      kept: "13",
    });
  });

  it("may start with the BOM of an editor", async () => {
    const text = `\ufeff${header}1,A,\n`;
    expect(await resumed(text, csv)).toMatchObject({ text, kept: "1", continued: true });
  });

  it("has a row about the number that the service wrote with characters that CSV cannot show", async () => {
    const text = `${header}'\\u00091,A,\n\\ufeff2,B,\n`;
    expect(await resumed(text, csv)).toMatchObject({ text, kept: "12" });
  });

  it.each([
    "only copy",
    "dot_number,legal_name\n",
    "dot_number,status,error\n",
    "1,A,\n",
    `${header}1,A\n`,
    `${header}not-a-number,A,\n`,
    `${header}"torn quote\n`,
    `${header}1,A,my own remark\n`,
    `${header}1,A,unreachable\n`,
    `${header}1,A,\n\n`,
    `${header}1,A,\nmy own line`,
    `${header}1,A,\nmine,A`,
    `${header}1,A,\n2,A,,,`,
  ])("with other fields, or of somebody else's, is refused and left alone: %j", (content) => refused(content, csv));
});

describe("a file in which a carrier has several rows", () => {
  const insuranceHeader = "dot_number,policies.form_code,policies,error\n";

  it("loses those of the last carrier, since some may be missing", async () => {
    const content = `${insuranceHeader}1,91X,2,\n1,34,2,\n2,91X,2,\n`;
    expect(await resumed(content, policies, "2,91X,2,\n2,34,2,\n")).toMatchObject({
      text: `${insuranceHeader}1,91X,2,\n1,34,2,\n2,91X,2,\n2,34,2,\n`,
      kept: "1",
    });
  });

  it("loses the unanswered and the last together", async () => {
    const content = `${insuranceHeader}1,91X,1,\n2,,,unusable\n3,91X,2,\n3,34,2,\n4,91X,1,\n`;
    expect(await resumed(content, policies)).toMatchObject({
      text: `${insuranceHeader}1,91X,1,\n3,91X,2,\n3,34,2,\n`,
      kept: "13",
    });
  });

  it("goes on after a header alone", async () => {
    expect(await resumed(insuranceHeader, policies)).toMatchObject({
      text: insuranceHeader,
      kept: "",
      continued: true,
    });
  });

  it("has one row for each in NDJSON", async () => {
    const text = '{"dot_number":"1","policies":[]}\n';
    expect(await resumed(text, optionsFor("ndjson", insuranceView))).toMatchObject({ text, kept: "1" });
  });
});

describe("a file that a run has not finished", () => {
  /** The files beside one that was abandoned after a row. */
  async function unfinished(options = ndjson, text = one): Promise<string> {
    const path = fileWith(undefined);
    const { sink } = await resumeFile("out", path, options);
    await sink.write(text);
    await sink.abandon();
    expect(sink.left).toBe(path);
    expect(readdirSync(dirname(path))).toEqual(["out", "out.usdot-resume"]);
    return path;
  }

  it.each<[string, ResumeOptions]>([
    ["it holds bulk records, not carrier records", optionsFor("ndjson", carrierView)],
    ["it is ndjson, not csv", optionsFor("csv", bulkView)],
    ["it was started with other --fields", optionsFor("ndjson", bulkView, ["dot_number", "legal_name"])],
    [
      "it was started with another service (sample)",
      optionsFor("ndjson", bulkView, undefined, { service: "https://a.example" }),
    ],
    ["it was started without --shard", optionsFor("ndjson", bulkView, undefined, { shard: "1/8" })],
    ["it was started without --csv-raw", optionsFor("ndjson", bulkView, undefined, { csvRaw: true })],
  ])("is refused: %s", async (why, other) => {
    const path = await unfinished();
    await expect(resumeFile("out", path, other)).rejects.toThrow(`--resume cannot continue out: ${why}`);
    expect(readFileSync(path, "utf8")).toBe(one);
    expect(readdirSync(dirname(path))).toEqual(["out", "out.usdot-resume"]);
  });

  it("is known as ours, though its records look like another command's", async () => {
    const full = '{"dot_number":"1","safety":{},"insurance":{}}\n';
    const path = await unfinished(ndjson, full);
    const again = await resumeFile("out", path, ndjson);
    expect(again.kept.has("1" as DotNumber)).toBe(true);
    await again.sink.finish();
    // Its rows alone would be refused, so the journal stays.
    expect(readdirSync(dirname(path))).toEqual(["out", "out.usdot-resume"]);
    const { sink, kept } = await resumeFile("out", path, ndjson);
    expect(kept.has("1" as DotNumber)).toBe(true);
    await sink.abandon();
  });

  it("keeps its journal while rows without an answer are to be asked again", async () => {
    const path = await unfinished();
    const { sink } = await resumeFile("out", path, ndjson);
    await sink.write(failed);
    await sink.finish({ keepJournal: true });
    expect(readdirSync(dirname(path))).toEqual(["out", "out.usdot-resume"]);
    await expect(resumeFile("out", path, optionsFor("ndjson", safetyView))).rejects.toThrow("it holds bulk records");
  });

  it("is recognized by its rows alone when the journal was torn", async () => {
    const path = await unfinished();
    writeFileSync(companionsOf(path).journal, '{"usdot":1,"rec');
    const { sink, kept } = await resumeFile("out", path, ndjson);
    expect(kept.has("1" as DotNumber)).toBe(true);
    await sink.abandon();
  });

  it("leaves nothing when it has no row", async () => {
    const path = fileWith(undefined);
    const { sink } = await resumeFile("out", path, ndjson);
    await sink.abandon();
    expect([sink.left, readdirSync(dirname(path))]).toEqual([undefined, []]);
  });

  it("is the partial file where there is one, which then takes the other's place", async () => {
    const path = fileWith("an earlier run's\n");
    const { partial, journal } = companionsOf(path);
    writeFileSync(partial, `${one}{"dot`);
    await writeJournal(journal, ndjson.beginning);
    const { sink, kept } = await resumeFile("out", path, ndjson);
    expect(kept.has("1" as DotNumber)).toBe(true);
    await sink.write(two);
    expect(readFileSync(path, "utf8")).toBe("an earlier run's\n");
    await sink.finish();
    expect(readFileSync(path, "utf8")).toBe(one + two);
    expect(readdirSync(dirname(path))).toEqual(["out"]);
  });
});

describe("two runs", () => {
  it("do not write one file at once, whatever they call it", async () => {
    const path = fileWith(one);
    const [symbolic, hard] = [join(dirname(path), "symbolic"), join(dirname(path), "hard")];
    symlinkSync(path, symbolic);
    const { sink } = await resumeFile("out", path, ndjson);
    for (const name of [path, symbolic]) {
      await expect(resumeFile(name, name, ndjson)).rejects.toThrow(`is writing ${name}`);
      await expect(resumeFile(name, name, ndjson)).rejects.toBeInstanceOf(FileError);
    }
    await sink.finish();
    const again = await resumeFile("out", symbolic, ndjson);
    await again.sink.finish();
    linkSync(path, hard);
    expect(readFileSync(path, "utf8")).toBe(one);
  });

  it("may follow each other when the first was killed", async () => {
    const path = fileWith(one);
    writeFileSync(companionsOf(path).lock, JSON.stringify({ pid: 4_000_001, host: hostname() }));
    const { sink } = await resumeFile("out", path, ndjson);
    await sink.finish();
    expect(readdirSync(dirname(path))).toEqual(["out"]);
  });
});

it("cannot continue a directory", async () => {
  const path = join(temporaryDirectory(), "directory");
  mkdirSync(path);
  await expect(resumeFile("out", path, ndjson)).rejects.toThrow("--resume cannot continue out: it is not a file");
  expect(readdirSync(dirname(path))).toEqual(["directory"]);
});

import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { FileError, UsageError } from "../../src/errors.ts";
import { type ResumeOptions, resumeFile as resumeIn } from "../../src/output/resume.ts";
import { type RunInfo, sidecarsOf } from "../../src/output/run-info.ts";
import type { View } from "../../src/output/view.ts";
import { bulkView, carrierView, insuranceView, safetyView } from "../../src/output/views.ts";
import { entry, heldBy, lockHost } from "../support/lock-host.ts";
import { temporaryDirectory } from "../support/resources.ts";

const resumeFile = (name: string, path: string, options: ResumeOptions) => resumeIn(name, path, lockHost(), options);

function optionsFor(
  format: "ndjson" | "csv",
  view: View,
  fields?: string[],
  more: Partial<RunInfo> = {},
): ResumeOptions {
  const run = { record: view.name, format, fields, csvRaw: false, service: "sample", ...more };
  return { format, view, fields, run };
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

/** The same with the note of a run that was killed, so that the file may be torn. */
function tornFile(content: string | Buffer, { run }: ResumeOptions, path = fileWith(undefined)): string {
  writeFileSync(path, content);
  writeFileSync(sidecarsOf(path).run, heldBy(1) + entry({ note: run }));
  return path;
}

const torn = (content: string, options: ResumeOptions, more = "") =>
  resumed(content, options, more, tornFile(content, options));

/** The file's content after it was opened for more and `more` was written, and which of the numbers 1 to 9 are kept. */
async function resumed(content: string | undefined, options: ResumeOptions, more = "", path = fileWith(content)) {
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
    expect(await torn(`${one}${two}{"dot_numb`, ndjson, missing)).toEqual({
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
    expect(await torn(`${one}${failed}${two}{"dot`, ndjson, failed)).toMatchObject({
      text: one + two + failed,
      kept: "12",
    });
  });

  it("is started where there is none, or none of its rows is whole", async () => {
    expect(await resumed(undefined, ndjson, one)).toMatchObject({ text: one, kept: "" });
    expect(await resumed("", ndjson, one)).toMatchObject({ text: one, kept: "" });
    expect(await torn('{"dot', ndjson, one)).toMatchObject({ text: one, kept: "" });
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
    const path = fileWith(undefined);
    for (let length = one.length; length < bytes.length - 1; length++) {
      tornFile(bytes.subarray(0, length), ndjson, path);
      const { sink, kept } = await resumeFile("out", path, ndjson);
      await sink.write(text);
      await sink.finish();
      expect([kept.has("1" as DotNumber), kept.has("5" as DotNumber)]).toEqual([true, false]);
      expect(readFileSync(path, "utf8"), String(bytes.subarray(0, length))).toBe(one + text);
    }
  });

  it("that is torn is refused where no run left a note about it", async () => {
    for (const content of ['{"dot', `${one}{"dot_number":"2"`, `${one}${two}{"dot_numb`]) {
      await refused(content, ndjson, "is cut off, or was not written by usdot");
    }
  });

  it("may have a line of 60 MB, but none without an end", { timeout: 120_000 }, async () => {
    const path = fileWith('{"dot_number":"1","x":"');
    appendFileSync(path, Buffer.alloc(60_000_000, "x"));
    appendFileSync(path, '"}\n');
    const { sink } = await resumeFile("out", path, ndjson);
    await sink.finish();
    const endless = fileWith("");
    truncateSync(endless, 600_000_000);
    const message = `${endless} has a line of more than 128 MiB, which usdot did not write`;
    await expect(resumeFile("out", endless, ndjson)).rejects.toMatchObject({ name: "FileError", message });
  });
});

describe("a CSV file", () => {
  it("goes on after its last whole row, without a second header", async () => {
    expect(await torn(`${header}1,"A, INC",\n2,,not-found\n3,to`, csv, "3,C,\n")).toEqual({
      text: `${header}1,"A, INC",\n2,,not-found\n3,C,\n`,
      kept: "12",
      missing: "2",
      continued: true,
    });
  });

  it("gets its header again where it was cut off", async () => {
    for (let length = 1; length < header.length; length++) {
      expect(await torn(header.slice(0, length), csv)).toMatchObject({ text: "", continued: false });
    }
  });

  it("can be cut anywhere in a row", async () => {
    const row = '\'\\u00091,"A ""B"", É",\n';
    const bytes = Buffer.from(header + row);
    const path = fileWith(undefined);
    for (let length = header.length; length < bytes.length; length++) {
      tornFile(bytes.subarray(0, length), csv, path);
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

  it("keeps those of the last carrier where all are there", async () => {
    for (const content of [
      `${insuranceHeader}2,,,not-found\n1,91X,2,\n1,34,2,\n`,
      `${insuranceHeader}1,34,1,\n2,,,not-found\n`,
    ])
      expect(await resumed(content, policies)).toMatchObject({ text: content, kept: "12", missing: "2" });
  });

  it("loses those of the last carrier where some are missing", async () => {
    const content = `${insuranceHeader}1,91X,2,\n1,34,2,\n2,91X,2,\n`;
    expect(await resumed(content, policies, "2,91X,2,\n2,34,2,\n")).toMatchObject({
      text: `${insuranceHeader}1,91X,2,\n1,34,2,\n2,91X,2,\n2,34,2,\n`,
      kept: "1",
    });
  });

  it("loses the unanswered and the last together", async () => {
    const content = `${insuranceHeader}1,91X,1,\n2,,,unusable\n3,91X,2,\n3,34,2,\n4,91X,2,\n`;
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
    expect(readdirSync(dirname(path))).toEqual(["out", "out.usdot-run"]);
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
    expect(readdirSync(dirname(path))).toEqual(["out", "out.usdot-run"]);
  });

  it("is known as ours, though its records look like another command's", async () => {
    const full = '{"dot_number":"1","safety":{},"insurance":{}}\n';
    const path = await unfinished(ndjson, full);
    const again = await resumeFile("out", path, ndjson);
    expect(again.kept.has("1" as DotNumber)).toBe(true);
    await again.sink.finish();
    // Its rows alone would be refused, so the journal stays.
    expect(readdirSync(dirname(path))).toEqual(["out", "out.usdot-run"]);
    const { sink, kept } = await resumeFile("out", path, ndjson);
    expect(kept.has("1" as DotNumber)).toBe(true);
    await sink.abandon();
  });

  it("keeps its journal while rows without an answer are to be asked again", async () => {
    const path = await unfinished();
    const { sink } = await resumeFile("out", path, ndjson);
    await sink.write(failed);
    await sink.finish({ keepRunInfo: true });
    expect(readdirSync(dirname(path))).toEqual(["out", "out.usdot-run"]);
    await expect(resumeFile("out", path, optionsFor("ndjson", safetyView))).rejects.toThrow("it holds bulk records");
  });

  it("is recognized by its rows alone when the note was torn", async () => {
    const path = await unfinished();
    writeFileSync(sidecarsOf(path).run, `${heldBy(1)}\n{"usdot":1,"note":{"rec`);
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
    const { partial, run } = sidecarsOf(path);
    writeFileSync(partial, `${one}{"dot`);
    renameSync(sidecarsOf(tornFile("", ndjson)).run, run);
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
    linkSync(path, hard);
    await expect(resumeFile("hard", hard, ndjson)).rejects.toThrow("it has several names (hard links)");
    expect(readFileSync(path, "utf8")).toBe(one);
  });

  it("may follow each other when the first was killed", async () => {
    const path = tornFile(one, ndjson);
    const { sink } = await resumeFile("out", path, ndjson);
    await sink.finish();
    expect(readdirSync(dirname(path))).toEqual(["out"]);
  });

  it("that a lock did not keep apart notice each other", async () => {
    const path = fileWith(one);
    const { sink } = await resumeFile("out", path, ndjson);
    await sink.write(two);
    appendFileSync(path, two);
    await expect(sink.finish()).rejects.toThrow("another program changed out while writing");
    await sink.abandon();
  });
});

describe("rows about one number", () => {
  const answer = '{"dot_number":"3","legal_name":"C"}\n';
  it.each<[string, string, string]>([
    ["an answer and an error", answer + failed.replace('"4"', '"3"'), answer],
    ["an answer after “not found”", `${missing}${one}${answer}`, one + answer],
    ["an answer before “not found”", `${answer}${one}${missing}`, answer + one],
    ["the same answer twice", `${answer}${one}${answer}`, answer + one],
  ])("are one, the best: %s", async (_, content, best) => {
    expect(await resumed(content, ndjson)).toMatchObject({ text: best, missing: "" });
  });

  it("are refused where two different records are there", async () => {
    const other = answer.replace('"C"', '"D"');
    await refused(answer + one + other, ndjson, "it has two different records for USDOT 3");
    await refused(`${header}3,C,\n1,A,\n3,D,\n`, csv, "it has two different records for USDOT 3");
  });

  it("are one where a carrier may have several, if they are together", async () => {
    const start = "dot_number,policies.form_code,policies,error\n";
    const group = "1,91X,2,\n1,34,2,\n";
    const content = `${start}${group}2,91X,1,\n${group}3,91X,1,\n`;
    expect(await resumed(content, policies)).toMatchObject({
      text: `${start}${group}2,91X,1,\n3,91X,1,\n`,
      kept: "123",
    });
    await refused(`${start}${group}2,91X,1,\n1,91X,1,\n3,91X,1,\n`, policies, "two different records for USDOT 1");
  });

  describe("next to each other, where a carrier may have several", () => {
    const fields = ["dot_number", "legal_name", "policies.form_code"];
    const grouped = optionsFor("csv", insuranceView, fields);
    const start = "dot_number,legal_name,policies.form_code,policies,error\n1,A,91X,1,\n";
    const group = "2,B,91X,2,\n2,B,34,2,\n";
    const end = "3,C,,0,\n5,E,91X,2,\n";
    const failure = "2,,,,unusable\n";
    const kept = { text: `${start}${group}3,C,,0,\n`, kept: "123" };
    const lost = { text: `${start}3,C,,0,\n`, kept: "13" };
    it.each([
      ["an error before the answer", failure + group, kept],
      ["an error after the answer", group + failure, kept],
      ["an error within the answer", "2,B,91X,2,\n2,,,,unusable\n2,B,34,2,\n", lost],
      ["the same answer twice", group + group, kept],
      ["an answer and a part of it", `${group}2,B,91X,2,\n`, kept],
      ["a part of an answer", "2,B,91X,2,\n", lost],
      ["“not found” before the answer", `2,,,,not-found\n${group}`, kept],
      ["answers of other lengths, not whole", "2,B,91X,2,\n2,B,91X,3,\n", lost],
    ])("are one, the best: %s", async (_, rows, expected) => {
      expect(await resumed(start + rows + end, grouped)).toMatchObject({ ...expected, missing: "" });
    });

    it("are refused where two records differ, or their number of rows is none", async () => {
      const other = group.replaceAll("B", "X");
      await refused(start + group + other + end, grouped, "it has two different records for USDOT 2");
      await refused(`${start}2,B,91X,two,\n${end}`, grouped, "its line 3 is not a row of this command");
    });
  });
});

it.skipIf(process.platform === "win32")("keeps the mode of a file that it writes anew", async () => {
  const path = fileWith(one + failed);
  chmodSync(path, 0o600);
  const { sink } = await resumeFile("out", path, ndjson);
  await sink.finish();
  expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual([one, 0o600]);
});

it.each(["partial", "run", "kept"] as const)("never takes a file of somebody else's for its own: %s", async (role) => {
  const path = fileWith(one + failed);
  const mine = sidecarsOf(path)[role];
  writeFileSync(mine, "mine");
  const message = `${mine} already exists and was not created by usdot`;
  await expect(resumeFile("out", path, ndjson)).rejects.toMatchObject({ name: "UsageError", message });
  expect([readFileSync(mine, "utf8"), readFileSync(path, "utf8")]).toEqual(["mine", one + failed]);
  expect(readdirSync(dirname(path))).toHaveLength(2);
});

it("cannot continue a directory", async () => {
  const path = join(temporaryDirectory(), "directory");
  mkdirSync(path);
  await expect(resumeFile("out", path, ndjson)).rejects.toThrow("--resume cannot continue out: it is not a file");
  expect(readdirSync(dirname(path))).toEqual(["directory"]);
});

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { FileError, UsageError } from "../../src/errors.ts";
import { type ResumeOptions, resumeFile } from "../../src/output/resume.ts";
import { bulkView, insuranceView } from "../../src/output/views.ts";
import { temporaryDirectory } from "../support/memory-host.ts";

const ndjson: ResumeOptions = { format: "ndjson", view: bulkView, fields: undefined, unique: "t" };
const csv: ResumeOptions = { ...ndjson, format: "csv", fields: ["dot_number", "legal_name"] };
const policies: ResumeOptions = { ...csv, view: insuranceView, fields: ["dot_number", "policies.form_code"] };
const head = "dot_number,legal_name,error\n";

/** The file's content after it was opened for more and `more` was written, and which of the numbers 1 to 9 are kept. */
async function resumed(content: string | undefined, options: ResumeOptions, more = "") {
  const path = join(temporaryDirectory(), "out");
  if (content !== undefined) writeFileSync(path, content);
  const { sink, kept, ...rest } = await resumeFile(path, options);
  if (more) await sink.write(more);
  await sink.finish();
  expect(readdirSync(dirname(path))).toEqual(["out"]);
  const numbers = "123456789".split("").filter((number) => kept.has(number as DotNumber));
  return { text: readFileSync(path, "utf8"), kept: numbers.join(""), ...rest };
}

describe("a file of NDJSON", () => {
  const one = '{"dot_number":"1","legal_name":"A"}\n';
  const two = '{"dot_number":2}\n';
  const missing = '{"dot_number":"3","error":{"code":"not-found","message":"no"}}\n';
  const failed = '{"dot_number":"4","error":{"code":"unreachable","message":"no"}}\n';

  it("goes on after its last whole line", async () => {
    expect(await resumed(`${one}${two}{"dot_numb`, ndjson, missing)).toEqual({
      text: one + two + missing,
      kept: "12",
      missing: 0,
      continued: false,
    });
  });

  it("keeps what was not found, and counts it", async () => {
    expect(await resumed(one + missing, ndjson)).toMatchObject({ kept: "13", missing: 1 });
  });

  it("loses what has no answer, to be asked again", async () => {
    expect(await resumed(`${one}${failed}${two}torn`, ndjson, failed)).toMatchObject({
      text: one + two + failed,
      kept: "12",
    });
  });

  it("begins anew where there is none, or nothing whole in it", async () => {
    expect(await resumed(undefined, ndjson, one)).toMatchObject({ text: one, kept: "" });
    expect(await resumed("", ndjson, one)).toMatchObject({ text: one, kept: "" });
    expect(await resumed('{"dot', ndjson, one)).toMatchObject({ text: one, kept: "" });
  });

  it.each(["not JSON\n", "null\n", "[]\n", '{"id":1}\n', '{"dot_number":"MC-1"}\n', `${one}dot_number,error\n`, "\n"])(
    "that is another's stays as it is: %j",
    async (content) => {
      const path = join(temporaryDirectory(), "out");
      writeFileSync(path, content);
      await expect(resumeFile(path, ndjson)).rejects.toThrow("is not output of the same format and fields");
      await expect(resumeFile(path, ndjson)).rejects.toBeInstanceOf(UsageError);
      expect(readFileSync(path, "utf8")).toBe(content);
    },
  );
});

describe("a file of CSV", () => {
  it("goes on after its last whole line, without a second head", async () => {
    expect(await resumed(`${head}1,"A, INC",\n2,,not-found\n3,to`, csv, "3,C,\n")).toEqual({
      text: `${head}1,"A, INC",\n2,,not-found\n3,C,\n`,
      kept: "12",
      missing: 1,
      continued: true,
    });
  });

  it("gets its head again where it was torn off", async () => {
    expect(await resumed("dot_num", csv)).toMatchObject({ text: "", continued: false });
  });

  it("loses what has no answer", async () => {
    expect(await resumed(`${head}1,A,\n2,,unreachable\n3,C,\n`, csv)).toMatchObject({
      text: `${head}1,A,\n3,C,\n`,
      kept: "13",
    });
  });

  it.each([
    "dot_number,legal_name\n",
    "dot_number,status,error\n",
    "1,A,\n",
    `${head}1,A\n`,
    `${head}not-a-number,A,\n`,
    `${head}"torn quote\n`,
  ])("of other fields, or another's, is refused: %j", async (content) => {
    const path = join(temporaryDirectory(), "out");
    writeFileSync(path, content);
    await expect(resumeFile(path, csv)).rejects.toBeInstanceOf(UsageError);
    expect(readFileSync(path, "utf8")).toBe(content);
  });
});

describe("a file in which a carrier has several rows", () => {
  const insuranceHead = "dot_number,policies.form_code,error\n";

  it("loses those of the last carrier: some may be missing", async () => {
    const content = `${insuranceHead}1,91X,\n1,34,\n2,91X,\n`;
    expect(await resumed(content, policies, "2,91X,\n2,34,\n")).toMatchObject({
      text: `${insuranceHead}1,91X,\n1,34,\n2,91X,\n2,34,\n`,
      kept: "1",
    });
  });

  it("loses the unanswered and the last together", async () => {
    const content = `${insuranceHead}1,91X,\n2,,unusable\n3,91X,\n3,34,\n4,91X,\n`;
    expect(await resumed(content, policies)).toMatchObject({
      text: `${insuranceHead}1,91X,\n3,91X,\n3,34,\n`,
      kept: "13",
    });
  });

  it("with a head alone goes on after it", async () => {
    expect(await resumed(insuranceHead, policies)).toMatchObject({ text: insuranceHead, kept: "", continued: true });
  });

  it("is no matter in NDJSON, where a carrier is a line", async () => {
    const text = '{"dot_number":"1","policies":[]}\n';
    expect(await resumed(text, { ...ndjson, view: insuranceView })).toMatchObject({ text, kept: "1" });
  });
});

it("cannot read a directory", async () => {
  const directory = temporaryDirectory();
  await expect(resumeFile(directory, ndjson)).rejects.toBeInstanceOf(FileError);
  expect(existsSync(directory)).toBe(true);
});

/**
 * Workbooks to and from LibreOffice, where it is installed: no cell is lost in
 * either direction.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parse as parsePath } from "node:path";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { cellText } from "../../src/list/cells.ts";
import { readWorkbook } from "../../src/list/workbook.ts";
import { csvLines } from "../../src/output/format.ts";
import { folder } from "../support/resources.ts";
import { run } from "../support/run.ts";

const isInstalled = spawnSync("soffice", ["--version"]).status === 0;

if (!isInstalled)
  it.skip("LibreOffice is not installed: no workbook went through it");

/** Commas, quotes, UTF-8; written as the cells are shown. */
const csv = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false";

const list = [
  ["Carrier report 2026", "", "", "", "", ""],
  ["Name", "DOT Number", "Since", "Pickup", "Active", "Note"],
  ["ACME, INC", "9000001", "2024-03-05", "08:30:00", "TRUE", "one\ntwo"],
  ['É 😀 <b> "&"', "9000002", "2026-11-25 13:45:30", "", "FALSE", "-2+3"],
  ["", "", "", "", "", "without a number"],
  ["DELTA", "9000010", "", "", "", " blanks "],
  ["Total carriers", "3", "", "", "", ""],
];

/** The user's own cells, also where a row ends early. */
const padded = (row: readonly string[]) =>
  Array.from({ length: 6 }, (_, at) => row[at] ?? "");

describe.runIf(isInstalled)("LibreOffice", { timeout: 120_000 }, () => {
  const { path: cwd, at, write, read } = folder();
  beforeAll(() => {
    write("list.csv", list.map(csvLines()).join(""));
    convert("list.csv", "xlsx", "made");
    convert("list.csv", "ods", "made");
    convert("made/list.ods", "xlsx", "from-ods");
  });

  function convert(file: string, format: string, directory: string): string {
    const args = [
      `-env:UserInstallation=file://${cwd}/profile`,
      "--headless",
      "--infilter=CSV:44,34,76",
      "--convert-to",
      format,
      "--outdir",
      directory,
      file,
    ];
    execFileSync("soffice", args, { cwd, stdio: "ignore" });
    const { name } = parsePath(file);
    return `${directory}/${name}.${format.split(":")[0]}`;
  }

  const cells = (file: string): string[][] =>
    parse(read(file), { bom: true, relax_column_count: true });

  const usdot = (args: string) => run(`--sample ${args}`, { cwd });

  it.each(["made/list.xlsx", "from-ods/list.xlsx"])(
    "%s is read, and every cell of it kept",
    async (file) => {
      const { status, stderr } = await usdot(
        `carrier -f ${file} --keep-columns --fields status -o read.csv`,
      );
      expect([status, stderr]).toEqual([
        8,
        expect.stringContaining("3 answered, 1 invalid"),
      ]);
      const rows = cells("read.csv");
      expect(rows.map(padded)).toEqual(list);
      expect(
        rows
          .slice(2)
          .map((row) => row[6])
          .join(),
      ).toBe("9000001,9000002,,9000010,");
    },
  );

  it("our workbook becomes the CSV that we write, and that becomes the same workbook", async () => {
    const vet = "vet -f made/list.xlsx --keep-columns";
    expect((await usdot(`${vet} -o checked.xlsx`)).status).toBe(8);
    expect((await usdot(`${vet} -o checked.csv`)).status).toBe(8);
    const sheetOf = (file: string) =>
      readWorkbook(readFileSync(at(file)), file)[0];
    const kept = sheetOf(convert("checked.xlsx", "xlsx", "through"));
    // With their types: numbers, dates and truth values.
    expect(kept?.rows).toEqual(sheetOf("checked.xlsx")?.rows);
    expect(kept?.styledColumns.get(6)).toBe(5);
    const ours = cells("checked.csv");
    const [, header = [], ...body] = ours;
    // A workbook leaves out the columns of ours that are empty.
    const filled = header.flatMap((_, at) =>
      at < 6 || body.some((row) => row[at]) ? at : [],
    );
    const texts = ours.map((row) => filled.map((at) => row[at] ?? ""));
    const exported = cells(convert("checked.xlsx", csv, "exported"));
    // LibreOffice shows times of day as its language does.
    expect(
      exported.map((row) => row.map((cell) => cell.replace(/ AM$/, ""))),
    ).toEqual(texts);
    const imported = sheetOf(convert("checked.csv", "xlsx", "imported"));
    expect(
      imported?.rows.map((row) => filled.map((at) => cellText(row[at]))),
    ).toEqual(texts);
  });
});

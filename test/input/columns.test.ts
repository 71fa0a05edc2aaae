import { describe, expect, it } from "vitest";
import { InputError } from "../../src/errors.ts";
import { columnInRows, columnOf, isColumnNamed, isDotColumnName } from "../../src/input/columns.ts";

const hint = "say which with --column NAME or --column NUMBER";

function refusal(run: () => unknown): { message: string; hint: string | undefined } {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    const { message, hint } = error as InputError;
    return { message, hint };
  }
  throw new Error("it was not refused");
}

describe("isDotColumnName", () => {
  // Column names seen in real spreadsheets, and similar ones.
  it.each([
    ..."dot_number|DOT_NUMBER|DOT NUMBER|DOT Number|DOT_Number|dotNumber|dot|DOT|usdot|USDOT|usdot_number".split("|"),
    ..."USDOT Number|DOT #|US DOT|U.S. DOT No.|dot_no|USDOT No|usdot num|DOT-Num|usdot#| dot_number |\ufeffdot".split(
      "|",
    ),
  ])("recognizes %j", (name) => {
    expect(isDotColumnName(name)).toBe(true);
  });

  it.each([
    "",
    "#",
    "number",
    "no",
    "us",
    "docket",
    "dotted",
    "mc_number",
    "dot_name",
    "dot date",
    "xdot",
    "dot2",
    "dót",
  ])("does not recognize %j", (name) => {
    expect(isDotColumnName(name)).toBe(false);
  });
});

describe("isColumnNamed", () => {
  it("ignores case and punctuation, but nothing else", () => {
    expect(isColumnNamed("Carrier ID", "carrier_id")).toBe(true);
    expect(isColumnNamed("Número", "número")).toBe(true);
    expect(isColumnNamed("carrier", "carrier_id")).toBe(false);
    expect(isColumnNamed("carrier1", "carrier2")).toBe(false);
    expect(isColumnNamed("#", "--")).toBe(false);
    expect(isColumnNamed("", "")).toBe(false);
  });
});

describe("columnOf", () => {
  it("finds the only column with a DOT header", () => {
    expect(columnOf(["name", " DOT # ", "zip"], "x")).toEqual({ index: 1, label: "DOT #", hasHeader: true });
  });

  it("leaves the choice to the rows if the first row has a number", () => {
    expect(columnOf(["usdot", "2025", "2026"], "x")).toBeUndefined();
    expect(columnOf(["USDOT", "4321"], "x")).toBeUndefined();
    expect(columnOf(["ACME", "2233855"], "x")).toBeUndefined();
    expect(columnOf(["12", "2233855"], "x")).toBeUndefined();
  });

  it("asks for the column if no header, or more than one, says DOT", () => {
    const what = "fleet.csv: cannot tell which column holds the USDOT numbers; the columns are";
    expect(refusal(() => columnOf(["name", "zip"], "fleet.csv"))).toEqual({ message: `${what} 1 name, 2 zip`, hint });
    expect(refusal(() => columnOf(["dot", "usdot", "5"], "fleet.csv"))).toEqual({
      message: `${what} 1 dot, 2 usdot, 3 5`,
      hint,
    });
  });

  it("names a few columns, shortened, and counts the rest", () => {
    const header = ["a".repeat(21), "", "c", "d", "e", "f", "g", "h"];
    const { message } = refusal(() => columnOf(header, "x"));
    expect(message).toContain(`the columns are 1 ${"a".repeat(19)}…, 2 "", 3 c, 4 d, 5 e, 6 f and 2 more`);
    expect(refusal(() => columnOf(header.slice(0, 6), "x")).message).toMatch(/6 f$/);
  });

  it("uses the column of that name, which makes the first row a header", () => {
    expect(columnOf(["Name", "Carrier-ID"], "x", "carrier id")).toEqual({
      index: 1,
      label: "Carrier-ID",
      hasHeader: true,
    });
    expect(columnOf(["name", "2233855"], "x", "name")).toEqual({ index: 0, label: "name", hasHeader: true });
    expect(columnOf(["dot", "usdot"], "x", "usdot")).toMatchObject({ index: 1 });
    expect(columnOf(["name", "ID 2", "1st"], "x", "id2")).toMatchObject({ index: 1 });
    expect(columnOf(["name", "ID 2", "1st"], "x", "1st")).toMatchObject({ index: 2 });
  });

  it("distinguishes similar names by their exact spelling", () => {
    expect(columnOf(["ID", " id ", "i.d."], "x", "id ")).toMatchObject({ index: 1 });
    expect(refusal(() => columnOf(["id", "id", "ID"], "x", "id"))).toEqual({
      message: "x: 3 columns are called id; the columns are 1 id, 2 id, 3 ID",
      hint,
    });
    expect(refusal(() => columnOf(["id", "ID"], "x", "Id")).message).toMatch(/^x: 2 columns are called Id;/);
  });

  it("refuses a name that no column has", () => {
    expect(refusal(() => columnOf(["dot", "name"], "stdin", "carrier"))).toEqual({
      message: "stdin: there is no column carrier; the columns are 1 dot, 2 name",
      hint,
    });
    for (const [first, wanted] of [
      ["1", "-1"],
      ["1", "#1"],
      ["DOT 5", "dot5"],
    ] as const)
      expect(refusal(() => columnOf([first, "a"], "x", wanted)).message).toMatch(/^x: there is no column/);
    expect(refusal(() => columnOf(["dot", ""], "x", "")).message).toMatch(/^x: there is no column "";/);
  });

  it.each([
    ["a DOT header", ["dot", "name"], { index: 0, label: "dot", hasHeader: true }],
    ["a DOT header elsewhere", ["ID", "usdot"], { index: 0, label: "ID", hasHeader: true }],
    ["a title without digits", ["Carrier", "1st name"], { index: 0, label: "Carrier", hasHeader: true }],
    ["titles of several words", ["Carrier No.", "x"], { index: 0, label: "Carrier No.", hasHeader: true }],
    ["a placeholder in letters", ["unknown", "ACME"], { index: 0, label: "1", hasHeader: false }],
    ["a number beside a DOT header", ["9000001", "USDOT"], { index: 0, label: "1", hasHeader: false }],
    ["a number", ["2233855", "name"], { index: 0, label: "1", hasHeader: false }],
    ["a docket", ["MC-747866", "name"], { index: 0, label: "1", hasHeader: false }],
    ["a name beside a number", ["ACME", "2233855"], { index: 0, label: "1", hasHeader: false }],
    ["a placeholder", ["--", "name"], { index: 0, label: "1", hasHeader: false }],
    ["digits that are no number", ["1,5", "name"], { index: 0, label: "1", hasHeader: false }],
    ["a blank", ["", "name"], { index: 0, label: "1", hasHeader: false }],
    ["digits, then letters", ["1ACME", "name"], { index: 0, label: "1", hasHeader: false }],
    ["letters, then digits", ["ACME1", "name"], { index: 0, label: "1", hasHeader: false }],
    ["letters around digits", ["AC1ME", "name"], { index: 0, label: "1", hasHeader: false }],
  ])("uses the column of that number below %s", (_, first, column) => {
    expect(columnOf(first, "x", "1")).toEqual(column);
  });

  it.each(
    [
      "no DOT number",
      "No. 12",
      "No 12",
      "Number 12",
      "US 12",
      "12 trucks",
      "vendor 12",
      "id #12",
      "no authority",
      "no id",
      "no",
    ].concat(["No.", "MC", "MC number", "MC 12", "FF 7", "broker", "ID 1", "name?", "id!", "#", "12"]),
  )("reads a first row with %j, which a person may have written for a number", (cell) => {
    expect(columnOf(["ACME", cell], "x", "2")).toEqual({ index: 1, label: "2", hasHeader: false });
  });

  it("numbers the columns from 1", () => {
    expect(columnOf(["1", "2"], "x", "2")).toMatchObject({ index: 1, label: "2" });
    expect(columnOf(["1", "2"], "x", "02")).toMatchObject({ index: 1, label: "2" });
    expect(refusal(() => columnOf(["1", "2"], "x", "3"))).toEqual({
      message: "x: there is no column 3; the columns are 1 1, 2 2",
      hint,
    });
    expect(refusal(() => columnOf(["1", "2"], "x", "0")).message).toMatch(/^x: there is no column 0;/);
    expect(refusal(() => columnOf(["5", "2"], "x", "-1")).message).toMatch(/^x: there is no column -1;/);
    expect(refusal(() => columnOf(["5", "2"], "x", "1a")).message).toMatch(/^x: there is no column 1a;/);
  });
});

describe("columnInRows", () => {
  it("takes a first row with numbers for a header only if the others have theirs below the name", () => {
    const header = { index: 0, label: "usdot", hasHeader: true };
    expect(
      columnInRows(
        [
          ["usdot", "2025"],
          ["MC-1", "3"],
          ["76830", "4"],
        ],
        "x",
      ),
    ).toEqual(header);
    const data = { index: 1, label: "2", hasHeader: false };
    expect(columnInRows([["USDOT", "4321"]], "x")).toEqual(data);
    expect(
      columnInRows(
        [
          ["USDOT", "4321"],
          ["USDOT", "9000001"],
          ["ACME", "76830"],
        ],
        "x",
      ),
    ).toEqual(data);
    const mixed = [
      ["USDOT", "4321"],
      ["USDOT", "9000001"],
      ["76830", "1"],
    ];
    expect(refusal(() => columnInRows(mixed, "x")).message).toContain("cannot tell which column");
  });

  it("finds the only column with USDOT numbers, even if some are bad", () => {
    const rows = [["ACME", "2233855"], ["BETA"], ["GAMMA", "MC-1"], ["DELTA", "76,830"]];
    expect(columnInRows(rows, "x")).toEqual({ index: 1, label: "2", hasHeader: false });
  });

  it("asks for the column if there are several", () => {
    const rows = [
      ["2233855", "ACME"],
      ["76830", "12"],
    ];
    expect(refusal(() => columnInRows(rows, "x"))).toEqual({
      message: "x: cannot tell which column holds the USDOT numbers; the columns are 1 2233855, 2 ACME",
      hint,
    });
  });

  it("asks for the column if there is none", () => {
    const what = "x: cannot tell which column holds the USDOT numbers; the columns are";
    expect(refusal(() => columnInRows([["ACME"], ["BETA"]], "x")).message).toBe(`${what} 1 ACME`);
    expect(refusal(() => columnInRows([], "x")).message).toBe(`${what} `);
  });
});

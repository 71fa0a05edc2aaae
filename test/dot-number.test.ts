import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDotNumber } from "../src/dot-number.ts";

/**
 * The number, with `~` where a suffix letter was dropped, its mark, and
 * `...` where it was read out of text; or why there is none.
 */
function read(text: string): string {
  const parsed = parseDotNumber(text);
  if ("invalid" in parsed) return parsed.invalid;
  const { dotNumber, mark = "", hasSuffix, isOutOfText } = parsed;
  const marked = mark && ` ${mark}`;
  const suffix = hasSuffix ? "~" : "";
  return dotNumber + suffix + marked + (isOutOfText ? " ..." : "");
}

describe("spellings of domain.md and their kin", () => {
  it.each([
    "2233855",
    " 2233855 ",
    "USDOT 2233855",
    "usdot2233855",
    "US DOT 2233855",
    "DOT-2233855",
    "DOT# 2233855",
    "DOT #: 2233855",
    "USDOT Number: 2233855",
    "#2233855",
    "2,233,855",
    "0002233855",
    "2233855.",
    "2233855.0",
    "\u00a02233855\ufeff",
    "U.S. DOT 2233855",
    "us-dot 2233855",
    "US_DOT_NUMBER=2233855",
    "USDOT No. 2233855",
    "DOT _ No. 2233855",
    "2\u00a0233\u202f855",
    "USDOT 2 233 855",
  ])("%j is 2233855", (text) => {
    expect(read(text)).toBe("2233855");
  });

  it.each([
    ...[..."CVPHBFEXZNR"].map((letter) => [`2233855${letter}`, "2233855~"]),
    ["USDOT Number: 2,233,855C.", "2233855~"],
    ["4033402COOS", "4033402~ OOS"],
    ["99999999", "99999999"],
    ["00344554", "344554"],
    ["12,345,678", "12345678"],
    ["4033402OOS", "4033402 OOS"],
    ["4033402\nOOS", "4033402 OOS"],
    ["USDOT 4033402C\r\n OOS", "4033402~ OOS"],
    ["DOT 4033402 (OOS)", "4033402 OOS"],
    ["ACME, DOT 4033402, 608-555-0123", "4033402 ..."],
    ["USDOT 4033402 - out of service", "4033402 out of service"],
    ["4033402 out of service", "4033402 out of service"],
    ["DOT 4033402 (OOS, not cleared)", "4033402 OOS ..."],
    ["DOT 4033402 OOS: no", "4033402 ..."],
    ["4033402 REVOKED", "4033402 REVOKED"],
    ["4033402 - (not authorized)", "4033402 not authorized"],
    ["USDOT 513", "513"],
    ["4033402  # OOS", "4033402 OOS"],
    ["4033402.00", "4033402"],
    ["4033402 - DO NOT USE", "4033402 DO NOT USE"],
    ["RE: DOT 4033402, suspended", "4033402 suspended ..."],
    ["ACME, TULSA OK DOT 4033402", "4033402 ..."],
    ["DOT# 4033402 status INACTIVE since May", "4033402 INACTIVE ..."],
    ["DOT 4033402, not revoked", "4033402 ..."],
    ["DOT 4033402 inactive: no", "4033402 ..."],
    ["DOT 4033402, not out of service", "4033402 ..."],
    ["DOT 4033402, OOS rate 3", "4033402 ..."],
    ["KANGAROOS LLC, DOT 4033402", "4033402 ..."],
    ["DOT 12 loads, DOT 4033402", "4033402 ..."],
    ['="00344554"', "344554"],
    ["'9000001", "9000001"],
    ["“9000001”", "9000001"],
    ["\u200b9000001\u2060", "9000001"],
    ["\ufeffDOT# 9000001", "9000001"],
  ])("%j is %s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

const safer = "https://safer.fmcsa.dot.gov/query.asp";
const docket = "is a docket number, not a USDOT number";
const formula =
  "is a formula without a value; open the file in Excel and save it";
const rounded =
  "was rounded by a spreadsheet; format the column as text and export again";
const several = "is not one USDOT number; give each by itself";
const script = "has digits of another script; use 0 to 9";
const zero = "is zero; USDOT numbers start at 1";
const empty = "is empty; a USDOT number has 1 to 8 digits";
const other =
  "is not a USDOT number, which is 1 to 8 digits; in other text, write USDOT before it";
const digits = (count: number) =>
  `has ${count} digits; a USDOT number has at most 8 (is it a phone number?)`;

it.each([
  [
    "may be the number of a state, not of the US DOT",
    ["TX DOT 006789012C", "NY DOT 39271", "my Intrastate DOT# 123456"],
  ],
  [
    docket,
    [
      "MC-747866",
      "mc747866",
      "MC#747866",
      "MC No. 747866",
      "MX-123456",
      "FF-1234",
      "MC_1 / MC_2",
      `${safer}?searchtype=ANY&query_param=MC_MX&query_string=747866`,
    ],
  ],
  [
    "has no digits; a USDOT number has 1 to 8",
    ["LYNDEN LOGISTICS,INC.", "McLane", "USDOT", "N/A", "--", "OOS"],
  ],
  [rounded, ["2.18E+04", "2,18E+04", "2E05", "-2.18E-04"]],
  [several, ["2233855,76830", "2233\r\n855", "22,33,855", "909 507", "1/2|3"]],
  [script, ["\u0662\u0662\u0663\u0663", "\uff12\uff12", "22\u0663"]],
  [
    "does not say whether it is a USDOT or an MC number",
    [
      "MC/DOT: 9000001",
      "MC#/DOT# 9000001",
      "MC or DOT 9000001",
      "MC Number and/or USDOT Number 9000001",
      "MC, not DOT 9000001",
      "MC: none, USDOT 9000001",
      "Carrier no MC, DOT 9000001",
    ],
  ],
  [zero, ["0", "000", "000000000", "USDOT 0", "000C", "0OOS"]],
  [empty, ["", " \t "]],
  [
    "has a comment after it; put that on a line of its own",
    ["9000001 # Midwest"],
  ],
  [digits(9), ["123456789", "USDOT 123456789", "#123456789", "123,456,789"]],
  [digits(10), ["0123456789", "6085550123"]],
  [digits(70), ["1".repeat(70)]],
  [
    "is an error of the spreadsheet, not a USDOT number",
    ["#N/A", " #REF! ", "#NAME?", "#DIV/0!", "#VALUE!"],
  ],
  [formula, ["=Loads!B4", "=1+1"]],
  [
    other,
    [
      "(608) 555-0123",
      "1-608-555-0123",
      "dot_number_1",
      "usdot2",
      "DOT Number.2",
      "DOT Number 2",
      "dot_number_2024",
      "2143983 ALBERTA LTD",
      "2233855Q",
      "223385x",
      "2233855c",
      "DOT 2233855c",
      "ACME DOT 2233855x",
      "2233855CC",
      "2233855.0C",
      "12B",
      "2233855 C",
      "+2233855",
      "22-33855",
      "##2233855",
      "2233855 USDOT",
      "2233855.5",
      "No. 2233855",
      "2233855,",
      "-1",
      "0x10",
      "US 2233855",
      "39-1234567",
      "9000001..",
      "2233855.0a",
      "2233855OOS2",
      "22\u200b33855",
      "22\u000033855",
      "DOT 2233 855.",
      "(DOT 2233 855)",
      "DOT 2233–855 ACME",
    ],
  ],
])("what is not a USDOT number %s", (reason, texts) => {
  expect(texts.map(read)).toEqual(texts.map(() => reason));
});

const tooLong = "is too long for a USDOT number";

it.each([
  ["MC 747866 / DOT 9000001", "9000001 ..."],
  ["MC-747866, USDOT# 9000001C", "9000001 ..."],
  ["Please check USDOT 9000001 today.", "9000001 ..."],
  ["Their USDOT number is 9,000,001, call (608) 555-0123", "9000001 ..."],
  ["ACME FREIGHT LLC (USDOT 4033402 OOS)", "4033402 OOS ..."],
  ["ACME, Dallas 75201, DOT 9000001", several],
  ["USDOT 9000001; USDOT: 9000001", "9000001 ..."],
  ["USDOT 9000001, 76830", several],
  ["DOT 9000001 and DOT 9000002", several],
  ["9000002 USDOT 9000001", several],
  ["2,233,855 USDOT 9000001", several],
  ["USDOT 9000001, cargo $100,000", "9000001 ..."],
  ["call USDOT 6085550123", digits(10)],
  ["passed the DOT 2024 inspection", other],
  ["FDOT 9000001 x", other],
  ["USDOT 9000001-2 x", other],
  [`${"x".repeat(985)} USDOT 9000001`, "9000001 ..."],
  [`${"x".repeat(80)} number 9000001`, other],
  [`${"x".repeat(1_000)} USDOT 9000001`, tooLong],
  [`9000001${" ".repeat(1_000)}junk`, tooLong],
  [
    `${safer}?query_param=USDOT&original_query_param=NAME&query_string=7001&original_query_string=ACME%20123`,
    "7001 ...",
  ],
  [
    "https://li-public.fmcsa.dot.gov/LIVIEW/pkg_carrquery.prc_getdetail?pv_apcant_id=12345&pv_usdot_no=9000001",
    "9000001 ...",
  ],
  [
    `${safer}?searchtype=ANY`,
    "is a link without a USDOT number; a shell cuts it at &, so put it in quotation marks",
  ],
  ["https://ai.fmcsa.dot.gov/SMS/Carrier/9000001/Overview.aspx", "9000001 ..."],
  ["https://mobile.fmcsa.dot.gov/qc?dot=9000001", "9000001 ..."],
  ["DOT 9000001 (https://mobile.fmcsa.dot.gov/qc?dot=9000001)", "9000001 ..."],
  [`${safer}?query_param=USDOT&query_string=513 DOT 9000001`, several],
  ["9000005 https://mobile.fmcsa.dot.gov/qc?dot=9000001", several],
  ["https://loads.example/carrier/9000001", other],
])("%j: %s", (text, expected) => {
  expect(read(text)).toBe(expected);
});

it("says that what is not text is not text", () => {
  for (const given of [null, undefined, 2233855, 5n, {}, ["1"]])
    expect(parseDotNumber(given as unknown as string)).toEqual({
      invalid: "is not text",
    });
});

it("gives up on endless texts, and never throws or returns what is not canonical", () => {
  const blanks = " ".repeat(100_000);
  for (const text of [
    `DOT${blanks}1`,
    `MC${blanks}x1`,
    `1${blanks}x`,
    "u s ".repeat(250),
    "dot ".repeat(250),
  ]) {
    expect(parseDotNumber(text)).toHaveProperty("invalid");
  }
  const piece = fc.constantFrom(
    "USDOT ",
    "DOT#",
    "MC-",
    "9000001",
    "76830",
    " ",
    ",",
    ".",
    "OOS",
    "\n",
    "\u200b",
    "x",
    "0",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const parsed = parseDotNumber(pieces.join(""));
      expect("invalid" in parsed ? "1" : parsed.dotNumber).toMatch(
        /^[1-9]\d{0,7}$/,
      );
    }),
    { numRuns: 200 },
  );
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/errors.ts";
import {
  claimFields,
  type ReadOptions,
  readOutNotes,
} from "../../src/list/input.ts";
import { readList } from "../../src/list/list.ts";
import { writtenNames } from "../../src/views.ts";
import { shownInputs } from "./shown.ts";

const reading = (text: string | Buffer, options: ReadOptions = {}) =>
  readList(Buffer.from(text as string), "f.csv", { writtenNames, ...options });

const read = async (text: string | Buffer, options?: ReadOptions) =>
  shownInputs((await reading(text, options)).inputs);

const refusal = (text: string | Buffer, options?: ReadOptions) =>
  reading(text, options).then(
    () => "read",
    (error) => (error instanceof UsageError ? error.message : error),
  );

describe("reads", () => {
  it.each([
    ["digits in groups", "# x\n2,233,855\n76830", "2: 2233855 | 3: 76830"],
    [
      "blank lines and comments",
      "\n# fleet\n2233855\n \n  # note\n# 76830\n12\n",
      "3: 2233855 | 7: 12",
    ],
    [
      "a # before a number",
      "#2233855\n  #76830\n#1 of all",
      "1: 2233855 | 2: 76830 | 3: #1 of all is not a USDOT number",
    ],
    [
      "bad lines",
      "MC-747866\n2233855\nACME\n#N/A\n#REF!\n",
      "1: MC-747866 is a docket number | 2: 2233855 | 3: ACME has no digits | 4: #N/A is an error of the spreadsheet | 5: #REF! is an error of the spreadsheet",
    ],
    [
      "an inch mark",
      '2233855\n5" PIPE\n76830',
      '1: 2233855 | 2: 5" PIPE is not a USDOT number | 3: 76830',
    ],
    [
      "quotes",
      '2233855\n"76830"\n"2,233,856"\n',
      "1: 2233855 | 2: 76830 | 3: 2233856",
    ],
    [
      "the OOS mark",
      "4033402OOS\n4033403\nOOS\n76830\n",
      "1: 4033402 OOS | 2: 4033403 OOS | 4: 76830",
    ],
    [
      "the OOS mark in a table, of an old Mac or a DOS",
      "DOT,Name\r4033402,A\rOOS,\r76830\r\u001a\u001a",
      "2: 4033402 OOS | 4: 76830",
    ],
    [
      "but a heading for one of nobody",
      "DOT,Name\n4033402,A\nOUT OF SERVICE,\n76830,B\n\nOOS,\n,OOS\nDNU 2025,\n",
      "2: 4033402 | 3: OUT OF SERVICE marks no carrier | 4: 76830 | 6: OOS marks no carrier | 7: OOS marks no carrier | 8: DNU 2025 marks no carrier",
    ],
    [
      "a mark among other words",
      "DOT,Note\n11,D.N.U. - see Mike\n12,Revocation pending\n13,no longer blocked\n1,Placed OOS 11/2\n2,authority revoked 10/3\n3,Authority: Inactive\n4,was OOS in May\n5,oos_mark\n7 (OOS),\n8,Inactive: false\n9,Driver OOS 5.5%\n10,Blocked 100%\n11,DNU ✗\n1,Credit hold\n2,No - DNU\n3,signed hold harmless\n4,not on hold\n5,DNUs\n6,O/O/S\n7,dbl brokered\n8,scammed\n",
      "2: 11 D.N.U. - see Mike | 3: 12 Revocation pending | 4: 13 | 5: 1 Placed OOS 11/2 | 6: 2 authority revoked 10/3 | 7: 3 Authority: Inactive | 8: 4 was OOS in May | 9: 5 | 10: 7 OOS | 11: 8 | 12: 9 | 13: 10 Blocked 100% | 14: 11 DNU ✗ | 15: 1 Credit hold | 16: 2 No - DNU | 17: 3 | 18: 4 | 19: 5 DNUs | 20: 6 O/O/S | 21: 7 dbl brokered | 22: 8 scammed",
    ],
    [
      "the OOS mark in a column of its own",
      "DOT,Mark\n4033402,OOS\n76830,\n4,Out of Service\n5,(OOS)\n6,OOS rate 3\n7,OOS since 11/20\n8,OOS: no\n",
      "2: 4033402 OOS | 3: 76830 | 4: 4 Out of Service | 5: 5 (OOS) | 6: 6 | 7: 7 OOS since 11/20 | 8: 8",
    ],
    [
      "the OOS mark with words behind it, and a no",
      "DOT;Mark\n1;OOS - DO NOT USE\n2;OOS not cleared\n3;OOS, no loads until cleared\n4;OUT OF SERVICE - do not load\n5;OOS none\n6;OOS n\n7;OOS 0\n8;not out of service\n",
      "2: 1 OOS - DO NOT USE | 3: 2 OOS not cleared | 4: 3 OOS, no loads until cleared | 5: 4 OUT OF SERVICE - do not load | 6: 5 | 7: 6 | 8: 7 | 9: 8",
    ],
    [
      "the words beside OOS as OOS, but in no row of their own",
      "DOT,Name,Status\n1,A,REVOKED\n2,B,Not Authorized.\n3,C,not revoked\n4,C,authority now unauthorized\n,INACTIVE,\n5,D,inactive\n6,DNU,INACTIVE since May\n7,F,Revoked 10/2\n8,G,inactive: no\n",
      "2: 1 REVOKED | 3: 2 Not Authorized. | 4: 3 | 5: 4 authority now unauthorized | 6: INACTIVE marks no carrier | 7: 5 inactive | 8: 6 DNU; INACTIVE since May | 9: 7 Revoked 10/2 | 10: 8",
    ],
    [
      "a flag of a database",
      "usdot,oos_flag,authority_revoked,DNU reason\n1,f,f,\n2,t,,\n3,,true,\n4,,,never\n",
      "2: 1 | 3: 2 oos_flag: t | 4: 3 authority_revoked: true | 5: 4 DNU reason: never",
    ],
    [
      "a value under the header of a mark, but for a no",
      `DOT,OOS?\n1,Y\n2,X\n3,✓\n4,true\n5,11/20/2026\n6,✗\n${["no", "N", "None", "0.00%", "f", "", "not OOS", "n/a", "OK"].map((no) => `7,${no}\n`).join("")}`,
      "2: 1 OOS?: Y | 3: 2 OOS?: X | 4: 3 OOS?: ✓ | 5: 4 OOS?: true | 6: 5 OOS?: 11/20/2026 | 7: 6 OOS?: ✗ | 8: 7 | 9: 7 | 10: 7 | 11: 7 | 12: 7 | 13: 7 | 14: 7 | 15: 7 | 16: 7",
    ],
    [
      "a no under the header of an approval",
      "DOT,Approved Carrier (Y/N),Can use?\n1,No - see Ann,\n2,,N\n3,Yes,Y\n4,Nora 11/2,n/a\n5,not approved,\n6,✗\n7,Pending\n8,Declined - rate too low\n",
      "2: 1 Approved Carrier (Y/N): No - see Ann | 3: 2 Can use?: N | 4: 3 | 5: 4 | 6: 5 not approved | 7: 6 Approved Carrier (Y/N): ✗ | 8: 7 Approved Carrier (Y/N): Pending | 9: 8 Approved Carrier (Y/N): Declined - rate too low",
    ],
    [
      "a no under other headers of an approval",
      "DOT,Approved Carrier?,Approval Status,OK?\n1,No,,\n2,,No,\n3,,,No\n4,Yes,Yes,Yes\n",
      "2: 1 Approved Carrier?: No | 3: 2 Approval Status: No | 4: 3 OK?: No | 5: 4",
    ],
    ...[
      "is_oos",
      "OutOfServiceDate",
      "doNotUse",
      "Do_Not_Use__c",
      "OOS since",
    ].map((name) => [
      `a value under ${name}`,
      `DOT,OOS rate,${name}\n1,3,Yes\n`,
      `2: 1 ${name}: Yes`,
    ]),
    [
      "no header, so none of a mark",
      "9000001,OOS\n9000002,ACME\n",
      "1: 9000001 OOS | 2: 9000002",
    ],
    [
      "text marks and Ctrl-Z",
      'USDOT\r\n="00900002"\r\n9000005\r\n\u001a\r\n',
      "2: 900002 | 3: 9000005",
    ],
    [
      "a number before a counting word, or behind an error",
      "2233855 Total\n#N/A, DOT 76830\n",
      "1: 2233855 Total is not a USDOT number | 2: 76830",
    ],
    ["a header alone", "dot_number\n", ""],
    ["nothing", "", ""],
    [
      "an exact name before one that ends like it",
      "Broker DOT,DOT Number\n1,9000001\n",
      "2: 9000001",
    ],
    ["Excel's sep=", "sep=;\nname;dot\nA,B;76830", "3: 76830"],
    [
      "line breaks in quotes",
      '"DOT\nNumber",name\n2233855,"A\nB\n\n#C"\n76830,D\n',
      "3: 2233855 | 7: 76830",
    ],
    [
      "a first column that numbers the rows",
      "#,dot\n1,2233855\n",
      "2: 2233855",
    ],
    [
      "comments, blank and empty rows",
      "# 2026\n\ndot,name\n# one\n2233855,A\n,\n\n76830,B",
      "5: 2233855 | 8: 76830",
    ],
    [
      "a name or an error behind a #",
      "Unit,DOT\n7,1\n#12A,2\n# 12,3\n#REF!,MC-9\n",
      "2: 1 | 3: 2 | 4: 3 | 5: MC-9 is a docket number",
    ],
    [
      "rows without a number",
      "name,DOT #\nA,\nB\n9000001\nD,76830",
      "2: A has no USDOT number in column DOT # | 3: B has no USDOT number in column DOT # | 4: 9000001 has no USDOT number in column DOT # | 5: 76830",
    ],
    [
      "no total",
      "Type,DOT\nActive,25\nCARRIER COUNTY,26\nTOTAL EXPRESS LLC,27\n,28\nIA Count,2\n",
      "2: 25 | 3: 26 | 4: 27 | 5: 28 | 6: IA Count, 2 may be a total",
    ],
    [
      "a total beside words or a number in use",
      "Type,Name,USDOT\nTotal,Texas,45\nTotal,,76830\n",
      "2: Total, Texas, 45 may be a total | 3: Total, 76830 may be a total",
    ],
    [
      "a load behind a #, without a number",
      "Load,USDOT\n#A12,#N/A\n#A13,TBD\n#A14,9000001\n# note\n",
      "2: #N/A is an error of the spreadsheet | 3: TBD has no digits | 4: 9000001",
    ],
    [
      "a name that its comma cuts up",
      "Name,Load,USDOT\nFADED HARBOR,CO.,9000002,9000005\nA,7,9000001,\n",
      "2: FADED HARBOR, CO., 9000002, 9000005 may have a cell that the delimiter cuts up: put quotes around it | 3: 9000001",
    ],
    [
      "more cells behind the numbers of a first column",
      "DOT,Name\n1,ACME, INC\n",
      "2: 1",
    ],
    [
      "columns that an earlier run wrote",
      'Name,USDOT,usdot_status,usdot_notes,usdot_reasons,usdot_todo,usdot_verdict\nA,9000001,OUT-OF-SERVICE,,"reason: oos is ""Y""",,fail\nB,,,has no USDOT number\n,,,x\nC,9000002,,DNU: late\nD,3,,,,OOS\nE,4,,,reason: OOS: not text,,review\nF,5,,,,,NO - Ann\nG,6,,,(Do not use),,review\n',
      "2: 9000001 | 3: B has no USDOT number in column USDOT | 5: 9000002 DNU: late | 6: 3 OOS | 7: 4 | 8: 5 NO - Ann | 9: 6 (Do not use)",
    ],
    [
      "a last number that was cut off",
      "DOT,City,State\n9000001,Omaha,NE\n9000002,Omaha,NE\n90000",
      "2: 9000001 | 3: 9000002 | 4: 90000 may be cut off: it has no line end",
    ],
    [
      "a last number that was cut off, beside rows that say nothing",
      "dot,name\n9000001,A\n\n# 2026\nTotal: 1\n9000002,B\n90000",
      "2: 9000001 | 6: 9000002 | 7: 90000 may be cut off: it has no line end",
    ],
    [
      "a cell with thousands of blanks, at once",
      `DOT,Approved\n1,${" ".repeat(400_000)}yes\n`,
      "2: 1",
    ],
    [
      "a phone number beside a short number",
      "DOT,Phone\n513,555-555-0144\n",
      "2: 513",
    ],
    [
      "thousands commas below a header",
      "dot,name\n2,233,855\nUSDOT 2,233,855\n",
      ["2: 2", "3: USDOT 2"]
        .map(
          (row) =>
            `${row}, 233, 855 may have a cell that the delimiter cuts up: put quotes around it`,
        )
        .join(" | "),
    ],
    [
      "no header, bad rows",
      "2233855;A\nMC-1;B\n;C\n",
      "1: 2233855 | 2: MC-1 is a docket number | 3: C has no USDOT number in column 1",
    ],
    [
      "a year in the header, and no number",
      "usdot,2025\n,145\n",
      "2: 145 has no USDOT number in column usdot",
    ],
    [
      "a header of one column, and a note beside a row",
      "DOT,\n9000001,\n9000002,call\n",
      "2: 9000001 | 3: 9000002",
    ],
    [
      "a year above the header",
      "2026,,\nname,year,DOT\nA,2020,9000001\n",
      "3: 9000001",
    ],
    [
      "titles with a number",
      "For USDOT 9000002 ABC,\n# USDOT 3 B,\nLegend: DNU means do not use,\n** DNU LIST 2026 **,\nUSDOT,Name\n9000001,A\n",
      "1: For USDOT 9000002 ABC stands above the header | 4: ** DNU LIST 2026 ** marks no carrier | 6: 9000001",
    ],
  ])("%s", async (_, text, inputs) => {
    expect(await read(text)).toBe(inputs);
  });

  it.each([
    ['dot,name\n1,THE "BEST" CO\n', 2],
    ['dot,name\n1,A\n\n2,"B\nc"x\n3,C\n', 4],
    ['dot,name\n1,"A\n2,B\n3,C\n', 2],
    ['"x\n1\n2\n', 1],
    ['dot,name\n# 5" pipe\n1,A\n', 2],
    ['dot,name\n1, "ACME, INC"\n', 2],
  ])(
    "a stray quote refuses the list and names its line: %j",
    async (text, line) => {
      expect(await refusal(text)).toBe(
        `f.csv:${line} has a quote that does not enclose a cell`,
      );
    },
  );

  it.each([
    "9000001;Dallas, TX, 75201",
    "Smith, 12, X;9000001",
    "45,Bob;123",
    "12345;Main St, 60601",
    "9000001;1,5,x",
    "9000001|ACME, INC",
  ])("refuses %j, whose number depends on the delimiter", async (text) => {
    expect(await refusal(`${text}\n`)).toContain(
      "f.csv: cannot tell which delimiter it uses",
    );
    expect(await read(`name;dot\nA;1\n${text}`)).toMatch(/^2: 1 [|] 3: /);
  });

  it.each([
    "name,zip\nACME,53201\n",
    "dot;usdot\n1;2\n",
    "2233855,ACME,53201\n",
    "9000001,Bob\t12\n",
    "9000001,9000002\n",
    "2233855,ACME\n76830,12\n",
    "DOT inspections,Name\n12,A\n",
    "TX DOT #,Name\n9000001,A\n",
    "Broker DOT,Name\n9000001,A\n",
    "Days since DOT,Name\n145,A\n",
    "Name,Has DOT,Vendor\nA,Y,900001\n",
    "Zip\n60601\n",
    "Zip5\n60601\n",
    "PU\n12\n",
    "223385x,ACME\n9000001,B\n",
    "DOT 223385x\n9000001\n",
    "see DOT,71566\n",
    "MC-123456,Acme,75201\nMC-234567,Bolt,38101\n",
    "Acme,USDOT 2233855 (active),75201\n",
    "Total carriers,45\nActive,40\n",
    "Carriers exported,4512\nName,DOT Number\nAcme,2233855\n",
    "2026\nName;Nr\nA;1\n",
    "List from DOT,\nZip,Name\n60601,A\n",
    "ACME\n76830\n",
    "Account #\n76830\n",
    "TX DOT #\n76830\n",
    "MC/DOT,Name\n76830,A\n",
    "Carrier,2025\nACME,12\n",
    `${"x,y\n".repeat(20)}Name,DOT\nA,1\n`,
  ])("asks for the column of %j", async (text) => {
    expect(await refusal(text)).toContain(
      "f.csv: cannot tell which column holds the USDOT numbers; the columns are 1 ",
    );
  });

  it("names the columns", async () => {
    expect(await refusal('"a long name of a column",,c,d\n')).toMatch(
      /the columns are 1 a long name of a co…, 2 "", 3 c, 4 d/,
    );
  });

  it.each([
    ["MC #\n747866\n", /^usdot cannot search by name or MC number; SAFER/],
    ["Carrier,City\nACME,Dallas\n", /^choose one with --column .*; usdot can/],
  ])("of %j, has a hint", async (text, hint) => {
    await expect(reading(text)).rejects.toMatchObject({
      hint: expect.stringMatching(hint),
    });
  });
});

describe("headers", () => {
  const names = `dot_number,DOT_NUMBER,DOT NUMBER,DOT Number,DOT_Number,dotNumber,dot,DOT,usdot,USDOT,usdot_number
USDOT Number,DOT #,Carrier DOT,Carrier USDOT,CarrierDOT,carrier_dot_number,DOT ID,DOT_NBR,FMCSA DOT
CENSUS_NUM,USDOT Number(s),US DOT,U.S. DOT No.,usdot#,Motor Carrier DOT Number,USDOT Number (required)
DOT_Number__c,DOT Number (USDOT),Our Carrier's DOT No.,Truck Company DOT
No. DOT,Numero DOT,DOT No`;
  it.each(names.split(/[,\n]/))("%j, in a table and alone", async (name) => {
    const table = `Name,${name},Zip\nA,9000001,53201\n`;
    for (const text of [table, `${name}\n9000001\n`])
      expect(await read(text)).toBe("2: 9000001");
  });

  it.each(["MC", "MC#", "MC Number", "Docket", "docket_number"])(
    "docket numbers headed %j are never read",
    async (name) => {
      const message = `f.csv: the column ${name} holds docket numbers, not USDOT numbers`;
      expect(await refusal(`${name}\n747866\n`)).toBe(message);
      for (const column of ["1", name])
        expect(await refusal(`${name},Name\n747866,A\n`, { column })).toBe(
          message,
        );
    },
  );

  it.each<
    [what: string, text: string, inputs: string, notes: string, column?: string]
  >([
    [
      "title rows",
      "Carrier report\n2026-11-25\n\nName,DOT Number\nA,9000001\n",
      "5: 9000001",
      "skipped 2 rows above the header",
    ],
    ...["", "USDOT", "1"].map(
      (column): [string, string, string, string, string] => [
        `titles with numbers, for the column ${column}`,
        "Carriers,2\nBranch,102\nUSDOT,Carrier Name\n9000001,A\n9000002,B\n",
        "4: 9000001 | 5: 9000002",
        "skipped 2 rows above the header",
        column,
      ],
    ),
    [
      "a title that ends in DOT",
      "Approved by DOT\nName,DOT Number\nA,9000001\n",
      "3: 9000001",
      "skipped 1 row above the header",
    ],
    [
      "a mark below the header of a status",
      "DOT,Our Status\n1,Active\n2,Inactive\n3,Gold\n4,Hold\n",
      "2: 1 | 3: 2 Inactive | 4: 3 | 5: 4 Hold",
      "",
    ],
    [
      "a first line with other words around its number",
      "DOT 9000001 MC 747866\n9000002\n",
      "1: 9000001 | 2: 9000002",
      "",
    ],
    [
      "--column by name",
      "Report of all\n\nName,Nr\nA,9000001\n",
      "4: 9000001",
      "skipped 1 row above the header",
      "Nr",
    ],
    [
      "a header taken for --column by number",
      '"Of\nMay"\nACME,unknown\nBETA,9000002\n',
      "4: 9000002",
      "skipped 1 row above the header; took line 3 as the header: ACME,unknown",
      "2",
    ],
    [
      "a known header with --column by number",
      "CARRIER_DOT_NBR,Total Loads\n9000001,12\n",
      "2: 12",
      "",
      "2",
    ],
    [
      "totals",
      `Name,DOT\n${["Total carriers: 25", "Total # carriers", "Grand Total:", "# of carriers", "No. of records", "Rows: 25", "Page 1 of 3", "Sum"].join(",25\n")},25\nA,7\n`,
      "10: 7",
      "skipped 8 totals",
    ],
    [
      "no header: a carrier that is called DOT TRUCKING",
      "Carrier,USDOT\nDOT TRUCKING,N/A\nMC numbers,\nMC number,MC-4\nB,9000001\n",
      "2: N/A has no digits | 3: MC numbers has no USDOT number in column USDOT | 4: MC-4 is a docket number | 5: 9000001",
      "",
    ],
    [
      "totals with sums of other columns",
      "Name,DOT,Miles\nA,9000001,90500\nB,76830,95000\nTotal,,185500\nTotal,2,=SUM(C2:C3)\nTOTAL CARRIERS: 60,,\nTotal,2,450\n",
      "2: 9000001 | 3: 76830",
      "skipped 4 totals",
    ],
    [
      "a total in the column of the numbers",
      "9000001\nTotal: 1\n",
      "1: 9000001",
      "skipped 1 total",
    ],
    [
      "the header again, as in exports that are pasted below each other",
      "Name,DOT #,usdot_error\nA,9000001,\nname,DOT#,\nName,DOT #,\nB,9000002,\n",
      "2: 9000001 | 5: 9000002",
      "skipped 2 repeated headers",
    ],
  ])("%s: skipped, and said", async (_, text, inputs, notes, column) => {
    const list = await reading(text, { column: column || undefined });
    expect(shownInputs(list.inputs)).toBe(inputs);
    expect(list.notes.join("; ").replaceAll("f.csv: ", "")).toBe(notes);
  });
});

describe("--column", () => {
  it.each([
    ["a name before a DOT header", "dot,other_dot\n1,2\n", "other dot", "2: 2"],
    ["a number", "1,2233855,3\n4,76830,5\n", "2", "1: 2233855 | 2: 76830"],
    [
      "a number below a header, and none below it",
      "Ref,Name\nTBD,A\n5,B\n",
      "1",
      "2: TBD has no digits | 3: 5",
    ],
    [
      "a number below a year",
      "2026,Carrier DOT\nA,1\n",
      "1",
      "2: A has no digits",
    ],
    [
      "a number, and a bad first row",
      "MC-1,A\n2,B\n",
      "1",
      "1: MC-1 is a docket number | 2: 2",
    ],
    [
      "a number in a list of one column",
      "2233855\n2,233,855\n",
      "1",
      "1: 2233855 | 2: 2233855",
    ],
    [
      "an empty cell",
      "1,\n2,5\n",
      "2",
      "1: 1 has no USDOT number in column 2 | 2: 5",
    ],
    [
      "a number beside a name with a comma",
      "9000001OOS\tx\tACME, INC\n9\t8\t2,233,855\n",
      "2",
      "1: x has no digits | 2: 8",
    ],
    [
      "an unknown header with docket numbers",
      "#,id,MC #\n9000001,2,3\n",
      "1",
      "1: # has no digits | 2: 9000001",
    ],
    ["an empty list", "", "dot", ""],
    [
      "digits that commas may group",
      "909,507\n",
      "1",
      "1: 909, 507 may have a cell that the delimiter cuts up: put quotes around it",
    ],
    [
      "a column without a name",
      "DOT,\n9000001,\n9000002,76830\n",
      "2",
      "2: 9000001 has no USDOT number in column 2 | 3: 76830",
    ],
  ])("%s", async (_, text, column, inputs) => {
    expect(await read(text, { column })).toBe(inputs);
  });

  it.each([
    [
      "dot,name\n1,A\n",
      "carrier",
      "there is no column carrier; the columns are 1 dot, 2 name",
    ],
    [
      "List,,\nName,,DNU\nA,9000001,x\n",
      "2",
      "a row above the numbers has nothing in column 2",
    ],
    [
      "dot,name\n1,A\n",
      "3",
      "there is no column 3; the columns are 1 dot, 2 name",
    ],
    [
      "2233855\n76830\n",
      "dot",
      "there is no column dot; the columns are 1 2233855",
    ],
    [
      "76830,ACME\nName,DOT Number\nA,9000001\n",
      "DOT Number",
      "there is no column DOT Number; the columns are 1 76830, 2 ACME",
    ],
    [
      "As of,46354\nName,DOT Number\nA,9000001\n",
      "DOT Number",
      "there is no column DOT Number; the columns are 1 As of, 2 46354",
    ],
    [
      "id,id\n1,2\n",
      "ID",
      "2 columns are called ID; the columns are 1 id, 2 id",
    ],
    [
      "MC-1,1078\n,A,x\n",
      "3",
      "there is no column 3; the columns are 1 MC-1, 2 1078",
    ],
    [
      "Carrier report\nMC #;Fleet\n344554;1\n",
      "1",
      "the column MC # holds docket numbers, not USDOT numbers",
    ],
  ])("refuses %j for %j", async (text, column, message) => {
    expect(await refusal(text, { column })).toBe(`f.csv: ${message}`);
  });
});

it.each([
  ["Number", "f.csv: the header has two lines"],
  ["USDOT", "f.csv:2: another table begins with the header USDOT"],
])("refuses a header with %j in a second line", async (below, message) => {
  const text = `Carrier,USDOT,Do Not\nName,${below},Use\nA,9000001,x\n`;
  expect(await refusal(text)).toBe(message);
});

it.each([
  ["USDOT,Name\n9000002,B", "USDOT"],
  ["Name,MC#\nD,700123", "MC#"],
  ["Zip,MC,Name\n75201,700123,D", "MC"],
])("refuses another table below a list: %j", async (table, header) => {
  const rows = "A,9000001,75201\n".repeat(20);
  expect(await refusal(`Name,DOT,Zip\n${rows}${table}\n`)).toBe(
    `f.csv:22: another table begins with the header ${header}`,
  );
});

it("notes which numbers were read out of longer text", async () => {
  const list = await reading(
    "Docket,USDOT\nx,MC 747866 / DOT 9000001\ny,USDOT 76830 for ACME\n",
  );
  expect(shownInputs(list.inputs)).toBe("2: 9000001 | 3: 76830");
  expect(readOutNotes(list.inputs)).toEqual([
    'f.csv:2: read USDOT 9000001 out of "MC 747866 / DOT 9000001", and 1 more like it',
  ]);
});

describe("claims", () => {
  // The second row has an error of the spreadsheet for a name.
  const fleet =
    "Carrier Name,MC #,Phone,DOT,Dispatcher\nACME, MC-1 ,555,1,Bob\n#N/A,,,2,\n";
  it.each<
    [
      what: string,
      options: ReadOptions,
      notes: readonly string[],
      claims: (object | undefined)[],
      text?: string,
    ]
  >([
    [
      "by headers",
      { usualClaims: claimFields },
      [
        'compared with the record: name from "Carrier Name", mc_number from "MC #"',
        'not compared (see --claim-column), only searched for marks such as DNU: "Phone", "Dispatcher"',
      ],
      [{ name: "ACME", mc_number: "MC-1" }, { name: "#N/A" }],
    ],
    [
      "by headers, those that are compared",
      { usualClaims: ["mc_number"] },
      [
        'compared with the record: mc_number from "MC #"',
        'not compared (see --claim-column), only searched for marks such as DNU: "Carrier Name", "Phone", "Dispatcher"',
      ],
      [{ mc_number: "MC-1" }, undefined],
    ],
    [
      "asked for",
      { claimColumns: { phone: "phone", name: "5" } },
      ['compared with the record: phone from "Phone", name from "Dispatcher"'],
      [{ phone: "555", name: "Bob" }, undefined],
    ],
    [
      "by the first of two headers",
      { usualClaims: claimFields },
      [
        'compared with the record: mc_number from "MC #"',
        'not compared (see --claim-column), only searched for marks such as DNU: "Docket #"',
      ],
      [{ mc_number: "MC-1" }],
      "DOT,MC #,Docket #\n1,MC-1,MC-2\n",
    ],
    [
      "by a header, and in the cell of the number",
      { usualClaims: claimFields },
      ['compared with the record: mc_number from "MC #"'],
      [{ mc_number: "MC 111, MC-2" }, { mc_number: "MC 5, MC 5" }],
      "DOT,MC #\nUSDOT 1234 MC 111,MC-2\nUSDOT 1234 MC 5,MC 5",
    ],
    [
      "not in the column of the numbers",
      { column: "Carrier", usualClaims: claimFields },
      [
        'not compared (see --claim-column), only searched for marks such as DNU: "City"',
      ],
      [undefined],
      "Carrier,City\n9000001,X\n",
    ],
    [
      "in a column of ours that an option names",
      { claimColumns: { phone: "usdot_phone" } },
      ['compared with the record: phone from "usdot_phone"'],
      [{ phone: "555" }],
      "DOT,usdot_phone\n9000001,555\n",
    ],
    [
      "not in what usdot wrote",
      {
        usualClaims: claimFields,
        writtenNames: new Set(["dot_number", "legal_name", "as_of"]),
      },
      [
        "this list is a report of usdot, so its names are not compared; for that, vet your own list",
      ],
      [undefined],
      "dot_number,legal_name,as_of\n1,ACME,x\n",
    ],
    [
      "in a list of a user whose header is much like ours",
      { usualClaims: claimFields, writtenNames: new Set(["dot_number"]) },
      [
        'compared with the record: name from "Carrier Name"',
        'not compared (see --claim-column), only searched for marks such as DNU: "Ins.Exp"',
      ],
      [{ name: "ACME" }],
      "dot_number,Carrier Name,Ins.Exp\n1,ACME,x\n",
    ],
    [
      "not silently where there is no header",
      { usualClaims: claimFields },
      [
        'not compared (see --claim-column), only searched for marks such as DNU: "2", "3"',
      ],
      [undefined],
      "1234567,ACME,LINCOLN\n",
    ],
    [
      "by no header, if nothing is compared",
      { usualClaims: [] },
      [
        'not compared (see --claim-column), only searched for marks such as DNU: "Carrier Name", "MC #", "Phone", "Dispatcher"',
      ],
      [undefined, undefined],
    ],
  ])("%s", async (_, options, notes, claims, text = fleet) => {
    const list = await reading(text, options);
    expect(list.notes).toEqual(notes.map((note) => `f.csv: ${note}`));
    expect(list.inputs.map((input) => input.claims)).toEqual(claims);
  });
});

describe("other files", () => {
  it.each([
    ["a PDF, not a list of USDOT numbers", "%PDF-1.7 1"],
    [
      "an old Excel workbook (.xls) or one with a password",
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]),
    ],
    ["HTML or XML", "<html><body><table><tr><td>9000001</td></tr>\n</table>"],
    ["HTML or XML", '<?xml version="1.0"?>\n<Workbook>'],
    ["JSON", '{"dot": 76830}\n{"dot": 2}'],
    ["JSON", "[\n1,\n2\n]"],
    ["binary, or damaged (it has a NUL byte)", "1\n2\0\n"],
  ])("are refused: %s", async (message, bytes) => {
    expect(await refusal(bytes)).toContain(`f.csv is ${message}`);
  });

  it("of which there is too much are refused", async () => {
    const rows = `1,${"x".repeat(2 ** 20 - 3)}\n`.repeat(64);
    await expect(reading(`DOT,Name\n${rows}`)).rejects.toMatchObject({
      kind: "file",
      message: "f.csv, a list with columns, is larger than 64 MiB",
    });
  });

  it("without columns may be larger", async () => {
    const comment = `# ${"x".repeat(2 ** 20 - 3)}\n`.repeat(64);
    expect(await read(`DOT\n${comment}9000001\n`)).toBe("66: 9000001");
  });
});

it("finds each number of any table on its row", async () => {
  const row = fc.record({
    number: fc.integer({ min: 1, max: 99_999_999 }).map(String),
    name: fc.string({ unit: fc.constantFrom(...'",;\n\r# aé1') }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row),
      fc.constantFrom(",", ";", "\t", "|"),
      async (rows, delimiter) => {
        let text = `name${delimiter}DOT_NUMBER\n`;
        const expected: string[] = [];
        for (const { number, name } of rows) {
          expected.push(`${text.split(/\r\n|\r|\n/).length}: ${number}`);
          text += `"${name.replaceAll('"', '""')}"${delimiter}${number}\n`;
        }
        expect(await read(text)).toBe(expected.join(" | "));
      },
    ),
    { numRuns: 150 },
  );
});

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { InterruptedError } from "../../src/errors.ts";
import { createProgram } from "../../src/program.ts";
import { sampleCarriers } from "../../src/sample/carriers.ts";
import { displayWidth } from "../../src/text/width.ts";
import { type HostChanges, memoryHost, runInProcess, testDay } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";
import { startRecordService } from "./record-service.ts";

const sample = (args: string, changes?: HostChanges) => runInProcess(["--sample", ...args.split(" ")], changes);
const note = "usdot: note: sample data: the carriers are invented\n";
const formats = ["table", "json", "ndjson", "csv"] as const;
const carriers = sampleCarriers(new Date(testDay)).map(({ carrier }) => String(carrier["dot_number"]));

/** Asks a service that has only this record, under the number 7. */
async function asked(text: string, args: string[], changes?: HostChanges) {
  const service = await startRecordService({ carrier: new Map([["7", text]]) });
  return runInProcess(["--base-url", service.url, "carrier", "7", ...args], changes);
}

describe("the card of a carrier", () => {
  it("has name and status first, then authority, fleet, insurance and safety", async () => {
    const { status, out, err } = await sample("carrier 9000001");
    expect({ status, err }).toEqual({ status: 0, err: note });
    expect(out).toMatchInlineSnapshot(`
      "PRAIRIE LANTERN FREIGHT INC                        USDOT 9000001 · MC 9100001
      status ACTIVE · authority ACTIVE, since 2014-10-23 (12 years)

      Fleet              power units      184
                         drivers          201
      Insurance on file  BIPD             1,000,000
                         cargo            100,000
      Safety             rating           Satisfactory
                         driver OOS rate  2.2, national 6.67: below
                         total crashes    9
      Contact            address          1200 LAMPLIGHT RD, LINCOLN, NE 68501
                         phone            (555) 555-0101
                         email            dispatch@example.com
      also sent: mcs150 (usdot carrier 9000001 --json)
      "
    `);
  });

  it("fits its terminal", async () => {
    const at = async (columns: number) => (await sample("--color never carrier 9000013", { columns })).out;
    expect(await at(80)).toMatchInlineSnapshot(`
      "THE UNLIKELY FRIENDS' COOPERATIVE OF GRAIN AND SEED HAULERS,INC  USDOT 9000013
      status ACTIVE · authority NOT AUTHORIZED

      Fleet              power units      240
                         drivers          198
      Insurance on file  BIPD             0
                         cargo            0
      Safety             driver OOS rate  5.2, national 5.51: below
                         total crashes    5
      Contact            address          5 ELEVATOR ROW, MINOT, ND 58701
                         phone            (555) 555-0113
                         email            dispatch13@example.com
      not stated: rating
      "
    `);
    expect(await at(60)).toMatchInlineSnapshot(`
      "THE UNLIKELY FRIENDS' COOPERATIVE OF GRAIN AND SEED
        HAULERS,INC
      USDOT 9000013
      status ACTIVE · authority NOT AUTHORIZED

      Fleet              power units      240
                         drivers          198
      Insurance on file  BIPD             0
                         cargo            0
      Safety             driver OOS rate  5.2, national 5.51:
                                          below
                         total crashes    5
      Contact            address          5 ELEVATOR ROW, MINOT,
                                          ND 58701
                         phone            (555) 555-0113
                         email            dispatch13@example.com
      not stated: rating
      "
    `);
  });

  it("fits 80 columns and 24 rows with its command and the prompt, for every sample carrier", async () => {
    for (const number of [...carriers, "9000552", "9000554"]) {
      const { out } = await sample(`--color never carrier ${number}`, { columns: 80 });
      const lines = out.trimEnd().split("\n");
      // The command, the note that it is sample data, a warning, the next prompt.
      expect(lines.length).toBeLessThanOrEqual(20);
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(80);
    }
  });

  it("highlights what is wrong with a carrier, whatever else is fine", async () => {
    expect((await sample("carrier 9000006")).out).toMatchInlineSnapshot(`
      "RUSTED ANVIL HAULING LLC                           USDOT 9000006 · MC 9100006
      status OUT-OF-SERVICE · authority NOT AUTHORIZED, since 2021-04-17 (5 years)

      Fleet              power units      11
                         drivers          9
      Insurance on file  BIPD             0
                         cargo            0
      Safety             rating           Unsatisfactory
                         driver OOS rate  36.8, national 6.67: ABOVE
                         total crashes    7
      Contact            address          9 SCRAPYARD LN, GARY, IN 46401
                         phone            (555) 555-0106
                         email            dispatch06@example.com
      "
    `);
    expect((await sample("carrier 9000014")).out).toMatchInlineSnapshot(`
      "BLANK LEDGER HOLDINGS                                           USDOT 9000014
      status ACTIVE · authority not stated

      Fleet    drivers  40
      Contact  address  AS
      not stated: power units, insurance on file, safety, phone, email
      "
    `);
  });

  it("shows a value of another type as received, with one line of warning", async () => {
    const { status, out, err } = await sample("carrier 9000552");
    expect(status).toBe(0);
    expect(out).toContain(", since 1577836800\n");
    expect(out).toContain("  7.1, national 6.67: ABOVE\n");
    expect(err.match(/warning/g)).toHaveLength(1);
    expect(err).toMatch(
      /USDOT 9000552: (?:[\w.]+, ){2}[\w.]+ and \d+ more are not of the types that the interface states;/,
    );
  });
});

describe("one number", () => {
  it("in JSON is the service's object, with its numbers and keys as received", async () => {
    const text = '{"dot_number":"7","x":1.0,"y":12345678901234567890,"fleet":{"power_units":2,"power_units":3}}';
    const { out } = await asked(text, ["--json"]);
    expect(out).toBe(`{
  "dot_number": "7",
  "x": 1.0,
  "y": 12345678901234567890,
  "fleet": {
    "power_units": 2,
    "power_units": 3
  }
}
`);
    expect((await asked(text, ["--format", "ndjson"])).out).toBe(`${text}\n`);
  });

  it.each(["table", "json"])("that does not exist writes nothing in %s, and ends in 3", async (format) => {
    const { status, out, err } = await sample(`carrier 9000404 --format ${format}`);
    expect({ status, out }).toEqual({ status: 3, out: "" });
    expect(err).toMatch(/^usdot: USDOT 9000404: .*\n$/m);
  });

  it.each([
    ["9000404", "not-found", 3],
    ["9000550", "unusable", 6],
    ["9000401", "key", 4],
  ])("that has no record has a row in ndjson and csv, as in a list: %s %s", async (number, code, expected) => {
    const found = await sample(`carrier ${number} --format ndjson --retries 0`);
    expect(found.status).toBe(expected);
    expect(JSON.parse(found.out)).toMatchObject({ dot_number: number, error: { code } });
    expect(found.err).toMatch(new RegExp(`^usdot: USDOT ${number}: `, "m"));
    const { status, out } = await sample(`carrier ${number} --format csv --fields legal_name,fleet --retries 0`);
    expect({ status, out }).toEqual({
      status: expected,
      out: `dot_number,legal_name,fleet.power_units,fleet.drivers,error\n${number},,,,${code}\n`,
    });
  });

  it("that does not exist has its row with --allow-missing, which ends in 0", async () => {
    const { status, out } = await sample("carrier 9000404 --allow-missing --format csv --fields status");
    expect({ status, out }).toEqual({ status: 0, out: "dot_number,status,error\n9000404,,not-found\n" });
  });

  it("that has no record leaves its row in a file", async () => {
    const { status, host } = await sample("carrier 9000404 -o out.csv --fields status");
    expect(status).toBe(3);
    expect(readFileSync(join(host.cwd, "out.csv"), "utf8")).toBe("dot_number,status,error\n9000404,,not-found\n");
  });

  it("that does not exist ends in 0 with --allow-missing, and is still reported", async () => {
    const { status, out, err } = await sample("carrier 9000404 --allow-missing");
    expect({ status, out }).toEqual({ status: 0, out: "" });
    expect(err).toContain("usdot: USDOT 9000404: ");
  });

  it("that fails leaves the old file", async () => {
    const path = join(temporaryDirectory(), "out");
    writeFileSync(path, "old");
    const { status } = await sample(`carrier 9000550 --output ${path}`);
    expect({ status, content: readFileSync(path, "utf8") }).toEqual({ status: 6, content: "old" });
  });

  it.each(formats)("is the same in a file as in a pipe: %s", async (format) => {
    const path = join(temporaryDirectory(), "out");
    const { status, out } = await sample(`carrier 9000001 --format ${format} --output ${path}`, { columns: 60 });
    expect({ status, out }).toEqual({ status: 0, out: "" });
    expect(readFileSync(path, "utf8")).toBe((await sample(`carrier 9000001 --format ${format}`)).out);
  });

  it("cannot be written to a directory", async () => {
    const { status, err } = await sample(`carrier 9000001 --output ${temporaryDirectory()}`);
    expect(status).toBe(7);
    expect(err).toMatch(/^usdot: cannot write .*: it is a directory; name a file in it\n$/m);
  });
});

describe("several numbers", () => {
  const several = "carrier 9000404 9000003 9000500";

  it("are a line each, including those without a record", async () => {
    const { status, out } = await sample(`${several} --retries 0`);
    expect(status).toBe(8);
    expect(out).toMatchInlineSnapshot(`
      "USDOT     Name                        Status  Authority  BIPD on file  Rating  Driver OOS  Power units  Drivers  Address
      9000404   not found
      9000003   SOLO SPARROW TRUCKING       ACTIVE  ACTIVE          750,000  —       0                     1        1  TUPELO, MS
      9000500   no answer (unreachable)
      "
    `);
  });

  it("that were answered before an interruption are shown, though the first lines of a list are held back", async () => {
    const stop = new AbortController();
    const known = new Map([["7", '{"dot_number":"7","legal_name":"ACME"}']]);
    const carrier = Object.assign(new Map(known), {
      get(number: string) {
        if (number === "10") stop.abort(new InterruptedError("SIGINT"));
        return known.get(number);
      },
    });
    const records = await startRecordService({ carrier });
    const args = ["--base-url", records.url, "carrier", "7", "8", "9", "10", "--concurrency", "1"];
    const { out, err } = await runInProcess(args, { signal: stop.signal });
    expect(err).toContain("interrupted");
    expect(out).toMatch(/^7 +ACME/m);
  });

  it.each(["json", "ndjson"])("are in the order given, including errors, in %s", async (format) => {
    const { status, out } = await sample(`${several} --retries 0 --format ${format}`);
    const rows =
      format === "json"
        ? JSON.parse(out)
        : out
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line));
    expect(status).toBe(8);
    expect(rows).toMatchObject([
      { dot_number: "9000404", error: { code: "not-found", status: 404 } },
      { dot_number: "9000003", legal_name: "SOLO SPARROW TRUCKING" },
      { dot_number: "9000500", error: { code: "unreachable", status: 500 } },
    ]);
  });

  it("are rows with an error column at the end in CSV", async () => {
    const { out } = await sample(`${several} --retries 0 --format csv`);
    const rows = parse(out, { columns: true }) as Record<string, string>[];
    expect(rows.map(({ dot_number, legal_name, error }) => [dot_number, legal_name, error])).toEqual([
      ["9000404", "", "not-found"],
      ["9000003", "SOLO SPARROW TRUCKING", ""],
      ["9000500", "", "unreachable"],
    ]);
  });

  it("end in 0 if all are answered, and in 3 if one is missing, or 0 with --allow-missing", async () => {
    expect((await sample("carrier 9000001 9000002")).status).toBe(0);
    expect((await sample("carrier 9000001 9000404")).status).toBe(3);
    expect((await sample("carrier 9000001 9000404 --allow-missing")).status).toBe(0);
  });
});

describe("--fields", () => {
  it("reduces every format to the same fields", async () => {
    const fields = "--fields legal_name,fleet,address.state";
    expect((await sample(`carrier 9000003 ${fields}`)).out).toMatchInlineSnapshot(`
      "SOLO SPARROW TRUCKING                                           USDOT 9000003

      Fleet    power units  1
               drivers      1
      Contact  state        MS
      "
    `);
    expect((await sample(`carrier 9000003 ${fields} --format csv`)).out).toMatchInlineSnapshot(`
      "dot_number,legal_name,fleet.power_units,fleet.drivers,address.state,error
      9000003,SOLO SPARROW TRUCKING,1,1,MS,
      "
    `);
    expect((await sample(`carrier 9000003 ${fields} --json`)).out).toMatchInlineSnapshot(`
      "{
        "legal_name": "SOLO SPARROW TRUCKING",
        "fleet": {
          "power_units": 1,
          "drivers": 1
        },
        "address": {
          "state": "MS"
        }
      }
      "
    `);
    expect((await sample(`carrier 9000003 ${fields} --format ndjson`)).out).toMatchInlineSnapshot(`
      "{"dot_number":"9000003","legal_name":"SOLO SPARROW TRUCKING","fleet":{"power_units":1,"drivers":1},"address":{"state":"MS"}}
      "
    `);
  });

  it("leaves each row of a list its number, in every format", async () => {
    const list = (format: string) => sample(`carrier 9000003 9000404 --fields status --format ${format}`);
    expect((await list("table")).out).toMatch(/9000003.*9000404/s);
    expect(JSON.parse((await list("json")).out)).toEqual([
      { dot_number: "9000003", status: "ACTIVE" },
      expect.objectContaining({ dot_number: "9000404" }),
    ]);
    expect((await list("ndjson")).out).toMatch(
      /^\{"dot_number":"9000003","status":"ACTIVE"\}\n\{"dot_number":"9000404",/,
    );
    expect((await list("csv")).out).toBe("dot_number,status,error\n9000003,ACTIVE,\n9000404,,not-found\n");
  });

  it("has the number where it was asked for", async () => {
    const { out } = await sample("carrier 9000003 --fields status,dot_number --format csv");
    expect(out).toBe("status,dot_number,error\nACTIVE,9000003,\n");
  });

  it.each(["table", "csv"])(
    "refuses what looks mistyped in %s, in one line, before anything is asked",
    async (format) => {
      const { status, out, err } = await sample(`carrier 9000001 --fields legal_name,phone --format ${format}`);
      expect({ status, out }).toEqual({ status: 2, out: "" });
      expect(err).toBe('usdot: --fields "phone" is not a field of this record; did you mean contact.phone?\n');
    },
  );

  it.each([
    ["table", "GRAND KITE LINES LLC +USDOT 9000002\n\ndba_name  GRAND KITE\n"],
    ["csv", "dot_number,dba_name,error\n9000002,GRAND KITE,\n"],
  ])("shows a field that only the service has in %s", async (format, shown) => {
    const { out } = await sample(`carrier 9000002 --fields dba_name --format ${format}`);
    expect(out).toMatch(new RegExp(`^${shown}$`));
  });

  it.each(["json", "ndjson"])("selects any field the service sends in %s", async (format) => {
    const text = '{"dot_number":"7","dba_name":"SEVEN","cargo":[{"name":"milk"},{"kind":1}],"fleet":null}';
    const fields = "--fields cargo.name,dba_name,fleet.drivers,lat";
    const { status, out, err } = await asked(text, [...fields.split(" "), "--format", format]);
    expect(status).toBe(0);
    const number = format === "ndjson" ? '"dot_number":"7",' : "";
    expect(out.replace(/\s/g, "")).toBe(
      `{${number}"cargo":[{"name":"milk"},{"name":null}],"dba_name":"SEVEN","fleet":null,"lat":null}`,
    );
    expect(err).toMatch(
      /^usdot: note: no record has the field "lat"; the interface names dot_number, legal_name, [a-z_, ]*contact$/m,
    );
    expect(err).not.toContain("dba_name");
  });
});

describe("hostile text", () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the test looks for
  const dangerous = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

  it.each(formats)("of the sample's number 9000554 is shown escaped in %s", async (format) => {
    for (const args of ["carrier 9000554", "insurance 9000554", "safety 9000554", "bulk 9000554 --api-key x"]) {
      const { status, out, err } = await sample(`${args} --format ${format}`, { columns: 80, env: { NO_COLOR: "1" } });
      expect(status).toBe(0);
      expect(out).not.toMatch(dangerous);
      expect(err).not.toMatch(dangerous);
      expect(out).toContain(String.raw`\u`);
    }
  });

  it("starts no formula in CSV", async () => {
    for (const args of ["carrier 9000554", "insurance 9000554"]) {
      for (const cells of parse((await sample(`${args} --format csv`)).out) as string[][]) {
        for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@]/);
      }
    }
  });

  it("starts no GitHub Actions command in any format, and JSON stays equivalent", async () => {
    const name = "::set-env name=PATH::/evil\n::add-mask::1 ##[group]";
    const record = { dot_number: "7", legal_name: name, policies: [] };
    for (const format of formats) {
      const env = { GITHUB_ACTIONS: "true" };
      const { out } = await asked(JSON.stringify(record), ["--format", format], { env });
      expect(out).not.toMatch(/^\s*::|##\[/m);
      if (format === "json" || format === "ndjson") expect(JSON.parse(out)).toEqual(record);
      else expect(out).toContain("set-env name=PATH");
      expect((await asked(JSON.stringify(record), ["--format", "table"])).out).toMatch(/^::set-env/);
    }
  });
});

describe("colors", () => {
  const path = () => join(temporaryDirectory(), "out");
  it.each<[string, NodeJS.ProcessEnv, string, boolean, boolean]>([
    ["on a terminal", {}, "", true, true],
    ["in a pipe", {}, "", false, false],
    ["with NO_COLOR", { NO_COLOR: "1" }, "", true, false],
    ["with an empty NO_COLOR", { NO_COLOR: "" }, "", true, true],
    ["on a dumb terminal", { TERM: "dumb" }, "", true, false],
    ["with FORCE_COLOR in a pipe", { FORCE_COLOR: "1" }, "", false, true],
    ["with FORCE_COLOR=0", { FORCE_COLOR: "0" }, "", true, false],
    ["with FORCE_COLOR=false", { FORCE_COLOR: "false" }, "", true, false],
    ["with NO_COLOR and FORCE_COLOR", { NO_COLOR: "1", FORCE_COLOR: "1" }, "", true, false],
    ["with --color always in a pipe", { NO_COLOR: "1" }, "--color always", false, true],
    ["with --color never", { FORCE_COLOR: "1" }, "--color never", true, false],
    ["in JSON on a terminal", { FORCE_COLOR: "1" }, "--json", true, false],
  ])("%s", async (_, env, flags, terminal, colored) => {
    const args = `carrier 9000001 ${flags}`.trim();
    const { out, err } = await sample(args, { env, ...(terminal && { columns: 80 }), errorColumns: 80 });
    expect(out.includes("\u001b[")).toBe(colored);
    expect(err).not.toContain("\u001b[3");
  });

  it.each([
    ["FORCE_COLOR", "", false],
    ["--color always", " --color always", true],
  ])("in a file with %s: only when the flag says so", async (_, flag, colored) => {
    const file = path();
    await sample(`carrier 9000001 --output ${file}${flag}`, { env: { FORCE_COLOR: "1" }, columns: 80 });
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, "utf8").includes("\u001b[")).toBe(colored);
  });
});

it.each(["carrier 9000001", "9000001", "vet 9000001", "carrier 9000001 --output card.txt"])(
  "does not open standard input, which takes milliseconds: %s",
  async (line) => {
    const host = Object.defineProperty(memoryHost(), "stdin", { get: () => expect.fail("it was opened") });
    await createProgram(host).parseAsync(["--sample", ...line.split(" ")], { from: "user" });
  },
);

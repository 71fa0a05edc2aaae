import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { list } from "../../../src/output/formats/list.ts";
import { bulkView } from "../../../src/output/views.ts";
import { displayWidth } from "../../../src/text/width.ts";
import { testDay } from "../../support/memory-host.ts";
import { answered, notFound, rendered, unanswered } from "../outcomes.ts";

function carrier(dot_number: string, rest: Record<string, unknown> = {}) {
  const address = { street: "12 MAIN ST", city: "OMAHA", state: "NE", zip: "68102" };
  const fleet = { power_units: 1240, drivers: 7 };
  return answered({ dot_number, legal_name: "ACME FREIGHT INC", status: "ACTIVE", address, fleet, ...rest });
}

const page = [
  carrier("1"),
  notFound("9000404"),
  carrier("12345678", {
    legal_name: "日本通運株式会社",
    status: "OUT-OF-SERVICE",
    fleet: null,
    address: { state: "AS" },
  }),
  unanswered("9000500"),
];

describe("a list", () => {
  it("is one line per carrier, including those not found", async () => {
    expect(await rendered("table", [page])).toMatchInlineSnapshot(`
      "USDOT     Name              Status          Units  Drivers  Address
      1         ACME FREIGHT INC  ACTIVE          1,240        7  OMAHA, NE 68102, 12 MAIN ST
      9000404   not found
      12345678  日本通運株式会社  OUT-OF-SERVICE      —        —  AS
      9000500   no answer (unreachable)
      "
    `);
  });

  it("fits the terminal by cutting free text only", async () => {
    expect(await rendered("table", [page], { width: 80 })).toMatchInlineSnapshot(`
      "USDOT     Name              Status          Units  Drivers  Address
      1         ACME FREIGHT INC  ACTIVE          1,240        7  OMAHA, NE 68102, 12…
      9000404   not found
      12345678  日本通運株式会社  OUT-OF-SERVICE      —        —  AS
      9000500   no answer (unreachable)
      "
    `);
    expect(await rendered("table", [page], { width: 60 })).toMatchInlineSnapshot(`
      "USDOT     Name      Status          Units  Drivers  Address
      1         ACME FR…  ACTIVE          1,240        7  OMAHA, …
      9000404   not found
      12345678  日本通…   OUT-OF-SERVICE      —        —  AS
      9000500   no answer (unreachable)
      "
    `);
  });

  it("lines up around wide characters", async () => {
    const lines = (await rendered("table", [[page[0] as never, page[2] as never]])).trimEnd().split("\n");
    const columnOf = (line: string, word: string) => displayWidth(line.slice(0, line.indexOf(word)));
    expect(columnOf(lines[0] as string, "Status")).toBe(columnOf(lines[1] as string, "ACTIVE"));
    expect(columnOf(lines[2] as string, "OUT-OF")).toBe(columnOf(lines[1] as string, "ACTIVE"));
  });

  it("never cuts a number or a status, on any page at any width", async () => {
    const later = [
      carrier("99999999", { status: "ACTIVE PENDING REVOCATION", fleet: { power_units: 599994, drivers: 12345678 } }),
    ];
    for (let width = 20; width < 140; width += 9) {
      const text = await rendered("table", [page, later], { width });
      for (const whole of ["ACTIVE PENDING REVOCATION", "OUT-OF-SERVICE", "599,994", "12,345,678", "99999999"]) {
        expect(text).toContain(whole);
      }
    }
  });

  it("stays within the terminal, and aligned, after a cell that is too wide", async () => {
    const first = [carrier("1", { legal_name: "A LONG NAME THAT HAS TO BE CUT FOR THE REST TO FIT" })];
    const later = [carrier("2", { status: "REVOKED" })];
    const [, one, two] = (await rendered("table", [first, later], { width: 80 })).split("\n") as [
      string,
      string,
      string,
    ];
    expect(displayWidth(two)).toBeLessThanOrEqual(80);
    expect(two.indexOf("1,240")).toBe(one.indexOf("1,240") + 1);
    expect(two.indexOf("OMAHA")).toBe(one.indexOf("OMAHA"));
  });

  it("cuts nothing without a terminal, where a wider cell on a later page shifts only its own line", async () => {
    const long = "A NAME THAT IS LONGER THAN ALL OF THE FIRST PAGE";
    const text = await rendered("table", [[carrier("1")], [carrier("2", { legal_name: long }), carrier("3")]]);
    const lines = text.split("\n");
    expect(lines[2]).toContain(`${long}  ACTIVE`);
    expect(lines[3]?.indexOf("ACTIVE")).toBe(lines[1]?.indexOf("ACTIVE"));
  });

  it("says that there are no carriers", async () => {
    expect(await rendered("table", [])).toBe("no carriers\n");
  });

  it("shows the selected columns, and the number of a carrier without a record", async () => {
    expect(await rendered("table", [page], { fields: ["legal_name", "address.state"] })).toMatchInlineSnapshot(`
      "Name              State
      ACME FREIGHT INC  NE
      9000404  not found
      日本通運株式会社  AS
      9000500  no answer (unreachable)
      "
    `);
  });

  it("has the same text with colors", async () => {
    const colored = await rendered("table", [page], { width: 80, color: true });
    expect(stripVTControlCharacters(colored)).toBe(await rendered("table", [page], { width: 80 }));
  });

  it("is written page by page, without holding anything back", () => {
    const pieces: string[] = [];
    const sink = { write: (text: string) => void pieces.push(text), finish: async () => {}, abandon: async () => {} };
    const options = { view: bulkView, fields: undefined, single: false, width: 80, color: false, csvRaw: false };
    const writer = list(sink as never, { ...options, continued: false, now: testDay });
    for (let index = 1; index <= 3; index++) {
      writer.write([carrier(String(index))]);
      expect(pieces).toHaveLength(index);
    }
    expect(pieces[2]).toMatch(/^3 /);
  });
});

import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
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

/** As many carriers as fix the widths. */
function screenful(rest: Record<string, unknown> = {}) {
  return Array.from({ length: 24 }, () => carrier("1", rest));
}

describe("a list", () => {
  it("is one line per carrier, including those not found", async () => {
    expect(await rendered("table", [page])).toMatchInlineSnapshot(`
      "USDOT     Name                        Status          Units  Drivers  Address
      1         ACME FREIGHT INC            ACTIVE          1,240        7  OMAHA, NE
      9000404   not found
      12345678  日本通運株式会社            OUT-OF-SERVICE      —        —  AS
      9000500   no answer (unreachable)
      "
    `);
  });

  it("fits the terminal by cutting free text only", async () => {
    expect(await rendered("table", [page], { width: 80 })).toMatchInlineSnapshot(`
      "USDOT     Name                        Status          Units  Drivers  Address
      1         ACME FREIGHT INC            ACTIVE          1,240        7  OMAHA, NE
      9000404   not found
      12345678  日本通運株式会社            OUT-OF-SERVICE      —        —  AS
      9000500   no answer (unreachable)
      "
    `);
    expect(await rendered("table", [page], { width: 60 })).toMatchInlineSnapshot(`
      "USDOT     Name              Status          Units  Drivers
      1         ACME FREIGHT INC  ACTIVE          1,240        7
      9000404   not found
      12345678  日本通運株式会社  OUT-OF-SERVICE      —        —
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

  it("never cuts a number, on any page at any width", async () => {
    const later = [
      carrier("99999999", { status: "ACTIVE PENDING REVOCATION", fleet: { power_units: 599994, drivers: 12345678 } }),
    ];
    for (let width = 20; width < 140; width += 9) {
      const text = await rendered("table", [page, later], { width });
      expect(text).toContain("99999999");
      for (const line of text.split("\n")) {
        // Shown whole or left out, its column with it.
        for (const [whole, start] of [
          ["1,240", "1,2"],
          ["599,994", "59"],
          ["12,345,678", "12,3"],
        ] as const) {
          expect(line.includes(start) ? line : whole).toContain(whole);
        }
        if (width >= 30) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      }
    }
  });

  it("stays within the terminal, and aligned, after a cell that is too wide", async () => {
    const first = screenful({ legal_name: "A LONG NAME THAT HAS TO BE CUT FOR THE REST TO FIT" });
    const later = [carrier("2", { status: "REVOKED" })];
    const lines = (await rendered("table", [first, later], { width: 80 })).split("\n");
    const [one, two] = [lines[1], lines[25]] as [string, string];
    expect(displayWidth(two)).toBeLessThanOrEqual(80);
    expect(two.indexOf("1,240")).toBe(one.indexOf("1,240") + 1);
    expect(two.indexOf("OMAHA")).toBe(one.indexOf("OMAHA"));
  });

  it("keeps names where a status is a sentence: it is cut on a terminal, and nowhere else", async () => {
    const status = "INACTIVE, ORDERED OUT OF SERVICE FOR FAILURE TO PAY A CIVIL PENALTY AND NOT YET REINSTATED AS OF";
    const long = [carrier("1", { status }), carrier("2")];
    expect(await rendered("table", [long], { width: 80 })).toMatchInlineSnapshot(`
      "USDOT     Name              Status
      1         ACME FREIGHT INC  INACTIVE, ORDERED OUT OF SERVICE FOR FAILURE TO PAY…
      2         ACME FREIGHT INC  ACTIVE
      "
    `);
    expect(await rendered("table", [long])).toContain(status);
  });

  it("keeps a status whole that is longer than those of the first lines", async () => {
    const later = [
      carrier("2", { status: "OUT-OF-SERVICE" }),
      carrier("3", { status: "INACTIVE, ORDERED OUT OF SERVICE" }),
    ];
    const lines = (await rendered("table", [screenful(), later], { width: 80 })).split("\n");
    expect(lines[25]).toContain("  OUT-OF-SERVICE  ");
    expect(lines[26]).toContain("  INACTIVE, ORD…  ");
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(80);
  });

  it("leaves out the last columns where there is no room", async () => {
    expect(await rendered("table", [page], { width: 30 })).toMatchInlineSnapshot(`
      "USDOT     Name       Status
      1         ACME FRE…  ACTIVE
      9000404   not found
      12345678  日本通運…  OUT-OF-S…
      9000500   no answer (unreacha…
      "
    `);
  });

  it("cuts nothing without a terminal, where a wider cell on a later page shifts only its own line", async () => {
    const long = "A NAME THAT IS LONGER THAN ALL OF THE FIRST PAGE";
    const text = await rendered("table", [screenful(), [carrier("2", { legal_name: long }), carrier("3")]]);
    const lines = text.split("\n");
    expect(lines[25]).toContain(`${long}  ACTIVE`);
    expect(lines[26]?.indexOf("ACTIVE")).toBe(lines[1]?.indexOf("ACTIVE"));
  });

  it("says that there are no carriers", async () => {
    expect(await rendered("table", [])).toBe("no carriers\n");
  });

  it("shows the selected columns, and the number of a carrier without a record", async () => {
    expect(await rendered("table", [page], { fields: ["legal_name", "address.state"] })).toMatchInlineSnapshot(`
      "USDOT     Name                        State
      1         ACME FREIGHT INC            NE
      9000404   not found
      12345678  日本通運株式会社            AS
      9000500   no answer (unreachable)
      "
    `);
  });

  it("has the same text with colors", async () => {
    const colored = await rendered("table", [page], { width: 80, color: true });
    expect(stripVTControlCharacters(colored)).toBe(await rendered("table", [page], { width: 80 }));
  });

  describe("whose carriers come one by one", () => {
    const written = (take?: () => void) => {
      const pieces: string[] = [];
      const write = take ?? ((text: string) => void pieces.push(text));
      const sink = { write, finish: async () => {}, abandon: async () => {} };
      const options = { view: bulkView, fields: undefined, single: false, width: 80, color: false, csvRaw: false };
      return { pieces, writer: list(sink as never, { ...options, continued: false, now: testDay }) };
    };

    it("is aligned: a screenful is held back, then every line is written at once", () => {
      const { pieces, writer } = written();
      for (let index = 1; index <= 23; index++) writer.write([carrier(String(index))]);
      expect(pieces).toEqual([]);
      writer.write([carrier("24000000", { legal_name: "A LONGER NAME THAN OTHERS" })]);
      expect(pieces).toHaveLength(1);
      const lines = (pieces[0] as string).trimEnd().split("\n");
      expect(new Set(lines.slice(1).map((line) => line.indexOf("ACTIVE"))).size).toBe(1);
      writer.write([carrier("25")]);
      expect(pieces[1]).toMatch(/^25 /);
    });

    it("is written at its end, or when the run ends early", async () => {
      for (const end of ["end", "flush"] as const) {
        const { pieces, writer } = written();
        writer.write([carrier("1")]);
        await writer[end]?.();
        expect(pieces.join("")).toContain("ACME FREIGHT INC");
      }
    });

    it("is held back for two seconds at most, and a write that fails then fails the next", async () => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const { pieces, writer } = written();
      writer.write([carrier("1")]);
      await vi.advanceTimersByTimeAsync(1_999);
      expect(pieces).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(pieces).toHaveLength(1);
      await writer.write([carrier("2")]);
      expect(pieces[1]).toMatch(/^2 /);

      const failing = written(() => {
        throw new Error("the reader went away");
      });
      failing.writer.write([carrier("1")]);
      await vi.advanceTimersByTimeAsync(2_000);
      await expect(failing.writer.write([carrier("2")])).rejects.toThrow("the reader went away");
    });
  });
});

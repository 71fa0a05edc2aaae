import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { carrierView, insuranceView, safetyView } from "../../../src/output/views.ts";
import { displayWidth } from "../../../src/text/width.ts";
import { answered, rendered } from "../outcomes.ts";

const acme = {
  dot_number: "123",
  legal_name: "ACME FREIGHT INC",
  status: "ACTIVE",
  mc_number: "456",
  fleet: { power_units: 1240, drivers: 7 },
};
const card = (record: Record<string, unknown>, options = {}) =>
  rendered("table", [[answered(record)]], { view: carrierView, single: true, ...options });

function widest(text: string): number {
  return Math.max(...text.split("\n").map(displayWidth));
}

describe("the title of a card", () => {
  it("has the name first, then the status with its label", async () => {
    expect((await card(acme)).split("\n").slice(0, 2)).toEqual([
      `ACME FREIGHT INC${" ".repeat(43)}USDOT 123 · MC 456`,
      "status ACTIVE · authority not stated",
    ]);
  });

  it("says which facts are not stated", async () => {
    expect((await card({ dot_number: "123" })).split("\n").slice(0, 2)).toEqual([
      `name not stated${" ".repeat(53)}USDOT 123`,
      "status not stated · authority not stated",
    ]);
  });

  it("lets no name pass for a status, because wrapped lines are indented", async () => {
    const legal_name = `HONEST HAULING${" ".repeat(36)}status ACTIVE · USDOT 123`;
    const text = await card({ ...acme, legal_name, status: "INACTIVE" }, { width: 50 });
    expect(text.split("\n").slice(0, 4)).toEqual([
      `HONEST HAULING`,
      "  status ACTIVE · USDOT 123",
      "USDOT 123 · MC 456",
      "status INACTIVE · authority not stated",
    ]);
  });

  it("gives each fact its own line if they do not fit on one", async () => {
    const status = "ACTIVE, but with a notice of imposition that takes effect after tomorrow";
    expect((await card({ ...acme, status }, { width: 60 })).split("\n").slice(2, 5)).toEqual([
      "status ACTIVE, but with a notice of imposition that takes",
      "  effect after tomorrow",
      "authority not stated",
    ]);
  });
});

describe("a card", () => {
  it("fits its terminal, however long or wide its text is", async () => {
    const long = {
      ...acme,
      legal_name: "ウーバー運送株式会社 ".repeat(8),
      address: { street: "X".repeat(300), city: "LLANFAIRPWLLGWYNGYLLGOGERYCHWYRNDROBWLLLLANTYSILIOGOGOGOCH" },
      authority: { status: "NOT AUTHORIZED ".repeat(12) },
    };
    for (const width of [30, 60, 80, 200]) expect(widest(await card(long, { width }))).toBeLessThanOrEqual(width);
    expect(widest(await card(long))).toBeGreaterThan(300);
  });

  it("names what is not stated in one line, a whole section by its heading", async () => {
    const lines = (await card(acme)).trimEnd().split("\n");
    expect(lines.slice(3)).toEqual([
      "Fleet  power units  1,240",
      "       drivers      7",
      "not stated: insurance on file, safety, contact",
    ]);
    expect(await card({ ...acme, fleet: { drivers: 7 } })).toContain("not stated: power units, insurance");
  });

  it("is still a card on a terminal a few columns wide", async () => {
    const text = (await card(acme, { width: 1 })).replaceAll(/\s/g, "");
    expect(text).toContain("ACMEFREIGHTINC");
    expect(text).toContain("1,240");
  });

  it("shows hostile text, escaped", async () => {
    const text = await card({ ...acme, legal_name: "\u001b[2J\u202eX\r\nY", status: "INACTIVE\rACTIVE" });
    expect(text).toContain(String.raw`\u001b[2J\u202eX\u000d\u000aY`);
    expect(text).toContain(String.raw`status INACTIVE\u000dACTIVE ·`);
  });
});

/** The color codes in a text, in order: `32` for `ESC[32m`. */
function codesIn(text: string): (string | undefined)[] {
  return text
    .split("\u001b[")
    .slice(1)
    .map((piece) => piece.split("m")[0]);
}

describe("colors", () => {
  const colored = { width: 80, color: true };

  it("never carry meaning alone: the text is the same without them", async () => {
    const records = [
      acme,
      { ...acme, status: "INACTIVE", safety: { driver_oos_rate: 9, driver_oos_rate_national: 5 } },
    ];
    for (const record of records) {
      const text = await card(record, colored);
      expect(stripVTControlCharacters(text)).toBe(await card(record, { width: 80 }));
      expect(text).toContain("\u001b[");
    }
  });

  it("are the terminal's own, but never white or black", async () => {
    const record = { ...acme, status: "INACTIVE", safety: { driver_oos_rate: 1, driver_oos_rate_national: 5 } };
    const policies = [{ effective_date: "2027-01-01" }, { expiration_date: "2020-01-01" }];
    const text =
      (await card(record, colored)) +
      (await card(acme, colored)) +
      (await rendered("table", [[answered({ ...acme, policies })]], { view: insuranceView, single: true, ...colored }));
    const codes = new Set(codesIn(text));
    // Bold, dim, red, green, yellow, and the codes that end them.
    expect([...codes].sort()).toEqual(["1", "2", "22", "31", "32", "33", "39"]);
  });

  it("end on each line", async () => {
    const text = await card({ ...acme, authority: { status: "NOT AUTHORIZED ".repeat(9) } }, colored);
    for (const line of text.split("\n")) expect([undefined, "22", "39"]).toContain(codesIn(line).at(-1));
  });

  const bad = (text: string) => `\u001b[31m\u001b[1m${text}\u001b[22m\u001b[39m`;

  it("mark an authority, a rating and a BIPD of 0 that are bad as they mark a bad status", async () => {
    const record = {
      ...acme,
      authority: { status: "NOT AUTHORIZED" },
      safety: { rating: "Unsatisfactory" },
      insurance: { bipd_on_file: 0 },
    };
    const text = await card(record, colored);
    for (const value of ["authority NOT AUTHORIZED", "Unsatisfactory", "0"]) expect(text).toContain(bad(value));
  });

  it("are green for the status ACTIVE only, and not where something else on the card is bad", async () => {
    const green = "\u001b[32m";
    const fine = { ...acme, safety: { rating: "Satisfactory", driver_oos_rate: 1, driver_oos_rate_national: 5 } };
    expect((await card(fine, colored)).split(green)).toHaveLength(2);
    expect(await card(fine, colored)).toContain(`${green}status ACTIVE`);
    expect(await card({ ...fine, authority: { status: "NOT AUTHORIZED" } }, colored)).not.toContain(green);
  });
});

describe("policies", () => {
  const policy = {
    policy_type: "BIPD/Primary",
    insurer_name: "TRANSGUARD INSURANCE COMPANY OF AMERICA  INC.",
    policy_number: "TCP0002888",
    coverage_amount: 750000,
    effective_date: "2025-09-26T00:00:00Z",
    expiration_date: "2025-09-26T00:00:00Z",
    form_code: "91X",
  };
  const insurance = (policies: unknown, options = {}) =>
    rendered("table", [[answered({ dot_number: "1", legal_name: "A", policies })]], {
      view: insuranceView,
      single: true,
      ...options,
    });

  it("have one row each", async () => {
    const cargo = { ...policy, policy_type: "CARGO", coverage_amount: 0, expiration_date: null, form_code: "34" };
    const future = { ...policy, effective_date: "2026-12-01", expiration_date: "2027-12-01" };
    const text = (width?: number) => insurance([policy, cargo, future], { width });
    expect(await text()).toMatchInlineSnapshot(`
      "A                                                                     USDOT 1

      in force: no BIPD, cargo of no stated amount

      Type          Insurer                                        Policy              Coverage  Effective   Term                                Form
      ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
      CARGO         TRANSGUARD INSURANCE COMPANY OF AMERICA  INC.  TCP0002888  limit not stated  2025-09-26  until canceled                      34
      BIPD/Primary  TRANSGUARD INSURANCE COMPANY OF AMERICA  INC.  TCP0002888           750,000  2026-12-01  begins 2026-12-01 (in 10 days)      91X
      BIPD/Primary  TRANSGUARD INSURANCE COMPANY OF AMERICA  INC.  TCP0002888           750,000  2025-09-26  expired 2025-09-26 (13 months ago)  91X
      "
    `);
    expect(await text(80)).toMatchInlineSnapshot(`
      "A                                                                     USDOT 1

      in force: no BIPD, cargo of no stated amount

      Type          Policy              Coverage  Effective   Term                Form
      ────────────────────────────────────────────────────────────────────────────────
      CARGO         TCP0002888  limit not stated  2025-09-26  until canceled      34
        TRANSGUARD INSURANCE COMPANY OF AMERICA  INC.
      BIPD/Primary  TCP0002888           750,000  2026-12-01  begins 2026-12-01   91X
                                                              in 10 days
        TRANSGUARD INSURANCE COMPANY OF AMERICA  INC.
      BIPD/Primary  TCP0002888           750,000  2025-09-26  expired 2025-09-26  91X
                                                              13 months ago
        TRANSGUARD INSURANCE COMPANY OF AMERICA  INC.
      "
    `);
    expect(await text(60)).toMatchInlineSnapshot(`
      "A
      USDOT 1

      in force: no BIPD, cargo of no stated amount

      Policy 1  type       CARGO
                insurer    TRANSGUARD INSURANCE COMPANY OF AMERICA
                           INC.
                policy     TCP0002888
                coverage   limit not stated
                effective  2025-09-26
                term       until canceled
                form       34
      Policy 2  type       BIPD/Primary
                insurer    TRANSGUARD INSURANCE COMPANY OF AMERICA
                           INC.
                policy     TCP0002888
                coverage   750,000
                effective  2026-12-01
                term       begins 2026-12-01 (in 10 days)
                form       91X
      Policy 3  type       BIPD/Primary
                insurer    TRANSGUARD INSURANCE COMPANY OF AMERICA
                           INC.
                policy     TCP0002888
                coverage   750,000
                effective  2025-09-26
                term       expired 2025-09-26 (13 months ago)
                form       91X
      "
    `);
  });

  it("of doubt are not in force beyond doubt, and an empty date is none", async () => {
    const pending = { ...policy, policy_type: "BIPD/Primary - CANCELLATION PENDING", expiration_date: null };
    expect(await insurance([pending])).toContain("in force: BIPD not known\n");
    expect(await insurance([{ ...policy, policy_type: "BIPD/Excess", expiration_date: null }])).toContain(
      "in force: BIPD not known\n",
    );
    const empty = await insurance([{ ...policy, expiration_date: "0001-01-01T00:00:00Z" }]);
    expect(empty).toContain("in force: BIPD not known\n");
    expect(empty).toContain("until 0001-01-01 (an empty value of a program)");
  });

  it("never have a number or a date cut off or broken", async () => {
    for (let width = 20; width < 160; width += 7) {
      const text = await insurance([policy, { ...policy, expiration_date: "2031-12-31" }], { width });
      for (const whole of ["750,000", "2025-09-26", "2031-12-31", "TCP0002888"]) expect(text).toContain(whole);
      expect(text).not.toContain("…");
    }
  });

  it.each([
    [[], "in force: none (no active policies listed)\n"],
    [null, "policies not stated\n"],
    [undefined, "policies not stated\n"],
    ["call us", "policies call us\n"],
    [{ items: [1] }, 'policies {"items":[1]}\n'],
  ])("that are %j are not overstated", async (policies, said) => {
    expect((await insurance(policies)).split("\n\n")[1]).toContain(said);
  });

  it("that are not objects are shown as received", async () => {
    expect(await insurance(["odd"])).toContain("policies: odd");
  });
});

describe("--fields", () => {
  it("shows these fields only, in order", async () => {
    expect(await card(acme, { fields: ["fleet", "legal_name", "address.city"] })).toMatchInlineSnapshot(`
      "ACME FREIGHT INC                                                    USDOT 123

      Fleet  power units  1,240
             drivers      7
      not stated: city
      "
    `);
    expect(await card(acme, { fields: ["status", "legal_name"] })).toMatchInlineSnapshot(`
      "ACME FREIGHT INC                                                    USDOT 123

      status  ACTIVE
      "
    `);
  });

  it("gives a record one row if no policy fields are selected", async () => {
    const record = { dot_number: "1", legal_name: "A", policies: [{ form_code: "34" }, { form_code: "35" }] };
    const text = (fields: string[]) =>
      rendered("table", [[answered(record)]], { view: insuranceView, single: true, fields });
    expect(await text(["legal_name"])).toBe(`A${" ".repeat(69)}USDOT 1\n`);
    expect(await text(["dot_number", "policies.form_code"])).toBe(
      `A${" ".repeat(69)}USDOT 1\n\nin force: BIPD not known\n\nForm\n────\n34\n35\n`,
    );
  });
});

it("shows what a safety record states, and names the rest", async () => {
  const record = { dot_number: "1", legal_name: "A", inspections: { driver: { total: 0, oos: 0, oos_rate: 0 } } };
  expect(await rendered("table", [[answered(record)]], { view: safetyView, single: true })).toMatchInlineSnapshot(`
    "A                                                                     USDOT 1

    Inspections  driver  no inspections
    not stated: rating, vehicle OOS, hazmat OOS, crashes, violations
    "
  `);
});

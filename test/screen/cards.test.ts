import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/text/json.ts";
import { displayWidth } from "../../src/text/width.ts";
import { type LookupRow, type View, views } from "../../src/views.ts";
import { answered, notFound, unanswered, written } from "../output/results.ts";
import { realRecords, withValues } from "../support/fixtures.ts";
import {
  carrier,
  filed,
  insurance,
  judged,
  policies,
  safety,
  sampleNumbers,
  sampleOf,
  snapshot,
} from "./drawn.ts";

const {
  carrier: carrierView,
  insurance: insuranceView,
  safety: safetyView,
  bulk: summaryView,
  snapshot: snapshotView,
} = views;

const { bipd, cargo, former } = policies;

const list = (view: View, rows: readonly LookupRow[], look = {}) =>
  written("table", view, rows, look);
const card = (view: View, rows: readonly LookupRow[], look = {}) =>
  list(view, rows, { ...look, single: true });

describe("a card", () => {
  it("of a carrier", async () => {
    expect(await card(carrierView, [answered(carrier)])).toBe(
      `THUNDER GOOSE EXPRESS LLC (DBA THUNDER GOOSE)      USDOT 9000010 · MC 9100010

status           ACTIVE
authority        ACTIVE
authority since  2022-06-14 (4 years ago)
BIPD on file     750,000
cargo on file    100,000
rating           Conditional
driver OOS rate  12.9 ABOVE (national 6.67, inspections not stated)
total crashes    18
power units      58
drivers          71
address          606 HONK HOLLOW RD, MACON, GA 31201
phone            (555) 555-0110
email            dispatch10@example.com
also sent        mcs150 {"mileage":4870000}
`,
    );
  });

  it("of policies, what is over dimmed below what is in force", async () => {
    const text = await card(
      insuranceView,
      [answered(insurance(former, bipd))],
      { width: 80 },
    );
    expect(
      text,
    ).toBe(`THUNDER GOOSE EXPRESS LLC                                       USDOT 9000010

in force  BIPD 750,000

BIPD/Primary · 750,000 · until 2027-08-26 (in 9 months) ·
  EXAMPLE MUTUAL INSURANCE CO · effective 2026-08-26 (2 months ago) ·
  policy EX-100010 · form 91X
BIPD/Primary · 750,000 · ended 2026-08-26 (2 months ago) ·
  EXAMPLE MUTUAL INSURANCE CO · effective 2025-08-26 (14 months ago) ·
  policy EX-100010 · form 91X
no cargo insurance on file
`);
  });

  it("of safety, without a crash rate of nobody knows what", async () => {
    expect(await card(safetyView, [answered(safety)])).toBe(
      `THUNDER GOOSE EXPRESS LLC                                       USDOT 9000010

driver OOS   12.9 ABOVE (national 6.67, 19 of 147)
vehicle OOS  35 ABOVE (national 22.26, 36 of 103)
hazmat OOS   11.8 ABOVE, few (national 4.44, 2 of 17)
rating       Conditional
crashes      18 (fatal 1, injury 5, towaway 12)
violations   unsafe driving 63, driver fitness 12, hours of service 58, drugs and alcohol 1, vehicle maintenance 141
`,
    );
  });

  it("of little says what is not stated", async () => {
    const record = {
      legal_name: null,
      dba_name: "ACME",
      fleet: { power_units: 3 },
      contact: null,
    };
    const lines = (await card(carrierView, [answered(record, "7")])).split(
      "\n",
    );
    expect(lines[0]).toMatch(/^\(no name\) \(DBA ACME\)/);
    expect(lines).toEqual(
      expect.arrayContaining([
        "status           —",
        "power units      3",
        "phone            —",
      ]),
    );
  });
});

describe("a line of a card", () => {
  const since = "authority.common_authority_date";
  const onFile = "insurance.bipd_on_file";
  const rate = "safety.driver_oos_rate";
  it.each<[changes: Record<string, unknown>, line: string]>([
    [{ [onFile]: 0 }, "BIPD on file     none"],
    [
      // It may be a limit that is not stated.
      { "insurance.cargo_on_file": 0 },
      "cargo on file    0? (or the limit is not stated)",
    ],
    [{ address: "1 A ST" }, "address          1 A ST"],
    [{ address: {} }, "address          —"],
    [{ [since]: "2027-01-02" }, "authority since  2027-01-02 (in 41 days)"],
    [
      { [since]: "2026-11-22T23:00:00Z" },
      "authority since  2026-11-22 (today)",
    ],
    [{ [since]: "12/11/2017" }, "authority since  12/11/2017"],
    [
      { [since]: "1970-01-01" },
      "authority since  1970-01-01 (a placeholder, not a date)",
    ],
    [{ [rate]: 0 }, "driver OOS rate  0, or no inspections"],
    [
      { [rate]: 1.15830115830115 },
      "driver OOS rate  1.1583 below (national 6.67, inspections not stated)",
    ],
    [{ [rate]: null }, "driver OOS rate  —"],
    [
      { mc_number: "MC-9100010", legal_name: "ACME", dba_name: "ACME" },
      "ACME                                               USDOT 9000010 · MC-9100010",
    ],
  ])("of a carrier with %j", async (changes, line) => {
    const row = answered(withValues(carrier, changes), "9000010");
    const text = await card(carrierView, [row]);
    expect(text.split("\n")).toContain(line);
  });

  const driver = "inspections.driver";
  const counts = "crashes";
  it.each<[changes: Record<string, unknown>, line: string]>([
    [{ [`${driver}.national_avg`]: 0.05 }, "driver OOS   12.9 (19 of 147)"],
    [
      { [`${driver}.oos_rate`]: 6.6699, [`${driver}.oos`]: 10 },
      "driver OOS   6.6699 below (national 6.67, 10 of 147)",
    ],
    [{ [`${driver}.oos_rate`]: 0.5 }, "driver OOS   0.5, but 19 of 147"],
    [{ [`${driver}.oos_rate`]: "12.9%" }, "driver OOS   12.9% (19 of 147)"],
    [{ [`${driver}.oos_rate`]: null }, "driver OOS   — (19 of 147)"],
    [{ [driver]: "none" }, "driver OOS   —"],
    [{ [driver]: { total: 0, oos_rate: 0 } }, "driver OOS   no inspections"],
    [{ [counts]: { total: 0 } }, "crashes      0"],
    [{ [counts]: null }, "crashes      —"],
    [
      { "violations.hos": 0, "violations.drug_alcohol": null },
      "violations   unsafe driving 63, driver fitness 12, drugs and alcohol —, vehicle maintenance 141",
    ],
    [
      {
        violations: {
          unsafe_driving: 0,
          driver_fitness: 0,
          hos: 0,
          drug_alcohol: 0,
          vehicle_maint: 0,
        },
      },
      "violations   none",
    ],
    [{ violations: { unsafe_driving: null } }, "violations   —"],
  ])("of safety with %j", async (changes, line) => {
    const text = await card(safetyView, [
      answered(withValues(safety, changes)),
    ]);
    expect(text.split("\n")).toContain(line);
  });

  const noCargo = "no cargo insurance on file";
  it.each<[policies: unknown, ...lines: string[]]>([
    [
      [former, cargo],
      "in force  no BIPD, cargo 100,000",
      "BIPD insurance ended 2026-08-26",
    ],
    [[], "in force  no BIPD", "no BIPD policy", noCargo],
    [
      [bipd, { ...bipd, policy_type: "BIPD/Excess", coverage_amount: 250000 }],
      "in force  BIPD 1,000,000",
    ],
    [
      [bipd, { ...cargo, coverage_amount: 0 }],
      "in force  BIPD 750,000, cargo of no stated amount",
    ],
    [
      [{ ...bipd, coverage_amount: 750 }],
      "in force  BIPD at least 750",
      noCargo,
    ],
    [["text"], "in force  BIPD not certain, cargo not certain"],
    [null, "in force  —"],
  ])("of the policies %j", async (policies, ...lines) => {
    const text = await card(insuranceView, [answered({ ...filed, policies })]);
    expect(text.split("\n")).toEqual(expect.arrayContaining(lines));
  });

  it.each([
    [{ expiration_date: null }, "until canceled"],
    [{ expiration_date: "2026-11-22" }, "ended 2026-11-22 (today)"],
    [{ effective_date: "2026-12-01" }, "begins 2026-12-01 (in 9 days)"],
    [{ effective_date: null, expiration_date: null }, "term not stated"],
    [{ expiration_date: "14-DEC-27" }, "until 14-DEC-27"],
    [{ status: "CANCELLED" }, "cancelled"],
    [{ cancellation_date: "2026-11-01" }, "ended 2026-11-01 (21 days ago)"],
    [{ coverage_amount: 0 }, "limit not stated"],
  ])("of a policy with %j has %s", async (differences, part) => {
    const row = answered(insurance({ ...bipd, ...differences }));
    expect(await card(insuranceView, [row])).toContain(` · ${part} · `);
  });
});

describe("a list", () => {
  const rows = [answered(carrier), notFound("9000404"), unanswered("9000502")];
  it("of carriers says why a number has no record", async () => {
    expect(shape(await list(carrierView, rows, { width: 60 }))).toBe(
      `USDOT    Name                    BIPD on file  Cargo on file
9000010  THUNDER GOOSE EXPRESS…       750,000        100,000
9000404  no such carrier
9000502  no answer (unreachable)
no room for: status, authority, rating, driver OOS rate,
  power units, drivers, city, state
`,
    );
  });

  it.each([
    [
      insuranceView,
      insurance(bipd, cargo),
      ["Coverage", "750,000", "100,000"],
      40,
    ],
    [insuranceView, insurance(), ["no BIPD policy ", "no cargo insurance "]],
    [
      safetyView,
      safety,
      [
        "Vehicle OOS",
        "Driver OOS",
        "Hazmat OOS",
        "12.9 ABOVE",
        "11.8 ABOVE, few",
      ],
    ],
    [
      carrierView,
      { ...carrier, status: "INACTIVE" },
      ["INACTIVE", "750,000", "100,000"],
    ],
    [summaryView, carrier, ["58", "MACON  GA", "ACTIVE"]],
  ])(
    "keeps what decides longest: %#",
    async (view, record, texts, width = 80) => {
      const row = answered(record);
      const text = await list(view, [row, row], { width });
      for (const each of texts) expect(text).toContain(each);
    },
  );

  it("of nothing says so", async () => {
    expect(await list(summaryView, [])).toMatch(/no carriers\n$/);
  });
});

const widths = [40, 60, 80, 100, 120, 200];
const wordsOf = (text: string) => text.trim().split(/\s+/);
const tooWide = (text: string, width: number) =>
  text.split("\n").filter((line) => displayWidth(line) > width);

describe("at every width", async () => {
  const rowsOf = (name: "carrier" | "insurance" | "safety", real: object[]) => [
    ...sampleNumbers.map((number) => answered(sampleOf(number)[name], number)),
    ...(real as JsonObject[]).map((record) => answered(record)),
  ];
  const real = [...realRecords("carriers").slice(0, 25), carrier];
  const filed = [...realRecords("insurance").slice(0, 10), insurance()];
  const sets: [View, LookupRow[]][] = [
    [carrierView, rowsOf("carrier", [...real, ...realRecords("oddities")])],
    [insuranceView, rowsOf("insurance", [...filed, insurance(bipd, former)])],
    [safetyView, rowsOf("safety", [...realRecords("safety"), safety])],
    [summaryView, [answered(carrier)]],
  ];
  const every = sampleNumbers.map(async (number) =>
    snapshot(await judged(number)),
  );
  const snapshots: [View, LookupRow[]] = [
    snapshotView,
    await Promise.all(every),
  ];

  it.each(sets)(
    "a card of view %# loses no word, and breaks none",
    async (view, rows) => {
      for (const [at, row] of rows.entries()) {
        const whole = await card(view, [row]);
        for (const width of widths) {
          const text = await card(view, [row], { width });
          expect(wordsOf(text)).toEqual(wordsOf(whole));
          expect(tooWide(text, width)).toEqual([]);
          const isSample = at < sampleNumbers.length;
          if (isSample) expect(text.split("\n").length).toBeLessThan(24);
        }
      }
    },
  );

  it.each([...sets, snapshots])(
    "a list of view %# has every row, cuts no number, and names what has no room",
    async (view, rows) => {
      const all = [...rows, notFound("9000404")];
      const whole = await list(view, all);
      const words = new Set(wordsOf(whole));
      for (const width of widths) {
        const text = await list(view, all, { width });
        expect(tooWide(text, width)).toEqual([]);
        const [body = "", notice = ""] = text.split("no room for:");
        const numbers = body.split("\n").map((line) => line.split(" ")[0]);
        for (const { dotNumber } of all) expect(numbers).toContain(dotNumber);
        const cut = wordsOf(body).filter((word) => !words.has(word));
        expect(cut.filter((word) => !/…|─/.test(word))).toEqual([]);
        expect(cut.filter((word) => /^[\d,.]{6,}…/.test(word))).toEqual([]);
        const left = notice.split(",").map((name) => wordsOf(name).join(" "));
        const named = [...headers(body), ...left.filter(Boolean)];
        expect(new Set(named.map((name) => name.toLowerCase()))).toEqual(
          new Set(headers(whole).map((name) => name.toLowerCase())),
        );
      }
    },
  );
});

const headers = (text: string) =>
  text.slice(0, text.indexOf("\n")).split(/ {2,}/);

it("nothing is red or green by a judgment of the screen's own", async () => {
  for (const [view, record] of [
    [carrierView, carrier],
    [safetyView, safety],
    [insuranceView, insurance(bipd)],
  ] as const) {
    const text = await card(view, [answered(record)], { color: true });
    expect(text.replaceAll("\u001b", "ESC")).not.toMatch(/ESC\[3[1-7]m/);
  }
});

it("a card of some fields of a snapshot has its name", async () => {
  const row = snapshot(await judged("9000001"));
  const text = await card(snapshotView, [row], { fields: ["carrier.status"] });
  expect(text).toMatch(/^PRAIRIE LANTERN FREIGHT INC +USDOT 9000001 · MC 910/);
});

/** Without the rule below the headers, whose length the widths decide. */
const shape = (text: string) => text.replace(/─+\n/, "");

import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawingFor } from "../../../src/output/palette.ts";
import { snapshotScreen } from "../../../src/output/snapshot/screen.ts";
import type { Snapshot } from "../../../src/output/snapshot/snapshot.ts";
import { type GivenRecords, linesBeyond, sampleRecords, snapshotOf } from "./snapshots.ts";

function screen(snapshot: Snapshot, width?: number, color = false): string {
  return snapshotScreen(snapshot, drawingFor({ width, color }));
}

const healthy = sampleRecords("9000001");
const sentence = "INACTIVE, ORDERED OUT OF SERVICE FOR FAILURE TO PAY A CIVIL PENALTY AND NOT YET REINSTATED";

/** As many BIPD policies, the last in force, each replacing the one before it. */
function renewals(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    policy_type: "BIPD/Primary",
    insurer_name: `INSURER ${index + 1}`,
    policy_number: `P-${index + 1}`,
    coverage_amount: 750_000,
    effective_date: `${2027 - count + index}-06-01T00:00:00Z`,
    expiration_date: index === count - 1 ? null : `${2028 - count + index}-06-01T00:00:00Z`,
    form_code: "91X",
  }));
}

const cases: Readonly<Record<string, GivenRecords>> = {
  healthy,
  failing: sampleRecords("9000006"),
  conditional: sampleRecords("9000010"),
  "no insurance record": { ...sampleRecords("9000003"), insurance: "none" },
  "a partial answer": { ...healthy, insurance: "unanswered" },
  "a long status": { ...healthy, carrier: { ...healthy.carrier, status: sentence } },
  "many policies": { ...healthy, insurance: { ...healthy.insurance, policies: renewals(12) } },
  "nothing stated": { carrier: { dot_number: "7" }, insurance: { policies: null }, safety: "none" },
};

describe.each(Object.entries(cases))("the screen: %s", (name, records) => {
  it.each([60, 80, 120])("at %i columns", async (width) => {
    const text = screen(snapshotOf(records), width);
    expect(linesBeyond(text, width)).toEqual([]);
    await expect(text).toMatchFileSnapshot(`screens/${name.replaceAll(" ", "-")}-${width}.txt`);
  });

  it("says the same without color", () => {
    const colored = screen(snapshotOf(records), 80, true);
    expect(colored).toContain("\u001b[");
    expect(stripVTControlCharacters(colored)).toBe(screen(snapshotOf(records), 80));
  });
});

it("a filing without an insurer ends with what is known, where its table does not fit", () => {
  const policies = [{ policy_type: "BIPD/Primary", coverage_amount: 750_000 }];
  const text = screen(snapshotOf({ ...healthy, insurance: { policies } }), 40);
  expect(text.replace(/\s+/g, " ")).toContain("BIPD/Primary, 750,000, dates not stated");
  expect(text).not.toMatch(/dates not\s+stated,/);
});

describe("what the screen does not claim", () => {
  it("nothing is green where something is wrong", () => {
    const green = "\u001b[32m";
    expect(screen(snapshotOf(healthy), 80, true)).toContain(`${green}status ACTIVE`);
    for (const number of ["9000004", "9000007", "9000010"]) {
      expect(screen(snapshotOf(sampleRecords(number)), 80, true)).not.toContain(green);
    }
  });

  it("a bad value is marked where the policy has no rule for it", () => {
    const snapshot = { ...snapshotOf(sampleRecords("9000006")), findings: [] };
    const text = screen(snapshot, 80, true);
    for (const bad of ["status OUT-OF-SERVICE", "authority NOT AUTHORIZED", "Unsatisfactory", "in force: none"]) {
      expect(text).toContain(`\u001b[31m\u001b[1m${bad}`);
    }
    const carrier = { ...healthy.carrier, authority: { status: "NOT AUTHORIZED" } };
    expect(screen({ ...snapshotOf({ ...healthy, carrier }), findings: [] }, 80, true)).not.toContain("\u001b[32m");
  });

  it("a policy of which no date is stated is neither in force nor over", () => {
    const text = screen(snapshotOf({ ...healthy, insurance: { policies: [{ policy_type: "BIPD" }] } }));
    expect(text).toContain("in force: BIPD not known\n");
    expect(text).toContain("BIPD  amount not stated  dates not stated\n");
    expect(text).not.toContain("until canceled");
  });

  it.each([
    ["BIPD/Excess", 5_000_000],
    ["BIPD/Excess", null],
    ["BIPD/Primary - CANCELLATION PENDING", 1_000_000],
    ["BIPD/Primary - CANCELLATION PENDING", 0],
    ["CARGO - CANCELLATION PENDING", 100_000],
    ["CARGO/Excess", 0],
  ])("%s of %j is not in force beyond doubt", (policy_type, coverage_amount) => {
    const policy = { ...renewals(1)[0], policy_type, coverage_amount };
    const text = screen(snapshotOf({ ...healthy, insurance: { policies: [policy] } }));
    expect(text).toContain(
      policy_type.startsWith("BIPD") ? "in force: BIPD not known\n" : "in force: no BIPD, cargo not known\n",
    );
    expect(text).not.toContain("of no stated amount");
  });

  it.each(["0001-01-01T00:00:00Z", "1900-01-01", "1970-01-01"])("%s is the date of nothing", (date) => {
    const policy = { ...renewals(1)[0], effective_date: "2025-01-01", expiration_date: date };
    const [day] = date.split("T");
    const lasting = screen(snapshotOf({ ...healthy, insurance: { policies: [policy] } }), 120);
    expect(lasting).toContain("in force: BIPD not known\n");
    expect(lasting).toContain(`until ${day} (an empty value of a program)`);
    const begun = { ...policy, effective_date: date, expiration_date: null };
    const beginning = screen(snapshotOf({ ...healthy, insurance: { policies: [begun] } }), 120);
    expect(beginning).toContain(`since ${day} (an empty value of a program)`);
    const carrier = { ...healthy.carrier, authority: { status: "ACTIVE", common_authority_date: date } };
    const granted = screen(snapshotOf({ ...healthy, carrier }), 120);
    expect(granted).toContain(`since ${day} (an empty value of a program)`);
    expect(lasting).not.toContain("expired");
    expect(granted).not.toContain("years");
  });

  it("an insurance that is over on its last day is not in force", () => {
    const policy = { ...renewals(1)[0], expiration_date: "2026-11-21T00:00:00Z" };
    const text = screen(snapshotOf({ ...healthy, insurance: { policies: [policy] } }));
    expect(text).toContain("in force: none\n");
    expect(text).toContain("expired 2026-11-21 (today)");
  });

  it("a bond is no BIPD", () => {
    const bond = { ...renewals(1)[0], policy_type: "SURETY", coverage_amount: 0 };
    const text = screen(snapshotOf({ ...healthy, insurance: { policies: [bond] } }));
    expect(text).toContain("in force: no BIPD, 1 other\n");
    expect(text).toContain("SURETY  limit not stated  until canceled");
  });

  it("what is stated in part is not called unknown", () => {
    const carrier = { ...healthy.carrier, fleet: { drivers: 4 } };
    const text = screen(snapshotOf({ ...healthy, carrier }));
    expect(text).toMatch(/^\? not known {3}.*fleet in part/m);
    expect(text).toContain("power units not stated, 4 drivers");
  });

  it("above the national average is a problem only where it is far above, of enough inspections", () => {
    expect(screen(snapshotOf(sampleRecords("9000003")), 80, true)).toContain("\u001b[33mABOVE, few");
    expect(screen(snapshotOf(sampleRecords("9000010")), 80, true)).toContain("\u001b[31m\u001b[1mABOVE\u001b");
    expect(screen(snapshotOf(sampleRecords("9000010")), 80, true)).toContain("\u001b[33mABOVE, few");
  });
});

describe("hostile and wide text", () => {
  it("comes out escaped, and never at the margin", () => {
    const carrier = { ...healthy.carrier, legal_name: `A\u001b[2J\r\n${" ".repeat(80)}status ACTIVE` };
    const lines = screen(snapshotOf({ ...healthy, carrier }), 80).split("\n");
    expect(lines[0]).toBe(String.raw`A\u001b[2J\u000d\u000a`);
    expect(lines.filter((line) => line.startsWith("status ACTIVE"))).toHaveLength(1);
  });

  const word = fc.oneof(
    fc.string({ maxLength: 40, unit: "grapheme" }),
    fc.constantFrom("運送株式会社".repeat(9), "x".repeat(120), sentence, "\u001b[2J\u202e", "👩🏽‍🚒 🇲🇽", "", "—"),
  );
  const value = fc.oneof(
    word,
    fc.integer(),
    fc.double(),
    fc.constantFrom(null, undefined, true, [], {}, "2026-12-01T00:00:00Z", "2025-01-01", "14-DEC-17"),
  );
  const group = fc.record({ total: value, oos: value, oos_rate: value, national_avg: value });
  const policy = fc.record({
    policy_type: fc.oneof(value, fc.constantFrom("BIPD/Primary", "CARGO", "SURETY")),
    insurer_name: value,
    policy_number: value,
    coverage_amount: value,
    effective_date: value,
    expiration_date: value,
  });
  const anyRecords = fc.record({
    carrier: fc.record({
      legal_name: value,
      status: value,
      mc_number: value,
      address: fc.oneof(value, fc.record({ street: value, city: value, state: value, zip: value })),
      contact: fc.record({ phone: value, email: value }),
      fleet: fc.record({ power_units: value, drivers: value }),
      authority: fc.record({ status: value, common_authority_date: value }),
      safety: fc.record({ rating: value, driver_oos_rate: value, total_crashes: value }),
      insurance: fc.record({ bipd_on_file: value, cargo_on_file: value }),
    }),
    insurance: fc.oneof(
      fc.constantFrom("none" as const, "unanswered" as const),
      fc.record({ policies: fc.oneof(value, fc.array(policy, { maxLength: 12 })) }),
    ),
    safety: fc.oneof(
      fc.constantFrom("none" as const, "unanswered" as const),
      fc.record({
        rating: value,
        inspections: fc.record({ driver: group, vehicle: group, hazmat: fc.oneof(value, group) }),
        crashes: fc.record({ fatal: value, total: value }),
        violations: fc.record({ hos: value, unsafe_driving: value }),
      }),
    ),
  });

  it("never exceeds the terminal, with and without a verdict", () => {
    const vetted = { verdict: { text: "REVIEW", tone: "warning" }, rules: "? a rule\n" } as const;
    fc.assert(
      fc.property(anyRecords, fc.integer({ min: 30, max: 200 }), (records, width) => {
        const snapshot = snapshotOf(records);
        for (const options of [{}, { vetted }]) {
          const text = snapshotScreen(snapshot, { ...drawingFor({ width, color: false }), ...options });
          // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the test looks for
          expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
          expect(linesBeyond(text, width)).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });
});

it("a mark gives the policy's reason", () => {
  const snapshot = snapshotOf(sampleRecords("9000005"));
  const findings = snapshot.findings.map((each) => ({ ...each, why: "our insurer asks for it" }));
  expect(screen({ ...snapshot, findings })).toContain('! status       "INACTIVE" (our insurer asks for it)\n');
});

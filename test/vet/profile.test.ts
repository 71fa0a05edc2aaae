import { describe, expect, it } from "vitest";
import {
  changesBetween,
  changeText,
  profileOf,
} from "../../src/vet/compare/profile.ts";
import { answersOf, failed, filing, none } from "../support/fixtures.ts";
import { today } from "./records.ts";

type Records = Partial<
  Record<
    "carrier" | "insurance" | "safety" | "summary",
    object | "none" | "unanswered"
  >
>;

function profile(records: Records) {
  const stand = { none, unanswered: failed };
  const answers = Object.entries(records).map(([name, value]) => [
    name,
    typeof value === "string" ? stand[value] : value,
  ]);
  return profileOf(answersOf(Object.fromEntries(answers)), today);
}

function changes(before: Records, now: Records): string[] {
  return changesBetween(profile(before), profile(now)).map(
    ({ field, was, is }) => `${field}: ${was} -> ${is}`,
  );
}

/** A carrier record with one value at a dotted path. */
function carrier(path: string, value: unknown): Records {
  const [section = "", name] = path.split(".");
  return {
    carrier:
      name === undefined
        ? { [section]: value }
        : { [section]: { [name]: value } },
  };
}

const until2027 = (more: object) =>
  filing({ expiration_date: "2027-01-01T00:00:00Z", ...more });
const insured = (...rows: object[]): Records => ({
  insurance: { policies: rows },
});

/** How a value is read is said of claims, whose functions read it. */
it.each([
  ["legal_name", "ACME INC", "ACME, INC."],
  ["legal_name", "ACME & SONS LLC", "Acme and Sons"],
  ["legal_name", "THE ACME CO", "ACME"],
  ["legal_name", "A".repeat(3_000), "A".repeat(3_001)],
  ["mc_number", "MC-115495", "115495"],
  ["mc_number", "MC-115495, MX-2", "MX 2 and MC#0115495"],
  ["address.street", "606 HONK HOLLOW RD", "606 Honk Hollow Road"],
  ["address.city", "SAINT LOUIS", "ST. LOUIS"],
  ["address.zip", "68501", "68501-1234"],
  ["address.zip", "V6X 1X5", "V6X1X5"],
  ["contact.phone", "(555) 555-0110", "1-555-555-0110 x7"],
  ["contact.email", "Dispatch@Example.com", "dispatch@example.com"],
  ["status", "ACTIVE", "Active "],
  ["authority.common_authority_date", "2022-06-14", "2022-06-14T00:00:00Z"],
  ["insurance.bipd_on_file", 750_000, "1,000,000"],
  ["safety.rating", "Not Rated", null],
  ["safety.total_crashes", 3, "3"],
])("%s %j is no other than %j", (path, was, is) => {
  expect(changes(carrier(path, was), carrier(path, is))).toEqual([]);
});

it.each([
  ["legal_name", "ACME INC", "FADED CO", "name: acme inc -> faded co"],
  ["legal_name", "ACME INC", null, "name: acme inc -> null"],
  ["legal_name", undefined, "ACME INC", "name: null -> acme inc"],
  ["mc_number", "MC-1", "MC-1, MC-7", "mc_number: MC-1 -> MC-1; MC-7"],
  [
    "address.street",
    "6 ELM RD",
    "6 N. Elm Rd",
    "street: 6 elm rd -> 6 n elm rd",
  ],
  ["address.zip", "V6X 1X5", "V6X 1X6", "zip: V6X1X5 -> V6X1X6"],
  ["address.zip", "unknown", "68501", "zip: unknown -> 68501"],
  [
    "contact.phone",
    "(555) 555-0110",
    "(555) 555-0110 / (555) 555-0199",
    "phone: 5555550110 -> 5555550110; 5555550199",
  ],
  ["contact.phone", "5555550110", "unlisted", "phone: 5555550110 -> unlisted"],
  ["contact.phone", "5555550110", "", "phone: 5555550110 -> null"],
  ["status", "ACTIVE", "INACTIVE", "status: active -> inactive"],
  ["authority.status", "ACTIVE", "NONE", "operating_authority: active -> none"],
  ["authority.status", "", "NONE", "operating_authority: null -> none"],
  [
    "authority.common_authority_date",
    "2022-06-14",
    "14-DEC-17",
    "authority_since: 2022-06-14 -> 14-DEC-17",
  ],
  ["insurance.bipd_on_file", 1e6, 750_000, "bipd_on_file: 1000000 -> 750000"],
  ["insurance.bipd_on_file", 1e6, null, "bipd_on_file: 1000000 -> null"],
  ["safety.rating", "Satisfactory", "C", "safety_rating: satisfactory -> c"],
  ["safety.total_crashes", 3, 4, "crashes: 3 -> 4"],
])("%s %j, then %j", (path, was, is, change) => {
  expect(changes(carrier(path, was), carrier(path, is))).toEqual([change]);
});

/** A filing in force, then another or none of it. */
const before = until2027({});
it.each<[string, object, Records, string[]]>([
  ["more", until2027({ coverage_amount: 750_000 }), insured(before), []],
  [
    "less",
    before,
    insured(until2027({ coverage_amount: 750_000 })),
    ["bipd_in_force"],
  ],
  [
    "another filing beside it",
    before,
    insured(before, until2027({ policy_number: "EX-2" })),
    [],
  ],
  [
    "another number",
    before,
    insured(until2027({ policy_number: "EX-2" })),
    ["policy_numbers"],
  ],
  [
    "zeros in a number",
    before,
    insured(until2027({ policy_number: "00 EX 1" })),
    [],
  ],
  [
    "an insurer as others write it",
    filing({ insurer_name: "THE EXAMPLE MUTUAL, INC." }),
    insured(filing()),
    [],
  ],
  [
    "another insurer",
    before,
    insured(until2027({ insurer_name: "OTHER CO" })),
    ["insurers"],
  ],
  ["a later end", before, insured(filing()), []],
  [
    "a sooner end",
    before,
    insured(until2027({ expiration_date: "2026-12-01" })),
    ["first_policy_end"],
  ],
  [
    "canceled",
    filing(),
    insured(filing({ cancellation_date: "2026-12-01" })),
    ["first_policy_end"],
  ],
  [
    "a bond beside nothing in force",
    filing({ policy_type: "SURETY" }),
    insured(),
    [],
  ],
  ["nothing before", filing({ status: "expired" }), insured(before), []],
  ["a definite 404", before, { insurance: "none" }, ["bipd_in_force"]],
  [
    "a list no more",
    before,
    { insurance: { policies: "none" } },
    [
      "bipd_in_force",
      "cargo_in_force",
      "insurers",
      "policy_numbers",
      "first_policy_end",
    ],
  ],
  ["no answer", before, { insurance: "unanswered" }, []],
  ["not asked for", before, {}, []],
])("insurance: %s", (_, filed, now, fields) => {
  const changed = changesBetween(profile(insured(filed)), profile(now));
  expect(changed.map(({ field }) => field)).toEqual(fields);
});

describe("the profile of a carrier", () => {
  it("counts a cover that is in doubt as not certain", () => {
    expect(
      profile(insured(until2027({ policy_type: "BIPD/CANCELLATION PENDING" })))[
        "bipd_in_force"
      ],
    ).toBe("not certain");
  });

  const driver = (
    oos: number,
    oos_rate: number,
    national_avg: unknown = 6.67,
  ) => ({
    safety: {
      inspections: { driver: { total: 100, oos, oos_rate, national_avg } },
    },
  });
  it.each<[string, Records, Records, number]>([
    ["rises above", driver(5, 5), driver(12, 12), 1],
    ["stays below", driver(5, 5), driver(6, 6), 0],
    ["is not the share of the inspections", driver(5, 5), driver(5, 12), 1],
    ["has no average", driver(5, 5, null), driver(12, 12, null), 0],
  ])("an out-of-service rate that %s", (_, before, now, count) => {
    expect(changes(before, now)).toHaveLength(count);
  });

  it("takes a rating from both records, and says both where they differ", () => {
    const both = {
      carrier: { safety: { rating: "Satisfactory" } },
      safety: { rating: "Unsatisfactory" },
    };
    expect(profile(both)["safety_rating"]).toBe("satisfactory; unsatisfactory");
    expect(profile({ ...both, safety: "unanswered" })).not.toHaveProperty(
      "safety_rating",
    );
    expect(profile({ ...both, safety: "none" })["safety_rating"]).toBe(
      "satisfactory",
    );
  });

  it("has no values of a record without an answer, and nulls for what an answered one does not state", () => {
    expect(profile({ carrier: "unanswered", insurance: "unanswered" })).toEqual(
      {},
    );
    expect(profile({ carrier: "none" })).toEqual({});
    expect(
      Object.values(profile({ carrier: {} })).every((value) => value === null),
    ).toBe(true);
    expect(Object.keys(profile({ summary: {} }))).toEqual([
      "name",
      "street",
      "city",
      "state",
      "zip",
      "status",
    ]);
  });

  it("reads anything, and a section that is not an object is not taken for one that states nothing", () => {
    for (const value of [
      true,
      [],
      {},
      "\u202e",
      1e300,
      { address: { street: {} } },
    ])
      expect(() =>
        profile({
          carrier: { legal_name: value, address: value, contact: value },
        }),
      ).not.toThrow();
    expect(
      changes(
        { carrier: { address: {} } },
        { carrier: { address: "606 HONK" } },
      ),
    ).not.toEqual([]);
  });
});

it.each([
  ["phone", "5555550101", null, "phone was (555) 555-0101, is not stated"],
  [
    "bipd_on_file",
    "1000000",
    "750000",
    "BIPD on file was 1,000,000, is 750,000",
  ],
  ["zip", "68501", "68502", "zip was 68501, is 68502"],
  ["name", "acme inc", "other", 'name was "acme inc", is "other"'],
  [
    "insurers",
    "example mutual; rli",
    "shady group",
    'insurers were "example mutual" and "rli", are "shady group"',
  ],
  ["policy_numbers", "ex1", null, 'policy numbers were "ex1", are not stated'],
  ["crashes", "3", "1204", "crashes were 3, are 1,204"],
  [
    "first_policy_end",
    "open",
    "2026-12-01",
    "first policy end was open, is 2026-12-01",
  ],
  [
    "driver_oos_rate",
    "not above the national average",
    "above the national average",
    "driver OOS rate was not above the national average, is above the national average",
  ],
] as const)("a change of %s in words", (field, was, is, words) => {
  expect(changeText({ group: "identity", field, was, is })).toBe(words);
});

import { describe, expect, it } from "vitest";
import {
  changeJson,
  changeSentence,
  changesBetween,
  isCertain,
} from "../../src/vet/compare/changes.ts";
import { profileOf } from "../../src/vet/compare/profile.ts";
import type { Change, Profile } from "../../src/vet/model.ts";
import {
  answersOf,
  failed,
  filing,
  none,
  type Records,
  unasked,
  withValue,
} from "../support/fixtures.ts";
import { today } from "./records.ts";

const profile = (records: Records) => profileOf(answersOf(records), today);

function changes(before: Records, now: Records): string[] {
  return changesBetween(profile(before), profile(now)).map(changeSentence);
}

/** A carrier record with one value at a dotted path. */
const carrier = (path: string, value: unknown): Records => ({
  carrier: withValue({}, path.split("."), value),
});

/** How a value is read is said of claims, whose functions read it. */
it.each([
  ["legal_name", "A".repeat(3_000), "A".repeat(3_001)],
  ["address.street", "606 HONK HOLLOW RD", "606 Honk Hollow Road"],
  ["address.city", "SAINT LOUIS", "ST. LOUIS"],
  ["status", "ACTIVE", "Active "],
  ["authority.common_authority_date", "2022-06-14", "2022-06-14T00:00:00Z"],
  ["insurance.bipd_on_file", 750_000, "1,000,000"],
  ["safety.rating", "Not Rated", null],
  ["safety.total_crashes", 3, "3"],
])("%s %j is no other than %j", (path, was, is) => {
  expect(changes(carrier(path, was), carrier(path, is))).toEqual([]);
});

it.each([
  ["legal_name", "ACME INC", "FADED CO", 'name was "acme inc", is "faded co"'],
  [
    "mc_number",
    "MC-1",
    "MC-1, MC-7",
    'MC number was "MC-1", is "MC-1" and "MC-7"',
  ],
  [
    "address.street",
    "6 ELM RD",
    "6 N. Elm Rd",
    'street was "6 elm rd", is "6 n elm rd"',
  ],
  ["address.zip", "68501", "68502", "zip was 68501, is 68502"],
  [
    "contact.phone",
    "(555) 555-0110",
    "(555) 555-0110 / (555) 555-0199",
    "phone was (555) 555-0110, is (555) 555-0110 and (555) 555-0199",
  ],
  [
    "contact.phone",
    "5555550110",
    "unlisted",
    "phone was (555) 555-0110, is unlisted",
  ],
  [
    "contact.phone",
    "5555550110",
    "",
    "phone was (555) 555-0110, is not stated",
  ],
  ["status", "ACTIVE", "INACTIVE", 'status was "active", is "inactive"'],
  [
    "authority.status",
    "",
    "NONE",
    'operating authority was not stated, is "none"',
  ],
  [
    "authority.common_authority_date",
    "2022-06-14",
    "14-DEC-17",
    'authority since was 2022-06-14, is "14-DEC-17"',
  ],
  [
    "insurance.bipd_on_file",
    1e6,
    750_000,
    "BIPD on file was 1,000,000, is 750,000",
  ],
  [
    "safety.rating",
    "Satisfactory",
    "Conditional",
    'safety rating was "satisfactory", is "conditional"',
  ],
  ["safety.total_crashes", 3, 1204, "crashes were 3, are 1,204"],
])("%s %j, then %j", (path, was, is, change) => {
  expect(changes(carrier(path, was), carrier(path, is))).toEqual([change]);
});

const cargo = {
  policy_type: "CARGO",
  insurer_name: "RLI",
  policy_number: "C-1",
};

/** Filings until 2027, with what differs in them; then others, or another answer. */
it.each([
  ["more", [{ coverage_amount: 750_000 }], [{}], []],
  [
    "less",
    [{}],
    [{ coverage_amount: 750_000 }],
    ["BIPD in force was 1,000,000, is 750,000"],
  ],
  ["another filing beside it", [{}], [{}, { policy_number: "EX-2" }], []],
  [
    "another number",
    [{}],
    [{ policy_number: "EX-2" }],
    ['BIPD policy numbers were "ex1", are "ex2"'],
  ],
  ["zeros in a number", [{}], [{ policy_number: "00 EX 1" }], []],
  [
    "an insurer as others write it",
    [{ insurer_name: "THE EXAMPLE MUTUAL, INC." }],
    [{}],
    [],
  ],
  [
    "another insurer",
    [{}],
    [{ insurer_name: "OTHER CO" }],
    ['BIPD insurers were "example mutual", are "other co"'],
  ],
  [
    "another insurer, where the old one has the cargo policy",
    [{}, { policy_type: "CARGO" }],
    [{ insurer_name: "OTHER CO" }, { policy_type: "CARGO" }],
    ['BIPD insurers were "example mutual", are "other co"'],
  ],
  ["a cargo policy of another insurer beside it", [{}], [{}, cargo], []],
  [
    "an insurer of one kind no more",
    [{}, cargo],
    [{ insurer_name: null }, cargo],
    ['BIPD insurers were "example mutual", are not stated'],
  ],
  ["a later end", [{}], [{ expiration_date: null }], []],
  [
    "a sooner end",
    [{}],
    [{ expiration_date: "2026-12-01" }],
    ["first policy end was 2027-01-01, is 2026-12-01"],
  ],
  [
    "canceled",
    [{ expiration_date: null }],
    [{ expiration_date: null, cancellation_date: "2026-12-01" }],
    ["first policy end was open, is 2026-12-01"],
  ],
  ["a bond beside nothing in force", [{ policy_type: "SURETY" }], [], []],
  ["nothing before", [{ status: "expired" }], [{}], []],
  ["a definite 404", [{}], none, ["BIPD in force was 1,000,000, is 0"]],
  [
    "a list no more",
    [{}],
    { policies: "none" },
    [
      "BIPD in force was 1,000,000, is not stated",
      "cargo in force was 0, is not stated",
      'BIPD insurers were "example mutual", are not stated',
      'BIPD policy numbers were "ex1", are not stated',
      "first policy end was 2027-01-01, is not stated",
    ],
  ],
  [
    "a list no more, of which nothing was in force",
    [{ status: "expired" }],
    { policies: "none" },
    [
      "BIPD in force was 0, is not stated",
      "cargo in force was 0, is not stated",
    ],
  ],
  ["no answer", [{}], failed, []],
  ["not asked for", [{}], unasked, []],
])("insurance: %s", (_, was, is, texts) => {
  const [before, now] = [was, is].map((filed) =>
    profile({ insurance: Array.isArray(filed) ? filings(filed) : filed }),
  ) as [Profile, Profile];
  const changed = changesBetween(before, now);
  expect(changed.map(changeSentence)).toEqual(texts);
});

const filings = (differences: object[]) => ({
  policies: differences.map((each) =>
    filing({ expiration_date: "2027-01-01", ...each }),
  ),
});

describe("the profile of a carrier", () => {
  const driver = (
    oos_rate: number,
    oos = oos_rate,
    national_avg: unknown = 6.67,
  ) => ({
    safety: {
      inspections: { driver: { total: 100, oos, oos_rate, national_avg } },
    },
  });
  it.each([
    ["rises above", driver(5), driver(12), true],
    ["stays below", driver(5), driver(6), false],
    ["is not the share of the inspections", driver(5), driver(12, 5), true],
    ["has no average", driver(5, 5, null), driver(12, 12, null), false],
  ])("an out-of-service rate that %s", (_, before, now, isAbove) => {
    const above =
      "driver OOS rate was not above the national average, is above the national average";
    expect(changes(before, now)).toEqual(isAbove ? [above] : []);
  });

  it("takes a rating from both records, and says both where they differ", () => {
    const both = {
      carrier: { safety: { rating: "Satisfactory" } },
      safety: { rating: "Unsatisfactory" },
    };
    const ratings = [{}, { safety: failed }, { safety: none }].map(
      (other) => profile({ ...both, ...other })["safety_rating"],
    );
    expect(ratings).toEqual([
      ["satisfactory", "unsatisfactory"],
      undefined,
      ["satisfactory"],
    ]);
  });

  it("has no values of a record without an answer, and nulls for what an answered one does not state", () => {
    expect(profile({ carrier: failed, insurance: failed })).toEqual({});
    expect(profile({ carrier: none })).toEqual({});
    expect(
      Object.values(profile({ carrier: {} })).every((value) => value === null),
    ).toBe(true);
    expect(Object.keys(profile({ summary: {} }))).toEqual([
      "name",
      "dba_name",
      "street",
      "city",
      "state",
      "zip",
      "status",
    ]);
  });

  const silent = { insurer_name: null };
  it.each([
    [[silent, cargo], [silent, { ...cargo, insurer_name: "ACE" }], true],
    [[{}, cargo], [silent, cargo], false],
    [[silent, cargo], [{}, cargo], false],
  ])(
    "of filings %j, then %j: another insurer for certain: %s",
    (was, is, sure) => {
      const [before, now] = [was, is].map((rows) =>
        profile({ insurance: filings(rows) }),
      ) as [Profile, Profile];
      const changed = changesBetween(before, now);
      const certain = changed
        .filter(({ field }) => field.endsWith("insurers"))
        .map(isCertain);
      expect(certain).toEqual([sure]);
    },
  );

  it("does not take what is not an object for one that states nothing", () => {
    expect(
      changes(
        { carrier: { address: {} } },
        { carrier: { address: "606 HONK" } },
      ),
    ).not.toEqual([]);
  });
});

it.each([
  ["bipd_insurers", ["example mutual", "rli"], "example mutual; rli"],
  ["bipd_insurers", [], "nothing"],
  ["first_policy_end", ["open"], "open"],
  ["bipd_in_force", ["uncertain"], "not certain"],
  ["driver_oos_rate", ["not-above"], "not above the national average"],
  // A word of the service is none of ours.
  ["status", ["open"], "open"],
  ["name", ["a; b"], "a; b"],
])("a change of %s from %j as data", (field, was, text) => {
  const change = { group: "identity", field, was, is: null } as Change;
  expect(changeJson(change)).toMatchObject({ was: text, is: null });
});

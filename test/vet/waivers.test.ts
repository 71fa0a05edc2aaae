import { describe, expect, test } from "vitest";
import { judge } from "../../src/vet/judge.ts";
import type { Dossier } from "../../src/vet/model.ts";
import { parseWaivers } from "../../src/vet/policy/files.ts";
import { type Waiver, waiverFor } from "../../src/vet/policy/waivers.ts";
import { filingIn } from "../../src/vet/record/filings.ts";
import { dossierOf, failed, filing, none } from "../support/fixtures.ts";
import {
  type Change,
  changed,
  filed,
  mistakesOf,
  policyOf,
  today,
} from "./records.ts";
import { schemaOf } from "./schemas.ts";

const saw = { status: "INACTIVE" };
const waiver = {
  carrier: 9000001,
  rule: "status",
  reason: "file 4711",
  by: "safety desk",
  until: "2026-12-31",
  saw,
};
const textOf = (...waivers: object[]) =>
  JSON.stringify({ version: 1, waivers });
const inactive = { "carrier.status": "INACTIVE" };

interface Given {
  change?: Change;
  rules?: Readonly<Record<string, unknown>>;
  mark?: string;
  claims?: Dossier["claims"];
}

async function judgedBy(waivers: readonly Waiver[], given: Given = {}) {
  const { change = inactive, rules = { status: { allow: ["ACTIVE"] } } } =
    given;
  const { mark, claims } = given;
  const dossier = dossierOf(changed(change), {
    mark,
    claims,
  });
  return judge(await policyOf(rules), dossier, { today, waivers });
}

async function judgedWith(differences: object, given?: Given) {
  const text = textOf({ ...waiver, ...differences });
  return judgedBy((await parseWaivers(text, "waivers.yaml")).waivers, given);
}

describe("a waiver that covers a finding", () => {
  test.each([
    [
      "a review",
      { saw: { status: null } },
      { change: { "carrier.status": null } },
    ],
    [
      "a number where the service sends text",
      { saw: { status: 18 } },
      { change: { "carrier.status": "18" } },
    ],
    [
      "text where the service sends a number",
      { rule: "fleet.power_units", saw: { "fleet.power_units": "184" } },
      { change: {}, rules: { "fleet.power_units": { min: 200 } } },
    ],
    ["through its last day", { until: "2026-11-21" }, {}],
    [
      "an OOS mark of the list",
      { rule: "oos_mark", saw: undefined },
      { change: {}, mark: "Out of Service" },
    ],
  ])("%s", async (_, differences, given) => {
    expect(await judgedWith(differences, given)).toMatchObject({
      verdict: "pass",
      unusedWaivers: [],
    });
  });

  test.each(["07030", "1.50", "true", "'INACTIVE'"])(
    "saw is compared as it is written: %s",
    async (written) => {
      const text = textOf({ ...waiver, saw: { status: "X" } });
      const { waivers } = await parseWaivers(
        text.replace('"X"', written),
        "waivers.yaml",
      );
      const change = { "carrier.status": written.replaceAll("'", "") };
      expect((await judgedBy(waivers, { change })).verdict).toBe("pass");
    },
  );
});

const somethingElse = "the finding shows something else: saw: ";
test.each([
  ["the carrier has no such finding", { rule: "oos_mark" }, {}],
  ["its rule was not judged", {}, { change: { carrier: none } }],
  [
    `${somethingElse}{"status":["INACTIVE"]}`,
    { saw: { status: ["OUT-OF-SERVICE"] } },
    {},
  ],
  [
    `${somethingElse}{"status":["IN\\u202e\\nACTIVE"]}`,
    {},
    { change: { "carrier.status": "IN\u202e\nACTIVE" } },
  ],
  [
    'it does not say what it accepts; add saw: {"oos_mark":["on hold"]}',
    { rule: "oos_mark", saw: undefined },
    { change: {}, mark: "on hold" },
  ],
  // One mark that was accepted covers none of another row.
  [
    `${somethingElse}{"oos_mark":["DNU; FRAUD"]}`,
    { rule: "oos_mark", saw: { oos_mark: "DNU" } },
    { change: {}, mark: "DNU; FRAUD" },
  ],
  // One phone that was accepted covers no other caller.
  [
    `${somethingElse}{"claims.phone":["(555) 555-0199","(555) 555-0101"]}`,
    { rule: "claims", saw: { "claims.phone": ["1", "2"] } },
    {
      change: {},
      rules: { claims: {} },
      claims: [{ phone: "(555) 555-0199" }],
    },
  ],
  // Nor one insurer another policy of it.
  [
    "the finding shows something else: ",
    {
      rule: "policies.insurer",
      saw: {
        "insurance.policies": [filing({ policy_number: "EX-2" })].map(
          (row) => filingIn(row, today).cited,
        ),
      },
    },
    {
      change: { "insurance.policies": [filing()] },
      rules: { "policies.insurer": { deny: ["*"] } },
    },
  ],
  // Nor a number that moves that there is none.
  [
    'it does not say what it accepts; add saw: {"insurance.bipd_on_file":[0]}',
    { rule: "insurance.bipd_on_file", saw: undefined },
    {
      change: { "carrier.insurance.bipd_on_file": 0 },
      rules: { "insurance.bipd_on_file": { min: 750_000 } },
    },
  ],
  [
    "nothing to waive (warning)",
    {},
    { rules: { status: { allow: ["ACTIVE"], level: "warning" } } },
  ],
  [
    "a failed request cannot be waived",
    { rule: "records.name" },
    {
      change: { "insurance.legal_name": "OTHER CO", safety: failed },
      rules: { "records.name": {} },
    },
  ],
])("an unused waiver says why: %s", async (why, differences, given) => {
  const { findings, unusedWaivers } = await judgedWith(differences, given);
  const { carrier, rule } = { ...waiver, ...differences };
  expect(unusedWaivers).toEqual([
    expect.stringContaining(
      `waiver of ${rule} for USDOT ${carrier} unused: ${why}`,
    ),
  ]);
  expect(findings.every(({ waived }) => waived === undefined)).toBe(true);
});

const limits = {
  "policies.bipd": { min: 750_000 },
  "policies.cargo": { min: 100_000 },
  "policies.ending": { within_days: 9 },
};
test.each<[what: string, was: Change, is: Change, rule?: keyof typeof limits]>([
  [
    "a doubtful type, a pending cancellation",
    [{ type: "BIPD Contingent" }],
    [{ status: "CANCELLATION PENDING" }],
  ],
  [
    "a pending cancellation, one of a doubtful type",
    [{ status: "CANCELLATION PENDING" }],
    [{ status: "CANCELLATION PENDING", type: "BIPD Contingent" }],
  ],
  [
    "one unreadable end, another",
    [{ to: "12/24/2027" }],
    [{ to: "11/24/2026" }],
  ],
  ["one unreadable amount, another", [{ amount: "1M" }], [{ amount: "1" }]],
  [
    "none filed, one that ended",
    [{}],
    [{}, { type: "CARGO", to: "2026-11-01" }],
    "policies.cargo",
  ],
  [
    "too little, 0 on file",
    [{ amount: 300_000 }],
    { ...filed({ amount: 300_000 }), "carrier.insurance.bipd_on_file": 0 },
  ],
  ["no policy, one that ended", [], [{ to: "2026-11-01" }]],
  [
    "one that begins tomorrow, a canceled one",
    [{ from: "2026-11-22" }],
    [{ from: "2026-11-22", status: "CANCELED" }],
  ],
  [
    "filings that others may add to, others that nothing adds to",
    [
      { amount: 400_000 },
      { type: "BIPD Excess", amount: 200_000 },
      { type: "BIPD Excess", amount: 100_000, also: { policy_number: "X" } },
    ],
    [
      { amount: 400_000 },
      { type: "BIPD Excess", amount: 200_000 },
      { amount: 100_000, also: { policy_number: "X" } },
    ],
  ],
  [
    "one that begins tomorrow, much later",
    [{ from: "2026-11-22" }],
    [{ from: "2027-11-22" }],
  ],
  [
    "an end that another filing perhaps makes up for, no such filing",
    [{ to: "2026-11-24" }, { from: "2026-11-24", amount: 750 }],
    [{ to: "2026-11-24" }],
    "policies.ending",
  ],
])(
  "a waiver of %s: it does not cover the worse",
  async (_, was, is, rule = "policies.bipd") => {
    const rules = { [rule]: limits[rule] };
    const { findings } = await judgedBy([], { change: was, rules });
    const waived = { rule, saw: findings[1]?.observed };
    const before = await judgedWith(waived, { change: was, rules });
    expect(before.verdict).toBe("pass");
    const after = await judgedWith(waived, { change: is, rules });
    expect(after.verdict).not.toBe("pass");
    expect(after.unusedWaivers[0]).toContain(somethingElse);
  },
);

describe("what may be waived", () => {
  const rules = { "policies.bipd": limits["policies.bipd"] };
  test.each<[what: string, given: Given]>([
    ["a fail", {}],
    ["of filings", { rules, change: [{ to: "24-DEC-17" }, { amount: 0 }] }],
    [
      "a value that needs escapes",
      { change: { "carrier.status": 'A"\u202e' } },
    ],
    [
      "several values",
      {
        change: { "safety.rating": "Conditional" },
        rules: { "safety.rating": { allow: ["S"], deny: ["U"] } },
      },
    ],
  ])(
    "%s is printed ready to paste, and covers what it saw",
    async (_, given) => {
      const { findings } = await judgedBy([], given);
      const lines = findings.flatMap((finding) => waiverFor(finding) ?? []);
      const filled = lines[0]
        ?.replace('reason: ""', "reason: known")
        .replace('by: ""', "by: Ann")
        .replace('until: ""', "until: 2026-12-31");
      const text = `version: 1\nwaivers:\n  ${filled}\n`;
      const { waivers } = await parseWaivers(text, "waivers.yaml");
      expect((await judgedBy(waivers, given)).verdict).toBe("pass");
    },
  );

  test.each([
    ["a carrier that does not exist", { change: { carrier: none } }],
    [
      "a blocked number",
      { rules: { dot_number: { deny_file: "blocked.txt" } } },
    ],
    [
      "a record without an answer",
      {
        change: { safety: failed },
        rules: { "inspections.total": { min: 1 } },
      },
    ],
  ])("%s is not", async (_, given) => {
    const { findings } = await judgedBy([], given);
    expect(findings.flatMap((finding) => waiverFor(finding) ?? [])).toEqual([]);
  });
});

describe("a mistake in the file", () => {
  const problems = (text: string) => mistakesOf(parseWaivers(text, "w.yaml"));

  const isInSchema = schemaOf("waivers");
  const noSaw =
    "saw is missing: what the finding showed, as usdot vet -v and json print it";
  test.each([
    [
      { rule: "dot_number" },
      'rule must be the name of a rule that can be waived, not "dot_number"',
    ],
    [
      { rule: "authority.stats" },
      'rule must be the name of a rule that can be waived, not "authority.stats"; did you mean "authority.status"?',
    ],
    [
      { carrier: "MC-747866" },
      'carrier must be a USDOT number, not "MC-747866"',
    ],
    [
      { until: "2026-02-30" },
      'until must be a date, such as 2026-12-31, not "2026-02-30"',
    ],
    [
      { until: "this run" },
      'until must be a date, such as 2026-12-31, not "this run"',
    ],
    [
      { saw: { status: [{ a: [] }] } },
      "saw: status must be a value or a list of values",
    ],
    [{ saw: 5 }, "saw must be a mapping of fields to values, not 5"],
    [{ saw: undefined }, noSaw],
    [
      { saw: { status: [] } },
      "saw: status must be a value or a list of values",
    ],
    [{ untill: "x" }, 'unknown key "untill"; did you mean "until"?'],
    [{ rule: "unchanged", saw: undefined }, noSaw],
  ])("%j", async (given, message) => {
    const text = textOf({ ...waiver, ...given });
    const lines = await problems(text);
    expect(
      lines.map((line) => line.replace(/^w\.yaml:1:\d+: waivers: /, "")),
    ).toEqual([message]);
    // Only the program reads numbers in other spellings.
    expect(isInSchema(JSON.parse(text))).toBe(message.includes("MC-747866"));
  });

  test("all are reported at once, each with its place", async () => {
    const text = `version: 2
waivers:
  - carrier: 9000001
    rule: status
    reason: r
    until: 2026-12-31
  - 5
  - { carrier: 9000001, rule: unchanged, reason: r, by: me, until: 2026-12-31 }
`;
    expect(await problems(text)).toEqual([
      "w.yaml:1:10: version must be 1, not 2",
      "w.yaml:3:5: waivers: by is missing",
      `w.yaml:3:5: waivers: ${noSaw}`,
      "w.yaml:7:5: waivers must be a mapping of carrier, rule, reason, by, until, saw, not 5",
      `w.yaml:8:5: waivers: ${noSaw}`,
    ]);
  });

  test("the carrier is read as it is written", async () => {
    const text = `version: 1
waivers:
  - { carrier: 0x895446, rule: authority.age, reason: r, by: me, until: 2026-12-31 }
`;
    expect(await problems(text)).toEqual([
      'w.yaml:3:16: waivers: carrier must be a USDOT number, not "0x895446"',
    ]);
  });

  test.each([
    ["none", []],
    [
      "two rules of a carrier, and a rule of two carriers",
      [
        waiver,
        { ...waiver, rule: "authority.age", saw: undefined },
        { ...waiver, carrier: "USDOT 76830", saw: { status: ["X", null, 5] } },
      ],
    ],
  ])("%s is no mistake", async (_, given) => {
    const text = textOf(...given);
    const { waivers } = await parseWaivers(text, "w.yaml");
    expect(waivers).toHaveLength(given.length);
    expect(isInSchema(JSON.parse(text))).toBe(true);
  });
});

import { describe, expect, test } from "vitest";
import type { VettingFileError } from "../../src/errors.ts";
import { judge } from "../../src/vet/judge.ts";
import { openWaivers, parseWaivers } from "../../src/vet/waivers.ts";
import { dossierOf, failed, goodWith, none } from "../support/fixtures.ts";
import { policyOf, today } from "./records.ts";

const waiver = {
  carrier: 9000001,
  rule: "status",
  reason: "file 4711",
  by: "safety desk",
  until: "2026-12-31",
};
const textOf = (...waivers: object[]) =>
  JSON.stringify({ version: 1, waivers });
const inactive = { "carrier.status": "INACTIVE" };

async function judgedWith(
  given: object,
  {
    change = inactive,
    rules = { status: { allow: ["ACTIVE"] } },
    on = today,
  }: { change?: object; rules?: object; on?: number } = {},
) {
  const waivers = openWaivers(
    await parseWaivers(textOf({ ...waiver, ...given }), "waivers.yaml"),
    on,
  );
  const dossier = dossierOf(goodWith(change as Record<string, unknown>), {
    isMarkedOutOfService: "marked" in rules,
  });
  const { marked: _, ...named } = rules as Record<string, unknown>;
  const { verdict, findings } = judge(await policyOf(named), dossier, {
    today: on,
    waivers,
  });
  return { verdict, findings, unused: waivers.unused() };
}

describe("a waiver that covers a finding", () => {
  test("takes its weight, and stays visible", async () => {
    const { verdict, findings, unused } = await judgedWith({});
    expect(verdict).toBe("pass");
    expect(unused).toEqual([]);
    expect(findings[1]).toMatchObject({
      outcome: "fail",
      effect: "waived",
      waived: { reason: "file 4711", by: "safety desk", until: "2026-12-31" },
    });
  });

  test.each([
    ["a review", {}, { change: { "carrier.status": null } }],
    [
      "unknown: fail",
      {},
      {
        change: { "carrier.status": null },
        rules: { status: { allow: ["ACTIVE"], unknown: "fail" } },
      },
    ],
    ["what it saw", { saw: { status: "INACTIVE" } }, {}],
    ["what it saw, as a list", { saw: { status: ["INACTIVE"] } }, {}],
    [
      "a number where the service sends text",
      { saw: { status: 18 } },
      { change: { "carrier.status": "18" } },
    ],
    [
      "what is not stated",
      { saw: { status: null } },
      { change: { "carrier.status": null } },
    ],
    [
      "text where the service sends a number",
      { rule: "fleet.power_units", saw: { "fleet.power_units": "184" } },
      { change: {}, rules: { "fleet.power_units": { min: 200 } } },
    ],
    ["through its last day", { until: "2026-11-21" }, {}],
    [
      "an OOS mark of the list",
      { rule: "oos_mark" },
      { change: {}, rules: { marked: true, status: { allow: ["ACTIVE"] } } },
    ],
  ])("%s", async (_, given, options) => {
    expect(await judgedWith(given, options)).toMatchObject({
      verdict: "pass",
      unused: [],
    });
  });

  test.each(["07030", "750000", "1.50", "true", "'INACTIVE'"])(
    "saw is compared as it is written: %s",
    async (written) => {
      const text = textOf({ ...waiver, saw: { status: "X" } }).replace(
        '"X"',
        written,
      );
      const waivers = openWaivers(
        await parseWaivers(text, "waivers.yaml"),
        today,
      );
      const dossier = dossierOf(
        goodWith({ "carrier.status": written.replaceAll("'", "") }),
      );
      const { verdict } = judge(
        await policyOf({ status: { allow: ["ACTIVE"] } }),
        dossier,
        { today, waivers },
      );
      expect(verdict).toBe("pass");
    },
  );
});

test.each([
  ["your vetting rules don't have it", { rule: "authority.age" }, {}],
  ["your list does not mark it", { rule: "oos_mark" }, {}],
  ["the rule passes", {}, { change: {} }],
  ["the rule is skipped", {}, { change: { carrier: none } }],
  ["it expired after 2026-11-20", { until: "2026-11-20" }, {}],
  ["it expired after 2026-11-20", { until: "2026-11-20", carrier: 76830 }, {}],
  [
    'the finding shows {"status":["INACTIVE"]}, not what it saw',
    { saw: { status: ["OUT-OF-SERVICE"] } },
    {},
  ],
  [
    'the finding shows {"status":["INACTIVE"]}, not what it saw',
    { saw: { status: "INACTIVE", other: 1 } },
    {},
  ],
  [
    'the finding shows {"status":["IN\\u202e\\nACTIVE"]}, not what it saw',
    { saw: { stauts: "INACTIVE" } },
    { change: { "carrier.status": "IN\u202e\nACTIVE" } },
  ],
  [
    "a warning needs no waiver",
    {},
    { rules: { status: { allow: ["ACTIVE"], level: "warning" } } },
  ],
  [
    "a warning needs no waiver",
    {},
    {
      change: { "carrier.status": null },
      rules: { status: { allow: ["ACTIVE"], unknown: "warn" } },
    },
  ],
  [
    "a failed request cannot be waived",
    { rule: "policies.bipd" },
    {
      change: { insurance: failed },
      rules: { "policies.bipd": { min: 750_000 } },
    },
  ],
  [
    "a failed request cannot be waived",
    { rule: "records.name" },
    {
      change: { "insurance.legal_name": "OTHER CO", safety: failed },
      rules: { "records.name": {} },
    },
  ],
])("an unused waiver says why: %s", async (why, given, options) => {
  const { findings, unused } = await judgedWith(given, options);
  const { carrier, rule } = { ...waiver, ...given };
  expect(unused).toEqual([
    `waiver of ${rule} for USDOT ${carrier} unused: ${why}`,
  ]);
  expect(findings.every(({ waived }) => waived === null)).toBe(true);
});

test("of carriers that are not vetted, only the numbers are named: one file serves many lists", async () => {
  const unused = async (count: number, rules = ["status"]) => {
    const numbers = Array.from({ length: count }, (_, at) => 76830 + at);
    const given = numbers.flatMap((carrier) =>
      rules.map((rule) => ({ ...waiver, carrier, rule })),
    );
    return openWaivers(
      await parseWaivers(textOf(...given), "w.yaml"),
      today,
    ).unused();
  };
  const words = "waivers of carriers not vetted here:";
  expect(await unused(0)).toEqual([]);
  expect(await unused(1, ["status", "authority.age"])).toEqual([
    `${words} 76830`,
  ]);
  expect((await unused(10))[0]).toMatch(/: 76830, .*, 76839$/);
  expect((await unused(12))[0]).toMatch(/: 76830, .*, 76839 and 2 more$/);
});

describe("a mistake in the file", () => {
  const problems = async (text: string) => {
    const error = await parseWaivers(text, "w.yaml").then(
      () => undefined,
      (thrown: VettingFileError) => thrown,
    );
    return error?.message.split("\n");
  };

  test.each([
    [
      { rule: "exists" },
      'rule must be the name of a rule that can be waived, not "exists"',
    ],
    [
      { rule: "dot_number" },
      'rule must be the name of a rule that can be waived, not "dot_number"',
    ],
    [
      { carrier: "MC-747866" },
      'carrier must be a USDOT number, not "MC-747866"',
    ],
    [{ carrier: null }, "carrier must be a USDOT number, not null"],
    [
      { until: "31.12.2026" },
      'until must be a date, such as 2026-12-31, not "31.12.2026"',
    ],
    [
      { until: "2026-02-30" },
      'until must be a date, such as 2026-12-31, not "2026-02-30"',
    ],
    [
      { until: "2026-12-31T00:00:00Z" },
      'until must be a date, such as 2026-12-31, not "2026-12-31T00:00:00Z"',
    ],
    [{ by: " " }, 'by must be text, not " "'],
    [{ saw: {} }, "saw must be a mapping of fields to values"],
    [{ untill: "x" }, 'unknown key "untill"; did you mean "until"?'],
  ])("%j", async (given, message) => {
    const found = await problems(textOf({ ...waiver, ...given }));
    expect(
      found?.map((line) => line.replace(/^w\.yaml:1:\d+: waivers: /, "")),
    ).toEqual([message]);
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
      "w.yaml:7:5: waivers must be a mapping of carrier, rule, reason, by, until, saw, not 5",
      "w.yaml:8:5: waivers of unchanged need saw: the values that are accepted",
    ]);
  });

  test("two of one carrier and rule are a mistake", async () => {
    expect(
      await problems(textOf(waiver, { ...waiver, carrier: "USDOT 9000001" })),
    ).toEqual([
      "w.yaml:1:1: there are two waivers of status for USDOT 9000001",
    ]);
  });

  test("two rules of a carrier, and a rule of two carriers, are no mistake", async () => {
    const text = textOf(
      waiver,
      { ...waiver, rule: "authority.age" },
      { ...waiver, carrier: "76830" },
    );
    expect((await parseWaivers(text, "w.yaml")).waivers).toHaveLength(3);
  });

  test("an empty list of waivers is none", async () => {
    expect(
      (await parseWaivers("version: 1\nwaivers: []", "w.yaml")).waivers,
    ).toEqual([]);
  });
});

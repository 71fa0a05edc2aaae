import { expect, it } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import {
  showAddress,
  showAmount,
  showDate,
  showDocket,
  showName,
  shownRow,
} from "../../src/screen/cells.ts";
import {
  absentCover,
  filingRows,
  showBipdOnFile,
  showCargoOnFile,
  showCoverage,
  showInForce,
  showTerm,
} from "../../src/screen/insurance.ts";
import { oneLine } from "../../src/screen/lines.ts";
import {
  showCrashes,
  showDriverRate,
  showInspections,
  showViolations,
} from "../../src/screen/safety.ts";
import type { JsonObject } from "../../src/text/json.ts";
import { pipe } from "../output/results.ts";
import { insurance, policies, safety } from "./drawn.ts";

const on = (record: JsonObject) =>
  shownRow({ dotNumber: "1" as DotNumber, record }, pipe.today);

it.each([
  ["null", showAmount, null, "—"],
  ["0 on file", showBipdOnFile, 0, "none"],
  [
    "cargo of 0, which may be a limit that is not stated",
    showCargoOnFile,
    0,
    "0? (or the limit is not stated)",
  ],
  ["a coverage of 0", showCoverage, 0, "limit not stated"],
  ["a docket with its prefix", showDocket, "MC-9100010", "MC-9100010"],
  ["an address as text", showAddress, "1 A ST", "1 A ST"],
  ["an empty address", showAddress, {}, "—"],
  ["a date", showDate, "2027-01-02T00:00:00Z", "2027-01-02 (in 41 days)"],
  ["today", showDate, "2026-11-22T23:00:00Z", "2026-11-22 (today)"],
  ["another form of a date", showDate, "12/11/2017", "12/11/2017"],
  [
    "a program's empty date",
    showDate,
    "1970-01-01",
    "1970-01-01 (a placeholder, not a date)",
  ],
])("shows %s", (_, cell, value, text) =>
  expect(oneLine(cell(on({ x: value }), "x"))).toBe(text),
);

it.each([
  [{ legal_name: "ACME", dba_name: "ACME" }, "ACME"],
  [{ legal_name: null, dba_name: "FAST" }, "— (DBA FAST)"],
  [{}, "—"],
])("shows the DBA name beside the name: %j", (record, text) => {
  expect(oneLine(showName(on(record), "legal_name"))).toBe(text);
});

const { bipd, cargo, former } = policies;

it.each([
  [[former, cargo], "no BIPD, cargo 100,000"],
  [[], "no BIPD"],
  [
    [
      bipd,
      { ...bipd, policy_type: "BIPD/Excess", coverage_amount: 250000 },
      cargo,
    ],
    "BIPD 1,000,000, cargo 100,000",
  ],
  [
    [bipd, { ...cargo, coverage_amount: 0 }],
    "BIPD 750,000, cargo of no stated amount",
  ],
  [
    [{ ...bipd, coverage_amount: 750 }, cargo],
    "BIPD at least 750, cargo 100,000",
  ],
  [["text"], "BIPD not certain, cargo not certain"],
])("policies %# add up", (rows, text) =>
  expect(showInForce(on(insurance(...rows)), "")).toEqual({ text }),
);

it.each([null, "none"])(
  "policies that are not a list are not called empty: %j",
  (policies) => {
    expect(showInForce(on({ policies }), "")).toMatchObject({ text: "—" });
  },
);

it.each([
  [{ expiration_date: null }, "until canceled"],
  [{ expiration_date: "2026-11-22" }, "ended 2026-11-22 (today)"],
  [{ effective_date: "2026-12-01" }, "begins 2026-12-01 (in 9 days)"],
  [{ effective_date: null, expiration_date: null }, "—"],
  [{ expiration_date: "14-DEC-27" }, "until 14-DEC-27"],
  [{ expiration_date: "N/A" }, "until canceled"],
  [{ status: "CANCELLED" }, "cancelled"],
  [{ cancellation_date: "2026-11-01" }, "ended 2026-11-01 (21 days ago)"],
])("the term of a policy with %j: %s", (differences, text) => {
  const [row] = filingRows(on(insurance({ ...bipd, ...differences })));
  expect(row && oneLine(showTerm(row, "policies.expiration_date"))).toBe(text);
});

it("what is over stands last, dimmed", () => {
  expect(
    filingRows(on(insurance(former, bipd))).map(({ tone }) => tone),
  ).toEqual([undefined, "dim"]);
});

it.each([
  [[bipd, cargo], []],

  [[former], ["no BIPD policy in force", "no cargo insurance on file"]],
  [[], ["no BIPD policy", "no cargo insurance on file"]],
])("a list says what is absent from policies %#", (rows, texts) => {
  expect(absentCover(on(insurance(...rows)))).toEqual(texts);
});

it.each([
  [0, 6.67, "0, or no inspections"],
  [
    1.15830115830115,
    5.51,
    "1.1583 below (national 5.51, of how many is not stated)",
  ],
  [null, 6.67, "—"],
  ["12.9%", 6.67, "12.9%"],
])(
  "a rate without its inspections says so: %j",
  (rate, rate_national, text) => {
    expect(oneLine(showDriverRate(on({ rate, rate_national }), "rate"))).toBe(
      text,
    );
  },
);

it.each([
  [
    showInspections,
    { total: 100, oos: 5, oos_rate: 5, national_avg: 0.05 },
    "5 (5 of 100)",
  ],
  [
    showInspections,
    { total: 1000, oos: 63, oos_rate: 6.2999, national_avg: 6.3 },
    "6.2999 below (national 6.3, 63 of 1,000)",
  ],
  [
    showInspections,
    { total: 147, oos: 19, oos_rate: "12.9%", national_avg: 6.67 },
    "12.9% (19 of 147)",
  ],
  [
    showInspections,
    { total: 103, oos: 36, oos_rate: null, national_avg: 22.26 },
    "— (36 of 103)",
  ],
  [showInspections, "none", "—"],
  [showCrashes, { total: 0 }, "0"],
  [showCrashes, null, "—"],
  [
    showViolations,
    { ...(safety["violations"] as object), hos: 0, drug_alcohol: null },
    "unsafe driving 63, driver fitness 12, drugs and alcohol —, vehicle maintenance 141",
  ],
  [
    showViolations,
    {
      unsafe_driving: 0,
      driver_fitness: 0,
      hos: 0,
      drug_alcohol: 0,
      vehicle_maint: 0,
    },
    "none",
  ],
  [showViolations, { unsafe_driving: null }, "—"],
])("counts %#", (cell, counts, text) => {
  expect(oneLine(cell(on({ x: counts }), "x"))).toBe(text);
});

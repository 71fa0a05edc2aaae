/** What the rules find: cover. Each row changes the good records of records.ts. */

import { failed, none, unasked } from "../../support/fixtures.ts";
import { filed, type RuleRows } from "../records.ts";

const now = "BIPD in force";
const week = "BIPD for the next 7 days";
const ending = "; a policy ends in 3 days";
const dates = "a policy's dates are not stated, or unreadable";
const amount = "a policy's amount is not stated, or unreadable";
const another = "another policy may take over";

export const coverRows: RuleRows = [
  [
    "policies.bipd",
    { min: 750_000 },
    [
      [{}, "pass", "BIPD in force 1,000,000, at least 750,000"],
      [{ insurance: none }, "unknown", "no insurance record"],
      [
        { insurance: failed },
        "unknown",
        "insurance not answered: the service answered 503",
      ],
      [
        { insurance: unasked },
        "unknown",
        "the insurance record was not asked for",
      ],
      [
        { "insurance.policies": null },
        "unknown",
        "insurance policies not stated",
      ],
      [
        { "insurance.policies": "none" },
        "unknown",
        'insurance policies "none": not a list',
      ],
      [
        { "insurance.policies": {} },
        "unknown",
        "insurance policies: not a list",
      ],
      [
        { "insurance.policies": [] },
        "unknown",
        "no BIPD policy, but BIPD on file 1,000,000",
      ],
      [
        { "insurance.policies": [], "carrier.insurance": null },
        "fail",
        "no BIPD policy",
      ],
      [
        { "insurance.policies": [], "carrier.insurance.bipd_on_file": 500_000 },
        "fail",
        "no BIPD policy",
      ],
      [
        { "insurance.policies": [], "carrier.insurance.bipd_on_file": 750 },
        "unknown",
        "no BIPD policy, but BIPD on file 750",
      ],
      [
        { "insurance.policies": [], "carrier.insurance.bipd_on_file": "?" },
        "unknown",
        'BIPD on file "?": not a number of at least 0',
      ],
      [
        filed({ amount: 749_999 }),
        "fail",
        "BIPD in force 749,999, below 750,000",
      ],
      [
        filed({ amount: 750_000 }),
        "pass",
        "BIPD in force 750,000, at least 750,000",
      ],
      [filed({ type: "CARGO" }), "fail", "no BIPD policy"],
      [filed({ type: "SURETY" }), "fail", "no BIPD policy"],
      [
        filed({ amount: 300_000 }, { amount: 450_000, type: "BIPD/Excess" }),
        "pass",
        "BIPD in force 750,000, at least 750,000",
      ],
      [
        filed({ amount: 300_000 }, { amount: 449_999, type: "BIPD/Excess" }),
        "fail",
        "BIPD in force 749,999, below 750,000",
      ],
      [
        filed(
          { amount: 300_000 },
          { amount: 300_000, type: "BIPD/Excess" },
          { amount: 200_000, type: "BIPD/Excess" },
        ),
        "unknown",
        `${now} not certain: excess policies may be the same one`,
      ],
      [
        filed({ amount: 700_000 }, { amount: 700_000 }),
        "fail",
        "BIPD in force 700,000, below 750,000",
      ],
      [
        filed({ amount: 750_000, type: "BIPD/Excess" }),
        "unknown",
        `${now} not certain: an excess policy without a primary one`,
      ],
      [filed({ amount: 0 }), "unknown", `${now} not certain: ${amount}`],
      [filed({ amount: null }), "unknown", `${now} not certain: ${amount}`],
      [filed({ amount: "lots" }), "unknown", `${now} not certain: ${amount}`],
      [
        filed({ amount: 750 }),
        "unknown",
        "BIPD in force 750, which may be thousands",
      ],
      [filed({ amount: 749 }), "fail", "BIPD in force 749, below 750,000"],
      [
        filed({ amount: 500_000 }, { amount: null, type: "BIPD/Excess" }),
        "unknown",
        `${now} not certain: ${amount}`,
      ],
      [
        filed({ type: "Liability" }),
        "unknown",
        `${now} not certain: a policy is of an unknown type`,
      ],
      [
        filed({ type: null }),
        "unknown",
        `${now} not certain: a policy is of an unknown type`,
      ],
      [
        filed({ amount: 100_000, type: "Liability" }),
        "fail",
        "BIPD in force 0, below 750,000",
      ],
      [
        filed({ type: "BIPD/Primary CANCELLATION PENDING" }),
        "unknown",
        'BIPD in force not certain: a policy is of the type "BIPD/Primary CANCELLATION PENDING"',
      ],
      [
        filed({ type: "bipd - primary" }),
        "pass",
        "BIPD in force 1,000,000, at least 750,000",
      ],
      [
        filed({ type: "BIPDX" }),
        "unknown",
        `${now} not certain: a policy is of an unknown type`,
      ],
      [
        { "insurance.policies": ["text", 5, null] },
        "unknown",
        `${now} not certain: ${dates}`,
      ],
      [filed({ to: "2026-11-21" }), "fail", "no BIPD policy in force"],
      [
        filed({ to: "2026-11-22" }),
        "pass",
        "BIPD in force 1,000,000, at least 750,000",
      ],
      [filed({ from: "2026-11-22" }), "fail", "no BIPD policy in force"],
      [filed({ from: "14-DEC-17" }), "unknown", `${now} not certain: ${dates}`],
      [filed({ from: null }), "unknown", `${now} not certain: ${dates}`],
      [filed({ to: "12/14/2027" }), "unknown", `${now} not certain: ${dates}`],
      [
        filed({ to: "2020-01-01", from: null }),
        "fail",
        "no BIPD policy in force",
      ],
      [filed({ status: "CANCELLED" }), "fail", "no BIPD policy in force"],
      [filed({ status: "Expired" }), "fail", "no BIPD policy in force"],
      [
        filed({ status: "Active" }),
        "pass",
        "BIPD in force 1,000,000, at least 750,000",
      ],
      [
        filed({ status: "in force" }),
        "pass",
        "BIPD in force 1,000,000, at least 750,000",
      ],
      [
        filed({ status: "PENDING" }),
        "unknown",
        'BIPD in force not certain: a policy\'s status is "PENDING"',
      ],
      [
        filed({ status: 5 }),
        "unknown",
        `${now} not certain: a policy's status is 5`,
      ],
      [filed({ canceled: "2026-11-20" }), "fail", "no BIPD policy in force"],
      [
        filed({ canceled: "2026-12-31" }),
        "pass",
        "BIPD in force 1,000,000, at least 750,000",
      ],
      [filed({ canceled: "soon" }), "unknown", `${now} not certain: ${dates}`],
      [
        filed({ status: "CANCELLED" }, {}),
        "pass",
        "BIPD in force 1,000,000, at least 750,000",
      ],
    ],
  ],
  [
    "policies.bipd",
    { min: 750_000, min_days_left: 7 },
    [
      [
        filed({ to: "2026-11-28" }),
        "pass",
        `${week} 1,000,000, at least 750,000`,
      ],
      [
        filed({ to: "2026-11-27" }),
        "fail",
        `${week} 0, below 750,000; a policy ends in 6 days`,
      ],
      [
        filed({ amount: 750_000 }, { to: "2026-11-24" }),
        "pass",
        `${week} 750,000, at least 750,000${ending}`,
      ],
      [
        filed({ to: "2026-11-24" }, { from: "2026-11-24" }),
        "pass",
        `${week} 1,000,000, at least 750,000`,
      ],
      [
        filed({ to: "2026-11-24" }, { from: "2026-11-25" }),
        "fail",
        `${week} 0, below 750,000${ending}`,
      ],
      [
        filed({ to: "2026-11-24" }, { amount: 900_000, from: "2026-11-24" }),
        "fail",
        `${week} 0, below 750,000${ending}`,
      ],
      [
        filed(
          { to: "2026-11-24" },
          { from: "2026-11-22", to: "2026-11-26" },
          { from: "2026-11-26" },
        ),
        "pass",
        `${week} 1,000,000, at least 750,000`,
      ],
      [
        filed(
          { to: "2026-11-24" },
          { from: "2026-11-26" },
          { from: "2026-11-22", to: "2026-11-26" },
        ),
        "pass",
        `${week} 1,000,000, at least 750,000`,
      ],
      [
        filed({ to: "2026-11-26" }, { to: "2026-11-24" }),
        "fail",
        `${week} 0, below 750,000${ending}`,
      ],
      [
        filed({ to: "2026-11-24" }, { type: "?", from: "2026-11-24" }),
        "unknown",
        `${week} not certain: ${another}${ending}`,
      ],
      [
        filed({ to: "2026-11-24" }, { type: "Excess", from: "2026-11-24" }),
        "unknown",
        `${week} not certain: ${another}${ending}`,
      ],
      [
        filed({ to: "2026-11-24" }, { from: null }),
        "unknown",
        `${week} not certain: ${dates}${ending}`,
      ],
      [
        filed({ to: "2026-11-24" }, { amount: 0, from: "2026-11-24" }),
        "unknown",
        `${week} not certain: ${another}${ending}`,
      ],
      [
        filed(
          { to: "2026-11-24" },
          { from: "2026-11-24", type: "BIPD/Excess" },
        ),
        "fail",
        `${week} 0, below 750,000${ending}`,
      ],
      [
        filed({ to: "2026-11-24" }, { type: "BIPD/Excess" }),
        "unknown",
        `${week} not certain: an excess policy without a primary one${ending}`,
      ],
      [
        filed({ to: "2026-11-24" }, { from: "2026-11-24", status: "canceled" }),
        "fail",
        `${week} 0, below 750,000${ending}`,
      ],
    ],
  ],
  [
    "policies.cargo",
    { min: 100_000 },
    [
      [{}, "pass", "cargo in force 100,000, at least 100,000"],
      [{ insurance: none }, "unknown", "no insurance record"],
      [filed({}), "unknown", "no cargo policy"],
      [{ "insurance.policies": [] }, "unknown", "no cargo policy"],
      [
        { "insurance.policies": [], "carrier.insurance.cargo_on_file": 0 },
        "unknown",
        "no cargo insurance on file",
      ],
      [
        filed({ amount: 50_000, type: "CARGO" }),
        "fail",
        "cargo in force 50,000, below 100,000",
      ],
      [
        filed({ amount: 0, type: "CARGO" }),
        "unknown",
        `cargo in force not certain: ${amount}`,
      ],
      [
        filed({ amount: 100, type: "CARGO" }),
        "unknown",
        "cargo in force 100, which may be thousands",
      ],
      [
        filed({ amount: 99, type: "CARGO" }),
        "fail",
        "cargo in force 99, below 100,000",
      ],
      [
        filed({ type: "CARGO", to: "2026-11-21" }),
        "fail",
        "no cargo policy in force",
      ],
      [
        filed({ type: "Other" }),
        "unknown",
        "cargo in force not certain: a policy is of an unknown type",
      ],
      [filed({ type: "Other", amount: 50_000 }), "unknown", "no cargo policy"],
    ],
  ],
];

/** What the rules find: cover. Each row changes the good records of records.ts. */

import { failed, none, unasked } from "../../support/fixtures.ts";
import { at, each, filed, type RuleRows } from "../records.ts";

const now = "BIPD in force";

export const coverRows: RuleRows = [
  [
    "policies.bipd",
    { min: 750_000 },
    [
      [{}, "pass: BIPD in force 1,000,000, at least 750,000"],
      ...each(at("insurance"), [
        [none, "unknown: no BIPD policy, but BIPD on file 1,000,000"],
        [failed, "unknown: insurance not answered: the service answered 503"],
        [unasked, "unknown: the insurance record was not asked for"],
      ]),
      ...each(at("insurance.policies"), [
        [null, "unknown: insurance policies not stated"],
        ["none", 'unknown: insurance policies "none": not a list'],
        [{}, "unknown: insurance policies: not a list"],
        [[], "unknown: no BIPD policy, but BIPD on file 1,000,000"],
      ]),
      [
        { "insurance.policies": [], "carrier.insurance": null },
        "fail: no BIPD policy",
      ],
      [
        { "insurance.policies": [], "carrier.insurance.bipd_on_file": 500_000 },
        "fail: no BIPD policy",
      ],
      [
        { "insurance.policies": [], "carrier.insurance.bipd_on_file": 750 },
        "unknown: no BIPD policy, but BIPD on file 750",
      ],
      [
        { "insurance.policies": [], "carrier.insurance.bipd_on_file": "?" },
        'unknown: no BIPD policy, but BIPD on file "?"',
      ],
      ...each(filed, [
        [{ amount: 749_999 }, "fail: BIPD in force 749,999, below 750,000"],
        [{ amount: 750_000 }, "pass: BIPD in force 750,000, at least 750,000"],
        [{ type: "CARGO" }, "fail: no BIPD policy"],
        ...[
          "SURETY",
          "TRUST FUND",
          "BOND (BMC-84)",
          "PROPERTY BROKER SURETY BOND",
        ].map((type) => [{ type }, "fail: no BIPD policy"] as const),
      ]),
      [
        filed({ amount: 300_000 }, { amount: 450_000, type: "BIPD/Excess" }),
        "pass: BIPD in force 750,000, at least 750,000",
      ],
      [
        filed({ amount: 300_000 }, { amount: 449_999, type: "BIPD/Excess" }),
        "fail: BIPD in force 749,999, below 750,000",
      ],
      [
        filed(
          { amount: 300_000 },
          { amount: 300_000, type: "BIPD/Excess" },
          { amount: 200_000, type: "BIPD/Excess" },
        ),
        `unknown: ${now} not certain: excess policies may be the same one`,
      ],
      [
        filed({ amount: 700_000 }, { amount: 700_000 }),
        "fail: BIPD in force 700,000, below 750,000",
      ],
      ...each(filed, [
        [
          { amount: 750_000, type: "BIPD/Excess" },
          `unknown: ${now} not certain: an excess policy without a primary one`,
        ],
        [{ amount: 0 }, "unknown: BIPD in force, limit not stated"],
        [
          { amount: null },
          "unknown: BIPD in force not certain: a policy's coverage amount is not stated",
        ],
        [
          { amount: "lots" },
          'unknown: BIPD in force not certain: a policy\'s coverage amount is "lots"',
        ],
        [{ amount: 750 }, "unknown: BIPD in force 750, which may be thousands"],
        [{ amount: 749 }, "fail: BIPD in force 749, below 750,000"],
      ]),
      [
        filed({ amount: 500_000 }, { amount: null, type: "BIPD/Excess" }),
        "unknown: BIPD in force not certain: a policy's coverage amount is not stated",
      ],
      ...each(filed, [
        [
          { type: 91 },
          "unknown: BIPD in force not certain: a policy is of an unknown type 91",
        ],
        [
          { type: null },
          "unknown: BIPD in force not certain: a policy's type is not stated",
        ],
        ...[
          "BIPD BOND",
          "BIPD/Primary CANCELLATION PENDING",
          "TRUSTEE LIABILITY",
          "Excess BIPD",
          "NO CARGO",
          "BI\u200bPD",
          "BIPDX",
        ].map(
          (type) =>
            [
              { type },
              `unknown: BIPD in force not certain: a policy is of an unknown type "${type}"`,
            ] as const,
        ),
        [
          { type: "bipd - primary" },
          "pass: BIPD in force 1,000,000, at least 750,000",
        ],
      ]),
      [
        filed({ amount: 300_000 }, { amount: 400_000, type: "Umbrella" }),
        "fail: BIPD in force 300,000, below 750,000",
      ],
      [
        filed(
          { amount: 750_000, type: "BIPD pending" },
          { amount: 5_000_000, type: "BIPD/Excess" },
        ),
        'unknown: BIPD in force not certain: a policy is of an unknown type "BIPD pending"',
      ],
      [
        filed({ amount: 0 }, { amount: 5_000_000, type: "BIPD/Excess" }),
        "unknown: BIPD in force, limit not stated",
      ],
      [
        { "insurance.policies": ["text", 5, null] },
        'unknown: BIPD in force not certain: a policy is not readable: "text"',
      ],
      ...each(filed, [
        [{ to: "2026-11-21" }, "fail: no BIPD policy in force"],
        [
          { to: "2026-11-22" },
          "pass: BIPD in force 1,000,000, at least 750,000",
        ],
        [{ from: "2026-11-22" }, "fail: no BIPD policy in force"],
        [
          { from: "14-DEC-17" },
          'unknown: BIPD in force not certain: a policy\'s effective date is "14-DEC-17"',
        ],
        [
          { from: null },
          "unknown: BIPD in force not certain: a policy's effective date is not stated",
        ],
        [
          { to: "12/14/2027" },
          'unknown: BIPD in force not certain: a policy\'s expiration date is "12/14/2027"',
        ],
        [{ to: "2020-01-01", from: null }, "fail: no BIPD policy in force"],
        [{ status: "CANCELLED" }, "fail: no BIPD policy in force"],
        [{ status: "Expired" }, "fail: no BIPD policy in force"],
        [
          { status: "Active" },
          "pass: BIPD in force 1,000,000, at least 750,000",
        ],
        [
          { status: "in force" },
          "pass: BIPD in force 1,000,000, at least 750,000",
        ],
        [
          { status: "PENDING" },
          'unknown: BIPD in force not certain: a policy\'s status is "PENDING"',
        ],
        [{ status: 5 }, `unknown: ${now} not certain: a policy's status is 5`],
        [{ canceled: "2026-11-20" }, "fail: no BIPD policy in force"],
        [
          { canceled: "2026-12-31" },
          "pass: BIPD in force 1,000,000, at least 750,000",
        ],
        [
          { canceled: "soon" },
          'unknown: BIPD in force not certain: a policy\'s cancellation date is "soon"',
        ],
      ]),
      [
        filed({ status: "CANCELLED" }, {}),
        "pass: BIPD in force 1,000,000, at least 750,000",
      ],
    ],
  ],
  [
    "policies.bipd",
    { min: 750_000, min_days_left: 7 },
    [
      [
        filed({ to: "2026-11-28" }),
        "pass: BIPD in force 1,000,000, at least 750,000",
      ],
      [
        filed({ to: "2026-11-27" }),
        "fail: BIPD falls to 0 on 2026-11-27, in 6 days: below 750,000",
      ],
      [
        filed({ amount: 750_000 }, { to: "2026-11-24" }),
        "pass: BIPD in force 1,000,000, at least 750,000",
      ],
      [
        filed({ to: "2026-11-24" }, { from: "2026-11-24" }),
        "pass: BIPD in force 1,000,000, at least 750,000",
      ],
      [
        filed({ to: "2026-11-24" }, { from: "2026-11-25" }),
        "fail: BIPD falls to 0 on 2026-11-24, in 3 days: below 750,000",
      ],
      [
        filed({ to: "2026-11-24" }, { amount: 900_000, from: "2026-11-24" }),
        "pass: BIPD in force 1,000,000, at least 750,000",
      ],
      [
        filed(
          { to: "2026-11-24" },
          { from: "2026-11-22", to: "2026-11-26" },
          { from: "2026-11-26" },
        ),
        "pass: BIPD in force 1,000,000, at least 750,000",
      ],
      [
        filed({ to: "2026-11-26" }, { to: "2026-11-24" }),
        "fail: BIPD falls to 0 on 2026-11-26, in 5 days: below 750,000",
      ],
      [
        filed({ to: "2026-11-24" }, { type: "Excess", from: "2026-11-24" }),
        'unknown: BIPD on 2026-11-24 not certain: a policy is of an unknown type "Excess"',
      ],
      [
        filed({ to: "2026-11-24" }, { from: null }),
        "unknown: BIPD on 2026-11-24 not certain: a policy's effective date is not stated",
      ],
      [
        filed({ to: "2026-11-24" }, { amount: 0, from: "2026-11-24" }),
        "unknown: BIPD on 2026-11-24, limit not stated",
      ],
      [
        filed({ to: "2026-11-24" }, { type: "BIPD/Excess" }),
        "unknown: BIPD on 2026-11-24 not certain: an excess policy without a primary one",
      ],
      [
        filed({ to: "2026-11-24" }, { from: "2026-11-24", status: "canceled" }),
        "fail: BIPD falls to 0 on 2026-11-24, in 3 days: below 750,000",
      ],
    ],
  ],
  [
    "policies.cargo",
    { min: 100_000 },
    [
      [{}, "pass: cargo in force 100,000, at least 100,000"],
      [{ insurance: none }, "unknown: no cargo policy"],
      [filed({}), "unknown: no cargo policy"],
      [{ "insurance.policies": [] }, "unknown: no cargo policy"],
      [
        { "insurance.policies": [], "carrier.insurance.cargo_on_file": 0 },
        "unknown: no cargo insurance on file",
      ],
      ...each(filed, [
        [
          { amount: 50_000, type: "CARGO" },
          "fail: cargo in force 50,000, below 100,000",
        ],
        [
          { amount: 0, type: "CARGO" },
          "unknown: cargo in force, limit not stated",
        ],
        [
          { amount: 100, type: "CARGO" },
          "unknown: cargo in force 100, which may be thousands",
        ],
        [
          { amount: 99, type: "CARGO" },
          "fail: cargo in force 99, below 100,000",
        ],
        [{ type: "CARGO", to: "2026-11-21" }, "fail: no cargo policy in force"],
        [
          { type: "Other" },
          'unknown: cargo in force not certain: a policy is of an unknown type "Other"',
        ],
        [{ type: "Other", amount: 50_000 }, "unknown: no cargo policy"],
      ]),
    ],
  ],
  [
    "policies.bipd",
    { min: 750_000, min_days_left: 30 },
    [
      [
        { "carrier.insurance.bipd_on_file": 0 },
        "unknown: BIPD in force 1,000,000, at least 750,000, but BIPD on file 0",
      ],
      [
        { "carrier.insurance.bipd_on_file": "none on file" },
        'unknown: BIPD in force 1,000,000, at least 750,000, but BIPD on file "none on file"',
      ],
      [
        { "carrier.insurance": "none" },
        'unknown: BIPD in force 1,000,000, at least 750,000, but BIPD on file "none"',
      ],
      [
        { "carrier.insurance": null },
        "pass: BIPD in force 1,000,000, at least 750,000",
      ],
      [
        { ...filed({ amount: 300_000 }), "carrier.insurance.bipd_on_file": 0 },
        "fail: BIPD in force 300,000, below 750,000",
      ],
      [
        { insurance: none, "carrier.insurance.bipd_on_file": null },
        "fail: no BIPD policy",
      ],
      [
        filed(
          { to: "2026-11-27" },
          { from: "2026-11-27", amount: 500_000 },
          { from: "2026-11-27", amount: 250_000, type: "BIPD/Excess" },
        ),
        "pass: BIPD in force 1,000,000, at least 750,000",
      ],
      [
        filed({ amount: 750 }, { to: "2026-11-27" }),
        "unknown: BIPD falls to 750 on 2026-11-27, in 6 days, which may be thousands",
      ],
      [
        filed({ to: "2026-11-27" }, { from: "2026-11-24", amount: null }),
        "unknown: BIPD on 2026-11-27 not certain: a policy's coverage amount is not stated",
      ],
      [
        filed({ amount: "$1,000,000" }),
        "pass: BIPD in force 1,000,000, at least 750,000",
      ],
      [filed({ status: "Revoked" }), "fail: no BIPD policy in force"],
    ],
  ],
];

/** What the rules find: insurance. Each row changes the good records of records.ts. */

import { none } from "../../support/fixtures.ts";
import { at, each, filed, type RuleRows } from "../records.ts";

const bipd = at("carrier.insurance.bipd_on_file");
const cargo = at("carrier.insurance.cargo_on_file");
const fine = "nothing ends within 14 days";

export const insuranceRows: RuleRows = [
  [
    "insurance.bipd_on_file",
    { min: 1_000_000 },
    [
      [{}, "pass: BIPD on file 1,000,000, at least 1,000,000"],
      ...each(bipd, [
        ["1,000,000", "pass: BIPD on file 1,000,000, at least 1,000,000"],
        [750_000, "fail: BIPD on file 750,000, below 1,000,000"],
        [999, "fail: BIPD on file 999, below 1,000,000"],
        [1_000, "unknown: BIPD on file 1,000, which may be thousands"],
        [9_999, "unknown: BIPD on file 9,999, which may be thousands"],
        [10_000, "fail: BIPD on file 10,000, below 1,000,000"],
        [null, "unknown: BIPD on file not stated"],
      ]),
    ],
  ],
  [
    "insurance.cargo_on_file",
    { min: 100_000 },
    [
      [{}, "pass: cargo on file 100,000, at least 100,000"],
      ...each(cargo, [
        [50_000, "fail: cargo on file 50,000, below 100,000"],
        [0, "unknown: cargo on file 0: the limit is not stated"],
        [100, "unknown: cargo on file 100, which may be thousands"],
        [999, "unknown: cargo on file 999, which may be thousands"],
        [1_000, "fail: cargo on file 1,000, below 100,000"],
      ]),
    ],
  ],
  [
    "policies.insurer",
    {
      allow: ["Example Mutual Insurance*", "EXAMPLE MUTUAL, INC."],
      deny: ["Shady*"],
    },
    [
      [{}, 'pass: insurer is "EXAMPLE MUTUAL"'],
      ...each(filed, [
        [
          { insurer: "Example Mutual Co" },
          'pass: insurer is "Example Mutual Co"',
        ],
        [
          { insurer: "EXAMPLE MUTUAL INSURANCE COMPANY" },
          'pass: insurer is "EXAMPLE MUTUAL INSURANCE COMPANY"',
        ],
        [
          { insurer: "Another" },
          'unknown: insurer is "Another", which your policy neither allows nor denies',
        ],
        [{ insurer: "SHADY GROUP" }, 'fail: insurer is "SHADY GROUP"'],
        [{ insurer: null }, "unknown: insurer not stated"],
        [{ insurer: "..." }, 'unknown: insurer "...": not a name'],
        [{ insurer: ["A"] }, "unknown: insurer a list: not text"],
        [{ insurer: "Shady", to: "2026-11-01" }, "unknown: no policy in force"],
        [
          { insurer: "Shady", from: null },
          'unknown: insurer is "Shady": a policy\'s effective date is not stated',
        ],
        [
          { insurer: "Shady", type: null },
          'unknown: insurer is "Shady": a policy\'s type is not stated',
        ],
        [
          { insurer: "Shady", type: "GENERAL LIABILITY" },
          'unknown: insurer is "Shady": a policy is of an unknown type "GENERAL LIABILITY"',
        ],
        [
          { insurer: "Shady", type: "BIPD SURETY" },
          'unknown: insurer is "Shady": a policy is of an unknown type "BIPD SURETY"',
        ],
        [
          { insurer: "Shady", type: "BIPD Contingent" },
          'fail: insurer is "Shady"',
        ],
      ]),
      [
        filed({}, { insurer: "Shady", from: "2027-01-01" }),
        'pass: insurer is "EXAMPLE MUTUAL"',
      ],
      [{ "insurance.policies": [] }, "unknown: no policy in force"],
      [{ insurance: none }, "unknown: no policy in force"],
    ],
  ],
  [
    "policies.insurer",
    { deny: ["*shady*", "Bad Group*"] },
    [
      [{}, 'pass: insurer is "EXAMPLE MUTUAL"'],
      [
        filed({ insurer: "The SHADY, Inc." }),
        'fail: insurer is "The SHADY, Inc."',
      ],
      [
        filed({ insurer: "BAD, GROUP HOLDINGS" }),
        'fail: insurer is "BAD, GROUP HOLDINGS"',
      ],
    ],
  ],
  [
    "policies.age",
    { min_days: 90 },
    [
      [{}, "pass: policy since 2026-01-01, 324 days: at least 90"],
      [
        filed({ from: "2026-08-24" }),
        "fail: policy since 2026-08-24, 89 days: fewer than 90",
      ],
      [
        filed({ from: "2026-08-23" }),
        "pass: policy since 2026-08-23, 90 days: at least 90",
      ],
      [
        filed(
          { from: "2026-10-01" },
          { from: "2026-01-01", type: "BIPD/Excess" },
        ),
        "fail: policy since 2026-10-01, 51 days: fewer than 90",
      ],
      [
        filed({ from: "2026-10-01" }, { from: null }),
        "unknown: policy since not certain: a policy's effective date is not stated",
      ],
      [
        filed({ from: "2026-10-01", to: "?" }),
        'unknown: policy since not certain: a policy\'s expiration date is "?"',
      ],
      [
        filed({ from: "2026-10-01" }, { from: "2026-10-02", type: "?" }),
        "fail: policy since 2026-10-01, 51 days: fewer than 90",
      ],
      [
        filed({ from: "2026-10-01" }, { type: "?" }),
        'unknown: policy since not certain: a policy is of an unknown type "?"',
      ],
      [
        filed({ from: "2026-10-01" }, { type: "?", from: "2026-08-23" }),
        'unknown: policy since not certain: a policy is of an unknown type "?"',
      ],
      [
        filed({ from: "2026-08-23" }, { type: "?" }),
        "pass: policy since 2026-08-23, 90 days: at least 90",
      ],
      [filed({ to: "2026-01-02" }), "unknown: no BIPD policy in force"],
      [{ insurance: none }, "unknown: no BIPD policy in force"],
    ],
  ],
  [
    "policies.ending",
    { within_days: 14 },
    [
      [
        filed(
          { type: "BIPD/Excess", to: "2026-11-27" },
          { type: "BIPD/Excess" },
        ),
        "unknown: an excess policy without a primary one",
      ],
      [
        filed({}, { type: "BIPD/Excess", amount: 0, to: "2026-11-27" }),
        "unknown: a policy's coverage amount is 0",
      ],
      [{}, `pass: ${fine}`],
      [filed({ to: "2026-12-06" }), `pass: ${fine}`],
      [filed({ to: "2026-12-05" }), "fail: BIPD ends in 14 days"],
      [
        filed({}, { type: "CARGO", to: "2026-11-27" }),
        "fail: cargo ends in 6 days",
      ],
      [filed({ to: "2026-12-01" }, { from: "2026-12-01" }), `pass: ${fine}`],
      [
        filed({ to: "2026-12-01" }, { amount: 5, from: "2026-12-01" }),
        "fail: BIPD falls to 5 in 10 days",
      ],
      [
        filed({ to: "2026-12-01" }, { amount: 1_000, from: "2026-12-01" }),
        "unknown: BIPD falls to 1,000 in 10 days, unless amounts are in thousands",
      ],
      // Today's cover is read in the same unit as a later day's.
      [
        filed({ to: "2026-11-24" }, { type: "BIPD/Excess", amount: 5_000 }),
        "fail: BIPD falls to 0 in 3 days",
      ],
      [
        filed({}, { type: "BIPD/Excess", amount: 4_000, to: "2026-11-24" }),
        "fail: BIPD falls to 1,000,000 in 3 days",
      ],
      [
        filed({ to: "2026-11-24" }, { type: "BIPD", amount: 900 }),
        "fail: BIPD falls to 900 in 3 days",
      ],
      [
        filed({}, { amount: 2_000, to: "2026-11-24" }),
        "unknown: BIPD falls to 1,000,000 in 3 days, if amounts are in thousands",
      ],
      [filed({}, { amount: 751, to: "2026-11-24" }), `pass: ${fine}`],
      [
        filed(
          { type: "CARGO", amount: 750, to: "2026-11-24" },
          { type: "CARGO", amount: 750_000, from: "2026-11-24" },
        ),
        `pass: ${fine}`,
      ],
      [
        filed(
          { type: "CARGO", amount: 750, to: "2026-11-24" },
          { type: "CARGO", amount: 300, from: "2026-11-24" },
        ),
        "fail: cargo falls to 300 in 3 days",
      ],
      [
        filed({ to: "2026-12-01" }, { from: "2026-12-02" }),
        "fail: BIPD ends in 10 days",
      ],
      [
        filed({ to: "2026-12-01" }, { from: "2026-12-01", type: "CARGO" }),
        "fail: BIPD ends in 10 days",
      ],
      [
        filed({}, { type: "BIPD/Excess", to: "2026-12-01" }),
        "fail: BIPD falls to 1,000,000 in 10 days",
      ],
      [
        filed(
          { amount: 0, type: "CARGO", to: "2026-12-01" },
          { amount: 0, type: "CARGO", from: "2026-12-01" },
        ),
        `pass: ${fine}`,
      ],
      [
        filed(
          { amount: null, type: "CARGO", to: "2026-12-01" },
          { amount: 0, type: "CARGO", from: "2026-12-01" },
        ),
        "unknown: a policy's coverage amount is not stated",
      ],
      [filed({ canceled: "2026-11-30" }), "fail: BIPD ends in 9 days"],
      [filed({ to: "?" }), 'unknown: a policy\'s expiration date is "?"'],
      [
        filed({}, { status: "SUSPENDED" }),
        'unknown: a policy\'s status is "SUSPENDED"',
      ],
      ...each(filed, [
        [
          { type: "BIPD/Primary CANCELLATION PENDING" },
          'unknown: a policy is of an unknown type "BIPD/Primary CANCELLATION PENDING"',
        ],
        [{ type: "SURETY", to: "2026-11-30" }, `pass: ${fine}`],
        [{ type: "Liability", to: "2027-11-30" }, `pass: ${fine}`],
        [
          { type: "Liability", to: "2026-11-30" },
          'unknown: a policy is of an unknown type "Liability"',
        ],
        [{ to: "2026-11-20" }, `pass: ${fine}`],
      ]),
      [{ "insurance.policies": [] }, `pass: ${fine}`],
      [
        { "insurance.policies": null },
        "unknown: insurance policies not stated",
      ],
      [{ insurance: none }, `pass: ${fine}`],
      [filed(...Array(501).fill({})), "unknown: insurance policies: too long"],
    ],
  ],
  [
    "policies.cargo",
    { min_days_left: 7 },
    [
      [{}, "pass: cargo policy in force"],
      [filed({ type: "CARGO", amount: 0 }), "pass: cargo policy in force"],
      [
        filed({ type: "CARGO", to: "2026-11-24" }),
        "fail: no cargo policy on 2026-11-24, in 3 days",
      ],
      [
        filed(
          { type: "CARGO", to: "2026-11-24" },
          { type: "CARGO", from: "2026-11-24", amount: 5_000 },
        ),
        "pass: cargo policy in force",
      ],
      [
        filed({ type: "CARGO", to: "2026-11-01" }),
        "fail: no cargo policy in force",
      ],
      [filed({ type: "BIPD" }), "unknown: no cargo policy"],
      [
        { ...filed({ type: "BIPD" }), "carrier.insurance.cargo_on_file": null },
        "unknown: no cargo insurance on file",
      ],
    ],
  ],
  [
    "policies.insurer",
    { allow: ["The Example Mutual, Inc."] },
    [
      [{}, 'pass: insurer is "EXAMPLE MUTUAL"'],
      [
        filed({}, { type: "SURETY", insurer: "Bond Co" }),
        'pass: insurer is "EXAMPLE MUTUAL"',
      ],
      [filed({ type: "BOND" }), "unknown: no policy in force"],
    ],
  ],
];

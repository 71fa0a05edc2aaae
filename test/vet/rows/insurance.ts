/** What the rules find: insurance. Each row changes the good records of records.ts. */

import { none } from "../../support/fixtures.ts";
import { at, filed, type RuleRows } from "../records.ts";

export const insuranceRows: RuleRows = [
  [
    "insurance.bipd_on_file",
    { min: 1_000_000 },
    at("carrier.insurance.bipd_on_file", [
      [
        "pass: BIPD on file 1,000,000, at least 1,000,000",
        1_000_000,
        "1,000,000",
      ],
      ["fail: BIPD on file 750,000, below 1,000,000", 750_000],
      ["fail: BIPD on file 999, below 1,000,000", 999],
      ["unknown: BIPD on file 1,000, which may be thousands", 1_000],
      ["unknown: BIPD on file 9,999, which may be thousands", 9_999],
      ["fail: BIPD on file 10,000, below 1,000,000", 10_000],
      ["unknown: BIPD on file not stated", null],
    ]),
  ],
  [
    "insurance.cargo_on_file",
    { min: 100_000 },
    at("carrier.insurance.cargo_on_file", [
      ["pass: cargo on file 100,000, at least 100,000", 100_000],
      ["fail: cargo on file 50,000, below 100,000", 50_000],
      ["unknown: cargo on file 0: the limit is not stated", 0],
      ["unknown: cargo on file 999, which may be thousands", 999],
      ["fail: cargo on file 1,000, below 100,000", 1_000],
    ]),
  ],
  [
    "policies.insurer",
    {
      allow: ["Example Mutual Insurance*", "The EXAMPLE MUTUAL, INC."],
      deny: ["*shady*", "Bad Group*"],
    },
    [
      [
        'pass: insurer is "EXAMPLE MUTUAL"',
        {},
        [{}, { insurer: "Shady", from: "2027-01-01" }],
        [{}, { insurer: "Shady", type: "SURETY" }],
      ],
      [
        'pass: insurer is "Example Mutual Co"',
        [{ insurer: "Example Mutual Co" }],
      ],
      [
        'pass: insurer is "EXAMPLE MUTUAL INSURANCE COMPANY"',
        [{ insurer: "EXAMPLE MUTUAL INSURANCE COMPANY" }],
      ],
      [
        'unknown: insurer is "Another", which your policy neither allows nor denies',
        [{ insurer: "Another" }],
      ],
      [
        'fail: insurer is "The SHADY, Inc."',
        [{ insurer: "The SHADY, Inc." }],
        [{ insurer: "The SHADY, Inc.", type: "BIPD Contingent" }],
      ],
      [
        'fail: insurer is "BAD, GROUP HOLDINGS"',
        [{ insurer: "BAD, GROUP HOLDINGS" }],
      ],
      ["unknown: insurer not stated", [{ insurer: null }]],
      ['unknown: insurer "...": not a name', [{ insurer: "..." }]],
      ["unknown: insurer a list: not text", [{ insurer: ["A"] }]],
      [
        "unknown: no policy in force",
        [],
        [{ to: "2026-11-01" }],
        [{ type: "BOND" }],
        { insurance: none },
      ],
      [
        'unknown: insurer is "Shady": a policy\'s effective date is not stated',
        [{ insurer: "Shady", from: null }],
      ],
      [
        'unknown: insurer is "Shady": a policy\'s type is not stated',
        [{ insurer: "Shady", type: null }],
      ],
      [
        'unknown: insurer is "Shady": a policy is of an unknown type "GENERAL LIABILITY"',
        [{ insurer: "Shady", type: "GENERAL LIABILITY" }],
      ],
    ],
  ],
  [
    "policies.insurer",
    { deny: ["Shady"] },
    [
      ['pass: insurer is "EXAMPLE MUTUAL"', {}],
      [
        'unknown: insurer is "EXAMPLE MUTUAL": a policy\'s status is "Pending"',
        [{ also: { status: "Pending" } }],
      ],
      [
        'unknown: insurer is "Shady": another row says that policy "EX-1" is over, or may be',
        [{ insurer: "Shady" }, { status: "canceled" }],
      ],
      [
        'unknown: insurer is "SHADY CASUALTY CO", perhaps one that your policy denies',
        [{ insurer: "SHADY CASUALTY CO" }],
      ],
    ],
  ],
  [
    "policies.insurer",
    { deny: ["Night Owl Insurance Company of Ohio", "Bad*"] },
    [
      ['pass: insurer is "NOT SO BAD CO"', [{ insurer: "NOT SO BAD CO" }]],
      [
        'unknown: insurer is "NIGHT OWL INS CO OF OHIO", perhaps one that your policy denies',
        [{ insurer: "NIGHT OWL INS CO OF OHIO" }],
      ],
      [
        'unknown: insurer is "Night Owl", perhaps one that your policy denies',
        [{ insurer: "Night Owl" }],
      ],
    ],
  ],
  [
    "policies.insurer",
    { allow: ["Night Owl Inc.*"], deny: ["Night Owl of Ohio"] },
    [['pass: insurer is "Night Owl Inc."', [{ insurer: "Night Owl Inc." }]]],
  ],
  [
    "policies.age",
    { min_days: 90 },
    [
      [
        "pass: policy since 2026-08-23, 90 days: at least 90",
        [{ from: "2026-08-23" }],
        [{ from: "2026-08-23" }, { type: "?" }],
      ],
      [
        "fail: policy since 2026-08-24, 89 days: fewer than 90",
        [{ from: "2026-08-24" }],
        [{ from: "2026-08-24" }, { type: "BIPD/Excess" }],
        [{ from: "2026-08-24" }, { from: "2026-08-25", type: "?" }],
      ],
      [
        "unknown: policy since not certain: a policy's effective date is not stated",
        [{ from: "2026-10-01" }, { from: null }],
      ],
      [
        'unknown: policy since not certain: a policy\'s expiration date is "?"',
        [{ from: "2026-10-01", to: "?" }],
      ],
      [
        'unknown: policy since not certain: a policy is of an unknown type "?"',
        [{ from: "2026-10-01" }, { type: "?" }],
        [{ from: "2026-10-01" }, { type: "?", from: "2026-08-23" }],
      ],
      [
        "unknown: no BIPD policy in force",
        [{ to: "2026-01-02" }],
        { insurance: none },
      ],
    ],
  ],
  [
    "policies.ending",
    { within_days: 14 },
    [
      [
        "pass: nothing ends within 14 days",
        {},
        [],
        { insurance: none },
        [{ to: "2026-12-06" }],
        [{ to: "2026-11-20" }],
        [{ type: "SURETY", to: "2026-11-30" }],
        [{ type: "Liability", to: "2027-11-30" }],
        [{ to: "2026-12-01" }, { from: "2026-12-01" }],
        [
          {},
          { amount: 751, to: "2026-11-24", also: { policy_number: "EX-2" } },
        ],
        [
          { type: "CARGO", amount: 750, to: "2026-11-24" },
          { type: "CARGO", amount: 750_000, from: "2026-11-24" },
        ],
        [
          { amount: 0, type: "CARGO", to: "2026-12-01" },
          { amount: 0, type: "CARGO", from: "2026-12-01" },
        ],
      ],
      [
        "unknown: an excess policy without a primary one",
        [{ type: "BIPD/Excess", to: "2026-11-27" }, { type: "BIPD/Excess" }],
      ],
      [
        "unknown: a policy's coverage amount is 0",
        [{}, { type: "BIPD/Excess", amount: 0, to: "2026-11-27" }],
      ],
      [
        "unknown: BIPD ends in 3 days, unless another takes over",
        [{}, { canceled: "2026-11-24" }],
      ],
      [
        "fail: BIPD ends in 14 days",
        [{ to: "2026-12-05" }],
        [{ to: "2026-12-05" }, { status: "canceled", to: "2026-12-05" }],
      ],
      ["fail: cargo ends in 6 days", [{}, { type: "CARGO", to: "2026-11-27" }]],
      [
        "unknown: BIPD falls to 1,000 in 10 days, unless amounts are in thousands",
        [{ to: "2026-12-01" }, { amount: 1_000, from: "2026-12-01" }],
      ],
      // Today's cover is read in the same unit as a later day's.
      [
        "fail: BIPD falls to 0 in 3 days",
        [{ to: "2026-11-24" }, { type: "BIPD/Excess", amount: 5_000 }],
      ],
      [
        "fail: BIPD falls to 1,000,000 in 3 days",
        [{}, { type: "BIPD/Excess", amount: 4_000, to: "2026-11-24" }],
      ],
      [
        "fail: BIPD falls to 900 in 3 days",
        [{ to: "2026-11-24" }, { type: "BIPD", amount: 900 }],
      ],
      [
        "unknown: BIPD falls to 1,000,000 in 3 days, if amounts are in thousands",
        [{}, { amount: 2_000, to: "2026-11-24" }],
      ],
      [
        "fail: BIPD ends in 10 days",
        [{ to: "2026-12-01" }, { from: "2026-12-02" }],
        [{ to: "2026-12-01" }, { from: "2026-12-01", type: "CARGO" }],
      ],
      [
        "unknown: a policy's coverage amount is not stated",
        [
          { amount: null, type: "CARGO", to: "2026-12-01" },
          { amount: 0, type: "CARGO", from: "2026-12-01" },
        ],
      ],
      [
        'unknown: a policy is of an unknown type "BIPD/Primary CANCELLATION PENDING"',
        [{ type: "BIPD/Primary CANCELLATION PENDING" }],
      ],
      [
        'unknown: a policy is of an unknown type "Liability"',
        [{ type: "Liability", to: "2026-11-30" }],
      ],
      [
        "unknown: insurance policies not stated",
        { "insurance.policies": null },
      ],
      ["unknown: insurance policies: too long", Array(501).fill({})],
    ],
  ],
  [
    "policies.cargo",
    { min_days_left: 7 },
    [
      [
        "pass: cargo policy in force",
        {},
        [{ type: "CARGO", amount: 0 }],
        [
          { type: "CARGO", to: "2026-11-24" },
          { type: "CARGO", from: "2026-11-24", amount: 5_000 },
        ],
      ],
      [
        "fail: no cargo policy on 2026-11-24, in 3 days",
        [{ type: "CARGO", to: "2026-11-24" }],
      ],
      ["fail: no cargo policy in force", [{ type: "CARGO", to: "2026-11-01" }]],
      ["unknown: no cargo policy", [{ type: "BIPD" }]],
      [
        "unknown: no cargo insurance on file",
        { ...filed({ type: "BIPD" }), "carrier.insurance.cargo_on_file": null },
      ],
    ],
  ],
];

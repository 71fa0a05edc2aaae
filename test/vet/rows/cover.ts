/** What the rules find: cover. Each row changes the good records of records.ts. */

import { failed, none, unasked } from "../../support/fixtures.ts";
import { at, filed, type RuleRows } from "../records.ts";

export const coverRows: RuleRows = [
  [
    "policies.bipd",
    { min: 750_000 },
    [
      ...at("insurance", [
        ["unknown: no BIPD policy, but BIPD on file 1,000,000", none],
        ["unknown: insurance not answered: the service answered 503", failed],
        ["unknown: the insurance record was not asked for", unasked],
      ]),
      ...at("insurance.policies", [
        ["unknown: insurance policies not stated", null],
        ["unknown: insurance policies: not a list", {}],
        ["unknown: no BIPD policy, but BIPD on file 1,000,000", []],
        [
          "unknown: BIPD in force not certain: a policy's effective date is not stated",
          ["text", 5, null],
        ],
      ]),
      [
        "fail: no BIPD policy",
        { "insurance.policies": [], "carrier.insurance": null },
        { "insurance.policies": [], "carrier.insurance.bipd_on_file": 500_000 },
        { insurance: none, "carrier.insurance.bipd_on_file": null },
        [{ type: "CARGO" }],
        [{ type: "SURETY" }],
        [{ type: "TRUST FUND" }],
        [{ type: "BOND (BMC-84)" }],
        [{ type: "PROPERTY BROKER SURETY BOND" }],
      ],
      [
        "unknown: no BIPD policy, but BIPD on file 750",
        { "insurance.policies": [], "carrier.insurance.bipd_on_file": 750 },
      ],
      [
        'unknown: no BIPD policy, but BIPD on file "?"',
        { "insurance.policies": [], "carrier.insurance.bipd_on_file": "?" },
      ],
      [
        "pass: BIPD in force 750,000, at least 750,000",
        [{ amount: 300_000 }, { amount: 450_000, type: "BIPD/Excess" }],
      ],
      [
        "fail: BIPD in force 749,999, below 750,000",
        [{ amount: 300_000 }, { amount: 449_999, type: "BIPD/Excess" }],
      ],
      [
        "unknown: BIPD in force not certain: excess policies may be the same one",
        [
          { amount: 300_000 },
          { amount: 300_000, type: "BIPD/Excess" },
          { amount: 200_000, type: "BIPD/Excess" },
        ],
      ],
      [
        "fail: BIPD in force 700,000, below 750,000",
        [{ amount: 700_000 }, { amount: 700_000 }],
      ],
      [
        "unknown: BIPD in force not certain: an excess policy without a primary one",
        [{ amount: 750_000, type: "BIPD/Excess" }],
      ],
      [
        "unknown: BIPD in force, limit not stated",
        [{ amount: 0 }, { amount: 5_000_000, type: "BIPD/Excess" }],
      ],
      [
        "unknown: BIPD in force not certain: a policy's coverage amount is not stated",
        [{ amount: null }],
      ],
      [
        'unknown: BIPD in force not certain: a policy\'s coverage amount is "lots"',
        [{ amount: "lots" }],
      ],
      [
        'unknown: BIPD in force not certain: another row says that policy "EX-1" is over, or may be',
        [{}, { status: "Canceled" }],
        [{}, { status: "REVOKED", from: null }],
        [{}, { canceled: "2026-11-20", insurer: "Example Mut" }],
        [{ from: "2026-02-01" }, { canceled: "2026-11-21" }],
        [{}, { status: "canceled", to: "2027-01-01" }],
        [{}, { status: "canceled", from: "2026-03-01" }],
        [{}, { status: "canceled", type: "BIPD/Excess" }],
        [{}, { to: "2026-11-01", amount: 999_999 }],
        [{ to: "2027-03-01" }, { status: "expired" }],
        [{}, { canceled: "11/01/2026" }],
        [{}, { also: { cancelDate: "2026-11-01" } }],
        [{}, { status: "LAPSED" }],
        [{}, { from: "2025-12-01", to: "2027-01-01", also: { lapsing: "Y" } }],
        [{}, { type: "BIPD/Primary CANCELED" }],
        [{}, { type: "CANCELLATION" }],
      ],
      ["unknown: BIPD in force 750, which may be thousands", [{ amount: 750 }]],
      ["fail: BIPD in force 749, below 750,000", [{ amount: 749 }]],
      [
        "fail: BIPD in force at most 700,000, below 750,000",
        [{ amount: 700_000, from: null }],
      ],
      [
        "unknown: BIPD in force not certain: a policy is of an unknown type 91",
        [{ type: 91 }],
      ],
      [
        "unknown: BIPD in force not certain: a policy's type is not stated",
        [{ type: null }],
      ],
      [
        'unknown: BIPD in force not certain: a policy is of an unknown type "BIPD BOND"',
        [{ type: "BIPD BOND" }],
        [{ amount: 300_000 }, { amount: 450_000, type: "BIPD BOND" }],
      ],
      ...[
        "BIPD/Primary CANCELLATION PENDING",
        "TRUSTEE LIABILITY",
        "Excess BIPD",
        "NO CARGO",
        "BI\u200bPD",
        "BIPDX",
      ].map(
        (type) =>
          [
            `unknown: BIPD in force not certain: a policy is of an unknown type "${type}"`,
            [{ type }],
          ] as const,
      ),
      [
        "fail: BIPD in force 300,000, below 750,000",
        [{ amount: 300_000 }, { amount: 400_000, type: "Umbrella" }],
        { ...filed({ amount: 300_000 }), "carrier.insurance.bipd_on_file": 0 },
      ],
      [
        "pass: BIPD in force 1,000,000, at least 750,000",
        {},
        { "carrier.insurance": null },
        [{ type: "bipd - primary" }],
        [{ amount: "$1,000,000" }],
        [{ to: "2026-11-22" }],
        [{ status: "Active" }],
        [{ status: "in force" }],
        [{ canceled: "2026-12-31" }],
        // A renewal has the number of the filing before it.
        [{ status: "CANCELLED", from: "2025-01-01" }, {}],
        [{ canceled: "2026-01-01", from: "2025-01-01" }, {}],
        [{ status: "CANCELLED", also: { policy_number: "EX-2" } }, {}],
        [{ status: "CANCELLED", also: { policy_number: null } }, {}],
        [{ status: "CANCELLED", type: "CARGO" }, {}],
        [{ to: "2026-01-01", from: "2025-01-01" }, {}],
        [{ to: "2026-01-15", from: "2025-01-15" }, {}],
        [{ to: "2026-11-01", type: "BIPD/Excess" }, {}],
        [{ canceled: "2026-11-22" }, {}],
        [{ also: { terms: "until canceled" } }],
      ],
      [
        "fail: no BIPD policy in force",
        [{ to: "2026-11-21" }],
        [{ from: "2026-11-22" }],
        [{ to: "2020-01-01", from: null }],
        [{ status: "CANCELLED" }],
        [{ status: "Expired" }],
        [{ status: "Revoked" }],
        [{ canceled: "2026-11-20" }],
      ],
      [
        "unknown: BIPD in force not certain: a policy's effective date is not stated",
        [{ from: null }],
      ],
      [
        'unknown: BIPD in force not certain: a policy\'s expiration date is "12/14/2027"',
        [{ to: "12/14/2027" }],
      ],
      [
        'unknown: BIPD in force not certain: a policy\'s status is "PENDING"',
        [{ status: "PENDING" }],
      ],
      [
        'unknown: BIPD in force not certain: a policy\'s status is "Reinstated"',
        [{ status: "Reinstated", canceled: "2026-11-01" }],
      ],
      [
        "unknown: BIPD in force not certain: a policy's status is 5",
        [{ status: 5 }],
      ],
      // Of fields beyond the interface, what may say that it is over.
      ...(
        [
          ["form code", "BMC-35 (cancellation)"],
          ["policy end", "2026-11-01"],
          ["valid", false],
          ["cancl effective date", "2026-11-20"],
          ["rejected date", "2026-11-20"],
          ["superseded by", "2026-11-20"],
          ["end date", "2026-11-20"],
          ["termDate", "2026-11-20"],
          ["revoked at", "2026-11-20"],
          ["pending", true],
          ["policy status", "Cancelled"],
          ["is active", false],
          ["in force until", "2026-01-01"],
          ["active", "CANCELED"],
          ["currentlyCanceled", "Y"],
          ["not active", true],
          ["status desc", "Other"],
          ["note", "VOID"],
        ] as const
      ).map(([words, value]): [string, object[]] => [
        `unknown: BIPD in force not certain: a policy's ${words} is ${JSON.stringify(value)}`,
        [{ also: { [words.replaceAll(" ", "_")]: value } }],
      ]),
      [
        "pass: BIPD in force 1,000,000, at least 750,000",
        [{ also: { pending_cancellation: "N", cancellation_notice: null } }],
        [{ also: { amended_date: "2026-01-01", extendedCoverage: true } }],
      ],
      [
        'unknown: BIPD in force not certain: a policy\'s cancellation date is "soon"',
        [{ canceled: "soon" }],
      ],
      [
        "unknown: BIPD in force 1,000,000, at least 750,000, but BIPD on file 0",
        { "carrier.insurance.bipd_on_file": 0 },
      ],
      [
        'unknown: BIPD in force 1,000,000, at least 750,000, but BIPD on file "none on file"',
        { "carrier.insurance.bipd_on_file": "none on file" },
      ],
      [
        'unknown: BIPD in force 1,000,000, at least 750,000, but BIPD on file "none"',
        { "carrier.insurance": "none" },
      ],
    ],
  ],
  [
    "policies.bipd",
    { min: 750_000, min_days_left: 7 },
    [
      [
        "pass: BIPD in force 1,000,000, at least 750,000",
        [{ to: "2026-11-28" }],
        [
          { amount: 750_000 },
          { to: "2026-11-24", also: { policy_number: "EX-2" } },
        ],
        [{ to: "2026-11-24" }, { from: "2026-11-24" }],
        [{ to: "2026-11-24" }, { amount: 900_000, from: "2026-11-24" }],
        [
          { to: "2026-11-24" },
          { from: "2026-11-24", to: "2026-11-26" },
          { from: "2026-11-26" },
        ],
      ],
      [
        "fail: BIPD falls to 0 on 2026-11-27, in 6 days: below 750,000",
        [{ to: "2026-11-27" }],
      ],
      [
        "fail: BIPD falls to 0 on 2026-11-24, in 3 days: below 750,000",
        [{ to: "2026-11-24" }, { from: "2026-11-25" }],
      ],
      [
        "fail: BIPD falls to 0 on 2026-11-26, in 5 days: below 750,000",
        [{ to: "2026-11-26" }, { to: "2026-11-24" }],
      ],
      [
        "unknown: BIPD on 2026-11-24 not certain: a policy's effective date is not stated",
        [{ to: "2026-11-24" }, { from: null }],
      ],
      [
        "unknown: BIPD on 2026-11-24, limit not stated",
        [{ to: "2026-11-24" }, { amount: 0, from: "2026-11-24" }],
      ],
      [
        "unknown: BIPD on 2026-11-24 not certain: an excess policy without a primary one",
        [
          { to: "2026-11-24" },
          { type: "BIPD/Excess", also: { policy_number: "EX-2" } },
        ],
      ],
      [
        "unknown: BIPD falls to 750 on 2026-11-27, in 6 days, which may be thousands",
        [
          { amount: 750 },
          { to: "2026-11-27", also: { policy_number: "EX-2" } },
        ],
      ],
    ],
  ],
  [
    "policies.cargo",
    { min: 100_000 },
    [
      ["pass: cargo in force 100,000, at least 100,000", {}],
      [
        "unknown: no cargo policy",
        { insurance: none },
        [],
        [{}],
        [{ type: "Other", amount: 50_000 }],
      ],
      [
        "unknown: no cargo insurance on file",
        { "insurance.policies": [], "carrier.insurance.cargo_on_file": 0 },
      ],
      [
        "fail: cargo in force 50,000, below 100,000",
        [{ amount: 50_000, type: "CARGO" }],
      ],
      [
        "unknown: cargo in force, limit not stated",
        [{ amount: 0, type: "CARGO" }],
      ],
      [
        "unknown: cargo in force 100, which may be thousands",
        [{ amount: 100, type: "CARGO" }],
      ],
      [
        'unknown: cargo in force not certain: a policy is of an unknown type "Other"',
        [{ type: "Other" }],
      ],
    ],
  ],
];

/** What the rules find: standing. Each row changes the good records of records.ts. */

import { unasked } from "../../support/fixtures.ts";
import { at, type RuleRows } from "../records.ts";

export const standingRows: RuleRows = [
  [
    "dot_number",
    { allow_file: "allowed.txt" },
    [["fail: not on the list allowed.txt", {}]],
  ],
  [
    "dot_number",
    { allow_file: "blocked.txt" },
    [["pass: on the list blocked.txt", {}]],
  ],
  [
    "dot_number",
    { deny_file: "allowed.txt" },
    [["pass: not on the list allowed.txt", {}]],
  ],
  [
    "status",
    { allow: ["ACTIVE"] },
    [
      ...at("carrier.status", [
        ['pass: status is " active "', " active "],
        ['fail: status is "INACTIVE"', "INACTIVE"],
        ["unknown: status not stated", "NONE", undefined, " n/a", null],
        ["unknown: status: not text", ["ACTIVE"]],
        [
          'unknown: status "A\u200bCTIVE": it has control or invisible characters',
          "A\u200bCTIVE",
        ],
        [`unknown: status "${"A".repeat(59)}…": too long`, "A".repeat(2_001)],
      ]),
      [
        'pass: status is "ACTIVE"',
        { carrier: unasked, summary: { status: "ACTIVE" } },
        { summary: { status: "X" } },
      ],
      ['fail: status is "X"', { carrier: unasked, summary: { status: "X" } }],
    ],
  ],
  [
    "status",
    { deny: ["INACTIVE", "OUT OF SERVICE", "NOT-*"] },
    at("carrier.status", [
      ['fail: status is "OUT-OF-SERVICE"', "OUT-OF-SERVICE"],
      [
        'fail: status is "\uff29\uff2e\uff21\uff23\uff34\uff29\uff36\uff25."',
        "ＩＮＡＣＴＩＶＥ.",
      ],
      ['fail: status is "NOT AUTHORIZED"', "NOT AUTHORIZED"],
      ['pass: status is "INACTIVE SINCE MAY"', "INACTIVE SINCE MAY"],
    ]),
  ],
  [
    "status",
    { allow: ["A*"], deny: ["*out of service*", "NOT *"] },
    at("carrier.status", [
      ['pass: status is "AUTHORIZED"', "AUTHORIZED"],
      ['fail: status is "ACTIVE, OUT-OF-SERVICE"', "ACTIVE, OUT-OF-SERVICE"],
      ['fail: status is "NOT ACTIVE"', "NOT ACTIVE"],
      [
        'unknown: status is "NOTHING", which your policy neither allows nor denies',
        "NOTHING",
      ],
    ]),
  ],
  [
    "status",
    { deny: ["*"] },
    at("carrier.status", [
      ['fail: status is "ACTIVE"', "ACTIVE"],
      ["unknown: status not stated", null],
    ]),
  ],
  [
    "authority.status",
    { allow: ["ACTIVE", "AUTHORIZED FOR Property*"], deny: ["*revoked*"] },
    at("carrier.authority.status", [
      [
        'pass: operating authority is "AUTHORIZED FOR Property, HHG"',
        "AUTHORIZED FOR Property, HHG",
      ],
      [
        'fail: operating authority is "AUTHORIZED FOR Property - REVOKED"',
        "AUTHORIZED FOR Property - REVOKED",
      ],
      ["unknown: operating authority not stated", null],
    ]),
  ],
  [
    "authority.status",
    { deny: ["NONE"] },
    [
      [
        'fail: operating authority is "none"',
        { "carrier.authority.status": "none" },
      ],
      ...at("carrier.authority", [
        ["unknown: operating authority not stated", null],
        ['unknown: operating authority "": "authority" is not an object', ""],
      ]),
      [
        "unknown: the carrier record was not asked for",
        { carrier: unasked, summary: { status: "ACTIVE" } },
      ],
    ],
  ],
  [
    "authority.age",
    { min_days: 90 },
    at("carrier.authority.common_authority_date", [
      ["pass: authority since 2026-08-23, 90 days: at least 90", "2026-08-23"],
      [
        "fail: authority since 2026-08-24, 89 days: fewer than 90",
        "2026-08-24",
      ],
      [
        "fail: authority since 2026-11-21, 0 days: fewer than 90",
        "2026-11-21",
        "2026-11-20T23:30:00-05:00",
      ],
      ["fail: authority since 2026-11-22: in the future", "2026-11-22"],
      ...["12/11/2017", "2017-02-29", "2015-0615"].map(
        (date) =>
          [
            `unknown: authority date "${date}": not certain which day`,
            date,
          ] as const,
      ),
      ...[
        "1970-01-01",
        "1969-12-31T19:00:00-05:00",
        "0001-01-01",
        "1934-12-31",
      ].map(
        (date) =>
          [
            `unknown: authority date "${date}": a placeholder, not a date`,
            date,
          ] as const,
      ),
      [
        "pass: authority since 1935-01-01, 33,562 days: at least 90",
        "1935-01-01",
      ],
      [
        "pass: authority since 2015-06-15, 4,177 days: at least 90",
        "20150615",
        "20150615 0000",
        "20150615T233000Z",
        "2015-06-15 00:00:00",
        "2015-06-14T23:30:00-0500",
      ],
      ["unknown: authority date not stated", "", undefined],
    ]),
  ],
  [
    "authority.age",
    { min_days: 90, review_days: 365 },
    at("carrier.authority.common_authority_date", [
      [
        "pass: authority since 2025-11-21, 365 days: at least 365",
        "2025-11-21",
      ],
      [
        "fail: authority since 2025-11-22, 364 days: fewer than 365",
        "2025-11-22",
      ],
      [
        "fail: authority since 2026-09-01, 81 days: fewer than 90",
        "2026-09-01",
      ],
    ]),
  ],
  [
    "mc_number",
    {},
    at("carrier.mc_number", [
      ['pass: MC number "115495"', 115495],
      ['pass: MC number "MC-115495, FF-2"', "MC-115495, FF-2"],
      [
        'unknown: MC number "MC-115495 (REVOKED)": not just a docket number',
        "MC-115495 (REVOKED)",
      ],
      ["unknown: MC number -1: not just a docket number", -1],
      ['unknown: MC number "0": not just a docket number', "0"],
      [
        'unknown: MC number "USDOT 115495": not just a docket number',
        "USDOT 115495",
      ],
    ]),
  ],
];

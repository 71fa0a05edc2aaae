/** What the rules find: standing. Each row changes the good records of records.ts. */

import { unasked } from "../../support/fixtures.ts";
import { at, each, type RuleRows } from "../records.ts";

const since = at("carrier.authority.common_authority_date");
const authority = at("carrier.authority.status");
const status = at("carrier.status");
const unseen = "it has control or invisible characters";

export const standingRows: RuleRows = [
  [
    "dot_number",
    { deny_file: "blocked.txt" },
    [[{}, "fail: on the list blocked.txt"]],
  ],
  [
    "dot_number",
    { allow_file: "allowed.txt" },
    [[{}, "fail: not on the list allowed.txt"]],
  ],
  [
    "dot_number",
    { allow_file: "blocked.txt" },
    [[{}, "pass: on the list blocked.txt"]],
  ],
  [
    "dot_number",
    { deny_file: "allowed.txt" },
    [[{}, "pass: not on the list allowed.txt"]],
  ],
  [
    "status",
    { allow: ["ACTIVE"] },
    [
      [{}, 'pass: status is "ACTIVE"'],
      ...each(status, [
        [" active ", 'pass: status is " active "'],
        ["INACTIVE", 'fail: status is "INACTIVE"'],
        ["OUT-OF-SERVICE", 'fail: status is "OUT-OF-SERVICE"'],
        ["NONE", "unknown: status not stated"],
        [undefined, "unknown: status not stated"],
        [" n/a", "unknown: status not stated"],
        [null, "unknown: status not stated"],
        [["ACTIVE"], "unknown: status: not text"],
        ["A\u200bCTIVE", `unknown: status "A\u200bCTIVE": ${unseen}`],
      ]),
    ],
  ],
  [
    "status",
    { deny: ["INACTIVE", "OUT OF SERVICE"] },
    [
      [{}, 'pass: status is "ACTIVE"'],
      ...each(status, [
        ["inactive", 'fail: status is "inactive"'],
        ["OUT-OF-SERVICE", 'fail: status is "OUT-OF-SERVICE"'],
        [
          "ＩＮＡＣＴＩＶＥ.",
          'fail: status is "\uff29\uff2e\uff21\uff23\uff34\uff29\uff36\uff25."',
        ],
        ["INACTIVE SINCE MAY", 'pass: status is "INACTIVE SINCE MAY"'],
        [null, "unknown: status not stated"],
      ]),
    ],
  ],
  [
    "status",
    { allow: ["A*"], deny: ["*out of service*", "NOT *"] },
    [
      [{}, 'pass: status is "ACTIVE"'],
      ...each(status, [
        ["ACTIVE, OUT-OF-SERVICE", 'fail: status is "ACTIVE, OUT-OF-SERVICE"'],
        ["NOT ACTIVE", 'fail: status is "NOT ACTIVE"'],
        [
          "NOTHING",
          'unknown: status is "NOTHING", which your policy neither allows nor denies',
        ],
        ["AUTHORIZED", 'pass: status is "AUTHORIZED"'],
      ]),
    ],
  ],
  [
    "status",
    { allow: ["ACTIVE"] },
    [
      [
        { carrier: unasked, summary: { status: "ACTIVE" } },
        'pass: status is "ACTIVE"',
      ],
      [{ carrier: unasked, summary: { status: "X" } }, 'fail: status is "X"'],
      [{ summary: { status: "X" } }, 'pass: status is "ACTIVE"'],
    ],
  ],
  [
    "status",
    { deny: ["NOT-*"] },
    [
      [{}, 'pass: status is "ACTIVE"'],
      [status("NOT AUTHORIZED"), 'fail: status is "NOT AUTHORIZED"'],
    ],
  ],
  [
    "status",
    { deny: ["*"] },
    [
      [{}, 'fail: status is "ACTIVE"'],
      [status(null), "unknown: status not stated"],
    ],
  ],
  [
    "authority.status",
    { allow: ["ACTIVE", "AUTHORIZED FOR Property*"], deny: ["*revoked*"] },
    [
      [{}, 'pass: operating authority is "ACTIVE"'],
      ...each(authority, [
        [
          "AUTHORIZED FOR Property, HHG",
          'pass: operating authority is "AUTHORIZED FOR Property, HHG"',
        ],
        [
          "AUTHORIZED FOR Property - REVOKED",
          'fail: operating authority is "AUTHORIZED FOR Property - REVOKED"',
        ],
        [
          "None",
          'unknown: operating authority is "None", which your policy neither allows nor denies',
        ],
        [null, "unknown: operating authority not stated"],
      ]),
    ],
  ],
  [
    "authority.status",
    { deny: ["NONE"] },
    [
      [authority("none"), 'fail: operating authority is "none"'],
      ...each(at("carrier.authority"), [
        [null, "unknown: operating authority not stated"],
        [
          "ACTIVE",
          'unknown: operating authority "ACTIVE": "authority" is not an object',
        ],
        ["", 'unknown: operating authority "": "authority" is not an object'],
      ]),
      [
        { carrier: unasked, summary: { status: "ACTIVE" } },
        "unknown: the carrier record was not asked for",
      ],
    ],
  ],
  [
    "authority.age",
    { min_days: 90 },
    [
      [{}, "pass: authority since 2014-10-25, 4,410 days: at least 90"],
      ...each(since, [
        [
          "2026-08-23",
          "pass: authority since 2026-08-23, 90 days: at least 90",
        ],
        [
          "2026-08-24",
          "fail: authority since 2026-08-24, 89 days: fewer than 90",
        ],
        [
          "2026-11-21",
          "fail: authority since 2026-11-21, 0 days: fewer than 90",
        ],
        [
          "2026-11-20T23:30:00-05:00",
          "fail: authority since 2026-11-21, 0 days: fewer than 90",
        ],
        ["2026-11-22", "fail: authority since 2026-11-22: in the future"],
        [
          "12/11/2017",
          'unknown: authority date "12/11/2017": not certain which day',
        ],
        [
          "20170101 0000",
          "pass: authority since 2017-01-01, 3,611 days: at least 90",
        ],
        [
          "2017-02-29",
          'unknown: authority date "2017-02-29": not certain which day',
        ],
        [
          "1970-01-01",
          'unknown: authority date "1970-01-01": a placeholder, not a date',
        ],
        [
          "1969-12-31T19:00:00-05:00",
          'unknown: authority date "1969-12-31T19:00:00-05:00": a placeholder, not a date',
        ],
        [
          "0001-01-01",
          'unknown: authority date "0001-01-01": a placeholder, not a date',
        ],
        [
          "1934-12-31",
          'unknown: authority date "1934-12-31": a placeholder, not a date',
        ],
        [
          "1935-01-01",
          "pass: authority since 1935-01-01, 33,562 days: at least 90",
        ],
        ["", "unknown: authority date not stated"],
        [undefined, "unknown: authority date not stated"],
      ]),
    ],
  ],
  [
    "mc_number",
    {},
    [
      [{}, 'pass: MC number "9100001"'],
      ...each(at("carrier.mc_number"), [
        [115495, 'pass: MC number "115495"'],
        ["MC-115495, FF-2", 'pass: MC number "MC-115495, FF-2"'],
        [-1, "unknown: MC number -1: not text"],
        ["0", 'unknown: MC number "0": not a docket number'],
        [
          "USDOT 115495",
          'unknown: MC number "USDOT 115495": not a docket number',
        ],
        [null, "unknown: MC number not stated"],
      ]),
    ],
  ],
  [
    "authority.age",
    { min_days: 90, review_days: 365 },
    [
      [{}, "pass: authority since 2014-10-25, 4,410 days: at least 365"],
      ...each(since, [
        [
          "2026-05-01",
          "fail: authority since 2026-05-01, 204 days: fewer than 365",
        ],
        [
          "2026-09-01",
          "fail: authority since 2026-09-01, 81 days: fewer than 90",
        ],
        [
          "20150615",
          "pass: authority since 2015-06-15, 4,177 days: at least 365",
        ],
        [
          "20150615T233000Z",
          "pass: authority since 2015-06-15, 4,177 days: at least 365",
        ],
        [
          "2015-06-15 00:00:00",
          "pass: authority since 2015-06-15, 4,177 days: at least 365",
        ],
        [
          "2015-06-15T23:30:00-0500",
          "pass: authority since 2015-06-16, 4,176 days: at least 365",
        ],
        [
          "2015-0615",
          'unknown: authority date "2015-0615": not certain which day',
        ],
      ]),
    ],
  ],
  [
    "status",
    { allow: ["ACTIVE"] },
    [
      [
        status("A".repeat(2_001)),
        `unknown: status "${"A".repeat(59)}…": too long`,
      ],
    ],
  ],
];

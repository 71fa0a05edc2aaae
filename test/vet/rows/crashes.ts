/** What the rules find: crashes. Each row changes the good records of records.ts. */

import { failed, none } from "../../support/fixtures.ts";
import { at, type RuleRows } from "../records.ts";

export const crashesRows: RuleRows = [
  [
    "crashes.total",
    { per_power_unit: 0.15, allow: 2 },
    [
      [
        "pass: 9 crashes for 184 power units: at most 0.15 per unit",
        {},
        { safety: none },
        { "carrier.safety.total_crashes": null },
        { "carrier.fleet.drivers": null },
      ],
      [
        "fail: 28 crashes for 184 power units: above 0.15 per unit",
        { "carrier.safety.total_crashes": 28 },
        { "carrier.safety.total_crashes": 28, safety: failed },
        { "carrier.safety.total_crashes": null, "safety.crashes.total": 28 },
        { "carrier.safety.total_crashes": 0, "safety.crashes.total": 28 },
      ],
      [
        "unknown: crashes not stated",
        { "carrier.safety.total_crashes": null, "safety.crashes.total": null },
      ],
      [
        'unknown: crashes "lots": not a number of at least 0',
        { "carrier.safety.total_crashes": "lots" },
      ],
      [
        "unknown: 9 crashes, but power units not stated",
        { "carrier.fleet": null },
      ],
      [
        "unknown: 9 crashes, but 184 power units, 2 drivers: more than 20 units per driver",
        { "carrier.fleet.drivers": 2 },
      ],
      [
        "pass: 2 crashes: at most 2",
        {
          "carrier.safety.total_crashes": 2,
          "safety.crashes.total": 2,
          "carrier.fleet": null,
        },
      ],
    ],
  ],
  [
    "crashes.total",
    { allow: 9 },
    at("carrier.safety.total_crashes", [
      ["pass: 9 crashes: at most 9", 9],
      ["fail: 10 crashes: above 9", 10],
    ]),
  ],
  [
    "crashes.fatal",
    { per_power_unit: 0.01, allow: 0 },
    [
      ["pass: 0 fatal crashes: at most 0", {}],
      ...at("safety.crashes.fatal", [
        ["pass: 1 fatal crash for 184 power units: at most 0.01 per unit", 1],
        ["fail: 2 fatal crashes for 184 power units: above 0.01 per unit", 2],
        ["unknown: fatal crashes not stated", null],
      ]),
      ["unknown: no safety record", { safety: none }],
    ],
  ],
];

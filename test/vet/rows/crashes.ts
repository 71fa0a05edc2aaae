/** What the rules find: crashes. Each row changes the good records of records.ts. */

import { failed, none, unasked } from "../../support/fixtures.ts";
import { at, each, type RuleRows } from "../records.ts";

const perUnit = (count: number, than: string) =>
  `${count} crashes for 184 power units: ${than} 0.15 per unit`;

export const crashesRows: RuleRows = [
  [
    "crashes.total",
    { per_power_unit: 0.15, allow: 2 },
    [
      [{}, `pass: ${perUnit(9, "at most")}`],
      [{ "carrier.safety.total_crashes": 28 }, `fail: ${perUnit(28, "above")}`],
      [
        { "safety.crashes.total": 100, "carrier.safety.total_crashes": 0 },
        `fail: ${perUnit(100, "above")}`,
      ],
      [
        { "safety.crashes.total": 0, "carrier.safety.total_crashes": 100 },
        `fail: ${perUnit(100, "above")}`,
      ],
      [
        { "carrier.safety.total_crashes": null },
        `pass: ${perUnit(9, "at most")}`,
      ],
      [
        { "carrier.safety.total_crashes": null, "safety.crashes.total": 28 },
        `fail: ${perUnit(28, "above")}`,
      ],
      [
        { "carrier.safety.total_crashes": null, "safety.crashes.total": null },
        "unknown: crashes not stated",
      ],
      [
        { "carrier.safety.total_crashes": "lots" },
        'unknown: crashes "lots": not a number of at least 0',
      ],
      ...each(at("safety"), [
        [none, `pass: ${perUnit(9, "at most")}`],
        [unasked, "unknown: the safety record was not asked for"],
        [failed, "unknown: safety not answered: the service answered 503"],
      ]),
      [
        { safety: failed, "carrier.safety.total_crashes": 28 },
        `fail: ${perUnit(28, "above")}`,
      ],
      [{ "carrier.fleet": null }, "unknown: power units not stated"],
      [{ "carrier.fleet.drivers": null }, `pass: ${perUnit(9, "at most")}`],
      [{ "carrier.fleet.drivers": "?" }, `pass: ${perUnit(9, "at most")}`],
      [
        { "carrier.fleet.drivers": 2 },
        "unknown: 184 power units, 2 drivers: more than 20 units per driver",
      ],
      [
        {
          "carrier.safety.total_crashes": 2,
          "safety.crashes.total": 2,
          "carrier.fleet": null,
        },
        "pass: 2 crashes: at most 2",
      ],
    ],
  ],
  [
    "crashes.total",
    { allow: 9 },
    [
      [{}, "pass: 9 crashes: at most 9"],
      [{ "carrier.safety.total_crashes": 10 }, "fail: 10 crashes: above 9"],
    ],
  ],
  [
    "crashes.fatal",
    { per_power_unit: 0.01, allow: 0 },
    [
      [{}, "pass: 0 fatal crashes: at most 0"],
      ...each(at("safety.crashes.fatal"), [
        [1, "pass: 1 fatal crash for 184 power units: at most 0.01 per unit"],
        [2, "fail: 2 fatal crashes for 184 power units: above 0.01 per unit"],
        [null, "unknown: fatal crashes not stated"],
      ]),
      [
        { "safety.crashes.fatal": 2, "carrier.fleet.drivers": null },
        "fail: 2 fatal crashes for 184 power units: above 0.01 per unit",
      ],
      [{ "safety.crashes": null }, "unknown: fatal crashes not stated"],
      [{ safety: none }, "unknown: no safety record"],
    ],
  ],
];

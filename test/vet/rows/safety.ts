/** What the rules find: safety. Each row changes the good records of records.ts. */

import { failed, none, unasked } from "../../support/fixtures.ts";
import { at, each, type RuleRows } from "../records.ts";

const rate = "out-of-service rate:";
const vehicle = "; vehicle 13.8, national 22.26: at most 1.5 times";
const driver = (parts: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [
      `safety.inspections.driver.${name}`,
      value,
    ]),
  );
const rated = (carrier: unknown, safety: unknown = "Satisfactory") => ({
  "carrier.safety.rating": carrier,
  "safety.rating": safety,
});

export const safetyRows: RuleRows = [
  [
    "safety.rating",
    {
      allow: ["Satisfactory", "S"],
      deny: ["Unsatisfactory", "U"],
      unrated: "allow",
    },
    [
      [{}, 'pass: rated "Satisfactory"'],
      [rated("u"), 'fail: rated "u"'],
      [{ "safety.rating": "Unsatisfactory" }, 'fail: rated "Unsatisfactory"'],
      [
        rated("Conditional"),
        'unknown: rated "Conditional", which your policy neither allows nor denies',
      ],
      [rated(null), 'pass: rated "Satisfactory"'],
      [rated(null, "None"), "pass: unrated"],
      [
        rated(null, "Conditional"),
        'unknown: rated "Conditional", which your policy neither allows nor denies',
      ],
      ...each(at("safety"), [
        [none, 'pass: rated "Satisfactory"'],
        [unasked, "unknown: the safety record was not asked for"],
        [failed, "unknown: safety not answered: the service answered 503"],
      ]),
      [{ safety: failed, "carrier.safety.rating": "U" }, 'fail: rated "U"'],
      [{ "carrier.safety": null, "safety.rating": null }, "pass: unrated"],
      [{ "carrier.safety": null, safety: none }, "pass: unrated"],
      [
        { "carrier.safety": null, safety: unasked },
        "unknown: the safety record was not asked for",
      ],
      [
        { "carrier.safety": "S" },
        'unknown: safety rating "S": "safety" is not an object',
      ],
      [rated(5), "unknown: safety rating 5: not text"],
      [rated(5, "U"), 'fail: rated "U"; safety rating 5: not text'],
    ],
  ],
  [
    "safety.rating",
    { allow: ["Satisfactory"], deny: ["Conditional"], unrated: "deny" },
    [
      [rated(null, null), "fail: unrated, which your policy denies"],
      [
        { "carrier.safety.rating": null, safety: none },
        "fail: unrated, which your policy denies",
      ],
      [
        { "carrier.safety.rating": null, safety: failed },
        "unknown: safety not answered: the service answered 503",
      ],
    ],
  ],
  [
    "safety.rating",
    { allow: ["Satisfactory"], deny: ["Conditional"] },
    [
      [
        rated(null, null),
        "unknown: unrated, which your policy neither allows nor denies",
      ],
    ],
  ],
  [
    "safety.rating",
    { allow: ["Satisfactory"], deny: ["Conditional"], unrated: "unknown" },
    [
      [
        rated(null, null),
        "unknown: unrated, which your policy neither allows nor denies",
      ],
    ],
  ],
  [
    "inspections.total",
    { min: 500 },
    [
      [{}, "pass: 711 inspections: at least 500"],
      [driver({ total: 200 }), "fail: 499 inspections: fewer than 500"],
      [
        { "safety.inspections.driver": null },
        "unknown: driver inspections not stated",
      ],
      [{ "safety.inspections": {} }, "unknown: driver inspections not stated"],
      [{ safety: none }, "unknown: no safety record"],
    ],
  ],
  [
    "inspections.oos_rate",
    {
      groups: ["driver", "vehicle"],
      max_times_national: 1.5,
      min_inspections: 20,
      fewer: "allow",
    },
    [
      [
        {},
        `pass: ${rate} driver 2.2, national 6.67: at most 1.5 times${vehicle}`,
      ],
      ...each(driver, [
        [
          { oos: 53, oos_rate: 12.9 },
          `fail: ${rate} driver 12.9, national 6.67: above 1.5 times`,
        ],
        [
          { oos: 41, oos_rate: 10 },
          `pass: ${rate} driver 10, national 6.67: at most 1.5 times${vehicle}`,
        ],
        [
          { oos: 41, oos_rate: 10.01 },
          `fail: ${rate} driver 10.01, national 6.67: above 1.5 times`,
        ],
        [
          { total: 19, oos: 10, oos_rate: 52.6 },
          `pass: ${rate} driver 19 inspections: fewer than 20${vehicle}`,
        ],
        [
          { total: 19, oos: 20 },
          `unknown: ${rate} driver 19 inspections, but 20 out of service`,
        ],
        [
          { total: 20, oos: 10, oos_rate: 50 },
          `fail: ${rate} driver 50, national 6.67: above 1.5 times`,
        ],
        [
          { total: 0, oos: 0, oos_rate: 0 },
          `pass: ${rate} driver 0 inspections: fewer than 20${vehicle}`,
        ],
        [{ oos: 0, oos_rate: 0 }, `pass: ${rate} driver 0${vehicle}`],
        [
          { oos: 0, oos_rate: 0, national_avg: null },
          `pass: ${rate} driver 0${vehicle}`,
        ],
        [
          { oos: 0, oos_rate: 0, national_avg: 0.0667 },
          `pass: ${rate} driver 0${vehicle}`,
        ],
        [
          { national_avg: null },
          `unknown: ${rate} driver national average not stated`,
        ],
        [
          { national_avg: 0.0667 },
          `unknown: ${rate} driver 2.2, national 0.0667: not an average in percent`,
        ],
        [
          { national_avg: 0.5 },
          `fail: ${rate} driver 2.2, national 0.5: above 1.5 times`,
        ],
        [
          { national_avg: 101 },
          `unknown: ${rate} driver 2.2, national 101: not an average in percent`,
        ],
        [
          { national_avg: 100 },
          `pass: ${rate} driver 2.2, national 100: at most 1.5 times${vehicle}`,
        ],
        [
          { oos_rate: 11 },
          `unknown: ${rate} driver 11 is not the share of 9 in 412 in percent`,
        ],
        // Where a rate and its counts are apart, both must be on one side.
        [
          { oos_rate: 10 },
          `pass: ${rate} driver 10, national 6.67: at most 1.5 times${vehicle}`,
        ],
        [
          { oos: 42, oos_rate: 0 },
          `unknown: ${rate} driver 0 is not the share of 42 in 412 in percent`,
        ],
        [
          { oos: 42, oos_rate: 60 },
          `fail: ${rate} driver 60, national 6.67: above 1.5 times`,
        ],
        [
          { oos: null, oos_rate: 10.01 },
          `fail: ${rate} driver 10.01, national 6.67: above 1.5 times`,
        ],
        [
          { oos: null, oos_rate: 0, national_avg: null },
          `pass: ${rate} driver 0${vehicle}`,
        ],
        [{ total: null }, `unknown: ${rate} driver inspections not stated`],
        [
          { oos: 413 },
          `unknown: ${rate} driver 412 inspections, but 413 out of service`,
        ],
        [
          { total: "412" },
          `pass: ${rate} driver 2.2, national 6.67: at most 1.5 times${vehicle}`,
        ],
      ]),
      [
        { "safety.inspections.driver": [] },
        'unknown: out-of-service rate: driver inspections: "inspections.driver" is not an object',
      ],
      [
        {
          "safety.inspections.driver.oos": 53,
          "safety.inspections.driver.oos_rate": 12.9,
          "safety.inspections.vehicle": null,
        },
        `fail: ${rate} driver 12.9, national 6.67: above 1.5 times; vehicle inspections not stated`,
      ],
      [
        { "safety.inspections.hazmat.oos_rate": 99 },
        `pass: ${rate} driver 2.2, national 6.67: at most 1.5 times${vehicle}`,
      ],
    ],
  ],
  [
    "inspections.oos_rate",
    { groups: ["hazmat"], max_times_national: 1, min_inspections: 32 },
    [[{}, `unknown: ${rate} hazmat 31 inspections: fewer than 32`]],
  ],
  [
    "safety.rating",
    {
      allow: ["Satisfactory", "S"],
      deny: ["Unsatisfactory"],
      unrated: "allow",
    },
    [
      [rated("Not Rated", "NR"), "pass: unrated"],
      [rated("Not Rated", "Satisfactory"), 'pass: rated "Satisfactory"'],
      [rated("Unrated", "Unsatisfactory"), 'fail: rated "Unsatisfactory"'],
    ],
  ],
];

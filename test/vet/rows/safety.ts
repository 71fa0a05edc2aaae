/** What the rules find: safety. Each row changes the good records of records.ts. */

import { failed, none, unasked } from "../../support/fixtures.ts";
import type { RuleRows } from "../records.ts";

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
      [
        'pass: rated "Satisfactory"',
        {},
        rated(null),
        rated("Not Rated"),
        { safety: none },
      ],
      [
        'fail: rated "Unsatisfactory"',
        { "safety.rating": "Unsatisfactory" },
        rated("Unrated", "Unsatisfactory"),
      ],
      [
        'fail: rated "u"',
        rated("u"),
        { safety: failed, "carrier.safety.rating": "u" },
      ],
      [
        'unknown: rated "Conditional", which your policy neither allows nor denies',
        rated("Conditional"),
        rated(null, "Conditional"),
      ],
      [
        "pass: unrated",
        rated(null, "None"),
        rated("Not Rated", "NR"),
        { "carrier.safety": null, safety: none },
      ],
      [
        "unknown: safety not answered: the service answered 503",
        { safety: failed },
      ],
      ["unknown: the safety record was not asked for", { safety: unasked }],
      [
        'unknown: safety rating "S": "safety" is not an object',
        { "carrier.safety": "S" },
      ],
      ["unknown: safety rating 5: not text", rated(5)],
      ['fail: rated "U"; safety rating 5: not text', rated(5, "U")],
    ],
  ],
  [
    "safety.rating",
    { allow: ["Satisfactory"], deny: ["Conditional"], unrated: "deny" },
    [
      [
        "fail: unrated, which your policy denies",
        rated(null, null),
        { "carrier.safety.rating": null, safety: none },
      ],
      [
        "unknown: safety not answered: the service answered 503",
        { "carrier.safety.rating": null, safety: failed },
      ],
    ],
  ],
  [
    "safety.rating",
    { allow: ["Satisfactory"], deny: ["Conditional"] },
    [
      [
        "unknown: unrated, which your policy neither allows nor denies",
        rated(null, null),
      ],
    ],
  ],
  [
    "inspections.total",
    { min: 500 },
    [
      ["pass: 711 inspections: at least 500", {}],
      ["fail: 499 inspections: fewer than 500", driver({ total: 200 })],
      [
        "unknown: driver inspections not stated",
        { "safety.inspections.driver": null },
      ],
      ["unknown: no safety record", { safety: none }],
    ],
  ],
  [
    "inspections.oos_rate",
    {
      groups: ["driver"],
      max_times_national: 1.5,
      min_inspections: 20,
      fewer: "allow",
    },
    [
      [
        "pass: out-of-service rate: driver 2.2, national 6.67: at most 1.5 times",
        {},
        { "safety.inspections.hazmat.oos_rate": 99 },
      ],
      [
        "pass: out-of-service rate: driver 10, national 6.67: at most 1.5 times",
        driver({ oos: 41, oos_rate: 10 }),
      ],
      [
        "fail: out-of-service rate: driver 10.01, national 6.67: above 1.5 times",
        driver({ oos: 41, oos_rate: 10.01 }),
        driver({ oos: null, oos_rate: 10.01 }),
      ],
      [
        "pass: out-of-service rate: driver 19 inspections: fewer than 20",
        driver({ total: 19, oos: 10, oos_rate: 52.6 }),
      ],
      [
        "unknown: out-of-service rate: driver 19 inspections, but 20 out of service",
        driver({ total: 19, oos: 20 }),
      ],
      [
        "fail: out-of-service rate: driver 50, national 6.67: above 1.5 times",
        driver({ total: 20, oos: 10, oos_rate: 50 }),
      ],
      [
        "pass: out-of-service rate: driver 0 inspections: fewer than 20",
        driver({ total: 0, oos: 0, oos_rate: 0 }),
      ],
      [
        "pass: out-of-service rate: driver 0",
        driver({ oos: 0, oos_rate: 0 }),
        driver({ oos: 0, oos_rate: 0, national_avg: null }),

        driver({ oos: null, oos_rate: 0, national_avg: null }),
      ],
      [
        "unknown: out-of-service rate: driver national average not stated",
        driver({ national_avg: null }),
      ],
      [
        "unknown: out-of-service rate: driver 2.2, national 0.0667: not an average in percent",
        driver({ national_avg: 0.0667 }),
      ],
      [
        "fail: out-of-service rate: driver 2.2, national 0.5: above 1.5 times",
        driver({ national_avg: 0.5 }),
      ],
      [
        "unknown: out-of-service rate: driver 2.2, national 101: not an average in percent",
        driver({ national_avg: 101 }),
      ],
      [
        "pass: out-of-service rate: driver 2.2, national 100: at most 1.5 times",
        driver({ national_avg: 100 }),
      ],
      // Where a rate and its counts are apart, both must be on one side.
      [
        "unknown: out-of-service rate: driver 11 is not the share of 9 in 412 in percent",
        driver({ oos_rate: 11 }),
      ],
      [
        "pass: out-of-service rate: driver 10, national 6.67: at most 1.5 times",
        driver({ oos_rate: 10 }),
      ],
      [
        "unknown: out-of-service rate: driver 0 is not the share of 42 in 412 in percent",
        driver({ oos: 42, oos_rate: 0 }),
      ],
      [
        "fail: out-of-service rate: driver 60, national 6.67: above 1.5 times",
        driver({ oos: 42, oos_rate: 60 }),
      ],
      [
        "unknown: out-of-service rate: driver inspections not stated",
        driver({ total: null }),
      ],
      [
        'unknown: out-of-service rate: driver inspections: "inspections.driver" is not an object',
        { "safety.inspections.driver": [] },
      ],
    ],
  ],
  [
    "inspections.oos_rate",
    { groups: ["driver", "vehicle"], max_times_national: 1.5 },
    [
      [
        "pass: out-of-service rate: driver 2.2, national 6.67: at most 1.5 times; vehicle 13.8, national 22.26: at most 1.5 times",
        {},
      ],
      [
        "fail: out-of-service rate: driver 60, national 6.67: above 1.5 times; vehicle inspections not stated",
        {
          ...driver({ oos: 42, oos_rate: 60 }),
          "safety.inspections.vehicle": null,
        },
      ],
    ],
  ],
  [
    "inspections.oos_rate",
    { groups: ["hazmat"], max_times_national: 1, min_inspections: 32 },
    [
      [
        "unknown: out-of-service rate: hazmat 31 inspections: fewer than 32",
        {},
      ],
    ],
  ],
];

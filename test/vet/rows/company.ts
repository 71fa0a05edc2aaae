/** What the rules find: company. Each row changes the good records of records.ts. */

import { unasked } from "../../support/fixtures.ts";
import { at, each, type RuleRows } from "../records.ts";

const state = at("carrier.address.state");
const units = at("carrier.fleet.power_units");
const fleet = (power_units: number, drivers: number) => ({
  "carrier.fleet": { power_units, drivers },
});
const phone = at("carrier.contact.phone");
const email = at("carrier.contact.email");
const allowed = at("carrier.allowed_to_operate");
const fine = "not on the list fraud.txt";
const phoneFine = `phone "(555) 555-0101": ${fine}`;

const filedFields = (sent: object) => {
  const all = { mcs150_date: "2025-11-21", ...sent };
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [`carrier.${name}`, value]),
  );
};
const allSent =
  'cargo_carried not sent; out_of_service_date not sent; mcs150_date is "2025-11-21", 365 days: at most 730';

export const companyRows: RuleRows = [
  [
    "address.state",
    { allow: ["@us"], deny: ["CA"] },
    [
      [{}, 'pass: state or province is "NE"'],
      ...each(state, [
        [" ne ", 'pass: state or province is " ne "'],
        ["CA", 'fail: state or province is "CA"'],
        [
          "PR",
          'unknown: state or province is "PR", which your policy neither allows nor denies',
        ],
        ["Texas", 'unknown: state or province "Texas": not a two-letter code'],
        [null, "unknown: state or province not stated"],
      ]),
    ],
  ],
  [
    "address.state",
    { deny: ["TX", "N*"] },
    [
      [{}, 'fail: state or province is "NE"'],
      [state("KS"), 'pass: state or province is "KS"'],
      [
        { "carrier.address": "KS" },
        'unknown: state or province "KS": "address" is not an object',
      ],
    ],
  ],
  [
    "address.street",
    { deny: ["*po box*", "*p o box*", "*post office box*"] },
    [
      [{}, 'pass: street address is "1200 LAMPLIGHT RD"'],
      ...each(at("carrier.address.street"), [
        ["P.O. BOX 16", 'fail: street address is "P.O. BOX 16"'],
        ["PO Box 16, Lincoln", 'fail: street address is "PO Box 16, Lincoln"'],
        ["RR 2 BOX 77", 'pass: street address is "RR 2 BOX 77"'],
      ]),
    ],
  ],
  [
    "fleet.power_units",
    { min: 2 },
    [
      [{}, "pass: 184 power units: at least 2"],
      ...each(units, [
        [1, "fail: 1 power unit: fewer than 2"],
        [0, "fail: 0 power units: fewer than 2"],
        ["1,000", "pass: 1,000 power units: at least 2"],
        [-1, "unknown: power units -1: not a number of at least 0"],
        ["two", 'unknown: power units "two": not a number of at least 0'],
        ["1,00", 'unknown: power units "1,00": not a number of at least 0'],
        [null, "unknown: power units not stated"],
      ]),
    ],
  ],
  [
    "fleet.power_units",
    { min: 2 },
    [
      [
        { carrier: unasked, summary: { fleet: { power_units: 3 } } },
        "pass: 3 power units: at least 2",
      ],
    ],
  ],
  [
    "fleet.plausible",
    {},
    [
      [{}, "pass: 184 power units, 201 drivers"],
      [
        fleet(599_994, 2),
        "fail: 599,994 power units, 2 drivers: more than 20 units per driver",
      ],
      [fleet(20, 0), "pass: 20 power units, 0 drivers"],
      [
        fleet(21, 0),
        "fail: 21 power units, 0 drivers: more than 20 units per driver",
      ],
      [
        fleet(0, 40),
        "fail: 0 power units, 40 drivers: more than 20 drivers per unit",
      ],
      [fleet(2, 40), "pass: 2 power units, 40 drivers"],
      [fleet(0, 0), "pass: 0 power units, 0 drivers"],
      [{ "carrier.fleet": { power_units: 5 } }, "unknown: drivers not stated"],
      [{ "carrier.fleet": { drivers: 5 } }, "unknown: power units not stated"],
    ],
  ],
  [
    "contact",
    { require: ["phone", "email"] },
    [
      [{}, 'pass: phone "(555) 555-0101"; email "dispatch@example.com"'],
      [phone(null), "unknown: phone not stated"],
      [phone("(000) 000-0000"), "unknown: phone not stated"],
      [email("N/A"), "unknown: email not stated"],
      [
        { "carrier.contact": null },
        "unknown: phone not stated; email not stated",
      ],
    ],
  ],
  [
    "contact",
    { require: ["email"] },
    [
      [phone(null), 'pass: email "dispatch@example.com"'],
      [email(null), "unknown: email not stated"],
    ],
  ],
  [
    "contact",
    { deny_file: "fraud.txt" },
    [
      [{}, `pass: ${phoneFine}; email "dispatch@example.com": ${fine}`],
      ...each(phone, [
        [
          "1 (555) 555-0199",
          'fail: phone "1 (555) 555-0199": on the list fraud.txt',
        ],
        [
          "555-555-0101 / 555-555-0199",
          'fail: phone "555-555-0101 / 555-555-0199": on the list fraud.txt',
        ],
        ["555-0199", 'unknown: phone "555-0199": cannot be read'],
        [
          "(555) 555-0101 / 555-0199",
          'unknown: phone "(555) 555-0101 / 555-0199": cannot be read',
        ],
        [
          "+52 555 555 0199",
          'unknown: phone "+52 555 555 0199": perhaps on the list fraud.txt',
        ],
        [null, `pass: email "dispatch@example.com": ${fine}`],
        ["000-000-0000", `pass: email "dispatch@example.com": ${fine}`],
      ]),
      ...each(email, [
        [
          "a@mail.fraud.example",
          'fail: email "a@mail.fraud.example": on the list fraud.txt',
        ],
        [
          "a@notfraud.example",
          `pass: ${phoneFine}; email "a@notfraud.example": ${fine}`,
        ],
        [
          "THIEF@mail.example",
          'fail: email "THIEF@mail.example": on the list fraud.txt',
        ],
        [
          "A <x@ok.example>; thief@mail.example",
          'fail: email "A <x@ok.example>; thief@mail.example": on the list fraud.txt',
        ],
        [
          "x@@fraud.example",
          'fail: email "x@@fraud.example": on the list fraud.txt',
        ],
        ["dispatch", 'unknown: email "dispatch": cannot be read'],
      ]),
      [{ "carrier.contact": {} }, "unknown: neither phone nor email is stated"],
    ],
  ],
  [
    "fields",
    {
      of: [
        {
          path: "allowed_to_operate",
          allow: ["Y", "Yes", true],
          deny: ["N", "No", false],
        },
        { path: "out_of_service", deny: [true, "Y"] },
      ],
    },
    [
      [{}, "pass: allowed_to_operate not sent; out_of_service not sent"],
      ...each(allowed, [
        ["Y", 'pass: allowed_to_operate is "Y"; out_of_service not sent'],
        [
          " yes ",
          'pass: allowed_to_operate is " yes "; out_of_service not sent',
        ],
        ["n", 'fail: allowed_to_operate is "n"'],
        [false, 'fail: allowed_to_operate is "false"'],
        [
          "maybe",
          'unknown: allowed_to_operate is "maybe", which your policy neither allows nor denies',
        ],
        [
          1,
          'unknown: allowed_to_operate is "1", which your policy neither allows nor denies',
        ],
        [{}, "unknown: allowed_to_operate: not text"],
        [null, "pass: allowed_to_operate not sent; out_of_service not sent"],
      ]),
      [
        { "carrier.out_of_service": null },
        "pass: allowed_to_operate not sent; out_of_service not sent",
      ],
      ...each(at("carrier.out_of_service"), [
        [true, 'fail: out_of_service is "true"'],
        [
          "2026-01-05",
          'pass: allowed_to_operate not sent; out_of_service is "2026-01-05"',
        ],
      ]),
    ],
  ],
  [
    "fields",
    { of: [{ path: "mcs150.state", allow: ["current"] }] },
    [
      ...each(at("carrier.mcs150"), [
        [{ state: "Current" }, 'pass: mcs150.state is "Current"'],
        [{ state: "outdated" }, 'fail: mcs150.state is "outdated"'],
        ["2025", 'unknown: mcs150.state "2025": "mcs150" is not an object'],
        [{}, "pass: mcs150.state not sent"],
      ]),
    ],
  ],
  [
    "fields",
    {
      of: [
        {
          path: "cargo_carried",
          allow: ["General*", "Paper"],
          deny: ["Hazmat"],
        },
        { path: "out_of_service_date", deny: ["*"] },
        { path: "mcs150_date", max_age_days: 730 },
      ],
    },
    [
      ...each(filedFields, [
        [{}, `pass: ${allSent}`],
        [
          { cargo_carried: ["General Freight", "Paper", null] },
          'pass: cargo_carried is "General Freight"; out_of_service_date not sent; mcs150_date is "2025-11-21", 365 days: at most 730',
        ],
        [
          { mcs150_date: ["2025-11-21", null] },
          "unknown: an element of mcs150_date not stated",
        ],
        [
          { mcs150_date: [null, "2015-11-21"] },
          'fail: mcs150_date is "2015-11-21", 4,018 days: above 730',
        ],
        [
          { cargo_carried: ["Paper", "Pigs"] },
          'unknown: cargo_carried is "Pigs", which your policy neither allows nor denies',
        ],
        [
          { cargo_carried: [{ name: "Paper" }] },
          "unknown: cargo_carried: an element: not text",
        ],
        [
          { cargo_carried: Array(501).fill("Paper") },
          "unknown: cargo_carried: too long",
        ],
        [{ cargo_carried: [] }, `pass: ${allSent}`],
        [
          { out_of_service_date: "2026-10-01" },
          'fail: out_of_service_date is "2026-10-01"',
        ],
        [
          {
            out_of_service_date: "2026-10-01",
            out_of_service: "N",
          },
          'unknown: out_of_service_date is "2026-10-01", but out_of_service says no',
        ],
        [
          { out_of_service_date: "2026-10-01", out_of_service: {} },
          'fail: out_of_service_date is "2026-10-01"',
        ],
        [{ out_of_service_date: "1970-01-01" }, `pass: ${allSent}`],
        [{ out_of_service_date: "0001-01-01T00:00:00" }, `pass: ${allSent}`],
        [
          { out_of_service_date: "1969-12-31" },
          'fail: out_of_service_date is "1969-12-31"',
        ],
        [
          { mcs150_date: "2024-11-20" },
          'fail: mcs150_date is "2024-11-20", 731 days: above 730',
        ],
        [
          { mcs150_date: "2026-11-22" },
          'unknown: mcs150_date is "2026-11-22": after today',
        ],
        [{ mcs150_date: null }, "unknown: mcs150_date not sent"],
        [
          { mcs150_date: "11/2025" },
          'unknown: mcs150_date is "11/2025": not certain which day',
        ],
      ]),
    ],
  ],
];

/** What the rules find: company. Each row changes the good records of records.ts. */

import { unasked } from "../../support/fixtures.ts";
import { at, type RuleRows } from "../records.ts";

const fleet = (power_units: number, drivers: number) => ({
  "carrier.fleet": { power_units, drivers },
});

export const companyRows: RuleRows = [
  [
    "address.state",
    { allow: ["@us"], deny: ["CA"] },
    at("carrier.address.state", [
      ['pass: state or province is " ne "', " ne "],
      ['fail: state or province is "CA"', "CA"],
      [
        'unknown: state or province is "PR", which your policy neither allows nor denies',
        "PR",
      ],
      ['unknown: state or province "Texas": not a two-letter code', "Texas"],
      ["unknown: state or province not stated", null],
    ]),
  ],
  [
    "address.state",
    { deny: ["TX", "N*"] },
    [
      ['fail: state or province is "NE"', {}],
      ['pass: state or province is "KS"', { "carrier.address.state": "KS" }],
      [
        'unknown: state or province "KS": "address" is not an object',
        { "carrier.address": "KS" },
      ],
    ],
  ],
  [
    "address.street",
    { deny: ["*po box*", "*p o box*", "*post office box*"] },
    at("carrier.address.street", [
      ['fail: street address is "P.O. BOX 16"', "P.O. BOX 16"],
      ['fail: street address is "PO Box 16, Lincoln"', "PO Box 16, Lincoln"],
      ['pass: street address is "RR 2 BOX 77"', "RR 2 BOX 77"],
    ]),
  ],
  [
    "fleet.power_units",
    { min: 2 },
    [
      ...at("carrier.fleet.power_units", [
        ["pass: 2 power units: at least 2", 2],
        ["fail: 1 power unit: fewer than 2", 1],
        ["pass: 1,000 power units: at least 2", "1,000"],
        ["unknown: power units -1: not a number of at least 0", -1],
        ['unknown: power units "1,00": not a number of at least 0', "1,00"],
        ["unknown: power units not stated", null],
      ]),
      [
        "pass: 3 power units: at least 2",
        { carrier: unasked, summary: { fleet: { power_units: 3 } } },
      ],
    ],
  ],
  [
    "fleet.plausible",
    {},
    [
      ["pass: 184 power units, 201 drivers", {}],
      ["pass: 20 power units, 0 drivers", fleet(20, 0)],
      [
        "fail: 21 power units, 0 drivers: more than 20 units per driver",
        fleet(21, 0),
      ],
      [
        "fail: 0 power units, 40 drivers: more than 20 drivers per unit",
        fleet(0, 40),
      ],
      ["pass: 2 power units, 40 drivers", fleet(2, 40)],
      ["pass: 0 power units, 0 drivers", fleet(0, 0)],
      ["unknown: drivers not stated", { "carrier.fleet": { power_units: 5 } }],
      ["unknown: power units not stated", { "carrier.fleet": { drivers: 5 } }],
    ],
  ],
  [
    "contact",
    { require: ["phone", "email"] },
    [
      ['pass: phone "(555) 555-0101"; email "dispatch@example.com"', {}],
      ...at("carrier.contact.phone", [
        ["unknown: phone not stated", null, "(000) 000-0000"],
      ]),
      ["unknown: email not stated", { "carrier.contact.email": "N/A" }],
      [
        "unknown: phone not stated; email not stated",
        { "carrier.contact": null },
      ],
    ],
  ],
  [
    "contact",
    { require: ["email"] },
    at("carrier.contact.phone", [['pass: email "dispatch@example.com"', null]]),
  ],
  [
    "contact",
    { deny_file: "fraud.txt" },
    [
      [
        'pass: phone "(555) 555-0101": not on the list fraud.txt; email "dispatch@example.com": not on the list fraud.txt',
        {},
      ],
      ...at("carrier.contact.phone", [
        [
          'fail: phone "1 (555) 555-0199": on the list fraud.txt',
          "1 (555) 555-0199",
        ],
        [
          'fail: phone "555-555-0101 / 555-555-0199": on the list fraud.txt',
          "555-555-0101 / 555-555-0199",
        ],
        [
          'unknown: phone "(555) 555-0101 / 555-0199": cannot be read',
          "(555) 555-0101 / 555-0199",
        ],
        [
          'unknown: phone "+52 555 555 0199": perhaps on the list fraud.txt',
          "+52 555 555 0199",
        ],
        [
          'pass: email "dispatch@example.com": not on the list fraud.txt',
          null,
          "000-000-0000",
        ],
      ]),
      ...at("carrier.contact.email", [
        [
          'fail: email "a@mail.fraud.example": on the list fraud.txt',
          "a@mail.fraud.example",
        ],
        [
          'pass: phone "(555) 555-0101": not on the list fraud.txt; email "a@notfraud.example": not on the list fraud.txt',
          "a@notfraud.example",
        ],
        [
          'fail: email "A <x@ok.example>; thief@mail.example": on the list fraud.txt',
          "A <x@ok.example>; thief@mail.example",
        ],
        [
          'fail: email "x@@fraud.example": on the list fraud.txt',
          "x@@fraud.example",
        ],
        ['unknown: email "dispatch": cannot be read', "dispatch"],
      ]),
      ["unknown: neither phone nor email is stated", { "carrier.contact": {} }],
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
      ...at("carrier.allowed_to_operate", [
        [
          'pass: allowed_to_operate is " yes "; out_of_service not sent',
          " yes ",
        ],
        ['fail: allowed_to_operate is "n"', "n"],
        ['fail: allowed_to_operate is "false"', false],
        [
          'unknown: allowed_to_operate is "1", which your policy neither allows nor denies',
          1,
        ],
        ["unknown: allowed_to_operate: not text", {}],
        [
          "pass: allowed_to_operate not sent; out_of_service not sent",
          undefined,
          null,
        ],
      ]),
      // What is stated under several spellings is judged in each.
      [
        'fail: outOfService is "Y"',
        { "carrier.out_of_service": "N", "carrier.outOfService": "Y" },
        { "carrier.out_of_service": {}, "carrier.outOfService": "Y" },
      ],
      [
        "unknown: outOfService: not text",
        { "carrier.out_of_service": "N", "carrier.outOfService": {} },
      ],
      ...at("carrier.out_of_service", [
        [
          'pass: allowed_to_operate not sent; out_of_service is "2026-01-05"',
          "2026-01-05",
        ],
      ]),
    ],
  ],
  [
    "fields",
    { of: [{ path: "mcs150.state", allow: ["current"] }] },
    at("carrier.mcs150", [
      ['pass: mcs150.state is "Current"', { state: "Current" }],
      ['fail: mcs150.state is "outdated"', { state: "outdated" }],
      ['unknown: mcs150.state "2025": "mcs150" is not an object', "2025"],
      ["pass: mcs150.state not sent", {}],
    ]).concat([
      [
        'fail: Mcs_150.State is "outdated"',
        { "carrier.Mcs_150": { State: "outdated" } },
      ],
      [
        'unknown: MCS150.state "2025": "MCS150" is not an object',
        { "carrier.MCS150": "2025" },
      ],
    ]),
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
      ],
    },
    at("carrier.cargo_carried", [
      [
        'pass: cargo_carried is "General Freight"',
        ["General Freight", "Paper"],
      ],
      ["pass: cargo_carried not sent", []],
      [
        'unknown: cargo_carried is "Pigs", which your policy neither allows nor denies',
        ["Paper", "Pigs"],
      ],
      ["unknown: cargo_carried: not text", [{ name: "Paper" }]],
      ["unknown: cargo_carried: too long", Array(501).fill("Paper")],
    ]),
  ],
  [
    "fields",
    { of: [{ path: "out_of_service_date", deny: ["*"] }] },
    [
      ...at("carrier.out_of_service_date", [
        [
          "pass: out_of_service_date not sent",
          "1970-01-01",
          "0001-01-01T00:00:00",
        ],
        ['fail: out_of_service_date is "1969-12-31"', "1969-12-31"],
      ]),
      [
        'unknown: out_of_service_date is "2026-10-01", but out_of_service says no',
        {
          "carrier.out_of_service_date": "2026-10-01",
          "carrier.out_of_service": "N",
        },
      ],
      [
        'unknown: outOfServiceDate is "2026-10-01", but out_of_service says no',
        {
          "carrier.outOfServiceDate": "2026-10-01",
          "carrier.outOfService": "N",
        },
      ],
      [
        'fail: out_of_service_date is "2026-10-01"',
        {
          "carrier.out_of_service_date": "2026-10-01",
          "carrier.out_of_service": {},
        },
      ],
      [
        'unknown: carrier_status is "Out of service", which your policy does not judge',
        { "carrier.carrier_status": "Out of service" },
      ],
      [
        "unknown: safety.oosFlag is true, which your policy does not judge",
        { "safety.oosFlag": true },
      ],
      [
        "unknown: oos_order.active is true, which your policy does not judge",
        { "carrier.oos_order": { date: null, active: true } },
      ],
      [
        'unknown: alerts is "OUT OF SERVICE", which your policy does not judge',
        { "carrier.alerts": ["new", "OUT OF SERVICE"] },
      ],
      [
        'unknown: safety.out_of_service_orders.order_date is "2026-10-01", which your policy does not judge',
        { "safety.out_of_service_orders": [{ order_date: "2026-10-01" }] },
      ],
      [
        'unknown: authority.history.action is "REVOKED", which your policy does not judge',
        { "carrier.authority.history": [{ action: "REVOKED" }] },
      ],
      [
        'unknown: authority.commonStatus is "INACTIVE", which your policy does not judge',
        { "carrier.authority.commonStatus": "INACTIVE" },
      ],
      // A broker alone: neither a common nor a contract carrier.
      [
        'unknown: commonAuthorityStatus is "N", which your policy does not judge',
        {
          "carrier.commonAuthorityStatus": "N",
          "carrier.contractAuthorityStatus": "N",
        },
      ],
      [
        'unknown: pending_revocation is "Y", which your policy does not judge',
        { "carrier.pending_revocation": "Y" },
      ],
      [
        "unknown: oos_flag is 1, which your policy does not judge",
        { "carrier.oos_flag": 1 },
      ],
      [
        "pass: out_of_service_date not sent",
        { "carrier.out_of_service_date": "0000-00-00" },
        { "carrier.oos_rate_date": "2026-01-01", "carrier.oos_flag": "N" },
        { "carrier.oosTotal": 12, "carrier.driver_oos": 1, "carrier.oos": 3 },
        { "carrier.note": "never out of service", "carrier.revoked": "N" },
      ],
    ],
  ],
  [
    "fields",
    { of: [{ path: "safety.oos", deny: ["Y"] }] },
    [
      [
        'unknown: safety.oos is "Y", which your policy does not judge',
        { "safety.oos": "Y" },
      ],
    ],
  ],
  [
    "fields",
    { of: [{ path: "mcs150_date", max_age_days: 730 }] },
    at("carrier.mcs150_date", [
      [
        'pass: mcs150_date is "2024-11-21", 730 days: at most 730',
        "2024-11-21",
      ],
      ['fail: mcs150_date is "2024-11-20", 731 days: above 730', "2024-11-20"],
      [
        "unknown: mcs150_date: an element is not stated",
        ["2025-11-21", null],
        [null, "2024-11-20"],
      ],
      ['unknown: mcs150_date is "2026-11-22": after today', "2026-11-22"],
      ["unknown: mcs150_date not sent", null],
      ['unknown: mcs150_date is "11/2025": not certain which day', "11/2025"],
    ]),
  ],
];

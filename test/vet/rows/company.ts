/** What the rules find: company. Each row changes the good records of records.ts. */

import { unasked } from "../../support/fixtures.ts";
import type { RuleRows } from "../records.ts";

const state = (code: unknown) => ({ "carrier.address.state": code });
const units = (count: unknown) => ({ "carrier.fleet.power_units": count });
const fleet = (power_units: number, drivers: number) => ({
  "carrier.fleet": { power_units, drivers },
});
const phone = (text: unknown) => ({ "carrier.contact.phone": text });
const email = (text: unknown) => ({ "carrier.contact.email": text });
const allowed = (sent: unknown) => ({ "carrier.allowed_to_operate": sent });
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
      [{}, "pass", 'state or province is "NE"'],
      [state(" ne "), "pass", 'state or province is " ne "'],
      [state("CA"), "fail", 'state or province is "CA"'],
      [
        state("PR"),
        "unknown",
        'state or province is "PR", which your policy neither allows nor denies',
      ],
      [
        state("BC"),
        "unknown",
        'state or province is "BC", which your policy neither allows nor denies',
      ],
      [
        state("Texas"),
        "unknown",
        'state or province "Texas": not a two-letter code',
      ],
      [state("T"), "unknown", 'state or province "T": not a two-letter code'],
      [state(null), "unknown", "state or province not stated"],
      [state(5), "unknown", "state or province 5: not text"],
    ],
  ],
  [
    "address.state",
    { deny: ["TX", "N*"] },
    [
      [{}, "fail", 'state or province is "NE"'],
      [state("KS"), "pass", 'state or province is "KS"'],
      [
        { "carrier.address": "KS" },
        "unknown",
        'state or province "KS": "address" is not an object',
      ],
    ],
  ],
  [
    "address.street",
    { deny: ["*po box*", "*p o box*", "*post office box*"] },
    [
      [{}, "pass", 'street address is "1200 LAMPLIGHT RD"'],
      [
        { "carrier.address.street": "P.O. BOX 16" },
        "fail",
        'street address is "P.O. BOX 16"',
      ],
      [
        { "carrier.address.street": "PO Box 16, Lincoln" },
        "fail",
        'street address is "PO Box 16, Lincoln"',
      ],
      [
        { "carrier.address.street": "Post Office Box 4" },
        "fail",
        'street address is "Post Office Box 4"',
      ],
      [
        { "carrier.address.street": "RR 2 BOX 77" },
        "pass",
        'street address is "RR 2 BOX 77"',
      ],
      [
        { "carrier.address.street": "" },
        "unknown",
        "street address not stated",
      ],
      [
        { "carrier.address.street": 16 },
        "unknown",
        "street address 16: not text",
      ],
    ],
  ],
  [
    "fleet.power_units",
    { min: 2 },
    [
      [{}, "pass", "184 power units: at least 2"],
      [units(2), "pass", "2 power units: at least 2"],
      [units(1), "fail", "1 power unit: fewer than 2"],
      [units(0), "fail", "0 power units: fewer than 2"],
      [units("1,000"), "pass", "1,000 power units: at least 2"],
      [units("2.5"), "pass", "2.5 power units: at least 2"],
      [units(-1), "unknown", "power units -1: not a number of at least 0"],
      [
        units("two"),
        "unknown",
        'power units "two": not a number of at least 0',
      ],
      [
        units("1,00"),
        "unknown",
        'power units "1,00": not a number of at least 0',
      ],
      [
        units("1e3"),
        "unknown",
        'power units "1e3": not a number of at least 0',
      ],
      [units(true), "unknown", "power units true: not a number of at least 0"],
      [units(null), "unknown", "power units not stated"],
    ],
  ],
  [
    "fleet.power_units",
    { min: 2 },
    [
      [
        { carrier: unasked, summary: { fleet: { power_units: 3 } } },
        "pass",
        "3 power units: at least 2",
      ],
    ],
  ],
  [
    "fleet.plausible",
    {},
    [
      [{}, "pass", "184 power units, 201 drivers"],
      [
        fleet(599_994, 2),
        "fail",
        "599,994 power units, 2 drivers: more than 20 units per driver",
      ],
      [fleet(20, 0), "pass", "20 power units, 0 drivers"],
      [
        fleet(21, 0),
        "fail",
        "21 power units, 0 drivers: more than 20 units per driver",
      ],
      [
        fleet(0, 40),
        "fail",
        "0 power units, 40 drivers: more than 20 drivers per unit",
      ],
      [fleet(2, 40), "pass", "2 power units, 40 drivers"],
      [fleet(0, 0), "pass", "0 power units, 0 drivers"],
      [
        { "carrier.fleet": { power_units: 5 } },
        "unknown",
        "drivers not stated",
      ],
      [
        { "carrier.fleet": { drivers: 5 } },
        "unknown",
        "power units not stated",
      ],
    ],
  ],

  [
    "contact",
    { require: ["phone", "email"] },
    [
      [{}, "pass", 'phone "(555) 555-0101"; email "dispatch@example.com"'],
      [phone(null), "unknown", "phone not stated"],
      [email("N/A"), "unknown", "email not stated"],
      [
        { "carrier.contact": null },
        "unknown",
        "phone not stated; email not stated",
      ],
    ],
  ],
  [
    "contact",
    { require: ["email"] },
    [
      [phone(null), "pass", 'email "dispatch@example.com"'],
      [phone(5), "pass", 'email "dispatch@example.com"'],
      [email(null), "unknown", "email not stated"],
    ],
  ],
  [
    "contact",
    { deny_file: "fraud.txt" },
    [
      [{}, "pass", `${phoneFine}; email "dispatch@example.com": ${fine}`],
      [
        phone("1 (555) 555-0199"),
        "fail",
        'phone "1 (555) 555-0199": on the list fraud.txt',
      ],
      [
        phone("555.555.0199 ext 4"),
        "fail",
        'phone "555.555.0199 ext 4": on the list fraud.txt',
      ],
      [
        phone("555-555-0101 / 555-555-0199"),
        "fail",
        'phone "555-555-0101 / 555-555-0199": on the list fraud.txt',
      ],
      [phone("555-0199"), "unknown", 'phone "555-0199": cannot be read'],
      [phone("unlisted"), "unknown", 'phone "unlisted": cannot be read'],
      [phone(5555550199), "unknown", "phone 5555550199: not text"],
      [phone(null), "pass", `email "dispatch@example.com": ${fine}`],
      [
        email("Anyone@Fraud.Example"),
        "fail",
        'email "Anyone@Fraud.Example": on the list fraud.txt',
      ],
      [
        email("a@mail.fraud.example"),
        "fail",
        'email "a@mail.fraud.example": on the list fraud.txt',
      ],
      [
        email("a@notfraud.example"),
        "pass",
        `${phoneFine}; email "a@notfraud.example": ${fine}`,
      ],
      [
        email("THIEF@mail.example"),
        "fail",
        'email "THIEF@mail.example": on the list fraud.txt',
      ],
      [
        email("another@mail.example"),
        "pass",
        `${phoneFine}; email "another@mail.example": ${fine}`,
      ],
      [
        email("A <x@ok.example>; thief@mail.example"),
        "fail",
        'email "A <x@ok.example>; thief@mail.example": on the list fraud.txt',
      ],
      [
        email("x@@fraud.example"),
        "fail",
        'email "x@@fraud.example": on the list fraud.txt',
      ],
      [email("dispatch"), "unknown", 'email "dispatch": cannot be read'],
      [
        { "carrier.contact": {} },
        "unknown",
        "neither phone nor email is stated",
      ],
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
      [{}, "pass", "allowed_to_operate not sent; out_of_service not sent"],
      [
        allowed("Y"),
        "pass",
        'allowed_to_operate is "Y"; out_of_service not sent',
      ],
      [
        allowed(true),
        "pass",
        'allowed_to_operate is "true"; out_of_service not sent',
      ],
      [
        allowed(" yes "),
        "pass",
        'allowed_to_operate is " yes "; out_of_service not sent',
      ],
      [allowed("n"), "fail", 'allowed_to_operate is "n"'],
      [allowed(false), "fail", 'allowed_to_operate is "false"'],
      [allowed("No."), "fail", 'allowed_to_operate is "No."'],
      [
        allowed("maybe"),
        "unknown",
        'allowed_to_operate is "maybe", which your policy neither allows nor denies',
      ],
      [
        allowed(1),
        "unknown",
        'allowed_to_operate is "1", which your policy neither allows nor denies',
      ],
      [allowed({}), "unknown", "allowed_to_operate: not text"],
      [
        allowed(null),
        "pass",
        "allowed_to_operate not sent; out_of_service not sent",
      ],
      [
        allowed(" "),
        "pass",
        "allowed_to_operate not sent; out_of_service not sent",
      ],
      [
        { "carrier.out_of_service": null },
        "pass",
        "allowed_to_operate not sent; out_of_service not sent",
      ],
      [
        { ...allowed("N"), "carrier.out_of_service": null },
        "fail",
        'allowed_to_operate is "N"',
      ],
      [{ "carrier.out_of_service": true }, "fail", 'out_of_service is "true"'],
      [{ "carrier.out_of_service": "y" }, "fail", 'out_of_service is "y"'],
      [
        { "carrier.out_of_service": false },
        "pass",
        'allowed_to_operate not sent; out_of_service is "false"',
      ],
      [
        { "carrier.out_of_service": "2026-01-05" },
        "pass",
        'allowed_to_operate not sent; out_of_service is "2026-01-05"',
      ],
    ],
  ],
  [
    "fields",
    { of: [{ path: "mcs150.state", allow: ["current"] }] },
    [
      [
        { "carrier.mcs150": { state: "Current" } },
        "pass",
        'mcs150.state is "Current"',
      ],
      [
        { "carrier.mcs150": { state: "outdated" } },
        "fail",
        'mcs150.state is "outdated"',
      ],
      [
        { "carrier.mcs150": "2025" },
        "unknown",
        'mcs150.state "2025": "mcs150" is not an object',
      ],
      [{ "carrier.mcs150": {} }, "pass", "mcs150.state not sent"],
      [{ "carrier.mcs150": null }, "pass", "mcs150.state not sent"],
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
      [filedFields({}), "pass", allSent],
      [
        filedFields({ cargo_carried: ["General Freight", "Paper", null] }),
        "pass",
        'cargo_carried is "General Freight"; out_of_service_date not sent; mcs150_date is "2025-11-21", 365 days: at most 730',
      ],
      [
        filedFields({ cargo_carried: ["Paper", "Hazmat"] }),
        "fail",
        'cargo_carried is "Hazmat"',
      ],
      [
        filedFields({ cargo_carried: ["Paper", "Pigs"] }),
        "unknown",
        'cargo_carried is "Pigs", which your policy neither allows nor denies',
      ],
      [
        filedFields({ cargo_carried: [{ name: "Paper" }] }),
        "unknown",
        "cargo_carried: an element: not text",
      ],
      [
        filedFields({ cargo_carried: Array(501).fill("Paper") }),
        "unknown",
        "cargo_carried: too long",
      ],
      [filedFields({ cargo_carried: [] }), "pass", allSent],
      [
        filedFields({ out_of_service_date: "2026-10-01" }),
        "fail",
        'out_of_service_date is "2026-10-01"',
      ],
      [
        filedFields({
          out_of_service_date: "2026-10-01",
          out_of_service: "N",
        }),
        "unknown",
        'out_of_service_date is "2026-10-01", but out_of_service says no',
      ],
      [
        filedFields({ out_of_service_date: "2026-10-01", out_of_service: {} }),
        "fail",
        'out_of_service_date is "2026-10-01"',
      ],
      [filedFields({ out_of_service_date: "1970-01-01" }), "pass", allSent],
      [
        filedFields({ mcs150_date: "2024-11-20" }),
        "fail",
        'mcs150_date is "2024-11-20", 731 days: above 730',
      ],
      [
        filedFields({ mcs150_date: "2026-11-22" }),
        "unknown",
        'mcs150_date is "2026-11-22": after today',
      ],
      [filedFields({ mcs150_date: null }), "unknown", "mcs150_date not sent"],
      [
        filedFields({ mcs150_date: "11/2025" }),
        "unknown",
        'mcs150_date is "11/2025": not certain which day',
      ],
    ],
  ],
];

/** What the rules find: identity. Each row changes the good records of records.ts. */

import { failed, none, unasked } from "../../support/fixtures.ts";
import { at, each, type RuleRows } from "../records.ts";

const name = '"PRAIRIE LANTERN FREIGHT INC"';

export const identityRows: RuleRows = [
  [
    "records.name",
    {},
    [
      [{}, 'pass: the name is "PRAIRIE LANTERN FREIGHT INC"'],
      [
        { insurance: none, safety: none },
        'pass: the name is "PRAIRIE LANTERN FREIGHT INC"',
      ],
      [
        { "insurance.legal_name": null, "safety.legal_name": "" },
        'pass: the name is "PRAIRIE LANTERN FREIGHT INC"',
      ],
      [
        { "insurance.legal_name": "ACME INC" },
        `fail: names differ: ${name} and, in insurance, "ACME INC"`,
      ],
      ...each(at("safety.legal_name"), [
        [
          "PRAIRIE LANTERN",
          `unknown: perhaps one name: ${name} and, in safety, "PRAIRIE LANTERN"`,
        ],
        [
          "PRAIRIE LANTERN FREIGHT & SONS",
          `unknown: perhaps one name: ${name} and, in safety, "PRAIRIE LANTERN FREIGHT & SONS"`,
        ],
        [
          "Prairielantern Freight Co.",
          'pass: the name is "PRAIRIE LANTERN FREIGHT INC"',
        ],
        ["THE PRAIRIE LANTERN FREIGHT", `pass: the name is ${name}`],
        [
          "PRAIRIE LANTRN FREIGHT LLC",
          `unknown: perhaps one name: ${name} and, in safety, "PRAIRIE LANTRN FREIGHT LLC"`,
        ],
        [
          "LANTERN OIL LLC",
          `unknown: perhaps one name: ${name} and, in safety, "LANTERN OIL LLC"`,
        ],
        [
          "ACME FREIGHT LINES INC",
          `fail: names differ: ${name} and, in safety, "ACME FREIGHT LINES INC"`,
        ],
      ]),
      [
        { "carrier.dba_name": "QUICK HAUL", "safety.legal_name": "Quick Haul" },
        `pass: the name is ${name}`,
      ],
      [{ "carrier.dba_name": 5 }, `pass: the name is ${name}`],
      [
        { "carrier.dba_name": ["ACME"], "insurance.legal_name": "ACME INC" },
        "unknown: trade name: not text",
      ],
      [
        {
          "carrier.legal_name": "J P TRUCKING",
          insurance: none,
          "safety.legal_name": "J D TRUCKING CO",
        },
        'unknown: perhaps one name: "J P TRUCKING" and, in safety, "J D TRUCKING CO"',
      ],
      [
        {
          "carrier.legal_name": "J P INC LINES",
          insurance: none,
          "safety.legal_name": "J AND SONS INC LINES",
        },
        'fail: names differ: "J P INC LINES" and, in safety, "J AND SONS INC LINES"',
      ],
      ...each(at("carrier.legal_name"), [
        [null, "unknown: name not stated"],
        [
          "A\u200b",
          'unknown: name "A\u200b": it has control or invisible characters',
        ],
      ]),
      [
        { safety: failed },
        "unknown: safety not answered: the service answered 503",
      ],
      [
        { safety: failed, "insurance.legal_name": "ACME INC" },
        `fail: names differ: ${name} and, in insurance, "ACME INC"`,
      ],
      [{ safety: unasked }, "unknown: the safety record was not asked for"],
    ],
  ],
];

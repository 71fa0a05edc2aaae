/** What the rules find: identity. Each row changes the good records of records.ts. */

import { failed, none } from "../../support/fixtures.ts";
import type { RuleRows } from "../records.ts";

const name = '"PRAIRIE LANTERN FREIGHT INC"';

export const identityRows: RuleRows = [
  [
    "records.name",
    {},
    [
      [
        'pass: the name is "PRAIRIE LANTERN FREIGHT INC"',
        {},
        { insurance: none, safety: none },
        { "insurance.legal_name": null, "safety.legal_name": "" },
        { "safety.legal_name": "Prairielantern Freight Co." },
        { "safety.legal_name": "THE PRAIRIE LANTERN FREIGHT" },
        { "carrier.dba_name": "QUICK HAUL", "safety.legal_name": "Quick Haul" },
        { "carrier.dba_name": 5 },
      ],
      [
        `fail: names differ: ${name} and, in insurance, "ACME INC"`,
        { "insurance.legal_name": "ACME INC" },
        { "insurance.legal_name": "ACME INC", safety: failed },
      ],
      ...[
        "PRAIRIE LANTERN",
        "PRAIRIE LANTERN FREIGHT & SONS",
        "PRAIRIE LANTRN FREIGHT LLC",
        "LANTERN OIL LLC",
      ].map(
        (other) =>
          [
            `unknown: perhaps one name: ${name} and, in safety, "${other}"`,
            { "safety.legal_name": other },
          ] as const,
      ),
      [
        `fail: names differ: ${name} and, in safety, "ACME FREIGHT LINES INC"`,
        { "safety.legal_name": "ACME FREIGHT LINES INC" },
      ],
      ["unknown: name not stated", { "carrier.legal_name": null }],
      [
        "unknown: trade name: not text",
        { "carrier.dba_name": ["ACME"], "insurance.legal_name": "ACME INC" },
      ],
      [
        'unknown: perhaps one name: "J P TRUCKING" and, in safety, "J D TRUCKING CO"',
        {
          "carrier.legal_name": "J P TRUCKING",
          insurance: none,
          "safety.legal_name": "J D TRUCKING CO",
        },
      ],
      [
        'fail: names differ: "J P INC LINES" and, in safety, "J AND SONS INC LINES"',
        {
          "carrier.legal_name": "J P INC LINES",
          insurance: none,
          "safety.legal_name": "J AND SONS INC LINES",
        },
      ],
    ],
  ],
];

import { describe, expect, test } from "vitest";
import type { ClaimsRow } from "../../src/list/input.ts";
import type { JsonObject } from "../../src/text/json.ts";
import {
  compareClaim,
  type RecordClaim,
} from "../../src/vet/compare/claims.ts";
import {
  failed,
  filing,
  good,
  goodWith,
  none,
  type Records,
} from "../support/fixtures.ts";
import { judged } from "./records.ts";

/** What a record states, and claims beside it that come to the same. */
type Pairs = readonly [
  agreement: string,
  recorded: unknown,
  ...claimed: string[],
];

const pairs: Readonly<Record<RecordClaim, readonly Pairs[]>> = {
  name: [
    ["agrees", "ACME INSURANCE COMPANY", "Acme Ins. Co."],
    [
      "agrees",
      "PRAIRIE LANTERN FREIGHT INC",
      "Prairie Lantern Freight, Inc.",
      "PRAIRIE LANTERN FREIGHT",
    ],
    [
      "unclear",
      "PRAIRIE LANTERN FREIGHT INC",
      "Prairie Lantern",
      "Prairie Lantern Freight of Texas LLC",
      "Prairie Lantrn Freight",
      "Prairie Lantern Freights",
      "Lantern Prairie Freight LLC",
      "...",
      "Prairie\u200bLantern",
    ],
    [
      "contradicts",
      "PRAIRIE LANTERN FREIGHT INC",
      "Prairie Lantern Frieght",
      "Prairie Lantern Oil",
      "Thunder Goose Express",
    ],
    ["agrees", "THE CHEFS' WAREHOUSE AND CO", "Chef's Warehouse & Co"],
    [
      "agrees",
      "CHEFS' WAREHOUSE AND SONS LLC",
      "Chefs Warehouse & Sons L.L.C.",
    ],
    ["agrees", "J B HUNT TRANSPORT INC", "J.B. Hunt Transport"],
    ["agrees", "LYNDENLOGISTICS,INC.", "Lynden Logistics"],
    ["agrees", "GREAT PLAINS TRUCKING LLC", "Great Plains Trkg"],
    ["agrees", "AGUILA EXPRESS SA DE CV", "Águila Express S.A. de C.V."],
    ["unclear", "A & R TRUCKING LLC", "A R Trucking", "AR Trucking"],
    ["unclear", " N/A ", "Prairie Lantern"],
    ["unclear", { name: "x" }, "Prairie Lantern"],
  ],
  mc_number: [
    [
      "agrees",
      "747866",
      "747866",
      "MC-747866",
      "747,866",
      "MC 747866 / DOT 9000001",
    ],
    ["unclear", "747866", "none yet", "usdot 747866", "FF-747866", "MX 747866"],
    ["contradicts", "747866", "74786", "747,747"],
    [
      "agrees",
      "MC-747866",
      "mc 747866",
      "747 866",
      "MC# 0747866",
      "MC-747866-C",
      "MC-747,866",
    ],
    ["contradicts", "MC-747866", "MC747866/MC999", "ff-747866"],
    [
      "agrees",
      747866,
      "MC Number: 747866",
      "MC-747866 / FF No. 22110",
      "747-866",
    ],
    ["agrees", "MC-115495, MC-747866", "747866"],
    ["agrees", "MC-115495 MC-747866", "MC747866/MC115495"],
    ["contradicts", "FF-747866", "MC - No. 747866", "MC 747 866"],
    ["unclear", "DOT 747866", "747866"],
    ["unclear", "0", "747866"],
  ],
  phone: [
    [
      "agrees",
      "(555) 555-0110",
      "555-555-0110",
      "1-555-555-0110",
      "+1 555.555.0110",
      "(555) 555-0110 ext. 12",
      "５５５-555-0110",
      "(555) 555-0110 #5",
      "5555550110.0",
    ],
    ["unclear", "(000) 000-0000", "(000) 000-0000"],
    [
      "contradicts",
      "(555) 555-0110",
      "555-555-0199",
      "555-555-0110 / 555-555-0199",
      "555-555-0110 fax 555-555-0199",
      "155-555-0110",
      "555-555-01109",
      "555-555-01109 / 555-555-0110",
    ],
    [
      "unclear",
      "(555) 555-0110",
      "(000) 000-0000",
      "555-555-0110 / 555-0199",
      "555-555-0110 555-555-0199",
      "555-0110",
      "#5 555-555-0110",
      "call dispatch",
    ],
    ["agrees", 5555550110, "5555550110x12"],
    [
      "agrees",
      "(555) 555-0110 | (555) 555-0199",
      "555-555-0199",
      "555-555-0199 or 555-555-0110",
    ],
    ["unclear", "+52 555 555 0110", "555-555-0110"],
    ["contradicts", "+44 20 7946 0959", "+44 20 7946 0958"],
    ["unclear", "555-0110", "555-555-0110"],
  ],
  email: [
    [
      "agrees",
      "dispatch@example.com",
      "Dispatch@Example.com",
      "J. Doe <dispatch@example.com>",
      "@example.com",
    ],
    [
      "contradicts",
      "dispatch@example.com",
      '"dispatch@example.com" <thief@example.net>',
      "@example.net",
      "dispatch@example.co",
      "dispatch@examp1e.com",
    ],
    [
      "unclear",
      "dispatch@example.com",
      "billing@example.com",
      "billing@mail.example.com",
      "dispatch@exam\u200bple.com",
      "dispatch",
    ],
    ["agrees", "DISPATCH@EXAMPLE.COM", "mailto:dispatch@example.com"],
    [
      "agrees",
      "dispatch@example.com; billing@example.com",
      "billing@example.com",
    ],
    [
      "unclear",
      "billing@example.com",
      "dispatch@example.com; billing@example.com",
    ],
    ["unclear", "dispatch@mail.example.com", "billing@example.com"],
    ["contradicts", "rob@gmail.com", "bob@gmail.com"],
    ["unclear", "rob@gmail.com", "@gmail.com"],
    ["agrees", "rob@gmail.com", "rob@gmail.com"],
    ["unclear", "unknown", "dispatch@example.com"],
  ],
  address: [
    [
      "agrees",
      "1200 LAMPLIGHT RD",
      "1200 Lamplight Road",
      "1200 Lamplight Rd., Lincoln, NE 68501",
      "1200 Lamplight Rd, Lincoln NE 685011234",
      "1200 LAMPLIGHT RD LINCOLN NE 68501-1234 USA",
    ],
    [
      "contradicts",
      "1200 LAMPLIGHT RD",
      "1200 Lamplight Rd, Lincoln NE 68508 US",
      "1200 Lamplight Rd, Lincoln NE V6X 1X5",
      "1200 Lamplight Rd, Lincoln NE v6x1x5, Canada.",
      "1200 Lamplight Rd, Lincoln, NE 68508",
      "1201 Lamplight Rd",
      "1200 Candle Rd, Lincoln, NE 68501",
      "606 Honk Hollow Rd, Macon, GA 31201",
    ],
    [
      "unclear",
      "1200 LAMPLIGHT RD",
      "1200 Lamplight Rd, Omaha, NE 68501",
      "1200 Lamplight Rd Ste 9",
      "1200 Lamplight",
      "Lincoln, NE 68501",
    ],
    [
      "agrees",
      "1200 NORTH LAMPLIGHT AVENUE STE 4",
      "1200 N. Lamplight Ave Suite 4",
      "1200 N Lamplight Ave #4",
    ],
    ["agrees", "PO BOX 77", "P.O. Box 77", "P O Box 77"],
    ["unclear", "...", "Lincoln NE", "1200 Lamplight Rd"],
    ["agrees", "1200 HWY 6", "1200 Highway 6"],
    ["agrees", "PO BOX 12345", "PO Box 12345"],
  ],
  state: [
    ["agrees", "NE", "ne", "N.E."],
    ["contradicts", "NE", "KS"],
    ["unclear", "NE", "Nebraska"],
  ],
  zip: [
    [
      "agrees",
      "68501",
      "68501",
      "68501-1234",
      "NE 68501",
      "NE 68501-1234",
      "Lincoln, NE, 68501 USA",
    ],
    ["contradicts", "68501", "68508", "NE 68508"],
    ["unclear", "68501", "68501A", "68501-12", "6", "NE68501"],
    ["agrees", "68501-9999", "685011234"],
    ["agrees", "08055", "8055", "80551234"],
    ["agrees", "080551234", "8055-1234"],
    ["agrees", "V6X 1X5", "v6x1x5", "ON V6X-1X5"],
    ["contradicts", "V6X 1X5", "V6X 1X6"],
    ["unclear", "V6X 1X5", "1V6X 1X5"],
  ],
};

/** Where the record has what a claim is compared with. */
const places: Readonly<Record<string, string>> = {
  name: "legal_name",
  mc_number: "mc_number",
  phone: "contact.phone",
  email: "contact.email",
  address: "address.street",
  state: "address.state",
  zip: "address.zip",
};
const rows = Object.entries(pairs).flatMap(([field, of]) =>
  of.flatMap(([is, recorded, ...claimed]) =>
    claimed.map((text) => [field as RecordClaim, text, recorded, is] as const),
  ),
);

test.each(rows)(
  "%s %j, the record's %j: %s",
  (field, claimed, recorded, is) => {
    const { carrier } = goodWith({ [`carrier.${places[field]}`]: recorded });
    const { agreement } = compareClaim(field, claimed, carrier as JsonObject);
    expect(agreement).toBe(is);
  },
);

interface Given {
  records?: Records;
  parameters?: object;
}

/** What the rule finds of what somebody says. */
function claim(
  said: ClaimsRow | ClaimsRow[],
  { records = good, parameters = {} }: Given = {},
) {
  const claims = [said].flat();
  const place = { source: "list.csv", line: 2 };
  return judged("claims", parameters, records, { rest: { claims, place } });
}

test.each([
  ["agrees", "QUICK HAUL INC"],
  ["agrees", "Acme Holdings d/b/a Quick Haul"],
  ["agrees", "ACME HOLDINGS LLC (DBA QUICK HAUL)"],
  ["unclear", "Acme Holdings dba Slow Haul"],
  ["contradicts", "Slow Haul dba Quick Haul"],
  ["contradicts", "Slow Haul"],
])(
  "a carrier that does business as another name: %s with %s",
  (agreement, name) => {
    const stated = ["ACME HOLDINGS LLC", "Quick Haul"];
    const [legal_name, dba_name] = stated;
    expect(compareClaim("name", name, { legal_name, dba_name })).toMatchObject({
      agreement,
      stated,
    });
  },
);

describe("a certificate of insurance", () => {
  const insurer = "Example Mutual Insurance Co.";
  const filings = {
    "insurance.policies": [
      filing({ insurer_name: insurer, policy_number: "00EX-1 A" }),
      filing({
        policy_type: "CARGO",
        insurer_name: "Inland Marine",
        policy_number: "MTC 5",
        coverage_amount: 100_000,
        expiration_date: "2027-05-01",
      }),
    ],
  };
  test.each<[outcome: string, ...said: (ClaimsRow | ClaimsRow[])[]]>([
    [
      "pass",
      { insurer: "THE EXAMPLE MUTUAL INSURANCE" },
      { policy_number: "ex1a", insurer, bipd: "$1,000,000" },
      { policy_number: "MTC5", cargo: "100000" },
      // The certificate of another row is another one.
      [{ insurer }, { insurer: "Inland Marine", policy_number: "MTC5" }],
      { bipd: "1000" },
      { bipd: "10,000" },
      { cargo: "100" },
      { cargo: "1000" },
      { cargo: "100000", expires: "2027-05-01" },
      { cargo: "100000", expires: "05/01/2027" },
      // What stands on a line of its own is of the cargo insurance.
      {
        insurer,
        bipd: "1000000",
        expires: "2028-01-01",
        cargo: "100000",
        cargo_insurer: "Inland Marine",
        cargo_policy_number: "MTC-5",
        cargo_expires: "4/30/2027",
      },
    ],
    [
      "unknown",
      { insurer: "Example Mutual" },
      { policy_number: "EX-1" },
      { bipd: "a lot" },
      { insurer, bipd: "1000000", cargo: "100000" },
      { cargo: "101" },
      { cargo: "100000", expires: "06/01/2027" },
      { expires: "12/11/2026" },
      { policy_number: "MTC5", bipd: "750000" },
      { insurer: "A: Example Mutual Insurance Co; B: Inland Marine" },
      { insurer: "Inland Marina", cargo: "100000" },
    ],
    [
      "fail",
      { insurer: "Shady Group" },
      { policy_number: "MTC5", insurer },
      { cargo: "100000", expires: "2027-05-02" },
      { bipd: "1000000", cargo: "100000", expires: "2027-05-02" },
      { cargo_insurer: "Shady Group", insurer },
      { cargo_expires: "05/13/2027" },
      { cargo_expires: "06/07/2027" },
    ],
  ])("%s: %j %j %j", async (outcome, ...said) => {
    const records = goodWith(filings);
    for (const each of said)
      expect((await claim(each, { records })).outcome).toBe(outcome);
  });

  test.each<[expected: string, said: ClaimsRow, change?: object]>([
    [
      'pass: BIPD "1000000", the filing shows 1,000,000; expires "2027-05-02", the BIPD filing states no end',
      { bipd: "1000000", expires: "2027-05-02" },
    ],
    [
      'unknown: expires: the list says "2027-05-01", the cargo filing "2027-05-01", the BIPD filing "2027-02-01": claim bipd, cargo or policy_number, too',
      { expires: "2027-05-01" },
      { "insurance.policies.0.expiration_date": "2027-02-01" },
    ],
    // The excess layer lasts, and not what it stands on.
    [
      'unknown: expires: the list says "2027-05-01", the BIPD filing states no end, the BIPD filing "2027-02-01": claim bipd, cargo or policy_number, too; agrees: BIPD (the filings show 2,000,000)',
      { bipd: "1000000", expires: "2027-05-01" },
      {
        "insurance.policies.0.expiration_date": "2027-02-01",
        "insurance.policies.1": filing({ policy_type: "BIPD/Excess" }),
      },
    ],
    [
      `fail: insurer: the list says "${insurer}", the cargo filing "Inland Marine"; one that ended 2026-11-18 has it`,
      { insurer },
      { "insurance.policies.0.expiration_date": "2026-11-18" },
    ],
    [
      'unknown: policy number: the list says "12-0345-04", the BIPD filing "CA00120345-03": not certainly the same',
      { policy_number: "12-0345-04" },
      { "insurance.policies.0.policy_number": "CA00120345-03" },
    ],
    [
      "unknown: MC number: the list has a formula without a value, =VLOOKUP(A2,B:B,1)",
      { mc_number: "=VLOOKUP(A2,B:B,1)" },
    ],
    ["unknown: name: the list has an error, #N/A", { name: "#N/A" }],
    [
      'unknown: expires: the list says "5/1/27", the BIPD filing states no end: write the day as YEAR-MONTH-DAY',
      { expires: "5/1/27" },
    ],
    [
      'unknown: policy number: the list says "90071992547409931", the BIPD filing 90071992547409940: not certainly the same',
      { policy_number: "90071992547409931" },
      { "insurance.policies.0.policy_number": 90071992547409940 },
    ],
    [
      'unknown: BIPD: the list says "$0", which is not an amount: write it in digits',
      { bipd: "$0" },
    ],
    ['pass: BIPD "750", the filing shows 1,000,000', { bipd: "750" }],
    [
      'unknown: BIPD: the list says "2,000,000", the filing shows 1,000,000',
      { bipd: "2,000,000" },
    ],
    [
      'unknown: BIPD: the list says "5000", the filing shows 1,000,000: the claim may be in thousands',
      { bipd: "5000" },
    ],
    [
      'unknown: cargo: the list says "100000", the filing states no amount',
      { cargo: "100000" },
      { "insurance.policies.1.coverage_amount": 0 },
    ],
    [
      'unknown: cargo: the list says "100000", a policy\'s coverage amount is not stated',
      { cargo: "100000" },
      { "insurance.policies.1.coverage_amount": "n/a" },
    ],
    [
      'unknown: BIPD: the list says "1000000", an excess policy without a primary one',
      { bipd: "1000000" },
      { "insurance.policies.0.policy_type": "BIPD/Excess" },
    ],
    [
      `unknown: insurer: the list says "${insurer}", the cargo filing "Inland Marine"; a filing of another kind has it: claim cargo's as cargo_insurer; cargo: the list says "100000", the filing shows 100,000, but not the one that the certificate names; if cargo has another, claim it as cargo_insurer`,
      { insurer, cargo: "100000" },
    ],
    [
      `unknown: insurer: the list says "${insurer}", no cargo policy in force; most carriers need not file one; cargo: the list says "1000", no cargo policy in force; most carriers need not file one`,
      { insurer, cargo: "1000" },
      { "insurance.policies": [filing({ insurer_name: insurer })] },
    ],
    [
      'unknown: policy number: the list says "EX2", the BIPD filing "EX2": it begins 2027-01-01',
      { policy_number: "EX2" },
      {
        "insurance.policies.0.expiration_date": "2027-01-01",
        "insurance.policies.1": filing({
          insurer_name: insurer,
          policy_number: "EX2",
          effective_date: "2027-01-01",
        }),
      },
    ],
    [
      `fail: insurer: the list says "Shady Group", the BIPD filing "${insurer}"; agrees: policy number`,
      { insurer: "Shady Group", policy_number: "EX1A" },
    ],
    // An excess filing is of the same kind: one filing must have all.
    [
      `fail: policy number: the list says "XS-7", the BIPD filing "EX-1"; another filing has it, but not the rest; BIPD: the list says "1000000", the filings show 2,000,000, but not the one that the certificate names; agrees: insurer`,
      { insurer, policy_number: "XS-7", bipd: "1000000" },
      {
        "insurance.policies": [
          filing({ insurer_name: insurer }),
          filing({
            policy_type: "BIPD/Excess",
            policy_number: "XS-7",
            insurer_name: "Z",
          }),
        ],
      },
    ],
    [
      'fail: expires: the list says "2026-11-21", not a day after today',
      { expires: "2026-11-21" },
    ],
    [
      'unknown: cargo: the list says "1000", no cargo policy in force; most carriers need not file one',
      { cargo: "1000" },
      { "insurance.policies": [filing()] },
    ],
    [
      'unknown: insurer: the list says "Shady", no policy in force',
      { insurer: "Shady" },
      { insurance: none },
    ],
    [
      `unknown: insurer: the list says "${insurer}", the BIPD filing "${insurer}": a policy's effective date is "?"`,
      { insurer },
      {
        "insurance.policies.0.effective_date": "?",
        "insurance.policies.1.policy_type": "BOND",
      },
    ],
    [
      'unknown: insurer: the list says "Inland", the filing does not state it',
      { insurer: "Inland" },
      {
        "insurance.policies.0.insurer_name": null,
        "insurance.policies.1.policy_type": "BOND",
      },
    ],
    [
      "unknown: insurance not answered: the service answered 503",
      { insurer, state: "NE" },
      { insurance: failed },
    ],
    [
      'unknown: phone: the list says "555-0101", the record "(555) 555-0101": not certainly the same; insurance not answered; agrees: state',
      { insurer, state: "NE", phone: "555-0101" },
      { insurance: failed },
    ],
  ])("%s: %j beside %j", async (expected, said, change) => {
    const records = goodWith({ ...filings, ...change });
    const { outcome, message } = await claim(said, { records });
    expect(`${outcome}: ${message}`).toBe(expected);
  });
});

describe("the rule", () => {
  test.each<[expected: string, said: ClaimsRow | ClaimsRow[], rest?: Given]>([
    [
      "pass: name as claimed; MC number as claimed",
      { name: "Prairie Lantern Freight", mc_number: "MC-9100001" },
    ],
    [
      'unknown: name: the list says "Prairie Lantern", the record "PRAIRIE LANTERN FREIGHT INC": not certainly the same; agrees: phone',
      { name: "Prairie Lantern", phone: "(555) 555-0101" },
    ],
    [
      'fail: state: the list says "KS", the record "NE"; name: the list says "Prairie Lantern", the record "PRAIRIE LANTERN FREIGHT INC": not certainly the same',
      { name: "Prairie Lantern", state: "KS" },
    ],
    ["skipped: nothing is claimed", { name: "", phone: " n/a " }],
    [
      'unknown: email: the list says "billing@example.com", the record "dispatch@example.com": another mailbox of example.com: confirm it at the phone of record',
      { email: "billing@example.com" },
    ],
    [
      'unknown: email: the list says "billing@mail.example.com", the record "dispatch@example.com": another mailbox of example.com: confirm it at the phone of record',
      { email: "billing@mail.example.com" },
    ],
    [
      'fail: address: the list says "1200 Lamplight Rd, Lincoln, NE 68508", the record "1200 LAMPLIGHT RD" and "68501"',
      { address: "1200 Lamplight Rd, Lincoln, NE 68508" },
    ],
    // Of several rows of a number, the one that says it is named.
    [
      'fail: phone: a.csv:7 says "555-555-0199", the record "(555) 555-0101"',
      [
        { phone: "(555) 555-0101", place: { source: "a.csv", line: 2 } },
        { phone: "555-555-0199", place: { source: "a.csv", line: 7 } },
        { phone: "555-555-0199", place: { source: "b.csv", line: 3 } },
      ],
    ],
    [
      "unknown: MC number not compared: your policy leaves it out; agrees: name",
      { name: "Prairie Lantern Freight", mc_number: "1" },
      { parameters: { fields: ["name"] } },
    ],
  ])("%s: %j, %j", async (expected, said, rest) => {
    const { outcome, message } = await claim(said, rest);
    expect(`${outcome}: ${message}`).toBe(expected);
  });

  test("what the record does not state is unknown", async () => {
    const records = goodWith({ "carrier.contact": null });
    expect(await claim({ phone: "555-555-0101" }, { records })).toMatchObject({
      outcome: "unknown",
      effect: "review",
      message:
        'phone: the list says "555-555-0101", the record does not state it',
      observed: { "claims.phone": ["555-555-0101", null] },
    });
  });
});

/** Fleet, address and contact. */
import { describe, expect, test } from "vitest";
import { evaluate } from "../../../src/vet/evaluate.ts";
import { parsePolicy } from "../../../src/vet/policy-parser.ts";
import { growth, nearlyLinear } from "../../support/growth.ts";
import { answered, goodCarrier, realOddities, realRecords, today } from "../records.ts";
import { expectJudged, judged } from "./judged.ts";

describe("fleet.power_units", () => {
  test.each([
    [5, "pass", "5 power units: at least 5"],
    ["32", "pass", "32 power units: at least 5"],
    [1, "fail", "1 power unit: fewer than 5"],
    [0, "fail", "0 power units: fewer than 5"],
    [null, "unknown", "power units not stated"],
    [-3, "unknown", "power units -3: not a number of at least 0"],
  ] as const)("%j: %s", (units, outcome, message) => {
    expectJudged("fleet.power_units", { min: 5 }, { "carrier.fleet.power_units": units }, outcome, message);
  });
});

describe("fleet.plausible", () => {
  const parameters = { max_units_per_driver: 20, max_drivers_per_unit: 20 };

  test.each([
    [184, 201, "pass", "184 power units, 201 drivers"],
    [599_994, 2, "fail", "599,994 power units, 2 drivers: more than 20 units per driver"],
    [0, 40, "fail", "0 power units, 40 drivers: more than 20 drivers per unit"],
    [0, 20, "pass", "0 power units, 20 drivers"],
    [20, 0, "pass", "20 power units, 0 drivers"],
    [21, 0, "fail", "21 power units, 0 drivers: more than 20 units per driver"],
    [0, 0, "pass", "0 power units, 0 drivers"],
    ["32", "30", "pass", "32 power units, 30 drivers"],
    [3, null, "unknown", "drivers not stated"],
    [undefined, 3, "unknown", "power units not stated"],
  ] as const)("%j units, %j drivers: %s", (power_units, drivers, outcome, message) => {
    expectJudged("fleet.plausible", parameters, { "carrier.fleet": { power_units, drivers } }, outcome, message);
  });

  test("real fleets are plausible where they are stated", () => {
    for (const carrier of [...realRecords("carriers"), ...realOddities().map(({ record }) => record)]) {
      const { outcome, message } = judged("fleet.plausible", parameters, { records: answered({ carrier }) });
      // A real record of 0 units and 40 drivers is among them.
      if (outcome === "fail") expect(message).toMatch(/^0 power units|units per driver/);
    }
  });
});

describe("address.state", () => {
  const parameters = { allow: ["@us", "ON", "QC"] };

  test.each([
    ["NE", "pass"],
    ["dc", "pass"],
    ["ON", "pass"],
    ["QC", "pass"],
    ["BN", "fail"],
    ["AG", "fail"],
    ["AS", "fail"],
    ["PR", "fail"],
    ["BC", "fail"],
    [null, "unknown"],
    ["", "unknown"],
  ] as const)("%j: %s", (state, outcome) => {
    const message = outcome === "unknown" ? "state or province not stated" : `state or province is "${state}"`;
    expectJudged("address.state", parameters, { "carrier.address.state": state }, outcome, message);
  });

  test.each(["Texas", "TEX", "T", "T.X.", "48", ["TX"]])("%j is no state that a list can name", (state) => {
    for (const lists of [{ deny: ["TX"] }, { allow: ["@us"] }, { deny: ["T*"] }]) {
      expectJudged("address.state", lists, { "carrier.address.state": state }, "unknown", /^state or province/);
    }
  });

  test.each(["TEX*", "*texas*", "NE *", "T-*"])("%j can match no two-letter code", (entry) => {
    expect(() => judged("address.state", { deny: [entry] })).toThrow(/can match nothing: a state is a two-letter code/);
    expectJudged("address.state", { deny: ["*ne*"] }, {}, "fail", /NE/);
  });

  test("deny", () => {
    expectJudged("address.state", { deny: ["@us"] }, {}, "fail", 'state or province is "NE"');
    expectJudged("address.state", { deny: ["TX"] }, {}, "pass", 'state or province is "NE"');
    expectJudged("address.state", { allow: ["@us"], deny: ["NE*"] }, {}, "fail", /NE/);
    expectJudged("address.state", { allow: ["@us"], deny: ["NE"] }, {}, "fail", /NE/);
    expectJudged("address.state", { allow: ["@us", "ON"], deny: ["TX", "ne"] }, {}, "fail", /NE/);
    expectJudged("address.state", { allow: ["@us"], deny: ["TX"] }, {}, "pass", /NE/);
  });

  test.each([
    [["@us", "TX"], ["TX"], "TX"],
    [["TX", "@us"], ["tx"], "TX"],
    [["@us"], ["@us"], "@us"],
    [["TX"], ["@us"], "TX"],
  ])("to allow %j and deny %j contradicts itself", (allow, deny, entry) => {
    expect(() => judged("address.state", { allow, deny })).toThrow(`allows and denies "${entry}"`);
  });

  test("deny a hidden state", () => {
    expectJudged("address.state", { deny: ["TX"] }, { "carrier.address.state": "T\u200bX" }, "unknown", /invisible/);
  });
});

describe("address.street", () => {
  test.each([
    "PO BOX 16",
    "P.O. Box 16",
    "P O BOX 16",
    "P. O. BOX 16",
    "POST OFFICE BOX 16",
    "POB 16",
    "POBOX 16",
    "PO DRAWER 5",
    "C/O SMITH PO BOX 16",
    "P/O BOX 16",
    "P.O. #16",
    "PO #16",
    "P.O.BOX16",
    "P-O-BOX 16",
    "(PO) BOX: 16",
    "P.0. BOX 16",
    "P O B 16",
    "PO BX 16",
    "POBOX A",
    "P.O.BOX A16",
    "POST-OFFICE BOX A",
    "APARTADO POSTAL 16",
    "Apartado 16",
    "P.O.BOX NO. 16",
    "POBOX NO 16",
    "C/O SMITH POBOX NO 16",
    "P.O.BOX A 16",
    "P.O.BOX SIXTEEN",
    "PO BOXES 16",
    "Ｐ.Ｏ. ＢＯＸ 16",
    "CASE POSTALE 16",
    "P.O. NO 16",
    "PO NUMBER 16",
    "PO. BO X 16",
    "PO CALLER 5",
    "PO CALLER SERVICE 5",
    "GPO BOX 5",
    "G.P.O. BOX 5",
    "POST OFC BOX 16",
    "LOCK BOX 16",
    "LOCKBOX 16",
    "P&O BOX 16",
    "12 P O 4 RD, PO BOX 5",
  ])("%s is a post office box", (street) => {
    const message = `street address is "${street}": a post office box`;
    expectJudged("address.street", { po_box: "deny" }, { "carrier.address.street": street }, "fail", message);
  });

  test.each([
    "RR 2 BOX 77",
    "HC 1 BOX 5",
    "1 BOXWOOD LN",
    "5 DEPOBOX ST",
    "12 CAMPO BOXER RD",
    "9 POBOXER WAY",
    "40 EXPO BLVD",
    "100 PO RIVER RD",
    "100 POBOX RD",
    "1 POBOX ROAD",
    "9 POB LN",
    "7 POST OFFICE SQ",
    "STE PO1 5 MAIN ST",
    "12 P O 4 RD",
    "5 PO BOX RD",
    "5 P.O. BOX ROAD STE 4",
    "1 LOCK BOX RD",
    "16 PO NO RD",
    "12 PO CALLERY ST",
  ])("%s is none", (street) => {
    const message = `street address is "${street}"`;
    expectJudged("address.street", { po_box: "deny" }, { "carrier.address.street": street }, "pass", message);
  });

  test("what is not stated, or hides something", () => {
    expectJudged("address.street", { po_box: "deny" }, { "carrier.address.street": null }, "unknown", /not stated/);
    expectJudged(
      "address.street",
      { po_box: "deny" },
      { "carrier.address.street": "P\u200bO BOX 1" },
      "unknown",
      /invisible/,
    );
  });
});

describe("contact", () => {
  test.each([
    [["phone", "email"], {}, "pass", "phone stated; email stated"],
    [["phone"], { "carrier.contact.email": null }, "pass", "phone stated"],
    [["phone", "email"], { "carrier.contact.email": "N/A" }, "unknown", "email not stated"],
    [["phone"], { "carrier.contact": undefined }, "unknown", "phone not stated"],
    [["phone"], { "carrier.contact": "none" }, "unknown", 'contact "none": not an object'],
  ] as const)("%j", (require, values, outcome, message) => {
    expectJudged("contact", { require }, values, outcome, message);
  });

  const list =
    "# known frauds\n(555) 555-0199 # double broker\n1-555-555-0198 ext. 4\nThief@Example.com\n@fraud.example\no'neil@crooks.example\n+52 55 1234 5678\n+52 55 1234 567\n5555-0197\n";
  const policy = (rest: object = {}) =>
    parsePolicy(`version: 1\nname: test\nrules:\n  contact: ${JSON.stringify({ deny_file: "fraud.txt", ...rest })}\n`, {
      path: "policy.yaml",
      readList: () => list,
    });
  const contactWith = (contact: unknown, rest?: object) =>
    evaluate(policy(rest), answered({ carrier: { ...goodCarrier, contact } }), { today }).findings[1];

  test.each([
    [{ phone: "555.555.0199" }, "fail", 'phone "555.555.0199": on the list fraud.txt'],
    [{ phone: "+1 (555) 555-0199 x12" }, "fail", /on the list/],
    [{ phone: "555-555-0100 / 555-555-0198" }, "fail", /on the list/],
    [{ phone: "5555550100", email: "THIEF@example.com " }, "fail", /^email "THIEF@example.com ": on the list/],
    [{ email: "Joe <joe@fraud.example>" }, "fail", /on the list/],
    [{ email: "joe@mail.fraud.example." }, "fail", /on the list/],
    [{ email: "joe@notfraud.example" }, "pass", 'email "joe@notfraud.example": not on the list fraud.txt'],
    [{ email: "joe@fraud.example.com" }, "pass", /not on the list/],
    [{ phone: "555-555-0197", email: null }, "pass", /not on the list/],
    [{ phone: null, email: "N/A" }, "unknown", "phone not stated"],
    [{ phone: "555-555-0199", email: "a\u200b@example.com" }, "fail", /^phone/],
    [{ phone: "555-555-0100", email: "a\u200b@example.com" }, "unknown", /invisible/],
    [null, "unknown", "phone not stated"],
    ["555-555-0100", "unknown", 'contact "555-555-0100": not an object'],
  ] as const)("deny_file, %j: %s", (contact, outcome, message) => {
    expect(contactWith(contact)).toMatchObject({ outcome, message: expect.stringMatching(message) });
  });

  test.each([
    { email: "a@fraud.example/b@mail.example" },
    { email: "b@mail.example|a@fraud.example" },
    { email: "a@fraud.example&b@mail.example" },
    { email: "a@fraud.example?x=1" },
    { email: "thief@example.com." },
    { email: "[thief@example.com]" },
    { email: "mailto:thief@example.com/x" },
    { email: "thief @ example.com" },
    { email: "ｔhief＠example．com" },
    { email: "o'neil@crooks.example" },
    { phone: "555-555-0199 555-555-0100" },
    { phone: "555-555-0100 and 555-555-0199" },
    { phone: "555-555-0100 & 555-555-0199" },
    { phone: "001 555 555 0199" },
    { phone: "55555501005555550199" },
    { phone: "555/555-0199" },
    { phone: "555-555-01990" },
    { phone: "9 555-555-0199" },
    { phone: "(555) #555-0199" },
    { phone: "call 555 then 555-0199" },
    { phone: "+52-55-1234-5678 1" },
    { phone: "011 52 55 1234 5678" },
    { phone: "+52 55 1234 5678 or 555-555-0100" },
    { phone: "1+52 55 1234 567" },
    { phone: "5555-0197" },
    { phone: "５５５-555-0199" },
  ])("a contact in a text: %j", (contact) => {
    expect(contactWith(contact)).toMatchObject({ outcome: "fail", message: expect.stringMatching(/on the list/) });
  });

  test.each([
    { phone: "ask Joe" },
    { phone: "555-FLOWERS" },
    { phone: "555-555-O199" },
    { phone: "٥55-555-0199" },
    { email: "thief at example dot com" },
    { email: "thief@example。com" },
    { email: "a@mail.example b@" },
  ])("a text that cannot be read as a contact: %j", (contact) => {
    expect(contactWith(contact)).toMatchObject({
      outcome: "unknown",
      message: expect.stringMatching(/: no phone number or email address$/),
    });
  });

  test.each([
    { email: "little.thief@example.com" },
    { email: "thief@example.com.au" },
    { phone: "+44 20 7946 0958" },
    { phone: "555-555-0100 x0199" },
    { email: "a@mail.example, b@mail.example" },
  ])("a contact that is not on the list: %j", (contact) => {
    expect(contactWith(contact)).toMatchObject({ outcome: "pass" });
  });

  test("both parameters", () => {
    expect(contactWith({ phone: "555-555-0100" }, { require: ["email"] })).toMatchObject({ outcome: "unknown" });
    expect(contactWith({ phone: "555-555-0199" }, { require: ["email"] })).toMatchObject({ outcome: "fail" });
  });

  test("what a list cannot name", () => {
    const parse = (text: string) => () =>
      parsePolicy("version: 1\nname: test\nrules:\n  contact: { deny_file: fraud.txt }\n", {
        path: "policy.yaml",
        readList: () => text,
      });
    for (const line of [
      "ACME",
      "1-800-FLOWERS",
      "12345",
      "@",
      "a b@c.d",
      "@nodot",
      "fraud.example",
      "1234567890123456",
    ]) {
      expect(parse(line)).toThrow(`fraud.txt:1:1: "${line}" is no phone number, email address or @domain`);
    }
  });

  test("a hostile contact takes linear time", { timeout: 60_000 }, () => {
    for (const [before, unit] of ["x", "@", "1x", "a@"].map((unit) => ["", unit]).concat([["a@", "b."]])) {
      const judge = (size: number) => {
        const text = `${before}${unit?.repeat(size)}`;
        return contactWith({ phone: text, email: text });
      };
      expect(judge(10)).toBeDefined();
      expect(growth(judge, 2_000)).toBeLessThan(nearlyLinear);
    }
  });
});

/** Fleet, address and contact. */
import { describe, expect, test } from "vitest";
import { answered, realOddities, realRecords } from "../records.ts";
import { expectJudged, judged } from "./judged.ts";

describe("fleet.power_units", () => {
  test.each([
    [5, "pass", "5 power units: at least 5"],
    ["32", "pass", "32 power units: at least 5"],
    [1, "fail", "1 power unit: fewer than 5"],
    [0, "fail", "0 power units: fewer than 5"],
    [null, "unknown", "fleet.power_units is not stated"],
    [-3, "unknown", "fleet.power_units is -3, not a number of at least 0"],
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
    [3, null, "unknown", "fleet.drivers is not stated"],
    [undefined, 3, "unknown", "fleet.power_units is not stated"],
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
    const message = outcome === "unknown" ? "address.state is not stated" : `address.state is "${state}"`;
    expectJudged("address.state", parameters, { "carrier.address.state": state }, outcome, message);
  });

  test("deny", () => {
    expectJudged("address.state", { deny: ["@us"] }, {}, "fail", 'address.state is "NE"');
    expectJudged("address.state", { deny: ["TX"] }, {}, "pass", 'address.state is "NE"');
    expectJudged("address.state", { allow: ["@us"], deny: ["NE*"] }, {}, "fail", /NE/);
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
  ])("%s is a post office box", (street) => {
    const message = `address.street is "${street}": a post office box`;
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
  ])("%s is none", (street) => {
    const message = `address.street is "${street}"`;
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
    [["phone", "email"], {}, "pass", "contact.phone is stated; contact.email is stated"],
    [["phone"], { "carrier.contact.email": null }, "pass", "contact.phone is stated"],
    [["phone", "email"], { "carrier.contact.email": "N/A" }, "unknown", "contact.email is not stated"],
    [["phone"], { "carrier.contact": undefined }, "unknown", "contact.phone is not stated"],
  ] as const)("%j", (require, values, outcome, message) => {
    expectJudged("contact", { require }, values, outcome, message);
  });
});

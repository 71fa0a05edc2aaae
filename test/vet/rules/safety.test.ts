import { describe, expect, test } from "vitest";
import { answered, goodCarrier, realOddities, realRecord, realRecords } from "../records.ts";
import { expectJudged, judged } from "./judged.ts";

describe("safety.rating", () => {
  const parameters = { allow: ["Satisfactory", "S"], deny: ["Unsatisfactory", "U"], unrated: "allow" };
  const inCarrier = (rating: unknown, given: object = parameters) =>
    judged("safety.rating", given, { records: answered({ carrier: { ...goodCarrier, safety: { rating } } }) });

  test.each([
    ["Satisfactory", "pass", 'rated "Satisfactory"'],
    ["S", "pass", 'rated "S"'],
    ["Unsatisfactory", "fail", 'rated "Unsatisfactory": your vetting rules deny it'],
    ["u", "fail", 'rated "u": your vetting rules deny it'],
    ["Conditional", "unknown", `rated "Conditional": your vetting rules don't decide it`],
    ["\u200b", "unknown", 'rating "\u200b": it has control or invisible characters'],
    ["Satis\u200bfactory", "unknown", 'rating "Satis\u200bfactory": it has control or invisible characters'],
    [3, "unknown", "rating 3: not text"],
    [null, "pass", "unrated"],
    ["None", "pass", "unrated"],
    [undefined, "pass", "unrated"],
  ] as const)("%j: %s", (rating, outcome, message) => {
    expect(inCarrier(rating)).toMatchObject({ outcome, message });
  });

  test("unrated, by choice", () => {
    expect(inCarrier(null, { allow: ["S"] })).toMatchObject({
      outcome: "unknown",
      message: "unrated: your vetting rules don't decide it",
    });
    expect(inCarrier(null, { allow: ["S"], unrated: "unknown" }).outcome).toBe("unknown");
    expect(inCarrier(null, { allow: ["S"], unrated: "deny" })).toMatchObject({
      outcome: "fail",
      message: "unrated: your vetting rules deny it",
    });
  });

  test("with one list, the rest is unknown", () => {
    expect(inCarrier("Conditional", { deny: ["Unsatisfactory"] }).outcome).toBe("unknown");
    expect(inCarrier("Unsatisfactory", { allow: ["Satisfactory"] }).outcome).toBe("unknown");
  });

  test("no safety data is not the same as unrated", () => {
    const core = realOddities().find(({ oddity }) => oddity === "bulk-item-core-only")?.record;
    const finding = judged("safety.rating", parameters, { records: answered({ carrier: core }) });
    expect(finding).toMatchObject({ outcome: "unknown", message: "safety data not stated" });
    const withSafety = answered({ carrier: core, safety: { rating: null } });
    // Nor does a safety record without a rating say that the carrier is unrated.
    expect(judged("safety.rating", parameters, { records: withSafety }).outcome).toBe("unknown");
    const rated = answered({ carrier: core, safety: { rating: "Satisfactory" } });
    expect(judged("safety.rating", parameters, { records: rated }).outcome).toBe("pass");
  });

  test.each([
    ["Satisfactory", "Unsatisfactory", "fail"],
    ["Unsatisfactory", "Satisfactory", "fail"],
    ["Satisfactory", "Conditional", "unknown"],
    ["Satisfactory", null, "pass"],
    [null, "Unsatisfactory", "fail"],
  ])("carrier %j, safety %j: %s", (one, other, outcome) => {
    const records = answered({ carrier: { safety: { rating: one } }, safety: { rating: other } });
    expect(judged("safety.rating", parameters, { records }).outcome).toBe(outcome);
  });

  test.each(["", "N/A", false, 0, [], "Unsatisfactory", [{ rating: "Unsatisfactory" }], [{ rating: "Satisfactory" }]])(
    "safety %j is not unrated",
    (safety) => {
      const one = judged("safety.rating", parameters, { records: answered({ carrier: { safety } }) });
      expect(one).toMatchObject({ outcome: "unknown", reason: "unreadable" });
      expect(one.message).toMatch(/^safety data.*: not an object$/);
      const rated = answered({ carrier: { safety }, safety: { rating: "Satisfactory" } });
      expect(judged("safety.rating", parameters, { records: rated }).outcome).toBe("unknown");
      const bad = answered({ carrier: { safety }, safety: { rating: "Unsatisfactory" } });
      expect(judged("safety.rating", parameters, { records: bad }).outcome).toBe("fail");
    },
  );

  test.each([false, 0, [], {}, ["Unsatisfactory"]])("the rating %j is not unrated", (rating) => {
    expect(inCarrier(rating)).toMatchObject({ outcome: "unknown", reason: "unreadable" });
    const records = answered({ carrier: { safety: { rating: "Satisfactory" } }, safety: { rating } });
    expect(judged("safety.rating", parameters, { records }).outcome).toBe("unknown");
  });

  test("equal ratings are told once", () => {
    const records = answered({ carrier: { safety: { rating: "Conditional" } }, safety: { rating: "Conditional" } });
    expect(judged("safety.rating", parameters, { records })).toMatchObject({
      message: `rated "Conditional": your vetting rules don't decide it`,
      observed: { "safety.rating": ["Conditional"] },
    });
  });
});

describe("inspections.oos_rate", () => {
  const parameters = {
    groups: ["driver", "vehicle"],
    max_times_national: 1.5,
    min_inspections: 20,
    fewer: "allow",
  };
  const vehicle = (total: unknown, oos: unknown, oos_rate: unknown, national_avg: unknown) => ({
    "safety.inspections.vehicle": { total, oos, oos_rate, national_avg },
  });

  test.each([
    ["above", vehicle(100, 35, 35, 22.26), "fail", "vehicle 35, national 22.26: above 1.5 times"],
    ["the limit", vehicle(1_000, 334, 33.39, 22.26), "pass", /vehicle 33.39, national 22.26: at most 1.5 times/],
    ["rounded rates", vehicle(2_754, 229, 8, 22.26), "pass", /vehicle 8/],
    ["text", vehicle("100", "35", "35.0", "22.26"), "fail", /above/],
    ["fewer, all of them out of service", vehicle(5, 5, 100, 22.26), "pass", /vehicle 5 inspections: fewer than 20/],
    ["none", vehicle(0, 0, 0, 22.26), "pass", /vehicle 0 inspections: fewer than 20/],
    ["another unit", vehicle(100, 35, 0.35, 22.26), "unknown", /not the share of 35 in 100 in percent/],
    [
      "more out of service than inspected",
      vehicle(100, 135, 135, 22.26),
      "unknown",
      /135 out of service in 100 inspections/,
    ],
    ["out of service without inspections", vehicle(0, 5, 0, 22.26), "unknown", /5 out of service in 0 inspections/],
    ["more out of service than few inspections", vehicle(3, 5, 100, 22.26), "unknown", /5 out of service in 3/],
    [
      "a national average of 0",
      vehicle(100, 35, 35, 0),
      "unknown",
      "vehicle 35, national 0: not an average in percent",
    ],
    ["a national average as a fraction", vehicle(100, 35, 35, 0.2226), "unknown", /national 0.2226: not an average/],
    ["a national average above 100", vehicle(100, 35, 35, 101), "unknown", /national 101: not an average in percent/],
    ["a national average of no sense", vehicle(100, 35, 35, 1e9), "unknown", /not an average in percent/],
    ["the highest average", vehicle(100, 35, 35, 100), "pass", /vehicle 35/],
    ["a rate above 100", vehicle(40, 40, 100.4, 100), "unknown", /rate 100.4 is not the share of 40 in 40/],
    ["no rate to compare with any average", vehicle(100, 0, 0, 0), "pass", /; vehicle 0$/],
    ["few inspections beside no average", vehicle(5, 5, 100, 0), "pass", /fewer than 20/],
    ["a negative average", vehicle(100, 35, 35, -1), "unknown", /vehicle national average -1: not a number/],
    ["no total", vehicle(null, 35, 35, 22.26), "unknown", "vehicle inspections not stated"],
    ["no oos", vehicle(100, undefined, 35, 22.26), "unknown", "vehicle inspections out of service not stated"],
    ["no rate", vehicle(100, 35, "N/A", 22.26), "unknown", "vehicle out-of-service rate not stated"],
    ["no national average", vehicle(100, 35, 35, null), "unknown", "vehicle national average not stated"],
    ["no group", { "safety.inspections.vehicle": null }, "unknown", "vehicle inspections not stated"],
  ] as const)("%s", (_, values, outcome, message) => {
    expectJudged("inspections.oos_rate", parameters, values, outcome, message);
  });

  test("fewer inspections are unknown unless allowed; one is the least", () => {
    const given = { groups: ["hazmat"], max_times_national: 1 };
    const hazmat = (total: number, oos: number, oos_rate: number) => ({
      "safety.inspections.hazmat": { total, oos, oos_rate, national_avg: 4.5 },
    });
    expectJudged("inspections.oos_rate", given, hazmat(0, 0, 0), "unknown", "hazmat 0 inspections: fewer than 1");
    expectJudged("inspections.oos_rate", given, hazmat(1, 0, 0), "pass", /hazmat 0/);
    expectJudged("inspections.oos_rate", given, hazmat(1, 1, 100), "fail", /hazmat 100/);
  });

  test("every group that is above is told", () => {
    const values = {
      ...vehicle(100, 35, 35, 22.26),
      "safety.inspections.driver": { total: 147, oos: 19, oos_rate: 12.9, national_avg: 6.67 },
    };
    const message = "driver 12.9, national 6.67: above 1.5 times; vehicle 35, national 22.26: above 1.5 times";
    expectJudged("inspections.oos_rate", parameters, values, "fail", message);
  });

  test("real records pass", () => {
    for (const safety of realRecords("safety")) {
      const records = answered({ carrier: {}, safety });
      expect(judged("inspections.oos_rate", parameters, { records }).outcome).toBe("pass");
    }
  });
});

describe("inspections.total", () => {
  const totals = (driver: unknown, vehicle: unknown, hazmat: unknown, power_units: unknown = 20) => ({
    "safety.inspections": { driver: { total: driver }, vehicle: { total: vehicle }, hazmat: { total: hazmat } },
    "carrier.fleet": { power_units, drivers: 20 },
  });

  test.each([
    [{ min: 10 }, totals(5, 5, 0), "pass", "10 inspections: at least 10"],
    [{ min: 10 }, totals(5, 4, 0), "fail", "9 inspections: fewer than 10"],
    [{ min: 10 }, totals(0, 0, 0), "fail", "0 inspections: fewer than 10"],
    [{ min: 10 }, totals(10, null, "N/A"), "pass", "10 inspections: at least 10"],
    [{ min: 10 }, totals(9, 0, null), "unknown", "hazmat inspections not stated"],
    [{ min: 10 }, { "safety.inspections": null }, "unknown", "driver inspections not stated"],
    [{ min: 10 }, { "safety.inspections": "none" }, "unknown", 'inspections "none": not an object'],
    [{ per_power_unit: 0.5 }, totals(5, 5, 0), "pass", "10 inspections, 20 power units: at least 0.5 per unit"],
    [{ per_power_unit: 0.5 }, totals(5, 4, 0), "fail", "9 inspections, 20 power units: fewer than 0.5 per unit"],
    [{ per_power_unit: 0.5 }, totals(5, 4, null), "unknown", "hazmat inspections not stated"],
    [{ per_power_unit: 0.5 }, totals(5, 5, 0, null), "unknown", "power units not stated"],
    [{ per_power_unit: 0.5 }, totals(5, 5, 0, 0), "unknown", "0 power units"],
    [{ per_power_unit: 0.5 }, totals(5, 5, 0, 599_994), "unknown", /more than 20 units per driver/],
    [{ min: 10, per_power_unit: 0.1 }, totals(1, 1, 0), "pass", /at least 0.1 per unit/],
  ] as const)("%j %j: %s", (parameters, values, outcome, message) => {
    expectJudged("inspections.total", parameters, values, outcome, message);
  });
});

describe("crashes", () => {
  const total = { per_power_unit: 0.15, allow: 2 };
  const crashes = (total_crashes: unknown, power_units: unknown, drivers: unknown) => ({
    "carrier.safety.total_crashes": total_crashes,
    "carrier.fleet": { power_units, drivers },
  });

  test.each([
    ["few", crashes(2, null, null), "pass", "2 crashes: at most 2"],
    ["within the rate", crashes(3, 20, 20), "pass", "3 crashes, 20 power units: at most 0.15 per unit"],
    ["above the rate", crashes(4, 20, 20), "fail", "4 crashes, 20 power units: above 0.15 per unit"],
    ["no units", crashes(3, null, 20), "unknown", "power units not stated"],
    ["a fleet of 0", crashes(3, 0, 3), "fail", "3 crashes, 0 power units: above 0.15 per unit"],
    [
      "an implausible fleet",
      crashes(3, 599_994, 2),
      "unknown",
      "599,994 power units, 2 drivers: more than 20 units per driver",
    ],
    ["not stated", crashes(null, 20, 20), "unknown", "crashes not stated"],
  ] as const)("%s", (_, values, outcome, message) => {
    expectJudged("crashes.total", total, values, outcome, message);
  });

  test("only a number, or only a rate", () => {
    expectJudged("crashes.total", { allow: 2 }, crashes(3, null, null), "fail", "3 crashes: above 2");
    expectJudged("crashes.total", { per_power_unit: 0.15 }, crashes(0, null, null), "pass", "0 crashes: at most 0");
    expectJudged("crashes.total", { per_power_unit: 0.15 }, crashes(1, 2, 2), "fail", /1 crash, 2 power units/);
  });

  test("fatal ones are in the safety record", () => {
    const fatal = (count: unknown) => ({ "safety.crashes.fatal": count });
    expectJudged("crashes.fatal", { allow: 0 }, fatal(0), "pass", "0 fatal crashes: at most 0");
    expectJudged("crashes.fatal", { allow: 0 }, fatal(1), "fail", "1 fatal crash: above 0");
    expectJudged("crashes.fatal", { allow: 0 }, fatal(null), "unknown", "fatal crashes not stated");
    expectJudged("crashes.fatal", { per_power_unit: 0.01 }, fatal(2), "fail", /2 fatal crashes, 184 power units/);
  });

  test("real: 565 crashes of 10,974 units are within the rate", () => {
    const records = answered({ carrier: realRecord("carriers", "90849"), safety: realRecord("safety", "90849") });
    expect(judged("crashes.total", total, { records }).outcome).toBe("pass");
    expect(judged("crashes.fatal", { per_power_unit: 0.01 }, { records }).outcome).toBe("pass");
  });
});

describe("violations", () => {
  const hos = (count: unknown, driverInspections: unknown = 147) => ({
    "safety.violations.hos": count,
    "safety.inspections.driver.total": driverInspections,
  });
  const parameters = { per_inspection: { hos: 0.2 }, allow: 3 };

  test.each([
    ["few", hos(3, null), "pass", "hours of service violations 3: at most 3"],
    ["within", hos(29), "pass", "hours of service violations 29, driver inspections 147: at most 0.2 per inspection"],
    ["above", hos(58), "fail", "hours of service violations 58, driver inspections 147: above 0.2 per inspection"],
    ["not stated", hos(null), "unknown", "hours of service violations not stated"],
    ["no inspections stated", hos(58, "--"), "unknown", "driver inspections not stated"],
  ] as const)("%s", (_, values, outcome, message) => {
    expectJudged("violations", parameters, values, outcome, message);
  });

  test("vehicle_maint counts per vehicle inspection", () => {
    const given = { per_inspection: { vehicle_maint: 0.15 } };
    expectJudged(
      "violations",
      given,
      {},
      "fail",
      "vehicle maintenance violations 52, vehicle inspections 268: above 0.15 per inspection",
    );
  });

  test("a number alone is for every BASIC", () => {
    expectJudged("violations", { allow: 20 }, {}, "fail", "vehicle maintenance violations 52: above 20");
    expectJudged(
      "violations",
      { allow: 60 },
      {},
      "pass",
      /unsafe driving violations 14.*drug and alcohol violations 0/,
    );
  });

  test("no real record states them", () => {
    for (const safety of realRecords("safety")) {
      expect(judged("violations", { allow: 1 }, { records: answered({ carrier: {}, safety }) }).outcome).toBe(
        "unknown",
      );
    }
  });
});

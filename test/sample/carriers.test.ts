import { expect, test } from "vitest";
import { sampleCarriers } from "../../src/sample/carriers.ts";
import type { SampleRecord } from "../../src/sample/records.ts";

const today = new Date("2026-03-10T17:45:00Z");
const carriers = sampleCarriers(today);

function known(number: string, on = today) {
  const found = sampleCarriers(on).find(({ carrier }) => carrier.dot_number === number);
  if (!found) throw new Error(`no sample carrier ${number}`);
  return found;
}

function policies(number: string, on = today): SampleRecord[] {
  return known(number, on).insurance.policies as SampleRecord[];
}

function inspectionGroups(number: string) {
  const groups = known(number).safety.inspections as Record<string, { oos_rate: number; national_avg: number }>;
  return Object.values(groups);
}

/** The interface's types, as `typeof` names; any field may be null or absent. */
const address = { street: "string", city: "string", state: "string", zip: "string" };
const fleet = { power_units: "integer", drivers: "integer" };
const group = { total: "integer", oos: "integer", oos_rate: "number", national_avg: "number" };
const shapes = {
  summary: { dot_number: "string", legal_name: "string", status: "string", address, fleet },
  carrier: {
    dot_number: "string",
    mc_number: "string",
    legal_name: "string",
    status: "string",
    address,
    contact: { phone: "string", email: "string" },
    fleet,
    authority: { status: "string", common_authority_date: "timestamp" },
    safety: {
      rating: "string",
      driver_oos_rate: "number",
      driver_oos_rate_national: "number",
      total_crashes: "integer",
    },
    insurance: { bipd_on_file: "integer", cargo_on_file: "integer" },
    dba_name: "string",
    mcs150: { date: "timestamp", mileage: "integer" },
  },
  insurance: {
    dot_number: "string",
    legal_name: "string",
    policies: [
      {
        policy_type: "string",
        insurer_name: "string",
        policy_number: "string",
        coverage_amount: "integer",
        effective_date: "timestamp",
        expiration_date: "timestamp",
        form_code: "string",
      },
    ],
  },
  safety: {
    dot_number: "string",
    legal_name: "string",
    rating: "string",
    inspections: { driver: group, vehicle: group, hazmat: group },
    crashes: { fatal: "integer", injury: "integer", towaway: "integer", total: "integer", rate: "number" },
    violations: {
      unsafe_driving: "integer",
      driver_fitness: "integer",
      hos: "integer",
      drug_alcohol: "integer",
      vehicle_maint: "integer",
    },
  },
};

/** The paths in `value` that don't match the shape. */
function misfits(value: unknown, shape: unknown, path: string): string[] {
  if (value === null) return [];
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [path];
    return value.flatMap((item, index) => misfits(item, shape[0], `${path}[${index}]`));
  }
  if (typeof shape === "object" && shape !== null) {
    if (typeof value !== "object" || Array.isArray(value)) return [path];
    return Object.entries(value as object).flatMap(([key, field]) =>
      misfits(field, (shape as SampleRecord)[key], `${path}.${key}`),
    );
  }
  return isOfType(value, shape) ? [] : [path];
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "timestamp") return /^\d{4}-\d\d-\d\dT00:00:00Z$/.test(String(value));
  return typeof value === type;
}

test("carriers are numbered from 9000001 without gaps", () => {
  const numbers = carriers.map(({ carrier }) => carrier.dot_number);
  expect(numbers).toEqual(carriers.map((_, index) => String(9000001 + index)));
  expect(numbers.length).toBeGreaterThanOrEqual(12);
});

test.each(["summary", "carrier", "insurance", "safety"] as const)("every %s has the interface's shape", (kind) => {
  expect(carriers.flatMap((records) => misfits(records[kind], shapes[kind], kind))).toEqual([]);
});

test("the shape check finds a field of the wrong type", () => {
  expect(misfits({ fleet: { drivers: "7" } }, shapes.summary, "summary")).toEqual(["summary.fleet.drivers"]);
});

test("every record of a carrier has its number, and no field is undefined", () => {
  for (const { what, summary, carrier, insurance, safety } of carriers) {
    const records = { summary, carrier, insurance, safety };
    expect(what).not.toBe("");
    expect(Object.values(records).map(({ dot_number }) => dot_number)).toEqual(Array(4).fill(carrier.dot_number));
    expect(JSON.parse(JSON.stringify(records))).toStrictEqual(records);
  }
});

test("nobody real is described: example.com addresses, 555-01xx phones, unissued dockets", () => {
  for (const { carrier } of carriers.filter((records) => "contact" in records.carrier)) {
    expect(carrier.contact).toEqual({
      phone: expect.stringMatching(/^\(555\) 555-01\d\d$/),
      email: expect.stringMatching(/@example\.com$/),
    });
    expect(carrier.mc_number ?? "9100000").toMatch(/^91\d{5}$/);
  }
});

test("the first carrier is complete, insured, and better than the national average", () => {
  const { carrier, safety } = known("9000001");
  expect(carrier).toMatchInlineSnapshot(`
    {
      "address": {
        "city": "LINCOLN",
        "state": "NE",
        "street": "1200 LAMPLIGHT RD",
        "zip": "68501",
      },
      "authority": {
        "common_authority_date": "2014-02-09T00:00:00Z",
        "status": "ACTIVE",
      },
      "contact": {
        "email": "dispatch@example.com",
        "phone": "(555) 555-0101",
      },
      "dot_number": "9000001",
      "fleet": {
        "drivers": 201,
        "power_units": 184,
      },
      "insurance": {
        "bipd_on_file": 1000000,
        "cargo_on_file": 100000,
      },
      "legal_name": "PRAIRIE LANTERN FREIGHT INC",
      "mc_number": "9100001",
      "mcs150": {
        "date": "2025-10-30T00:00:00Z",
        "mileage": 17480000,
      },
      "safety": {
        "driver_oos_rate": 2.2,
        "driver_oos_rate_national": 6.67,
        "rating": "Satisfactory",
        "total_crashes": 9,
      },
      "status": "ACTIVE",
    }
  `);
  expect(JSON.stringify([carrier, safety])).not.toContain("null");
  for (const { oos_rate, national_avg } of inspectionGroups("9000001")) {
    expect(oos_rate).toBeLessThan(national_avg);
  }
});

test("a carrier's full record agrees with its policies and inspections", () => {
  const { carrier, safety, insurance } = known("9000002");
  expect(carrier.insurance).toEqual({ bipd_on_file: 5_000_000, cargo_on_file: 250_000 });
  expect(insurance.policies).toHaveLength(3);
  expect(safety.crashes).toMatchObject({ total: 41 + 512 + 1388 });
  expect(carrier.safety).toMatchObject({
    rating: safety.rating,
    driver_oos_rate: 1.4,
    total_crashes: 41 + 512 + 1388,
  });
});

test("expired policies are not on file", () => {
  expect(known("9000009").carrier.insurance).toEqual({ bipd_on_file: 0, cargo_on_file: 0 });
});

test("policies expire the stated number of days from today, whatever day that is", () => {
  const expirations = (number: string, on: string) =>
    policies(number, new Date(on)).map(({ expiration_date }) => expiration_date);
  expect(expirations("9000008", "2026-03-10T23:59:59Z")).toEqual(["2026-04-20T00:00:00Z", "2026-03-16T00:00:00Z"]);
  expect(expirations("9000008", "2031-12-31T00:00:00Z")).toEqual(["2032-02-10T00:00:00Z", "2032-01-06T00:00:00Z"]);
  expect(expirations("9000009", "2026-03-10T00:00:00Z")).toEqual(["2026-02-15T00:00:00Z", "2026-03-09T00:00:00Z"]);
  expect(expirations("9000003", "2026-03-10T00:00:00Z")).toEqual([null, null]);
});

test("without inspections every rate is 0", () => {
  expect(known("9000004").safety).toMatchObject({
    rating: null,
    inspections: { driver: { total: 0, oos: 0, oos_rate: 0 }, hazmat: { total: 0, oos: 0, oos_rate: 0 } },
    crashes: { total: 0, rate: 0 },
  });
  expect(known("9000004").carrier.authority).toMatchObject({ common_authority_date: "2026-02-26T00:00:00Z" });
});

test("every kind of carrier is there", () => {
  expect(known("9000005").carrier.status).toBe("INACTIVE");
  expect(known("9000006").carrier.status).toBe("OUT-OF-SERVICE");
  expect(policies("9000007")).toEqual([]);
  for (const { oos_rate, national_avg } of inspectionGroups("9000010")) {
    expect(oos_rate).toBeGreaterThan(national_avg);
  }
  expect(known("9000011").carrier.address).toMatchObject({ state: "QC", zip: "G5L 1A1" });
  expect(known("9000012").carrier.address).toMatchObject({ state: "BN", zip: null });
  expect(known("9000013").carrier.legal_name).toHaveLength(63);
  expect(known("9000013").carrier.mc_number).toBeNull();
});

test("nulls are null, and absent fields are absent", () => {
  const { summary, carrier, insurance, safety } = known("9000014");
  expect(carrier.insurance).toBeNull();
  expect(Object.keys(carrier)).not.toContain("contact");
  expect(summary.address).toStrictEqual({ street: null, city: null, state: "AS" });
  expect(insurance.legal_name).toBeNull();
  expect(Object.keys(safety)).not.toContain("violations");
  expect(safety.inspections).toMatchObject({ vehicle: null });
});

/** Results in memory, and what a format makes of them. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DotNumber } from "../../src/dot-number.ts";
import type { Result } from "../../src/lookup/outcome.ts";
import { type LookupFormat, openFormat } from "../../src/output/format.ts";
import type { Look } from "../../src/screen/look.ts";
import type { View } from "../../src/screen/view.ts";
import {
  ServiceError,
  type ServiceErrorReason,
} from "../../src/service/errors.ts";
import { type JsonObject, parseJson } from "../../src/text/json.ts";

/** The day of all tests of screens. */
export const now = Date.parse("2026-11-22T12:00:00Z");

export function answered(
  record: JsonObject,
  number = String(record["dot_number"]),
): Result {
  return {
    kind: "answered",
    dotNumber: number as DotNumber,
    answer: { record, issues: [] },
  };
}

function failed(
  number: string,
  message: string,
  reason: ServiceErrorReason,
  status?: number,
) {
  const response = { url: "", askedAt: "", headers: {}, body: Buffer.of() };
  const details = {
    reason,
    baseUrl: "",
    withKey: false,
    ...(status && { response: { ...response, status } }),
  };
  return {
    dotNumber: number as DotNumber,
    error: new ServiceError(message, details),
  };
}

export function notFound(number: string): Result {
  return {
    kind: "not-found",
    ...failed(number, "the service knows no such carrier", "not-found", 404),
  };
}

export function unanswered(
  number: string,
  message = "nothing answers",
): Result {
  return { kind: "unanswered", ...failed(number, message, "no-connection") };
}

export interface Shown extends Partial<Look> {
  fields?: readonly string[];
  single?: boolean;
}

/** The whole output of a format. */
export async function written(
  name: LookupFormat,
  view: View,
  results: readonly Result[],
  shown: Shown = {},
) {
  const { fields, single = false, ...given } = shown;
  const look: Look = {
    width: undefined,
    height: undefined,
    color: false,
    now,
    zone: "utc",
    sample: false,
    ...given,
  };
  const format = await openFormat(name, { view, fields, single, look });
  const rows = results.map((result) => format.row(result)).join("");
  return format.head + rows + (await format.end());
}

/** Records of a real service, from test/fixtures. */
export function realRecords(
  name: "carriers" | "insurance" | "safety" | "oddities",
): JsonObject[] {
  const path = fileURLToPath(
    new URL(`../fixtures/real-${name}.ndjson`, import.meta.url),
  );
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return lines.map((line) => {
    const value = parseJson(line) as JsonObject;
    return name === "oddities" ? (value["record"] as JsonObject) : value;
  });
}

export const carrier = {
  dot_number: "9000010",
  mc_number: "9100010",
  legal_name: "THUNDER GOOSE EXPRESS LLC",
  dba_name: "GOOSE FREIGHT",
  status: "ACTIVE",
  address: {
    street: "606 HONK HOLLOW RD",
    city: "MACON",
    state: "GA",
    zip: "31201",
  },
  contact: { phone: "+1 608 555 0110", email: "dispatch10@example.com" },
  fleet: { power_units: 1240, drivers: 71 },
  authority: {
    status: "ACTIVE",
    common_authority_date: "2022-06-14T00:00:00Z",
  },
  safety: {
    rating: "Conditional",
    driver_oos_rate: 12.9,
    driver_oos_rate_national: 6.67,
    total_crashes: 18,
  },
  insurance: { bipd_on_file: 750000, cargo_on_file: 0 },
};

const bipd = {
  policy_type: "BIPD/Primary",
  insurer_name: "EXAMPLE MUTUAL INSURANCE CO",
  policy_number: "EX-100010",
  coverage_amount: 750000,
  effective_date: "2026-08-26T00:00:00Z",
  expiration_date: "2027-08-26T00:00:00Z",
  form_code: "91X",
};

export const policies = {
  bipd,
  cargo: {
    ...bipd,
    policy_type: "CARGO",
    policy_number: "SA-2",
    coverage_amount: 100000,
    form_code: "34",
  },
  former: {
    ...bipd,
    effective_date: "2025-08-26",
    expiration_date: "2026-08-26",
  },
};

export const insurance = (...rows: unknown[]) => ({
  dot_number: "9000010",
  legal_name: "THUNDER GOOSE",
  policies: rows,
});

export const safety = {
  dot_number: "9000010",
  legal_name: "THUNDER GOOSE EXPRESS LLC",
  rating: "Conditional",
  inspections: {
    driver: { total: 147, oos: 19, oos_rate: 12.9, national_avg: 6.67 },
    vehicle: { total: 103, oos: 36, oos_rate: 35, national_avg: 22.26 },
    hazmat: { total: 0, oos: 0, oos_rate: 0, national_avg: 4.44 },
  },
  crashes: { fatal: 1, injury: 5, towaway: 12, total: 18, rate: 63.6 },
  violations: {
    unsafe_driving: 63,
    driver_fitness: 12,
    hos: 58,
    drug_alcohol: 1,
    vehicle_maint: 141,
  },
};

/** Rows in memory, and what a format makes of them. */
import type { DotNumber } from "../../src/dot-number.ts";
import {
  csv,
  type Format,
  json,
  ndjson,
  xlsx,
} from "../../src/output/format.ts";
import {
  listTable,
  rowSheet,
  singleJson,
  singleScreen,
} from "../../src/output/rows.ts";
import type { Shown } from "../../src/screen/card.ts";
import type { Row, View } from "../../src/screen/columns.ts";
import type { Look } from "../../src/screen/look.ts";
import { ServiceError } from "../../src/service/errors.ts";
import type { JsonObject } from "../../src/text/json.ts";

/** The day of all tests of screens. */
export const now = Date.parse("2026-11-22T12:00:00Z");

export const pipe: Look = {
  width: undefined,
  height: undefined,
  color: false,
  now,
  today: Math.floor(now / 86_400_000),
  zone: "utc",
  sample: false,
};

export function answered(
  record: JsonObject,
  number = String(record["dot_number"]),
): Row {
  return { dotNumber: number as DotNumber, record };
}

const about = { baseUrl: "", withKey: false };

export function notFound(number: string): Row {
  const error = new ServiceError("the service knows no such carrier", {
    ...about,
    reason: "not-found",
    response: {
      url: "",
      askedAt: "",
      headers: {},
      body: Buffer.of(),
      status: 404,
    },
  });
  return { dotNumber: number as DotNumber, error };
}

export function unanswered(number: string, message = "nothing answers"): Row {
  const error = new ServiceError(message, {
    ...about,
    reason: "no-connection",
  });
  return { dotNumber: number as DotNumber, error };
}

interface Options extends Partial<Look> {
  fields?: readonly string[];
  single?: boolean;
}

function formatOf(
  name: "table" | "json" | "ndjson" | "csv",
  shown: Shown,
  single: boolean,
): Format<Row> | Promise<Format<Row>> {
  if (single && name === "table") return singleScreen(shown);
  if (single && name === "json") return singleJson(shown);
  return name === "table"
    ? listTable(shown)
    : { json, ndjson, csv }[name](rowSheet(shown));
}

/** The whole output of a format. */
export async function written(
  name: "table" | "json" | "ndjson" | "csv",
  view: View,
  rows: readonly Row[],
  { fields, single = false, ...look }: Options = {},
): Promise<string> {
  const shown = { view, fields, look: { ...pipe, ...look } };
  const { begin, item, end } = await formatOf(name, shown, single);
  return begin + rows.map(item).join("") + (await end(undefined));
}

/** The workbook of some rows. */
export async function workbook(view: View, rows: readonly Row[]) {
  const format = await xlsx(rowSheet({ view, fields: undefined, look: pipe }));
  for (const row of rows) format.item(row);
  return (await format.end(undefined)) as Uint8Array;
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

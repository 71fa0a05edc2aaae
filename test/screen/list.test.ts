import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { snapshotScreen } from "../../src/screen/snapshot.ts";
import { views } from "../../src/views.ts";
import { pipe, written } from "../output/results.ts";
import { failed, none, type Records } from "../support/fixtures.ts";
import {
  judged,
  policies as policiesOf,
  sampleNumbers,
  snapshot,
} from "./drawn.ts";

const { snapshot: snapshotView } = views;

async function listed(
  format: "table" | "csv",
  width?: number,
  records: Records = {},
): Promise<string> {
  const all = sampleNumbers.map(async (number) =>
    snapshot(await judged(number, records)),
  );
  return written(format, snapshotView, await Promise.all(all), { width });
}

it.each<[number, lines: string[], Records?]>([
  [
    80,
    [
      "9000001  nothing wrong found                       PRAIRIE LANTE…      1,000,000",
      '9000005  ! status "INACTIVE" ·                     FADED HARBOR …           none',
      '         ! authority "NOT AUTHORIZED" ·',
      "9000007  ! no BIPD policy ·                        BAREFOOT COUR…           none",
      '9000010  ? rating "Conditional" ·                  THUNDER GOOSE…        750,000',
      "         ? inspections driver 12.9, vehicle 35 ·",
      "         - crashes 18 (a warning)",
      "9000012  no cargo insurance on file                TRANSPORTES L…        750,000",
    ],
  ],
  [40, ["no room for: name, BIPD in force,\n  rating, authority, status"]],
  [
    200,
    [
      '9000010  ? rating "Conditional" · ? inspections driver 12.9, vehicle 35 · - crashes 18 (a warning)             THUNDER GOOSE EXPRESS LLC…        750,000  Conditional     ACTIVE          ACTIVE',
    ],
  ],
  [
    200,
    [
      "9000001  ? insurance not answered: the service answered 503                                                PRAIRIE LANTE…  insurance record not answered  Satisfactory    ACTIVE          ACTIVE",
    ],
    { insurance: failed },
  ],
  // An amount on file is no policy.
  [
    200,
    [
      "9000001  ? no BIPD policy, but BIPD on file 1,000,000 · no cargo policy                                        PRAIRIE LANTERN FRE…  no insurance record  Satisfactory    ACTIVE          ACTIVE",
    ],
    { insurance: none },
  ],
  // The rating is taken from the safety record, too.
  [
    200,
    [
      '9000001  ! rating "Unsatisfactory" · ! names differ: "A" and, in insurance, "PRAIRIE LANTERN FREIGHT INC" · ? status not stated ·                 A         1,000,000  Unsatisfactory  —          —',
    ],
    { carrier: { legal_name: "A" }, safety: { rating: "Unsatisfactory" } },
  ],
])(
  "at %i columns a line says what decides: %j",
  async (width, lines, records) => {
    const text = await listed("table", width, records);
    for (const line of lines) expect(`\n${text}`).toContain(`\n${line}\n`);
  },
);

const csvRows = async (records?: Records): Promise<Record<string, string>[]> =>
  parse(await listed("csv", undefined, records), { columns: true });

it("has all that the records say in CSV, and nothing but sure amounts in force", async () => {
  const rows = await csvRows();
  expect(rows).toHaveLength(sampleNumbers.length);
  expect(rows[0]).toMatchObject({
    dot_number: "9000001",
    "carrier.legal_name": "PRAIRIE LANTERN FREIGHT INC",
    "in_force.bipd": "1000000",
    "in_force.cargo": "100000",
    "safety.crashes.total": "9",
    problems: "",
    unknown: "",
    warnings: "",
  });
  expect(rows[8]).toMatchObject({
    unknown:
      'rated "Conditional", which the built-in policy neither allows nor denies; out-of-service rate: driver 12.9, national 6.67: above 1.5 times; vehicle 35, national 22.26: above 1.5 times',
    warnings: "18 crashes for 58 power units: above 0.15 per unit (a warning)",
  });
  expect(rows[10]).toMatchObject({ "in_force.bipd": "" });
  const [without] = await csvRows({ insurance: none });
  expect(without).toMatchObject({ "in_force.bipd": "0" });
});

it("reads a list of policies that is too long nowhere", async () => {
  const policies = Array(501).fill(policiesOf.bipd);
  const records = { insurance: { policies } };
  expect((await csvRows(records))[0]).toMatchObject({
    "in_force.bipd": "",
    "in_force.cargo": "",
    unknown: expect.stringContaining("insurance policies: too long"),
  });
  const row = snapshot(await judged("9000001", records));
  expect(snapshotScreen(row, pipe)).toContain("in force: unreadable");
});

it("says once what a finding and a note say", async () => {
  const rules = { "policies.cargo": { level: "review" } };
  const row = snapshot(await judged("9000012", {}, rules));
  const text = await written("table", snapshotView, [row]);
  expect(text.match(/no cargo insurance on file/g)).toHaveLength(1);
});

it("says in CSV once what several rules don't know", async () => {
  expect((await csvRows({ insurance: failed }))[0]).toMatchObject({
    unknown: "insurance not answered: the service answered 503",
  });
});

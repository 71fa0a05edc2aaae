import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { snapshotScreen } from "../../src/screen/snapshot/screen.ts";
import { recordRow } from "../../src/screen/values.ts";
import { views } from "../../src/screen/views.ts";
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

it.each<[number, RegExp, Records?]>([
  [80, /^9000001 {2}nothing wrong found +PRAIR/m],
  [80, /^9000005 {2}! status/m],
  [80, / ! authority "NOT AUTHORIZED" ·/],
  [80, /^9000007 {2}! no BIPD policy ·/m],
  [80, /^9000010 {2}\? rating "Conditional" · /m],
  [80, / \? inspections driver 12\.9, vehicle 35 ·/],
  [80, / - crashes 18 \(a warning\)/],
  [80, /^9000012 {2}no cargo insurance on file/m],
  [200, /^9000010 .* 750,000 +Conditional +ACTIVE +ACTIVE$/m],
  [80, /^9000010 .* 750,000$/m],
  [60, /^9000005 {2}! status.* FADED HARBOR C…$/m],
  [40, /^ {9}! authority "NOT AUTHORIZED" ·$/m],
  [40, /^no room for: name, BIPD in force,\n {2}rating, authority, status$/m],
  [40, /^9000012 {2}no cargo insurance on file$/m],
  // An amount on file is no policy.
  [
    80,
    / · no cargo policy/,
    {
      carrier: { insurance: { cargo_on_file: 250000 } },
      insurance: { policies: [] },
    },
  ],
  [
    200,
    /^9000001 .* insurance record not answered +Satisfactory/m,
    { insurance: failed },
  ],
  [80, /^9000001 {2}\? safety not answered +PRAIR/m, { safety: failed }],
  [200, /^9000001 .* no insurance record +Satisfactory/m, { insurance: none }],
  // The rating is taken from the safety record, too.
  [
    200,
    /^9000001 .* Unsatisfactory +— +—$/m,
    { carrier: { legal_name: "A" }, safety: { rating: "Unsatisfactory" } },
  ],
])(
  "at %i columns a line says what decides: %s",
  async (width, expected, records) => {
    expect(await listed("table", width, records)).toMatch(expected);
  },
);

it("has all that the records say in CSV, and nothing but sure amounts in force", async () => {
  const rows: Record<string, string>[] = parse(await listed("csv"), {
    columns: true,
  });
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
    unknown: expect.stringMatching(/^rated/),
    warnings: expect.stringMatching(/^18 crashes for 58/),
  });
  expect(rows[10]).toMatchObject({ "in_force.bipd": "" });
});

it("reads a list of policies that is too long nowhere", async () => {
  const policies = Array(501).fill(policiesOf.bipd);
  const records = { insurance: { policies } };
  const csv = await listed("csv", undefined, records);
  const [row]: Record<string, string>[] = parse(csv, { columns: true });
  expect(row).toMatchObject({
    "in_force.bipd": "",
    "in_force.cargo": "",
    unknown: expect.stringContaining("insurance policies: too long"),
  });
  const drawn = snapshotScreen(
    recordRow(snapshot(await judged("9000001", records)), pipe.today),
    pipe,
  );
  expect(drawn).toContain("in force: unreadable: 501 policies");
});

it("says in CSV once what several rules don't know", async () => {
  const csv = await listed("csv", undefined, { insurance: failed });
  const [row]: Record<string, string>[] = parse(csv, { columns: true });
  expect(row?.["unknown"]).toMatch(/^insurance not answered: [^;]+$/);
});

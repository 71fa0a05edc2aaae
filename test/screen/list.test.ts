import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { snapshotRecord } from "../../src/screen/snapshot-record.ts";
import { snapshotView } from "../../src/screen/snapshot-view.ts";
import { failed, none, type Records } from "../support/fixtures.ts";
import { judged, printed, row, sampleNumbers } from "./drawn.ts";

async function written(
  kind: "list" | "csv",
  width?: number,
  records: Records = {},
): Promise<string> {
  const all = sampleNumbers.map(async (number) => {
    const { dossier, findings, notes } = await judged(number, records);
    return row(snapshotRecord(dossier, findings, notes));
  });
  return printed(kind, snapshotView, await Promise.all(all), { width });
}

it.each([
  [80, /^9000001 {2}nothing found +PRAIR/m],
  [80, /^9000005 {2}! status, authority/m],
  [80, /^9000006 {2}! status/m],
  [80, /^9000007 {2}! no BIPD policy; no cargo/m],
  [80, /^9000008 {2}! CARGO ends in 6 days/m],
  [80, /^9000012 {2}no cargo insurance on file/m],
  [80, /^9000010 {2}! inspections, crashes, /m],
  [200, /^9000010 .* 750,000 +Conditional +ACTIVE +ACTIVE$/m],
  [80, /^9000010 .* 750,000$/m],
  [60, /^9000005 {2}! status, authority, no BIPD +FADED/m],
  [40, /^9000005 {2}! status, authority, no BIPD\n {9}policy, power units; /m],
  [40, /^no room for: name, BIPD in force,\n {2}rating, authority, status$/m],
  [40, /^9000012 {2}no cargo insurance on file$/m],
])("at %i columns a line says what decides: %s", async (width, expected) => {
  expect(await written("list", width)).toMatch(expected);
});

it("says in a list that the cargo policy is gone, although an amount is on file", async () => {
  const table = await written("list", 80, {
    carrier: { insurance: { cargo_on_file: 250000 } },
    insurance: { policies: [] },
  });
  expect(table).toMatch(/; no cargo policy/);
});

it.each([
  ["unanswered", failed, /^9000001 .* not answered +Satisfactory/m],
  ["none", none, /^9000001 .* no record +Satisfactory/m],
] as const)(
  "says in a list why no insurance is in force: %s",
  async (_, insurance, line) => {
    expect(await written("list", 200, { insurance })).toMatch(line);
  },
);

it("takes the rating from the safety record, too", async () => {
  const table = await written("list", 200, {
    carrier: { legal_name: "A" },
    safety: { rating: "Unsatisfactory" },
  });
  expect(table).toMatch(/^9000001 .* Unsatisfactory +— +—$/m);
});

it("has all that the records say in CSV, and nothing but sure amounts in force", async () => {
  const rows: Record<string, string>[] = parse(await written("csv"), {
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
  });
  expect(rows[8]).toMatchObject({
    problems: expect.stringContaining("; 18 crashes for 58"),
    unknown: expect.stringMatching(/^rated/),
  });
  expect(rows[10]).toMatchObject({ "in_force.bipd": "" });
});

it("says in CSV once what several rules don't know", async () => {
  const csv = await written("csv", undefined, { insurance: failed });
  const [row]: Record<string, string>[] = parse(csv, { columns: true });
  expect(row?.["unknown"]).toMatch(/^insurance not answered: [^;]+$/);
});

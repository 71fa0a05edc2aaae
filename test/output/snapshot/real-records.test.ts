/** The screens of real records: they fit, and claim nothing that the records do not. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { drawingFor } from "../../../src/output/palette.ts";
import { snapshotScreen } from "../../../src/output/snapshot/screen.ts";
import { testDay } from "../../support/memory-host.ts";
import { type GivenRecords, linesBeyond, snapshotOf } from "./snapshots.ts";

type Fields = Record<string, unknown>;

function lines(name: string): Fields[] {
  const text = readFileSync(new URL(`../../fixtures/real-${name}.ndjson`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const carriers = [...lines("carriers"), ...lines("oddities").map(({ record }) => record as Fields)];
const insurance = lines("insurance");
const safety = lines("safety");

const named = (record: Fields): Fields => ({ dot_number: record["dot_number"], legal_name: record["legal_name"] });
const all: readonly GivenRecords[] = [
  ...carriers.map((carrier): GivenRecords => {
    const own = (records: Fields[]) => records.find((each) => each["dot_number"] === carrier["dot_number"]) ?? "none";
    return { carrier, insurance: own(insurance), safety: own(safety) };
  }),
  ...insurance.map((record): GivenRecords => ({ carrier: named(record), insurance: record, safety: "none" })),
  ...safety.map((record): GivenRecords => ({ carrier: named(record), insurance: "none", safety: record })),
];

const snapshots = all.map((records) => snapshotOf(records));

/** The screens of all, each with its records: they are drawn once for each width. */
function screens(width: number): [records: GivenRecords, text: string][] {
  const known = drawn.get(width) ?? snapshots.map((each) => snapshotScreen(each, drawingFor({ width, color: false })));
  drawn.set(width, known);
  return all.map((records, index) => [records, known[index] as string]);
}
const drawn = new Map<number, string[]>();

describe(`the screens of ${all.length} real carriers`, () => {
  it.each([30, 60, 80, 120, 200])("fit %i columns", (width) => {
    expect(screens(width).flatMap(([, text]) => linesBeyond(text, width))).toEqual([]);
  });

  it("take at most 24 lines at 80 columns", () => {
    for (const [, text] of screens(80)) expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(24);
  });

  it("take at most 24 lines below a verdict, too, unless the rules alone take more", () => {
    const verdict = { text: "FAIL", tone: "error" } as const;
    for (const rules of ["? one\n", "! many\n".repeat(12)]) {
      for (const snapshot of snapshots) {
        const text = snapshotScreen(snapshot, {
          ...drawingFor({ width: 80, color: false }),
          vetted: { verdict, rules },
        });
        expect(text).toMatch(/^FAIL {2}/);
        expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(21);
      }
    }
  });

  it("show the name and the status as received, and call nothing active that is not", () => {
    for (const [records, text] of screens(200)) {
      const { legal_name: name, status } = records.carrier as Fields;
      expect(text).toContain(typeof name === "string" && name !== "" ? name : "name not stated");
      const stated = typeof status === "string" && status !== "";
      expect(text).toMatch(stated ? `status ${status} · ` : "status not stated · ");
    }
  });

  it("say that something is in force only where a policy is", () => {
    for (const [records, text] of screens(200)) {
      if (typeof records.insurance === "string") {
        expect(text).toContain("no insurance record");
        expect(text).not.toContain("in force");
        continue;
      }
      const policies = records.insurance["policies"] as Fields[];
      const today = new Date(testDay).toISOString().slice(0, 10);
      const isInForce = ({ effective_date: start, expiration_date: end }: Fields) =>
        String(start).slice(0, 10) <= today && (end === null || String(end).slice(0, 10) > today);
      const isNone = /in force: none/.test(text);
      expect(isNone, text).toBe(!policies.some(isInForce));
    }
  });
});

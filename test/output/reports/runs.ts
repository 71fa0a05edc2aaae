/** Carriers that were judged, runs of them, and what reports make of those. */

import { readFileSync } from "node:fs";
import { validateXML } from "xmllint-wasm";
import { Tally } from "../../../src/lookup/tally.ts";
import { reports } from "../../../src/output/reports/reports.ts";
import type { ReportLook } from "../../../src/output/reports/summary.ts";
import type {
  Change,
  Effect,
  Finding,
  Outcome,
  Run,
  RunFooter,
  RunHeader,
  Verdict,
  Vetted,
} from "../../../src/vet/model.ts";
import { dossierOf, good } from "../../support/fixtures.ts";
import { pipe } from "../results.ts";

const outcomes: Partial<Record<Effect, Outcome>> = {
  review: "unknown",
  pass: "pass",
  skipped: "skipped",
};

/** A finding of a rule, to an effect. */
export function finding(
  effect: Effect,
  rule: string,
  message: string,
  rest: Partial<Finding> = {},
): Finding {
  return {
    dot_number: "9000001",
    rule,
    label: rule,
    outcome: outcomes[effect] ?? "fail",
    level: effect === "warning" ? "warning" : "error",
    effect,
    message,
    observed: {},
    ...rest,
  };
}

/** A judged carrier by its name. */
export function vettedOf(
  number: string,
  legalName: string | undefined,
  verdict: Verdict,
  findings: readonly Finding[],
  rest: Partial<Vetted> = {},
): Vetted {
  const dotNumber = number as Vetted["dossier"]["dotNumber"];
  const place = { source: "carriers.txt", line: Number(number) % 100 };
  return {
    dossier: dossierOf(good, { dotNumber, place }),
    legalName,
    verdict,
    findings,
    notes: [],
    profile: {},
    baseline: {},
    before: { kind: "unknown" },
    ...rest,
  };
}

/** The carrier, as one that changed since the earlier run. */
export function changed(
  vetted: Vetted,
  before: Verdict | "new",
  fields: readonly Change[] = [],
): Vetted {
  const changes = { before, now: vetted.verdict, fields, newRules: [] };
  return { ...vetted, changes };
}

const noBipd = finding("fail", "policies.bipd", "no BIPD policy");
const waived = {
  reason: "Hauled for us since 2019",
  by: "safety desk",
  until: "2026-12-31",
};

export const failing = vettedOf(
  "9000005",
  "FADED HARBOR CARTAGE CO",
  "fail",
  [
    finding("pass", "exists", "the service has a record"),
    finding("warning", "fleet.power_units", "0 power units: fewer than 1"),
    finding("fail", "status", 'status is "INACTIVE"', { why: "no freight" }),
    noBipd,
  ],
  { notes: ["no cargo insurance on file"] },
);
export const open = vettedOf("9000010", "THUNDER GOOSE EXPRESS LLC", "review", [
  finding("review", "safety.rating", 'rated "Conditional"'),
  finding("skipped", "unchanged", "new: nothing to compare with"),
]);
export const passing = vettedOf("9000008", "LAST LEAF LOGISTICS INC", "pass", [
  finding("pass", "status", 'status is "ACTIVE"'),
  finding("warning", "policies.ending", "cargo ends in 6 days"),
  finding("waived", "authority.age", "12 days: fewer than 90", { waived }),
]);

export const header: RunHeader = {
  tool: { name: "usdot", version: "0.3.0" },
  as_of: "2026-11-22T08:49:00.000Z",
  policy: { name: "general freight 2026", sha256: "9f2c".repeat(16) },
  service: "https://carriers.example/api",
  reference: "LOAD-4782",
  by: "J. Doe",
};

/** A carrier that this run is the first without. */
export const gone: RunFooter["gone"][number] = {
  dot_number: "9000099",
  legal_name: "GONE CO",
};

/** A finished run of some carriers. */
export function runOf(
  carriers: readonly Vetted[],
  footer: Partial<RunFooter> = {},
  other: Partial<RunHeader> = {},
): Run {
  const counts = { carriers: carriers.length, pass: 0, review: 0, fail: 0 };
  for (const { verdict } of carriers) counts[verdict] += 1;
  return {
    header: { ...header, ...other },
    carriers,
    footer: {
      counts,
      tally: new Tally(),
      notes: [],
      unsaid: [],
      warnings: [],
      invalid: [],
      gone: [],
      isCutOff: false,
      answerDays: [],
      ...footer,
    },
  };
}

/** A carrier of each verdict, not in the order of these. */
export const smallRun = (
  footer: Partial<RunFooter> = {},
  other: Partial<RunHeader> = {},
) => runOf([passing, open, failing], footer, other);

type TextFormat = Exclude<keyof typeof reports, "xlsx">;

export const formats = Object.keys(reports).filter(
  (name) => name !== "xlsx",
) as TextFormat[];

/** What Jenkins' schema has against JUnit reports. */
export async function junitErrors(...reports: readonly string[]) {
  const { errors } = await validateXML({
    xml: reports.map((contents, at) => ({ fileName: `${at}.xml`, contents })),
    schema: readFileSync("test/fixtures/junit-10.xsd", "utf8"),
  });
  return errors;
}

/** The text of a report, whether it is streamed or not. */
export async function rendered(
  name: TextFormat,
  { header, carriers, footer }: Run,
  look: Partial<ReportLook> = {},
): Promise<string> {
  const shown = { ...pipe, now: Date.parse(header.as_of), ...look };
  const { begin, item, end } = await reports[name](header, shown);
  return begin + carriers.map(item).join("") + (await end(footer));
}

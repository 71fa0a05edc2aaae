/** Carriers of the sample, judged as `usdot vet` judges them, runs of them, and what reports make of those. */
import { type ReportFormat, reports } from "../../src/output/reports/index.ts";
import type { ReportLook } from "../../src/output/reports/report.ts";
import { carriers } from "../../src/sample/carriers.ts";
import { recordsOf } from "../../src/sample/records.ts";
import { defaultPolicy } from "../../src/vet/default-policy.ts";
import { dayOfTime, recordIn } from "../../src/vet/facts.ts";
import { judge } from "../../src/vet/judge.ts";
import type {
  Changes,
  Counts,
  Dossier,
  Finding,
  Run,
  RunFooter,
  RunHeader,
  Vetted,
} from "../../src/vet/model.ts";
import type { Policy } from "../../src/vet/policy.ts";
import * as fixtures from "../support/fixtures.ts";
import { pipe } from "./results.ts";

export const now = Date.parse("2026-11-22T08:49:00Z");

const samples = new Map(
  carriers.map((declared) => [
    declared.dot_number,
    recordsOf(declared, new Date(now)),
  ]),
);

/** The numbers of the sample's carriers. */
export const sampleNumbers = [...samples.keys()];

/** What is known of a carrier: the sample's records, or other ones in their place. */
export function dossierOf(
  dotNumber: string,
  records: fixtures.Records = {},
  rest: Partial<Dossier> = {},
): Dossier {
  return fixtures.dossierOf(
    { ...samples.get(dotNumber), ...records },
    {
      dotNumber: dotNumber as Dossier["dotNumber"],
      place: { source: "carriers.txt", line: 7 },
      ...rest,
    },
  );
}

/** A carrier as it is judged by the built-in policy, unless told otherwise. */
export async function vettedOf(
  dossier: Dossier,
  rest: Partial<Vetted> = {},
  policy?: Policy,
): Promise<Vetted> {
  const judged = judge(policy ?? (await defaultPolicy()), dossier, {
    today: dayOfTime(now),
  });
  const name = recordIn(dossier.answers, "carrier")?.["legal_name"];
  return {
    dossier,
    legalName: typeof name === "string" ? name : null,
    ...judged,
    profile: {},
    baseline: {},
    before: { kind: "unknown" },
    changes: null,
    ...rest,
  };
}

/** A finding that is as it is told; it fails the rule `status` otherwise. */
export function found(rest: Partial<Finding> = {}): Finding {
  return {
    dot_number: "9000001",
    rule: "status",
    outcome: "fail",
    level: "error",
    effect: "fail",
    message: 'status is "INACTIVE"',
    observed: { status: ["INACTIVE"] },
    place: { source: "carriers.txt", line: 7 },
    waived: null,
    ...rest,
  };
}

export const header: RunHeader = {
  tool: { name: "usdot", version: "0.3.0" },
  as_of: new Date(now).toISOString(),
  policy: { name: "general freight 2026", sha256: "9f2c".repeat(16) },
  service: "https://carriers.example/api",
  reference: "LOAD-4782",
  by: "J. Doe",
};

/** A finished run of some carriers. */
export function runOf(
  carriers: readonly Vetted[],
  rest: Partial<RunFooter> = {},
  other: Partial<RunHeader> = {},
): Run {
  const counts: Counts = {
    carriers: carriers.length,
    pass: 0,
    review: 0,
    fail: 0,
  };
  for (const { verdict } of carriers) counts[verdict]++;
  const footer: RunFooter = {
    counts,
    notes: [],
    invalid: [],
    evidence_sha256: null,
    new: [],
    gone: [],
    isCompared: false,
    isCutOff: false,
    ...rest,
  };
  return { header: { ...header, ...other }, carriers, footer };
}

type TextFormat = Exclude<ReportFormat, "xlsx">;

export const formats = Object.keys(reports).filter(
  (name) => name !== "xlsx",
) as TextFormat[];

/** The text of a report, whether it is streamed or not. */
export async function rendered(
  name: TextFormat,
  { header, carriers, footer }: Run,
  look: Partial<ReportLook> = {},
): Promise<string> {
  const { begin, item, end } = await reports[name](header, {
    ...pipe,
    now,
    ...look,
  });
  return begin + carriers.map(item).join("") + (await end(footer));
}

/** One carrier of each verdict: with reasons, claims, a waiver and warnings. */
export async function smallRun(
  footer: Partial<RunFooter> = {},
  header: Partial<RunHeader> = {},
): Promise<Run> {
  const waived = {
    reason: "Hauled for us since 2019",
    by: "safety desk",
    until: "2026-12-31",
  };
  const failing = await vettedOf(
    dossierOf(
      "9000005",
      {},
      { claims: { name: ["ACME"], phone: ["555-0199"] } },
    ),
  );
  const reviewed = await vettedOf(
    dossierOf("9000010", {}, { place: { source: "carriers.txt", line: 17 } }),
  );
  const passing = await vettedOf(dossierOf("9000008", {}, { place: null }));
  const accepted = found({
    rule: "authority.age",
    effect: "waived",
    message: "12 days: fewer than 90",
    waived,
  });
  return runOf(
    [
      failing,
      reviewed,
      { ...passing, findings: [...passing.findings, accepted] },
    ],
    footer,
    header,
  );
}

/** A carrier whose findings are those of the small run's, and that changed since the earlier run. */
export async function changed(
  number: string,
  before: Changes["before"],
  fields: Changes["fields"] = [],
): Promise<Vetted> {
  const vetted = await vettedOf(dossierOf(number));
  return { ...vetted, changes: { before, now: vetted.verdict, fields } };
}

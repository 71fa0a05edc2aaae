/** Carriers of the sample, judged as `usdot vet` judges them, runs of them, and what reports make of those. */
import type { DotNumber } from "../../src/dot-number.ts";
import { type ReportFormat, reports } from "../../src/output/reports/index.ts";
import type { ReportLook } from "../../src/output/reports/report.ts";
import { carriers } from "../../src/sample/carriers.ts";
import { recordsOf } from "../../src/sample/records.ts";
import type { Look } from "../../src/screen/look.ts";
import type { JsonObject } from "../../src/text/json.ts";
import { defaultPolicy } from "../../src/vet/default-policy.ts";
import { dayOfTime } from "../../src/vet/facts.ts";
import { judge } from "../../src/vet/judge.ts";
import type {
  Answer,
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

export const now = Date.parse("2026-11-22T08:49:00Z");

export const pipe: Look = {
  width: undefined,
  height: undefined,
  color: false,
  now,
  zone: "utc",
  sample: false,
};

const samples = new Map(
  carriers.map((declared) => [
    declared.dot_number,
    recordsOf(declared, new Date(now)),
  ]),
);

/** The numbers of the sample's carriers. */
export const sampleNumbers = [...samples.keys()];

export type Records = Partial<
  Record<"carrier" | "insurance" | "safety", JsonObject | "none" | "unanswered">
>;

/** What is known of a carrier: the sample's records, or other ones in their place. */
export function dossierOf(
  dotNumber: string,
  records: Records = {},
  rest: Partial<Dossier> = {},
): Dossier {
  const sample = samples.get(dotNumber);
  const entries = (["carrier", "insurance", "safety"] as const).flatMap(
    (name) => {
      const value = records[name] ?? sample?.[name];
      return value === undefined
        ? []
        : [[name, answerOf(name, dotNumber, value)] as const];
    },
  );
  return {
    dotNumber: dotNumber as DotNumber,
    place: { source: "carriers.txt", line: 7 },
    claims: null,
    answers: Object.fromEntries(entries),
    ...rest,
  };
}

function answerOf(
  name: string,
  dotNumber: string,
  value: JsonObject | "none" | "unanswered",
): Answer {
  const url = `https://carriers.example/v1/carriers/${dotNumber}/${name}`;
  const source = {
    url,
    asked_at: "2026-11-22T08:49:01.000Z",
    status: 200,
    sha256: "ab12".repeat(16),
  };
  if (value === "none")
    return { state: "none", source: { ...source, status: 404 } };
  if (value !== "unanswered") return { state: "answered", value, source };
  return {
    state: "unanswered",
    code: "unreachable",
    message: "service unavailable: HTTP 503",
    source: { ...source, status: 503 },
  };
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
  const { carrier } = dossier.answers;
  const name =
    carrier?.state === "answered" ? carrier.value["legal_name"] : null;
  return {
    dossier,
    legalName: typeof name === "string" ? name : null,
    ...judged,
    profile: {},
    baseline: {},
    compared: null,
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
    compared: false,
    trend: [],
    cutOff: false,
    ...rest,
  };
  return { header: { ...header, ...other }, carriers, footer };
}

type TextFormat = Exclude<ReportFormat, "xlsx">;

export const formats = Object.keys(reports).filter(
  (name) => name !== "xlsx",
) as TextFormat[];

/** The text of a report, whether it is streamed or not. */
export function rendered(
  name: TextFormat,
  run: Run,
  look: Partial<ReportLook> = {},
): string {
  const report = reports[name];
  if (typeof report === "function") return report(run, { ...pipe, ...look });
  return (
    report.head +
    run.carriers.map((each) => report.carrier(each, run.header)).join("")
  );
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

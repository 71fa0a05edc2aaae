/** Prepared runs, and what a report makes of them. */
import { type ReportName, reportLoaders } from "../../../src/output/reports/index.ts";
import type { ReportOptions } from "../../../src/output/reports/report.ts";
import { RunDigest } from "../../../src/output/reports/summary.ts";
import type { Counts, RunFooter, RunHeader, VettedCarrier } from "../../../src/vet/model.ts";
import { carrier, found } from "../../support/vetted.ts";
import { memorySink } from "../outcomes.ts";

export const header: RunHeader = {
  tool: { name: "usdot", version: "0.1.0" },
  as_of: "2026-11-21T15:28:00.000Z",
  policy: { name: "general freight 2026", sha256: "9f2c".repeat(16) },
  service: "https://carriers.example/api",
};

const place = { source: "carriers.txt", line: 17 };
const answer = {
  record: "carrier",
  asked_at: "2026-11-21T10:20:00.000Z",
  status: 200,
  sha256: "ab12".repeat(16),
} as const;

/** One of each verdict, with a waiver, warnings, a rule that was skipped, and changes. */
export const smallRun: readonly VettedCarrier[] = [
  carrier("9000005", {
    findings: [
      found("9000005", { rule: "exists", outcome: "pass", message: "the carrier exists", observed: {} }),
      found("9000005"),
      found("9000005", {
        rule: "policies.bipd",
        message: "no BIPD policy",
        observed: {},
        why: "the shipper asks for it",
      }),
    ],
    changes: {
      verdict_before: "pass",
      fields: [
        { kind: "identity", field: "legal_name", before: "HARBOR CARTAGE CO", now: "FADED HARBOR CARTAGE CO" },
        { kind: "insurance", field: "cover.bipd", before: 750_000, now: null },
      ],
    },
    answers: [
      { ...answer, reused: true },
      { ...answer, record: "insurance", status: 404, asked_at: "2026-11-21T15:28:03.000Z", reused: false },
    ],
  }),
  carrier("9000010", {
    legal_name: "THUNDER GOOSE EXPRESS LLC",
    verdict: "review",
    place,
    findings: [
      found("9000010", {
        rule: "safety.rating",
        outcome: "unknown",
        message: 'rated "Conditional", which the policy does not name',
        observed: { "safety.rating": ["Conditional"] },
        place,
      }),
      found("9000010", {
        rule: "crashes.total",
        level: "warning",
        message: "12 crashes, above 9",
        observed: {},
        place,
      }),
      found("9000010", { rule: "records.agree", level: "warning", outcome: "unknown", message: "names differ", place }),
    ],
    changes: { verdict_before: "review", fields: [] },
    answers: [{ ...answer, status: null, sha256: null, reused: false }],
  }),
  carrier("9000001", {
    legal_name: "PRAIRIE LANTERN FREIGHT INC",
    verdict: "pass",
    place: null,
    findings: [
      found("9000001", {
        outcome: "pass",
        message: 'status is "ACTIVE"',
        observed: { status: ["ACTIVE"] },
        place: null,
      }),
      found("9000001", {
        rule: "authority.age",
        message: "authority since 2026-11-09, 12 days: fewer than 90",
        waived: { reason: "Hauled for us since 2019", by: "safety desk", until: "2026-12-31" },
        place: null,
      }),
      found("9000001", { rule: "policies.bipd", outcome: "skipped", message: "not asked", observed: {}, place: null }),
    ],
    changes: { verdict_before: "fail", fields: [] },
  }),
];

export function footerOf(carriers: readonly VettedCarrier[], rest: Partial<RunFooter> = {}): RunFooter {
  const counts: Counts = { carriers: carriers.length, pass: 0, review: 0, fail: 0 };
  for (const { verdict } of carriers) counts[verdict]++;
  const none = { waivers: [], refused: [], refused_before: new Set<string>(), notes: [], gone: [], runs: [] };
  return { counts, ...none, evidence_sha256: null, oldest_answer: null, cut_off: false, ...rest };
}

export const smallFooter: RunFooter = footerOf(smallRun, {
  waivers: [
    {
      carrier: "9000002",
      rule: "status",
      status: "expired",
      message: "status of USDOT 9000002: it held through 2026-10-01",
    },
  ],
  refused: [{ place: { source: "carriers.txt", line: 9 }, text: "MC-1", reason: "is a docket number" }],
  evidence_sha256: "77aa".repeat(16),
  oldest_answer: "2026-11-21T10:20:00.000Z",
});

export interface Rendering {
  carriers?: readonly VettedCarrier[];
  header?: RunHeader;
  footer?: RunFooter;
  options?: Partial<ReportOptions>;
  /** Carriers at once. */
  page?: number;
}

const rules = new Map([["status", "the carrier's status is one of those listed"]]);

/** What a report writes of a run; of the small one unless told. */
export async function rendered(name: ReportName, run: Rendering = {}): Promise<string> {
  const { carriers = smallRun, footer = run.carriers ? footerOf(run.carriers) : smallFooter } = run;
  const report = await reportLoaders[name]();
  const sink = memorySink();
  const compared = carriers.some(({ changes }) => changes !== null);
  const options = {
    single: false,
    compared,
    width: undefined,
    color: false,
    verbose: false,
    rules,
    ...run.options,
  };
  const writer = report(sink, run.header ?? header, options);
  const digest = new RunDigest();
  for (const each of carriers) digest.add(each);
  digest.addGone(footer.gone);
  for (let at = 0; at < carriers.length; at += run.page ?? 2)
    await writer.write(carriers.slice(at, at + (run.page ?? 2)));
  await writer.end({ ...footer, digest });
  return sink.text();
}

/**
 * The one pipeline: carriers with their answers in; each judged, recorded and
 * reported; a footer at the end. The command, MCP and replays run it.
 */
import { endingOf } from "../answer.ts";
import type { ErrorKind } from "../errors.ts";
import { invalidIn } from "../list/input.ts";
import { changesBetween, profileOf } from "./compare/profile.ts";
import { answersFrom, type RequestPlan } from "./dossiers.ts";
import type { Evidence } from "./evidence/evidence.ts";
import {
  type EarlierRun,
  isUnanswered,
  nextBaseline,
} from "./evidence/history.ts";
import type { EvidenceRun } from "./evidence/lines.ts";
import type { EvidenceWriter } from "./evidence/writer.ts";
import { judge } from "./judge.ts";
import type {
  Before,
  Changes,
  Counts,
  Gone,
  RunFooter,
  Vetted,
} from "./model.ts";
import type { Policy } from "./policy/policy.ts";
import type { Waiver, Waivers } from "./policy/waivers.ts";
import { readDay, recordIn } from "./record/facts.ts";
import { RunNotes } from "./run-notes.ts";

export interface Vetting {
  /** What the run says of itself; a replay says it as it was recorded. */
  header: EvidenceRun;
  policy: Policy;
  waivers: readonly Waiver[];
  /** The run before, in a history. */
  earlier?: EarlierRun | undefined;
  evidence?: EvidenceWriter | undefined;
  /** A recorded run that is judged again. */
  recorded?: Evidence | undefined;
  /** Counts up while the run goes on. */
  counts: Counts;
}

export const noCounts = (): Counts => ({
  carriers: 0,
  pass: 0,
  review: 0,
  fail: 0,
});

/**
 * A vetting that asks the service. Unless `about` says otherwise, it is of no
 * file, and for nobody.
 */
export function planVetting(
  requests: RequestPlan,
  waivers: Waivers | undefined,
  about: Partial<EvidenceRun> & Pick<EvidenceRun, "tool" | "as_of" | "service">,
  earlier?: EarlierRun,
): Vetting {
  const { policy, inputs } = requests;
  const { name, sha256, text } = policy;
  const { exceptions = [], lists = [], ...rest } = about;
  const header = {
    policy: { name, sha256, text },
    waivers: waivers?.file ?? null,
    exceptions,
    lists: [...policy.lists, ...lists],
    reference: null,
    by: null,
    shard: null,
    compared: earlier?.sha256 ?? null,
    ...rest,
    invalid: invalidIn(inputs),
  };
  return {
    header,
    policy,
    waivers: [...(waivers?.waivers ?? []), ...exceptions],
    earlier,
    counts: noCounts(),
  };
}

/** A carrier to be judged; one of a recorded run also with what was made of it then. */
export type CarrierToJudge = Pick<Vetted, "dossier"> &
  Partial<Pick<Vetted, "verdict" | "before" | "legalName">>;

export interface EndedRun extends RunFooter {
  /** Whether the service answered about any carrier. */
  isAnswered: boolean;
  /** Why carriers had no answer, or not all. */
  failures: ReadonlySet<ErrorKind>;
}

/**
 * Judges carriers, and records each before it is reported. Evidence of a run
 * that ends early is left to be continued.
 */
export async function runVetting(
  vetting: Vetting,
  carriers: AsyncIterable<CarrierToJudge>,
  report: (vetted: Vetted) => Promise<void> | void,
): Promise<EndedRun> {
  const { evidence, header, policy } = vetting;
  const notes = new RunNotes(header, policy);
  const totals = totalsFor(vetting);
  try {
    for await (const carrier of carriers) {
      const { vetted, unusedWaivers } = vet(vetting, carrier);
      addTo(totals, vetted, header);
      notes.add(vetted, unusedWaivers, carrier.verdict);
      // What was decided is on the disk before anybody reads it.
      await evidence?.carrier(vetted);
      await report(vetted);
    }
    return await endOf(vetting, totals, notes.texts());
  } catch (error) {
    await evidence?.abandon();
    throw error;
  }
}

function vet(
  { header, policy, waivers, earlier }: Vetting,
  { dossier, before: recordedBefore, legalName, ...recorded }: CarrierToJudge,
): { vetted: Vetted; unusedWaivers: readonly string[] } {
  const { dotNumber, answers } = dossier;
  const before: Before = recordedBefore ??
    earlier?.before(dotNumber) ?? { kind: "unknown" };
  const today = readDay(header.as_of.slice(0, 10)).value ?? 0;
  const profile = profileOf(answers, today);
  const context = { today, waivers, profile, before };
  const { unusedWaivers, ...decision } = judge(policy, dossier, context);
  const judged = { ...decision, profile };
  const name = recordIn(answers, "summary")?.["legal_name"];
  // Of a carrier that is gone, the name that the earlier run knew.
  const earlierName = legalName ?? earlier?.legalNameOf(dotNumber) ?? null;
  const isCompared = header.compared !== null;
  const vetted = {
    dossier,
    legalName: typeof name === "string" ? name : earlierName,
    ...judged,
    before,
    baseline: nextBaseline(before, judged),
    changes: isCompared ? changesFrom(before, judged) : null,
    ...(recorded.verdict &&
      recorded.verdict !== decision.verdict && {
        recordedVerdict: recorded.verdict,
      }),
  };
  return { vetted, unusedWaivers };
}

function changesFrom(
  before: Before,
  judged: Pick<Vetted, "verdict" | "findings" | "profile">,
): Changes | null {
  const { verdict: now, profile } = judged;
  switch (before.kind) {
    case "unknown":
      return null;
    case "new":
      return { before: null, now, fields: [] };
    case "known": {
      const isSame = before.unanswered && isUnanswered(judged);
      const fields = changesBetween(before.profile, profile);
      return { before: isSame ? now : before.verdict, now, fields };
    }
  }
}

/** What a run comes to, carrier by carrier. */
const totalsFor = ({ counts }: Vetting) => ({
  counts,
  new: [] as string[],
  isAnswered: false,
  failures: new Set<ErrorKind>(),
  answersFrom: null as string | null,
});

function addTo(
  totals: ReturnType<typeof totalsFor>,
  { dossier, verdict, changes }: Vetted,
  header: EvidenceRun,
): void {
  const { answers, dotNumber } = dossier;
  totals.counts.carriers += 1;
  totals.counts[verdict] += 1;
  if (changes?.before === null) totals.new.push(dotNumber);
  const from = answersFrom(answers, header);
  if (from && from < (totals.answersFrom ?? "~")) totals.answersFrom = from;
  // Without its own record, a carrier has no answer, whatever else was answered.
  const { kind, error } = endingOf(answers);
  if (kind !== "unanswered") totals.isAnswered = true;
  if (error && kind !== "not-found") totals.failures.add(error.kind);
}

async function endOf(
  vetting: Vetting,
  totals: ReturnType<typeof totalsFor>,
  notes: readonly string[],
): Promise<EndedRun> {
  const { header, evidence, recorded } = vetting;
  const gone = goneFrom(vetting);
  for (const carrier of gone) await evidence?.gone(carrier);
  const recordedHash = recorded?.isWhole ? recorded.sha256 : null;
  return {
    ...totals,
    notes,
    invalid: header.invalid,
    gone: gone.filter(({ newly_gone }) => newly_gone),
    isCompared: header.compared !== null,
    isCutOff: recorded?.isWhole === false,
    evidence_sha256: (await evidence?.end(notes)) ?? recordedHash,
  };
}

function goneFrom({ header, earlier, recorded }: Vetting): readonly Gone[] {
  if (recorded) return recorded.gone;
  return header.shard === null ? (earlier?.gone(header.as_of) ?? []) : [];
}

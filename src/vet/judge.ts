/** Judges one carrier after another, and counts the verdicts. */
import { counted } from "../text/digits.ts";
import { lazy } from "../text/lazy.ts";
import { answer, changesSince, type Earlier } from "./changes.ts";
import { evaluate } from "./evaluate.ts";
import { citationOf, type EvidenceAnswer, type EvidenceRun } from "./evidence/format.ts";
import { findingsJson } from "./finding.ts";
import type { CarrierRecords, Counts, ListPlace, RunFooter, VettedCarrier } from "./model.ts";
import type { Policy } from "./policy.ts";
import { dayOfTime } from "./values.ts";
import { WaiverLedger, type Waivers } from "./waivers.ts";

/** All carriers of one run are judged by one policy, as of one day. */
export class Judge {
  readonly policy: Policy;
  readonly waivers: Waivers | undefined;
  /** ISO 8601 UTC: the start of the run. */
  readonly asOf: string;
  /** The UTC day that it judges as of. */
  readonly today: number;
  readonly counts: Counts = { carriers: 0, pass: 0, review: 0, fail: 0 };
  /** Carriers that need review because a request failed: asking again may settle them, and the exit status is 8. */
  unanswered = 0;
  /** ISO 8601 UTC: when the latest answer was asked for; null if there is none. */
  latestAnswer: string | null = null;
  /** Answers that were taken from earlier runs. */
  #reused = 0;
  readonly #ledger: WaiverLedger | undefined;
  #oldestAnswer: string | null = null;

  constructor({ policy, waivers, asOf }: { policy: Policy; waivers: Waivers | undefined; asOf: string }) {
    this.policy = policy;
    this.waivers = waivers;
    this.asOf = asOf;
    this.today = dayOf(asOf);
    this.#ledger = waivers && new WaiverLedger(waivers, this.today);
  }

  /**
   * Judges a carrier by what was answered about it.
   * @param earlier what it is compared with; undefined without an earlier run
   */
  carrier(
    carrier: CarrierRecords,
    answers: readonly EvidenceAnswer[],
    place: ListPlace | null,
    earlier?: Earlier,
  ): VettedCarrier {
    const { dotNumber, records } = carrier;
    const before = earlier?.before;
    const context = { today: this.today, place, before, waivers: this.#ledger };
    const { verdict, findings } = evaluate(this.policy, carrier, context);
    const fields = typeof before === "object" ? changesSince(before, records, this.today) : [];
    this.counts.carriers += 1;
    this.counts[verdict] += 1;
    if (verdict === "review" && findings.some(({ reason }) => reason === "not-answered")) this.unanswered += 1;
    this.#reused += answers.filter(({ reused }) => reused).length;
    for (const { asked_at, status } of answers) {
      if (status === null) continue;
      if (this.#oldestAnswer === null || asked_at < this.#oldestAnswer) this.#oldestAnswer = asked_at;
      if (this.latestAnswer === null || asked_at > this.latestAnswer) this.latestAnswer = asked_at;
    }
    return {
      dot_number: dotNumber,
      legal_name: legalNameIn(carrier),
      verdict,
      place,
      findings,
      findingsJson: lazy(() => findingsJson(findings)),
      changes: earlier && typeof before !== "string" ? { verdict_before: earlier.verdict, fields } : null,
      answers: answers.map(citationOf),
      records,
    };
  }

  /**
   * What the reports close with.
   * @param refused the lines of the list that are not USDOT numbers
   * @param rest.shard the part of the list that was vetted
   */
  footer(
    refused: RunFooter["refused"],
    evidenceHash: string | null,
    { shard, gone = [], notes = [], ...rest }: Partial<RunFooter> & Pick<EvidenceRun, "shard"> = {},
  ): RunFooter {
    const part = shard ? [`part ${shard} of its list: the other carriers are in other runs`] : [];
    const reused = this.#reused === 0 ? [] : [`${counted(this.#reused, "answer")} reused`];
    return {
      counts: this.counts,
      waivers: this.#ledger?.unused() ?? [],
      evidence_sha256: evidenceHash,
      oldest_answer: this.#oldestAnswer,
      refused,
      refused_before: new Set(),
      cut_off: false,
      runs: [],
      ...rest,
      // Of a part of the list, nobody knows who is gone.
      gone: shard || rest.cut_off ? [] : gone,
      notes: [...part, ...notes, ...reused],
    };
  }
}

/** The UTC day of an ISO 8601 time. */
export function dayOf(time: string): number {
  return dayOfTime(Date.parse(time));
}

/** The name in the first record that states one. */
function legalNameIn({ records }: CarrierRecords): string | null {
  for (const record of ["carrier", "summary", "insurance", "safety"] as const) {
    const name = answer(records, record)?.["legal_name"];
    if (typeof name === "string" && name.trim() !== "") return name;
  }
  return null;
}

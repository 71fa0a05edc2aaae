/** Judges one carrier after another, and counts the verdicts. */
import { changesSince, type Earlier, type EarlierCarrier } from "./changes.ts";
import { evaluate, isAskingFailed } from "./evaluate.ts";
import { citationOf, type EvidenceAnswer } from "./evidence/format.ts";
import type { CarrierRecords, ListPlace, RunFooter, Verdict, VettedCarrier } from "./model.ts";
import type { Policy } from "./policy.ts";
import { dayOfTime } from "./values.ts";
import { WaiverLedger, type Waivers } from "./waivers.ts";

export interface JudgeOptions {
  policy: Policy;
  waivers: Waivers | undefined;
  /** ISO 8601 UTC: the start of the run. */
  asOf: string;
}

/** All carriers of one run are judged by one policy, as of one day. */
export class Judge {
  readonly policy: Policy;
  readonly waivers: Waivers | undefined;
  /** The UTC day that it judges as of. */
  readonly today: number;
  readonly #ledger: WaiverLedger | undefined;
  readonly #counts = { carriers: 0, pass: 0, review: 0, fail: 0 };
  /** Carriers that need review because asking failed. */
  #unanswered = 0;
  #oldestAnswer: string | null = null;
  #latestAnswer: string | null = null;

  constructor({ policy, waivers, asOf }: JudgeOptions) {
    this.policy = policy;
    this.waivers = waivers;
    this.today = dayOf(asOf);
    this.#ledger = waivers && new WaiverLedger(waivers, this.today);
  }

  /**
   * Judges a carrier by what was answered about it.
   *
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
    this.#counts.carriers += 1;
    this.#counts[verdict] += 1;
    if (verdict === "review" && isAskingFailed(findings)) this.#unanswered += 1;
    for (const { asked_at, status } of answers) {
      if (status === null) continue;
      if (this.#oldestAnswer === null || asked_at < this.#oldestAnswer) this.#oldestAnswer = asked_at;
      if (this.#latestAnswer === null || asked_at > this.#latestAnswer) this.#latestAnswer = asked_at;
    }
    return {
      dot_number: dotNumber,
      legal_name: legalNameIn(carrier),
      verdict,
      place,
      findings,
      changes: earlier && before !== "not-reached" ? this.#changes(earlier.verdict, before, records) : null,
      answers: answers.map(citationOf),
      records,
    };
  }

  #changes(verdict_before: Verdict | null, before: EarlierCarrier | undefined, now: CarrierRecords["records"]) {
    return { verdict_before, fields: before === undefined ? [] : changesSince(before, now, this.today) };
  }

  get counts(): RunFooter["counts"] {
    return this.#counts;
  }

  get unanswered(): number {
    return this.#unanswered;
  }

  /** ISO 8601 UTC: when the latest answer was asked for; null if there is none. */
  get latestAnswer(): string | null {
    return this.#latestAnswer;
  }

  /**
   * What the reports close with.
   *
   * @param refused the lines of the list that are not USDOT numbers
   */
  footer(refused: RunFooter["refused"], evidenceHash: string | null, rest: Partial<RunFooter> = {}): RunFooter {
    return {
      counts: this.#counts,
      waivers: this.#ledger?.unused() ?? [],
      evidence_sha256: evidenceHash,
      oldest_answer: this.#oldestAnswer,
      refused,
      cut_off: false,
      notes: [],
      gone: [],
      runs: [],
      ...rest,
    };
  }
}

/** The UTC day of an ISO 8601 time. */
export function dayOf(time: string): number {
  return dayOfTime(Date.parse(time));
}

/** The name in the first record that states one. */
function legalNameIn({ records }: CarrierRecords): string | null {
  for (const record of [records.carrier, records.summary, records.insurance, records.safety]) {
    const name = record?.state === "answered" ? record.value["legal_name"] : undefined;
    if (typeof name === "string" && name.trim() !== "") return name;
  }
  return null;
}

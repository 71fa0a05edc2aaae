/** Judges one carrier after another, and counts the verdicts. */
import { changesSince } from "../../vet/changes.ts";
import { evaluate, isAskingFailed } from "../../vet/evaluate.ts";
import { citationOf, type EvidenceAnswer } from "../../vet/evidence/format.ts";
import type { EvidenceIndex } from "../../vet/evidence/index.ts";
import type { CarrierRecords, ListPlace, RunFooter, VettedCarrier } from "../../vet/model.ts";
import type { Policy } from "../../vet/policy.ts";
import { dayOfTime } from "../../vet/values.ts";
import { WaiverLedger, type Waivers } from "../../vet/waivers.ts";

export interface JudgeOptions {
  policy: Policy;
  waivers: Waivers | undefined;
  /** ISO 8601 UTC: the start of the run. */
  asOf: string;
  /** The earlier run to compare with. */
  since: EvidenceIndex | undefined;
}

/** All carriers of one run are judged by one policy, as of one day. */
export class Judge {
  readonly policy: Policy;
  readonly waivers: Waivers | undefined;
  readonly #today: number;
  readonly #ledger: WaiverLedger | undefined;
  readonly #since: EvidenceIndex | undefined;
  readonly #counts = { carriers: 0, pass: 0, review: 0, fail: 0 };
  /** Carriers that need review because asking failed. */
  #unanswered = 0;
  #oldestAnswer: string | null = null;

  constructor({ policy, waivers, asOf, since }: JudgeOptions) {
    this.policy = policy;
    this.waivers = waivers;
    this.#today = dayOf(asOf);
    this.#ledger = waivers && new WaiverLedger(waivers, this.#today);
    this.#since = since;
  }

  /** Judges a carrier by what was answered about it. */
  async carrier(
    carrier: CarrierRecords,
    answers: readonly EvidenceAnswer[],
    place: ListPlace | null,
  ): Promise<VettedCarrier> {
    const { dotNumber, records } = carrier;
    const earlier = await this.#since?.carrier(dotNumber);
    const run = this.#since?.reader;
    const before = earlier && run && { records: earlier.records.records, day: dayOf(run.run.as_of) };
    // A run that was killed may not have reached this carrier.
    const unreached = run?.sha256 === null ? ("not-reached" as const) : undefined;
    const context = { today: this.#today, place, before: before ?? unreached, waivers: this.#ledger };
    const { verdict, findings } = evaluate(this.policy, carrier, context);
    this.#counts.carriers += 1;
    this.#counts[verdict] += 1;
    if (verdict === "review" && isAskingFailed(findings)) this.#unanswered += 1;
    for (const { asked_at, status } of answers) {
      if (status !== null && (this.#oldestAnswer === null || asked_at < this.#oldestAnswer))
        this.#oldestAnswer = asked_at;
    }
    return {
      dot_number: dotNumber,
      legal_name: legalNameIn(carrier),
      verdict,
      place,
      findings,
      changes:
        earlier && before
          ? { verdict_before: earlier.verdict.verdict, fields: changesSince(before, records, this.#today) }
          : null,
      answers: answers.map(citationOf),
      records,
    };
  }

  get counts(): RunFooter["counts"] {
    return this.#counts;
  }

  get unanswered(): number {
    return this.#unanswered;
  }

  /**
   * What the reports close with.
   *
   * @param refused the lines of the list that are not USDOT numbers
   * @param isCutOff whether the evidence that was judged ends before its list does
   */
  footer(refused: RunFooter["refused"], evidenceHash: string | null, isCutOff = false): RunFooter {
    return {
      counts: this.#counts,
      waivers: this.#ledger?.unused() ?? [],
      evidence_sha256: evidenceHash,
      oldest_answer: this.#oldestAnswer,
      refused,
      cut_off: isCutOff,
      notes: [],
      gone: [],
      runs: [],
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

/**
 * The one vetting: each carrier is judged, counted and recorded; at the end
 * stands what the run came to. The command, replays and MCP run it.
 */
import { endingOf } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import { type Input, invalidIn, readOutNotes } from "../list/input.ts";
import { Tally } from "../lookup/tally.ts";
import { dayIn } from "../text/time.ts";
import { AnswerDays } from "./answer-days.ts";
import { nothingToCompare, type VettingBasis } from "./basis.ts";
import { profileOf } from "./compare/profile.ts";
import { changesSince, nextBaseline } from "./evidence/baseline.ts";
import type { EvidenceHeader } from "./evidence/lines.ts";
import type { RecordedCarrier } from "./evidence/reader.ts";
import {
  createEvidence,
  type EvidencePath,
  type EvidenceWriter,
} from "./evidence/writer.ts";
import { judge } from "./judge.ts";
import type { Before, Counts, RunFooter, Vetted } from "./model.ts";
import { cautionsOf } from "./policy/policy.ts";
import { checkedWaiver, type Waiver } from "./policy/waivers.ts";
import { recordIn } from "./record/facts.ts";
import { runNotes } from "./run-notes.ts";

/** A carrier to be judged; one of a recorded run also with what was made of it then. */
export type CarrierToVet = Pick<Vetted, "dossier"> & Partial<RecordedCarrier>;

export class Vetting {
  /** What the run says of itself; a replay says it as it was recorded. */
  readonly header: EvidenceHeader;
  /** Counts up while the run goes on. */
  readonly counts: Counts = { carriers: 0, pass: 0, review: 0, fail: 0 };
  evidence: EvidenceWriter | undefined;
  /** Those of its notes that nobody has said before. */
  unsaid: readonly string[] = [];
  /** What it came to, once that is recorded. */
  footer: RunFooter | undefined;
  readonly #basis: VettingBasis;
  readonly #waivers: readonly Waiver[];
  readonly #today: number;
  readonly #notes: ReturnType<typeof runNotes>;
  readonly #tally = new Tally();
  readonly #answerDays: AnswerDays;

  constructor(header: EvidenceHeader, basis: VettingBasis) {
    this.header = header;
    this.#basis = basis;
    this.#waivers = [
      ...(basis.waivers?.waivers ?? []),
      ...header.exceptions.map(checkedWaiver),
    ];
    this.#today = dayIn(header.as_of);
    this.#notes = runNotes(header, basis);
    this.#answerDays = new AnswerDays(header);
  }

  /** Records what is judged from now on. `single`: the one number that it is. */
  async beginEvidence(path: EvidencePath, single?: DotNumber): Promise<void> {
    this.evidence = await createEvidence(path, this.header, single);
  }

  /** Judges carriers, page by page. */
  async *vetPages(
    pages: AsyncIterable<readonly CarrierToVet[]>,
  ): AsyncGenerator<Vetted[]> {
    for await (const page of pages) {
      const judged: Vetted[] = [];
      for (const carrier of page) judged.push(await this.vet(carrier));
      yield judged;
    }
  }

  /** Judges a carrier. What was decided is on the disk before anybody reads it. */
  async vet(carrier: CarrierToVet): Promise<Vetted> {
    const { dossier, verdict: recordedVerdict } = carrier;
    const { policy, earlier, replayed } = this.#basis;
    const { dotNumber, answers } = dossier;
    const before: Before = carrier.before ??
      earlier?.markSeen(dotNumber) ?? { kind: "unknown" };
    const profile = profileOf(answers, this.#today);
    const { unusedWaivers, ...decision } = judge(policy, dossier, {
      today: this.#today,
      waivers: this.#waivers,
      profile,
      before,
      isCutOff: replayed?.isCutOff,
    });
    const judged = { ...decision, profile };
    const isCompared = this.header.compared !== undefined;
    const isOther = recordedVerdict && recordedVerdict !== judged.verdict;
    const vetted: Vetted = {
      dossier,
      legalName: this.#nameOf(carrier),
      ...judged,
      before,
      baseline: nextBaseline(before, judged),
      changes: isCompared ? changesSince(before, judged) : undefined,
      ...(isOther && { recordedVerdict }),
    };
    await this.evidence?.carrier(vetted);
    this.counts.carriers += 1;
    this.counts[judged.verdict] += 1;
    const ending = endingOf(answers);
    this.#tally.add({ kind: "carrier", dotNumber, ending });
    this.#answerDays.add(answers);
    this.#notes.add(vetted, unusedWaivers);
    return vetted;
  }

  /** The legal name; for a carrier that is gone, as the earlier run knew it. */
  #nameOf({ dossier, legalName }: CarrierToVet): string | undefined {
    const { answers, dotNumber } = dossier;
    const name = recordIn(answers, "summary")?.["legal_name"];
    if (typeof name === "string") return name;
    return legalName ?? this.#basis.earlier?.legalNameOf(dotNumber);
  }

  /** The run ends early: its evidence stays, to be continued. */
  async abandon(): Promise<void> {
    if (!this.footer) await this.evidence?.abandon();
  }

  /** What the run came to, once every carrier is judged. */
  async end(): Promise<RunFooter> {
    const { earlier, replayed, policy, notes: ofList = [] } = this.#basis;
    const { as_of, invalid } = this.header;
    const gone = replayed?.recorded.gone ?? earlier?.gone(as_of) ?? [];
    for (const carrier of gone) await this.evidence?.gone(carrier);
    const warnings = earlier && !earlier.as_of ? [nothingToCompare] : [];
    this.unsaid = this.#notes.texts();
    const notes = [...ofList, ...cautionsOf(policy), ...this.unsaid];
    const isCutOff = replayed?.isCutOff ?? false;
    this.footer = {
      counts: this.counts,
      tally: this.#tally,
      notes,
      warnings,
      invalid,
      gone: gone.filter(({ newly_gone }) => newly_gone),
      answerDays: this.#answerDays.inOrder(),
      isCutOff,
      evidence_sha256:
        (await this.evidence?.end([...warnings, ...notes])) ??
        (isCutOff ? undefined : replayed?.recorded.sha256),
    };
    return this.footer;
  }
}

/** A vetting that asks the service; `about` adds who it is for, and its lists. */
export function liveVetting(
  basis: VettingBasis,
  inputs: readonly Input[],
  version: string,
  about: Partial<EvidenceHeader> & Pick<EvidenceHeader, "as_of" | "service">,
): Vetting {
  const { policy, waivers, earlier } = basis;
  const { name, sha256, text } = policy;
  const header = {
    policy: { name, sha256, text },
    waivers: waivers?.file,
    exceptions: [],
    reference: undefined,
    by: undefined,
    shard: undefined,
    compared: earlier?.sha256,
    compared_as_of: earlier?.as_of,
    tool: { name: "usdot", version },
    ...about,
    lists: [...policy.lists, ...(about.lists ?? [])],
    invalid: invalidIn(inputs),
  };
  const notes = [...(basis.notes ?? []), ...readOutNotes(inputs)];
  return new Vetting(header, { ...basis, notes });
}

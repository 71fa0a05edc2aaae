/**
 * The one vetting: each carrier is judged, counted and recorded; at the end
 * stands what the run came to. The command, replays and MCP run it.
 */
import { endingOf } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import { type Input, invalidIn, readOutNotes } from "../list/input.ts";
import { Tally } from "../lookup/tally.ts";
import { counted } from "../text/digits.ts";
import { dayIn } from "../text/time.ts";
import { AnswerDays } from "./answer-days.ts";
import { changesBetween } from "./compare/changes.ts";
import { profileOf } from "./compare/profile.ts";
import {
  type EarlierRun,
  isUnanswered,
  nextBaseline,
  rulesDeciding,
} from "./evidence/history.ts";
import type { EvidenceRun } from "./evidence/lines.ts";
import type { Replayed } from "./evidence/reader.ts";
import {
  createEvidence,
  type EvidencePath,
  type EvidenceWriter,
} from "./evidence/writer.ts";
import { judge } from "./judge.ts";
import type {
  Before,
  Changes,
  Counts,
  RecordedFile,
  RunFooter,
  Vetted,
} from "./model.ts";
import { cautionsOf, hashesOf, type Policy } from "./policy/policy.ts";
import { checkedWaiver, type Waiver, type Waivers } from "./policy/waivers.ts";
import { recordIn } from "./record/facts.ts";
import { RunNotes } from "./run-notes.ts";

interface VettingBasis {
  policy: Policy;
  /** From a file; those for this run alone are in its header. */
  waivers: Waivers | undefined;
  /** The run before, in a history. */
  earlier?: EarlierRun | undefined;
  /** A recorded run that is judged again. */
  replayed?: Replayed;
  /** What is to be known of its list, and was said of it. */
  notes?: readonly string[];
}

/** A carrier to be judged; one of a recorded run also with what was made of it then. */
export type CarrierToVet = Pick<Vetted, "dossier"> &
  Partial<Pick<Vetted, "verdict" | "before" | "legalName">>;

/** A history that was lost must not look like a morning without changes. */
const nothingToCompare =
  "the history has no earlier run of this service: nothing was compared; unless this is its first, restore the missing file, delete the new one, and vet again";

const comparedWithLater =
  "the run that this one is compared with is of a later time: a clock was wrong, then or now";
const policyChanged =
  "the vetting policy or a list of it has changed since the earlier run: verdicts may differ for that alone";

/** How a replay judges otherwise than the recorded run did. */
function otherBasis(
  { policy, lists, waivers, exceptions }: EvidenceRun,
  by: VettingBasis,
  exceptionsNow: readonly Waiver[],
): string[] {
  const recorded = [policy, ...lists, ...(waivers ? [waivers] : [])];
  const isRecorded = (file: Pick<RecordedFile, "sha256"> | undefined) =>
    recorded.some(({ sha256 }) => sha256 === file?.sha256);
  const others = [
    !isRecorded(by.policy) &&
      `another policy (recorded: ${policy.name} ${policy.sha256.slice(0, 8)})`,
    ...by.policy.lists.map(
      (list) => !isRecorded(list) && `another or a new ${list.path}`,
    ),
    by.waivers?.file.sha256 !== waivers?.sha256 && "other waivers",
    exceptions.length > exceptionsNow.length &&
      `without ${counted(exceptions.length, "exception")} of that run alone`,
  ].filter((each) => typeof each === "string");
  return others.length > 0
    ? [
        `not judged as the recorded run was, but by ${others.join(", ")}: verdicts may differ for that alone`,
      ]
    : [];
}

export class Vetting {
  /** What the run says of itself; a replay says it as it was recorded. */
  readonly header: EvidenceRun;
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
  readonly #notes: RunNotes;
  readonly #tally = new Tally();
  readonly #answerDays: AnswerDays;

  constructor(header: EvidenceRun, basis: VettingBasis) {
    this.header = header;
    this.#basis = basis;
    const ofFile = basis.waivers?.waivers ?? [];
    this.#waivers = [...ofFile, ...header.exceptions.map(checkedWaiver)];
    this.#today = dayIn(header.as_of);
    this.#notes = new RunNotes(
      header,
      basis.policy,
      basis.replayed?.isCutOff ? [] : ofFile,
    );
    this.#answerDays = new AnswerDays(header);
  }

  /** Records what is judged from now on. `single`: the one number that it is. */
  async beginEvidence(path: EvidencePath, single?: DotNumber): Promise<void> {
    this.evidence = await createEvidence(path, this.header, single);
  }

  /** Judges carriers, page by page. */
  async *judgeAll(
    pages: AsyncIterable<readonly CarrierToVet[]>,
  ): AsyncGenerator<Vetted[]> {
    for await (const page of pages) {
      const judged: Vetted[] = [];
      for (const carrier of page) judged.push(await this.judge(carrier));
      yield judged;
    }
  }

  /** Judges a carrier. What was decided is on the disk before anybody reads it. */
  async judge(carrier: CarrierToVet): Promise<Vetted> {
    const { dossier, verdict: recordedVerdict } = carrier;
    const { policy, earlier, replayed } = this.#basis;
    const { dotNumber, answers } = dossier;
    const before: Before = carrier.before ??
      earlier?.take(dotNumber) ?? { kind: "unknown" };
    const today = this.#today;
    const profile = profileOf(answers, today);
    const context = {
      today,
      waivers: this.#waivers,
      profile,
      before,
      isCutOff: replayed?.isCutOff,
    };
    const { unusedWaivers, ...decision } = judge(policy, dossier, context);
    const judged = { ...decision, profile };
    const isCompared = this.header.compared !== undefined;
    const isOther = recordedVerdict && recordedVerdict !== judged.verdict;
    const vetted: Vetted = {
      dossier,
      legalName: this.#nameOf(carrier),
      ...judged,
      before,
      baseline: nextBaseline(before, judged),
      changes: isCompared ? changesFrom(before, judged) : undefined,
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

  /** Of a carrier that is gone, the name that the earlier run knew. */
  #nameOf({ dossier, legalName }: CarrierToVet): string | undefined {
    const { answers, dotNumber } = dossier;
    const name = recordIn(answers, "summary")?.["legal_name"];
    if (typeof name === "string") return name;
    return legalName ?? this.#basis.earlier?.legalNameOf(dotNumber);
  }

  /** Of a run that ends early, the evidence is left to be continued. */
  async abandon(): Promise<void> {
    if (!this.footer) await this.evidence?.abandon();
  }

  /** What the run came to, once every carrier is judged, with notes of its caller. */
  async end(ofCaller: readonly string[] = []): Promise<RunFooter> {
    const { earlier, replayed, policy, notes: given = [] } = this.#basis;
    const { recorded, isCutOff = false } = replayed ?? {};
    const { as_of, compared, invalid } = this.header;
    const gone = recorded?.gone ?? earlier?.gone(as_of) ?? [];
    for (const carrier of gone) await this.evidence?.gone(carrier);
    const warnings: string[] = [];
    if (earlier && earlier.sha256 === undefined)
      warnings.push(nothingToCompare);
    if (Date.parse(earlier?.as_of ?? as_of) > Date.parse(as_of))
      warnings.push(comparedWithLater);
    const unsaid = [...ofCaller, ...this.#notes.texts()];
    const isChanged = hashesOf(policy, policy.lists).some(
      (hash) => !earlier?.judgedBy.includes(hash),
    );
    if (compared !== undefined && earlier && isChanged)
      unsaid.push(policyChanged);
    if (recorded)
      unsaid.push(
        ...otherBasis(recorded.run, this.#basis, this.header.exceptions),
      );
    this.unsaid = unsaid;
    const notes = [...given, ...cautionsOf(policy), ...unsaid];
    const recordedHash = isCutOff ? undefined : recorded?.sha256;
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
        (await this.evidence?.end([...warnings, ...notes])) ?? recordedHash,
    };
    return this.footer;
  }
}

/**
 * A vetting that asks the service. Unless `about` says otherwise, it is of no
 * file, and for nobody.
 */
export function liveVetting(
  basis: VettingBasis,
  inputs: readonly Input[],
  version: string,
  about: Partial<EvidenceRun> & Pick<EvidenceRun, "as_of" | "service">,
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

function changesFrom(
  before: Before,
  judged: Pick<Vetted, "verdict" | "findings" | "profile">,
): Changes | undefined {
  const now = judged.verdict;
  if (before.kind === "unknown") return undefined;
  if (before.kind === "new")
    return { before: "new", now, fields: [], newRules: [] };
  const fields = changesBetween(before.profile, judged.profile);
  if (before.unanswered && isUnanswered(judged))
    return { before: now, now, fields, newRules: [] };
  const { verdict, decided_by: then } = before;
  const newRules = rulesDeciding(judged).filter(
    (rule) => then?.includes(rule) === false,
  );
  return { before: verdict, now, fields, newRules };
}

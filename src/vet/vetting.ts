/**
 * The one vetting: each carrier is judged, counted and recorded; at the end
 * stands what the run came to. The command, replays and MCP run it.
 */
import { endingOf } from "../answer.ts";
import { type Input, invalidIn, readOutNotes } from "../list/input.ts";
import { Tally } from "../lookup/tally.ts";
import { dayIn } from "../text/time.ts";
import { profileOf } from "./compare/profile.ts";
import { changesSince, nextBaseline } from "./evidence/baseline.ts";
import type { EvidenceHeader } from "./evidence/lines.ts";
import type { RecordedCarrier } from "./evidence/reader.ts";
import { createEvidence, type EvidenceWriter } from "./evidence/writer.ts";
import { judge } from "./judge.ts";
import type { Before, Counts, RunFooter, Vetted } from "./model.ts";
import { cautionsOf } from "./policy/policy.ts";
import { checkedWaiver } from "./policy/waivers.ts";
import { recordIn } from "./record/facts.ts";
import { runNotes, type VettingBasis } from "./run-notes.ts";

/** A carrier to be judged; one of a recorded run also with what was made of it then. */
export type CarrierToVet = Pick<Vetted, "dossier"> & Partial<RecordedCarrier>;

export type Vetting = ReturnType<typeof beginVetting>;

/** `header`: what the run says of itself; a replay says it as it was recorded. */
export function beginVetting(header: EvidenceHeader, basis: VettingBasis) {
  const judgeCarrier = judgeBy(header, basis);
  const collected = runNotes(header, basis);
  const tally = new Tally();
  /** Counts up while the run goes on. */
  const counts: Counts = { carriers: 0, pass: 0, review: 0, fail: 0 };
  let evidence: EvidenceWriter | undefined;

  /** Judges a carrier. What was decided is on the disk before anybody reads it. */
  async function vet(carrier: CarrierToVet): Promise<Vetted> {
    const { vetted, unusedWaivers } = judgeCarrier(carrier);
    const { dotNumber, answers } = vetted.dossier;
    await evidence?.carrier(vetted);
    counts.carriers += 1;
    counts[vetted.verdict] += 1;
    tally.add({ kind: "carrier", dotNumber, ending: endingOf(answers) });
    collected.add(vetted, unusedWaivers);
    return vetted;
  }

  /** What the run came to, once every carrier is judged. */
  async function end(): Promise<RunFooter> {
    const { policy, earlier, replayed, notes: notesOfList = [] } = basis;
    const gone = replayed?.gone ?? earlier?.gone(header.as_of) ?? [];
    for (const carrier of gone) await evidence?.gone(carrier);
    const { warnings } = collected;
    const unsaid = collected.texts();
    const notes = [...notesOfList, ...cautionsOf(policy), ...unsaid];
    const isCutOff = replayed?.isCutOff() ?? false;
    const recordedHash = isCutOff ? undefined : replayed?.sha256();
    const hash = await evidence?.end([...warnings, ...notes]);
    return {
      counts,
      tally,
      notes,
      unsaid,
      warnings,
      invalid: header.invalid,
      gone: gone.filter(({ newly_gone }) => newly_gone),
      answerDays: collected.answerDays(),
      isCutOff,
      evidence_sha256: hash ?? recordedHash,
    };
  }

  return {
    header,
    counts,
    /** Where the run is recorded, once it is. */
    get evidencePath() {
      return evidence?.path;
    },
    /**
     * Judges carriers page by page, and records them and how the run ended. If it
     * ends early, its evidence stays, to be continued.
     */
    async run(
      pages: AsyncIterable<readonly CarrierToVet[]>,
      take: (page: readonly Vetted[]) => unknown,
    ): Promise<RunFooter> {
      const { evidencePath: path, single } = basis;
      if (path) evidence = await createEvidence(path, header, single);
      try {
        for await (const page of pages) {
          const vetted: Vetted[] = [];
          for (const carrier of page) vetted.push(await vet(carrier));
          await take(vetted);
        }
        return await end();
      } catch (reason) {
        await evidence?.abandon();
        throw reason;
      }
    },
  };
}

/** Judges carriers by what a run rests on, as of its day. */
function judgeBy(header: EvidenceHeader, basis: VettingBasis) {
  const { policy, earlier, replayed } = basis;
  const today = dayIn(header.as_of);
  const waivers = [
    ...(basis.waivers?.waivers ?? []),
    ...header.exceptions.map(checkedWaiver),
  ];
  return (carrier: CarrierToVet) => {
    const { dossier, verdict: recordedVerdict } = carrier;
    const { dotNumber, answers } = dossier;
    const before: Before = carrier.before ??
      earlier?.beforeOf(dotNumber) ?? { kind: "unknown" };
    const profile = profileOf(answers, today);
    const { unusedWaivers, ...decision } = judge(policy, dossier, {
      today,
      waivers,
      profile,
      before,
      isCutOff: replayed?.isCutOff(),
    });
    const judged = { ...decision, profile };
    const isCompared = header.compared !== undefined;
    const isOther = recordedVerdict && recordedVerdict !== judged.verdict;
    const name = recordIn(answers, "summary")?.["legal_name"];
    const vetted: Vetted = {
      dossier,
      // Where no record states it, as the earlier run knew it.
      legalName:
        typeof name === "string"
          ? name
          : (carrier.legalName ?? earlier?.legalNameOf(dotNumber)),
      ...judged,
      before,
      baseline: nextBaseline(before, judged),
      changes: isCompared ? changesSince(before, judged) : undefined,
      ...(isOther && { recordedVerdict }),
    };
    return { vetted, unusedWaivers };
  };
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
    // Null in the evidence where `about` does not say it.
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
  return beginVetting(header, { ...basis, notes });
}

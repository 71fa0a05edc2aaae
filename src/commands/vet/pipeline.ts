/** The one pipeline: dossiers in, each judged, recorded and reported, and a footer at the end. */
import type { ErrorKind } from "../../errors.ts";
import { decode } from "../../files/read.ts";
import { sha256 } from "../../files/sha256.ts";
import { counted } from "../../text/digits.ts";
import { valueAt } from "../../text/json.ts";
import { shellPath } from "../../text/shell-word.ts";
import { defaultPolicyText } from "../../vet/default-policy.ts";
import {
  createEvidence,
  type EvidenceRun,
  type EvidenceWriter,
} from "../../vet/evidence.ts";
import { dayOfTime, recordIn } from "../../vet/facts.ts";
import { type Earlier, nextBaseline } from "../../vet/history.ts";
import { judge } from "../../vet/judge.ts";
import type {
  Counts,
  Dossier,
  RunFooter,
  RunHeader,
  Vetted,
} from "../../vet/model.ts";
import { ruleOf } from "../../vet/policy.ts";
import { changesBetween, profileOf } from "../../vet/profile.ts";
import { openWaivers } from "../../vet/waivers.ts";
import type { Plan } from "./options.ts";
import { openOutputs } from "./outputs.ts";

/** Where dossiers come from: the service, or a recorded run. */
export interface Source {
  service: string;
  /** In their order; of a recorded run, with what it made of each. `counts` is how far this run is. */
  carriers(counts: Counts): AsyncIterable<Arrived>;
  /** Called with each carrier once it is judged, recorded and reported. */
  judged?(vetted: Vetted): void;
  evidence?: string | undefined;
  earlier?: Earlier | undefined;
  notes(): string[];
}

export interface Arrived {
  dossier: Dossier;
  recorded?: Vetted;
}

export type Judged = Pick<Judging, "answers"> & { footer: RunFooter };

/** Judges all carriers of a source, and writes its evidence and reports. */
export async function judgeAll(plan: Plan, source: Source): Promise<Judged> {
  const { host, reporter } = plan.context;
  const run = startRun(plan, source);
  const header = headerOf(plan, source.service);
  const outputs = await openOutputs(plan, header);
  let evidence: EvidenceWriter | undefined;
  try {
    // The last file to be opened, so that none is left where another cannot be written.
    if (source.evidence !== undefined)
      evidence = await createEvidence(
        source.evidence,
        runOf(plan, header, source),
        host.cwd,
      );
    for await (const arrived of source.carriers(run.counts)) {
      const vetted = vet(run, arrived);
      // What was decided is on the disk before anybody reads it.
      await evidence?.carrier(vetted);
      await outputs.carrier(vetted);
      source.judged?.(vetted);
    }
    reporter.status(undefined);
    const footer = await footerOf(run, evidence);
    evidence = undefined;
    await outputs.finish(footer);
    return { footer, answers: run.answers };
  } catch (error) {
    reporter.status(undefined);
    for (const path of await outputs.abandon())
      reporter.note(`the report so far is in ${path}`);
    await evidence?.close().catch(() => {});
    if (evidence && run.counts.carriers > 0) {
      const { path } = evidence;
      reporter.note(
        `the evidence so far is in ${path}; to continue, run the same command with --reuse ${shellPath(path)}`,
      );
    }
    throw error;
  }
}

/** What a run says about itself, in its evidence and in every report. */
function headerOf(
  { context, asOf, policy, about }: Plan,
  service: string,
): RunHeader {
  return {
    tool: { name: "usdot", version: context.host.version },
    as_of: asOf,
    policy: { name: policy.name, sha256: policy.sha256 },
    service,
    reference: about.reference,
    by: about.by,
  };
}

/** A longer list, or a workbook, is kept by its hash alone. */
const maxStoredList = 16 * 2 ** 20;

/** The first line of the evidence. */
function runOf(
  plan: Plan,
  header: RunHeader,
  { earlier }: Source,
): EvidenceRun {
  const { policy, waivers, inputs, about } = plan;
  const lists = inputs.lists.map(({ source, bytes }) => {
    const isText =
      bytes.length <= maxStoredList && bytes.toString("latin1", 0, 2) !== "PK";
    return {
      path: source,
      sha256: sha256(bytes),
      ...(isText && { text: decode(bytes) }),
    };
  });
  return {
    ...header,
    policy: { ...header.policy, text: policy.text },
    waivers: waivers
      ? { path: waivers.path, sha256: waivers.sha256, text: waivers.text }
      : null,
    lists: [...policy.lists, ...lists],
    ...about,
    compared: earlier?.sha256 ?? null,
    trend: earlier?.trend ?? [],
  };
}

type Judging = ReturnType<typeof startRun>;

function startRun(plan: Plan, source: Source) {
  const today = dayOfTime(Date.parse(plan.asOf));
  return {
    plan,
    source,
    today,
    waivers: plan.waivers && openWaivers(plan.waivers, today),
    /** Whether there is an earlier run. The first run of a history has none, and takes every carrier for a new one. */
    isCompared:
      source.earlier !== undefined ||
      typeof plan.recorded?.run.compared === "string",
    part:
      plan.about.shard === null ? [] : [`part ${plan.about.shard} of the list`],
    counts: { carriers: 0, pass: 0, review: 0, fail: 0 },
    added: [] as string[],
    answers: new Set<ErrorKind | "answered">(),
    otherwise: 0,
    /** The fields of the policy that no record has had; undefined before the first record. */
    unsent: undefined as readonly string[] | undefined,
  };
}

/** The fields that a policy judges, but for those of the built-in one, which many services do not send. */
function fieldsIn({ policy }: Plan): string[] {
  const { of = [] } = (ruleOf(policy, "fields")?.parameters ?? {}) as {
    of?: readonly { path: string }[];
  };
  return of
    .map(({ path }) => path)
    .filter((path) => !defaultPolicyText.includes(`path: ${path},`));
}

function vet(run: Judging, { dossier, recorded }: Arrived): Vetted {
  const { plan, source, today, waivers, isCompared } = run;
  const known = source.earlier?.find(dossier.dotNumber);
  const compared = source.earlier
    ? known && { verdict: known.verdict, profile: known.baseline }
    : comparedThen(run, recorded);
  const profile = profileOf(dossier, today);
  const { verdict, findings } = judge(plan.policy, dossier, {
    today,
    waivers,
    profile,
    compared,
  });
  const name = recordIn(dossier.answers, "summary")?.["legal_name"];
  const fields = compared ? changesBetween(compared.profile, profile) : [];
  const changes =
    isCompared && compared !== undefined
      ? { before: compared?.verdict ?? null, now: verdict, fields }
      : null;
  const vetted: Vetted = {
    dossier,
    legalName: typeof name === "string" ? name : null,
    verdict,
    findings,
    profile,
    baseline: nextBaseline(known?.baseline, { verdict, profile, findings }),
    compared: compared ?? null,
    changes,
  };
  count(run, vetted, recorded);
  return vetted;
}

function count(
  run: Judging,
  { dossier, verdict, changes }: Vetted,
  recorded: Vetted | undefined,
): void {
  run.counts.carriers += 1;
  run.counts[verdict] += 1;
  if (changes?.before === null) run.added.push(dossier.dotNumber);
  if (recorded && recorded.verdict !== verdict) run.otherwise += 1;
  const record = recordIn(dossier.answers, "carrier");
  if (record)
    run.unsent = (run.unsent ?? fieldsIn(run.plan)).filter(
      (path) => valueAt(record, path) === undefined,
    );
  for (const answer of Object.values(dossier.answers))
    run.answers.add(answer.state === "unanswered" ? answer.code : "answered");
}

/** What a recorded run compared a carrier with; null for a new one, undefined where nobody can tell. */
function comparedThen(
  { plan, isCompared }: Judging,
  recorded: Vetted | undefined,
): Vetted["compared"] | undefined {
  if (recorded === undefined) return null;
  if (isCompared)
    return recorded.changes === null ? undefined : recorded.compared;
  // The first run of a history has nothing to compare with; for another policy, nobody can tell.
  return plan.context.settings.values.policy === undefined ? null : undefined;
}

async function footerOf(
  run: Judging,
  evidence: EvidenceWriter | undefined,
): Promise<RunFooter> {
  const { plan, source, counts, waivers } = run;
  const { context, recorded } = plan;
  const { shard, invalid } = plan.about;
  const known = source.earlier
    ? source.earlier.unseen(plan.asOf)
    : (recorded?.gone ?? []);
  // Of a part of a list, nobody can tell who is gone.
  const unseen = shard === null ? known : [];
  for (const gone of unseen) await evidence?.gone(gone);
  const hash = await evidence?.end();
  const unused = waivers?.unused() ?? [];
  // A misspelled field lets every carrier pass.
  const unsent =
    run.unsent?.map(
      (path) => `fields: no record has "${path}": is the path right?`,
    ) ?? [];
  const notes = [...run.part, ...source.notes(), ...unsent];
  if (run.otherwise > 0)
    notes.push(
      `${counted(run.otherwise, "carrier is", "carriers are")} judged otherwise than recorded`,
    );
  if (evidence)
    context.reporter.note(`evidence ${evidence.path}: sha256 ${hash}`);
  for (const waiver of unused) context.reporter.warning(waiver);
  for (const note of notes) context.reporter.note(note);
  return {
    counts,
    notes: [...unused, ...notes],
    invalid,
    evidence_sha256: hash ?? (recorded?.isWhole ? recorded.sha256 : null),
    new: run.added,
    gone: unseen.filter(({ newly_gone }) => newly_gone),
    compared: run.isCompared,
    trend: (source.earlier ?? recorded?.run)?.trend ?? [],
    cutOff: recorded !== undefined && !recorded.isWhole,
  };
}

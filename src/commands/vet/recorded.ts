/** The evidence of earlier runs: to judge again (`--from`), to compare with (`--since`, `--history`), to take answers from (`--reuse`). */
import type { DotNumber } from "../../dot-number.ts";
import { ListError, UsageError } from "../../errors.ts";
import type { Context } from "../../runtime/context.ts";
import { shellPath } from "../../text/shell-word.ts";
import {
  answersIn,
  bytesOf,
  type Evidence,
  openEvidence,
  type StoredAnswer,
} from "../../vet/evidence.ts";
import {
  type Earlier,
  type HistoryDirectory,
  readEarlier,
} from "../../vet/history.ts";
import type { Dossier } from "../../vet/model.ts";
import { ruleOf } from "../../vet/policy.ts";
import type { Plan } from "./options.ts";
import type { Arrived } from "./pipeline.ts";

/** Opens the run that `--from` names; `-` is standard input. */
export async function openRecorded(
  { host }: Context,
  name: string,
): Promise<Evidence> {
  if (name === "-" && host.stdin.isTTY)
    throw new UsageError("--from - reads standard input, which is a terminal", {
      hint: "name a file, or pipe it in",
    });
  const evidence = await openEvidence(
    name,
    name === "-" ? host.stdin : bytesOf(name, host.cwd),
  );
  if (evidence !== undefined) return evidence;
  throw new ListError(`${name} was cut off before its first carrier`, "review");
}

/** The carriers of a recorded run, as they were asked and judged then. */
export async function* recordedCarriers(
  plan: Plan,
  evidence: Evidence,
): AsyncGenerator<Arrived> {
  for await (const { vetted } of evidence.carriers()) {
    plan.context.host.signal.throwIfAborted();
    yield { dossier: vetted.dossier, recorded: vetted };
  }
  refuseOther(plan, evidence, evidence.run.service, "--from");
}

/** The run to compare with: the one that `--since` names, or the newest whole one of a history. */
export async function openEarlier(
  plan: Plan,
  service: string,
  history?: HistoryDirectory,
) {
  const { options, context, policy } = plan;
  const { reporter } = context;
  const earlier = history ? history.earlier : await readSince(plan, service);
  if (history && earlier === undefined)
    reporter.note(
      `no earlier run of this service in ${options.history}: nothing to compare with`,
    );
  const killed = options.reuse === undefined ? history?.killed : undefined;
  if (killed !== undefined)
    reporter.note(
      `${killed} was cut off; the same command with --reuse ${shellPath(killed)} continues it`,
    );
  if (earlier && ruleOf(policy, "unchanged")?.level !== "error")
    reporter.note(
      "without the rule unchanged (level error), a change is reported only once",
    );
  return earlier;
}

async function readSince(
  plan: Plan,
  service: string,
): Promise<Earlier | undefined> {
  const { since } = plan.options;
  if (since === undefined) return undefined;
  const evidence = await openEvidence(
    since,
    bytesOf(since, plan.context.host.cwd),
  );
  if (evidence === undefined)
    throw new UsageError(`${since} was cut off before its first carrier`, {
      hint: "name another run",
    });
  const earlier = await readEarlier(evidence);
  refuseOther(plan, evidence, service, "--since");
  return earlier;
}

/** Refuses evidence, once it is read, that is of another service, or has another end than was expected. */
function refuseOther(
  { options }: Plan,
  evidence: Evidence,
  service: string,
  option: string,
): void {
  const expected = options.expectSha256?.toLowerCase();
  const { name, run, sha256, isWhole } = evidence;
  if (run.service !== service)
    throw new UsageError(
      `the answers in ${name} are from ${run.service}, not from ${service}`,
      {
        hint: `leave out ${option}, or ask that service`,
      },
    );
  if (expected === undefined || (isWhole && expected === sha256)) return;
  const found = isWhole
    ? `it ends with sha256 ${sha256}`
    : "it is cut off, and has no end hash";
  throw new UsageError(
    `${name} is not the evidence that --expect-sha256 expects: ${found}`,
  );
}

/** The newest answers about a carrier that are young enough: what the service sent, and definite 404s. */
export type Reuse = (dotNumber: DotNumber) => Dossier["answers"];

const defaultMaxAge = 24 * 3_600_000;

/** The answers that `--reuse` offers; undefined without it. */
export async function openReuse(
  plan: Plan,
  service: string,
): Promise<Reuse | undefined> {
  const { reuse, maxAge = defaultMaxAge } = plan.options;
  const { host } = plan.context;
  if (reuse === undefined) return undefined;
  const now = host.now();
  const isYoung = ({ error, asked_at }: StoredAnswer) => {
    const age = now - Date.parse(asked_at);
    return error === undefined && age >= 0 && age <= maxAge;
  };
  // As they are stored: as text they take a third of the room.
  const young = new Map<DotNumber, StoredAnswer[]>();
  for (const name of reuse) {
    const evidence = await openEvidence(name, bytesOf(name, host.cwd));
    if (evidence === undefined) continue;
    for await (const { vetted, answers } of evidence.carriers()) {
      const { dotNumber } = vetted.dossier;
      young.set(dotNumber, [
        ...(young.get(dotNumber) ?? []),
        ...answers.filter(isYoung),
      ]);
    }
    refuseOther(plan, evidence, service, "--reuse");
  }
  return (dotNumber) => {
    const newestLast = (young.get(dotNumber) ?? []).sort((one, other) =>
      one.asked_at < other.asked_at ? -1 : 1,
    );
    const reused = newestLast.map((answer) => ({
      ...answer,
      reused: true as const,
    }));
    return answersIn(reused, dotNumber);
  };
}

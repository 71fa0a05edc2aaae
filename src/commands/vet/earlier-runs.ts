/** The evidence of earlier runs: to compare with (`--since`, `--history`), and to take answers from (`--reuse`). */
import { stat } from "node:fs/promises";
import type { DotNumber } from "../../dot-number.ts";
import { UsageError } from "../../errors.ts";
import type { Context } from "../../runtime/context.ts";
import { shellPath } from "../../text/shell-word.ts";
import { EmptyEvidenceError, type EvidenceAnswer, EvidenceError } from "../../vet/evidence/format.ts";
import { EvidenceIndex } from "../../vet/evidence/index.ts";
import { type EvidenceReader, pieceLength } from "../../vet/evidence/reader.ts";
import { History } from "../../vet/history.ts";
import type { RecordName } from "../../vet/model.ts";
import { needsSince, type Policy } from "../../vet/policy.ts";
import { listBytes } from "../lookup/inputs.ts";
import { lockHost } from "../lookup/open-output.ts";
import type { VetOptions } from "./options.ts";

/** What a run is compared with: one run, or the runs of a directory, where this one is recorded as well. */
export type Comparison = Pick<History, "earlier" | "recorded" | "footer"> &
  Partial<Pick<History, "path" | "writeIndex" | "close">>;

/** @throws {UsageError} if the policy compares and no run is named */
export function refuseNoComparison({ since, history }: VetOptions, policy: Policy): void {
  if (since !== undefined || history !== undefined || !needsSince(policy)) return;
  throw new UsageError("the rule unchanged needs an earlier run to compare with", {
    hint: "name its evidence with --since; for a first run, --since none",
  });
}

/**
 * The run that `--since` names; undefined without one.
 * @throws what `openIndex` throws
 */
export async function openSince(
  context: Context,
  options: VetOptions,
  service: string,
): Promise<EvidenceIndex | undefined> {
  const { since } = options;
  return since === undefined || since === "none" ? undefined : openIndex(context, since, "--since", options, service);
}

/**
 * The history that `--history` names; undefined without one.
 * @param note takes what is to be said after the plan
 * @throws what `History.open` throws
 */
export async function openHistory(
  context: Context,
  { history: dir, reuse }: VetOptions,
  service: string,
  { policy, note }: { policy: Policy; note(text: string): void },
): Promise<History | undefined> {
  if (dir === undefined) return undefined;
  const { host, reporter } = context;
  const found = await stat(dir).catch(() => undefined);
  if (found?.isDirectory() === false)
    throw new UsageError(`--history ${dir} is not a directory`, { hint: "each run is a file in it" });
  const history = await History.open(dir, service, {
    ...lockHost(context),
    version: host.version,
    now: host.now(),
    bytes: (path) => listBytes(host, path, pieceLength),
    warn: (text) => reporter.warning(text),
  });
  if (history.footer().runs.length === 0) note(`no earlier run in ${dir}: nothing to compare with`);
  else if (!needsSince(policy)) note("without the rule unchanged, a change is reported only once");
  const { interrupted } = history.after;
  if (interrupted !== undefined && reuse === undefined)
    note(`${interrupted} was cut off; the same command with --reuse ${shellPath(interrupted)} continues it`);
  return history;
}

/**
 * Opens the evidence that an option names.
 * @param service the base URL that this run asks: answers of another service are not its own
 * @throws {UsageError} if the evidence is of another service
 * @throws {EvidenceError} if the file is not evidence, was altered, or is not the one expected
 */
async function openIndex(
  { host }: Context,
  path: string,
  option: string,
  { expectSha256 }: VetOptions,
  service: string,
): Promise<EvidenceIndex> {
  const index = await EvidenceIndex.open(path, listBytes(host, path, pieceLength), host.version);
  refuseOtherHash(index.reader, expectSha256);
  const { run } = index.reader;
  if (run.service === service) return index;
  throw new UsageError(`the answers in ${path} are from ${run.service}, not from ${service}`, {
    hint: `leave out ${option}, or ask that service`,
  });
}

/** @throws {EvidenceError} if a hash was expected that the evidence does not end with */
export function refuseOtherHash({ name, sha256 }: EvidenceReader, expected: string | undefined): void {
  if (expected === undefined || expected === sha256) return;
  const found = sha256 === null ? "it is cut off, and ends with no hash" : `it ends with sha256 ${sha256}`;
  throw new EvidenceError(`${name}: not the evidence that --expect-sha256 expects: ${found}`);
}

/** The runs to take recent answers from: interrupted ones, or the parts of a list. */
export type ReusableRuns = Awaited<ReturnType<typeof openReusableRuns>>;

/**
 * Opens the runs that `--reuse` names.
 * @throws what `openIndex` throws
 */
export async function openReusableRuns(context: Context, options: VetOptions, service: string) {
  const { reuse = [], maxAge = 24 * 3_600_000, expectSha256 } = options;
  const now = context.host.now();
  const runs: EvidenceIndex[] = [];
  for (const path of reuse) {
    const run = await openIndex(context, path, "--reuse", options, service).catch((error: unknown) => {
      if (!(error instanceof EmptyEvidenceError) || expectSha256 !== undefined) throw error;
      // A run that was killed at its very start left nothing to reuse: continuing it means to ask for everything.
      context.reporter.warning(`${error.message}; nothing is reused from it`);
    });
    if (run) runs.push(run);
  }
  return {
    /**
     * The newest answer that may be reused. A carrier record says all that a summary says, and only it can say that there is no such
     * carrier; after a newer summary it is out of date.
     */
    answer(dotNumber: DotNumber, record: RecordName): EvidenceAnswer | undefined {
      const isOfCarrier = record === "carrier" || record === "summary";
      const records: readonly RecordName[] = isOfCarrier ? ["summary", "carrier"] : [record];
      const answers = runs.flatMap((run) =>
        records.flatMap((name) => run.reusable(dotNumber, name, now, maxAge) ?? []),
      );
      // Of equally old answers, that of the file named last.
      const newest = answers.sort((one, other) => Date.parse(one.asked_at) - Date.parse(other.asked_at)).at(-1);
      return newest?.record === "summary" && record === "carrier" ? undefined : newest;
    },
    /** Whether they hold any answer. */
    hasAnswers: runs.some(({ entries }) => entries.size > 0),
    /** What the first line of the evidence says about them. */
    recorded: runs.length === 0 ? {} : { reuse: runs.map(({ reader }) => reader.id) },
  };
}

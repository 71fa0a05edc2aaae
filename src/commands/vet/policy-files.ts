/** Reads the policy and the waivers that a run judges by. Every mistake in them is reported before anything is sent. */
import { resolve } from "node:path";
import { FileError, UsageError, VettingFileError } from "../../errors.ts";
import { cannotRead } from "../../file-error.ts";
import { readAtMost } from "../../open-file.ts";
import type { Context } from "../../runtime/context.ts";
import type { Reporter } from "../../runtime/reporter.ts";
import { counted } from "../../text/digits.ts";
import { comparingPolicy, defaultPolicy } from "../../vet/default-policy.ts";
import type { EvidenceRun } from "../../vet/evidence/format.ts";
import { recordedPolicy, recordedWaivers } from "../../vet/evidence/verdicts.ts";
import type { Judge } from "../../vet/judge.ts";
import type { Policy } from "../../vet/policy.ts";
import { listPath, listsNamedIn, parsePolicy } from "../../vet/policy-parser.ts";
import { parseWaivers } from "../../vet/waivers.ts";
import type { NamedPath } from "../files.ts";

/**
 * The policy that the settings name, or the built-in one.
 * @param isComparing whether there is an earlier run, to which the built-in policy then holds a carrier
 * @throws {UsageError} if it has mistakes, after reporting each
 * @throws {FileError} if it cannot be read
 */
export async function loadPolicy(context: Context, isComparing = false): Promise<Policy> {
  const { host, settings, reporter } = context;
  const { policy: path } = settings.values;
  if (path === undefined) return isComparing ? comparingPolicy() : defaultPolicy();
  const file = resolve(host.cwd, path);
  const text = await readText(context, file, path, maxYaml);
  const names = listsNamedIn(text);
  const lists = await Promise.allSettled(names.map((name) => readText(context, listPath(file, name), name, maxList)));
  host.signal.throwIfAborted();
  const readList = (name: string) => {
    const list = lists[names.indexOf(name)];
    if (list?.status === "fulfilled") return list.value;
    throw list?.reason;
  };
  const policy = checked(() => parsePolicy(text, { path, readList }), path, reporter);
  for (const { line, column, message } of policy.cautions) reporter.warning(`${path}:${line}:${column}: ${message}`);
  return policy;
}

/**
 * What a run judges by. A mistake in the policy does not hide those in the waivers, nor one of them those in the list.
 * @param path that of the waivers, if they are named
 * @param checkList looks for mistakes in the list, which otherwise is read later
 * @param recorded the run whose policy and waivers count where none are named
 * @throws {UsageError} if either has mistakes, after reporting each
 * @throws {FileError} if either cannot be read
 */
export async function loadPolicyAndWaivers(
  context: Context,
  path: string | undefined,
  { isComparing, checkList, recorded }: { isComparing?: boolean; checkList?(): unknown; recorded?: EvidenceRun } = {},
): Promise<Pick<Judge, "policy" | "waivers">> {
  const { host, settings, reporter } = context;
  const policyOf = async () =>
    recorded && settings.values.policy === undefined
      ? checked(() => recordedPolicy(recorded), "the recorded policy", reporter)
      : loadPolicy(context, isComparing);
  const waiversOf = async () => {
    if (path === undefined)
      return recorded && checked(() => recordedWaivers(recorded), "the recorded waivers", reporter);
    const text = await readText(context, resolve(host.cwd, path), path, maxYaml);
    return checked(() => parseWaivers(text, path), path, reporter);
  };
  const [policy] = await Promise.allSettled([policyOf()]);
  const [waivers] = await Promise.allSettled([waiversOf()]);
  if (policy.status === "fulfilled" && waivers.status === "fulfilled") {
    return { policy: policy.value, waivers: waivers.value };
  }
  const [list] = await Promise.allSettled([checkList?.()]);
  const errors = [policy, waivers, list].flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  const other = errors.find(({ kind }) => kind !== "usage" && kind !== "file");
  if (errors.length < 2 || other) throw other ?? errors[0];
  const Mistakes = errors.some(({ kind }) => kind === "file") ? FileError : UsageError;
  throw new Mistakes(errors.map(({ message }) => message).join(", and "), { hint: "nothing was sent" });
}

/** The lists that a policy names, as files. */
export function listFiles({ settings }: Context, { lists }: Policy): NamedPath[] {
  const { policy: path } = settings.values;
  if (path === undefined) return [];
  return lists.map((list) => ({ role: "a list of the policy", path: listPath(path, list.path) }));
}

const mebibyte = 2 ** 20;
/** The largest policy or waiver file. It is checked while reading, because a device has no end. */
const maxYaml = mebibyte;
/** A list of 7 million numbers. */
const maxList = 64 * mebibyte;

/** The text of a file as it is: a byte order mark stays, so that its hash is that of the file. */
async function readText({ host: { signal } }: Context, file: string, named: string, max: number): Promise<string> {
  try {
    const bytes = await readAtMost(file, max, { signal });
    if (bytes.length > max) throw new UsageError(`${named} is larger than ${max / mebibyte} MiB`);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${named} is not UTF-8`, { cause: error });
    throw cannotRead(named, error, "nothing was sent");
  }
}

/** Reports each mistake on a line of its own, and ends with their number. */
function checked<T>(parse: () => T, path: string, reporter: Reporter): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof VettingFileError)) throw error;
    for (const { path: place, line, column, message } of error.problems) {
      reporter.invalid(`${place}:${line}:${column}: ${message}`);
    }
    const count = error.problems.length;
    throw new UsageError(`${path} has ${counted(count, "mistake")}`, {
      cause: error,
      hint: "nothing was sent",
    });
  }
}

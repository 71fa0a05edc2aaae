/** Reads the policy and the waivers that a run judges by. Every mistake in them is reported before anything is sent. */
import { closeSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { FileError, reasonOf, UsageError } from "../../errors.ts";
import type { Context } from "../../runtime/context.ts";
import type { Reporter } from "../../runtime/reporter.ts";
import { counted } from "../../text/digits.ts";
import { comparingPolicy, defaultPolicy } from "../../vet/default-policy.ts";
import { VettingFileError } from "../../vet/errors.ts";
import type { EvidenceRun } from "../../vet/evidence/format.ts";
import { recordedPolicy, recordedWaivers } from "../../vet/evidence/verdicts.ts";
import type { Policy } from "../../vet/policy.ts";
import { listPath, parsePolicy } from "../../vet/policy-parser.ts";
import { parseWaivers, type Waivers } from "../../vet/waivers.ts";
import type { NamedPath } from "../files.ts";

/**
 * The policy that the settings name, or the built-in one.
 *
 * @param isComparing whether there is an earlier run, to which the built-in policy then holds a carrier
 *
 * @throws {UsageError} if it has mistakes, after reporting each
 * @throws {FileError} if it cannot be read
 */
export function loadPolicy({ settings, host, reporter }: Context, isComparing = false): Policy {
  const { policy: path } = settings.values;
  if (path === undefined) return isComparing ? comparingPolicy() : defaultPolicy();
  const file = resolve(host.cwd, path);
  const text = readText(file, path, maxYaml);
  const readList = (named: string) => readText(listPath(file, named), named, maxList);
  const policy = checked(() => parsePolicy(text, { path, readList }), path, reporter);
  for (const { line, column, message } of policy.cautions) reporter.warning(`${path}:${line}:${column}: ${message}`);
  return policy;
}

/**
 * What a run judges by. A mistake in the policy does not hide those in the waivers.
 *
 * @throws {UsageError} if either has mistakes, after reporting each
 * @throws {FileError} if either cannot be read
 */
export function loadPolicyAndWaivers<W>(policyOf: () => Policy, waiversOf: () => W): { policy: Policy; waivers: W } {
  let policy: Policy;
  try {
    policy = policyOf();
  } catch (error) {
    throw withProblemsOf(waiversOf, error);
  }
  return { policy, waivers: waiversOf() };
}

/** An error, with what is wrong in addition. */
function withProblemsOf(load: () => unknown, error: unknown): unknown {
  try {
    load();
  } catch (other) {
    if (error instanceof UsageError && other instanceof UsageError)
      return new UsageError(`${error.message}, and ${other.message}`, { hint: error.hint, cause: error });
  }
  return error;
}

/** The lists that a policy names, as files. */
export function listFiles({ settings }: Context, { lists }: Policy): NamedPath[] {
  const { policy: path } = settings.values;
  if (path === undefined) return [];
  return lists.map((list) => ({ role: "a list of the policy", path: listPath(path, list.path) }));
}

/** Says which policy judges if the user named none. */
export function noteBuiltInPolicy({ settings, reporter }: Context): void {
  if (settings.values.policy !== undefined) return;
  reporter.note('judging by the built-in policy "default"; see it with usdot vet --print-policy');
}

/**
 * The waivers in a file.
 *
 * @throws {UsageError} if it has mistakes, after reporting each
 * @throws {FileError} if it cannot be read
 */
export function loadWaivers({ host, reporter }: Context, path: string): Waivers {
  const text = readText(resolve(host.cwd, path), path, maxYaml);
  return checked(() => parseWaivers(text, path), path, reporter);
}

/** What a recorded run judged by. @throws {UsageError} if it has mistakes, after reporting each */
export function recordedFiles(run: EvidenceRun, reporter: Reporter) {
  return {
    policy: () => checked(() => recordedPolicy(run), "the recorded policy", reporter),
    waivers: () => checked(() => recordedWaivers(run), "the recorded waivers", reporter),
  };
}

const mebibyte = 2 ** 20;
/** The largest policy or waiver file. It is checked while reading, because a device has no end. */
const maxYaml = mebibyte;
/** A list of 7 million numbers. */
const maxList = 64 * mebibyte;

/** The text of a file as it is: a byte order mark stays, so that its hash is that of the file. */
function readText(file: string, named: string, max: number): string {
  try {
    const bytes = readAtMost(file, max);
    if (bytes.length > max) throw new UsageError(`${named} is larger than ${max / mebibyte} MiB`);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof TypeError) throw new UsageError(`${named} is not UTF-8`, { cause: error });
    throw new FileError(`cannot read ${named}: ${reasonOf(error)}`, { cause: error, hint: "nothing was sent" });
  }
}

/** The first bytes of a file, of a pipe (`--policy <(...)`) or of a device: up to one more than `max`. */
function readAtMost(file: string, max: number): Uint8Array {
  const descriptor = openSync(file, "r");
  try {
    const pieces: Buffer[] = [];
    for (let length = 0; length <= max; ) {
      const piece = Buffer.alloc(Math.min(2 ** 16, max + 1 - length));
      const read = readSync(descriptor, piece);
      if (read === 0) break;
      pieces.push(piece.subarray(0, read));
      length += read;
    }
    return Buffer.concat(pieces);
  } finally {
    closeSync(descriptor);
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

/** Reads the policy and the waivers that a run judges by. Every mistake in them is reported before anything is sent. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { FileError, reasonOf, UsageError } from "../../errors.ts";
import type { Context } from "../../runtime/context.ts";
import type { Reporter } from "../../runtime/reporter.ts";
import { defaultPolicy } from "../../vet/default-policy.ts";
import { VettingFileError } from "../../vet/errors.ts";
import type { EvidenceRun } from "../../vet/evidence.ts";
import { contentOf } from "../../vet/evidence-lines.ts";
import type { Policy } from "../../vet/policy.ts";
import { listPath, parsePolicy } from "../../vet/policy-parser.ts";
import { parseWaivers, type Waivers } from "../../vet/waivers.ts";

/**
 * The policy that the settings name, or the built-in one, which is named on standard error.
 *
 * @throws {UsageError} when it has mistakes, after reporting each
 * @throws {FileError} when it cannot be read
 */
export function loadPolicy({ settings, host, reporter }: Context): Policy {
  const { policy: path } = settings.values;
  if (path === undefined) {
    reporter.note('judging by the built-in policy "default"; see it with usdot vet --print-policy');
    return defaultPolicy();
  }
  const file = resolve(host.cwd, path);
  const text = readText(file, path);
  const readList = (named: string) => readText(listPath(file, named), named);
  return checked(() => parsePolicy(text, { path, readList }), path, reporter);
}

/**
 * The waivers in a file.
 *
 * @throws {UsageError} when it has mistakes, after reporting each
 * @throws {FileError} when it cannot be read
 */
export function loadWaivers({ host, reporter }: Context, path: string): Waivers {
  const text = readText(resolve(host.cwd, path), path);
  return checked(() => parseWaivers(text, path), path, reporter);
}

/** The policy of a recorded run, with the lists that it names. */
export function recordedPolicy({ policy, lists }: EvidenceRun, reporter: Reporter): Policy {
  const readList = (named: string) => {
    const list = lists.find(({ path }) => path === named);
    if (!list) throw new UsageError(`the evidence lacks the list ${named} that its policy names`);
    return textOf(contentOf(list));
  };
  const path = "the recorded policy";
  return checked(() => parsePolicy(textOf(contentOf(policy)), { path, readList }), path, reporter);
}

/** The waivers of a recorded run; undefined if it had none. */
export function recordedWaivers({ waivers }: EvidenceRun, reporter: Reporter): Waivers | undefined {
  if (waivers === null) return undefined;
  const path = "the recorded waivers";
  return checked(() => parseWaivers(textOf(contentOf(waivers)), path), path, reporter);
}

function textOf(content: string | Uint8Array): string {
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}

/** The largest policy or waiver file; its parser refuses more, and a device has no end. */
const largestFile = 2 ** 26;

function readText(file: string, named: string): string {
  try {
    const bytes = readFileSync(file);
    if (bytes.length > largestFile) throw new UsageError(`${named} is larger than 64 MiB`);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof TypeError) throw new UsageError(`${named} is not UTF-8`, { cause: error });
    throw new FileError(`cannot read ${named}: ${reasonOf(error)}`, { cause: error, hint: "nothing was sent" });
  }
}

/** Reports each mistake on a line of its own, and ends with their number. */
function checked<T>(parse: () => T, path: string, reporter: Reporter): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof VettingFileError)) throw error;
    for (const { path: place, line, column, message } of error.problems) {
      reporter.refusal(`${place}:${line}:${column}: ${message}`);
    }
    const count = error.problems.length;
    throw new UsageError(`${path} has ${count === 1 ? "a mistake" : `${count} mistakes`}`, {
      cause: error,
      hint: "nothing was sent",
    });
  }
}

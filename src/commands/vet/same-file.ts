/** Keeps a run from writing over what it reads, and from writing two things to one file. */
import { realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { UsageError } from "../../errors.ts";
import type { Context } from "../../runtime/context.ts";
import type { Policy } from "../../vet/policy.ts";
import { listPath } from "../../vet/policy-parser.ts";
import type { VetFlags } from "./flags.ts";

/** A file that the command line names, with the option that names it. */
interface NamedFile {
  option: string;
  /** undefined for none, or for standard output. */
  path: string | undefined;
}

/**
 * Checks that what a run writes is neither what it reads nor written twice, whatever the paths look like.
 *
 * @param reports the paths of the reports, the main one included
 * @throws {UsageError} naming the two options
 */
export function refuseSameFile(
  { host, settings }: Context,
  flags: VetFlags,
  reports: readonly NamedFile[],
  policy: Policy,
): void {
  const { policy: policyPath } = settings.values;
  const lists = policyPath === undefined ? [] : policy.lists.map(({ path }) => listPath(policyPath, path));
  const { file = [], waivers, from, reuse, since, evidence, rejects } = flags;
  const read: NamedFile[] = [
    { option: "--policy", path: policyPath },
    ...lists.map((path) => ({ option: "a list of the policy", path })),
    { option: "--waivers", path: waivers },
    ...file.map((path) => ({ option: "--file", path })),
    { option: "--from", path: from },
    { option: "--reuse", path: reuse },
    { option: "--since", path: since },
  ];
  const written = [...reports, { option: "--evidence", path: evidence }, { option: "--rejects", path: rejects }];
  const known = new Map(read.map(({ option, path }) => [identityOf(path, host.cwd), option]));
  for (const { option, path } of written) {
    const identity = identityOf(path, host.cwd);
    if (identity === undefined) continue;
    const other = known.get(identity);
    if (other !== undefined) {
      throw new UsageError(`${other} and ${option} name the same file, ${path}`, { hint: "give each its own" });
    }
    known.set(identity, option);
  }
}

/** What two paths of one file share. Undefined for a pipe or a device: nothing in it is lost. */
function identityOf(named: string | undefined, directory: string): string | undefined {
  if (named === undefined) return undefined;
  const path = resolve(directory, named);
  const found = statOf(path);
  if (found && !found.isFile()) return undefined;
  if (found) return `${found.dev}:${found.ino}`;
  try {
    return resolve(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

/** Refuses a command line that would write a file it reads, or write one file twice. */
import { type BigIntStats, fstatSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { type FileIdentity, identify, isSameFile } from "../output/file-identity.ts";
import { companionsOf } from "../output/journal.ts";
import type { Host } from "../runtime/host.ts";

/** A file that the command line names. */
export interface NamedPath {
  /** `--output`, `a list of the policy` */
  role: string;
  /** undefined where the option is not given. */
  path: string | undefined;
}

export interface FilesOfRun {
  written: readonly NamedPath[];
  read: readonly NamedPath[];
  /** Whether standard output is written, and standard input read: either may be redirected to a file. */
  toStdout: boolean;
  fromStdin: boolean;
}

interface NamedFile {
  role: string;
  identity: FileIdentity;
}

/**
 * Compares what is read with what is written, through links as well; a redirected standard stream is the file it is redirected to.
 *
 * @throws {UsageError} for two that are one file; nothing is opened before
 */
export async function refuseSharedFiles(host: Host, { written, read, toStdout, fromStdin }: FilesOfRun): Promise<void> {
  const named = ({ role, path }: NamedPath) => (path ? identified(role, resolve(host.cwd, path)) : undefined);
  const writes = await Promise.all([
    ...written.map(named),
    toStdout ? redirected("standard output", host.stdout) : undefined,
  ]);
  // Most runs write to a pipe or a terminal: nothing can be lost.
  if (writes.every((each) => each === undefined)) return;
  const reads = await Promise.all([
    ...read.map(named),
    fromStdin ? redirected("standard input", host.stdin) : undefined,
  ]);
  for (const [index, one] of writes.entries()) {
    for (const other of [...writes.slice(index + 1), ...reads]) refuse(one, other);
  }
}

/** The partial file of the one is in the family of the other as well as the file itself. */
function refuse(written: NamedFile | undefined, other: NamedFile | undefined): void {
  if (written === undefined || other === undefined) return;
  const { real } = written.identity;
  if (isSameFile(written.identity, other.identity) && !isShareable(other)) throw sameFile(written.role, other.role);
  const areRelated =
    Object.values(companionsOf(real)).includes(other.identity.real) ||
    Object.values(companionsOf(other.identity.real)).includes(real);
  if (!areRelated) return;
  throw new UsageError(`${written.role} needs a file of the name that ${other.role} has`, {
    hint: `usdot keeps unfinished rows in files such as ${companionsOf("FILE").partial}; choose another name`,
  });
}

/** Devices (`/dev/null`, a terminal) hold nothing that could be lost. */
function isShareable({ identity: { stats } }: NamedFile): boolean {
  return stats !== undefined && !stats.isFile() && !stats.isFIFO();
}

/** The error for two options that name one file. */
export function sameFile(one: string, other: string): UsageError {
  return new UsageError(`${one} and ${other} name the same file`, { hint: "give each its own" });
}

/** A path that cannot be followed is refused when it is opened, with the reason. */
async function identified(role: string, path: string): Promise<NamedFile | undefined> {
  const identity = await identify(path).catch(() => undefined);
  return identity && { role, identity };
}

/** The file that a standard stream is redirected to or from. */
function redirected(role: string, stream: object): NamedFile | undefined {
  const descriptor = (stream as { fd?: unknown }).fd;
  if (typeof descriptor !== "number") return undefined;
  // Not in a thread of Node's, which takes longer to start: opening the stream asked the system the same.
  const stats = statOf(descriptor);
  return stats?.isFile() ? { role, identity: { real: role, stats } } : undefined;
}

function statOf(descriptor: number): BigIntStats | undefined {
  try {
    return fstatSync(descriptor, { bigint: true });
  } catch {
    return undefined;
  }
}

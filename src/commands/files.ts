/** The files that a command line names: which of them mean a standard stream, and that none is overwritten that is read. */
import { fstatSync } from "node:fs";
import { resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { type FileIdentity, identify, isSameInode } from "../output/file-identity.ts";
import { sidecarsOf } from "../output/run-info.ts";
import type { Context } from "../runtime/context.ts";
import type { Host } from "../runtime/host.ts";

/** A standard stream, and the paths that mean it. */
interface StandardStream {
  name: string;
  paths: ReadonlySet<string>;
  /** Opens it: to open standard input takes milliseconds, and most runs don't read it. */
  of(host: Host): object;
}

const standardInput: StandardStream = {
  name: "standard input",
  paths: new Set(["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]),
  of: ({ stdin }) => stdin,
};
const standardOutput: StandardStream = {
  name: "standard output",
  paths: new Set(["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]),
  of: ({ stdout }) => stdout,
};

/** Whether a path means standard input. */
export function isStandardInput(path: string): boolean {
  return standardInput.paths.has(path);
}

/** The file that a path means; undefined for standard output, which is also the default. */
export function fileOf(path: string | undefined): string | undefined {
  return path === undefined || standardOutput.paths.has(path) ? undefined : path;
}

/** A path as it was typed, and what it is for. */
export interface NamedPath {
  /** `--output`, `a list of the policy` */
  role: string;
  /** undefined where the option is not given. */
  path: string | undefined;
}

interface NamedFile extends FileIdentity {
  role: string;
}

/**
 * Refuses a command line that would write a file it reads, or write one file twice. Paths are compared through links, and a standard
 * stream is the file that it is redirected to or from. The files that every command reads are compared as well.
 * @param written `-` and the like are standard output
 * @param read `-` and the like are standard input
 * @throws {UsageError} for two that are one file; nothing is opened before
 */
export async function refuseSharedFiles(
  { host, settings, configPath }: Context,
  written: readonly NamedPath[],
  read: readonly NamedPath[],
): Promise<void> {
  const { policy, "api-key-file": keyFile } = settings.values;
  const allRead = [
    ...read,
    { role: "--policy", path: policy },
    { role: "--api-key-file", path: keyFile },
    { role: "the configuration file", path: configPath },
  ];
  refuseOtherTypes(written);
  refuseSecondUse(written, standardOutput);
  refuseSecondUse(allRead, standardInput);
  const writes = await identified(host, written, standardOutput);
  // Most runs write to a pipe or a terminal: nothing can be lost.
  if (writes.length === 0) return;
  const reads = await identified(host, allRead, standardInput);
  for (const [index, one] of writes.entries()) {
    for (const other of [...writes.slice(index + 1), ...reads]) refuseSame(one, other);
  }
}

/** A program that opens a workbook cannot read text. `--output` has a rule of its own, because a format can be named for it. */
function refuseOtherTypes(written: readonly NamedPath[]): void {
  for (const { role, path = "" } of written) {
    const [extension] = /\.(?:xls[bmx]?|ods|numbers|docx?|odt|pdf|gz|zip)$/i.exec(path) ?? [];
    if (extension !== undefined && role !== "--output")
      throw new UsageError(`${role}: there is no format for ${extension} files`, { hint: "name another file" });
  }
}

/** A standard stream cannot be shared out, whatever it is connected to. */
function refuseSecondUse(named: readonly NamedPath[], { name, paths }: StandardStream): void {
  const [one, other] = named.filter(({ path }) => path !== undefined && paths.has(path));
  if (one === undefined || other === undefined) return;
  const what = one.role === other.role ? `${name} is named twice` : `${one.role} and ${other.role} are both ${name}`;
  throw new UsageError(what, { hint: "name a file for one of them" });
}

/** The files among the paths. A path that cannot be followed is refused when it is opened, with the reason. */
async function identified(
  host: Host,
  named: readonly NamedPath[],
  { name, paths, of }: StandardStream,
): Promise<NamedFile[]> {
  const found = await Promise.all(
    named.map(async ({ role, path }) => {
      if (path === undefined) return undefined;
      if (paths.has(path)) return redirected(name, of(host));
      const identity = await identify(resolve(host.cwd, path)).catch(() => undefined);
      return identity && { role, ...identity };
    }),
  );
  return found.filter((each) => each !== undefined);
}

/** The file that a standard stream is redirected to or from. */
function redirected(role: string, { fd }: { fd?: unknown }): NamedFile | undefined {
  try {
    // Not in a thread of Node's, which takes longer to start: opening the stream asked the system the same.
    const stats = typeof fd === "number" ? fstatSync(fd, { bigint: true }) : undefined;
    return stats?.isFile() ? { role, real: role, stats } : undefined;
  } catch {
    return undefined;
  }
}

/** The partial file of the one is in the family of the other as well as the file itself. */
function refuseSame(written: NamedFile, other: NamedFile): void {
  const { real } = written;
  const { stats } = other;
  // A device (`/dev/null`, a terminal) holds nothing that could be lost.
  const isDevice = stats !== undefined && !stats.isFile() && !stats.isFIFO();
  if ((real === other.real || isSameInode(written.stats, stats)) && !isDevice)
    throw new UsageError(`${written.role} and ${other.role} name the same file`, { hint: "give each its own" });
  const areRelated =
    Object.values(sidecarsOf(real)).includes(other.real) || Object.values(sidecarsOf(other.real)).includes(real);
  if (!areRelated) return;
  throw new UsageError(`${written.role} needs a file of the name that ${other.role} has`, {
    hint: `usdot keeps unfinished rows in files such as ${sidecarsOf("FILE").partial}; choose another name`,
  });
}

/** Which file a path means: two paths that mean one file are recognized, links and missing files included. */
import { type BigIntStats, promises as files } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** The most symbolic links that are followed to a file that does not exist, as in the kernel. */
const maxLinks = 40;

export interface FileIdentity {
  /** The path without symbolic links, whether or not the file exists. */
  real: string;
  /** Undefined for a file that does not exist. */
  stats: BigIntStats | undefined;
}

/**
 * Finds out which file a path means.
 *
 * @throws the system's error when the path cannot be followed, such as ENOENT for a missing directory
 */
export async function identify(path: string): Promise<FileIdentity> {
  let at = path;
  for (let links = 0; links <= maxLinks; links++) {
    const stats = await files.stat(at, { bigint: true }).catch(ifMissing);
    if (stats) return { real: await realOf(at), stats };
    const link = await files.readlink(at).catch(() => undefined);
    if (link === undefined) return { real: join(await files.realpath(dirname(at)), basename(at)), stats: undefined };
    at = resolve(await files.realpath(dirname(at)), link);
  }
  throw Object.assign(new Error(), { code: "ELOOP" });
}

/** Pipes and sockets (`/dev/stdin`, `/dev/fd/63`) have no real path; their own will do. */
function realOf(path: string): Promise<string> {
  return files.realpath(path).catch(() => path);
}

/** Whether both are the same file: through hard links as well, which have different real paths. */
export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  if (one.real === other.real) return true;
  return one.stats !== undefined && other.stats !== undefined && isSameInode(one.stats, other.stats);
}

/** Whether two files are one. */
export function isSameInode(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

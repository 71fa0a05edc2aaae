/** Which file a path means: two paths that mean one file are recognized, links and missing files included. */
import { type BigIntStats, promises as files } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

export interface FileIdentity {
  /** The path without symbolic links, whether or not the file exists. */
  real: string;
  /** Undefined for a file that does not exist. */
  stats: BigIntStats | undefined;
}

/**
 * Finds out which file a path means.
 * @throws the system's error when the path cannot be followed, such as ENOENT for a missing directory
 */
export async function identify(path: string): Promise<FileIdentity> {
  const stats = await files.stat(path, { bigint: true }).catch(ifMissing);
  // Pipes and sockets (`/dev/stdin`, `/dev/fd/63`) have no real path; their own will do.
  if (stats) return { real: await files.realpath(path).catch(() => path), stats };
  const directory = await files.realpath(dirname(path));
  const link = await files.readlink(path).catch(() => undefined);
  // A circle of links is not missing: the system refuses it above.
  return link === undefined ? { real: join(directory, basename(path)), stats } : identify(resolve(directory, link));
}

/** Whether two files are one: through hard links as well, which have different real paths. */
export function isSameInode(one: BigIntStats | undefined, other: BigIntStats | undefined): boolean {
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino;
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

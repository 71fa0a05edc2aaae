/** What a user reads when a file or the output cannot be read or written: the reason, and a hint that fits it. */
import { normalize, sep } from "node:path";
import { FileError, OutputClosedError, UsdotError } from "./errors.ts";

const otherDisk = "free some space, or choose a file on another disk";
const inUse = "close the program that has it open";
const forWriting = "check its permissions and its directory's, or choose another file";

/** The errors of the system: the reason, what helps, and what helps a reader where that differs. */
const systemErrors: Record<string, readonly [reason: string, hint?: string, forReading?: string]> = {
  EACCES: ["permission denied", forWriting, "check its permissions"],
  EPERM: ["not permitted", forWriting, "check its permissions"],
  ENOENT: ["no such file or directory", "create its directory first, or choose another file", "check its path"],
  EISDIR: ["it is a directory", "name a file in it"],
  EEXIST: ["part of its path is not a directory", "choose another path"],
  ENOTDIR: ["part of its path is not a directory", "choose another path"],
  ENOSPC: ["the disk is full", otherDisk],
  EDQUOT: ["the disk quota is used up", otherDisk],
  EFBIG: ["it grew too large", "split the list with --shard, or choose a file on another disk"],
  EROFS: ["the file system is read-only", "choose a file on another disk"],
  ELOOP: ["too many symbolic links", "check its symbolic links"],
  ENAMETOOLONG: ["its name is too long", "choose a shorter name"],
  EBUSY: ["it is in use", inUse],
  ETXTBSY: ["it is in use", inUse],
  EMFILE: ["too many open files", "raise the limit on open files (ulimit -n)"],
  ENFILE: ["too many open files on this machine", "close some programs"],
  EAGAIN: ["it is not ready, and cannot be waited for"],
  EBADF: ["it is not open for writing"],
  ENXIO: ["it is a socket, or a device or pipe with nothing at its other end"],
  EIO: ["the device failed"],
  ESTALE: ["its server no longer knows it", "mount its disk again"],
};

/** Errors that Node calls UNKNOWN, by their numbers on Linux and macOS. */
const unnamedErrors: Record<number, string> = { 116: "ESTALE", 122: "EDQUOT", 69: "EDQUOT", 70: "ESTALE" };

/** The code of a system error: `ENOSPC`; empty for any other error. */
export function codeOf(error: unknown): string {
  const { code = "", errno = 0 } = error as NodeJS.ErrnoException;
  return code === "UNKNOWN" ? (unnamedErrors[-errno] ?? code) : code;
}

/** `cannot read fleet.csv: permission denied; check its permissions`. An error that is told already stays as it is. */
export function cannotRead(path: string, error: unknown, hint?: string): UsdotError {
  const [, general, forReading = general] = systemErrors[codeOf(error)] ?? [];
  return fileError(`cannot read ${path}`, error, hint ?? forReading);
}

/** `cannot write out.csv: the disk is full; free some space, ...`. An error that is told already stays as it is. */
export function cannotWrite(path: string, error: unknown): UsdotError {
  return fileError(`cannot write ${path}`, error, systemErrors[codeOf(error)]?.[1]);
}

function fileError(what: string, error: unknown, hint: string | undefined): UsdotError {
  if (error instanceof UsdotError) return error;
  const code = codeOf(error);
  const reason = systemErrors[code]?.[0] ?? (code || (error as Error).message);
  return new FileError(`${what}: ${reason}`, { cause: error, hint });
}

/** Standard output cannot be written: its reader went away, or the disk behind it is full. */
export function outputError(error: unknown): UsdotError {
  const isReaderGone = /^(?:EPIPE|ERR_STREAM_DESTROYED|ECONNRESET)$/.test(codeOf(error));
  if (isReaderGone) return new OutputClosedError("the program reading our output exited", { cause: error });
  return cannotWrite("the output", error);
}

/** Refuses to write a file under the name of a directory: `fleet/`, or `fleet/.`. An absolute path no longer tells. */
export function refuseDirectoryName(path: string): void {
  if (normalize(path.replace(/\.$/, "")).endsWith(sep))
    throw new FileError(`cannot write ${path}: it is the name of a directory`, { hint: "name a file in it" });
}

/** Runs a file operation; an error becomes a failure to write `path`. */
export async function writing<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/** What a user reads when a file or the output cannot be read or written: the reason, and a hint that fits it. */
import { codeOf, FileError, OutputClosedError, reasonOf, UsdotError } from "../errors.ts";

const hints: Record<string, string> = {
  ENOENT: "create its directory first, or choose another file",
  ENOTDIR: "choose another path",
  EISDIR: "name a file in it",
  EACCES: "check its permissions and its directory's, or choose another file",
  EPERM: "check its permissions and its directory's, or choose another file",
  EROFS: "choose a file on another disk",
  ENOSPC: "free some space, or choose a file on another disk",
  EDQUOT: "free some space, or choose a file on another disk",
  EFBIG: "split the list with --shard, or choose a file on another disk",
  ELOOP: "check its symbolic links",
  ENAMETOOLONG: "choose a shorter name",
  ESTALE: "mount its disk again",
  EBUSY: "close the program that has it open",
  ETXTBSY: "close the program that has it open",
  EMFILE: "raise the limit on open files (ulimit -n)",
  ENFILE: "close some programs",
};

const readHints: Record<string, string> = {
  ENOENT: "check its path",
  EACCES: "check its permissions",
  EPERM: "check its permissions",
};

/** `cannot write out.csv: the disk is full`, with what to do about it; an error that is told already stays as it is. */
export function cannotWrite(path: string, error: unknown): UsdotError {
  if (error instanceof UsdotError) return error;
  return new FileError(`cannot write ${path}: ${reasonOf(error)}`, { cause: error, hint: hints[codeOf(error) ?? ""] });
}

/** Standard output cannot be written: its reader went away, or the disk behind it is full. */
export function outputError(error: unknown): UsdotError {
  const isReaderGone = /^(?:EPIPE|ERR_STREAM_DESTROYED|ECONNRESET)$/.test(codeOf(error) ?? "");
  if (isReaderGone) return new OutputClosedError("the reader of the output went away", { cause: error });
  return cannotWrite("the output", error);
}

/** `cannot read fleet.csv: permission denied`, with what to do about it. */
export function cannotRead(path: string, error: unknown): UsdotError {
  if (error instanceof UsdotError) return error;
  const code = codeOf(error) ?? "";
  const hint = readHints[code] ?? hints[code];
  return new FileError(`cannot read ${path}: ${reasonOf(error)}`, { cause: error, hint });
}

/** Runs a file operation; what fails is told as a failure to write `path`. */
export async function writing<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

/**
 * What a user reads when a file cannot be read or written: the reason, and what
 * to do about it.
 */
import { dirname, isAbsolute, relative } from "node:path";
import { cwd } from "node:process";
import { FileError, OtherError, UsdotError } from "../errors.ts";

const permissions = "check its permissions and its directory's";

/** The errors of the system that users meet, in words, with what to do. */
const reasons: Record<string, readonly [words: string, hint: string]> = {
  EACCES: ["permission denied", permissions],
  EPERM: ["not permitted", permissions],
  ENOENT: ["no such file or directory", "check its path"],
  ENOTDIR: ["part of its path is not a directory", "choose another path"],
  EISDIR: ["it is a directory", "name a file in it"],
  EEXIST: [
    "it is a file, and a directory is needed",
    "name a directory: --history and evidence (USDOT_EVIDENCE) need one",
  ],
  ENOSPC: [
    "the disk is full",
    "free some space, or choose a file on another disk",
  ],
  EBUSY: ["it is in use", "close the program that has it open"],
};

type Attempt = "read" | "write" | "create";

/**
 * `cannot write out.csv: the disk is full`, with a hint. An error that has its
 * words already stays as it is.
 */
export function fileError(
  attempt: Attempt,
  path: string,
  cause: unknown,
): UsdotError {
  if (cause instanceof UsdotError) return cause;
  const { code = "", message } = cause as NodeJS.ErrnoException;
  if (code === "EPIPE")
    return new OtherError("the program reading our output exited", "closed", {
      cause,
    });
  const isToBeMade = attempt === "write" && code === "ENOENT";
  const [words = message || code, hint] = isToBeMade
    ? [`there is no directory ${shownPath(dirname(path))}`, "create it first"]
    : (reasons[code] ?? []);
  return new FileError(`cannot ${attempt} ${shownPath(path)}: ${words}`, {
    cause,
    hint,
  });
}

/** For `.catch`: throws `fileError`. */
export function cannot(attempt: Attempt, path: string) {
  return (cause: unknown): never => {
    throw fileError(attempt, path, cause);
  };
}

/** A path as people type it: from the current directory, if it is in there. */
export function shownPath(path: string, directory = cwd()): string {
  const within = relative(directory, path);
  return isAbsolute(path) && within !== "" && !/^\.\.|^[a-z]:/i.test(within)
    ? within
    : path;
}

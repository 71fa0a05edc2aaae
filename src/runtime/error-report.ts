/** How an error is told: one line on standard error. Commander's usage errors take the same way. */
import { CommanderError } from "commander";
import { UsageError, UsdotError } from "../errors.ts";
import type { Flags } from "./context.ts";
import { type Host, reporterOf } from "./host.ts";

/**
 * Tells the user about an error, unless it is none (help was asked for) or needs no words (the reader went away).
 *
 * @param flags those of the command line: with `--verbose`, an error of our own is told with its stack trace
 * @returns what ends the process; undefined for a good end
 */
export async function reportError(thrown: unknown, host: Host, flags: Flags): Promise<unknown> {
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return undefined;
  const error = thrown instanceof CommanderError ? usageErrorOf(thrown) : thrown;
  if (!(error instanceof UsdotError)) await (await import("./bug-report.ts")).reportBug(error, host, flags);
  else if (error.kind !== "closed") reporterOf(host, {}).error(error);
  return error;
}

/** Commander's message in our words: one line, without its prefix, with the remedy it suggests. */
function usageErrorOf({ message, code }: CommanderError): UsageError {
  const [what = "", suggestion] = message.replace(/^error: /, "").split("\n");
  const meant = /Did you mean (.*)\?/.exec(suggestion ?? "")?.[1];
  const hint = meant ? `did you mean ${meant}?` : "see usdot help, or usdot help options";
  return new UsageError(code === "commander.unknownOption" ? withoutValue(what) : what, { hint });
}

/** Commander quotes the whole argument, which may contain a key: we show the name of `--api-kye=KEY`, and the letter of `-kKEY`. */
function withoutValue(what: string): string {
  return what.replace(/'(--[^=']*|-[^-]).*$/s, "'$1'");
}

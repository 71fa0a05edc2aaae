/** How an error is told: one line on standard error. Commander's usage errors take the same way. */
import { CommanderError } from "commander";
import { UsageError, UsdotError } from "../errors.ts";
import { type Host, reporterOf } from "./host.ts";

/**
 * Tells the user about an error, unless it is none (help was asked for) or needs no words (the reader went away).
 *
 * @returns what ends the process; undefined for a good end
 */
export function reportError(thrown: unknown, host: Host): unknown {
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return undefined;
  const error = thrown instanceof CommanderError ? usageErrorOf(thrown) : thrown;
  const reporter = reporterOf(host, {});
  if (!(error instanceof UsdotError)) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    const hint = "please report it, with the command you ran";
    reporter.failure("internal error (a bug in usdot)", new UsageError(message, { hint }));
  } else if (error.kind !== "closed") {
    reporter.error(error);
  }
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

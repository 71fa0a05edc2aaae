/** Reports an error in one line on standard error. Commander's usage errors are reported the same way. */
import { CommanderError } from "commander";
import { UsageError, UsdotError } from "../errors.ts";
import { canonicalFormat, formatNames } from "../settings/options.ts";
import type { Flags } from "./context.ts";
import { hintOf } from "./hints.ts";
import { type Host, reporterOf } from "./host.ts";

/**
 * Reports an error, unless it isn't one (help was printed) or needs no message (the reader went away, or nothing is to be said).
 *
 * @param flags with `--verbose`, a bug is reported with its stack trace
 * @returns the error that determines the exit status; undefined for success
 */
export async function reportError(thrown: unknown, host: Host, flags: Flags): Promise<unknown> {
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return undefined;
  const error = thrown instanceof CommanderError ? usageErrorOf(thrown) : thrown;
  if (!(error instanceof UsdotError)) await (await import("./bug-report.ts")).reportBug(error, host, flags);
  else if (error.kind !== "closed" && error.message !== "") reporterOf(host, {}).error(error, await hintFor(error));
  return error;
}

/** What was probably meant, or what to do about the error. */
async function hintFor(error: UsdotError): Promise<string | undefined> {
  const { mistyped } = error;
  const near = mistyped && (await import("../text/suggestion.ts")).nearest(mistyped.word, mistyped.names);
  return near === undefined ? hintOf(error) : `did you mean ${near}?`;
}

/** Commander's message in our words: one line, without its prefix, with the remedy it suggests. */
function usageErrorOf({ message, code }: CommanderError): UsageError {
  const [what = "", suggestion] = message.replace(/^error: /, "").split("\n");
  const meant = formatMeant(what) ?? /Did you mean (.*)\?/.exec(suggestion ?? "")?.[1];
  const hint = meant ? `did you mean ${meant}?` : "see usdot help, or usdot help options";
  return new UsageError(code === "commander.unknownOption" ? withoutValue(what) : what, { hint });
}

/** `--csv` is no option: the format is a value. */
function formatMeant(what: string): string | undefined {
  const word = /^unknown option '--([a-z]+)'$/i.exec(what)?.[1];
  const format = formatNames.find((name) => name === canonicalFormat(word ?? ""));
  return format && `--format ${format}`;
}

/** Commander quotes the whole argument, which may contain a key: we show the name of `--api-kye=KEY`, and the letter of `-kKEY`. */
function withoutValue(what: string): string {
  return what.replace(/'(--[^=']*|-[^-]).*$/s, "'$1'");
}

/** Reports an error in one line on standard error. Commander's usage errors are reported the same way. */
import { CommanderError } from "commander";
import { UsageError, UsdotError } from "../errors.ts";
import { canonicalFormat, formatNames } from "../settings/options.ts";
import type { Flags } from "./context.ts";
import { hintOf } from "./hints.ts";
import type { Host } from "./host.ts";
import { Reporter } from "./reporter.ts";

/**
 * Reports an error, unless it isn't one (help was printed) or needs no message (the reader went away, or nothing is to be said).
 * @param flags with `--verbose`, a bug is reported with its stack trace
 * @returns the error that determines the exit status; undefined for success
 */
export async function reportError(thrown: unknown, host: Host, flags: Flags): Promise<unknown> {
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return undefined;
  const error = thrown instanceof CommanderError ? usageErrorOf(thrown) : thrown;
  if (!(error instanceof UsdotError)) await reportBug(error, host, flags);
  else if (error.kind !== "closed" && error.message !== "") new Reporter(host).error(error, await hintFor(error));
  return error;
}

/** Reports a bug in one line and, with `--verbose`, with its stack trace and causes: with positions in dist/, or by source maps. */
async function reportBug(thrown: unknown, host: Host, flags: Flags): Promise<void> {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { openContext } = await import("./context.ts");
  // If the settings are what is broken, only the flag counts.
  const { settings } = await openContext(host, flags).catch(() => ({ settings: { values: flags } }));
  const verbose = settings.values.verbose === true;
  const what = verbose ? "these lines" : "the lines that it prints with --verbose";
  const hint = `please report it to the maintainers, with the command you ran and ${what}`;
  const reporter = new Reporter(host, { verbose });
  reporter.failure("internal error (a bug in usdot)", new UsageError(error.message, { hint }));
  if (!verbose) return;
  reporter.detail(`version ${host.version}, Node ${host.nodeMajor}, ${host.platform}`);
  const reported = new Set<Error>();
  for (let each: unknown = error; each instanceof Error && !reported.has(each); each = each.cause) {
    reported.add(each);
    for (const line of (each.stack ?? each.message).split("\n")) reporter.detail(line);
  }
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

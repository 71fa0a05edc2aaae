/** An error on its way out: told in one line. */
import { CommanderError } from "commander";
import { UsageError, UsdotError } from "../errors.ts";
import { type Host, reporterOf } from "./host.ts";

/**
 * Tells the user of an error, unless it is none (help was asked for) or needs no word (the reader went away).
 *
 * @returns what ends the process: undefined for a good end
 */
export function explain(thrown: unknown, host: Host): unknown {
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return undefined;
  const error = thrown instanceof CommanderError ? usageErrorOf(thrown) : thrown;
  const reporter = reporterOf(host, {});
  if (!(error instanceof UsdotError)) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    reporter.failure(
      "this is a bug of usdot",
      new UsageError(message, { hint: "please report it, with what you typed" }),
    );
  } else if (error.exit !== "closed") {
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

/** Commander repeats the whole argument, and with it perhaps a key: of `--api-kye=KEY` the name is told, of `-kKEY` the letter. */
function withoutValue(what: string): string {
  return what.replace(/'(--[^=']*|-[^-]).*$/s, "'$1'");
}

import { CommanderError } from "commander";
import { exitStatusOf, UsageError, UsdotError } from "../errors.ts";
import type { Flags } from "../settings/options.ts";
import { formatNamed } from "../settings/options.ts";
import { nearest } from "../text/suggestion.ts";
import type { Host } from "./host.ts";
import { createReporter } from "./reporter.ts";

/**
 * Reports an error, unless help was printed or the reader of our output went away; of a mistyped option, which of `options` is close.
 * Returns the exit status.
 */
export function reportError(
  thrown: unknown,
  host: Host,
  flags: Flags = {},
  options: readonly string[] = [],
): number {
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
  // `usdot config` alone: its help was printed.
  if (thrown instanceof CommanderError && thrown.code === "commander.help")
    return 2;
  const error =
    thrown instanceof CommanderError ? usageErrorOf(thrown, options) : thrown;
  if (!(error instanceof UsdotError)) return reportBug(error, host, flags);
  if (error.kind !== "closed" && error.message !== "")
    createReporter(host).error(error);
  return exitStatusOf(error.kind);
}

function reportBug(
  error: unknown,
  host: Host,
  { verbose = false }: Flags,
): number {
  const hint =
    "please report it to the maintainers, with the command you ran and what it prints with --verbose";
  const reporter = createReporter(host, { verbose: verbose === true });
  const message = error instanceof Error ? error.message : String(error);
  reporter.error(
    new UsageError(`internal error (a bug in usdot): ${message}`, { hint }),
  );
  reporter.detail(`version ${host.version}, ${host.platform}`);
  for (let each = error; each instanceof Error; each = each.cause) {
    for (const line of String(each.stack).split("\n")) reporter.detail(line);
  }
  return 1;
}

function usageErrorOf(
  { message, code }: CommanderError,
  options: readonly string[],
): UsageError {
  const [what = "", suggestion = ""] = message
    .replace(/^error: |\.$/gm, "")
    .split("\n");
  // `--csv` is not an option: the format is a value. And who wants columns chooses fields.
  const [, option = "", word = ""] =
    /^unknown option '(--([a-z]+)[a-z-]*)/.exec(what) ?? [];
  const format = formatNamed(word);
  const known =
    word === "columns" ? "--fields" : format && `--format ${format}`;
  // Commander suggests only what the command's help shows.
  const others = options.filter((name) => name !== option);
  const meant =
    known ??
    /Did you mean (.*)\?/.exec(suggestion)?.[1] ??
    nearest(option, others);
  const hint = meant
    ? `did you mean ${meant}?`
    : "see usdot help, or usdot help options";
  // Commander quotes the whole argument, which may contain a key: `--api-kye=KEY`, `-kKEY`.
  const isUnknown = code === "commander.unknownOption";
  return new UsageError(
    isUnknown ? what.replace(/'(--[^=']*|-[^-]).*$/s, "'$1'") : what,
    { hint },
  );
}

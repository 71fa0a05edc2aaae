/** The end of a run that went wrong: what is said, and the exit status. */
import { type Command, CommanderError } from "commander";
import { ExitStatus, exitStatusOf, UsageError, UsdotError } from "../errors.ts";
import { type Flags, formatNamed } from "../settings/options.ts";
import { nearest } from "../text/suggestion.ts";
import type { Host } from "./host.ts";
import { createReporter } from "./reporter.ts";

/** Reports an error, unless all was said already. Returns the exit status. */
export function reportError(
  thrown: unknown,
  host: Host,
  flags: Flags = {},
  program?: Command,
): number {
  if (thrown instanceof ExitStatus) return thrown.status;
  if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
  // `usdot config` alone: its help was printed.
  if (thrown instanceof CommanderError && thrown.code === "commander.help")
    return 2;
  const error =
    thrown instanceof CommanderError ? usageErrorOf(thrown, program) : thrown;
  if (!(error instanceof UsdotError)) return reportBug(error, host, flags);
  if (error.kind !== "closed") createReporter(host).error(error);
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

/**
 * What does the job of an option or a command of earlier versions, and of those
 * that people expect.
 */
const instead: Readonly<Record<string, string>> = {
  "--since": "use --history",
  "--as-of": "judge again with --from",
  "--max-age": "--reuse takes answers of the last 24 hours",
  "--expect-sha256": "compare with sha256sum",
  "--columns": "did you mean --fields?",
  get: "use usdot config list",
  path: "use usdot config list",
};

/**
 * Commander's own error, in our words. It quotes whole arguments, which may
 * contain a key: `--api-kye=KEY`, `-kKEY`.
 */
function usageErrorOf(
  { message, code }: CommanderError,
  program: Command | undefined,
): UsageError {
  const [what = "", suggestion = ""] = message
    .replace(/^error: |\.$/gm, "")
    .split("\n");
  const [, word = ""] = /^unknown \w+ '([^=']*)/.exec(what) ?? [];
  const hint =
    (Object.hasOwn(instead, word) && instead[word]) ||
    meant(word, program) ||
    /\((Did you mean .*\?)\)/.exec(suggestion)?.[1]?.replace("Did", "did") ||
    "see usdot help, or usdot help options";
  const isOption = code === "commander.unknownOption";
  return new UsageError(
    isOption ? what.replace(/'(--[^=']*|-[^-]).*$/s, "'$1'") : what,
    { hint },
  );
}

/**
 * What an unknown option was meant to be: a format, an option of another
 * command, or one that is spelled almost like it.
 */
function meant(word: string, program: Command | undefined): string | undefined {
  if (!word.startsWith("--")) return undefined;
  const format = formatNamed(word.slice(2));
  if (format) return `did you mean --format ${format}?`;
  const commands = program ? [program, ...program.commands] : [];
  const takes = (command: Command) =>
    command.options.some(({ long }) => long === word);
  const takers = commands.filter(takes).map((command) => command.name());
  if (takers.length > 0)
    return `${word} is an option of usdot ${takers.join(", ")}`;
  // Commander suggests only what the command's help shows.
  const options = commands.flatMap(({ options: all }) =>
    all.flatMap(({ long }) => long ?? []),
  );
  const near = nearest(word, options);
  return near && `did you mean ${near}?`;
}

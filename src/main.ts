/** The entry: a command line in, an exit status out, and what went wrong in one place. */
import { inspect } from "node:util";
import { CommanderError } from "commander";
import { ExitStatus, exitStatusOf, UsageError, UsdotError } from "./errors.ts";
import { createProgram } from "./program.ts";
import { endProcess, type Host, outputError, thisProcess } from "./run/host.ts";
import { createReporter, type Reporter } from "./run/reporter.ts";
import type { Flags } from "./settings/declarations.ts";

/** Runs the process's command line, and ends the process with its exit status. */
export async function main(
  argv: readonly string[],
  version: string,
  onHttpLoaded?: Host["onHttpLoaded"],
): Promise<void> {
  const host = thisProcess(version, onHttpLoaded);
  // An error that nothing awaits can only be a bug.
  process.once(
    "uncaughtException",
    (error) => void endProcess(reportError(error, host)),
  );
  const status = await run(argv, host);
  const failure = await outputError();
  await endProcess(
    status === 0 && failure ? reportError(failure, host) : status,
  );
}

/** Runs a command line in a host; returns its exit status, with errors reported. */
export async function run(
  argv: readonly string[],
  host: Host,
): Promise<number> {
  const program = createProgram(host);
  try {
    await program.parseAsync(argv, { from: "user" });
    return 0;
  } catch (thrown) {
    return reportError(thrown, host, program.opts());
  }
}

/** Reports an error, unless all was said already. Returns the exit status. */
function reportError(thrown: unknown, host: Host, flags: Flags = {}): number {
  if (thrown instanceof ExitStatus) return thrown.status;
  // Help or the version was printed: asked for, or for `usdot config` alone.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
  const reporter = createReporter(host, flags);
  if (!(thrown instanceof UsdotError)) return reportBug(thrown, host, reporter);
  if (thrown.kind !== "closed") reporter.error(thrown);
  return exitStatusOf(thrown.kind);
}

function reportBug(error: unknown, host: Host, reporter: Reporter): number {
  const message = error instanceof Error ? error.message : String(error);
  reporter.error(
    new UsageError(`internal error (a bug in usdot): ${message}`, {
      hint: "please report it to the maintainers, with the command you ran and what it prints with --verbose",
    }),
  );
  reporter.detail(`version ${host.version}, ${host.platform}`);
  for (const line of inspect(error).split("\n")) reporter.detail(line);
  return 1;
}

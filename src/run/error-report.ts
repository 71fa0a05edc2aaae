/** The end of a run that went wrong: what is said, and the exit status. */
import { CommanderError } from "commander";
import { ExitStatus, exitStatusOf, UsageError, UsdotError } from "../errors.ts";
import type { Host } from "./host.ts";
import { createReporter } from "./reporter.ts";

/** Reports an error, unless all was said already. Returns the exit status. */
export function reportError(
  thrown: unknown,
  host: Host,
  verbose = false,
): number {
  if (thrown instanceof ExitStatus) return thrown.status;
  // Help or the version was printed: asked for, or for `usdot config` alone.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
  if (!(thrown instanceof UsdotError)) return reportBug(thrown, host, verbose);
  if (thrown.kind !== "closed") createReporter(host).error(thrown);
  return exitStatusOf(thrown.kind);
}

function reportBug(error: unknown, host: Host, verbose: boolean): number {
  const reporter = createReporter(host, { verbose });
  const message = error instanceof Error ? error.message : String(error);
  reporter.error(
    new UsageError(`internal error (a bug in usdot): ${message}`, {
      hint: "please report it to the maintainers, with the command you ran and what it prints with --verbose",
    }),
  );
  reporter.detail(`version ${host.version}, ${host.platform}`);
  for (let each = error; each instanceof Error; each = each.cause) {
    for (const line of String(each.stack).split("\n")) reporter.detail(line);
  }
  return 1;
}

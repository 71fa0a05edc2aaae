import { settingFlags } from "./commands/setting-flags.ts";
import { createProgram } from "./program.ts";
import { reportError } from "./run/error-report.ts";
import type { Host } from "./run/host.ts";
import { endProcess, outputError, thisProcess } from "./run/process.ts";

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
    return reportError(thrown, host, settingFlags(program).verbose === true);
  }
}

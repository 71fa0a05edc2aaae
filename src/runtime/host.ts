/** What usdot runs in: streams, clock, machine. Light, for even a usage error needs it. */
import type { Readable, Writable } from "node:stream";
import type { Machine } from "../settings/config-file.ts";
import { Reporter } from "./reporter.ts";

/** What the process edge gives, and a test replaces: streams, clock, machine. */
export interface Host extends Machine {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable & { isTTY?: boolean; columns?: number };
  /** A short text on standard output, without its stream, which takes longer to load than a help takes to make. */
  print(text: string): void;
  /** A short text on standard error, likewise. */
  tell(text: string): void;
  /** Milliseconds since 1970. */
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
  /** Aborted, with the error to end in, when the user or the system stops us. */
  signal: AbortSignal;
  nodeMajor: number;
  version: string;
}

/** A reporter for a host, before the settings are known or after. */
export function reporterOf(
  host: Host,
  { quiet = false, verbose = false }: { quiet?: boolean | undefined; verbose?: boolean | undefined },
): Reporter {
  return new Reporter({
    tell: (text) => host.tell(text),
    terminal: () => host.stderr,
    quiet,
    verbose,
    dumb: host.env["TERM"] === "dumb",
    workflow: inWorkflow(host),
    now: () => host.now(),
  });
}

/** Whether the runner of GitHub Actions reads our output, and would run commands in it. */
export function inWorkflow({ env }: Host): boolean {
  return env["GITHUB_ACTIONS"] === "true";
}

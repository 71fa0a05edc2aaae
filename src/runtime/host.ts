/** What usdot runs in: streams, clock, machine. Keep it small, since even a usage error loads it. */
import type { Readable, Writable } from "node:stream";
import type { Clock } from "../service/transport.ts";
import type { Machine } from "../settings/config-file.ts";

/** What the process edge provides, and a test replaces. */
export interface Host extends Machine, Clock {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean; columns?: number };
  stderr: Writable & { isTTY?: boolean; columns?: number };
  /** The width of the terminal on standard output; undefined if it is none, without loading its stream. */
  columns(): number | undefined;
  /** The same for standard error; 0 for a terminal that doesn't say. */
  errorColumns(): number | undefined;
  /** Writes a short text to standard output without its stream, which takes longer to load than help takes to print. */
  print(text: string): void;
  /** The same for standard error. */
  printError(text: string): void;
  /** Resolves when the reader of standard error has caught up; undefined if it has. */
  drained(): Promise<unknown> | undefined;
  /** From 0 to below 1. */
  random(): number;
  /** Aborted when the user or the system stops us, with the error as its reason. */
  signal: AbortSignal;
  nodeMajor: number;
  /** Keeps V8 from optimizing the parser of HTTP, before that exists: see process/parser-flags.ts. */
  leaveParserUnoptimized(): void;
  version: string;
}

/** Whether the GitHub Actions runner reads our output, and would run commands in it. */
export function inWorkflow({ env }: Pick<Host, "env">): boolean {
  return env["GITHUB_ACTIONS"] === "true";
}

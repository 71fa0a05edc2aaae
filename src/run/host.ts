/**
 * What usdot runs in. The process edge (process.ts) provides it, and a test
 * replaces it.
 */
import type { Readable, Writable } from "node:stream";
import type { Clock } from "../service/client-options.ts";

/** A stream: a terminal, a pipe or a file. */
type Stream = Writable & { isTTY?: boolean; columns?: number; rows?: number };

/** How many columns a terminal has; undefined for any other stream. */
export const terminalWidth = ({ isTTY, columns }: Stream) =>
  (isTTY && columns) || undefined;

export interface Host extends Clock {
  version: string;
  env: NodeJS.ProcessEnv;
  /** The absolute path of a file, as somebody typed it. */
  resolve(path: string): string;
  /** A path as people type it: from the current directory, if it is in there. */
  shownPath(path: string): string;
  home: string;
  platform: NodeJS.Platform;
  stdin: Readable & { isTTY?: boolean };
  stdout: Stream;
  stderr: Stream;
  /**
   * Aborted with its reason when we are stopped. Until it is first asked for,
   * signals end the process the default way.
   */
  readonly signal: AbortSignal;
  /** Called once undici is loaded: the process may prepare V8 for it. */
  onHttpLoaded?: (() => void) | undefined;
}

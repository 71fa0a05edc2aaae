/** Everything printed on standard error: errors always; warnings, notes, counts and progress unless `--quiet`. */
import { UsageError, type UsdotError } from "../errors.ts";
import { ServiceError } from "../service/errors.ts";
import { singleLine, workflowSafe } from "../text/safe-text.ts";
import { hintOf } from "./hints.ts";

/** Longest line on standard error, whatever a service writes into its errors. */
const maxLine = 300;
/** Longest line that is entirely ours or the user's: the list of known fields is long. */
const maxOwnLine = 2_000;
/** Milliseconds between two progress lines, on a terminal and in a log. */
const redrawEvery = 100;
const logEvery = 30_000;

export interface ReporterOptions {
  /** Takes text that is ready to be shown. */
  printError(text: string): void;
  /** Resolves when the reader has caught up; undefined if it has. */
  drained(): Promise<void> | undefined;
  /** What shows it; asked only when there is progress to show. */
  terminal(): { isTTY?: boolean; columns?: number };
  quiet: boolean;
  verbose: boolean;
  /** Whether GitHub Actions reads what we print. */
  workflow: boolean;
  /** Whether the terminal cannot return to the start of a line and clear it (TERM=dumb): it gets lines, as a log does. */
  dumb?: boolean;
  /** Milliseconds by a monotonic clock: a log isn't silent for an hour because somebody set the time back. */
  monotonicNow(): number;
}

export class Reporter {
  readonly #options: ReporterOptions;
  #drawn = false;
  #lastProgress: number;
  #warned = new Set<string>();

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#lastProgress = options.monotonicNow();
  }

  /** Something failed: what happened, to which number, and what to do next. */
  error(error: UsdotError, hint = hintOf(error)): void {
    const max = error instanceof UsageError ? maxOwnLine : maxLine;
    this.#say(`usdot: ${sentence(error, hint, max)}`, max);
  }

  /** Something failed for one place of the input or one number. */
  failure(about: string, error: UsdotError): void {
    this.#say(`usdot: ${about}: ${[error.message, hintOf(error)].filter(Boolean).join("; ")}`);
  }

  /** An invalid line: `fleet.csv:17: MC-747866 is a docket number, not a USDOT number`. */
  invalid(text: string): void {
    this.#say(`usdot: ${text}`);
  }

  /** Something the user should know about; of each `topic` only the first is shown. */
  warning(text: string, topic = text): void {
    if (this.#options.quiet || this.#warned.has(topic)) return;
    this.#warned.add(topic);
    this.#say(`usdot: warning: ${text}`);
  }

  note(text: string): void {
    if (!this.#options.quiet) this.#say(`usdot: note: ${text}`);
  }

  /** Only with `--verbose`. */
  detail(text: string): void {
    if (this.#options.verbose) this.#say(`usdot: ${text}`);
  }

  /**
   * Shows how far along a list is: on a terminal, in one line redrawn at most 10 times a second; elsewhere, in a line every 30 seconds.
   *
   * @param describe makes the line, only when it is to be shown
   * @returns what to wait for when making the line takes time
   */
  progress(describe: () => string | Promise<string>): Promise<void> | undefined {
    const { quiet, terminal, dumb, monotonicNow } = this.#options;
    if (quiet) return undefined;
    const { isTTY, columns = 0 } = terminal();
    const redraws = isTTY && !dumb;
    if (monotonicNow() - this.#lastProgress < (redraws ? redrawEvery : logEvery)) return undefined;
    this.#lastProgress = monotonicNow();
    const show = (line: string) => (redraws ? this.#draw(line, columns - 1) : this.#say(`usdot: ${line}`));
    const line = describe();
    if (typeof line === "string") show(line);
    else return line.then(show);
    return undefined;
  }

  #draw(line: string, width: number): void {
    // A terminal without a known width gets no line rather than a broken one.
    if (width < 10) return;
    this.#drawn = true;
    this.#options.printError(`\r\u001b[K${singleLine(line, width)}`);
  }

  /**
   * Resolves when the reader of standard error has caught up; undefined if it has. Await it regularly when there is no limit to what you
   * report: unread text is kept in memory.
   */
  flushed(): Promise<void> | undefined {
    return this.#options.drained();
  }

  /** Clears the progress line. */
  clear(): void {
    if (!this.#drawn) return;
    this.#drawn = false;
    this.#options.printError("\r\u001b[K");
  }

  #say(text: string, max = maxLine): void {
    this.clear();
    const line = singleLine(text, max);
    this.#options.printError(`${this.#options.workflow ? workflowSafe(line) : line}\n`);
  }
}

/** `USDOT 2233855: nothing answers at ... (connection refused); check the base URL and the network`. */
function sentence(error: UsdotError, hint: string | undefined, max: number): string {
  const subject = error instanceof ServiceError ? error.subject : undefined;
  const message = [subject, error.message].filter(Boolean).join(": ");
  if (!hint) return message;
  // If something has to be cut, it is not the hint.
  const room = Math.max(60, max - "usdot: ; ".length - hint.length);
  return `${singleLine(message, room)}; ${hint}`;
}

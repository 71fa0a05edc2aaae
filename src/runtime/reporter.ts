/** Everything printed on standard error: errors always; warnings, notes, counts and progress unless `--quiet`. */
import { UsageError, type UsdotError } from "../errors.ts";
import { ServiceError } from "../service/errors.ts";
import { singleLine, workflowSafe } from "../text/safe-text.ts";
import { wrap } from "../text/width.ts";
import { hintOf } from "./hints.ts";
import { type Host, inWorkflow } from "./host.ts";

/** Longest line on standard error, whatever a service writes into its errors. */
const maxLine = 300;
/** Longest line that is entirely ours or the user's: the list of known fields is long. */
const maxOwnLine = 2_000;
/** Columns from which on it is worth breaking lines at words. */
const minWrapped = 20;
/** Milliseconds between two progress lines, on a terminal and in a log. */
const redrawEvery = 100;
const logEvery = 30_000;

/** What it needs of a host. */
export type ReporterHost = Pick<Host, "env" | "printError" | "drained" | "errorColumns" | "monotonicNow">;

export class Reporter {
  readonly #host: ReporterHost;
  readonly #quiet: boolean;
  readonly #verbose: boolean;
  /** Whether the terminal cannot return to the start of a line and clear it: it gets lines, as a log does. */
  readonly #dumb: boolean;
  #drawn = false;
  #lastProgress: number;
  #warned = new Set<string>();
  /** When something was last shown or taken away. */
  #lastChange = 0;
  /** What the wait is for, until some time, if not for an answer. */
  #pause = { text: "", until: 0 };

  /** It works whether or not the settings are known yet. */
  constructor(
    host: ReporterHost,
    { quiet = false, verbose = false }: { quiet?: boolean | undefined; verbose?: boolean | undefined } = {},
  ) {
    this.#host = host;
    this.#quiet = quiet;
    this.#verbose = verbose;
    this.#dumb = host.env["TERM"] === "dumb";
    this.#lastProgress = host.monotonicNow();
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

  /** Something the user should know about; once is enough. */
  warning(text: string): void {
    if (this.#quiet || this.#warned.has(text)) return;
    this.#warned.add(text);
    this.#say(`usdot: warning: ${text}`);
  }

  note(text: string): void {
    if (!this.#quiet) this.#say(`usdot: note: ${text}`);
  }

  /** Only with `--verbose`. */
  detail(text: string): void {
    if (this.#verbose) this.#say(`usdot: ${text}`);
  }

  /**
   * Shows how far along a list is: on a terminal, in one line redrawn at most 10 times a second; elsewhere, in a line every 30 seconds.
   * `describe` makes the line, only when it is to be shown.
   */
  async progress(describe: () => string | Promise<string>): Promise<void> {
    if (this.#quiet) return;
    const width = this.#host.errorColumns();
    const redraws = width !== undefined && !this.#dumb;
    const now = this.#host.monotonicNow();
    if (now - this.#lastProgress < (redraws ? redrawEvery : logEvery)) return;
    this.#lastProgress = now;
    const line = await describe();
    if (redraws) this.#draw(line, width);
    else this.#say(`usdot: ${line}`);
  }

  /**
   * Begins to wait for an answer, until the function returned is called. Once nothing else has been shown for a second, a terminal sees
   * on one line that disappears who is asked and for how long.
   */
  waitFor(host: string): () => void {
    if (this.#quiet || this.#dumb) return () => {};
    const started = this.#host.monotonicNow();
    this.#lastChange = started;
    const timer = setInterval(() => this.#drawWait(host, started), 1_000).unref();
    return () => {
      clearInterval(timer);
      this.clear();
    };
  }

  /** For so many milliseconds, the wait is not for an answer but for another reason. */
  pause(text: string, milliseconds: number): void {
    this.#pause = { text, until: this.#host.monotonicNow() + milliseconds };
  }

  #drawWait(host: string, started: number): void {
    const now = this.#host.monotonicNow();
    const columns = this.#host.errorColumns();
    if (columns === undefined || now - this.#lastChange < 1_000) return;
    const { text, until } = this.#pause;
    const [what, time] = until > now ? [text, until - now] : [`asking ${host}…`, now - started];
    const before = this.#lastChange;
    this.#draw(`${what} ${Math.round(time / 1_000)} s (Ctrl-C stops)`, columns);
    // It may be redrawn in a second, and what else is shown takes its place at once.
    this.#lastChange = before;
  }

  #draw(line: string, columns: number): void {
    // A terminal without a known width gets no line rather than a broken one.
    if (columns < 11) return;
    this.#drawn = true;
    this.#lastChange = this.#host.monotonicNow();
    this.#host.printError(`\r\u001b[K${singleLine(line, columns - 1)}`);
  }

  /** See `Host.drained`. Await it regularly when there is no limit to what you report: unread text is kept in memory. */
  flushed(): Promise<unknown> | undefined {
    return this.#host.drained();
  }

  /** Clears the line that is redrawn. */
  clear(): void {
    this.#lastChange = this.#host.monotonicNow();
    if (!this.#drawn) return;
    this.#drawn = false;
    this.#host.printError("\r\u001b[K");
  }

  #say(text: string, max = maxLine): void {
    this.clear();
    const line = singleLine(text, max);
    const columns = this.#host.errorColumns() ?? 0;
    const lines = columns < minWrapped ? line : wrap(line, columns).join("\n");
    this.#host.printError(`${inWorkflow(this.#host) ? workflowSafe(lines) : lines}\n`);
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

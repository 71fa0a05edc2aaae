/** What we say on standard error: errors always; warnings, notes, counts and progress unless `--quiet`. */
import { ServiceError, UsageError, type UsdotError } from "../errors.ts";
import { singleLine, workflowSafe } from "../text/safe-text.ts";

/** A line on standard error is no longer than this, whatever a service writes into its errors. */
const longestLine = 300;
/** Nor than this where all of it is ours or the user's: the list of the fields that there are is long. */
const longestOwnLine = 2_000;
/** Milliseconds between two pictures of the progress, on a terminal and in a log. */
const redrawEvery = 100;
const logEvery = 10_000;

export interface ReporterOptions {
  /** Takes a text that is ready to be shown. */
  tell(text: string): void;
  /** What shows it: asked only when there is progress to show. */
  terminal(): { isTTY?: boolean; columns?: number };
  quiet: boolean;
  verbose: boolean;
  /** Whether the runner of GitHub Actions reads what we print. */
  workflow: boolean;
  /** Whether the terminal cannot go back to the start of a line and clear it (TERM=dumb): it gets lines, as a log does. */
  dumb?: boolean;
  now(): number;
}

export class Reporter {
  readonly #options: ReporterOptions;
  #drawn = false;
  #lastProgress: number;
  #warned = new Set<string>();

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#lastProgress = options.now();
  }

  /** Something failed: what happened, to whom, and what to do next. */
  error(error: UsdotError): void {
    const most = error instanceof UsageError ? longestOwnLine : longestLine;
    this.#say(`usdot: ${sentence(error, most)}`, most);
  }

  /** Something failed about one place of the input or one number. */
  failure(about: string, error: UsdotError): void {
    this.#say(`usdot: ${about}: ${[error.message, error.hint].filter(Boolean).join("; ")}`);
  }

  /** An input that was refused: `fleet.csv:17: MC-747866 is a docket number, not a USDOT number`. */
  refusal(text: string): void {
    this.#say(`usdot: ${text}`);
  }

  /** Something that the user should know of; of each `topic` only the first is told. */
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
   * How far a list is: one line that is drawn over itself on a terminal, at most 10 times a second; a line every 10 seconds
   * elsewhere.
   *
   * @param describe makes the line, only when it is to be shown
   */
  progress(describe: () => string): void {
    const { quiet, tell, terminal, dumb, now } = this.#options;
    if (quiet) return;
    const { isTTY, columns = 0 } = terminal();
    const redraws = isTTY && !dumb;
    if (now() - this.#lastProgress < (redraws ? redrawEvery : logEvery)) return;
    this.#lastProgress = now();
    if (!redraws) {
      this.#say(`usdot: ${describe()}`);
      return;
    }
    // A terminal that has no width yet, or none at all, gets no line rather than a broken one.
    const width = columns - 1;
    if (width < 10) return;
    this.#drawn = true;
    tell(`\r\u001b[K${singleLine(describe(), width)}`);
  }

  /** Takes the progress line away. */
  clear(): void {
    if (!this.#drawn) return;
    this.#drawn = false;
    this.#options.tell("\r\u001b[K");
  }

  #say(text: string, most = longestLine): void {
    this.clear();
    const line = singleLine(text, most);
    this.#options.tell(`${this.#options.workflow ? workflowSafe(line) : line}\n`);
  }
}

/** `USDOT 2233855: nothing answers at ... (connection refused); check the base URL, and the network`. */
function sentence(error: UsdotError, most: number): string {
  const subject = error instanceof ServiceError ? error.subject : undefined;
  const message = [subject, error.message].filter(Boolean).join(": ");
  if (!error.hint) return message;
  // What to do next is not what gets cut.
  const room = Math.max(60, most - "usdot: ; ".length - error.hint.length);
  return `${singleLine(message, room)}; ${error.hint}`;
}

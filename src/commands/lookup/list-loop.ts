/** The list loop: outcomes are counted, reported and written as they arrive. Every command that runs a list runs it here. */
import { InterruptedError, type UsdotError } from "../../errors.ts";
import { invalidText } from "../../input/input.ts";
import type { Outcome } from "../../lookup/outcome.ts";
import { Tally } from "../../lookup/tally.ts";
import type { Context } from "../../runtime/context.ts";
import type { Reporter } from "../../runtime/reporter.ts";
import type { RecordAnswer } from "../../service/records.ts";
import { counted } from "../../text/digits.ts";

/** A list under way. `A` is what a complete answer holds. */
export interface ListRun<A = RecordAnswer> {
  /** In the order of the input, page by page. */
  outcomes: AsyncIterable<readonly Outcome<A>[]>;
  tally?: Tally;
  /** undefined for a number by itself, whose error ends the run. */
  report?: ListReport | undefined;
  /** Makes the progress line; undefined where none is shown. */
  progress?: (() => Promise<string>) | undefined;
  output: ListOutput<A>;
}

/** Where the outcomes of a list go. Ends with `finish` or `abandon`. */
export interface ListOutput<A = RecordAnswer> {
  /** Takes each page in order; awaited, so that no more is asked for than can be written. */
  write(page: readonly Outcome<A>[]): Promise<void>;
  /** After the last page. */
  finish(): Promise<void>;
  /** After a failure or an interruption. */
  abandon(): Promise<void>;
}

/**
 * Runs a list to its end.
 * @throws whatever ended it early, after `abandon`
 */
export async function runList<A>({ host, reporter }: Context, run: ListRun<A>): Promise<void> {
  const { outcomes, tally = new Tally(), report, progress, output } = run;
  try {
    for await (const page of outcomes) {
      for (const outcome of page) {
        tally.add(outcome);
        report?.outcome(outcome);
      }
      await output.write(page);
      // Only now: this page was answered before the signal, since a request in flight ends in the signal's reason.
      host.signal.throwIfAborted();
      await reporter.flushed();
      if (progress) await reporter.progress(progress);
    }
    await output.finish();
    report?.closeStop();
  } catch (error) {
    await output.abandon();
    if (error instanceof InterruptedError) reporter.note(`stopped after ${tally}`);
    throw error;
  } finally {
    reporter.clear();
  }
}

/** What standard error says about the outcomes of a list. */
export class ListReport {
  readonly #reporter: Reporter;
  readonly #namesInvalid: boolean;
  #stopped: UsdotError | undefined;
  /** Numbers left unanswered when the requests stopped, or answered in part: reported together. */
  #afterStop = 0;

  /** @param namesInvalid whether it names invalid lines as they come; otherwise the command does so at its end */
  constructor(reporter: Reporter, namesInvalid = true) {
    this.#reporter = reporter;
    this.#namesInvalid = namesInvalid;
  }

  /** No more requests are sent: the rest of the list stays unanswered, for this reason. */
  stop(error: UsdotError): void {
    this.#stopped = error;
    this.#reporter.error(error);
  }

  /** Reports an outcome that is no answer. */
  outcome(outcome: Outcome<unknown>): void {
    if (outcome.kind === "invalid") {
      if (this.#namesInvalid) this.#reporter.invalid(invalidText(outcome));
    } else if (outcome.kind === "unanswered" || outcome.kind === "partial") {
      if (outcome.error === this.#stopped) this.#afterStop += 1;
      else this.#reporter.failure(`USDOT ${outcome.dotNumber}`, outcome.error);
    }
  }

  /** Says how many numbers the stop left unanswered, if there was one. */
  closeStop(): void {
    if (!this.#stopped) return;
    const numbers = counted(this.#afterStop, "number has", "numbers have");
    this.#reporter.note(`${numbers} no complete answer for that reason`);
  }
}

/** A list, looked up: every input is accounted for. */
import { createReadStream, promises as files } from "node:fs";
import { quoteInput } from "../../dot-number.ts";
import { InputError, InterruptedError, UsageError, type UsdotError } from "../../errors.ts";
import type { Input, Place } from "../../input/input.ts";
import { BatchSize, type Shard } from "../../lookup/batches.ts";
import type { Outcome } from "../../lookup/outcome.ts";
import { lookUp } from "../../lookup/run.ts";
import { Tally } from "../../lookup/tally.ts";
import type { Context } from "../../runtime/context.ts";
import type { Reporter } from "../../runtime/reporter.ts";
import type { Client } from "../../service/client.ts";
import type { LookupFlags } from "./declare-lookup.ts";
import type { LookupInputs } from "./inputs.ts";
import { openOutput, warnOfOddities } from "./open-output.ts";
import type { LookupPlan } from "./run-lookup.ts";

/** A list: every input is accounted for, and the last line on standard error says how. */
export class ListRun<R> {
  readonly #context: Context;
  readonly #plan: LookupPlan<R>;
  readonly #client: Client;
  readonly #flags: LookupFlags;
  #stopped: UsdotError | undefined;
  /** Numbers that were left unanswered when the asking stopped: told together. */
  #afterStop = 0;

  constructor(context: Context, plan: LookupPlan<R>, client: Client, flags: LookupFlags) {
    this.#context = context;
    this.#plan = plan;
    this.#client = client;
    this.#flags = flags;
  }

  async run({ pages, file }: LookupInputs): Promise<void> {
    const { reporter, host } = this.#context;
    const shard = this.#flags.shard === undefined ? undefined : parseShard(this.#flags.shard);
    const inputs = this.#flags.strict ? await wholeList(pages, reporter) : pages;
    const tally = new Tally();
    const { "batch-size": batchSize, concurrency } = this.#context.settings.values;
    const output = await openOutput(this.#context, this.#plan.view, this.#flags, false);
    tally.keptMissing = output.keptMissing;
    const ask = this.#plan.ask(this.#client, (records) => {
      tally.unasked += records;
    });
    const outcomes = lookUp(inputs, ask, {
      size: new BatchSize(this.#plan.batched ? batchSize : 1),
      concurrency,
      shard,
      kept: output.kept,
      onStop: (error) => this.#stop(error),
    });
    const progress = await this.#progress(tally, file);
    try {
      for await (const page of outcomes) {
        host.signal.throwIfAborted();
        for (const outcome of page) {
          tally.add(outcome);
          this.#report(outcome);
          const rejected = output.reject(outcome);
          // Most are not: to wait for nothing, a million times, takes its time.
          if (rejected) await rejected;
        }
        await output.writer.write(page);
        if (progress) reporter.progress(progress);
      }
      await output.finish();
    } catch (error) {
      await output.abandon();
      if (error instanceof InterruptedError) reporter.note(`stopped after ${tally}`);
      throw error;
    } finally {
      reporter.clear();
    }
    this.#close(tally);
  }

  #stop(error: UsdotError): void {
    this.#stopped = error;
    this.#context.reporter.error(error);
  }

  #report(outcome: Outcome<R>): void {
    const { reporter } = this.#context;
    if (outcome.kind === "refused") reporter.refusal(refusalText(outcome));
    else if (outcome.kind === "answered") warnOfOddities(this.#context, outcome.dotNumber, outcome.answer.oddities);
    else if (outcome.kind === "unanswered") {
      if (outcome.error === this.#stopped) this.#afterStop += 1;
      else reporter.failure(`USDOT ${outcome.dotNumber}`, outcome.error);
    }
  }

  #close(tally: Tally): void {
    const { reporter } = this.#context;
    if (tally.inputs === 0) throw new InputError("the list holds no USDOT number", { hint: "nothing was asked" });
    if (this.#stopped) reporter.note(`${this.#afterStop} numbers have no answer for that reason`);
    const verdict = tally.verdict({ allowMissing: this.#flags.allowMissing ?? false });
    if (verdict) throw verdict;
    reporter.note(String(tally));
  }

  /**
   * Counts, rate and, where the end of the list is known, the time left. Rows that scroll by on the terminal are progress
   * enough, and a line drawn between them would break them.
   */
  async #progress(tally: Tally, file: string | undefined): Promise<(() => string) | undefined> {
    const { host, settings } = this.#context;
    if (host.stdout.isTTY && settings.values.output === undefined) return undefined;
    const watched = host.stderr.isTTY && !settings.values.quiet;
    const total = watched && file !== undefined ? await countLines(file) : undefined;
    const started = host.now();
    return () => {
      const seconds = Math.max(0.001, (host.now() - started) / 1_000);
      const rate = tally.inputs / seconds;
      const left = total === undefined ? undefined : Math.max(0, Math.ceil((total - tally.inputs) / rate));
      const { counts } = tally;
      const parts = [`${tally.inputs}${total === undefined ? "" : ` of ${total}`}`, `${Math.round(rate)} a second`];
      if (left !== undefined) parts.push(`${left} s left`);
      parts.push(`${counts["not-found"]} not found`, `${counts.unanswered} unanswered`);
      return parts.join(", ");
    };
  }
}

/** `fleet.csv:17: MC-747866 is a docket number, not a USDOT number`. */
function refusalText({ text, reason, place }: { text: string; reason: string; place?: Place | undefined }): string {
  const where = place === undefined ? "" : `${place.source}:${place.line}: `;
  return `${where}${quoteInput(text)} ${reason}`;
}

/**
 * A list read to its end before anything is asked (`--strict`).
 *
 * @throws {InputError} when it has a line that is refused, after each was reported
 */
async function wholeList(pages: AsyncIterable<readonly Input[]>, reporter: Reporter): Promise<Input[][]> {
  const whole: Input[][] = [];
  let bad = 0;
  for await (const page of pages) {
    whole.push([...page]);
    for (const input of page) {
      if (!("refused" in input)) continue;
      bad += 1;
      reporter.refusal(refusalText({ ...input, reason: input.refused }));
    }
  }
  if (bad > 0) {
    const lines = bad === 1 ? "1 line that is no USDOT number" : `${bad} lines that are no USDOT numbers`;
    throw new InputError(`the list has ${lines}`, { hint: "nothing was asked; mend it, or leave out --strict" });
  }
  return whole;
}

/**
 * `3/8` -> the third of eight parts.
 *
 * @throws {UsageError}
 */
function parseShard(text: string): Shard {
  const [, part, of] = /^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? [];
  const shard = { part: Number(part), of: Number(of) };
  if (!(shard.part >= 1 && shard.part <= shard.of)) {
    throw new UsageError(`--shard ${JSON.stringify(text)} is no part of a list`, {
      hint: "the third of eight parts is 3/8",
    });
  }
  return shard;
}

/** How many lines a file has, for the time that is left; undefined for what is no plain file. */
async function countLines(path: string): Promise<number | undefined> {
  const found = await files.stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  let lines = 0;
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer;
    for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) lines += 1;
  }
  return lines;
}

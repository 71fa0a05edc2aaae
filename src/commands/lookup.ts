/** Runs a lookup: numbers in, rows out, the books kept. */
import { openConnection } from "../connection.ts";
import { type Context, openContext } from "../context.ts";
import { InputError, InterruptedError, NotFoundError, type UsdotError } from "../errors.ts";
import type { Host } from "../host.ts";
import type { DotNumber } from "../lookup/dot-number.ts";
import type { Outcome } from "../lookup/outcome.ts";
import type { Ask } from "../lookup/run.ts";
import type { Tally } from "../lookup/tally.ts";
import { checkFields, type View } from "../output/views.ts";
import type { Answer, Client } from "../service/client.ts";
import type { LookupFlags } from "./lookup-command.ts";
import { countLines, inputsOf, type LookupInputs, parseShard, refusalText, wholeList } from "./lookup-inputs.ts";
import { openOutput } from "./lookup-output.ts";

/** What distinguishes one lookup from another. */
export interface LookupPlan<R> {
  view: View;
  /** Asks for one number by itself; without it a single number is a list of one. */
  one?(client: Client, dotNumber: DotNumber): Promise<Answer<R>>;
  /** Asks for some numbers of a list. */
  ask(client: Client, onUnasked: (records: number) => void): Ask<R>;
  /** Whether a request holds many numbers. */
  batched?: boolean;
  needsKey?: boolean;
}

export interface LookupRequest {
  numbers: readonly string[];
  flags: LookupFlags;
  /** The command's help, for a terminal at which nothing was given. */
  help(): string;
}

/** The plan of an endpoint that answers about one number. */
export function oneByOne<R>(
  one: (client: Client, dotNumber: DotNumber) => Promise<Answer<R>>,
): Pick<LookupPlan<R>, "one" | "ask"> {
  return {
    one,
    ask: (client) => async (dotNumbers) => {
      const [dotNumber] = dotNumbers as [DotNumber];
      try {
        return [{ kind: "answered", dotNumber, answer: await one(client, dotNumber) }];
      } catch (error) {
        if (error instanceof NotFoundError) return [{ kind: "not-found", dotNumber, error }];
        throw error;
      }
    },
  };
}

/**
 * Runs a lookup to its end.
 *
 * @throws {UsdotError} whenever the exit status is not 0; for a list after all of it was written and reported
 */
export async function runLookup<R>(host: Host, plan: LookupPlan<R>, request: LookupRequest): Promise<void> {
  const context = await openContext(host, request.flags);
  const { fields } = context.settings.values;
  if (fields) checkFields(plan.view, fields);
  const inputs = inputsOf(host, request);
  const single = plan.one && inputs.single;

  const { client, close } = await openConnection(context, { key: plan.needsKey ?? false, list: !single });
  try {
    if (single) await runSingle(context, plan, client, single, request.flags);
    else await new ListRun(context, plan, client, request.flags).run(inputs);
  } finally {
    await close();
  }
}

/** One number: its record stands alone, and where there is none, nothing is written. */
async function runSingle<R>(
  context: Context,
  { view, one }: LookupPlan<R>,
  client: Client,
  dotNumber: DotNumber,
  flags: LookupFlags,
): Promise<void> {
  const output = await openOutput(context, view, flags, true);
  try {
    const answer = await (one as NonNullable<typeof one>)(client, dotNumber);
    warnOfOddities(context, dotNumber, answer.oddities);
    await output.writer.write([{ kind: "answered", dotNumber, answer }]);
    await output.finish();
  } catch (error) {
    await output.abandon();
    if (error instanceof NotFoundError && flags.allowMissing) return context.reporter.error(error);
    throw error;
  }
}

/** A list: every input is accounted for, and the last line on standard error says how. */
class ListRun<R> {
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
    const [run, { BatchSize }, { Tally }] = await Promise.all([
      import("../lookup/run.ts"),
      import("../lookup/batches.ts"),
      import("../lookup/tally.ts"),
    ]);
    const tally = new Tally();
    const { "batch-size": batchSize, concurrency } = this.#context.settings.values;
    const output = await openOutput(this.#context, this.#plan.view, this.#flags, false);
    tally.keptMissing = output.keptMissing;
    const ask = this.#plan.ask(this.#client, (records) => {
      tally.unasked += records;
    });
    const outcomes = run.lookUp(inputs, ask, {
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
          await output.reject(outcome);
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

/** Fields of another type than the interface states are shown as they came; of each path, the first is told. */
function warnOfOddities({ reporter }: Context, dotNumber: DotNumber, oddities: readonly string[]): void {
  for (const path of oddities.slice(0, 20)) {
    const topic = path.replace(/\.\d+(?=\.|$)/g, "[]");
    reporter.warning(
      `USDOT ${dotNumber}: ${path} is not of the type that the interface states; shown as it came`,
      topic,
    );
  }
}

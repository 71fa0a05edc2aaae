/** Takes each outcome of a live run: judges it, records it as evidence, and reports it. */
import { type DotNumber, quoteInput } from "../../dot-number.ts";
import type { UsdotError } from "../../errors.ts";
import { isResult, type Outcome, type Result } from "../../lookup/outcome.ts";
import type { Context } from "../../runtime/context.ts";
import type { EvidenceAnswer } from "../../vet/evidence/format.ts";
import type { RunFooter, VettedCarrier } from "../../vet/model.ts";
import type { ListOutput } from "../lookup/list-loop.ts";
import type { Answers } from "./ask-records.ts";
import type { Judge } from "./judge.ts";
import type { VetOptions } from "./options.ts";
import type { RunFiles } from "./run-files.ts";

export interface RecorderOptions {
  context: Context;
  options: VetOptions;
  judge: Judge;
  files: RunFiles;
  /** The URL of a carrier's own record, for an answer that never came. */
  urlOf(dotNumber: DotNumber): string;
}

/** Judges and records outcomes in the order of the list. */
export class Recorder implements ListOutput<Answers> {
  readonly #options: RecorderOptions;
  readonly #refused: RunFooter["refused"][number][] = [];
  #footer: RunFooter | undefined;
  /** Why the last carrier has no complete answer: how a run of one number ends. */
  #error: UsdotError | undefined;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  get error(): UsdotError | undefined {
    return this.#error;
  }

  /** The outcome of the run; undefined until it is finished. */
  get footer(): RunFooter | undefined {
    return this.#footer;
  }

  async write(page: readonly Outcome<Answers>[]): Promise<void> {
    const { reports, rejects } = this.#options.files;
    const carriers: VettedCarrier[] = [];
    for (const outcome of page) {
      // Asked for only in part, a carrier needs to be asked for again.
      await rejects?.write(outcome.kind === "partial" ? { ...outcome, kind: "unanswered" } : outcome);
      if (outcome.kind === "invalid") await this.#refuse(outcome);
      else if (isResult(outcome)) carriers.push(await this.#record(outcome));
    }
    if (carriers.length > 0) await reports.write(carriers);
  }

  async #refuse({ place, text, reason }: Extract<Outcome, { kind: "invalid" }>): Promise<void> {
    const refusal = { place: place ?? null, text: quoteInput(text), reason };
    this.#refused.push(refusal);
    await this.#options.files.evidence?.writer.refused(refusal);
  }

  async #record(outcome: Result<Answers> & { place?: Outcome["place"] }): Promise<VettedCarrier> {
    const { judge, files } = this.#options;
    const { dotNumber, place = null } = outcome;
    this.#error = "error" in outcome ? outcome.error : undefined;
    const answers = "answer" in outcome ? outcome.answer : [this.#unanswered(outcome.dotNumber, outcome.error)];
    const carrier = await judge.carrier(dotNumber, answers, place);
    await files.evidence?.writer.carrier(answers, carrier);
    return carrier;
  }

  #unanswered(dotNumber: DotNumber, { kind, message }: UsdotError): EvidenceAnswer {
    const { context, urlOf } = this.#options;
    return {
      dot_number: dotNumber,
      record: "carrier",
      url: urlOf(dotNumber),
      asked_at: new Date(context.host.now()).toISOString(),
      status: null,
      body: null,
      error: { code: kind, message },
    };
  }

  /** The evidence first: the reports cite its hash, and it is what matters if one of them cannot be written. */
  async finish(): Promise<void> {
    const { judge, files, context, options } = this.#options;
    const { evidence, reports, rejects } = files;
    const hash = (await evidence?.writer.end()) ?? null;
    await evidence?.close();
    // It is whole: nothing that fails from here on leaves a run to be continued.
    files.evidence = undefined;
    if (hash !== null) context.reporter.note(`evidence ${options.evidence}: sha256 ${hash}`);
    this.#footer = judge.footer(this.#refused, hash);
    await reports.finish(this.#footer);
    await rejects?.finish();
  }

  /** The evidence stays: no answer is lost. */
  async abandon(): Promise<void> {
    const { files, context, options } = this.#options;
    const { evidence, reports, rejects } = files;
    const left = await reports.abandon();
    await rejects?.abandon();
    await evidence?.close().catch(() => {});
    for (const path of left) context.reporter.note(`the report so far is in ${path}`);
    if (evidence?.continuation === undefined) return;
    context.reporter.note(
      `the evidence so far is in ${options.evidence}; to continue, run the same command with ${evidence.continuation}`,
    );
  }
}

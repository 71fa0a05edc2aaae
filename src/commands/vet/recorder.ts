/** What becomes of each outcome of a live run: it is judged, recorded as evidence, and reported. */
import { type DotNumber, quoteInput } from "../../dot-number.ts";
import type { UsdotError } from "../../errors.ts";
import { isResult, type Outcome, type Result } from "../../lookup/outcome.ts";
import type { Context } from "../../runtime/context.ts";
import type { EvidenceAnswer } from "../../vet/evidence.ts";
import type { RunFooter, VettedCarrier } from "../../vet/model.ts";
import type { ListOutput } from "../lookup/list-loop.ts";
import { openRejects } from "../lookup/open-output.ts";
import type { Answers } from "./ask-records.ts";
import type { EvidenceFile } from "./evidence-file.ts";
import type { VetFlags } from "./flags.ts";
import type { Judge } from "./judge.ts";
import type { Reports } from "./report-files.ts";

export interface RecorderOptions {
  context: Context;
  flags: VetFlags;
  judge: Judge;
  reports: Reports;
  evidence: EvidenceFile | undefined;
  /** The URL of a carrier's own record, for an answer that never came. */
  urlOf(dotNumber: DotNumber): string;
}

type Rejects = Awaited<ReturnType<typeof openRejects>>;

/** Judges and records outcomes in the order of the list. */
export class Recorder implements ListOutput<Answers> {
  readonly #options: RecorderOptions;
  readonly #rejects: Rejects | undefined;
  readonly #refused: RunFooter["refused"][number][] = [];
  #footer: RunFooter | undefined;
  /** Why the last carrier has no complete answer: what a run of one number ends in. */
  #error: UsdotError | undefined;

  private constructor(options: RecorderOptions, rejects: Rejects | undefined) {
    this.#options = options;
    this.#rejects = rejects;
  }

  /** @throws {FileError} when the rejects cannot be written */
  static async open(options: RecorderOptions): Promise<Recorder> {
    const { rejects } = options.flags;
    return new Recorder(
      options,
      rejects === undefined ? undefined : await openRejects(options.context, "vet", options.flags, rejects),
    );
  }

  /** Lines that are not USDOT numbers. */
  get refused(): number {
    return this.#refused.length;
  }

  get error(): UsdotError | undefined {
    return this.#error;
  }

  /** What the run came to; undefined until it is finished. */
  get footer(): RunFooter | undefined {
    return this.#footer;
  }

  async write(page: readonly Outcome<Answers>[]): Promise<void> {
    const carriers: VettedCarrier[] = [];
    for (const outcome of page) {
      await this.#rejects?.writer.write(outcome);
      if (outcome.kind === "refused") {
        const { place = null, text, reason } = outcome;
        this.#refused.push({ place, text: quoteInput(text), reason });
      } else if (isResult(outcome)) {
        carriers.push(await this.#record(outcome));
      }
    }
    await this.#options.reports.write(carriers);
  }

  async #record(outcome: Result<Answers> & { place?: Outcome["place"] }): Promise<VettedCarrier> {
    const { judge, evidence } = this.#options;
    const { dotNumber, place = null } = outcome;
    this.#error = "error" in outcome ? outcome.error : undefined;
    const answers = "answer" in outcome ? outcome.answer : [this.#unanswered(outcome.dotNumber, outcome.error)];
    const carrier = await judge.carrier(dotNumber, answers, place);
    await evidence?.writer.carrier(answers, carrier);
    return carrier;
  }

  #unanswered(dotNumber: DotNumber, { kind, message }: UsdotError): EvidenceAnswer {
    const { context, urlOf } = this.#options;
    const asked_at = new Date(context.host.now()).toISOString();
    const error = { code: kind, message };
    return {
      dot_number: dotNumber,
      record: "carrier",
      url: urlOf(dotNumber),
      asked_at,
      status: null,
      body: null,
      error,
    };
  }

  async finish(): Promise<void> {
    const { judge, evidence, reports, context, flags } = this.#options;
    const hash = (await evidence?.writer.end()) ?? null;
    await evidence?.close();
    this.#footer = judge.footer(this.#refused, hash);
    await reports.finish(this.#footer);
    await this.#rejects?.writer.end();
    await this.#rejects?.sink.finish();
    if (hash !== null) context.reporter.note(`evidence ${flags.evidence}: sha256 ${hash}`);
  }

  /** The evidence stays: what was answered is not lost. */
  async abandon(): Promise<void> {
    const { evidence, reports, context, flags } = this.#options;
    await reports.abandon();
    await this.#rejects?.sink.abandon();
    if (evidence === undefined) return;
    await evidence.close().catch(() => {});
    context.reporter.note(`the evidence so far is in ${flags.evidence}; continue with --reuse ${flags.evidence}`);
  }
}

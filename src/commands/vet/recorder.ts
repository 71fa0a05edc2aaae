/** The output of a live run: takes each outcome, judges it, records it as evidence, and reports it. */
import { type DotNumber, quoteInput } from "../../dot-number.ts";
import type { UsdotError } from "../../errors.ts";
import { isResult, type Outcome, type Result } from "../../lookup/outcome.ts";
import type { Rejects } from "../../output/rejects.ts";
import { csvCells, reportColumns } from "../../output/reports/csv.ts";
import type { Sink } from "../../output/sink.ts";
import type { Connection } from "../../runtime/connection.ts";
import type { Context } from "../../runtime/context.ts";
import { exitStatusOf } from "../../runtime/exit-status.ts";
import {
  carrierRecords,
  type EvidenceAnswer,
  type EvidenceRun,
  hashedAnswer,
  type InvalidLine,
} from "../../vet/evidence/format.ts";
import { storedFile } from "../../vet/evidence/lines.ts";
import type { Judge } from "../../vet/judge.ts";
import type { RunFooter, RunHeader, VettedCarrier } from "../../vet/model.ts";
import type { KeptRows } from "../lookup/keep-columns.ts";
import type { ListOutput } from "../lookup/list-loop.ts";
import { openRejects, openSink } from "../lookup/open-output.ts";
import type { Answers } from "./ask-records.ts";
import type { Comparison, ReusableRuns } from "./earlier-runs.ts";
import { createEvidence, type EvidenceFile } from "./evidence-file.ts";
import type { VetOptions } from "./options.ts";
import { headerOf, Reports, type Target } from "./report-files.ts";
import type { WholeList } from "./whole-list.ts";

export interface RecorderOptions {
  context: Context;
  options: VetOptions;
  judge: Judge;
  connection: Connection;
  comparison?: Comparison | undefined;
  reuse?: ReusableRuns;
  targets: readonly Target[];
  /** The lists that were read. */
  sources?: WholeList["sources"];
  /** Whether one number is vetted by itself. */
  single?: boolean;
  /** The user's own rows (`--keep-columns`), which take the place of the first report. */
  kept?: KeptRows | undefined;
  /** Called with the carriers as they are judged. */
  judged?(carriers: readonly VettedCarrier[]): void;
}

/** The columns of a carrier that are added to the user's own: where it stands is where they are. */
export const keptColumns = reportColumns.filter((name) => name !== "place");

/** Judges and records outcomes in the order of the list. */
export class Recorder implements ListOutput<Answers> {
  readonly #options: RecorderOptions;
  readonly #header: RunHeader;
  readonly #reports: Reports;
  #rejects: Rejects | undefined;
  #evidence: EvidenceFile | undefined;
  readonly #invalid: InvalidLine[] = [];
  /** Why requests failed: the first error of each exit status. */
  readonly #failures = new Map<number, UsdotError>();
  #isAnswered = false;
  /** Where `--output` goes. An earlier file stays there until there is an answer; the other reports are always this run's. */
  #main: Sink | undefined;
  /** The outcome of the run; undefined until it is finished. */
  footer: RunFooter | undefined;

  private constructor(options: RecorderOptions, header: RunHeader, reports: Reports) {
    this.#options = options;
    this.#header = header;
    this.#reports = reports;
  }

  /**
   * Opens the files of a run, before anything is sent.
   * @throws {FileError} if one cannot be written
   * @throws {UsageError} if the evidence file exists
   */
  static async open(given: RecorderOptions): Promise<Recorder> {
    const { context, options, judge, comparison, targets, kept, single = false } = given;
    const header = headerOf(context, judge, given.connection.service);
    const reported = { single, compared: comparison !== undefined, onlyChanged: options.onlyChanged };
    const reports = await Reports.open(context, kept ? targets.slice(1) : targets, header, reported);
    const recorder = new Recorder(given, header, reports);
    try {
      await recorder.#open();
    } catch (error) {
      await recorder.#abandonFiles();
      throw error;
    }
    return recorder;
  }

  /** The evidence comes last: if another file cannot be written, none is left that would stand in the way of the next attempt. */
  async #open(): Promise<void> {
    const { context, options, comparison, targets, kept } = this.#options;
    const sink = this.#reports.main ?? (kept && (await openSink(context, targets[0]?.path)));
    this.#main = sink;
    if (sink) sink.hasAnswer = false;
    if (sink) await kept?.start(sink);
    this.#rejects = await openRejects(context, options);
    const inHistory = comparison?.path;
    const path = inHistory ?? options.evidence;
    if (path === undefined) return;
    const run = runOf(this.#header, this.#options);
    this.#evidence = await createEvidence(path, run, context.host.signal, inHistory !== undefined);
  }

  /** The first request that failed, and why no carrier got an answer, if that has one cause: the key, the network or the service. */
  get failed(): { first: UsdotError | undefined; cause: UsdotError | undefined } {
    const [first, ...others] = this.#failures.values();
    return { first, cause: this.#isAnswered || others.length > 0 ? undefined : first };
  }

  /** What its reports said on standard output. */
  get said(): Reports["said"] {
    return this.#reports.said;
  }

  async write(page: readonly Outcome<Answers>[]): Promise<void> {
    const { kept } = this.#options;
    const carriers: VettedCarrier[] = [];
    for (const outcome of page) {
      // Asked for only in part, a carrier needs to be asked for again.
      await this.#rejects?.write(outcome.kind === "partial" ? { ...outcome, kind: "unanswered" } : outcome);
      const carrier = isResult(outcome) ? await this.#record(outcome) : undefined;
      if (this.#main) this.#main.hasAnswer = this.#isAnswered;
      if (outcome.kind === "invalid") await this.#recordInvalid(outcome);
      if (carrier) carriers.push(carrier);
      if (!kept) continue;
      const cells = carrier && csvCells(carrier, this.#header).filter((_, at) => reportColumns[at] !== "place");
      await this.#main?.write(kept.take(outcome, cells));
    }
    if (carriers.length === 0) return;
    this.#options.judged?.(carriers);
    await this.#reports.write(carriers);
  }

  async #recordInvalid({ place, text, reason }: Extract<Outcome, { kind: "invalid" }>): Promise<void> {
    const line = { place: place ?? null, text: quoteInput(text), reason };
    this.#invalid.push(line);
    await this.#evidence?.writer.invalid(line);
  }

  async #record(outcome: Result<Answers> & { place?: Outcome["place"] }): Promise<VettedCarrier> {
    const { dotNumber, place = null } = outcome;
    const answers = "answer" in outcome ? outcome.answer : [this.#unanswered(dotNumber, outcome.error)];
    this.#isAnswered ||= answers.length === 0 || answers.some((answer) => answer.error === undefined);
    if ("error" in outcome) {
      const status = exitStatusOf(outcome.error);
      if (!this.#failures.has(status)) this.#failures.set(status, outcome.error);
    }
    const { judge, comparison } = this.#options;
    const earlier = comparison?.earlier(dotNumber);
    const carrier = judge.carrier(carrierRecords(dotNumber, answers), answers, place, earlier);
    await this.#evidence?.writer.carrier(answers, carrier, earlier);
    return carrier;
  }

  #unanswered(dotNumber: DotNumber, { kind, message }: UsdotError): EvidenceAnswer {
    const { context, connection } = this.#options;
    return hashedAnswer({
      dot_number: dotNumber,
      record: "carrier",
      url: connection.client.urlOf(dotNumber, "carrier"),
      asked_at: new Date(context.host.now()).toISOString(),
      status: null,
      body: null,
      error: { code: kind, message },
    });
  }

  /** The evidence first: the reports cite its hash, and it is what matters if one of them cannot be written. */
  async finish(): Promise<void> {
    const { judge, comparison, context, options, kept } = this.#options;
    const evidence = this.#evidence;
    const hash = (await evidence?.writer.end()) ?? null;
    await evidence?.close();
    // It is whole: nothing that fails from here on leaves a run to be continued.
    this.#evidence = undefined;
    if (evidence) context.reporter.note(`evidence ${evidence.path}: sha256 ${hash}`);
    this.footer = judge.footer(this.#invalid, hash, { shard: options.shard?.text, ...comparison?.footer() });
    if (kept) await this.#main?.write(kept.rest());
    if (kept) await this.#main?.finish();
    await this.#reports.finish(this.footer);
    await this.#rejects?.finish();
    await comparison?.writeIndex?.();
  }

  /** The evidence stays: no answer is lost. */
  async abandon(): Promise<void> {
    const { reporter } = this.#options.context;
    const evidence = this.#evidence;
    for (const path of await this.#abandonFiles()) reporter.note(`the report so far is in ${path}`);
    if (evidence?.continuation === undefined) return;
    reporter.note(
      `the evidence so far is in ${evidence.path}; to continue, run the same command with ${evidence.continuation}`,
    );
  }

  /** Returns the paths of the reports that keep something. */
  async #abandonFiles(): Promise<string[]> {
    const left = await this.#reports.abandon();
    const own = this.#options.kept && this.#main;
    await own?.abandon();
    await this.#rejects?.abandon();
    await this.#evidence?.close().catch(() => {});
    return left.concat(own?.left ?? []);
  }
}

/** The first line of the evidence. */
function runOf({ tool, as_of, service }: RunHeader, given: RecorderOptions): Omit<EvidenceRun, "format"> {
  const { judge, options, sources = [], comparison, reuse } = given;
  const { policy, waivers } = judge;
  return {
    tool,
    as_of,
    service,
    policy: { name: policy.name, ...storedFile(policy.text) },
    waivers: waivers ? storedFile(waivers.text) : null,
    lists: [
      ...policy.lists.map(({ path, text }) => ({ path, ...storedFile(text) })),
      ...sources.map(({ path, bytes }) => ({ path, ...storedFile(bytes) })),
    ],
    shard: options.shard?.text ?? null,
    since: null,
    ...comparison?.recorded,
    ...reuse?.recorded,
  };
}

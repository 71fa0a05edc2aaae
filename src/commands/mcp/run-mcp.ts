/** Runs `usdot mcp`: what its tools do, by the same parts as the commands. */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { quoteInput } from "../../dot-number.ts";
import { cannotWrite } from "../../file-error.ts";
import type { Input } from "../../input/input.ts";
import { BatchSize } from "../../lookup/batches.ts";
import { lookUpInBulk } from "../../lookup/bulk.ts";
import type { Outcome } from "../../lookup/outcome.ts";
import { requestPart, requestParts } from "../../lookup/parts.ts";
import { type Ask, lookUp } from "../../lookup/run.ts";
import { Tally } from "../../lookup/tally.ts";
import {
  type Backend,
  type Call,
  createServer,
  type Level,
  type NumberError,
  numberIn,
  type RecordName,
  type Vetting,
} from "../../mcp/server.ts";
import { ruleCatalog } from "../../output/plain-table.ts";
import { type Connection, openConnection } from "../../runtime/connection.ts";
import { type Context, type Flags, openContext } from "../../runtime/context.ts";
import { type Host, reporterOf } from "../../runtime/host.ts";
import { catalogEntries, commonLines } from "../../vet/catalog.ts";
import { isRefusedUnasked } from "../../vet/evaluate.ts";
import { Judge } from "../../vet/judge.ts";
import type { VettedCarrier } from "../../vet/model.ts";
import { runList } from "../lookup/list-loop.ts";
import { askRecords } from "../vet/ask-records.ts";
import { openReusableRuns, refuseNoComparison } from "../vet/earlier-runs.ts";
import { loadPolicy, loadPolicyAndWaivers, loadWaivers } from "../vet/policy-files.ts";
import { Recorder, type RecorderOptions } from "../vet/recorder.ts";
import { recordsToAsk, runHeads } from "../vet/run-live.ts";

/**
 * Serves one client until it closes standard input.
 *
 * @throws {UsdotError} for settings, a policy or waivers that are wrong, and when we are stopped
 */
export async function runMcp(
  host: Host,
  flags: Flags,
  options: { waivers?: string; evidence?: string },
): Promise<void> {
  const listeners: Backend["listeners"] = new Set();
  const context = reportingTo(listeners, await openContext(host, flags));
  const { policy, waivers } = await loadPolicyAndWaivers(
    () => loadPolicy(context),
    async () => (options.waivers === undefined ? undefined : loadWaivers(context, options.waivers)),
  );
  refuseNoComparison({}, policy);
  const evidence = options.evidence === undefined ? undefined : resolve(host.cwd, options.evidence);
  if (evidence !== undefined) createDirectory(evidence);
  const connection = await openConnection(context, { key: context.settings.values.sample === true, list: false });
  try {
    const tools = new Tools(context, connection, { policy, waivers, evidence });
    const backend: Backend = {
      version: host.version,
      hasBulk: connection.withKey,
      policy: policy.text,
      rules: ruleCatalog(catalogEntries(), commonLines, undefined),
      listeners,
      redact: (text) => String(connection.client.withoutKey(text).body),
      carrier: (input, records, call) => tools.carrier(input, records, call),
      vet: (inputs, call) => tools.vet(inputs, call),
      bulk: (inputs, call) => tools.bulk(inputs, call),
    };
    const transport = new StdioServerTransport(host.stdin, host.stdout);
    const handle = serveStdio(() => createServer(backend), {
      transport,
      onerror: (error) => context.reporter.detail(error.message),
    });
    await inputEnded(host).finally(() => handle.close());
  } finally {
    await connection.close();
  }
}

/** What is reported goes to standard error, and to whoever waits for a tool. */
function reportingTo(listeners: Backend["listeners"], context: Context): Context {
  const { host, settings } = context;
  const levels: Record<string, Level> = { warning: "warning", note: "info" };
  const printError = (text: string) => {
    host.printError(text);
    const [, word = ""] = /^usdot: (warning|note): /.exec(text) ?? [];
    for (const listener of listeners) listener(levels[word] ?? "debug", text.trimEnd());
  };
  const listened: Host = Object.assign(Object.create(host), { printError, errorColumns: () => undefined });
  return { ...context, reporter: reporterOf(listened, settings.values) };
}

function createDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw cannotWrite(`the evidence in ${path}`, error);
  }
}

/** @throws the reason why we are stopped, if that comes first */
function inputEnded({ stdin, signal }: Host): Promise<void> {
  return new Promise((end, stop) => {
    for (const event of ["end", "close", "error"]) stdin.once(event, () => end());
    signal.addEventListener("abort", () => stop(signal.reason));
    if (signal.aborted) stop(signal.reason);
  });
}

/** What the operator gave: agents cannot change it. */
interface Given extends Pick<Judge, "policy" | "waivers"> {
  /** The directory for evidence. */
  evidence: string | undefined;
}

class Tools {
  readonly #context: Context;
  readonly #connection: Connection;
  readonly #given: Given;

  constructor(context: Context, connection: Connection, given: Given) {
    this.#context = context;
    this.#connection = connection;
    this.#given = given;
  }

  async carrier(input: Input, records: readonly RecordName[], { signal }: Call): Promise<Record<string, unknown>> {
    const dotNumber = numberIn(input);
    const { client } = this.#connection;
    const request = (record: RecordName) => requestPart(client, dotNumber, record, { signal });
    const parts = await requestParts(records as [RecordName, ...RecordName[]], request, { carrierFirst: false });
    const missing = parts.find((part, index) => part.state === "none" && records[index] === "carrier");
    const failed = missing ?? (parts.every(({ state }) => state !== "answered") ? parts[0] : undefined);
    if (failed && "error" in failed) throw failed.error;
    const found = parts.map((part, index) => {
      if (part.state === "answered") return [records[index], part.answer.record];
      const { kind, message } = part.error;
      return [records[index], part.state === "none" ? null : { error: { kind, message } }];
    });
    return { dot_number: dotNumber, ...Object.fromEntries(found) };
  }

  async vet(inputs: readonly Input[], { signal, progress }: Call): Promise<Vetting> {
    const { host } = this.#context;
    const { client, service } = this.#connection;
    const { policy, waivers, evidence: directory } = this.#given;
    const asOf = new Date(host.now()).toISOString();
    const file = directory && join(directory, `${asOf.replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.ndjson`);
    const reuse = await openReusableRuns(this.#context, {}, service);
    const carriers: Vetting["carriers"] = [];
    const total = new Set(inputs.flatMap((input) => ("dotNumber" in input ? [input.dotNumber] : []))).size;
    const recorder = await this.#openRecorder(new Judge({ policy, waivers, asOf }), {
      asOf,
      file,
      reuse,
      judged: (vetted) => {
        carriers.push(...vetted.map(judgment));
        progress(carriers.length, total);
      },
    });
    const records = recordsToAsk(policy, this.#connection);
    const ask = askRecords({
      client,
      records,
      signal,
      now: () => host.now(),
      isRefused: (dotNumber) => isRefusedUnasked(policy, dotNumber),
      reusable: (dotNumber, record) => reuse.answer(dotNumber, record),
    });
    const outcomes = this.#lookUp(inputs, ask, records[0] === "summary");
    const list = { tally: new Tally(), report: undefined, progress: undefined };
    await runList(this.#context, { ...list, outcomes, output: recorder });
    const sha256 = recorder.footer?.evidence_sha256;
    return {
      policy: policy.name,
      carriers,
      errors: inputs.flatMap((input) => ("invalid" in input ? [invalidNumber(input.text, input.invalid)] : [])),
      ...(file && sha256 && { evidence: { file, sha256 } }),
    };
  }

  /** Records as `usdot vet` does, and reports nothing. */
  #openRecorder(
    judge: Judge,
    { asOf, file, ...rest }: Pick<RecorderOptions, "reuse" | "judged"> & { asOf: string; file: string | undefined },
  ): Promise<Recorder> {
    const { client, service } = this.#connection;
    return Recorder.open({
      ...rest,
      ...runHeads(this.#context, judge, { asOf, service }),
      context: this.#context,
      options: file === undefined ? {} : { evidence: file },
      judge,
      comparison: undefined,
      targets: [],
      kept: undefined,
      reported: { single: false, compared: false, onlyChanged: false },
      urlOf: (number) => client.urlOf(number, "carrier"),
    });
  }

  async bulk(
    inputs: readonly Input[],
    { signal, progress }: Call,
  ): Promise<{ carriers: unknown[]; errors: NumberError[] }> {
    const { client } = this.#connection;
    const found: { carriers: unknown[]; errors: NumberError[] } = { carriers: [], errors: [] };
    const ask: Ask<{ record: object }> = async (numbers, options) =>
      (await lookUpInBulk((some) => client.bulk(some, { ...options, signal }), numbers)).results;
    for await (const page of this.#lookUp(inputs, ask, true)) {
      for (const outcome of page) {
        if (outcome.kind === "invalid") found.errors.push(invalidNumber(outcome.text, outcome.reason));
        else if ("answer" in outcome) found.carriers.push({ ...outcome.answer.record, dot_number: outcome.dotNumber });
        else if ("error" in outcome) {
          const { kind, message } = outcome.error;
          found.errors.push({ dot_number: outcome.dotNumber, kind, message });
        }
      }
      progress(found.carriers.length + found.errors.length, inputs.length);
    }
    return found;
  }

  #lookUp<A>(inputs: readonly Input[], ask: Ask<A>, batched: boolean): AsyncIterable<Outcome<A>[]> {
    const { "batch-size": batchSize, concurrency } = this.#context.settings.values;
    return lookUp([inputs], ask, {
      size: new BatchSize(batched ? batchSize : 1),
      concurrency,
      answered: () => this.#connection.client.answered,
      onStop: (error) => this.#context.reporter.warning(error.message),
    });
  }
}

function judgment({ dot_number, legal_name, verdict, findings }: VettedCarrier): Vetting["carriers"][number] {
  const shown = findings.map(({ rule, outcome, level, message }) => ({ rule, outcome, level, message }));
  return { dot_number, legal_name, verdict, findings: shown };
}

function invalidNumber(text: string, reason: string): NumberError {
  return { dot_number: text.slice(0, 100), kind: "usage", message: `${quoteInput(text)} ${reason}` };
}

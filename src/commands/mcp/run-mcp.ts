/** Runs `usdot mcp`: what its tools do, by the same parts as the commands. */
import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { DotNumber } from "../../dot-number.ts";
import { InputError } from "../../errors.ts";
import { cannotWrite } from "../../file-error.ts";
import { type Input, invalidText } from "../../input/input.ts";
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
  type RecordName,
  type Records,
  type Summaries,
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
import { Recorder } from "../vet/recorder.ts";
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
  const session: Session = { context, connection, policy, waivers, evidence };
  try {
    const backend: Backend = {
      version: host.version,
      hasBulk: connection.withKey,
      policy: policy.text,
      rules: ruleCatalog(catalogEntries(), commonLines, undefined),
      listeners,
      redact: (text) => String(connection.client.withoutKey(text).body),
      carrier: (...call) => getCarrier(session, ...call),
      vet: (...call) => vetCarriers(session, ...call),
      bulk: (...call) => bulkLookup(session, ...call),
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

/** What all calls share. Agents cannot change what the operator gave. */
interface Session extends Pick<Judge, "policy" | "waivers"> {
  context: Context;
  connection: Connection;
  /** The directory for evidence. */
  evidence: string | undefined;
}

async function getCarrier(
  { connection: { client } }: Session,
  input: Input,
  records: readonly RecordName[],
  { signal }: Call,
): Promise<Records> {
  if ("invalid" in input) {
    const message = invalidText({ ...input, reason: input.invalid });
    throw new InputError(message, { hint: "ask for the carrier's USDOT number" });
  }
  const { dotNumber } = input;
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

/** Vets and records as `usdot vet` does, and reports nothing. */
async function vetCarriers(session: Session, inputs: readonly Input[], { signal, progress }: Call): Promise<Vetting> {
  const { context, connection, policy, waivers, evidence: directory } = session;
  const { client, service } = connection;
  const now = () => context.host.now();
  const asOf = new Date(now()).toISOString();
  const file = directory && join(directory, `${asOf.replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.ndjson`);
  const reuse = await openReusableRuns(context, {}, service);
  const judge = new Judge({ policy, waivers, asOf });
  const carriers: VettedCarrier[] = [];
  const total = new Set(inputs.flatMap((input) => ("dotNumber" in input ? [input.dotNumber] : []))).size;
  const recorder = await Recorder.open({
    context,
    options: file === undefined ? {} : { evidence: file },
    judge,
    comparison: undefined,
    reuse,
    targets: [],
    kept: undefined,
    ...runHeads(context, judge, { asOf, service }),
    reported: { single: false, compared: false, onlyChanged: false },
    judged: (vetted) => {
      carriers.push(...vetted);
      progress(carriers.length, total);
    },
    urlOf: (number) => client.urlOf(number, "carrier"),
  });
  const records = recordsToAsk(policy, connection);
  const isRefused = (dotNumber: DotNumber) => isRefusedUnasked(policy, dotNumber);
  const ask = askRecords({ client, records, signal, now, isRefused, reusable: reuse.answer });
  const outcomes = lookUpAll(session, inputs, ask, records[0] === "summary");
  const list = { tally: new Tally(), report: undefined, progress: undefined };
  await runList(context, { ...list, outcomes, output: recorder });
  const sha256 = recorder.footer?.evidence_sha256;
  return {
    policy: policy.name,
    carriers: carriers.map(({ dot_number, legal_name, verdict, findings }) => ({
      dot_number,
      legal_name,
      verdict,
      findings: findings.map(({ rule, outcome, level, message }) => ({ rule, outcome, level, message })),
    })),
    errors: inputs.flatMap((input) => ("invalid" in input ? [invalidNumber(input.text, input.invalid)] : [])),
    ...(file && sha256 && { evidence: { file, sha256 } }),
  };
}

async function bulkLookup(session: Session, inputs: readonly Input[], { signal, progress }: Call): Promise<Summaries> {
  const { client } = session.connection;
  const found: Summaries = { carriers: [], errors: [] };
  const ask: Ask<{ record: object }> = async (numbers, options) =>
    (await lookUpInBulk((some) => client.bulk(some, { ...options, signal }), numbers)).results;
  for await (const page of lookUpAll(session, inputs, ask, true)) {
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

function lookUpAll<A>(
  { context: { settings, reporter }, connection }: Session,
  inputs: readonly Input[],
  ask: Ask<A>,
  batched: boolean,
): AsyncIterable<Outcome<A>[]> {
  const { "batch-size": batchSize, concurrency } = settings.values;
  return lookUp([inputs], ask, {
    size: new BatchSize(batched ? batchSize : 1),
    concurrency,
    answered: () => connection.client.answered,
    onStop: (error) => reporter.warning(error.message),
  });
}

function invalidNumber(text: string, reason: string): Summaries["errors"][number] {
  return { dot_number: text.slice(0, 100), kind: "usage", message: invalidText({ text, reason }) };
}

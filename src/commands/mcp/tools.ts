/** The tools that agents call: their schemas, and what they do by the same parts as the commands. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import * as z from "zod";
import { InputError } from "../../errors.ts";
import { type Input, inputOf, invalidText } from "../../input/input.ts";
import { BatchSize } from "../../lookup/batches.ts";
import { lookUpInBulk } from "../../lookup/bulk.ts";
import type { Outcome } from "../../lookup/outcome.ts";
import { requestParts } from "../../lookup/parts.ts";
import { type Ask, lookUp } from "../../lookup/run.ts";
import type { Connection } from "../../runtime/connection.ts";
import type { Context } from "../../runtime/context.ts";
import { endpoints } from "../../service/request.ts";
import { Judge } from "../../vet/judge.ts";
import type { VettedCarrier } from "../../vet/model.ts";
import { runList } from "../lookup/list-loop.ts";
import { askRecords } from "../vet/ask-records.ts";
import { Recorder } from "../vet/recorder.ts";
import { recordsToAsk } from "../vet/run-live.ts";

export type LogLevel = "debug" | "info" | "warning";

/** What all calls share. Agents cannot change what the operator gave. */
export interface Session extends Pick<Judge, "policy" | "waivers"> {
  context: Context;
  connection: Connection;
  /** The directory for evidence. */
  evidence: string | undefined;
  /** Whoever hears what happens meanwhile. */
  listeners: Set<(level: LogLevel, text: string) => void>;
}

/** One call of a tool. */
export interface Call {
  signal: AbortSignal;
  progress(done: number, total: number): void;
}

const number = z.union([z.string(), z.number()]).describe("USDOT number");
const errors = z.array(z.object({ dot_number: z.string(), kind: z.string(), message: z.string() }));
const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: true };

export const carrierTool = {
  title: "Look up a motor carrier",
  description:
    "The carrier, insurance and safety records of one motor carrier. Null means that there is no such record.",
  inputSchema: z.object({
    dot_number: number,
    records: z.array(z.enum(endpoints)).min(1).optional().describe("default: all"),
  }),
  outputSchema: z.looseObject({ dot_number: z.string() }),
  annotations,
};

const finding = z.object({
  rule: z.string(),
  outcome: z.string(),
  level: z.string(),
  message: z.string(),
  waived: z.object({ reason: z.string(), by: z.string(), until: z.string() }).optional(),
});
export const vettingTool = {
  title: "Vet motor carriers",
  description:
    "Judges up to 25 carriers by the operator's policy: pass, fail, or review (a person has to look), with the reasons.",
  inputSchema: z.object({
    dot_numbers: z.array(number).min(1).max(25),
    findings: z.enum(["problems", "all"]).optional().describe("which rules to list; default: problems"),
  }),
  outputSchema: z.object({
    policy: z.string(),
    carriers: z.array(
      z.object({
        dot_number: z.string(),
        legal_name: z.string().nullable(),
        verdict: z.enum(["pass", "review", "fail"]),
        findings: z.array(finding),
      }),
    ),
    errors,
    evidence: z.object({ file: z.string(), sha256: z.string() }).optional(),
  }),
  annotations,
};

export const summariesTool = {
  title: "Summaries of many carriers",
  description:
    "Name, status, address and fleet of up to 500 carriers; cheaper than get_carrier, and without insurance or safety.",
  inputSchema: z.object({ dot_numbers: z.array(number).min(1).max(500) }),
  outputSchema: z.object({ carriers: z.array(z.looseObject({ dot_number: z.string() })), errors }),
  annotations,
};

export type Vetting = z.infer<typeof vettingTool.outputSchema>;
type Summaries = z.infer<typeof summariesTool.outputSchema>;

/** The records of one carrier. */
export async function getCarrier(
  { connection: { client } }: Session,
  { dot_number, records }: z.infer<typeof carrierTool.inputSchema>,
  { signal }: Call,
): Promise<z.infer<typeof carrierTool.outputSchema>> {
  const input = inputOf(String(dot_number));
  if ("invalid" in input) {
    const message = invalidText({ ...input, reason: input.invalid });
    throw new InputError(message, { hint: "ask for the carrier's USDOT number" });
  }
  const { dotNumber } = input;
  const parts = await requestParts(client, dotNumber, { signal }, records && [...new Set(records)]);
  const found = Object.entries(parts).map(([record, part]) => {
    if (part.state === "answered") return [record, part.value];
    return [record, part.state === "none" ? null : { error: { kind: part.code, message: part.message } }];
  });
  return { dot_number: dotNumber, ...Object.fromEntries(found) };
}

/** Vets and records as `usdot vet` does, and reports nothing. */
export async function vetCarriers(
  session: Session,
  { dot_numbers, findings = "problems" }: z.infer<typeof vettingTool.inputSchema>,
  { signal, progress }: Call,
): Promise<Vetting> {
  const inputs = inputsOf(dot_numbers);
  const { context, connection, policy, waivers, evidence: directory } = session;
  const { client } = connection;
  const now = () => context.host.now();
  const asOf = new Date(now()).toISOString();
  const file = directory && join(directory, `${asOf.replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.ndjson`);
  const judge = new Judge({ policy, waivers, asOf });
  const carriers: VettedCarrier[] = [];
  const total = new Set(inputs.flatMap((input) => ("dotNumber" in input ? [input.dotNumber] : []))).size;
  const recorder = await Recorder.open({
    context,
    options: file === undefined ? {} : { evidence: file },
    judge,
    connection,
    targets: [],
    judged: (vetted) => {
      carriers.push(...vetted);
      progress(carriers.length, total);
    },
  });
  const records = recordsToAsk(policy, connection);
  const ask = askRecords({ client, records, signal, now, policy });
  const outcomes = lookUpAll(session, inputs, ask, records[0] === "summary");
  await runList(context, { outcomes, output: recorder });
  const sha256 = recorder.footer?.evidence_sha256;
  return {
    policy: policy.name,
    carriers: carriers.map((each) => judgment(each, findings)),
    errors: inputs.flatMap((input) => ("invalid" in input ? [invalidNumber(input.text, input.invalid)] : [])),
    ...(file && sha256 && { evidence: { file, sha256 } }),
  };
}

function judgment(
  { dot_number, legal_name, verdict, findings }: VettedCarrier,
  wanted: "problems" | "all",
): Vetting["carriers"][number] {
  const shown = findings.filter(({ outcome }) => wanted === "all" || outcome === "fail" || outcome === "unknown");
  const told = shown.map(({ rule, outcome, level, message, waived }) => {
    return { rule, outcome, level, message, ...(waived && { waived }) };
  });
  return { dot_number, legal_name, verdict, findings: told };
}

/** The summaries of some carriers. */
export async function bulkLookup(
  session: Session,
  { dot_numbers }: z.infer<typeof summariesTool.inputSchema>,
  { signal, progress }: Call,
): Promise<Summaries> {
  const inputs = inputsOf(dot_numbers);
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

function inputsOf(numbers: readonly (string | number)[]): Input[] {
  return numbers.map((each) => inputOf(String(each)));
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
    service: connection.client,
    onStop: (error) => reporter.warning(error.message),
  });
}

function invalidNumber(text: string, reason: string): Summaries["errors"][number] {
  return { dot_number: text.slice(0, 100), kind: "usage", message: invalidText({ text, reason }) };
}

/** The tools: what agents are told of them, and what they do, by the same parts as the commands. */
import type { z } from "zod";
import { answerJson, endingOf, recordNames, recordOf } from "../answer.ts";
import { type DotNumber, quoteInput } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { inputOf } from "../list/arguments.ts";
import {
  claimFields,
  type Input,
  type InvalidLine,
  invalidIn,
  invalidText,
  numbersIn,
  searchHint,
} from "../list/input.ts";
import { askAtOnce, Bulk } from "../lookup/ask.ts";
import { carriers as carriersOf } from "../lookup/carriers.ts";
import { lineOf } from "../output/reports/line.ts";
import type { Connection } from "../run/connection.ts";
import type { Context } from "../run/context.ts";
import { isSpoken } from "../screen/findings.ts";
import { localDay, localTime } from "../text/time.ts";
import { asker, dossiers, recordsFor } from "../vet/asked.ts";
import { filingsOf } from "../vet/cover.ts";
import type { EvidenceRun } from "../vet/evidence.ts";
import { createEvidenceIn } from "../vet/evidence-writer.ts";
import { notesOf } from "../vet/judge.ts";
import { choice } from "../vet/kinds.ts";
import type { Vetted } from "../vet/model.ts";
import { hasRule, type Policy } from "../vet/policy.ts";
import { runVetting, type VetOutput } from "../vet/run.ts";
import type { Waivers } from "../vet/waivers.ts";
import { list, mapping, text } from "./mcp-arguments.ts";

/** What all calls share. Agents cannot change what the operator gave. */
export interface Session {
  context: Context;
  connection: Connection;
  policy: Policy;
  waivers: Waivers | undefined;
  /** The directory in which each vetting is recorded. */
  evidence: string | undefined;
}

interface Result {
  notes: readonly string[];
  carriers?: readonly object[];
  [name: string]: unknown;
}

export interface Tool {
  name: string;
  description: string;
  input: z.ZodType;
  // biome-ignore lint/suspicious/noExplicitAny: each tool states its own arguments
  run(session: Session, given: any): Promise<Result>;
}

const claim = mapping({
  dot_number: text("USDOT number"),
  ...Object.fromEntries(claimFields.map((name) => [name, text().optional()])),
});

const carrierInput = mapping({
  dot_number: text("USDOT number"),
  records: list(choice(recordNames, ""), "default: all", 3).optional(),
});
const vetInput = mapping({
  dot_numbers: list(text(), "USDOT numbers", 25),
  claims: list(claim, "what is said about the carriers", 100).optional(),
  findings: choice(
    ["problems", "all"],
    "which findings to list (default problems)",
  ).optional(),
  reference: text("the load that this is for").optional(),
  by: text("who asks").optional(),
});
const bulkInput = mapping({
  dot_numbers: list(text(), "USDOT numbers", 50),
});

export const tools: readonly Tool[] = [
  {
    name: "get_carrier",
    description:
      "The carrier, insurance and safety records of one motor carrier. Null means that there is no such record.",
    input: carrierInput,
    run: getCarrier,
  },
  {
    name: "vet_carriers",
    description:
      "Judges up to 25 carriers by the operator's policy: pass, fail (do not book), or review (a person has to decide), with the reasons. " +
      "Give as claims what a caller, an email or a certificate of insurance says about a carrier: it is compared with the record.",
    input: vetInput,
    run: vetCarriers,
  },
  {
    name: "bulk_lookup",
    description:
      "Name, status, address and fleet of up to 50 carriers; cheaper than get_carrier, and without insurance or safety.",
    input: bulkInput,
    run: bulkLookup,
  },
];

const inputsOf = ({ dot_numbers }: { dot_numbers: readonly string[] }) =>
  dot_numbers.map((text) => inputOf(text));

async function getCarrier(
  { connection: { client }, context }: Session,
  { dot_number, records = [...recordNames] }: z.output<typeof carrierInput>,
): Promise<Result> {
  const input = inputOf(dot_number);
  if ("invalid" in input)
    throw new UsageError(invalidText(input), {
      hint: input.isSearchable ? searchHint : "ask for the USDOT number",
    });
  const answers = await askAtOnce(client, input.dotNumber, records);
  if (answers.carrier && answers.carrier.state !== "answered")
    throw answers.carrier.error;
  const parts = Object.entries(answers).map(([name, answer]) => [
    name,
    answerJson(answer),
  ]);
  const rows =
    answers.insurance?.state === "none"
      ? []
      : recordOf(answers.insurance)?.["policies"];
  const lacksBipd =
    Array.isArray(rows) &&
    !filingsOf(rows).some(({ kind }) => kind === "bipd" || kind === "unknown");
  const notes = notesOf(answers, localDay(context.host.now()));
  return {
    dot_number: input.dotNumber,
    ...Object.fromEntries(parts),
    notes: lacksBipd ? ["no BIPD policy", ...notes] : notes,
  };
}

async function vetCarriers(
  session: Session,
  given: z.output<typeof vetInput>,
): Promise<Result> {
  const inputs = withClaims(inputsOf(given), given.claims ?? []);
  const header = aboutVetting(session, inputs, given);
  const { carriers, footer, file } = await vetting(session, inputs, header);
  const showsAll = given.findings === "all";
  return {
    policy: header.policy.name,
    ...(header.reference && { reference: header.reference }),
    ...(header.by && { by: header.by }),
    carriers: carriers.map((vetted) => ({
      ...judgmentJson(vetted, showsAll),
      line: lineOf(vetted, { header, footer }, { zone: "utc" }),
    })),
    errors: inputs.flatMap((input) =>
      "invalid" in input ? invalidJson(input) : [],
    ),
    ...(file && { evidence: { file, sha256: footer.evidence_sha256 } }),
    notes: [...footer.notes, ...cargoNotAsked(session.policy)],
  };
}

/** Judges and records the carriers. */
async function vetting(
  session: Session,
  inputs: readonly Input[],
  about: EvidenceRun,
) {
  const { policy, waivers, evidence: directory } = session;
  const carriers: Vetted[] = [];
  const collecting: VetOutput = {
    item: (carrier) => void carriers.push(carrier),
    flush: async () => {},
    end: async () => {},
    abandon: async () => undefined,
  };
  const evidence =
    directory === undefined
      ? undefined
      : await createEvidenceIn(directory, about, singleIn(inputs));
  const plan = {
    about,
    policy,
    waivers: waivers?.waivers ?? [],
    evidence,
    outputs: [collecting],
  };
  try {
    const arriving = dossiers(inputs, asking(session, inputs));
    const footer = await runVetting(plan, arriving);
    return { carriers, footer, file: evidence?.path };
  } catch (error) {
    await evidence?.abandon();
    throw error;
  }
}

/** What a vetting says about itself. Who asks is what the agent says or, without that, what the operator does. */
function aboutVetting(
  { connection, context, policy, waivers }: Session,
  inputs: readonly Input[],
  { reference, by }: z.output<typeof vetInput>,
): EvidenceRun {
  const { host, settings } = context;
  return {
    tool: { name: "usdot", version: host.version },
    as_of: localTime(host.now()),
    service: connection.service,
    policy: { name: policy.name, sha256: policy.sha256, text: policy.text },
    waivers: waivers
      ? { path: waivers.path, sha256: waivers.sha256, text: waivers.text }
      : null,
    exceptions: [],
    lists: policy.lists,
    reference: reference ?? null,
    by: by ?? settings.values.by ?? null,
    shard: null,
    invalid: invalidIn(inputs),
    compared: null,
  };
}

function asking(
  { connection, context, policy }: Session,
  inputs: readonly Input[],
) {
  const { client, withKey } = connection;
  const records = recordsFor(policy, inputs, withKey);
  const { "batch-size": batchSize, concurrency } = context.settings.values;
  return carriersOf(inputs, {
    ask: asker(client, {
      policy,
      records,
      reuse: new Map(),
      isSingle: singleIn(inputs) !== undefined,
    }),
    batchSize: records[0] === "summary" ? batchSize : 1,
    concurrency,
  });
}

/** The only number that is asked about; undefined where there are several. */
function singleIn(inputs: readonly Input[]): DotNumber | undefined {
  const [first, ...others] = new Set(numbersIn(inputs));
  return others.length === 0 ? first : undefined;
}

function cargoNotAsked(policy: Policy): string[] {
  const isAsked =
    hasRule(policy, "insurance.cargo_on_file") ||
    hasRule(policy, "policies.cargo");
  return isAsked
    ? []
    : [
        "the policy does not ask for cargo insurance: a pass says nothing about it",
      ];
}

/** @throws {UsageError} for claims about a carrier that is not asked for: nothing would be compared */
function withClaims(
  inputs: readonly Input[],
  claims: readonly Record<string, string | undefined>[],
): Input[] {
  const numbers = numbersIn(inputs);
  // Each is an input of its own about the number, so that all of them are compared.
  const claiming = claims.map(({ dot_number = "", ...claims }): Input => {
    const input = inputOf(dot_number);
    if ("dotNumber" in input && numbers.includes(input.dotNumber))
      return { dotNumber: input.dotNumber, claims };
    throw new UsageError(
      `claims are about ${quoteInput(dot_number)}, which is not among dot_numbers`,
    );
  });
  return [...inputs, ...claiming];
}

function judgmentJson(vetted: Vetted, showsAll: boolean): object {
  const { dossier, legalName, verdict, findings, notes } = vetted;
  const shown = findings.filter((finding) => showsAll || isSpoken(finding));
  return {
    dot_number: dossier.dotNumber,
    ...(legalName && { legal_name: legalName }),
    verdict,
    findings: shown.map(
      ({ rule, outcome, effect, message, parts, waived }) => ({
        rule,
        outcome,
        effect,
        message,
        ...(parts && { parts }),
        ...(waived && { waived }),
      }),
    ),
    notes,
  };
}

async function bulkLookup(
  { context, connection }: Session,
  { dot_numbers }: z.output<typeof bulkInput>,
): Promise<Result> {
  const carriers: object[] = [];
  const errors: object[] = [];
  const { "batch-size": batchSize, concurrency } = context.settings.values;
  const { ask } = new Bulk(connection.client);
  const options = { ask, batchSize, concurrency };
  for await (const page of carriersOf(inputsOf({ dot_numbers }), options))
    for (const entry of page) {
      if (entry.kind === "invalid") errors.push(invalidJson(entry.input));
      if (entry.kind !== "carrier") continue;
      const { dotNumber: dot_number, answers } = entry;
      const record = recordOf(answers.summary);
      const { error } = endingOf(answers);
      if (record) carriers.push({ ...record, dot_number });
      else if (error)
        errors.push({ dot_number, kind: error.kind, message: error.message });
    }
  return { carriers, errors, notes: [] };
}

function invalidJson(input: InvalidLine): object {
  return {
    dot_number: quoteInput(input.text),
    kind: "usage",
    message: invalidText(input),
    ...(input.isSearchable && { hint: searchHint }),
  };
}

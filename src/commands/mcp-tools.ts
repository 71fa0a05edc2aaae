/** The tools: what agents are told of them, and what they do, by the same parts as the commands. */
import { z } from "zod";
import { answerJson, endingOf, recordNames, recordOf } from "../answer.ts";
import { quoteInput } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { inputOf } from "../list/arguments.ts";
import {
  claimFields,
  type Input,
  invalidText,
  numbersIn,
  searchHint,
} from "../list/input.ts";
import { askAtOnce, Bulk } from "../lookup/ask.ts";
import { carriers as carriersOf } from "../lookup/carriers.ts";
import type { Connection } from "../run/connection.ts";
import type { Context } from "../run/context.ts";
import { isSpoken } from "../screen/findings.ts";
import { localTime } from "../text/time.ts";
import { asker, dossiers, recordsFor } from "../vet/asked.ts";
import { cargoAbsence, filingsOf } from "../vet/cover.ts";
import { createEvidenceIn } from "../vet/evidence-writer.ts";
import { dayOfTime } from "../vet/facts.ts";
import type { Vetted } from "../vet/model.ts";
import { hasRule, type Policy } from "../vet/policy.ts";
import { runVetting, type VetOutput } from "../vet/run.ts";
import type { Waivers } from "../vet/waivers.ts";
import { aboutRun } from "./vet-plan.ts";

/** What all calls share. Agents cannot change what the operator gave. */
export interface Session {
  context: Context;
  connection: Connection;
  policy: Policy;
  waivers: Waivers | undefined;
  evidence: string | undefined;
}

interface Result {
  notes: readonly string[];
  carriers?: readonly object[];
}

export interface Tool {
  name: string;
  description: string;
  input: z.ZodType;
  // biome-ignore lint/suspicious/noExplicitAny: each tool states its own arguments
  run(session: Session, given: any): Promise<Result>;
}

/** Agents send null for what they leave out, numbers for texts, a list as text, or one thing for a list of it. */
const sent = (value: unknown) =>
  typeof value === "number" ? String(value) : (value ?? undefined);
const text = z.preprocess(sent, z.string());
const maybe = (words: string) =>
  z.preprocess(sent, z.string().optional()).describe(words);
const choice = <const T extends string>(names: readonly T[]) =>
  z.preprocess(sent, z.enum(names).optional());
const some = <T extends z.ZodType>(item: T, max: number) =>
  z.preprocess(listIn, z.array(z.preprocess(sent, item)).min(1).max(max));

function listIn(value: unknown): unknown {
  const isJson = typeof value === "string" && /^\s*\[.*\]\s*$/s.test(value);
  const list: unknown = isJson ? JSON.parse(value) : value;
  return list === undefined || list === null
    ? undefined
    : [list].flat().filter((one) => one !== null);
}

const claim = z.strictObject({
  dot_number: text,
  ...(Object.fromEntries(
    claimFields.map((field) => [field, maybe("")]),
  ) as Record<(typeof claimFields)[number], ReturnType<typeof maybe>>),
});

const carrierInput = z.strictObject({
  dot_number: text.describe("USDOT number"),
  records: z
    .preprocess(listIn, z.array(z.enum(recordNames)).min(1).optional())
    .describe("default: all"),
});
const vetInput = z.strictObject({
  dot_numbers: some(z.string(), 25).describe("USDOT numbers"),
  claims: z.preprocess(listIn, z.array(claim).optional()),
  findings: choice(["problems", "all"]).describe(
    "which findings to list; default: problems",
  ),
  reference: maybe("the load that this is for"),
  by: maybe("who asks"),
});
const bulkInput = z.strictObject({ dot_numbers: some(z.string(), 500) });

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
      "Judges up to 25 carriers by the operator's vetting rules: pass, fail (do not book), or review (a person has to look), with the reasons. " +
      "Give as claims what a caller or an email says about a carrier: it is compared with the record.",
    input: vetInput,
    run: vetCarriers,
  },
  {
    name: "bulk_lookup",
    description:
      "Name, status, address and fleet of up to 500 carriers; cheaper than get_carrier, and without insurance or safety.",
    input: bulkInput,
    run: bulkLookup,
  },
];

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
  const found = Object.entries(answers).map(([name, answer]) => [
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
  const notes = [
    lacksBipd ? "no BIPD policy" : "",
    cargoAbsence(answers, dayOfTime(context.host.now())),
  ];
  return {
    dot_number: input.dotNumber,
    ...Object.fromEntries(found),
    notes: notes.filter((note) => note !== ""),
  };
}

async function vetCarriers(
  session: Session,
  given: z.output<typeof vetInput>,
): Promise<Result> {
  const { connection, context, policy, waivers } = session;
  const { service, client, withKey } = connection;
  const { by, concurrency } = {
    by: context.settings.values.by,
    concurrency: context.settings.values.concurrency,
  };
  const inputs = withClaims(
    given.dot_numbers.map((text) => inputOf(text)),
    given.claims ?? [],
  );
  const asOf = localTime(context.host.now());
  const plan = {
    context,
    options: {},
    policy,
    waivers,
    exceptions: [],
    inputs: { inputs, lists: [], single: undefined },
  };
  const about = {
    ...aboutRun(plan, service, asOf, []),
    reference: given.reference ?? null,
    by: given.by ?? by ?? null,
  };
  const vetted: Vetted[] = [];
  const collecting: VetOutput = {
    item: (one) => void vetted.push(one),
    flush: async () => {},
    end: async () => {},
    abandon: async () => undefined,
  };
  const [single, ...others] = new Set(numbersIn(inputs));
  const evidence =
    session.evidence === undefined
      ? undefined
      : await createEvidenceIn(
          session.evidence,
          about,
          others.length === 0 ? single : undefined,
        );
  const ask = asker(client, {
    policy,
    records: recordsFor(policy, inputs, withKey),
    reuse: new Map(),
    isSingle: inputs.length === 1,
  });
  const arriving = dossiers(
    inputs,
    carriersOf(inputs, { ask, batchSize: 1, concurrency }),
  );
  const { notes, evidence_sha256, invalid } = await runVetting(
    {
      about,
      policy,
      waivers: waivers?.waivers ?? [],
      evidence,
      outputs: [collecting],
    },
    arriving,
  );
  const asksForCargo =
    hasRule(policy, "insurance.cargo_on_file") ||
    hasRule(policy, "policies.cargo");
  const cargoNotAsked =
    "the vetting rules do not ask for cargo insurance: a pass says nothing about it";
  return {
    policy: policy.name,
    ...(about.reference && { reference: about.reference }),
    ...(about.by && { by: about.by }),
    carriers: vetted.map((one) => judgment(one, given.findings === "all")),
    errors: invalid.map(invalidError),
    ...(evidence && {
      evidence: { file: evidence.path, sha256: evidence_sha256 },
    }),
    notes: [...notes, ...(asksForCargo ? [] : [cargoNotAsked])],
  } as Result;
}

/** @throws {UsageError} for claims about a carrier that is not asked for: nothing would be compared */
function withClaims(
  inputs: Input[],
  claims: readonly z.output<typeof claim>[],
): Input[] {
  // Each is an input of its own about the number, so that all of them are compared.
  const saying = claims.map(({ dot_number, ...said }): Input => {
    const [dotNumber] = numbersIn([inputOf(dot_number)]);
    if (dotNumber === undefined || !numbersIn(inputs).includes(dotNumber))
      throw new UsageError(
        `claims are about ${quoteInput(dot_number)}, which is not among dot_numbers`,
      );
    const stated = Object.entries(said).filter(([, text]) => text?.trim());
    return { dotNumber, claims: Object.fromEntries(stated) };
  });
  return [...inputs, ...saying];
}

function judgment(vetted: Vetted, all: boolean): object {
  const { dossier, legalName, verdict, findings } = vetted;
  const shown = findings.filter((finding) => all || isSpoken(finding));
  const told = shown.map(
    ({ rule, outcome, effect, message, parts, waived }) => {
      return {
        rule,
        outcome,
        effect,
        message,
        ...(parts && { parts }),
        ...(waived && { waived }),
      };
    },
  );
  const { notes } = vetted;
  return {
    dot_number: dossier.dotNumber,
    ...(legalName && { legal_name: legalName }),
    verdict,
    findings: told,
    notes,
  };
}

async function bulkLookup(
  { context, connection }: Session,
  given: z.output<typeof bulkInput>,
): Promise<Result> {
  const carriers: object[] = [];
  const errors: object[] = [];
  const { "batch-size": batchSize, concurrency } = context.settings.values;
  const { ask } = new Bulk(connection.client);
  for await (const page of carriersOf(
    given.dot_numbers.map((text) => inputOf(text)),
    {
      ask,
      batchSize,
      concurrency,
    },
  ))
    for (const entry of page) {
      if (entry.kind === "invalid") errors.push(invalidError(entry.input));
      if (entry.kind !== "carrier") continue;
      const { dotNumber: dot_number, answers } = entry;
      const record = recordOf(answers.summary);
      const { error } = endingOf(answers);
      if (record) carriers.push({ ...record, dot_number });
      else if (error)
        errors.push({ dot_number, kind: error.kind, message: error.message });
    }
  return { carriers, errors, notes: [] } as Result;
}

function invalidError(input: { text: string; invalid: string }): object {
  return {
    dot_number: quoteInput(input.text),
    kind: "usage",
    message: invalidText(input),
  };
}

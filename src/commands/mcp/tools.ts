/** The tools: what agents are told of them, and what they do, by the same parts as the commands. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { quoteInput } from "../../dot-number.ts";
import { InputError, UsageError } from "../../errors.ts";
import { inputOf } from "../../input/arguments.ts";
import {
  type Claims,
  claimFields,
  type Input,
  invalidIn,
  invalidText,
  numbersIn,
} from "../../input/input.ts";
import { askInBulk } from "../../lookup/bulk.ts";
import { requestRecords } from "../../lookup/parts.ts";
import { lookUp } from "../../lookup/run.ts";
import { withCargoNote } from "../../output/reports/digest.ts";
import { isSpoken } from "../../output/snapshot/marks.ts";
import { cargoAbsence, hasPolicy } from "../../output/snapshot/record.ts";
import type { Connection } from "../../runtime/connection.ts";
import type { Context } from "../../runtime/context.ts";
import { type RecordName, recordNames } from "../../service/types.ts";
import type { Vetted } from "../../vet/model.ts";
import { hasRule, type Policy } from "../../vet/policy.ts";
import type { Waivers } from "../../vet/waivers.ts";
import { liveSource, recordsOf } from "../vet/asked.ts";
import type { Plan } from "../vet/options.ts";
import { judgeAll } from "../vet/pipeline.ts";
import type { Schema } from "./arguments.ts";

/** What all calls share. Agents cannot change what the operator gave. */
export interface Session {
  context: Context;
  connection: Connection;
  policy: Policy;
  waivers: Waivers | undefined;
  evidence: string | undefined;
}

export interface Result {
  notes: readonly string[];
  carriers?: readonly object[];
  [name: string]: unknown;
}

interface Tool {
  description: string;
  input: Schema;
  // biome-ignore lint/suspicious/noExplicitAny: each tool states its own arguments
  run(session: Session, given: any): Promise<Result>;
}

const text = (description?: string): Schema => ({
  type: "string",
  ...(description && { description }),
});
const number = text("USDOT number");
const some = (items: Schema, maxItems: number): Schema => ({
  type: "array",
  items,
  minItems: 1,
  maxItems,
});
const object = (
  required: Record<string, Schema>,
  optional: Record<string, Schema> = {},
): Schema => ({
  type: "object",
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});
const claims = object(
  { dot_number: number },
  Object.fromEntries(claimFields.map((field) => [field, text()])),
);

export const tools: Readonly<Record<string, Tool>> = {
  get_carrier: {
    description:
      "The carrier, insurance and safety records of one motor carrier. Null means that there is no such record.",
    input: object(
      { dot_number: number },
      {
        records: {
          ...some({ ...text(), enum: recordNames }, recordNames.length),
          description: "default: all",
        },
      },
    ),
    run: getCarrier,
  },
  vet_carriers: {
    description:
      "Judges up to 25 carriers by the operator's vetting rules: pass, fail (do not book), or review (a person has to look), with the reasons. " +
      "Give as claims what a caller or an email says about a carrier: it is compared with the record.",
    input: object(
      { dot_numbers: some(number, 25) },
      {
        claims: { type: "array", items: claims },
        findings: {
          ...text("which findings to list; default: problems"),
          enum: ["problems", "all"],
        },
        reference: text("the load that this is for"),
        by: text("who asks"),
      },
    ),
    run: vetCarriers,
  },
  bulk_lookup: {
    description:
      "Name, status, address and fleet of up to 500 carriers; cheaper than get_carrier, and without insurance or safety.",
    input: object({ dot_numbers: some(number, 500) }),
    run: bulkLookup,
  },
};

async function getCarrier(
  { connection: { client } }: Session,
  {
    dot_number,
    records = recordNames,
  }: { dot_number: string; records?: readonly RecordName[] },
): Promise<Result> {
  const input = inputOf(dot_number);
  if ("invalid" in input)
    throw new InputError(invalidText(input), {
      hint: "ask for the USDOT number",
    });
  const parts = await requestRecords(client, input.dotNumber, records);
  if (parts.carrier && "error" in parts.carrier) throw parts.carrier.error;
  const found = Object.entries(parts).map(([name, part]) => {
    if (part.kind === "answered") return [name, part.answer.record];
    return [
      name,
      part.kind === "not-found"
        ? null
        : { error: { kind: part.error.kind, message: part.error.message } },
    ];
  });
  const answered = {
    dot_number: input.dotNumber,
    ...Object.fromEntries(found),
  };
  const notes = [
    hasPolicy("bipd", answered.insurance) === false ? "no BIPD policy" : "",
    cargoAbsence(answered),
  ];
  return { ...answered, notes: notes.filter((note) => note !== "") };
}

interface VetArguments {
  dot_numbers: string[];
  claims?: (Claims & { dot_number: string })[];
  findings?: "problems" | "all";
  reference?: string;
  by?: string;
}

async function vetCarriers(
  session: Session,
  given: VetArguments,
): Promise<Result> {
  const { connection, policy } = session;
  const plan = planOf(session, given);
  const file = `${plan.asOf.replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.ndjson`;
  const evidence = session.evidence && join(session.evidence, file);
  const carriers: Vetted[] = [];
  const { footer } = await judgeAll(plan, {
    ...liveSource({ plan, connection, records: recordsOf(plan, connection) }),
    judged: (vetted) => void carriers.push(vetted),
    evidence,
  });
  const { reference, by, invalid } = plan.about;
  const cargoNotAsked =
    "the vetting rules do not ask for cargo insurance: a pass says nothing about it";
  const asksForCargo =
    hasRule(policy, "insurance.cargo_on_file") ||
    hasRule(policy, "policies.cargo");
  return {
    policy: policy.name,
    ...(reference && { reference }),
    ...(by && { by }),
    carriers: carriers.map((vetted) =>
      judgment(vetted, given.findings === "all"),
    ),
    errors: invalid.map(invalidError),
    ...(evidence && {
      evidence: { file: evidence, sha256: footer.evidence_sha256 },
    }),
    notes: [...footer.notes, ...(asksForCargo ? [] : [cargoNotAsked])],
  };
}

function planOf(
  { context, policy, waivers }: Session,
  given: VetArguments,
): Plan {
  const {
    dot_numbers,
    claims = [],
    reference = null,
    by = context.settings.values.by ?? null,
  } = given;
  const inputs = withClaims(dot_numbers.map(inputOf), claims);
  return {
    context,
    options: {},
    asOf: new Date(context.host.now()).toISOString(),
    policy,
    waivers,
    targets: [],
    inputs: { inputs, lists: [], single: undefined },
    about: { reference, by, shard: null, invalid: invalidIn(inputs) },
  };
}

/** @throws {UsageError} for claims about a carrier that is not asked for: nothing would be compared */
function withClaims(
  inputs: Input[],
  claims: NonNullable<VetArguments["claims"]>,
): Input[] {
  // Each is an input of its own about the number, so that all of them are compared.
  const saying = claims.map(({ dot_number, ...said }): Input => {
    const [number] = numbersIn([inputOf(dot_number)]);
    if (number === undefined || !numbersIn(inputs).includes(number))
      throw new UsageError(
        `claims are about ${quoteInput(dot_number)}, which is not among dot_numbers`,
      );
    const stated = Object.entries(said).filter(
      ([, claim]) => claim.trim() !== "",
    );
    return { dotNumber: number, claims: Object.fromEntries(stated) };
  });
  return [...inputs, ...saying];
}

function judgment(vetted: Vetted, all: boolean): object {
  const { dossier, legalName, verdict, findings } = vetted;
  const shown = findings.filter((finding) => all || isSpoken(finding));
  const told = shown.map(({ rule, outcome, effect, message, waived }) => {
    return { rule, outcome, effect, message, ...(waived && { waived }) };
  });
  const notes = withCargoNote(vetted);
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
  given: { dot_numbers: string[] },
): Promise<Result> {
  const carriers: object[] = [];
  const errors: object[] = [];
  const { "batch-size": batchSize, concurrency } = context.settings.values;
  const inputs = given.dot_numbers.map(inputOf);
  for await (const page of lookUp(inputs, askInBulk(connection.client), {
    batchSize,
    concurrency,
  })) {
    for (const outcome of page) {
      if (outcome.kind === "invalid") errors.push(invalidError(outcome));
      else if ("answer" in outcome)
        carriers.push({
          ...outcome.answer.record,
          dot_number: outcome.dotNumber,
        });
      else if ("error" in outcome)
        errors.push(errorOf(outcome.dotNumber, outcome.error));
    }
  }
  return { carriers, errors, notes: [] };
}

function invalidError(input: { text: string; invalid: string }): object {
  return errorOf(quoteInput(input.text), {
    kind: "usage",
    message: invalidText(input),
  });
}

function errorOf(
  dot_number: string,
  { kind, message }: { kind: string; message: string },
): object {
  return { dot_number, kind, message };
}

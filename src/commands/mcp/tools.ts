/**
 * The tools: what agents are told of them, and what they do, by the same parts
 * as the commands.
 */
import type { z } from "zod";
import { answerJson, endingOf, recordNames, recordOf } from "../../answer.ts";
import { inputOf } from "../../list/pasted.ts";
import { askAtOnce } from "../../lookup/ask.ts";
import { askSummaries } from "../../lookup/bulk-lookup.ts";
import { streamCarriers } from "../../lookup/carriers.ts";
import { localDay } from "../../text/time.ts";
import { coverNotes } from "../../vet/record/absent-cover.ts";
import { clockNotes } from "../../vet/run-notes.ts";
import { notesOn } from "../inputs.ts";
import { bulkInput, carrierInput, vetInput } from "./arguments.ts";
import {
  errorWithHint,
  invalidError,
  invalidJson,
  type Result,
} from "./result.ts";
import { type Session, vetCarriers } from "./vet-carriers.ts";

export interface Tool {
  name: string;
  description: string;
  input: z.ZodType;
  // biome-ignore lint/suspicious/noExplicitAny: each tool states its own arguments
  run(session: Session, given: any): Promise<Result>;
}

export const tools: readonly Tool[] = [
  {
    name: "get_carrier",
    description:
      "The carrier, insurance and safety records of one carrier; a missing one is null if others exist. " +
      "Judges nothing: vet_carriers before booking.",
    input: carrierInput,
    run: getCarrier,
  },
  {
    name: "vet_carriers",
    description:
      "Judges up to 25 carriers by the operator's policy: pass, fail (do not book), or review (a person has to decide), with the reasons. " +
      "Give as claims what a caller, an email or a certificate of insurance says: it is compared with the record.",
    input: vetInput,
    run: vetCarriers,
  },
  {
    name: "bulk_lookup",
    description:
      "Name, status, address and fleet of up to 50 carriers; cheaper than get_carrier, without insurance or safety. Judges nothing.",
    input: bulkInput,
    run: bulkLookup,
  },
];

async function getCarrier(
  { client, host, values }: Session,
  { dot_number, records = [...recordNames] }: z.output<typeof carrierInput>,
): Promise<Result> {
  const input = inputOf(dot_number);
  if ("invalid" in input) throw invalidError(input);
  const answers = await askAtOnce(client, input.dotNumber, records);
  const { error } = endingOf(answers);
  if (error && !Object.values(answers).some(recordOf)) throw error;
  const parts = Object.entries(answers).map(([name, answer]) => [
    name,
    answerJson(answer),
  ]);
  return {
    dot_number: input.dotNumber,
    ...Object.fromEntries(parts),
    notes: [
      ...notesOn([input]),
      ...coverNotes(answers, localDay(host.now())),
      ...(values.sample ? [] : clockNotes(answers)),
    ],
  };
}

async function bulkLookup(
  { client, values }: Session,
  { dot_numbers }: z.output<typeof bulkInput>,
): Promise<Result> {
  const carriers: object[] = [];
  const errors: object[] = [];
  const inputs = dot_numbers.map(inputOf);
  const question = { inputs, isBulk: true, askOf: askSummaries };
  const pages = streamCarriers(client, question, values);
  for await (const page of pages)
    for (const entry of page) {
      if (entry.kind === "invalid") errors.push(invalidJson(entry.input));
      if (entry.kind !== "carrier") continue;
      const { dotNumber: dot_number, answers, ending } = entry;
      const record = recordOf(answers.summary);
      const { error } = ending;
      if (record) carriers.push({ ...record, dot_number });
      else if (error) errors.push({ dot_number, error: errorWithHint(error) });
    }
  return { carriers, errors, notes: notesOn(inputs) };
}

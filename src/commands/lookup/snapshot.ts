/** The snapshot: a carrier's three records, judged by the user's vetting policy or the built-in one, as one row. */
import type { DotNumber } from "../../dot-number.ts";
import { type Input, numbersIn } from "../../input/input.ts";
import type { Row } from "../../lookup/outcome.ts";
import {
  type Part,
  type Parts,
  requestRecords,
  resultOf,
} from "../../lookup/parts.ts";
import { snapshotRecord } from "../../output/snapshot/record.ts";
import { snapshotView } from "../../output/snapshot/view.ts";
import type { Context } from "../../runtime/context.ts";
import type { Client } from "../../service/client.ts";
import { recordNames } from "../../service/types.ts";
import { dayOfTime } from "../../vet/facts.ts";
import { judge } from "../../vet/judge.ts";
import type { Answer, Dossier } from "../../vet/model.ts";
import type { Policy } from "../../vet/policy.ts";
import { loadPolicy } from "../vet/policy-files.ts";

export async function planSnapshots(
  context: Context,
  inputs: readonly Input[],
) {
  const policy = await loadPolicy(context);
  const marked = new Set(
    numbersIn(
      inputs.filter(
        (input) => "dotNumber" in input && input.isMarkedOutOfService,
      ),
    ),
  );
  const askOne = async (client: Client, dotNumber: DotNumber) => {
    const parts = await requestRecords(client, dotNumber, recordNames);
    const said = {
      dotNumber,
      place: null,
      claims: null,
      isMarkedOutOfService: marked.has(dotNumber),
    };
    return resultOf(
      dotNumber,
      parts,
      judged(said, parts, policy, context.host.now()),
    );
  };
  return { view: snapshotView, records: recordNames, askOne };
}

function judged(
  said: Omit<Dossier, "answers">,
  parts: Parts,
  policy: Policy,
  now: number,
): Row {
  const all = Object.entries(parts);
  const dossier: Dossier = {
    ...said,
    answers: Object.fromEntries(
      all.map(([name, part]) => [name, answerOf(part)]),
    ),
  };
  const { findings } = judge(policy, dossier, { today: dayOfTime(now) });
  const issues = all.flatMap(([name, part]) =>
    part.kind === "answered"
      ? part.answer.issues.map((issue) => `${name}.${issue}`)
      : [],
  );
  return { record: { ...snapshotRecord(dossier, findings) }, issues };
}

function answerOf(part: Part): Answer {
  if (part.kind === "answered")
    return { state: "answered", value: part.answer.record };
  if (part.kind === "not-found") return { state: "none" };
  return {
    state: "unanswered",
    code: part.error.kind,
    message: part.error.message,
  };
}

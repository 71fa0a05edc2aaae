/**
 * What distinguishes one lookup from another: what it asks for, and how that is
 * shown.
 */
import { type Answers, recordNames, recordOf } from "../../answer.ts";
import { askAtOnce, askEach, askRecords } from "../../lookup/ask.ts";
import { askSummaries } from "../../lookup/bulk-lookup.ts";
import type { Carrier, Question } from "../../lookup/carriers.ts";
import type { Context } from "../../run/context.ts";
import { localDay } from "../../text/time.ts";
import {
  type LookupName,
  type LookupRow,
  type View,
  views,
} from "../../views.ts";
import type { Given } from "../inputs.ts";

export interface LookupKind extends Pick<Question, "isBulk" | "askOf"> {
  view: View;
  /** The policy that judges: its hash and those of its lists, and where these are. */
  policy?: { hashes: readonly string[]; lists: readonly string[] };
  rowOf(carrier: Carrier): LookupRow;
}

/** How a lookup asks and makes rows. Only snapshots load what judges. */
export async function lookupKind(
  name: LookupName,
  context: Context,
  given: Given,
): Promise<LookupKind> {
  if (name === "snapshot") return snapshots(context, given);
  const isBulk = name === "bulk";
  const answerName = isBulk ? "summary" : name;
  return {
    view: views[name],
    isBulk,
    askOf: (client) =>
      isBulk
        ? askSummaries(client)
        : askEach((number) => askRecords(client, number, [name])),
    rowOf: ({ dotNumber, answers: { [answerName]: answer }, ending }) => ({
      dotNumber,
      record: recordOf(answer),
      error: ending.error,
    }),
  };
}

/**
 * A carrier's three records, judged by the user's vetting policy or the
 * built-in one.
 */
async function snapshots(
  context: Context,
  { inputs, single }: Given,
): Promise<LookupKind> {
  const { loadPolicy, policyLists } = await import("../vetting-files.ts");
  const { dossierMaker } = await import("../../vet/request-plan.ts");
  const { judge } = await import("../../vet/judge.ts");
  const { snapshotOf } = await import("../../output/snapshot-record.ts");
  const { hashesOf } = await import("../../vet/policy/policy.ts");
  const { unchangedRule } = await import("../../vet/rules/identity.ts");
  const loaded = await loadPolicy(context);
  // A snapshot compares nothing.
  const rules = loaded.rules.filter(({ name }) => name !== unchangedRule.name);
  const policy = { ...loaded, rules };
  if (rules.length < loaded.rules.length)
    context.reporter.note(
      "the rule unchanged is not judged here: usdot vet --history does it",
    );
  const today = localDay(context.host.now());
  const dossierOf = dossierMaker(inputs);
  const ask = single ? askAtOnce : askRecords;
  return {
    view: views.snapshot,
    policy: {
      hashes: hashesOf(policy, policy.lists),
      lists: policyLists(context, policy),
    },
    isBulk: false,
    askOf: (client) => askEach((number) => ask(client, number, recordNames)),
    rowOf(carrier) {
      const { dotNumber, answers, ending } = carrier;
      const { state, error } = ending;
      if (state === "not-found" || state === "unanswered")
        return { dotNumber, error };
      const { findings, notes } = judge(policy, dossierOf(carrier), { today });
      const snapshot = {
        answers,
        findings,
        notes,
        isBuiltIn: policy.isBuiltIn === true,
      };
      return { ...snapshotOf(dotNumber, snapshot, today), error };
    },
  };
}

/**
 * Paths of fields that are not of the type that the interface states, in all
 * records of a carrier. One of a list's elements stands for all.
 */
export function issuesIn(answers: Answers): string[] {
  const all = Object.entries(answers);
  const fields = new Set<string>();
  for (const [name, answer] of all)
    for (const issue of answer.state === "answered" ? answer.issues : []) {
      const path = all.length > 1 ? `${name}.${issue}` : issue;
      fields.add(path.replace(/\.\d+(?=\.|$)/g, "[]"));
    }
  return [...fields];
}

/** What distinguishes one lookup from another: its question and its rows. */
import { recordNames, recordOf } from "../../answer.ts";
import {
  askAtOnce,
  askEach,
  askRecords,
  askSummaries,
} from "../../lookup/ask.ts";
import type { Carrier, Question } from "../../lookup/carriers.ts";
import type { Context } from "../../run/context.ts";
import type { RecordFormat } from "../../settings/formats.ts";
import { localDay } from "../../text/time.ts";
import {
  type LookupName,
  type LookupRow,
  type View,
  views,
} from "../../views.ts";
import type { Given } from "../inputs.ts";
import type { LookupOptions } from "../options.ts";

interface LookupKind extends Pick<Question, "isBulk" | "askOf"> {
  view: View;
  /** The hashes of the policy that judges and of its lists. */
  judgedBy?: readonly string[];
  /** The lists that it names. */
  listPaths?: readonly string[];
  rowOf(carrier: Carrier): LookupRow;
}

/** A lookup, once everything is checked. */
export interface Lookup extends Context, Given, LookupKind {
  options: LookupOptions;
  format: RecordFormat;
  isSingle: boolean;
}

/** How a lookup asks and makes rows. Only snapshots load what judges. */
export async function lookupKind(
  name: LookupName,
  context: Context,
  given: Given,
): Promise<LookupKind> {
  if (name === "snapshot") return snapshotKind(context, given);
  const isBulk = name === "bulk";
  const answerName = isBulk ? "summary" : name;
  return {
    view: views[name],
    isBulk,
    askOf: (client) =>
      isBulk
        ? askSummaries(client)
        : askEach((number) => askRecords(client, number, [name])),
    rowOf({ dotNumber, answers, ending }) {
      const record = recordOf(answers[answerName]);
      return { dotNumber, record, error: ending.error };
    },
  };
}

/**
 * A carrier's three records, judged by the user's vetting policy or the
 * built-in one.
 */
async function snapshotKind(
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
    judgedBy: hashesOf(policy, policy.lists),
    listPaths: policyLists(context, policy),
    isBulk: false,
    askOf: (client) => askEach((number) => ask(client, number, recordNames)),
    rowOf(carrier) {
      const { dotNumber, answers, ending } = carrier;
      const { state, error } = ending;
      if (state === "not-found" || state === "unanswered")
        return { dotNumber, error };
      const judged = judge(policy, dossierOf(carrier), { today });
      const snapshot = { ...judged, answers, isBuiltIn: policy.isBuiltIn };
      return { ...snapshotOf(dotNumber, snapshot, today), error };
    },
  };
}

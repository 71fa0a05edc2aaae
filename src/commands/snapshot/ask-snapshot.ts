/** Asks for a carrier's three records side by side, and judges them by the policy. */
import type { DotNumber } from "../../dot-number.ts";
import type { Result } from "../../lookup/outcome.ts";
import { type Part, type Parts, requestParts } from "../../lookup/parts.ts";
import { snapshotAnswer, snapshotView } from "../../output/snapshot/snapshot.ts";
import type { Context } from "../../runtime/context.ts";
import { defaultPolicy } from "../../vet/default-policy.ts";
import { evaluate } from "../../vet/evaluate.ts";
import type { Policy } from "../../vet/policy.ts";
import { dayOfTime } from "../../vet/values.ts";
import type { LookupPlan } from "../lookup/plan.ts";

/**
 * The plan of the snapshot. Its marks are the findings of the user's policy, or of the built-in one.
 * @throws {UsageError} when the policy has mistakes
 */
export async function snapshotPlan(context: Context): Promise<LookupPlan> {
  // Loaded only for a policy of the user's: the built-in one needs no YAML.
  const files = context.settings.values.policy === undefined ? undefined : await import("../vet/policy-files.ts");
  const policy = files ? await files.loadPolicy(context) : defaultPolicy();
  return {
    view: snapshotView,
    one: async (client, dotNumber, options) =>
      judged(dotNumber, await requestParts(client, dotNumber, options), policy, context.host.now()),
    records: ["carrier", "insurance", "safety"],
    reads: files?.listFiles(context, policy) ?? [],
  };
}

function judged(dotNumber: DotNumber, records: Parts, policy: Policy, now: number): Result {
  const { findings } = evaluate(policy, { dotNumber, records }, { today: dayOfTime(now) });
  const schemaIssues = Object.entries(records).flatMap(([name, part]: [string, Part]) =>
    part.state === "answered" ? part.answer.schemaIssues.map((issue) => `${name}.${issue}`) : [],
  );
  const answer = snapshotAnswer({ dotNumber, records, findings, asOf: now, askedAt: now }, schemaIssues);
  const failed = Object.values(records).find((part) => part.state === "unanswered");
  return failed ? { kind: "partial", dotNumber, answer, error: failed.error } : { kind: "answered", dotNumber, answer };
}

/** What a command line of `vet` asks for, checked before anything is sent. */
import { OtherError, refuse } from "../../errors.ts";
import { numbersIn, singleNumber } from "../../list/input.ts";
import type { Context } from "../../run/context.ts";
import { didYouMean } from "../../text/hint.ts";
import { quoted } from "../../text/json.ts";
import { openChecked } from "../../vet/evidence/reader.ts";
import type { Policy } from "../../vet/policy/policy.ts";
import { rulesForOneRun, type Waiver } from "../../vet/policy/waivers.ts";
import {
  comparedClaims,
  refuseIdleClaims,
  refuseUncertainDays,
  refuseUselessClaims,
} from "../../vet/refuse-claims.ts";
import { unchangedRule } from "../../vet/rules/identity.ts";
import type { VettingBasis } from "../../vet/run-notes.ts";
import { refuseOverwriting } from "../destination.ts";
import { type Given, openInputs, sourcesOf } from "../inputs.ts";
import { pairIn, type Request, type VetOptions } from "../options.ts";
import {
  loadPolicy,
  loadWaivers,
  policyLists,
  recordedPolicy,
  refuseComparing,
} from "../vetting-files.ts";
import {
  evidencePathOf,
  type OutputPlan,
  refuseSharing,
  targetsOf,
} from "./outputs.ts";

export interface VetPlan extends OutputPlan, VettingBasis {
  /** For this run alone. */
  exceptions: readonly Waiver[];
}

/**
 * Checks a command line and reads all that it names, but the carriers of
 * evidence.
 */
export async function checkPlan(
  context: Context,
  request: Request<VetOptions>,
): Promise<VetPlan> {
  const { options } = request;
  const { from, history, onlyChanged, reuse = [] } = options;
  if (onlyChanged && (history ?? from) === undefined)
    refuse(
      "--only-changed needs --history or --from",
      "changed since which run?",
    );
  const evidencePath = evidencePathOf(context, options);
  const targets = targetsOf(context, options);
  refuseSharing(targets, evidencePath);
  const judging = await (from === undefined
    ? checkLive(context, request)
    : checkReplay(context, options, from));
  const { replayed, inputs, listPaths } = judging;
  const carriers = replayed?.count ?? numbersIn(inputs).length;
  if (carriers > 1 && targets.some(({ format }) => format === "line"))
    refuse("line reports are about one number", "for a list, use csv");
  refuseOverwriting(
    context,
    [evidencePath?.path, ...targets.map(({ path }) => path)],
    [...sourcesOf(judging), ...listPaths, options.waivers, from, ...reuse],
  );
  return { ...context, options, evidencePath, targets, ...judging };
}

/** The plan of a run that asks: policy, waivers, list and claims. */
async function checkLive(context: Context, request: Request<VetOptions>) {
  const { history, waivers, waive = [] } = request.options;
  const policy = await loadPolicy(context, history !== undefined);
  if (history === undefined)
    refuseComparing(
      policy,
      "vet with --history, which names the directory of your runs",
    );
  const loaded = await loadWaivers(context, waivers);
  const given = await vetInputs(context, request, policy);
  const { single } = given;
  return {
    ...given,
    policy,
    waivers: loaded,
    exceptions: exceptionsOf(waive, single, context.values.by),
    replayed: undefined,
    prefersScreen: single !== undefined,
    listPaths: policyLists(context, policy),
  };
}

/** The plan of --from: the recorded run, and what judges it again. */
async function checkReplay(
  context: Context,
  { waivers }: VetOptions,
  from: string,
) {
  const replayed = await openChecked(context.host.resolve(from));
  if (replayed === undefined) {
    const message = `${from} was cut off before its first carrier`;
    throw new OtherError(message, "review", { hint: "vet again" });
  }
  const { header } = replayed;
  // A policy that was set long ago is not meant for what was judged by another.
  const isRecorded = context.sources.policy?.layer !== "flag";
  const policy = isRecorded
    ? await recordedPolicy(context, header)
    : await loadPolicy(context);
  return {
    policy,
    waivers: await loadWaivers(context, waivers, header),
    // Somebody accepted what the recorded policy found, and nothing else.
    exceptions: isRecorded && waivers === undefined ? header.exceptions : [],
    inputs: [],
    lists: [],
    single: undefined,
    replayed,
    // A comparison begins with what concerns the whole list.
    prefersScreen: header.compared === undefined,
    listPaths: isRecorded ? [] : policyLists(context, policy),
  };
}

/**
 * The exceptions of `--waive RULE=REASON`, which hold for one run.
 * `carrier`: the only one of the run; undefined for a list.
 * @throws {UsageError}
 */
function exceptionsOf(
  given: readonly string[],
  carrier: string | undefined,
  by: string | undefined,
): Waiver[] {
  if (given.length === 0) return [];
  if (carrier === undefined)
    refuse("--waive is about one number", "for a list, use --waivers FILE");
  if (by === undefined) refuse("--waive needs --by: who accepts it?");
  return given.map((text) => {
    const [rule = "", reason] = pairIn(text);
    if (reason === undefined)
      refuse(
        `--waive ${quoted(text)} is not RULE=REASON, such as authority.age="hauled for us since 2019"`,
      );
    if (!rulesForOneRun.includes(rule))
      refuse(
        `--waive cannot waive ${quoted(rule)}`,
        rule === unchangedRule.name
          ? "to accept a change for good, use --waivers FILE"
          : didYouMean(rule, rulesForOneRun),
      );
    return { carrier, rule, reason, by };
  });
}

/** Reads the carriers and the claims about them. */
async function vetInputs(
  context: Context,
  request: Request<VetOptions>,
  policy: Policy,
): Promise<Given> {
  const { claim, claimColumn } = request.options;
  refuseIdleClaims({ ...claimColumn }, policy);
  refuseUselessClaims({ ...claim }, policy, "--claim ");
  refuseUncertainDays({ ...claim });
  const given = await openInputs(context, request, {
    usualClaims: comparedClaims(policy) ?? [],
    claimColumns: claimColumn,
  });
  if (claimColumn && given.lists.length === 0)
    refuse("--claim-column needs a list", "for one number, use --claim");
  return withClaims(given, request.options);
}

/** With the claims of `--claim`, beside those of a pasted text. */
function withClaims(given: Given, { claim, waive }: VetOptions): Given {
  if (claim === undefined && waive === undefined) return given;
  const { lists, inputs } = given;
  // Both are about one carrier, whose number may be given twice.
  const single = lists.length > 0 ? undefined : singleNumber(inputs);
  if (claim === undefined) return { ...given, single };
  if (single === undefined)
    refuse(
      "--claim is about one number",
      "put a value that has spaces in quotation marks; for a list, use --claim-column",
    );
  const claiming = { dotNumber: single, claims: claim };
  return { ...given, single, inputs: [...inputs, claiming] };
}

/** What a command line of `vet` asks for, checked before anything is sent. */
import { resolve } from "node:path";
import { OtherError, refuse } from "../../errors.ts";
import { numbersIn } from "../../list/input.ts";
import type { Context } from "../../run/context.ts";
import {
  loadPolicy,
  loadWaivers,
  policyLists,
  refuseComparing,
} from "../../run/vetting-files.ts";
import { didYouMean } from "../../text/hint.ts";
import type { EvidenceRun } from "../../vet/evidence/lines.ts";
import { openChecked, type Replayed } from "../../vet/evidence/reader.ts";
import { parsePolicy } from "../../vet/policy/files.ts";
import {
  cautionsOf,
  defaultPolicy,
  type Policy,
} from "../../vet/policy/policy.ts";
import {
  rulesOfRun,
  type Waiver,
  type Waivers,
} from "../../vet/policy/waivers.ts";
import { unchangedRule } from "../../vet/rules/identity.ts";
import { refuseOverwriting } from "../destination.ts";
import { type Inputs, sourcesOf } from "../inputs.ts";
import { pairIn } from "../list-options.ts";
import {
  evidencePathOf,
  type OutputPlan,
  type Target,
  targetsOf,
} from "./outputs.ts";
import { type VetOptions, type VetRequest, vetInputs } from "./vet-inputs.ts";

export interface VetPlan extends OutputPlan {
  policy: Policy;
  waivers: Waivers | undefined;
  /** For this run alone. */
  exceptions: readonly Waiver[];
  /** The run that is judged again. */
  replayed: Replayed | undefined;
}

/**
 * Checks a command line and reads all that it names, but the carriers of
 * evidence.
 */
export async function checkPlan(
  context: Context,
  request: VetRequest,
): Promise<VetPlan> {
  const { options } = request;
  const { waivers: waiverFile, waive = [], from, reuse = [] } = options;
  const isComparing = (options.history ?? from) !== undefined;
  if (options.onlyChanged && !isComparing)
    refuse(
      "--only-changed needs --history or --from",
      "it reports what changed since",
    );
  const replayed = await openReplayed(context, options);
  const run = replayed?.recorded.run;
  // A policy that was set long ago is not meant for what was judged by another.
  const isRecorded =
    run !== undefined && context.settings.sources.policy?.layer !== "flag";
  const policy = isRecorded
    ? await recordedPolicy(context, run)
    : await loadPolicy(context, options.history !== undefined);
  if (!isComparing)
    refuseComparing(
      policy,
      "vet with --history, which names the directory of your runs",
    );
  const waivers = await loadWaivers(context, waiverFile, run);
  const evidencePath = evidencePathOf(context, options);
  const targets = targetsOf(context, options, evidencePath);
  const inputs: Inputs = run
    ? { inputs: [], lists: [], single: undefined }
    : await vetInputs(context, request, policy);
  const carriers = replayed?.count ?? numbersIn(inputs.inputs).length;
  refuseLine(targets, carriers);
  refuseOverwriting(
    context,
    [evidencePath?.path, ...targets.map(({ path }) => path)],
    [
      ...sourcesOf(inputs),
      ...(isRecorded ? [] : policyLists(context, policy)),
      ...[waiverFile, from, ...reuse],
    ],
  );
  const { by } = context.settings.values;
  // Somebody accepted what the recorded policy found, and nothing else.
  const recorded =
    isRecorded && waiverFile === undefined ? run.exceptions : undefined;
  return {
    context,
    options,
    policy,
    waivers,
    exceptions: recorded ?? waiversOfRun(waive, inputs.single, by),
    targets,
    evidencePath,
    inputs,
    // A comparison begins with what concerns the whole list.
    isScreen: inputs.single !== undefined || Boolean(run && !run.compared),
    replayed,
  };
}

/**
 * The exceptions of `--waive RULE=REASON`, which hold for one run.
 * `carrier`: the only one of the run; undefined for a list.
 * @throws {UsageError}
 */
function waiversOfRun(
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
        `--waive ${JSON.stringify(text)} is not RULE=REASON, such as authority.age="hauled for us since 2019"`,
      );
    if (!rulesOfRun.includes(rule))
      refuse(
        `--waive cannot waive ${JSON.stringify(rule)}`,
        rule === unchangedRule.name
          ? "to accept a change for good, use --waivers FILE"
          : didYouMean(rule, rulesOfRun),
      );
    return { carrier, rule, reason, by };
  });
}

/** A line to paste is about one number. */
function refuseLine(targets: readonly Target[], carriers: number): void {
  if (carriers > 1 && targets.some(({ format }) => format === "line"))
    refuse("the report line is about one number", "for a list, use csv");
}

async function openReplayed(
  { host }: Context,
  { from }: VetOptions,
): Promise<VetPlan["replayed"]> {
  if (from === undefined) return undefined;
  const replayed = await openChecked(resolve(host.cwd, from));
  if (replayed) return replayed;
  const message = `${from} was cut off before its first carrier`;
  throw new OtherError(message, "review", { hint: "vet again" });
}

async function recordedPolicy(
  { settings, reporter }: Context,
  { policy, lists }: EvidenceRun,
): Promise<Policy> {
  if (settings.values.policy !== undefined)
    reporter.note(
      "judging by the recorded policy, not by the one in your settings: for that, give it to --policy",
    );
  for (const isComparing of [false, true]) {
    const builtIn = await defaultPolicy({ isComparing });
    if (builtIn.sha256 === policy.sha256) return builtIn;
  }
  const readList = (name: string) =>
    lists.find(({ path }) => path === name)?.text ?? "";
  const path = "the recorded policy";
  const parsed = await parsePolicy(policy.text, { path, readList });
  reporter.warning(...cautionsOf(parsed));
  return parsed;
}

import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { OtherError, refuse } from "../../errors.ts";
import type { Context } from "../../run/context.ts";
import {
  loadPolicy,
  loadWaivers,
  policyLists,
  refuseComparing,
} from "../../run/policy-files.ts";
import type { EvidenceRun } from "../../vet/evidence/lines.ts";
import {
  checkEvidence,
  type Evidence,
  openEvidence,
} from "../../vet/evidence/reader.ts";
import type { EvidencePath } from "../../vet/evidence/writer.ts";
import { parsePolicy } from "../../vet/policy/files.ts";
import { defaultPolicy, type Policy } from "../../vet/policy/policy.ts";
import {
  type Waiver,
  type Waivers,
  waiversOfRun,
} from "../../vet/policy/waivers.ts";
import { refuseOverwriting } from "../destination.ts";
import { type Inputs, sourcesOf } from "../inputs.ts";
import { evidencePathOf, type OutputPlan, targetsOf } from "./outputs.ts";
import { type VetOptions, type VetRequest, vetInputs } from "./vet-inputs.ts";

export interface VetPlan extends OutputPlan {
  policy: Policy;
  waivers: Waivers | undefined;
  /** For this run alone. */
  exceptions: readonly Waiver[];
  /** Where the run is recorded, but for one of a history. */
  evidence: EvidencePath | undefined;
  recorded: Evidence | undefined;
}

/**
 * Checks a command line and reads all that it names, but of evidence only the
 * first line.
 */
export async function checkPlan(
  context: Context,
  request: VetRequest,
): Promise<VetPlan> {
  const { options } = request;
  refuseConflicts(request);
  const recorded = await openRecorded(context, options);
  const policy = await policyFor(context, options, recorded?.run);
  const { waivers: waiverFile, from, reuse = [] } = options;
  const waivers = await loadWaivers(context, waiverFile, recorded?.run);
  const evidence = evidencePathOf(context, options);
  const targets = targetsOf(context, options, evidence);
  const inputs = recorded
    ? noInputs
    : await vetInputs(context, request, policy, targets);
  refuseOverwriting(
    context,
    [evidence?.path, ...targets.map(({ path }) => path)],
    [
      ...sourcesOf(inputs),
      ...policyLists(context, policy),
      ...[waiverFile, from, ...reuse],
    ],
  );
  return {
    context,
    options,
    policy,
    waivers,
    exceptions: exceptionsOf(context, options, inputs, recorded?.run),
    targets,
    evidence,
    inputs,
    // A comparison begins with what concerns the whole list.
    isScreen: inputs.single !== undefined || recorded?.run.compared === null,
    recorded,
  };
}

const noInputs: Inputs = { inputs: [], lists: [], single: undefined };

/** What may be given, each with what it cannot be used with. */
const conflicts: Readonly<Record<string, readonly string[]>> = {
  "--from": [
    "numbers",
    "--file",
    "--column",
    "--strict",
    "--shard",
    "--keep-columns",
    "--dry-run",
    "--claim",
    "--claim-column",
    "--reference",
    "--by",
    "--waive",
    "--evidence",
    "--history",
    "--reuse",
  ],
  "--history": ["--evidence", "--shard"],
  "--only-changed": ["--keep-columns"],
  "--keep-columns": ["--shard"],
};

const insteadOf = new Map([
  ["numbers", "it takes one file: for several, run it for each"],
  ["--shard", "give the evidence of all parts to --reuse, with the whole list"],
]);

function refuseConflicts({ numbers, options, flags }: VetRequest): void {
  const { evidence, by } = flags;
  const given = Object.entries({ ...options, evidence, by })
    .filter(([, value]) => value !== undefined)
    .map(([name]) =>
      name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    )
    .map((name) => `--${name}`);
  if (numbers.length > 0) given.push("numbers");
  for (const option of given) {
    const other = conflicts[option]?.find((name) => given.includes(name));
    if (other)
      refuse(`${option} cannot be used with ${other}`, insteadOf.get(other));
  }
  const isCompared = given.includes("--history") || given.includes("--from");
  if (options.onlyChanged && !isCompared)
    refuse(
      "--only-changed needs --history or --from",
      "it reports what changed since",
    );
}

async function openRecorded(
  { host }: Context,
  { from }: VetOptions,
): Promise<Evidence | undefined> {
  if (from === undefined) return undefined;
  const isPiped = from === "-";
  if (isPiped && host.stdin.isTTY)
    refuse("--from - reads standard input, which is a terminal", "name a file");
  const path = resolve(host.cwd, from);
  // A pipe can be read only once.
  if (!isPiped && existsSync(path) && statSync(path).isFile())
    await checkEvidence(path);
  const evidence = await (isPiped
    ? openEvidence("standard input", host.stdin)
    : openEvidence(path));
  if (evidence) return evidence;
  const message = `${from} was cut off before its first carrier`;
  throw new OtherError(message, "review", { hint: "vet again" });
}

async function policyFor(
  context: Context,
  { history, from }: VetOptions,
  recorded: EvidenceRun | undefined,
) {
  const isNamed = context.settings.values.policy !== undefined;
  if (recorded && !isNamed) {
    for (const isComparing of [false, true]) {
      const builtIn = await defaultPolicy({ isComparing });
      if (builtIn.sha256 === recorded.policy.sha256) return builtIn;
    }
    const readList = (path: string) =>
      recorded.lists.find((list) => list.path === path)?.text ?? "";
    return parsePolicy(recorded.policy.text, {
      path: "the recorded policy",
      readList,
    });
  }
  const policy = await loadPolicy(context, history !== undefined);
  context.reporter.warning(...policy.cautions);
  if ((history ?? from) === undefined) refuseComparing(policy);
  return policy;
}

/** What `--waive` accepts, or what a recorded run did. */
function exceptionsOf(
  { settings }: Context,
  { waive = [], waivers }: VetOptions,
  inputs: Inputs,
  recorded: EvidenceRun | undefined,
): readonly Waiver[] {
  if (recorded) return waivers === undefined ? recorded.exceptions : [];
  const carrier = inputs.single;
  const { by } = settings.values;
  return waiversOfRun(waive, carrier, by);
}

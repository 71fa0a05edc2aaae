import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { FileError, ListError, refuse, UsageError } from "../../errors.ts";
import { numbersIn } from "../../list/input.ts";
import type { Context } from "../../run/context.ts";
import {
  loadPolicy,
  loadWaivers,
  policyLists,
  refuseComparing,
} from "../../run/policy-files.ts";
import { errorLines } from "../../run/reporter.ts";
import { counted } from "../../text/digits.ts";
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
import {
  isOneNumber,
  type VetOptions,
  type VetRequest,
  vetInputs,
} from "./inputs.ts";
import { evidencePathOf, type OutputPlan, targetsOf } from "./outputs.ts";

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
  const mistakes = new Mistakes();
  const recorded = await mistakes.of(() => openRecorded(context, options));
  const policy = await mistakes.of(() =>
    policyFor(context, options, recorded?.run),
  );
  const waivers = await mistakes.of(() =>
    loadWaivers(context, options.waivers, recorded?.run),
  );
  const evidence = await mistakes.of(() => evidencePathOf(context, options));
  const targets = await mistakes.of(() =>
    targetsOf(context, options, evidence),
  );
  const inputs =
    options.from === undefined
      ? await mistakes.of(() => vetInputs(context, request, policy, targets))
      : noInputs;
  const exceptions = await mistakes.of(() =>
    exceptionsOf(context, options, inputs, recorded?.run),
  );
  const { waivers: waiverFile, from, reuse = [] } = options;
  const written = [evidence?.path, ...(targets ?? []).map(({ path }) => path)];
  const lists = policy ? policyLists(context, policy) : [];
  const sources = sourcesOf(inputs ?? noInputs);
  const read = [...sources, ...lists, waiverFile, from, ...reuse];
  await mistakes.of(() => refuseOverwriting(context, written, read));
  if (policy && exceptions && targets && inputs && mistakes.isEmpty)
    return {
      context,
      options,
      policy,
      waivers,
      exceptions,
      targets,
      evidence,
      inputs,
      isScreen: isScreen(inputs, recorded),
      recorded,
    };
  throw mistakes.error();
}

/** A comparison begins with what concerns the whole list. */
function isScreen({ single }: Inputs, recorded: Evidence | undefined): boolean {
  return single !== undefined || recorded?.run.compared === null;
}

const noInputs: Inputs = {
  inputs: [],
  lists: [],
  single: undefined,
};

/** The mistakes of a command line and of the files that it names. */
class Mistakes {
  readonly #mistakes: (UsageError | FileError)[] = [];

  get isEmpty(): boolean {
    return this.#mistakes.length === 0;
  }

  /** Takes a step, and notes what is wrong with it. */
  async of<T>(step: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof FileError))
        throw error;
      this.#mistakes.push(error);
      return undefined;
    }
  }

  error(): UsageError | FileError {
    const [first, ...others] = this.#mistakes;
    if (first && others.length === 0) return first;
    const lines = this.#mistakes.flatMap(errorLines);
    const all = [...lines, counted(lines.length, "mistake")];
    const isOfFile = this.#mistakes.some(({ kind }) => kind === "file");
    const hint = "nothing was sent";
    return isOfFile
      ? new FileError(all, { hint })
      : new UsageError(all, { hint });
  }
}

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
  throw new ListError(message, "review", { hint: "vet again" });
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
  if ((history ?? from) === undefined) refuseComparing(policy);
  return policy;
}

/** What `--waive` accepts, or what a recorded run did. */
function exceptionsOf(
  { settings }: Context,
  { waive = [], waivers }: VetOptions,
  inputs: Inputs | undefined,
  recorded: EvidenceRun | undefined,
): readonly Waiver[] {
  if (recorded) return waivers === undefined ? recorded.exceptions : [];
  if (inputs === undefined) return [];
  const [carrier] = isOneNumber(inputs) ? numbersIn(inputs.inputs) : [];
  const { by } = settings.values;
  return waiversOfRun(waive, { carrier, by });
}

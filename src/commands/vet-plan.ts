/** What a run of `usdot vet` is made of, checked before anything is sent: every mistake is found at once. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { FileError, ListError, UsageError, UsdotError } from "../errors.ts";
import {
  type ClaimField,
  type Claims,
  claimFields,
  type Input,
  invalidIn,
  numbersIn,
} from "../list/input.ts";
import { keptNotes } from "../output/keep-columns.ts";
import { keptColumns } from "../output/reports/data.ts";
import { type ReportFormat, reports } from "../output/reports/index.ts";
import { type Context, formatFor, pathOf } from "../run/context.ts";
import { loadPolicy, loadWaivers } from "../run/policy-files.ts";
import { withHint } from "../run/reporter.ts";
import { formatNamed, formatOfFile } from "../settings/options.ts";
import { counted } from "../text/digits.ts";
import { defaultPolicy } from "../vet/default-policy.ts";
import {
  type Evidence,
  type EvidenceRun,
  openEvidence,
} from "../vet/evidence.ts";
import { day, quoted } from "../vet/facts.ts";
import { hasRule, type Policy, parsePolicy, ruleOf } from "../vet/policy.ts";
import { type Waiver, type Waivers, waiversOfRun } from "../vet/waivers.ts";
import { refuseOverwriting } from "./destination.ts";
import { type Inputs, ownRows, readInputs, sourcesOf } from "./inputs.ts";
import type { ListOptions, Request } from "./list-options.ts";

export interface VetOptions extends ListOptions {
  waivers?: string;
  waive?: readonly string[];
  claim?: Claims;
  claimColumn?: Claims;
  /** False with `--no-evidence`. */
  evidence?: boolean;
  reference?: string;
  from?: string;
  reuse?: readonly string[];
  history?: string;
  onlyChanged?: boolean;
  report?: readonly string[];
  dryRun?: boolean;
  printPolicy?: boolean;
  rules?: boolean;
}

export interface VetRequest extends Request<VetOptions> {
  /** The command line as it was typed. */
  argv: readonly string[];
}

export interface Target {
  format: ReportFormat;
  /** Absolute; undefined for standard output. */
  path: string | undefined;
}

/** Where a run is recorded: in a file, or in a file of its own in a directory. */
export interface Recording {
  path: string;
  isDirectory: boolean;
}

export interface VetPlan {
  context: Context;
  options: VetOptions;
  argv: readonly string[];
  policy: Policy;
  waivers: Waivers | undefined;
  /** For this run alone. */
  exceptions: readonly Waiver[];
  targets: readonly Target[];
  recording: Recording | undefined;
  inputs: Inputs;
  recorded: Evidence | undefined;
}

/** Checks a command line and reads all that it names, but of evidence only the first line. */
export async function checkPlan(
  context: Context,
  request: VetRequest,
): Promise<VetPlan> {
  const { options, argv } = request;
  refuseExclusive(request);
  const mistakes = new Mistakes();
  const recorded = await mistakes.of(() => openRecorded(context, options));
  const policy = await mistakes.of(() =>
    policyOf(context, options, recorded?.run),
  );
  const waivers = await mistakes.of(() =>
    loadWaivers(context, options.waivers, recorded?.run),
  );
  const recording = await mistakes.of(() => recordingOf(context, options));
  const targets = await mistakes.of(() =>
    targetsOf(context, options, recording),
  );
  const inputs =
    options.from === undefined
      ? await mistakes.of(() => inputsOf(context, request, policy, targets))
      : noInputs;
  const exceptions = await mistakes.of(() =>
    exceptionsOf(context, options, inputs, recorded?.run),
  );
  await mistakes.of(() =>
    refuseOverwriting(
      context,
      [recording?.path, ...(targets ?? []).map(({ path }) => path)],
      [
        ...sourcesOf(inputs ?? noInputs),
        options.waivers,
        options.from,
        ...(options.reuse ?? []),
      ],
    ),
  );
  if (policy && exceptions && targets && inputs && mistakes.isEmpty)
    return {
      context,
      options,
      argv,
      policy,
      waivers,
      exceptions,
      targets,
      recording,
      inputs,
      recorded,
    };
  throw mistakes.error();
}

const noInputs: Inputs = { inputs: [], lists: [], single: undefined };

/** The mistakes of a command line and of the files that it names. */
class Mistakes {
  readonly #mistakes: UsdotError[] = [];

  get isEmpty(): boolean {
    return this.#mistakes.length === 0;
  }

  /** Takes a step, and notes what is wrong with it. */
  async of<T>(step: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await step();
    } catch (error) {
      const isMistake =
        error instanceof UsdotError && ["usage", "file"].includes(error.kind);
      if (!isMistake) throw error;
      this.#mistakes.push(error);
      return undefined;
    }
  }

  error(): UsdotError {
    const [first, ...others] = this.#mistakes;
    if (first && others.length === 0) return first;
    const lines = this.#mistakes.flatMap((each) => withHint(each).split("\n"));
    const Kind = this.#mistakes.some((each) => each instanceof FileError)
      ? FileError
      : UsageError;
    const all = [...lines, counted(lines.length, "mistake")];
    return new Kind(all.join("\n"), { hint: "nothing was sent" });
  }
}

/** What may be given, each with what it cannot be used with. */
const exclusive: Readonly<Record<string, readonly string[]>> = {
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
    "--waive",
    "--evidence",
    "--history",
    "--reuse",
  ],
  "--history": ["--evidence", "--shard"],
  "--only-changed": ["--keep-columns"],
};

function refuseExclusive({ numbers, options, flags }: VetRequest): void {
  const typed = { ...options, evidence: flags.evidence };
  const given = Object.entries(typed).flatMap(([name, value]) =>
    value === undefined
      ? []
      : `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  );
  if (numbers.length > 0) given.push("numbers");
  for (const option of given) {
    const other = exclusive[option]?.find((name) => given.includes(name));
    if (other) throw new UsageError(`${option} cannot be used with ${other}`);
  }
  const isCompared = given.includes("--history") || given.includes("--from");
  if (options.onlyChanged && !isCompared)
    throw new UsageError("--only-changed needs --history or --from", {
      hint: "it reports what changed since",
    });
}

async function openRecorded(
  { host }: Context,
  { from }: VetOptions,
): Promise<Evidence | undefined> {
  if (from === undefined) return undefined;
  const isStdin = from === "-";
  if (isStdin && host.stdin.isTTY)
    throw new UsageError("--from - reads standard input, which is a terminal", {
      hint: "name a file",
    });
  const evidence = isStdin
    ? await openEvidence("standard input", host.stdin)
    : await openEvidence(resolve(host.cwd, from));
  if (evidence) return evidence;
  throw new ListError(
    `${from} was cut off before its first carrier`,
    "review",
    {
      hint: "vet again",
    },
  );
}

async function policyOf(
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
  if (
    history !== undefined ||
    from !== undefined ||
    !hasRule(policy, "unchanged")
  )
    return policy;
  throw new UsageError(
    "the rule unchanged needs an earlier run to compare with",
    { hint: "name the directory of your runs with --history" },
  );
}

/** What `--waive` accepts, or what a recorded run did. */
function exceptionsOf(
  { settings }: Context,
  { waive = [], waivers }: VetOptions,
  inputs: Inputs | undefined,
  recorded: EvidenceRun | undefined,
): readonly Waiver[] {
  if (recorded) return waivers === undefined ? recorded.exceptions : [];
  const [carrier] = numbersIn(inputs && isOne(inputs) ? inputs.inputs : []);
  const { by } = settings.values;
  return inputs ? waiversOfRun(waive, { carrier, by }) : [];
}

/** The setting `evidence` names a directory, and yields to what records nothing, or elsewhere; the flag may name a file. */
function recordingOf(
  { host, settings }: Context,
  { evidence, history, from, dryRun }: VetOptions,
): Recording | undefined {
  const named = settings.values.evidence;
  const isFlag = settings.origins.evidence?.from === "flag";
  const isYielding = !isFlag && (history ?? from ?? dryRun) !== undefined;
  if (named === undefined || evidence === false || isYielding) return undefined;
  if (named === "-")
    throw new UsageError("--evidence - is not a file or a directory");
  const path = resolve(host.cwd, named);
  // Only a directory has itself in it.
  const isDirectory = /[/\\]$/.test(named) || existsSync(`${path}/.`);
  return { path, isDirectory: isDirectory || !isFlag };
}

/** The reports that a command line names, the main one first. */
function targetsOf(
  context: Context,
  { report = [], keepColumns }: VetOptions,
  recording: Recording | undefined,
): Target[] {
  const formats = Object.keys(reports) as ReportFormat[];
  const [what, allowed] = keepColumns
    ? ["--keep-columns", ["csv", "xlsx"] as const]
    : ["vet", formats];
  const targets = [
    {
      format: formatFor(what, allowed, context) as ReportFormat,
      path: context.output,
    },
    ...report.map((text) => reportNamed(context, text)),
  ];
  const paths = targets.map(({ path = "standard output" }) => path);
  if (recording && !recording.isDirectory) paths.push(recording.path);
  const twice = paths.find((path, at) => paths.indexOf(path) < at);
  if (twice === undefined) return targets;
  throw new UsageError(`two outputs would be written to ${twice}`, {
    hint: "give each a file of its own",
  });
}

function reportNamed({ host }: Context, text: string): Target {
  const formats = Object.keys(reports) as ReportFormat[];
  const [, name, path = text] = /^([^=/\\.]*)=(.+)$/s.exec(text) ?? [];
  const named =
    name === undefined ? formatOfFile(text, "--report") : formatNamed(name);
  const format = formats.find((one) => one === named);
  if (format) return { format, path: pathOf(host, path) };
  throw new UsageError(
    `--report ${JSON.stringify(text)} is not FORMAT=PATH, such as junit=vet.xml`,
    { hint: `formats are ${formats.join(", ")}` },
  );
}

async function inputsOf(
  context: Context,
  request: VetRequest,
  policy: Policy | undefined,
  targets: readonly Target[] = [],
): Promise<Inputs> {
  const { claim, claimColumn, keepColumns } = request.options;
  const claims = policy && comparedClaims(policy);
  refuseIdleClaims({ ...claim, ...claimColumn }, claims);
  const { expires } = claim ?? {};
  if (expires !== undefined && day(expires).why !== undefined)
    throw new UsageError(
      `--claim expires: not certain which day: ${quoted(expires)}`,
      { hint: "write it as 2027-05-31" },
    );
  const read = await readInputs(context, request, {
    claims,
    claimColumns: claimColumn,
  });
  if (keepColumns)
    for (const note of keptNotes(ownRows(read), keptColumns))
      context.reporter.note(note);
  if (claimColumn && read.lists.length === 0)
    throw new UsageError("--claim-column needs a list", {
      hint: "for one number, use --claim",
    });
  if (targets.some(({ format }) => format === "line"))
    refuseList("--format line", read, "for a list, use --format csv");
  noteClaimColumns(context, read);
  if (claim === undefined) return read;
  refuseList(
    "--claim",
    read,
    "for a list, name its columns with --claim-column",
  );
  const inputs = read.inputs.map(
    (input): Input => ({ ...input, claims: claim }),
  );
  return { ...read, inputs };
}

/** The claims that the policy compares; undefined without a rule for them. */
function comparedClaims(policy: Policy): readonly ClaimField[] | undefined {
  const rule = ruleOf(policy, "claims");
  const fields = rule?.parameters["fields"] ?? claimFields;
  return rule && (fields as readonly ClaimField[]);
}

function refuseIdleClaims(
  claims: Claims,
  compared: readonly ClaimField[] = claimFields,
): void {
  const idle = Object.keys(claims).find(
    (field) => !compared.includes(field as ClaimField),
  );
  if (idle)
    throw new UsageError(`your rules do not compare ${idle}`, {
      hint: "leave it out, or add it to their claims",
    });
}

const isOne = ({ inputs, lists }: Inputs) =>
  lists.length === 0 && inputs.length === 1;

function refuseList(option: string, inputs: Inputs, hint: string): void {
  if (!isOne(inputs))
    throw new UsageError(`${option} is about one number`, { hint });
}

function noteClaimColumns({ reporter }: Context, { lists }: Inputs): void {
  for (const { source, claimed } of lists) {
    const columns = Object.entries(claimed).map(
      ([field, column]) => `${field} from ${JSON.stringify(column)}`,
    );
    if (columns.length > 0)
      reporter.note(
        `${source}: compared with the record: ${columns.join(", ")}`,
      );
  }
}

/** What a run says about itself. */
export function aboutRun(
  {
    context,
    options,
    policy,
    waivers,
    exceptions,
    inputs,
  }: Pick<
    VetPlan,
    "context" | "options" | "policy" | "waivers" | "exceptions" | "inputs"
  >,
  service: string,
  asOf: string,
  lists: EvidenceRun["lists"],
): EvidenceRun {
  const { shard, reference = null } = options;
  return {
    tool: { name: "usdot", version: context.host.version },
    as_of: asOf,
    service,
    policy: { name: policy.name, sha256: policy.sha256, text: policy.text },
    waivers: waivers
      ? { path: waivers.path, sha256: waivers.sha256, text: waivers.text }
      : null,
    exceptions,
    lists: [...policy.lists, ...lists],
    reference,
    by: context.settings.values.by ?? null,
    shard: shard === undefined ? null : `${shard.part}/${shard.of}`,
    invalid: invalidIn(inputs.inputs),
    compared: null,
  };
}

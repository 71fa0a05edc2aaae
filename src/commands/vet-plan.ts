/** What a run of `usdot vet` is made of, checked before anything is sent: every mistake is found at once. */
import { dirname, resolve } from "node:path";
import { FileError, UsageError, UsdotError } from "../errors.ts";
import { readText } from "../files/read.ts";
import {
  type ClaimField,
  type Claims,
  claimFields,
  type Input,
  invalidIn,
} from "../list/input.ts";
import { keptNotes } from "../output/keep-columns.ts";
import { keptColumns } from "../output/reports/data.ts";
import { type ReportFormat, reports } from "../output/reports/index.ts";
import { type Context, formatFor, pathOf } from "../run/context.ts";
import { withHint } from "../run/reporter.ts";
import { formatNamed, formatOfFile } from "../settings/options.ts";
import { counted } from "../text/digits.ts";
import { defaultPolicy } from "../vet/default-policy.ts";
import {
  type Evidence,
  type EvidenceRun,
  openEvidence,
} from "../vet/evidence.ts";
import { hasRule, type Policy, parsePolicy, ruleOf } from "../vet/policy.ts";
import { parseWaivers } from "../vet/waiver-file.ts";
import type { Waivers } from "../vet/waivers.ts";
import { refuseOverwriting } from "./destination.ts";
import { type Inputs, ownRows, readInputs, sourcesOf } from "./inputs.ts";
import type { ListOptions, Request } from "./list-options.ts";

export interface VetOptions extends ListOptions {
  waivers?: string;
  claim?: Claims;
  claimColumn?: Claims;
  evidence?: string;
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

export type VetRequest = Request<VetOptions>;

export interface Target {
  format: ReportFormat;
  /** Absolute; undefined for standard output. */
  path: string | undefined;
}

export interface VetPlan {
  context: Context;
  options: VetOptions;
  policy: Policy;
  waivers: Waivers | undefined;
  targets: readonly Target[];
  inputs: Inputs;
  recorded: Evidence | undefined;
}

/** Checks a command line and reads all that it names, but of evidence only the first line. */
export async function checkPlan(
  context: Context,
  request: VetRequest,
): Promise<VetPlan> {
  const { options } = request;
  const {
    from,
    history,
    onlyChanged,
    claimColumn,
    waivers: waiversPath,
    evidence,
    reuse = [],
  } = options;
  const mistakes: UsdotError[] = [];
  const check = async <T>(
    step: () => T | Promise<T>,
  ): Promise<T | undefined> => {
    try {
      return await step();
    } catch (error) {
      if (
        !(error instanceof UsdotError) ||
        !["usage", "file"].includes(error.kind)
      )
        throw error;
      mistakes.push(error);
      return undefined;
    }
  };
  if (from !== undefined && request.numbers.length > 0)
    mistakes.push(
      new UsageError("--from cannot be used with numbers", {
        hint: "it judges all carriers of its file",
      }),
    );
  if (onlyChanged && history === undefined && from === undefined)
    mistakes.push(
      new UsageError("--only-changed needs --history or --from", {
        hint: "it reports what changed since",
      }),
    );
  const recorded =
    from === undefined ? undefined : await openRecorded(context, from);
  const policy = await check(() => policyOf(context, options, recorded?.run));
  const waivers = await check(() =>
    loadWaivers(context, waiversPath, recorded?.run),
  );
  const targets = await check(() => targetsOf(context, options));
  const inputs = recorded
    ? noInputs
    : await check(() => inputsOf(context, request, policy));
  const read = [...sourcesOf(inputs ?? noInputs), waiversPath, from, ...reuse];
  const written = [
    evidence && pathOf(context.host, evidence),
    ...(targets ?? []).map(({ path }) => path),
  ];
  await check(() => refuseOverwriting(context, written, read));
  if (claimColumn && inputs?.lists.length === 0)
    mistakes.push(
      new UsageError("--claim-column needs a list", {
        hint: "for one number, use --claim",
      }),
    );
  if (policy && targets && inputs && mistakes.length === 0)
    return { context, options, policy, waivers, targets, inputs, recorded };
  const lines = mistakes.flatMap((error) => withHint(error).split("\n"));
  if (lines.length === 1) throw mistakes[0];
  const Kind = mistakes.some((error) => error instanceof FileError)
    ? FileError
    : UsageError;
  throw new Kind([...lines, counted(lines.length, "mistake")].join("\n"), {
    hint: "nothing was sent",
  });
}

const noInputs: Inputs = { inputs: [], lists: [], single: undefined };

async function openRecorded(
  { host }: Context,
  name: string,
): Promise<Evidence> {
  const evidence = await openEvidence(
    name === "-" ? name : resolve(host.cwd, name),
    name === "-" ? host.stdin : undefined,
  );
  if (evidence) return evidence;
  throw new UsageError(`${name} was cut off before its first carrier`, {
    hint: "vet again",
  });
}

async function policyOf(
  context: Context,
  { history, from }: VetOptions,
  recorded: EvidenceRun | undefined,
) {
  const isNamed = context.settings.values.policy !== undefined;
  if (recorded && !isNamed) {
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
  const hint = "name the directory of your runs with --history";
  throw new UsageError(
    "the rule unchanged needs an earlier run to compare with",
    { hint },
  );
}

/** The policy that the settings name, or the built-in one. */
export async function loadPolicy(
  { host, settings, reporter }: Context,
  isComparing = false,
): Promise<Policy> {
  const { policy: path } = settings.values;
  if (path === undefined) return defaultPolicy({ isComparing });
  const file = resolve(host.cwd, path);
  const readList = (list: string) => readText(resolve(dirname(file), list));
  const policy = await parsePolicy(await readText(file), { path, readList });
  for (const caution of policy.cautions) reporter.warning(caution);
  return policy;
}

/** The waivers that an option names; without one those of a recorded run. */
export async function loadWaivers(
  { host }: Context,
  path: string | undefined,
  recorded?: EvidenceRun,
) {
  if (path !== undefined)
    return parseWaivers(await readText(resolve(host.cwd, path)), path);
  const { path: name = "", text } = recorded?.waivers ?? {};
  return text === undefined ? undefined : parseWaivers(text, name);
}

/** The reports that a command line names, the main one first. */
function targetsOf(
  context: Context,
  { report = [], keepColumns, evidence }: VetOptions,
): Target[] {
  const { host, output } = context;
  const formats = Object.keys(reports) as ReportFormat[];
  const [what, allowed] = keepColumns
    ? ["--keep-columns", ["csv", "xlsx"] as const]
    : ["vet", formats];
  const others = report.map((text): Target => {
    const [, name, path = text] = /^([^=/\\.]*)=(.+)$/s.exec(text) ?? [];
    const named =
      name === undefined ? formatOfFile(text, "--report") : formatNamed(name);
    const format = formats.find((one) => one === named);
    if (format) return { format, path: pathOf(host, path) };
    const hint = `formats are ${formats.join(", ")}`;
    throw new UsageError(
      `--report ${JSON.stringify(text)} is not FORMAT=PATH, such as junit=vet.xml`,
      { hint },
    );
  });
  const targets = [
    { format: formatFor(what, allowed, context) as ReportFormat, path: output },
    ...others,
  ];
  const paths = [
    evidence && pathOf(host, evidence),
    ...targets.map(({ path }) => path ?? "standard output"),
  ];
  const twice = paths.find((path, at) => path && paths.indexOf(path) < at);
  if (twice === undefined) return targets;
  throw new UsageError(`two outputs would be written to ${twice}`, {
    hint: "give each a file of its own",
  });
}

async function inputsOf(
  context: Context,
  request: VetRequest,
  policy: Policy | undefined,
): Promise<Inputs> {
  const { claim, claimColumn, keepColumns } = request.options;
  const rule = policy && ruleOf(policy, "claims");
  const claims =
    rule &&
    ((rule.parameters["fields"] as readonly ClaimField[] | undefined) ??
      claimFields);
  const idle = Object.keys({ ...claim, ...claimColumn }).find((field) =>
    claims?.every((name) => name !== field),
  );
  if (idle)
    throw new UsageError(`your rules do not compare ${idle}`, {
      hint: "leave it out, or add it to their claims",
    });
  const read = await readInputs(context, request, {
    claims,
    claimColumns: claimColumn,
  });
  if (keepColumns)
    for (const note of keptNotes(ownRows(read), keptColumns))
      context.reporter.note(note);
  for (const { source, claimed } of read.lists) {
    const columns = Object.entries(claimed).map(
      ([field, column]) => `${field} from ${JSON.stringify(column)}`,
    );
    if (columns.length > 0)
      context.reporter.note(
        `${source}: compared with the record: ${columns.join(", ")}`,
      );
  }
  if (claim === undefined) return read;
  if (read.lists.length > 0 || read.inputs.length > 1)
    throw new UsageError("--claim is about one number", {
      hint: "for a list, name its columns with --claim-column",
    });
  return {
    ...read,
    inputs: read.inputs.map((input): Input => ({ ...input, claims: claim })),
  };
}

/** The parser of `--claim` and `--claim-column`: `FIELD=VALUE`, repeatable. */
export function parseClaim(option: string, what: string) {
  return (text: string, before: Claims = {}): Claims => {
    const [, name = "", value] = /^([^=]*)=\s*(.*\S)\s*$/s.exec(text) ?? [];
    const field = claimFields.find(
      (one) => one === name.trim().toLowerCase().replaceAll("-", "_"),
    );
    const hint = `the fields are ${claimFields.join(", ")}`;
    if (field === undefined || value === undefined)
      throw new UsageError(
        `${option} ${JSON.stringify(text)} is not FIELD=${what}`,
        { hint },
      );
    if (before[field] !== undefined)
      throw new UsageError(`${option} ${field} is given twice`);
    return { ...before, [field]: value };
  };
}

/** What a run says about itself. */
export function aboutRun(
  {
    context,
    options,
    policy,
    waivers,
    inputs,
  }: Pick<VetPlan, "context" | "options" | "policy" | "waivers" | "inputs">,
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
    lists: [...policy.lists, ...lists],
    reference,
    by: context.settings.values.by ?? null,
    shard: shard === undefined ? null : `${shard.part}/${shard.of}`,
    invalid: invalidIn(inputs.inputs),
    compared: null,
  };
}

/** What a run of `usdot vet` is made of, checked before anything is sent: every mistake is found at once. */
import { FileError, UsageError, UsdotError } from "../../errors.ts";
import {
  type ClaimField,
  claimFields,
  type Input,
  invalidIn,
} from "../../input/input.ts";
import type { Context } from "../../runtime/context.ts";
import { type Reporter, withHint } from "../../runtime/reporter.ts";
import { counted } from "../../text/digits.ts";
import type { Evidence } from "../../vet/evidence.ts";
import { hasRule, type Policy, ruleOf } from "../../vet/policy.ts";
import { refuseOverwriting } from "../destination.ts";
import { type Inputs, readInputs, sourcesOf } from "../lookup/inputs.ts";
import {
  mistakesIn,
  type Plan,
  type VetOptions,
  type VetRequest,
} from "./options.ts";
import { rowsToKeep, targetsOf } from "./outputs.ts";
import { loadPolicy, loadWaivers, recordedPolicy } from "./policy-files.ts";
import { openRecorded } from "./recorded.ts";

/** Checks a command line and reads all that it names, but of evidence only the first line. */
export async function checkPlan(
  context: Context,
  request: VetRequest,
): Promise<Plan> {
  const { options } = request;
  const mistakes: UsdotError[] = mistakesIn(request);
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
  const { from, shard } = options;
  const isReplay = from !== undefined;
  const recorded =
    isReplay && mistakes.length === 0
      ? await openRecorded(context, from)
      : undefined;
  const now = new Date(context.host.now()).toISOString();
  const asOf =
    options.asOf === "now" ? now : (options.asOf ?? recorded?.run.as_of ?? now);
  const policy = await check(() => policyOf(context, options, recorded));
  const waivers = await check(() =>
    loadWaivers(context, options.waivers, recorded?.run),
  );
  const targets = await check(() => targetsOf(context, options));
  const inputs = isReplay
    ? noInputs
    : await check(() => inputsOf(context, request, policy));
  const read = [
    ...sourcesOf(inputs ?? noInputs),
    options.waivers,
    from,
    options.since,
    ...(options.reuse ?? []),
  ];
  await check(() =>
    refuseOverwriting(context, targets?.map(({ path }) => path) ?? [], read),
  );
  refuse(mistakes, context.reporter);
  const about = recorded?.run ?? {
    reference: options.reference ?? null,
    by: context.settings.values.by ?? null,
    shard: shard === undefined ? null : `${shard.part}/${shard.of}`,
    invalid: invalidIn(inputs?.inputs ?? []),
  };
  return {
    context,
    options,
    asOf,
    policy,
    waivers,
    targets,
    inputs,
    about,
    recorded,
  } as Plan;
}

async function policyOf(
  context: Context,
  { since, history, from }: VetOptions,
  recorded: Evidence | undefined,
) {
  const isComparing = (since ?? history) !== undefined;
  if (recorded && context.settings.values.policy === undefined)
    return recordedPolicy(recorded.run);
  const policy = await loadPolicy(context, isComparing);
  if (isComparing || from !== undefined || !hasRule(policy, "unchanged"))
    return policy;
  throw new UsageError(
    "the rule unchanged needs an earlier run to compare with",
    {
      hint: "name its evidence with --since, or the directory of your runs with --history",
    },
  );
}

const noInputs: Inputs = { inputs: [], lists: [], single: undefined };

function refuse(mistakes: readonly UsdotError[], reporter: Reporter): void {
  const lines = mistakes.flatMap((error) => withHint(error).split("\n"));
  const [first] = mistakes;
  if (first === undefined) return;
  if (lines.length === 1) throw first;
  for (const line of lines) reporter.invalid(line);
  reporter.endComplaints();
  const Kind = mistakes.some((error) => error instanceof FileError)
    ? FileError
    : UsageError;
  throw new Kind(counted(lines.length, "mistake"), {
    hint: "nothing was sent",
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
  const inputs = await readInputs(context, request, {
    claims,
    claimColumns: claimColumn,
  });
  if (keepColumns) rowsToKeep(inputs);
  if (claimColumn && inputs.lists.length === 0)
    throw new UsageError("--claim-column needs a list", {
      hint: "for one number, use --claim",
    });
  for (const { source, claimed } of inputs.lists) {
    const columns = Object.entries(claimed).map(
      ([field, column]) => `${field} from ${JSON.stringify(column)}`,
    );
    if (columns.length > 0)
      context.reporter.note(
        `${source}: compared with the record: ${columns.join(", ")}`,
      );
  }
  if (claim === undefined) return inputs;
  if (inputs.lists.length > 0 || inputs.inputs.length > 1)
    throw new UsageError("--claim is about one number", {
      hint: "for a list, name its columns with --claim-column",
    });
  return {
    ...inputs,
    inputs: inputs.inputs.map((input): Input => ({ ...input, claims: claim })),
  };
}

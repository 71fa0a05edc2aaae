/**
 * What `usdot vet` is asked: its options, and the carriers with what is claimed
 * about them.
 */
import { refuse } from "../../errors.ts";
import { type ClaimField, type Claims, claimFields } from "../../list/input.ts";
import { keptNotes } from "../../output/keep-columns.ts";
import { keptColumns } from "../../output/reports/data.ts";
import type { Context } from "../../run/context.ts";
import { type Policy, ruleOf } from "../../vet/policy/policy.ts";
import { quoted } from "../../vet/record/facts.ts";
import { isNotStated, readDay, readNumber } from "../../vet/record/readers.ts";
import { claimsRule } from "../../vet/rules/identity.ts";
import { type Inputs, openInputs, ownRows } from "../inputs.ts";
import type { ListOptions, Request } from "../list-options.ts";

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

export type VetRequest = Request<VetOptions>;

/**
 * Reads the carriers and the claims about them; the policy is undefined where
 * it cannot be read.
 */
export async function vetInputs(
  context: Context,
  request: VetRequest,
  policy: Policy | undefined,
  outputs: readonly { format: string }[] = [],
): Promise<Inputs> {
  const { claim, claimColumn, keepColumns } = request.options;
  const claims = policy && comparedClaims(policy);
  refuseIdleClaims({ ...claimColumn }, claims);
  refuseUselessClaims({ ...claim }, policy);
  const read = await openInputs(context, request, {
    claims,
    claimColumns: claimColumn,
  });
  const notes = keepColumns ? keptNotes(ownRows(read), keptColumns) : [];
  for (const note of [...notes, ...comparedColumns(read)])
    context.reporter.note(note);
  if (claimColumn && read.lists.length === 0)
    refuse("--claim-column needs a list", "for one number, use --claim");
  if (read.inputs.length !== 1) refuseLine(outputs);
  if (claim === undefined) return read;
  if (!isOneNumber(read))
    refuse(
      "--claim is about one number",
      "for a list, name its columns with --claim-column",
    );
  return {
    ...read,
    inputs: read.inputs.map((input) => ({ ...input, claims: claim })),
  };
}

/** A line to paste is about one number. */
export function refuseLine(outputs: readonly { format: string }[]): void {
  if (outputs.some(({ format }) => format === "line"))
    refuse("the report line is about one number", "for a list, use csv");
}

/** The claims that the policy compares; undefined without a rule for them. */
function comparedClaims(policy: Policy): readonly ClaimField[] | undefined {
  const rule = ruleOf(policy, claimsRule.name);
  const fields = rule?.parameters["fields"] ?? claimFields;
  return rule && (fields as readonly ClaimField[]);
}

/** Refuses claims that the policy leaves out. */
function refuseIdleClaims(
  claims: Claims,
  compared: readonly string[] = claimFields,
): void {
  const idle = Object.keys(claims).find((field) => !compared.includes(field));
  if (idle)
    refuse(
      `your policy does not compare ${idle}`,
      "leave it out, or add it to its claims rule",
    );
}

/**
 * Refuses claims about one carrier of which nothing would be compared: what the
 * policy leaves out, `none`, and dates or amounts that cannot be read.
 */
export function refuseUselessClaims(
  claims: Claims,
  policy: Policy | undefined,
  option = "--claim ",
): void {
  refuseIdleClaims(claims, policy && comparedClaims(policy));
  const { expires, bipd, cargo } = claims;
  for (const [field, text] of Object.entries(claims))
    if (isNotStated(text))
      refuse(
        `${option}${field}=${text} claims nothing`,
        "leave it out if the caller does not say it",
      );
  if (expires !== undefined && readDay(expires).why !== undefined)
    refuse(
      `${option}expires: not certain which day: ${quoted(expires)}`,
      "write it as 2027-05-31",
    );
  const amounts = Object.entries({ bipd, cargo });
  const [field, amount] =
    amounts.find(([, text]) => text && readNumber(text).value === undefined) ??
    [];
  if (amount !== undefined)
    refuse(
      `${option}${field}: ${quoted(amount)} is not a number`,
      "write it as 1,000,000",
    );
}

/** Whether a single number was given, with whatever options. */
export const isOneNumber = ({ inputs, lists }: Inputs): boolean =>
  lists.length === 0 && inputs.length === 1;

/** Which columns of the lists are compared with the records. */
const comparedColumns = ({ lists }: Inputs): string[] =>
  lists.flatMap(({ source, comparedColumns }) => {
    const columns = Object.entries(comparedColumns)
      .map(([field, column]) => `${field} from ${JSON.stringify(column)}`)
      .join(", ");
    return columns ? `${source}: compared with the record: ${columns}` : [];
  });

/**
 * What `usdot vet` is asked: its options, and the carriers with what is claimed
 * about them.
 */
import { refuse } from "../../errors.ts";
import { decode, isWorkbook } from "../../files/read.ts";
import { sha256 } from "../../files/sha256.ts";
import { type Claims, singleNumber } from "../../list/input.ts";
import type { List } from "../../list/list.ts";
import type { Context } from "../../run/context.ts";
import type { RecordedFile } from "../../vet/model.ts";
import type { Policy } from "../../vet/policy/policy.ts";
import {
  comparedClaims,
  refuseIdleClaims,
  refuseUncertainDays,
  refuseUselessClaims,
} from "../../vet/refuse-claims.ts";
import { type Given, openInputs } from "../inputs.ts";
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

/** Reads the carriers and the claims about them. */
export async function vetInputs(
  context: Context,
  request: VetRequest,
  policy: Policy,
): Promise<Given> {
  const { claim, claimColumn, waive } = request.options;
  refuseIdleClaims({ ...claimColumn }, policy);
  refuseUselessClaims({ ...claim }, policy, "--claim ");
  refuseUncertainDays({ ...claim });
  const read = await openInputs(context, request, {
    usualClaims: comparedClaims(policy) ?? [],
    claimColumns: claimColumn,
  });
  if (claimColumn && read.lists.length === 0)
    refuse("--claim-column needs a list", "for one number, use --claim");
  if ((claim ?? waive) === undefined) return read;
  // A number that is given twice is one carrier.
  const single = read.lists.length > 0 ? undefined : singleNumber(read.inputs);
  if (claim === undefined) return { ...read, single };
  if (single === undefined)
    refuse(
      "--claim is about one number",
      "put a value that has spaces in quotation marks; for a list, use --claim-column",
    );
  // An input of its own: what a pasted text claims is compared as well.
  const claiming = { dotNumber: single, claims: claim };
  return { ...read, single, inputs: [...read.inputs, claiming] };
}

/** Evidence keeps a longer list, or a workbook, by its hash alone. */
const maxRecordedList = 16 * 2 ** 20;

export function recordedList({ source, bytes }: List): RecordedFile {
  const isText = bytes.length <= maxRecordedList && !isWorkbook(bytes);
  return {
    path: source,
    sha256: sha256(bytes),
    ...(isText && { text: decode(bytes) }),
  };
}

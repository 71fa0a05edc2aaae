/** Vets a carrier by its records, for programs. */
import type { DotNumber } from "../dot-number.ts";
import { type ErrorKind, InputError } from "../errors.ts";
import { type Claims, claimFields } from "../input/input.ts";
import { isObject } from "../text/json.ts";
import { defaultPolicy } from "../vet/default-policy.ts";
import { dayOfTime } from "../vet/facts.ts";
import { judge } from "../vet/judge.ts";
import type {
  Answer,
  Dossier,
  Finding as FullFinding,
  Verdict,
} from "../vet/model.ts";
import { hasRule, type Policy, parsePolicy } from "../vet/policy.ts";
import { checkNames, dotNumberOf } from "./arguments.ts";
import type {
  Carrier,
  CarrierSummary,
  InsuranceRecord,
  SafetyRecord,
  Unanswered,
} from "./types.ts";

/** A snapshot, or some of its records. One that is absent was not asked for; null says that there is none. */
export interface VetRecords {
  /** If absent, the number that a record states. */
  dot_number?: string | undefined;
  carrier?: Carrier | Unanswered | null | undefined;
  summary?: CarrierSummary | null | undefined;
  insurance?: InsuranceRecord | Unanswered | null | undefined;
  safety?: SafetyRecord | Unanswered | null | undefined;
}

/** YAML text, or the same as an object (docs/rules.md). */
export type VettingPolicy =
  | string
  | {
      version: 1;
      name: string;
      rules: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    };

export interface VetOptions {
  /** The day for every rule that counts days, in UTC. Default now. */
  asOf?: Date | undefined;
  /** What somebody says about the carrier (name, phone, ...), to be compared with its record. */
  claims?: Claims | undefined;
  /** The texts of the files of USDOT numbers that the policy names, by their paths as the policy has them. */
  lists?: Readonly<Record<string, string>> | undefined;
}

export type Finding = Omit<FullFinding, "dot_number" | "place" | "waived">;

export interface VetResult {
  dot_number: string;
  /** `review`: the records leave something open that the policy wants to know. */
  verdict: Verdict;
  /** In the order of the policy, headed by whether the carrier exists. Messages may hold text of the service. */
  findings: readonly Finding[];
}

/**
 * Judges a carrier by vetting rules, by default the built-in policy, as `usdot vet` does. Nothing is asked and no file is read.
 * @throws {VettingFileError} with every mistake in the policy and its lists
 * @throws {InputError} when the records name no USDOT number, or several
 * @example const { verdict } = await vet(await client.snapshot(9000001), undefined, { claims: { phone: "555-555-0101" } });
 */
export async function vet(
  records: VetRecords,
  policy?: VettingPolicy,
  options: VetOptions = {},
): Promise<VetResult> {
  checkNames("the options of vet()", options, ["asOf", "claims", "lists"]);
  const { carrier, summary, insurance, safety } = records;
  const { asOf = new Date(), lists = {}, claims = {} } = options;
  if (!(asOf instanceof Date) || Number.isNaN(asOf.getTime()))
    throw new InputError("asOf is not a date");
  checkNames("claims", claims, claimFields);
  const stated = Object.entries(claims).filter(([, claim]) => claim?.trim());
  const dotNumber = dotNumberIn([records, carrier, summary, insurance, safety]);
  const given = Object.entries({ carrier, summary, insurance, safety }).filter(
    ([, record]) => record !== undefined,
  );
  const answers = Object.fromEntries(
    given.map(([name, record]) => [name, answerOf(record)]),
  );
  const said =
    stated.length > 0
      ? Object.fromEntries(stated.map(([field, claim]) => [field, [claim]]))
      : null;
  const dossier: Dossier = { dotNumber, place: null, claims: said, answers };
  const rules =
    policy === undefined ? await defaultPolicy() : await parsed(policy, lists);
  const today = dayOfTime(asOf.getTime());
  const { verdict, findings } = judge(rules, dossier, { today });
  const shown = findings.map(
    ({ dot_number, place, waived, ...finding }): Finding => finding,
  );
  return { dot_number: dotNumber, verdict, findings: shown };
}

/** JSON is YAML, so that an object is checked as a text is. */
async function parsed(
  policy: VettingPolicy,
  lists: Readonly<Record<string, string>>,
): Promise<Policy> {
  const text =
    typeof policy === "string" ? policy : JSON.stringify(policy, null, 2);
  const readList = (path: string) => {
    const list = lists[path];
    if (typeof list !== "string")
      throw new InputError(`the list ${path} is not among the lists given`);
    return list;
  };
  const rules = await parsePolicy(text, { path: "policy", readList });
  if (!hasRule(rules, "unchanged")) return rules;
  throw new InputError(
    "the rule unchanged compares with an earlier run, of which the library knows nothing",
  );
}

function dotNumberIn(records: readonly unknown[]): DotNumber {
  const given = records.flatMap((record) =>
    isObject(record) ? [record["dot_number"]] : [],
  );
  const [first, second] = new Set(
    given.filter((number) => number !== undefined).map(dotNumberOf),
  );
  if (first === undefined)
    throw new InputError("the records name no USDOT number");
  if (second === undefined) return first;
  throw new InputError(
    `the records are about different carriers: USDOT ${first}, USDOT ${second}`,
  );
}

function answerOf(record: unknown): Answer {
  if (record === null) return { state: "none" };
  // A record names its carrier, which what stands in place of one does not.
  const isRecord =
    isObject(record) && ("dot_number" in record || !("error" in record));
  if (isRecord) return { state: "answered", value: record };
  const { code = "unusable", message = "not a record" } =
    (record as Partial<Unanswered>).error ?? {};
  return { state: "unanswered", code: code as ErrorKind, message };
}

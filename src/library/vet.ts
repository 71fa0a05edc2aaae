/** Vets a carrier by its records, for programs. */
import type { DotNumber } from "../dot-number.ts";
import { InputError } from "../errors.ts";
import { isObject } from "../text/json-text.ts";
import { defaultPolicy } from "../vet/default-policy.ts";
import { evaluate } from "../vet/evaluate.ts";
import type { RecordState } from "../vet/model.ts";
import { needsSince, type Policy as VettingPolicy } from "../vet/policy.ts";
import { parsePolicy } from "../vet/policy-parser.ts";
import { dayOfTime } from "../vet/values.ts";
import { checkObject, dotNumberOf } from "./arguments.ts";
import type { Carrier, CarrierSummary, InsuranceRecord, SafetyRecord, Unanswered } from "./types.ts";

/** What is known about a carrier. A snapshot is one. A record that is absent was not asked for; null says that there is none. */
export interface VetRecords {
  /** If absent, the number that a record states. */
  dot_number?: string | undefined;
  carrier?: Carrier | Unanswered | null | undefined;
  /** From a bulk lookup; enough for a policy that reads nothing else. */
  summary?: CarrierSummary | null | undefined;
  insurance?: InsuranceRecord | Unanswered | null | undefined;
  safety?: SafetyRecord | Unanswered | null | undefined;
}

export interface VetOptions {
  /** The day for every rule that counts days, in UTC. Default now. */
  asOf?: Date | undefined;
  /** The texts of the files of USDOT numbers that the policy names, by their paths as the policy has them. */
  lists?: Readonly<Record<string, string>> | undefined;
}

/** The word of one rule. */
export interface Finding {
  rule: string;
  /** `unknown`: the records don't say. `skipped`: the rule does not apply. */
  outcome: "pass" | "fail" | "unknown" | "skipped";
  /** A warning never decides. */
  level: "error" | "warning";
  /** One line. It may contain text of the service, so make it safe before you print it. */
  message: string;
  /** The values that decided, by their dotted path: `{"authority.status": ["INACTIVE"]}`. */
  observed: Readonly<Record<string, readonly unknown[]>>;
  /** The policy's reason for the rule, where it gives one. */
  why?: string;
}

export interface VetResult {
  dot_number: string;
  /** `review`: the records leave something open that the policy wants to know. */
  verdict: "pass" | "review" | "fail";
  /** In the order of the policy, headed by whether the carrier exists. */
  findings: readonly Finding[];
}

/**
 * Judges a carrier by a policy, as `usdot vet` does. Pure: nothing is asked and no file is read.
 * @param policy YAML text, or what such a text states as an object (see docs/rules.md); by default the built-in policy
 * @throws {VettingFileError} with every mistake in the policy and its lists, such as a list that is not among `lists`
 * @throws {InputError} for wrong arguments and options, when the records name no USDOT number or are about different carriers, and for a
 * policy that compares with a former run
 * @example
 * const policy = { version: 1, name: "ours", rules: { status: { allow: ["ACTIVE"] } } };
 * const { verdict, findings } = vet(await client.snapshot(9000001), policy);
 * console.log(verdict, findings.map(({ rule, outcome }) => `${rule}: ${outcome}`));
 */
export function vet(records: VetRecords, policy?: string | object, options: VetOptions = {}): VetResult {
  checkObject("records", records);
  checkObject("options", options, ["asOf", "lists"]);
  const { asOf = new Date(), lists } = options;
  const time = asOf instanceof Date ? asOf.getTime() : Number.NaN;
  if (Number.isNaN(time)) throw new InputError("asOf is not a date");
  if (lists !== undefined) checkObject("lists", lists);
  const wrong = Object.entries(lists ?? {}).find(([, list]) => typeof list !== "string");
  if (wrong) throw new InputError(`lists[${JSON.stringify(wrong[0])}] is not text`);
  const { carrier, summary, insurance, safety } = records;
  const dotNumber = dotNumberIn([records, carrier, summary, insurance, safety]);
  const states = Object.entries({ carrier, summary, insurance, safety }).flatMap(([name, record]) =>
    record === undefined ? [] : [[name, givenState(record)] as const],
  );
  const used = policy === undefined ? defaultPolicy() : parsed(textOf(policy), lists);
  const { verdict, findings } = evaluate(
    used,
    { dotNumber, records: Object.fromEntries(states) },
    { today: dayOfTime(time) },
  );
  return {
    dot_number: dotNumber,
    verdict,
    findings: findings.map(({ rule, outcome, level, message, observed, why }) => ({
      rule,
      outcome,
      level,
      message,
      observed,
      ...(why !== undefined && { why }),
    })),
  };
}

/** JSON is YAML, so that an object is checked as a text is. One with a `toJSON` that gives nothing is no policy. */
function textOf(policy: unknown): string {
  if (typeof policy === "string") return policy;
  if (!isObject(policy)) throw new InputError("policy is neither YAML text nor an object");
  try {
    return String(JSON.stringify(policy, null, 2));
  } catch (cause) {
    throw new InputError("policy cannot be written as JSON: it may hold a cycle, or a BigInt", { cause });
  }
}

/** The policy parsed last, since a program judges many carriers by one. Not with lists, which may change from call to call. */
let last: { text: string; policy: VettingPolicy } | undefined;

function parsed(text: string, lists: VetOptions["lists"]): VettingPolicy {
  if (last?.text === text && lists === undefined) return last.policy;
  const readList = (path: string) => {
    const list = lists !== undefined && Object.hasOwn(lists, path) ? lists[path] : undefined;
    if (typeof list !== "string")
      throw new InputError(`the policy names the list ${path}, which is not among the lists given`);
    return list;
  };
  const policy = parsePolicy(text, { path: "policy", readList });
  if (needsSince(policy))
    throw new InputError("the policy compares with a former run, of which the library knows nothing");
  if (lists === undefined) last = { text, policy };
  return policy;
}

/** @throws {InputError} when the records name no USDOT number, or several */
function dotNumberIn(records: readonly unknown[]): DotNumber {
  const given = records.flatMap((record) => (isObject(record) ? [record["dot_number"]] : []));
  const numbers = new Set(given.filter((number) => number !== undefined).map(dotNumberOf));
  const [first, second] = numbers;
  if (first === undefined) throw new InputError("the records name no USDOT number");
  if (second !== undefined)
    throw new InputError(`the records are about different carriers: USDOT ${first}, USDOT ${second}`);
  return first;
}

function givenState(record: unknown): RecordState {
  if (record === null) return { state: "none" };
  if (!isObject(record)) return { state: "unanswered", code: "unusable", message: "the record is not an object" };
  // A record names its carrier, which what stands in place of one does not.
  if ("dot_number" in record || !("error" in record)) return { state: "answered", value: record };
  const { code, message } = isObject(record["error"]) ? record["error"] : {};
  const texts = typeof code === "string" && typeof message === "string" ? { code, message } : undefined;
  return { state: "unanswered", ...(texts ?? { code: "unusable", message: "the record is an error" }) };
}

/** Whether recorded verdicts are those that the recorded answers, policy and waivers give. */

import { UsageError } from "../../errors.ts";
import { isObject } from "../../text/json-text.ts";
import { publicFinding } from "../finding.ts";
import { Judge } from "../judge.ts";
import type { Verdict, VettedCarrier } from "../model.ts";
import type { Policy } from "../policy.ts";
import { parsePolicy } from "../policy-parser.ts";
import { parseWaivers, type Waivers } from "../waivers.ts";
import type { EvidenceRun, EvidenceVerdict } from "./format.ts";
import { contentOf } from "./lines.ts";
import type { EvidenceCarrier, EvidenceReader } from "./reader.ts";

/**
 * The policy of a recorded run, with the lists that it names.
 *
 * @throws {UsageError} if this version of usdot has no such policy
 */
export function recordedPolicy({ policy, lists }: EvidenceRun): Policy {
  const readList = (named: string) => {
    const list = lists.find(({ path }) => path === named);
    if (!list) throw new UsageError(`the evidence lacks the list ${named} that its policy names`);
    return textOf(contentOf(list));
  };
  return parsePolicy(textOf(contentOf(policy)), { path: "the recorded policy", readList });
}

/**
 * The waivers of a recorded run; undefined if it had none.
 *
 * @throws {UsageError} if this version of usdot has no such waivers
 */
export function recordedWaivers({ waivers }: EvidenceRun): Waivers | undefined {
  return waivers === null ? undefined : parseWaivers(textOf(contentOf(waivers)), "the recorded waivers");
}

function textOf(content: string | Uint8Array): string {
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}

/**
 * Judges the carriers of a recorded run again, by its own policy.
 *
 * @returns gives the verdict on a carrier; it throws an EvidenceError if this version of usdot recorded another one, or other findings.
 * Another version may have judged otherwise, and may have had other rules: then what it recorded counts
 * @throws {UsageError} if this version of usdot recorded a policy that is none
 */
export function judgingAgain(reader: EvidenceReader, version: string): (carrier: EvidenceCarrier) => Verdict {
  const { run } = reader;
  const isSameVersion = run.tool.version === version;
  let judge: Judge;
  try {
    judge = new Judge({ policy: recordedPolicy(run), waivers: recordedWaivers(run), asOf: run.as_of });
  } catch (error) {
    if (isSameVersion || !(error instanceof UsageError)) throw error;
    return ({ verdict }) => verdict.verdict;
  }
  return ({ records, answers, verdict: recorded, line }) => {
    const carrier = judge.carrier(records, answers, recorded.place, recorded.earlier);
    if (isSameVersion) refuseOtherVerdict(reader, recorded, line, carrier, true);
    return carrier.verdict;
  };
}

/**
 * Refuses a recorded verdict that differs. Hashes can be recomputed after a change; the verdicts would have to fit as well. Another version
 * of usdot may word a finding differently, so that only the outcomes are compared with its own.
 *
 * @throws {EvidenceError}
 */
export function refuseOtherVerdict(
  reader: EvidenceReader,
  recorded: EvidenceVerdict,
  line: number,
  carrier: VettedCarrier,
  isSameVersion: boolean,
): void {
  if (isSameVersion ? isSame(recorded, carrier) : hasSameOutcomes(recorded, carrier)) return;
  const difference =
    recorded.verdict === carrier.verdict
      ? "the recorded findings are not those"
      : `the recorded verdict is ${recorded.verdict}, not the ${carrier.verdict}`;
  const by = `usdot ${reader.run.tool.version}, which recorded it, judged differently`;
  throw reader.altered(
    `line ${line}: USDOT ${recorded.dot_number}: ${difference} that its answers and policy give${isSameVersion ? "" : ` (or ${by})`}`,
  );
}

function isSame(recorded: EvidenceVerdict, { verdict, legal_name, findings }: VettedCarrier): boolean {
  if (recorded.verdict !== verdict || recorded.legal_name !== legal_name) return false;
  return isSameJson(recorded.findings, findings.map(publicFinding));
}

/** Whether two values are the same JSON. Node's own comparison would take a fifth of a replay. */
function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((each, at) => isSameJson(each, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  for (const name in one) if (!Object.hasOwn(other, name) || !isSameJson(one[name], other[name])) return false;
  return Object.keys(one).length === Object.keys(other).length;
}

function hasSameOutcomes(recorded: EvidenceVerdict, { verdict, findings }: VettedCarrier): boolean {
  return recorded.verdict === verdict && isSameJson(recorded.findings.map(outcomeIn), findings.map(outcomeIn));
}

function outcomeIn(finding: unknown): unknown {
  if (!isObject(finding)) return undefined;
  const { rule, outcome, level, waived } = finding;
  return { rule, outcome, level, waived };
}

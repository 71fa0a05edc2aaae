/** Whether recorded verdicts are those that the recorded answers, policy and waivers give. */
import { isDeepStrictEqual } from "node:util";
import { UsageError } from "../../errors.ts";
import { isObject, readJson } from "../../text/json-text.ts";
import { Judge } from "../judge.ts";
import type { Verdict, VettedCarrier } from "../model.ts";
import type { Policy } from "../policy.ts";
import { parsePolicy } from "../policy-parser.ts";
import { parseWaivers, type Waivers } from "../waivers.ts";
import type { EvidenceRun } from "./format.ts";
import { contentOf } from "./lines.ts";
import type { EvidenceCarrier, EvidenceReader } from "./reader.ts";

/**
 * The policy of a recorded run, with the lists that it names.
 * @throws {UsageError} if this version of usdot has no such policy
 */
export function recordedPolicy({ policy, lists }: EvidenceRun): Policy {
  const readList = (named: string) => {
    const list = lists.find(({ path }) => path === named);
    if (!list) throw new UsageError(`the evidence lacks the list ${named} that its policy names`);
    return contentOf(list).toString();
  };
  return parsePolicy(contentOf(policy).toString(), { path: "the recorded policy", readList });
}

/**
 * The waivers of a recorded run; undefined if it had none.
 * @throws {UsageError} if this version of usdot has no such waivers
 */
export function recordedWaivers({ waivers }: EvidenceRun): Waivers | undefined {
  return waivers === null ? undefined : parseWaivers(contentOf(waivers).toString(), "the recorded waivers");
}

/**
 * Judges the carriers of a recorded run again, by its own policy.
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
    return (recorded) => refuseContradiction(reader, recorded);
  }
  return (recorded) => {
    const { records, answers, verdict } = recorded;
    const carrier = judge.carrier(records, answers, verdict.place, verdict.earlier);
    refuseOtherVerdict(reader, recorded, carrier, isSameVersion ? "findings" : "nothing");
    return carrier.verdict;
  };
}

/** What is compared with a recorded verdict. Another version of usdot may word a finding differently, so that only its outcomes are. */
export type Compared = "findings" | "outcomes" | "nothing";

/** Refuses a recorded verdict that differs. Hashes can be recomputed after a change; the verdicts would have to fit as well. */
export function refuseOtherVerdict(
  reader: EvidenceReader,
  evidence: EvidenceCarrier,
  carrier: VettedCarrier,
  compared: Compared,
): void {
  const { verdict: recorded, line } = evidence;
  const isWhole = compared === "findings";
  const isSameVerdict =
    recorded.verdict === carrier.verdict && (!isWhole || recorded.legal_name === carrier.legal_name);
  if (isWhole && isSameVerdict && recorded.findings === carrier.findingsJson()) return;
  refuseContradiction(reader, evidence);
  if (compared === "nothing") return;
  const part = isWhole ? (finding: unknown) => finding : outcomeIn;
  const [before, now] = [recorded.findings, carrier.findingsJson()].map((json) => byRule(json)?.map(part));
  if (isSameVerdict && isDeepStrictEqual(before, now)) return;
  const what = recorded.verdict === carrier.verdict ? "findings are" : `verdict ${recorded.verdict} is`;
  const by = isWhole ? "" : ` (or usdot ${reader.run.tool.version}, which recorded it, judged differently)`;
  const where = `line ${line}: USDOT ${recorded.dot_number}`;
  throw reader.altered(`${where}: the recorded ${what} not what its answers and policy give${by}`);
}

/**
 * Refuses a recorded verdict that its own findings rule out, whatever the version. What an unknown does is up to the policy: any verdict
 * may go with it. Returns it.
 */
function refuseContradiction(reader: EvidenceReader, { verdict: recorded, line }: EvidenceCarrier): Verdict {
  const { dot_number, verdict } = recorded;
  const findings = byRule(recorded.findings);
  const decisive = findings?.filter(isObject).filter(({ level, waived }) => level === "error" && waived === null);
  const outcomes = decisive?.map(({ outcome }) => outcome);
  const isPossible = outcomes?.includes("fail")
    ? verdict === "fail"
    : verdict === "pass" || outcomes?.includes("unknown");
  if (outcomes && isPossible) return verdict;
  throw reader.altered(`line ${line}: USDOT ${dot_number}: the recorded findings do not give the verdict ${verdict}`);
}

/** A list of findings by the names of their rules: their order may be that of the policy. Undefined if the text is no list. */
function byRule(json: string): unknown[] | undefined {
  const findings = readJson(json);
  const nameIn = (finding: unknown) => (isObject(finding) ? String(finding["rule"]) : "");
  return Array.isArray(findings) ? findings.sort((one, other) => (nameIn(one) < nameIn(other) ? -1 : 1)) : undefined;
}

function outcomeIn(finding: unknown): unknown {
  if (!isObject(finding)) return undefined;
  const { rule, outcome, level, waived } = finding;
  return { rule, outcome, level, waived };
}

/** Whether the filings in force are enough today, stay so, and do not end soon. */

import { counted, grouped } from "../../text/digits.ts";
import { notesSubject } from "../model.ts";
import { type Facts, unknown } from "../record/facts.ts";
import { type CoverKind, type Filing, kindNames } from "../record/filings.ts";
import {
  type Cover,
  cargoNotes,
  doubtOf,
  excessAlone,
  Insurance,
  readInsurance,
} from "../record/insurance.ts";
import { dayText } from "../record/readers.ts";
import type { Case, Judgment } from "./judgment.ts";
import { fail, pass, settle, worstOf } from "./rule.ts";

export interface CoverAsked {
  /** Without an amount, a policy that is in force is enough. */
  min?: number | undefined;
  min_days_left?: number | undefined;
}

/** Today's cover and each that follows within the days asked for must be enough. */
export function judgeCover(
  carrier: Case,
  kind: CoverKind,
  { min = 0, min_days_left = 1 }: CoverAsked,
): Judgment {
  const { answers, facts, today } = carrier;
  const insurance = readInsurance(facts, today);
  const filed = insurance.filings.filter((filing) => filing.kind === kind);
  const judgeOn = (cover: Cover): Judgment => {
    // A filing of an unknown type may be it; cargo, only if it would be enough.
    const mayBeFiled =
      kind === "bipd"
        ? cover.perhaps.length > 0
        : cover.possible >= Math.max(min, 1);
    if (filed.length > 0 || mayBeFiled)
      return judgeDay(carrier, kind, cover, min);
    facts.observe(`cover.${kind}`, 0);
    if (kind === "bipd") return fail("no BIPD policy");
    // Most carriers need not file cargo insurance.
    const [message = "no cargo policy"] = cargoNotes(answers, today);
    return unknown(message, notesSubject);
  };
  const days = insurance.coverWithin(kind, min_days_left - 1);
  if (days[0].perhaps.length === 0) observeAbsent(facts, filed, today);
  return worstOf(days.map((cover) => settle(() => judgeOn(cover))));
}

function judgeDay(
  { facts, today }: Case,
  kind: CoverKind,
  cover: Cover,
  min: number,
): Judgment {
  const { day, sure, possible, certain, perhaps } = cover;
  const isToday = day === today;
  observeCover(facts, isToday ? kind : `${kind}.${dayText(day)}`, cover);
  const name = kindNames[kind];
  const on = isToday ? "in force" : `on ${dayText(day)}`;
  const then = isToday ? on : `${on}, in ${counted(day - today, "day")}`;
  const amount = isToday
    ? `${name} in force ${grouped(sure)}`
    : `${name} falls to ${grouped(sure)} ${then}`;
  if (certain.length > 0 && sure >= min)
    return pass(
      min > 0
        ? `${amount}, at least ${grouped(min)}`
        : `${name} policy in force`,
    );
  if (perhaps.length === 0 && (isToday || min === 0))
    return fail(`no ${name} policy ${then}`);
  if (possible < min)
    return fail(`${amount}${isToday ? "," : ":"} below ${grouped(min)}`);
  const doubt = doubtOf(cover);
  return unknown(
    doubt === undefined
      ? `${amount}, which may be thousands`
      : `${name} ${on}${doubt}`,
  );
}

/**
 * A later day goes by its date, not by the number of days until then: a waiver
 * that saw it would lapse overnight.
 */
function observeCover(facts: Facts, name: string, cover: Cover): void {
  facts.observe(`cover.${name}`, cover.sure);
  if (cover.possible > cover.sure)
    facts.observe(`cover.${name}`, "perhaps more");
  observeFilings(facts, cover.perhaps);
}

/** The filings that count, so that a waiver lapses when others do. */
export function observeFilings(facts: Facts, filings: readonly Filing[]) {
  for (const filing of filings)
    facts.observe("insurance.policies", filing.cited);
}

/**
 * The filings that are not in force: none at all is something else, and so is
 * one that begins later.
 */
function observeAbsent(
  facts: Facts,
  filings: readonly Filing[],
  today: number,
): void {
  for (const { cited, begins = today } of filings) {
    const begin = begins > today ? `, from ${dayText(begins)}` : "";
    facts.observe("insurance.policies", cited + begin);
  }
}

/**
 * Amounts that may be thousands are a doubt only where that reading comes to
 * another outcome.
 */
export function judgeEnding(
  facts: Facts,
  insurance: Insurance,
  kind: CoverKind,
  days: number,
): Judgment {
  observeFilings(facts, insurance.inForce(kind));
  const judgeAs = (read: (filing: Filing) => Filing) =>
    settle(() => {
      const filings = insurance.filings.map(read);
      return judgeReading(
        facts,
        new Insurance(filings, insurance.today),
        kind,
        days,
      );
    });
  const asWritten = judgeAs((each) => ({ ...each, most: each.amount }));
  const inThousands = judgeAs((each) => ({ ...each, amount: each.most }));
  const isAlike = asWritten.outcome === inThousands.outcome;
  if (isAlike || asWritten.outcome === "unknown") return asWritten;
  if (inThousands.outcome === "unknown") return inThousands;
  return asWritten.outcome === "fail"
    ? unknown(`${asWritten.message}, unless amounts are in thousands`)
    : unknown(`${inThousands.message}, if amounts are in thousands`);
}

/** Cover ends when it falls below today's: what others make up for is none the less. */
function judgeReading(
  facts: Facts,
  insurance: Insurance,
  kind: CoverKind,
  days: number,
): Judgment {
  const { today } = insurance;
  const [now, ...later] = insurance.coverWithin(kind, days);
  const falls = later.filter(
    ({ sure, certain }) =>
      sure < now.sure || (certain.length === 0 && now.certain.length > 0),
  );
  const certainFall = falls.find(
    ({ possible, perhaps }) => perhaps.length === 0 || possible < now.sure,
  );
  if (certainFall === undefined) {
    const doubt = doubtOfEnd(now, kind, today + days);
    if (doubt !== undefined) return unknown(doubt);
  }
  const fall = certainFall ?? falls[0];
  if (fall === undefined)
    return pass(`nothing ends within ${counted(days, "day")}`);
  facts.observe(`cover.${kind}.ends`, dayText(fall.day));
  // What takes over then, perhaps.
  observeFilings(facts, fall.perhaps);
  const what =
    fall.certain.length === 0 ? "ends" : `falls to ${grouped(fall.sure)}`;
  const words = `${kindNames[kind]} ${what} in ${counted(fall.day - today, "day")}`;
  return certainFall
    ? fail(words)
    : unknown(`${words}, unless another takes over`);
}

/** Why the end of what may be in force now is not certain. */
function doubtOfEnd(
  { perhaps, sure }: Cover,
  kind: CoverKind,
  last: number,
): string | undefined {
  for (const filing of perhaps) {
    const { termDoubt, doubt, amountDoubt, isExcess } = filing;
    const isEnding = filing.ends <= last;
    if (termDoubt !== undefined) return termDoubt;
    if (doubt !== undefined && (filing.kind === kind || isEnding)) return doubt;
    if (isEnding && isExcess && sure === 0) return excessAlone;
    if (isEnding && mayBeMore(filing)) return amountDoubt;
  }
  return undefined;
}

/**
 * Whether the amount of a filing may be more than is written. Of cargo, 0 says
 * no more than that filings state no limit.
 */
function mayBeMore({ amount, most, kind }: Filing): boolean {
  if (amount === 0) return kind !== "cargo";
  return amount === undefined || amount !== most;
}

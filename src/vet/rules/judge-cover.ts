/** Whether the filings in force are enough today, stay so, and do not end soon. */

import { counted, grouped } from "../../text/digits.ts";
import { notesSubject } from "../model.ts";
import { absenceText, mayHaveCargo } from "../record/absent-cover.ts";
import { type CoverKind, type Filing, kindNames } from "../record/filings.ts";
import {
  type AmountUnit,
  type Cover,
  coverOutcome,
  doubtOf,
  type Insurance,
  insuranceOn,
  legalMinimumText,
} from "../record/insurance.ts";
import { dayText } from "../record/readers.ts";
import type { CarrierToJudge, Judgment } from "./judgment.ts";
import { fail, pass, unknown, worstOf } from "./rule.ts";

/** What the insurance record of a carrier states today. */
export const insuranceOf = ({ facts, today }: CarrierToJudge): Insurance =>
  facts.get(insuranceOn(today));

export interface CoverParameters {
  /** Without an amount, a policy that is in force is enough. */
  min?: number | undefined;
  min_days_left?: number | undefined;
}

/** The cover must be enough today, and on each day within those asked for. */
export function judgeCover(
  carrier: CarrierToJudge,
  kind: CoverKind,
  { min = 0, min_days_left = 1 }: CoverParameters,
): Judgment {
  const { answers, facts, today } = carrier;
  const insurance = insuranceOf(carrier);
  const covers = insurance.coverWithin(kind, min_days_left - 1);
  for (const { day, certainAmount, maybeInForce } of covers) {
    // By date: a waiver that saw the number of days would lapse overnight.
    const on = day === today ? "" : `.${dayText(day)}`;
    facts.cite(`cover.${kind}${on}`, certainAmount);
    citeFilings(carrier, maybeInForce);
  }
  const filed = insurance.filed(kind);
  // Having none on file differs from having none in force.
  if (covers[0].maybeInForce.length === 0) citeFilings(carrier, filed);
  // Without a filing of this kind, those of unknown types may be enough.
  const unknownTypesMayDo = covers.every(
    ({ highestAmount }) => highestAmount >= Math.max(min, 1),
  );
  if (filed.length > 0 || unknownTypesMayDo)
    return worstOf(covers.map((cover) => judgeDay(cover, kind, min, today)));
  const mayBeOnFile =
    covers[0].maybeInForce.length > 0 || mayHaveCargo(answers);
  const words = absenceText(insurance, kind, mayBeOnFile);
  // Most carriers need not file cargo insurance.
  return kind === "bipd"
    ? fail(words)
    : { ...unknown(words), subject: notesSubject };
}

/** Judges the cover of one day. */
function judgeDay(
  cover: Cover,
  kind: CoverKind,
  min: number,
  today: number,
): Judgment {
  const { day, certain, certainAmount, highestAmount, maybeInForce } = cover;
  const name = kindNames[kind];
  const isToday = day === today;
  const on = isToday ? "in force" : `on ${dayText(day)}`;
  const when = isToday ? on : `${on}, in ${counted(day - today, "day")}`;
  const amountText = (shown: string) =>
    isToday ? `${name} ${on} ${shown}` : `${name} falls to ${shown} ${when}`;
  const amount = amountText(grouped(certainAmount));
  const least = grouped(min);
  const outcome = coverOutcome(cover, min);
  if (outcome === "pass")
    return pass(
      min > 0 ? `${amount}, at least ${least}` : `${name} policy in force`,
    );
  if (outcome === "unknown") {
    const doubt = doubtSuffix(cover);
    return unknown(
      doubt ? `${name} ${on}${doubt}` : `${amount}, which may be thousands`,
    );
  }
  if (maybeInForce.length === 0 && (isToday || min === 0))
    return fail(`no ${name} policy ${when}`);
  const below = `${isToday ? "," : ":"} below ${least}`;
  // Filings may be there of which nothing is certain.
  return certain.length === 0 && maybeInForce.length > 0
    ? fail(amountText(`at most ${grouped(highestAmount)}`) + below)
    : fail(amount + below + legalMinimumText(kind, certainAmount));
}

/** Why a cover may be more than is certain; undefined where only thousands may be meant. */
function doubtSuffix({
  certain,
  maybeInForce,
  certainAmount,
}: Cover): string | undefined {
  const isCertain = certain.length === maybeInForce.length;
  if (isCertain && certain.some(({ amount }) => amount === 0))
    return ", limit not stated";
  const doubt = doubtOf(maybeInForce, certainAmount);
  return doubt && ` not certain: ${doubt}`;
}

/** Cites the filings that count: a waiver lapses when others do. */
export function citeFilings(
  { facts }: CarrierToJudge,
  filings: readonly Filing[],
): void {
  for (const { cited } of filings) facts.citeWhole("insurance.policies", cited);
}

/** Whether cover ends within so many days, the last one included. */
export function judgeEnding(
  carrier: CarrierToJudge,
  kind: CoverKind,
  days: number,
): Judgment {
  const insurance = insuranceOf(carrier);
  const judgeIn = (unit: AmountUnit) =>
    judgeFall(carrier, insurance.inUnit(unit), kind, days);
  // Amounts that may be thousands are a doubt where that changes the outcome.
  const written = judgeIn("amount");
  const ifThousands = judgeIn("amountIfThousands");
  if (written.outcome === ifThousands.outcome) return written;
  const worst = worstOf([written, ifThousands]);
  const condition = worst === written ? "unless" : "if";
  return unknown(`${worst.message}, ${condition} amounts are in thousands`);
}

/**
 * Cover ends when it falls below today's, unless another filing makes up for it:
 *
 *     a fall that is certain              fails
 *     a doubt about a filing that ends    unknown
 *     a fall that is only possible        unknown
 *     none                                passes
 */
function judgeFall(
  carrier: CarrierToJudge,
  insurance: Insurance,
  kind: CoverKind,
  days: number,
): Judgment {
  const { today } = insurance;
  const maybeInForce = insurance.maybeInForce(kind);
  citeFilings(carrier, maybeInForce);
  // What another row casts doubt on still ends on its day.
  const certainFall = firstDayBelowToday(
    insurance.eachAlone(),
    kind,
    days,
    "fail",
  );
  // Those that may end by then; an unknown type alone does not count.
  const ending = maybeInForce.filter(
    (filing) =>
      filing.ends <= today + days ||
      filing.inForceDoubt !== undefined ||
      (filing.doubt !== undefined && filing.kind === kind),
  );
  const doubt = doubtOf(ending, insurance.cover(kind).certainAmount);
  if (certainFall === undefined && doubt !== undefined) return unknown(doubt);
  const fall =
    certainFall ?? firstDayBelowToday(insurance, kind, days, "unknown");
  if (fall === undefined)
    return pass(`nothing ends within ${counted(days, "day")}`);
  carrier.facts.cite(`cover.${kind}.ends`, dayText(fall.day));
  // The filings that perhaps take over then.
  citeFilings(carrier, fall.maybeInForce);
  const what =
    fall.certain.length === 0
      ? "ends"
      : `falls to ${grouped(fall.certainAmount)}`;
  const words = `${kindNames[kind]} ${what} in ${counted(fall.day - today, "day")}`;
  return certainFall
    ? fail(words)
    : unknown(`${words}, unless another takes over`);
}

/** The first day below today's cover: certainly (`fail`), or perhaps. */
function firstDayBelowToday(
  insurance: Insurance,
  kind: CoverKind,
  days: number,
  outcome: "fail" | "unknown",
): Cover | undefined {
  const [now, ...later] = insurance.coverWithin(kind, days);
  return now.certain.length === 0
    ? undefined
    : later.find((cover) => coverOutcome(cover, now.certainAmount) === outcome);
}

/** Whether the filings in force are enough today, stay so, and do not end soon. */

import { counted, grouped } from "../../text/digits.ts";
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
import {
  type CarrierToJudge,
  fail,
  type Judgment,
  pass,
  unknown,
  worstOf,
} from "./judgment.ts";

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
  const isAnyInForce = covers[0].maybeInForce.length > 0;
  // Having none on file differs from having none in force.
  if (!isAnyInForce) citeFilings(carrier, filed);
  // Without a filing of this kind, those of unknown types may be enough.
  const unknownTypesMayDo = covers.every(
    ({ highestAmount }) => highestAmount >= Math.max(min, 1),
  );
  if (filed.length > 0 || unknownTypesMayDo)
    return worstOf(covers.map((cover) => judgeDay(cover, min, today)));
  const mayBeOnFile = isAnyInForce || mayHaveCargo(answers);
  const words = absenceText(insurance, kind, mayBeOnFile);
  // Most carriers need not file cargo insurance.
  return kind === "bipd" ? fail(words) : unknown(words);
}

/**
 * Judges the cover of one day: `BIPD in force 750,000, at least 750,000` or, on
 * a later day, `BIPD falls to 0 on 2026-12-04, in 6 days: below 750,000`.
 */
function judgeDay(cover: Cover, min: number, today: number): Judgment {
  const { day, certain, certainAmount, highestAmount, maybeInForce } = cover;
  const name = kindNames[cover.kind];
  const isToday = day === today;
  const on = isToday ? "in force" : `on ${dayText(day)}`;
  const when = isToday ? on : `${on}, in ${counted(day - today, "day")}`;
  const says = (amount: string) =>
    isToday ? `${name} ${on} ${amount}` : `${name} falls to ${amount} ${when}`;
  const words = says(grouped(certainAmount));
  const outcome = coverOutcome(cover, min);
  if (outcome === "pass" && min === 0) return pass(`${name} policy in force`);
  if (outcome === "pass") return pass(`${words}, at least ${grouped(min)}`);
  if (outcome === "unknown") {
    const doubt = doubtSuffix(cover);
    return unknown(
      doubt ? `${name} ${on}${doubt}` : `${words}, which may be thousands`,
    );
  }
  const isNone = maybeInForce.length === 0;
  if (isNone && (isToday || min === 0))
    return fail(`no ${name} policy ${when}`);
  const below = `${isToday ? "," : ":"} below ${grouped(min)}`;
  // Filings may be there of which nothing is certain.
  return certain.length === 0 && !isNone
    ? fail(says(`at most ${grouped(highestAmount)}`) + below)
    : fail(words + below + legalMinimumText(cover));
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
  citeFilings(carrier, insurance.maybeInForce(kind));
  // What another row casts doubt on still ends on its day.
  const alone = insurance.eachAlone();
  const certainFall = firstDayBelowToday(alone, kind, days, "fail");
  if (certainFall) return fail(fallText(carrier, certainFall));
  const doubt = doubtOfEnding(insurance, kind, days);
  if (doubt !== undefined) return unknown(doubt);
  const fall = firstDayBelowToday(insurance, kind, days, "unknown");
  return fall
    ? unknown(`${fallText(carrier, fall)}, unless another takes over`)
    : pass(`nothing ends within ${counted(days, "day")}`);
}

/** Why a filing that may end by then is in doubt; an unknown type alone does not count. */
function doubtOfEnding(
  insurance: Insurance,
  kind: CoverKind,
  days: number,
): string | undefined {
  const { maybeInForce, certainAmount } = insurance.cover(kind);
  const ending = maybeInForce.filter(
    (filing) =>
      filing.ends <= insurance.today + days ||
      filing.inForceDoubt !== undefined ||
      (filing.doubt !== undefined && filing.kind === kind),
  );
  return doubtOf(ending, certainAmount);
}

/** Says when cover falls, and cites that, and the filings that perhaps take over. */
function fallText(
  carrier: CarrierToJudge,
  { kind, day, certain, certainAmount, maybeInForce }: Cover,
): string {
  carrier.facts.cite(`cover.${kind}.ends`, dayText(day));
  citeFilings(carrier, maybeInForce);
  const what =
    certain.length === 0 ? "ends" : `falls to ${grouped(certainAmount)}`;
  const when = counted(day - carrier.today, "day");
  return `${kindNames[kind]} ${what} in ${when}`;
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

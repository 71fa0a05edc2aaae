/** Whether the filings in force are enough today, stay so, and do not end soon. */

import { counted, grouped } from "../../text/digits.ts";
import { notesSubject } from "../model.ts";
import { type CoverKind, type Filing, kindNames } from "../record/filings.ts";
import {
  type Cover,
  cargoNotes,
  doubtOf,
  type Insurance,
  insuranceOn,
  outcomeOf,
} from "../record/insurance.ts";
import { dayText } from "../record/readers.ts";
import type { CarrierToJudge, Judgment } from "./judgment.ts";
import { fail, pass, unknown, worstOf } from "./rule.ts";

export interface CoverAsked {
  /** Without an amount, a policy that is in force is enough. */
  min?: number | undefined;
  min_days_left?: number | undefined;
}

/** Today's cover and each that follows within the days asked for must be enough. */
export function judgeCover(
  carrier: CarrierToJudge,
  kind: CoverKind,
  { min = 0, min_days_left = 1 }: CoverAsked,
): Judgment {
  const insurance = carrier.facts.get(insuranceOn(carrier.today));
  const covers = insurance.coverWithin(kind, min_days_left - 1);
  for (const cover of covers) observeCover(carrier, kind, cover);
  const filed = insurance.filings.filter((filing) => filing.kind === kind);
  // To have none at all is something else than to have none in force.
  if (covers[0].perhaps.length === 0) observeFilings(carrier, filed);
  // Filings of unknown types may be it, where they would be enough.
  const isFiled =
    filed.length > 0 ||
    covers.every(({ possible }) => possible >= Math.max(min, 1));
  if (isFiled)
    return worstOf(
      covers.map((cover) => judgeDay(carrier.today, kind, cover, min)),
    );
  if (kind === "bipd") return fail("no BIPD policy");
  // Most carriers need not file cargo insurance.
  const [note = "no cargo policy"] = cargoNotes(carrier.answers, carrier.today);
  return { ...unknown(note), subject: notesSubject };
}

function judgeDay(
  today: number,
  kind: CoverKind,
  cover: Cover,
  min: number,
): Judgment {
  const { day, sure, perhaps } = cover;
  const isToday = day === today;
  const name = kindNames[kind];
  const on = isToday ? "in force" : `on ${dayText(day)}`;
  const then = isToday ? on : `${on}, in ${counted(day - today, "day")}`;
  const amount = isToday
    ? `${name} in force ${grouped(sure)}`
    : `${name} falls to ${grouped(sure)} ${then}`;
  const outcome = outcomeOf(cover, min);
  if (outcome === "pass")
    return pass(
      min > 0
        ? `${amount}, at least ${grouped(min)}`
        : `${name} policy in force`,
    );
  if (outcome === "fail")
    return fail(
      perhaps.length === 0 && (isToday || min === 0)
        ? `no ${name} policy ${then}`
        : `${amount}${isToday ? "," : ":"} below ${grouped(min)}`,
    );
  const doubt = doubtText(cover);
  return unknown(
    doubt === undefined
      ? `${amount}, which may be thousands`
      : `${name} ${on}${doubt}`,
  );
}

/** Why a cover may be more than is sure, behind the words for it. */
function doubtText({ certain, perhaps, sure }: Cover): string | undefined {
  const isCertain = certain.length === perhaps.length;
  if (isCertain && certain.some(({ amount }) => amount === 0))
    return ", limit not stated";
  const doubt = doubtOf(perhaps, sure);
  return doubt && ` not certain: ${doubt}`;
}

/**
 * A later day goes by its date, not by the number of days until then: a waiver
 * that saw it would lapse overnight.
 */
function observeCover(
  carrier: CarrierToJudge,
  kind: CoverKind,
  cover: Cover,
): void {
  const { day, sure, perhaps } = cover;
  const on = day === carrier.today ? "" : `.${dayText(day)}`;
  carrier.facts.observe(`cover.${kind}${on}`, sure);
  observeFilings(carrier, perhaps);
}

/** The filings that count, so that a waiver lapses when others do. */
export function observeFilings(
  { facts }: CarrierToJudge,
  filings: readonly Filing[],
): void {
  for (const { cited } of filings) facts.cite("insurance.policies", cited);
}

/**
 * Amounts that may be thousands are a doubt only where that reading comes to
 * another outcome.
 */
export function judgeEnding(
  carrier: CarrierToJudge,
  kind: CoverKind,
  days: number,
): Judgment {
  const insurance = carrier.facts.get(insuranceOn(carrier.today));
  observeFilings(carrier, insurance.inForce(kind));
  const judgeAs = (unit: "amount" | "most") =>
    judgeFall(carrier, insurance.readAs(unit), kind, days);
  const written = judgeAs("amount");
  const inThousands = judgeAs("most");
  if (written.outcome === inThousands.outcome) return written;
  const worst = worstOf([written, inThousands]);
  const condition = worst === written ? "unless" : "if";
  return unknown(`${worst.message}, ${condition} amounts are in thousands`);
}

/** Cover ends when it falls below today's, unless another filing makes up for it. */
function judgeFall(
  carrier: CarrierToJudge,
  insurance: Insurance,
  kind: CoverKind,
  days: number,
): Judgment {
  const { today } = insurance;
  const [now, ...later] = insurance.coverWithin(kind, days);
  const fallOf = (outcome: Judgment["outcome"]) =>
    now.certain.length === 0
      ? undefined
      : later.find((cover) => outcomeOf(cover, now.sure) === outcome);
  const certainFall = fallOf("fail");
  const ending = now.perhaps.filter(
    (filing) =>
      filing.ends <= today + days ||
      filing.termDoubt !== undefined ||
      (filing.doubt !== undefined && filing.kind === kind),
  );
  const doubt = doubtOf(ending, now.sure);
  if (certainFall === undefined && doubt !== undefined) return unknown(doubt);
  const fall = certainFall ?? fallOf("unknown");
  if (fall === undefined)
    return pass(`nothing ends within ${counted(days, "day")}`);
  carrier.facts.observe(`cover.${kind}.ends`, dayText(fall.day));
  // What takes over then, perhaps.
  observeFilings(carrier, fall.perhaps);
  const what =
    fall.certain.length === 0 ? "ends" : `falls to ${grouped(fall.sure)}`;
  const words = `${kindNames[kind]} ${what} in ${counted(fall.day - today, "day")}`;
  return certainFall
    ? fail(words)
    : unknown(`${words}, unless another takes over`);
}

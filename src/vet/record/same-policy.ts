/**
 * Whether another row of an insurance record casts doubt on a filing: it is of
 * the same policy, and says that this is over, or perhaps.
 */
import { type Filing, longSince, untilCanceled } from "./filings.ts";

export const isOver = ({ markedAs, ends }: Filing, day: number) =>
  markedAs !== undefined || ends <= day;

const isCanceled = ({ markedAs, canceled }: Filing, day: number) =>
  markedAs === "canceled" || canceled <= day;

const haveSameNumber = ({ kind, numberKey }: Filing, other: Filing) =>
  numberKey !== "" &&
  other.numberKey === numberKey &&
  [kind, "unknown"].includes(other.kind);

/** An amended filing has another amount, an excess one another layer. */
const isAlike = ({ amount, isExcess }: Filing, other: Filing) =>
  other.amount === amount && other.isExcess === isExcess;

/**
 * Whether a filing is the next one of its policy: it begins later than another
 * one, or, where that was canceled or does not say when it began, when it is over.
 */
function isRenewal({ begins }: Filing, other: Filing, day: number): boolean {
  const isEnded = isCanceled(other, day) && other.ends !== untilCanceled;
  return isEnded || other.begins === longSince
    ? begins >= other.ends
    : begins > other.begins;
}

/** What another row lists the policy of a filing as, where that is a doubt. */
export function otherStateOf(filing: Filing, other: Filing, day: number) {
  const isOther = !haveSameNumber(filing, other) || other.begins > day;
  if (isOther || isRenewal(filing, other, day)) return undefined;
  if (isCanceled(other, day)) return "canceled";
  if (!isAlike(filing, other)) return undefined;
  if (isOver(other, day)) return "ended";
  return other.mayBeOver ? "perhaps over" : undefined;
}

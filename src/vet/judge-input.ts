/**
 * What a judgment depends on beside policy and dossier, checked: callers of the
 * library without TypeScript get an error, not a wrong verdict.
 */
import { recordOf } from "../answer.ts";
import { claimFields } from "../list/input.ts";
import { dotNumberOf } from "../service/records.ts";
import type { Dossier } from "./model.ts";
import { isChecked, type Waiver } from "./policy/waivers.ts";
import type { CarrierToJudge } from "./rules/judgment.ts";

export interface JudgeContext
  extends Pick<CarrierToJudge, "today" | "profile" | "before"> {
  /** Those of `parseWaivers`. */
  waivers?: readonly Waiver[] | undefined;
  /** Evidence was cut off: nobody knows what was lost, so nothing passes. */
  isCutOff?: boolean | undefined;
}

/** A larger number is a timestamp, not a day: this one is in 2243. */
const lastDay = 100_000;

/** @throws {TypeError} for what cannot be judged */
export function refuseWrongInput(
  { dotNumber, answers, claims }: Dossier,
  { today, waivers = [] }: JudgeContext,
): void {
  for (const [name, answer] of Object.entries(answers)) {
    const other = dotNumberOf(recordOf(answer) ?? {}) ?? dotNumber;
    if (other !== dotNumber)
      throw new TypeError(
        `the ${name} record is of USDOT ${other}, not of USDOT ${dotNumber}`,
      );
  }
  if (!waivers.every(isChecked))
    throw new TypeError("a waiver was not checked: take those of parseWaivers");
  if (!Number.isInteger(today) || today < 0 || today > lastDay)
    throw new TypeError(
      "today is not a day, as localDay(Date.now()) gives it: days since 1970-01-01",
    );
  const claimNames: readonly string[] = ["place", ...claimFields];
  const unknown = (claims ?? [])
    .flatMap((row) => Object.keys(row))
    .find((name) => !claimNames.includes(name));
  if (unknown !== undefined)
    throw new TypeError(
      `a claim has no ${unknown}; it has ${claimFields.join(", ")}`,
    );
}

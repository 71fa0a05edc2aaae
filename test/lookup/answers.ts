/** A service in memory, for the tests of lookup/. */
import { type Answers, endingOf } from "../../src/answer.ts";
import type { DotNumber } from "../../src/dot-number.ts";
import type { Entry } from "../../src/lookup/carriers.ts";
import {
  ServiceError,
  type ServiceErrorReason,
} from "../../src/service/service-error.ts";

export const numbered = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => from + index);

export const serviceError = (reason: ServiceErrorReason, status?: number) =>
  new ServiceError(reason, {
    reason,
    baseUrl: "https://carriers.example.com",
    withKey: true,
    exchange: { askedAt: "2026-11-22T00:00:00Z", ...(status && { status }) },
  });

/** A carrier of a list with its answers. */
export const entryWith = (dotNumber: DotNumber, answers: Answers): Entry => ({
  kind: "carrier",
  input: { dotNumber },
  dotNumber,
  answers,
  ending: endingOf(answers),
});

/** A service in memory, for the tests of lookup/. */
import type { DotNumber } from "../../src/dot-number.ts";
import type { Input } from "../../src/list/input.ts";
import {
  ServiceError,
  type ServiceErrorReason,
} from "../../src/service/errors.ts";
import type { BulkAnswer } from "../../src/service/records.ts";
import type { RecordAnswer } from "../../src/service/types.ts";

export const baseUrl = "https://carriers.example.com";

export const dots = (numbers: readonly number[]) =>
  numbers.map((number) => String(number) as DotNumber);

export const numbered = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => from + index);

export const inputsOf = (...texts: (number | string)[]): Input[] =>
  texts.map((text) =>
    typeof text === "number"
      ? { dotNumber: String(text) as DotNumber }
      : { text, invalid: "is not one" },
  );

export function answerOf(
  dotNumber: DotNumber,
  record: Record<string, unknown> = {},
): RecordAnswer {
  const response = {
    url: baseUrl,
    askedAt: "2026-11-22T00:00:00Z",
    status: 200,
    headers: {},
    body: Buffer.from("{}"),
  };
  return {
    dotNumber,
    record: { dot_number: dotNumber, ...record },
    issues: [],
    response,
  };
}

export function serviceError(
  reason: ServiceErrorReason,
  status?: number,
): ServiceError {
  const answered = status && { ...answerOf("1" as DotNumber).response, status };
  return new ServiceError(`${reason} ${status ?? ""}`, {
    reason,
    baseUrl,
    withKey: true,
    response: answered || undefined,
  });
}

export function bulkAnswer(numbers: readonly DotNumber[]): BulkAnswer {
  return new Map(numbers.map((number) => [number, answerOf(number)]));
}

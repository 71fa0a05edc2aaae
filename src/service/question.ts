/** What is asked of the service, and how its answer is read. */
import type { DotNumber } from "../dot-number.ts";
import { type ServiceErrorDetails, UnusableAnswerError } from "./errors.ts";
import type { HttpAnswer, HttpRequest } from "./http.ts";

/** The kinds of record that the service has for a carrier. */
export type RecordName = "carrier" | "insurance" | "safety";

/** What was asked about, for the words of an error. */
export interface Subject {
  /** `USDOT 2233855`, or `USDOT 1 and 49 more`. */
  subject: string;
  /** The record that was asked for; undefined for a batch, where a 404 can only be about the path. */
  about: { dotNumber: DotNumber; record: RecordName } | undefined;
  origin: string;
  /** The whole URL. */
  url: string;
  /** The key that went with the request: mentioned, never shown. */
  apiKey: string | undefined;
  /** Whether an earlier answer held a record, which proves that the base URL is right. */
  isProven(): boolean;
}

/** One question to the service. */
export interface Question<T> extends Subject {
  request: HttpRequest;
  /**
   * What a 2xx answer says.
   *
   * @throws {UnusableAnswerError} when it says nothing usable
   */
  read(answer: HttpAnswer): T;
}

/** What a service said, without the key, in case it repeats it to us. */
export function redact(said: string, apiKey: string | undefined): string {
  if (apiKey === undefined) return said;
  return said.replaceAll(apiKey, "[API key]").replaceAll(encodeURIComponent(apiKey), "[API key]");
}

/** An answer that says nothing usable; `what` completes "the service answered with ...". */
export function unusable(
  { subject, origin, apiKey }: Subject,
  what: string,
  details: Partial<Pick<ServiceErrorDetails, "reason" | "status" | "code" | "cause">> = {},
): UnusableAnswerError {
  const known = { reason: "unusable-answer", subject, origin, withKey: apiKey !== undefined } as const;
  return new UnusableAnswerError(`${origin} answered with ${what}`, { ...known, ...details });
}

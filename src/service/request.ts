/** A request to the service: what it is about, and how its response is read. */
import type { DotNumber } from "../dot-number.ts";
import { type ServiceErrorDetails, UnusableAnswerError } from "./errors.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";

/** The endpoints about one carrier, by the records that they answer with. */
export const endpoints = ["carrier", "insurance", "safety"] as const;
export type Endpoint = (typeof endpoints)[number];

/** What a request is about, for the words of an error. */
export interface Subject {
  /** `USDOT 2233855`, or `USDOT 1 and 49 more`. */
  subject: string;
  /** The record that was requested; undefined for a batch, where a 404 can only be about the path. */
  about: { dotNumber: DotNumber; record: Endpoint } | undefined;
  /** The base URL, without the key. */
  origin: string;
  /** The whole URL. */
  url: string;
  /** The key that went with the request: mentioned, never shown. */
  apiKey: string | undefined;
  /** Whether an earlier response held a record, which proves that the base URL is right. */
  isProven(): boolean;
}

export interface ServiceRequest<T> extends Subject {
  http: HttpRequest;
  /**
   * What a 2xx response says.
   * @throws {UnusableAnswerError} when it says nothing usable
   */
  read(response: HttpResponse): T;
}

/** What every error about a request states. */
export function detailsOf({ subject, origin, apiKey }: Subject) {
  return { subject, origin, withKey: apiKey !== undefined };
}

/** A response that says nothing usable; `what` completes "the service answered with ...". */
export function unusable(
  subject: Subject,
  what: string,
  details: Pick<ServiceErrorDetails, "status" | "code" | "cause"> = {},
): UnusableAnswerError {
  const known = { ...detailsOf(subject), reason: "unusable-answer" } as const;
  return new UnusableAnswerError(`${subject.origin} answered with ${what}`, { ...known, ...details });
}

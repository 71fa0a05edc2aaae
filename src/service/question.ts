/** What is asked of the service, and how its answer is read. */
import type { HttpAnswer, HttpRequest } from "./http.ts";

/** What was asked about, for the words of an error. */
export interface Subject {
  /** `USDOT 2233855`, or `USDOT 1 and 49 more`. */
  subject: string;
  /** Whether a 404 is about the carrier; otherwise it is about the path. */
  aboutOne: boolean;
  origin: string;
  /** The key that went with the request: mentioned, never shown. */
  apiKey: string | undefined;
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

/**
 * What the service said about a carrier. The client makes it; screens, formats,
 * vetting, evidence and agents read it.
 */
import type { UsdotError } from "./errors.ts";
import type { JsonObject } from "./text/json.ts";

/** The records of a carrier, each with a request of its own. */
export const recordNames = ["carrier", "insurance", "safety"] as const;
export type RecordName = (typeof recordNames)[number];

/** A `summary` is an element of the bulk answer. */
export type AnswerName = RecordName | "summary";

/** What was asked, and what came back: where an answer comes from. */
export interface Exchange {
  /** What was asked for; absent where nothing was sent. */
  url?: string | undefined;
  askedAt: string;
  /** Absent where nothing came back. */
  status?: number | undefined;
  /**
   * As received after decompression, without the API key; of a summary, the
   * whole bulk answer.
   */
  body?: Uint8Array | undefined;
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  redacted?: true | undefined;
  /** How many milliseconds the answer took; not known of a recorded one. */
  took?: number;
}

/** What came back from the service. */
export interface Response extends Exchange {
  url: string;
  status: number;
  headers: NonNullable<Exchange["headers"]>;
  body: Uint8Array;
}

export type Answer = { exchange: Exchange; reused?: true } & (
  | { state: "answered"; record: JsonObject; issues: readonly string[] }
  | { state: "none" | "unanswered"; error: UsdotError }
);

/** The answers about one carrier, as far as they were asked for. */
export type Answers = Readonly<Partial<Record<AnswerName, Answer>>>;

/** `partial`: we know who the carrier is, but insurance or safety went unanswered. */
export type Ending =
  | { state: "answered"; error?: undefined }
  | { state: "partial" | "not-found" | "unanswered"; error: UsdotError };

/** What all answers about a carrier come to. */
export function endingOf(answers: Answers): Ending {
  const { carrier, summary, insurance, safety } = answers;
  const first = carrier ?? summary ?? insurance ?? safety;
  if (first && first.state !== "answered") {
    const { state, error } = first;
    return { state: state === "none" ? "not-found" : state, error };
  }
  for (const answer of [insurance, safety])
    if (answer?.state === "unanswered")
      return { state: "partial", error: answer.error };
  return { state: "answered" };
}

/** What is said of a record, or of a carrier, that the service does not have. */
export const nothingText = (name?: string): string =>
  name === "insurance" || name === "safety"
    ? `no ${name} record`
    : "no such carrier";

/** What stands where the name of a carrier would, of which none is known. */
export function namelessText(answers: Answers): string {
  const { state } = endingOf(answers);
  if (state === "not-found") return "(no such carrier)";
  return state === "unanswered" ? "(no answer)" : "(no name)";
}

/**
 * Why a record says nothing, in words; undefined where it was answered.
 * Standard error and findings have the reason.
 */
export function whySilent(
  name: RecordName,
  { [name]: answer }: Answers,
): string | undefined {
  if (answer?.state === "answered") return undefined;
  if (answer?.state === "none") return nothingText(name);
  return answer
    ? `${name} record not answered`
    : `${name} record not asked for`;
}

export function recordOf(answer: Answer | undefined): JsonObject | undefined {
  return answer?.state === "answered" ? answer.record : undefined;
}

/**
 * An answer as JSON: the record, null where there is none, or why there is no
 * answer.
 */
export function answerJson(answer: Answer | undefined) {
  if (answer === undefined) return undefined;
  if (answer.state === "answered") return answer.record;
  return answer.state === "none" ? null : { error: errorJson(answer.error) };
}

/** An error within data, in every format and protocol. */
export function errorJson(error: UsdotError) {
  const { kind: code, status, message } = error;
  return { code, ...(status && { status }), message };
}

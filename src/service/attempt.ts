/** What one attempt comes to. */
import { UnusableAnswerError } from "./errors.ts";
import type { HttpAnswer } from "./http.ts";
import { type Question, unusable } from "./question.ts";
import { timeOfAnswer } from "./rate-limit.ts";
import { failureOfStatus } from "./response-errors.ts";
import type { FailedAttempt } from "./retry.ts";

export type Attempt<T> = { value: T; answer: HttpAnswer } | (FailedAttempt & { answer?: HttpAnswer });

/** Whether an answer holds what was asked for. */
export function isGood({ status }: HttpAnswer): boolean {
  return status >= 200 && status <= 299;
}

/** Before undici uses a connection again, it waits a turn of the event loop, and then one more for whatever the other side may have sent. */
const turnsToReuse = 2;

/** Waits until the next request can be on its way, also over the connections of other answers that arrived together with this one. */
export async function nextRequestSent(): Promise<void> {
  for (let turn = 0; turn <= turnsToReuse; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** What an answer says, or why it says nothing that can be used. `ourTime` is in milliseconds since 1970. */
export function readAnswer<T>(answer: HttpAnswer, question: Question<T>, ourTime: number): Attempt<T> {
  const { status, headers } = answer;
  if (!isGood(answer)) return { ...failureOfStatus(answer, question, timeOfAnswer(headers, ourTime)), answer };
  try {
    if (status === 206)
      throw unusable(question, "only part of its answer (HTTP 206)", { reason: "incomplete-answer", status });
    return { value: question.read(answer), answer };
  } catch (cause) {
    // Whatever an unforeseen answer breaks while it is read must not end the run: it is this answer's own error.
    const error =
      cause instanceof UnusableAnswerError ? cause : unusable(question, "something that cannot be read", { cause });
    return { error, failure: { kind: "unusable" }, answer };
  }
}

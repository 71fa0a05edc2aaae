/** When to stop asking, since nothing would come of it. */
import type { Answers } from "../answer.ts";
import {
  ServiceError,
  serviceError,
  serviceErrorOrThrow,
} from "../service/service-error.ts";

/**
 * Asking stops after this many pages (a carrier or a batch) in a row without any
 * answer. A refused key counts as no answer, since a gateway may refuse a single
 * number; before the first answer, one refusal is enough.
 */
export const maxFailuresInARow = 5;

/**
 * Notices when there is no point in going on. Its signal stops the requests
 * under way; whatever has no answer by then gets the signal's reason as its
 * error.
 */
export class EarlyStop {
  readonly #controller = new AbortController();
  readonly signal: AbortSignal = this.#controller.signal;
  /** Before any answer, one refusal is enough. */
  #hasAnswer: boolean;
  /** How many pages in a row got no answer, not even an unusable one. */
  #failures = 0;

  constructor(hasEarlierRows = false) {
    this.#hasAnswer = hasEarlierRows;
  }

  get error(): ServiceError | undefined {
    return this.signal.reason;
  }

  /**
   * Takes note of what came of a page, in the order of the list. Its requests
   * count as one: where a record is answered, the service lives. What an
   * earlier run knew says nothing.
   */
  see(page: readonly Answers[]): void {
    const answers = page
      .flatMap((each) => Object.values(each))
      .filter(({ reused }) => !reused);
    if (answers.length === 0) return;
    const errors = answers.flatMap((answer) =>
      answer.state === "unanswered" ? serviceErrorOrThrow(answer.error) : [],
    );
    // An unusable answer is still an answer.
    const isAlive =
      errors.length < answers.length ||
      errors.some(({ kind }) => kind === "unusable");
    this.#failures = isAlive ? 0 : this.#failures + 1;
    this.#hasAnswer ||= isAlive;
    const cause = errors.find(isTooLongAWait) ?? errors[0];
    if (cause && this.#isPointlessAfter(cause))
      this.#controller.abort(errorOfTheRest(cause));
  }

  #isPointlessAfter(error: ServiceError): boolean {
    const isRefused = error.kind === "key" && !this.#hasAnswer;
    return (
      isTooLongAWait(error) || isRefused || this.#failures >= maxFailuresInARow
    );
  }
}

const isTooLongAWait = ({ reason }: ServiceError) => reason === "wait-too-long";

/** The error of all other numbers, for which nothing was sent. */
function errorOfTheRest(cause: ServiceError): ServiceError {
  const { askedAt } = cause.details.exchange;
  const exchange = { askedAt };
  const details = { ...cause.details, exchange, dotNumber: undefined, cause };
  return isTooLongAWait(cause) || cause.kind === "key"
    ? new ServiceError(cause.message, details)
    : serviceError("gave-up", details, { what: cause.message });
}

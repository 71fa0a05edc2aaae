/** When to stop asking, since nothing would come of it. */
import type { Answers } from "../answer.ts";
import {
  ServiceError,
  serviceError,
  serviceErrorOrThrow,
} from "../service/service-error.ts";

/**
 * A gateway may refuse one number, but this many refusals in a row, or a
 * refused first request, mean that the key is bad. After this many pages (a
 * carrier or a batch) in a row without any answer, asking stops.
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
    this.#count(errors.length < answers.length || errors.some(isFromService));
    const cause = errors.find(isTooLongAWait) ?? errors[0];
    if (cause && this.#isPointlessAfter(cause))
      this.#controller.abort(errorOfTheRest(cause));
  }

  #count(isAlive: boolean): void {
    this.#failures = isAlive ? 0 : this.#failures + 1;
    this.#hasAnswer ||= isAlive;
  }

  #isPointlessAfter(error: ServiceError): boolean {
    const isRefused = error.kind === "key" && !this.#hasAnswer;
    return (
      isTooLongAWait(error) || isRefused || this.#failures >= maxFailuresInARow
    );
  }
}

/** What cannot be used was answered all the same. */
const isFromService = ({ kind }: ServiceError) => kind === "unusable";

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

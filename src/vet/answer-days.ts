/** From when the answers of a run are. */
import type { Answers } from "../answer.ts";
import { dayBy } from "../text/time.ts";
import type { RunHeader } from "./model.ts";

/** On which days answers were asked for, as the run counts days. */
export class AnswerDays {
  readonly #clock: string;
  readonly #days = new Set<string>();
  #isOfThisRun: boolean;

  constructor({ as_of, judgedOn }: RunHeader) {
    this.#clock = as_of;
    this.#isOfThisRun = judgedOn === undefined;
  }

  add(answers: Answers): this {
    for (const { exchange, reused } of Object.values(answers)) {
      this.#days.add(dayBy(this.#clock, exchange.askedAt));
      if (reused) this.#isOfThisRun = false;
    }
    return this;
  }

  /** In order; none where all answers are of this run. */
  inOrder(): string[] {
    return this.#isOfThisRun ? [] : [...this.#days].sort();
  }
}

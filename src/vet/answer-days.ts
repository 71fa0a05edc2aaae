/** On which days the answers of a run were asked for, as the run counts days. */
import type { Answers } from "../answer.ts";
import { dayBy } from "../text/time.ts";
import type { RunHeader } from "./model.ts";

export function answerDays({ as_of, judgedOn }: RunHeader) {
  const days = new Set<string>();
  let areAllOfThisRun = judgedOn === undefined;
  return {
    add(answers: Answers): void {
      for (const { exchange, reused } of Object.values(answers)) {
        days.add(dayBy(as_of, exchange.askedAt));
        if (reused) areAllOfThisRun = false;
      }
    },
    /** In order; none where all answers are of this run. */
    inOrder: (): string[] => (areAllOfThisRun ? [] : [...days].sort()),
  };
}

/** From when the answers of a run are. */
import type { Answers } from "../answer.ts";
import { dayBy } from "../text/time.ts";
import type { RunHeader } from "./model.ts";

/** On which days answers were asked for, as the run counts days. */
export function answerDays({ as_of, judgedOn }: RunHeader) {
  const days = new Set<string>();
  let isOfThisRun = judgedOn === undefined;
  return {
    add(answers: Answers): void {
      for (const { exchange, reused } of Object.values(answers)) {
        days.add(dayBy(as_of, exchange.askedAt));
        if (reused) isOfThisRun = false;
      }
    },
    /** In order; none where all answers are of this run. */
    inOrder: (): string[] => (isOfThisRun ? [] : [...days].sort()),
  };
}

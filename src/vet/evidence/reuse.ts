/** What earlier evidence answers, so that it need not be asked for again. */
import type { Answer, Answers } from "../../answer.ts";
import type { DotNumber } from "../../dot-number.ts";
import { refuse } from "../../errors.ts";
import { shownPath } from "../../files/file-error.ts";
import { millisecondsPerDay } from "../../text/time.ts";
import type { Dossier } from "../model.ts";
import { openRecordedRun } from "./reader.ts";

/** Whether an answer of that moment may stand for one of now. */
export function isReusable(moment: string, now: string | number): boolean {
  const age = new Date(now).getTime() - Date.parse(moment);
  return age >= 0 && age <= millisecondsPerDay;
}

/** The definite answers of the last 24 hours: records, and 404s. */
export class ReusedAnswers {
  /** The newest ones. */
  readonly answers = new Map<DotNumber, Answers>();
  /** How many answers are older than that, or from after now. */
  leftOut = 0;

  /** @throws {UsageError} for evidence of another service */
  async read(path: string, service: string, now: number): Promise<void> {
    const recorded = await openRecordedRun(path);
    if (recorded === undefined) return;
    const { service: other } = recorded.header;
    if (other !== service) {
      await recorded.close();
      refuse(
        `the answers in ${shownPath(path)} are from ${other}, not from ${service}`,
        "leave out --reuse, or ask that service",
      );
    }
    for await (const { dossier } of recorded.carriers())
      this.#add(dossier, now);
  }

  #add({ dotNumber, answers }: Dossier, now: number): void {
    const newest: Record<string, Answer> = { ...this.answers.get(dotNumber) };
    for (const [name, answer] of Object.entries(answers)) {
      const { askedAt } = answer.exchange;
      if (answer.state === "unanswered") continue;
      if (!isReusable(askedAt, now)) this.leftOut += 1;
      else if (askedAt > (newest[name]?.exchange.askedAt ?? ""))
        newest[name] = { ...answer, reused: true };
    }
    this.answers.set(dotNumber, newest);
  }
}

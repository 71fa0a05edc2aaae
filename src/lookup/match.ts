/** The records of a bulk answer -> a finding for each number asked: by number, never by position. */

import type { DotNumber } from "../dot-number.ts";
import { NotFoundError, UnusableAnswerError } from "../errors.ts";
import type { Answer, BulkAnswer } from "../service/client.ts";
import type { CarrierSummary } from "../service/schemas.ts";
import { compactJson } from "../text/json-text.ts";
import type { Finding } from "./outcome.ts";

type SummaryFinding = Finding<CarrierSummary>;

/** The findings in the order asked, and how many records were about numbers that nobody asked for. */
export interface Matched {
  findings: SummaryFinding[];
  unasked: number;
}

/**
 * Matches an answer to what was asked. Records that are the same twice count once; two different ones about one number are
 * an error for that number. A number that the answer leaves out is not known to the service (the interface: "one per
 * carrier found"), unless the answer also holds records that are about no number that was asked: then it is not to be
 * relied on for what it leaves out.
 */
export function matchBulk(asked: readonly DotNumber[], { records, unreadable }: BulkAnswer): Matched {
  const byNumber = new Map<DotNumber, Answer<CarrierSummary> | "conflict">();
  const wanted = new Set(asked);
  let unasked = unreadable;
  for (const { dotNumber, answer } of records) {
    const known = byNumber.get(dotNumber);
    if (!wanted.has(dotNumber)) unasked += 1;
    else if (known === undefined) byNumber.set(dotNumber, answer);
    else if (known === "conflict" || !same(known, answer)) byNumber.set(dotNumber, "conflict");
  }
  return { findings: asked.map((dotNumber) => findingOf(dotNumber, byNumber.get(dotNumber), unasked)), unasked };
}

function same(one: Answer<CarrierSummary>, other: Answer<CarrierSummary>): boolean {
  return one.text === other.text || compactJson(one.text) === compactJson(other.text);
}

const operator = "ask the service's operator";

function findingOf(
  dotNumber: DotNumber,
  found: Answer<CarrierSummary> | "conflict" | undefined,
  unasked: number,
): SummaryFinding {
  const subject = `USDOT ${dotNumber}`;
  if (found === "conflict") {
    const error = new UnusableAnswerError("the answer holds two different records about it", {
      subject,
      hint: operator,
    });
    return { kind: "unanswered", dotNumber, error };
  }
  if (found !== undefined) return { kind: "answered", dotNumber, answer: found };
  if (unasked > 0) {
    const error = new UnusableAnswerError("the answer leaves it out and holds records that were not asked for", {
      subject,
      hint: operator,
    });
    return { kind: "unanswered", dotNumber, error };
  }
  const error = new NotFoundError("the service knows no such carrier", {
    subject,
    hint: "check the number with the carrier",
  });
  return { kind: "not-found", dotNumber, error };
}

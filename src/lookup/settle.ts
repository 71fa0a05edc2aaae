/** Settles what a 404 was about that did not say so: the carrier, or a wrong base URL. */
import { DoubtfulNotFoundError } from "../service/errors.ts";
import type { Outcome } from "./outcome.ts";

/** The most outcomes that are held back. A service that knows none of a thousand numbers is none, as far as we can tell. */
const mostHeld = 1_000;

/**
 * The outcomes in their order, with those settled that were in doubt before the first record was answered: from then on, the
 * service is known to be one, and they are definite. They are held back until then, with what comes after them; if no record is
 * answered among the next thousand, they stay in doubt.
 */
export async function* settled<A>(pages: AsyncIterable<Outcome<A>[]>): AsyncGenerator<Outcome<A>[]> {
  const held: Outcome<A>[][] = [];
  let count = 0;
  let isProven = false;
  for await (const page of pages) {
    isProven ||= page.some(({ kind }) => kind === "answered" || kind === "partial");
    if (isProven) {
      for (const each of [...held.splice(0), page]) yield each.map(definite);
    } else if (count < mostHeld && (held.length > 0 || page.some((outcome) => definite(outcome) !== outcome))) {
      held.push(page);
      count += page.length;
    } else {
      yield* held.splice(0);
      yield page;
    }
  }
  yield* held;
}

/** The outcome, without the doubt that it may have. */
function definite<A>(outcome: Outcome<A>): Outcome<A> {
  if (outcome.kind !== "unanswered" || !(outcome.error instanceof DoubtfulNotFoundError)) return outcome;
  const { dotNumber, error, place } = outcome;
  return { kind: "not-found", dotNumber, error: error.definite, place };
}

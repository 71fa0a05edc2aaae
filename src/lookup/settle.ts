/** Settles 404s that don't say what they are about: the carrier, or a wrong base URL. */
import { DoubtfulNotFoundError } from "../service/errors.ts";
import type { Outcome } from "./outcome.ts";

/** The most outcomes that are held back. */
const mostHeld = 1_000;

/**
 * Passes the outcomes on in their order. From the first one in doubt on, they are held back until a record is answered, which proves
 * that the base URL is right: then all those in doubt are definite. If the next thousand outcomes hold no record, they stay in doubt.
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

/** The outcome, with any doubt settled. */
function definite<A>(outcome: Outcome<A>): Outcome<A> {
  if (outcome.kind !== "unanswered" || !(outcome.error instanceof DoubtfulNotFoundError)) return outcome;
  const { dotNumber, error, place } = outcome;
  return { kind: "not-found", dotNumber, error: error.definite, place };
}

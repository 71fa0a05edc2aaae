/** Asks for summaries, many per request, in pieces that the service accepts. Nothing is lost by what an answer leaves out. */
import type { DotNumber } from "../dot-number.ts";
import type { Client } from "../service/client.ts";
import { ServiceError } from "../service/errors.ts";
import type { RecordAnswer } from "../service/types.ts";
import { type Failed, failedResult, type Result } from "./outcome.ts";
import type { Ask } from "./run.ts";

/**
 * What asks for summaries. The interface states no largest request: it is learned from what is refused, or answered with nothing.
 * As a service may answer about 20 of 50 and stop, what is left out is asked for again by itself, as long as that finds any.
 */
export function askInBulk(
  client: Pick<Client, "bulk" | "baseUrl">,
): Ask<RecordAnswer> {
  /** The most numbers of a request that found any of them. */
  let proven = 1;
  let limit = Number.POSITIVE_INFINITY;

  const ask: Ask<RecordAnswer> = async (numbers) => {
    if (numbers.length > limit) return inHalves(numbers);
    const found = await client.bulk(numbers);
    if (found.size === 0 && numbers.length > proven) return inHalves(numbers);
    const leftOut = numbers.filter((number) => !found.has(number));
    if (found.size === 0)
      return leftOut.map((number) => notFound(number, client.baseUrl));
    proven = Math.max(proven, numbers.length);
    const results = [...found].map(
      ([dotNumber, answer]): Result<RecordAnswer> => {
        if (answer instanceof ServiceError)
          return { kind: "unanswered", dotNumber, error: answer };
        return { kind: "answered", dotNumber, answer };
      },
    );
    return leftOut.length === 0
      ? results
      : [...results, ...(await askOrFail(leftOut))];
  };

  /** An error is the result of the numbers it concerns, unless a smaller request may help. */
  const askOrFail: Ask<RecordAnswer> = async (numbers) => {
    try {
      return await ask(numbers);
    } catch (error) {
      const isHelped =
        error instanceof ServiceError &&
        error.reason !== "no-service" &&
        halved.includes(error.status);
      if (isHelped && numbers.length > 1) return inHalves(numbers);
      return numbers.map((number) => failedResult(number, error));
    }
  };

  const inHalves: Ask<RecordAnswer> = async (numbers) => {
    const half = Math.ceil(numbers.length / 2);
    // Side by side: were the half that fails asked for down to its last number first, five failures in a row would end the run.
    return (
      await Promise.all(
        [numbers.slice(0, half), numbers.slice(half)].map(askOrFail),
      )
    ).flat();
  };

  return async (numbers) => {
    const results = await askOrFail(numbers);
    // It took halves: from now on, no more are asked for at once than found any.
    if (
      numbers.length > proven &&
      results.some(({ kind }) => kind === "answered")
    )
      limit = Math.min(limit, proven);
    return results;
  };
}

/** What refuses a request that is too large, or comes of one number: unknown (404), or one that the service stumbles over (500). */
const halved: readonly (number | undefined)[] = [400, 404, 413, 422, 500];

function notFound(dotNumber: DotNumber, baseUrl: string): Failed {
  const details = {
    reason: "not-found",
    baseUrl,
    withKey: true,
    dotNumber,
  } as const;
  return failedResult(
    dotNumber,
    new ServiceError("the service has no such carrier", details),
  );
}

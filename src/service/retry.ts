/** Decides when a request may be sent again. Pure, so that every rule is tested without waiting. Times are milliseconds. */
import type { ServiceError } from "./errors.ts";

/** What became of one attempt, as far as retrying depends on it. */
export interface Failure {
  kind: /** 429: too many requests. */
    | "rate-limited"
    /** 408, 5xx, no connection, a connection that broke, no answer in time. */
    | "transient"
    /** A kept-alive connection that the service closed as we used it: not the service's fault, and nothing was answered. */
    | "stale"
    /** This machine has no room for another connection: too many open files, no memory. Nothing was sent. */
    | "crowded"
    /** A response that cannot be used; retried once, since half a response may be whole the next time. */
    | "unusable"
    /** What no retry can change: certificates, redirects, other 4xx. */
    | "permanent";
  /** The pause that the service asks for. */
  retryAfter?: number | undefined;
}

/** One attempt that brought nothing usable. */
export interface FailedAttempt {
  error: ServiceError;
  failure: Failure;
}

export interface RetryPolicy {
  /** Attempts after the first. */
  retries: number;
  /** Longest wait that the service may ask for. */
  maxWait: number;
  /** From 0 to below 1: `Math.random`, or a fixed value in a test. */
  random(): number;
}

export type Decision =
  /** `held`: the service asked for the wait, so all requests wait, and no time limit runs meanwhile. */
  | { again: true; after: number; held: boolean }
  | { again: false; why: "permanent" | "spent" }
  | { again: false; why: "too-long"; wait: number };

const baseDelay = 500;
const baseDelayRateLimited = 1_000;
const maxDelay = 20_000;

/**
 * Decides on the next attempt after `failures` (all of one request, the last one last).
 *
 * Waits are drawn from 0 to a bound that doubles with each attempt ("full jitter", so clients that failed together don't come
 * back together), at most 20 s. What the service asks for with Retry-After (RFC 9110, 10.2.3) is obeyed, never
 * shortened; if that is longer than `maxWait`, there is no next attempt. A Retry-After of 0 is a truncated fraction of a
 * second, and treated as if there were none.
 */
export function decideRetry(failures: readonly Failure[], policy: RetryPolicy): Decision {
  const failure = failures.at(-1);
  if (failure === undefined || failure.kind === "permanent") return { again: false, why: "permanent" };
  const asked = failure.retryAfter ?? 0;
  if (asked > policy.maxWait) return { again: false, why: "too-long", wait: asked };

  const { kind } = failure;
  // Nothing reached the service, so the first such failure of a request is not counted.
  if ((kind === "stale" || kind === "crowded") && count(failures, kind) === 1)
    return { again: true, after: 0, held: false };
  if (count(failures, "unusable") > 1) return { again: false, why: "permanent" };
  const attempts = attemptsIn(failures);
  if (attempts > policy.retries) return { again: false, why: "spent" };

  return { again: true, after: asked || backoff(failures, policy), held: kind === "rate-limited" || asked > 0 };
}

/** How long to wait after `failures` if the service doesn't say. */
export function backoff(failures: readonly Failure[], { random }: Pick<RetryPolicy, "random">): number {
  const base = failures.at(-1)?.kind === "rate-limited" ? baseDelayRateLimited : baseDelay;
  return random() * Math.min(maxDelay, base * 2 ** (attemptsIn(failures) - 1));
}

function attemptsIn(failures: readonly Failure[]): number {
  return failures.length - Math.min(1, count(failures, "stale")) - Math.min(1, count(failures, "crowded"));
}

function count(failures: readonly Failure[], kind: Failure["kind"]): number {
  return failures.filter((failure) => failure.kind === kind).length;
}

import { describe, expect, test } from "vitest";
import { hintOf } from "../../src/runtime/hints.ts";
import {
  RateLimitedError,
  RefusedKeyError,
  RefusedRequestError,
  type ServiceError,
  UnreachableError,
} from "../../src/service/errors.ts";
import { redact } from "../../src/service/redact.ts";
import type { Subject } from "../../src/service/request.ts";
import { failureOfStatus, waitTooLong } from "../../src/service/response-errors.ts";
import { aboutCarrier as subject } from "./loopback.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const withKey = { ...subject, apiKey: "s3cret/key" };
const bulk = { ...withKey, about: undefined, url: "http://service.test/v1/carriers/bulk" };
const body = JSON.stringify({ error: { code: "CODE", message: "Words." } });
const html = "<!DOCTYPE html><h1>Nginx</h1>";

function refused(status: number, text = body, headers: Record<string, string> = {}, asked: Subject = subject) {
  return failureOfStatus({ status, headers, body: Buffer.from(text), text }, asked, now);
}

/** The line that the user reads. */
const line = (error: ServiceError) => `${error.message}; ${hintOf(error)}`;

describe("an answer that is not 2xx", () => {
  test.each([
    [
      429,
      subject,
      RateLimitedError,
      "rate-limited",
      "too many requests (HTTP 429 CODE: Words.); try again later, or use an API key, which has a higher limit",
    ],
    [429, withKey, RateLimitedError, "rate-limited", "too many requests (HTTP 429 CODE: Words.); try again later"],
    [408, subject, UnreachableError, "transient", "the service failed (HTTP 408 CODE: Words.); try again later"],
    [500, subject, UnreachableError, "transient", "the service failed (HTTP 500 CODE: Words.); try again later"],
    [599, bulk, UnreachableError, "transient", "the service failed (HTTP 599 CODE: Words.); try again later"],
    [
      404,
      bulk,
      RefusedRequestError,
      "permanent",
      "no carrier lookup service answers at http://service.test/v1/carriers/bulk (HTTP 404 CODE: Words.); check the base URL (http://service.test)",
    ],
    [
      405,
      subject,
      RefusedRequestError,
      "permanent",
      "no carrier lookup service answers at http://service.test/v1/carriers/1 (HTTP 405 CODE: Words.); check the base URL (http://service.test)",
    ],
    [
      401,
      subject,
      RefusedKeyError,
      "permanent",
      "the service refused to answer without an API key (HTTP 401 CODE: Words.); give an API key: see usdot help options",
    ],
    [
      401,
      withKey,
      RefusedKeyError,
      "permanent",
      "the service refused the API key (HTTP 401 CODE: Words.); check the API key: usdot config list",
    ],
    [
      403,
      withKey,
      RefusedKeyError,
      "permanent",
      "the service refused the API key (HTTP 403 CODE: Words.); check the API key: usdot config list",
    ],
    [
      403,
      subject,
      RefusedRequestError,
      "permanent",
      "the service refused the request (HTTP 403 CODE: Words.); check the number and the base URL",
    ],
    [
      400,
      subject,
      RefusedRequestError,
      "permanent",
      "the service refused the request (HTTP 400 CODE: Words.); check the number and the base URL",
    ],
    [
      410,
      subject,
      RefusedRequestError,
      "permanent",
      "the service refused the request (HTTP 410 CODE: Words.); check the number and the base URL",
    ],
    [
      304,
      subject,
      RefusedRequestError,
      "permanent",
      "the service sent nothing, as if we had it (HTTP 304); ask the service's operator",
    ],
    [
      302,
      subject,
      RefusedRequestError,
      "permanent",
      "the service redirects; redirects are not followed (HTTP 302); if that is the service's new address, make it the base URL",
    ],
    [
      399,
      subject,
      RefusedRequestError,
      "permanent",
      "the service redirects; redirects are not followed (HTTP 399); if that is the service's new address, make it the base URL",
    ],
  ] as const)("%i", (status, asked, type, kind, words) => {
    const failed = refused(status, body, {}, asked);
    expect(failed.error).toBeInstanceOf(type);
    expect(failed.error).toMatchObject({ status, subject: "USDOT 1" });
    expect(failed.error.code).toBe(words.includes("CODE") ? "CODE" : undefined);
    expect(line(failed.error)).toBe(words);
    expect(failed.failure).toEqual(kind === "permanent" ? { kind } : { kind, retryAfter: undefined });
  });

  test.each(["An api KEY is needed", "not authorized"])("a 403 that mentions keys asks for one: %s", (message) => {
    expect(refused(403, JSON.stringify({ message })).error).toBeInstanceOf(RefusedKeyError);
    expect(refused(403, JSON.stringify({ code: message })).error).toBeInstanceOf(RefusedKeyError);
  });

  test("a 403 in HTML, without a key, is a permanent refusal", () => {
    expect(refused(403, html).error).toBeInstanceOf(RefusedRequestError);
  });

  test("HTML is never shown", () => {
    for (const status of [302, 400, 401, 403, 404, 408, 413, 429, 500, 502]) {
      expect(line(refused(status, html).error)).not.toMatch(/[<>]|Nginx|DOCTYPE/);
    }
  });

  test("the hint says when to come back", () => {
    for (const status of [429, 503]) {
      const { error: thrown, failure } = refused(status, body, { "retry-after": "1.5" });
      expect(hintOf(thrown)).toMatch(/^try again in 2 s/);
      expect(failure).toMatchObject({ retryAfter: 1_500 });
    }
    const atOnce = refused(503, body, { "retry-after": "0" });
    expect(hintOf(atOnce.error)).toBe("try again later");
    expect(atOnce.failure).toMatchObject({ retryAfter: 0 });
    expect(refused(400, body, { "retry-after": "5" }).failure).toEqual({ kind: "permanent" });
  });

  test("a redirect's target is shown without its query", () => {
    const words = (location: string, asked = withKey) => refused(301, "", { location }, asked).error.message;
    expect(words("https://new.test/v2?token=abc")).toBe(
      "the service redirects to https://new.test/v2; redirects are not followed (HTTP 301)",
    );
    expect(words("/login#abc")).toContain("redirects to /login; ");
    expect(words("?a=b")).toContain("redirects; ");
    expect(words(`/${"x".repeat(79)}`)).toContain(`/${"x".repeat(79)}; `);
    expect(words(`/${"x".repeat(80)}`)).toContain(`/${"x".repeat(78)}…; `);
  });

  test("the key is redacted if the service repeats it", () => {
    const { error: thrown } = refused(401, JSON.stringify({ error: "no such key: s3cret/key" }), {}, withKey);
    expect(thrown.message).toContain("no such key: [redacted]");
    const padded = JSON.stringify({ error: { code: "s3cret/key", message: `${"m".repeat(115)}s3cret/key` } });
    for (const status of [400, 401, 404, 429, 500]) {
      const failed = refused(status, padded, {}, withKey).error;
      expect(`${line(failed)} ${failed.code}`).not.toContain("s3c");
    }
    for (const location of ["/s3cret/key", "/s3cret%2Fkey", "/login?key=s3cret/key", `/${"x".repeat(72)}s3cret/key`]) {
      expect(line(refused(302, "", { location }, withKey).error)).not.toContain("s3c");
    }
    expect(redact("s3cret/key", undefined)).toBe("s3cret/key");
  });

  test("a line is at most 300 characters long", () => {
    const wordy = JSON.stringify({ error: { code: "C".repeat(1_000), message: "m".repeat(1_000) } });
    for (const status of [302, 400, 401, 403, 404, 405, 429, 500]) {
      for (const asked of [subject, withKey, bulk]) {
        const { error: thrown } = refused(status, wordy, { location: `/${"x".repeat(1_000)}` }, asked);
        expect(`usdot: ${thrown.subject}: ${line(thrown)}`.length).toBeLessThanOrEqual(300);
      }
    }
  });
});

describe("a wait that is too long", () => {
  test("is reported with its length, its end, and what to do", () => {
    const cause = refused(429).error;
    const thrown = waitTooLong(subject, 3_599_001, now, cause);
    expect(thrown).toBeInstanceOf(RateLimitedError);
    expect(thrown).toMatchObject({ subject: "USDOT 1", status: 429, code: "CODE", cause });
    expect(line(thrown)).toBe(
      "the service asks us to wait 3600 s (until 2026-11-21 12:59 UTC), longer than allowed; try again then, or allow it with --max-wait 3600",
    );
  });

  test("may exceed both --max-wait and the calendar", () => {
    expect(hintOf(waitTooLong(subject, 86_400_000, now))).toContain("--max-wait 86400");
    expect(hintOf(waitTooLong(subject, 86_400_001, now))).toBe("try again then");
    expect(waitTooLong(subject, Number.MAX_SAFE_INTEGER, now).message).toBe(
      "the service takes no more requests now: nothing is sent for 9007199254741 s, longer than allowed",
    );
    const last = Date.UTC(10_000, 0) - now;
    expect(waitTooLong(subject, last - 1, now).message).toContain("(until 9999-12-31 23:59 UTC)");
    expect(waitTooLong(subject, last, now).message).not.toContain("until");
  });

  test("may come from an earlier answer", () => {
    expect(waitTooLong(subject, 90_000, now)).toMatchObject({ status: undefined, code: undefined });
  });
});

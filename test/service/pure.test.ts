/** What is decided without a network: waits, their words, proxies, the key in texts. */
import { expect, test } from "vitest";
import { redactor } from "../../src/service/body.ts";
import {
  ServiceError,
  type ServiceErrorReason,
} from "../../src/service/errors.ts";
import { proxyFor } from "../../src/service/proxy.ts";
import { backoff, waitAskedFor } from "../../src/service/waits.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const inSeconds = (seconds: number) => now / 1_000 + seconds;
const error = (reason: ServiceErrorReason) =>
  new ServiceError("", {
    reason,
    baseUrl: "http://x",
    withKey: false,
    source: { askedAt: "" },
  });

test.each<[headers: Record<string, string>, wait: number | undefined]>([
  [{}, undefined],
  [{ "retry-after": "120" }, 120_000],
  [{ "retry-after": " 1.5 " }, 1_500],
  [{ "retry-after": "Sat, 21 Nov 2026 12:01:00 GMT" }, 60_000],
  [{ "retry-after": "Saturday, 21-Nov-26 12:01:00 GMT" }, 60_000],
  [{ "retry-after": "Sat, 21 Nov 2026 11:00:00 GMT" }, 0],
  [{ "retry-after": String(inSeconds(90)) }, 90_000],
  [{ "retry-after": String(inSeconds(90) * 1_000) }, 90_000],
  [{ "retry-after": String(inSeconds(-90)) }, 0],
  [{ "retry-after": "try 5" }, undefined],
  [
    {
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(inSeconds(30)),
    },
    30_000,
  ],
  [{ "x-ratelimit-remaining": "-1", "x-ratelimit-reset": "30" }, 30_000],
  [{ "x-ratelimit-remaining": "1", "x-ratelimit-reset": "30" }, undefined],
  [
    {
      "retry-after": "7",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "30",
    },
    7_000,
  ],
  // The service's own clock counts: ours is an hour behind.
  [
    {
      "retry-after": String(inSeconds(3_690)),
      date: "Sat, 21 Nov 2026 13:00:00 GMT",
    },
    90_000,
  ],
])("a wait by %j is %s ms", (headers, wait) => {
  const response = {
    url: "",
    askedAt: "",
    status: 429,
    headers,
    body: Buffer.of(),
  };
  expect(waitAskedFor(response, now)).toBe(wait);
});

test("the next attempt waits between nothing and a bound that doubles, up to 20 seconds", () => {
  const most = [1, 2, 3, 6, 7, 50].map((attempts) =>
    backoff(error("service-failed"), attempts, () => 1),
  );
  expect(most).toEqual([500, 1_000, 2_000, 16_000, 20_000, 20_000]);
  expect(backoff(error("rate-limited"), 1, () => 1)).toBe(1_000);
  expect(backoff(error("service-failed"), 3, () => 0)).toBe(0);
});

test.each<
  [env: Record<string, string>, baseUrl: string, proxy: string | undefined]
>([
  [{}, "https://api.test", undefined],
  [
    { HTTPS_PROXY: "http://proxy:3128" },
    "https://api.test",
    "http://proxy:3128/",
  ],
  [{ HTTP_PROXY: "proxy:3128/" }, "http://api.test", "http://proxy:3128/"],
  [
    { https_proxy: "http://low", HTTPS_PROXY: "http://up" },
    "https://api.test",
    "http://low/",
  ],
  [
    { ALL_PROXY: "http://all:1", HTTPS_PROXY: "http://own:1" },
    "https://api.test",
    "http://own:1/",
  ],
  [
    { HTTPS_PROXY: "http://u:p%25@proxy:1/path?q#h" },
    "https://api.test",
    "http://u:p%25@proxy:1/",
  ],
  [{ HTTPS_PROXY: "http://p", NO_PROXY: "*" }, "https://api.test", undefined],
  [
    { HTTPS_PROXY: "http://p", NO_PROXY: "other, api.test" },
    "https://api.test",
    undefined,
  ],
  [
    { HTTPS_PROXY: "http://p", no_proxy: "*.TEST" },
    "https://api.test",
    undefined,
  ],
  [
    { HTTPS_PROXY: "http://p", NO_PROXY: "pi.test" },
    "https://api.test",
    "http://p/",
  ],
])("with %j, %s is asked through %s", (env, baseUrl, proxy) => {
  expect(proxyFor(baseUrl, env)).toBe(proxy);
});

test.each(["socks5://proxy:1080", "http://u:100%@proxy", "http://"])(
  "%s is refused, naming the variable",
  (proxy) => {
    expect(() => proxyFor("https://api.test", { ALL_PROXY: proxy })).toThrow(
      "ALL_PROXY is not an http or https URL",
    );
  },
);

test.each([
  [
    'a"b\\c/12345',
    'a\\"b\\\\c/12345 and a%22b%5Cc%2F12345',
    "[redacted] and [redacted]",
  ],
  ["short", "short shorter (short)", "[redacted] shorter ([redacted])"],
  ['"quoted"', '\\\\"quoted\\\\"', "[redacted]"],
])("the key %s is taken out", (apiKey, text, clean) => {
  expect(redactor(apiKey)(text)).toBe(clean);
});

test("the key is looked for in linear time", () => {
  const hostile = "\\".repeat(1_000_000);
  expect(redactor('k"ey-12345')(hostile)).toBe(hostile);
});

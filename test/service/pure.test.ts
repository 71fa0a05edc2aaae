/** What is decided without a network: which proxy is used, and where the key stands in a text. */
import { expect, test } from "vitest";
import { redactor } from "../../src/service/body.ts";
import { proxyFor } from "../../src/service/proxy.ts";

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

/** What happens on the wire: encodings, limits, time, certificates, proxies. */
import { getEventListeners } from "node:events";
import { createServer as createTcpServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { InterruptedError } from "../../src/errors.ts";
import { openHttp } from "../../src/service/http.ts";
import { proxyFor } from "../../src/service/proxy.ts";
import { listening } from "../support/resources.ts";
import {
  always,
  answered,
  answering,
  ask,
  failure,
  open,
  record,
  serveRaw,
} from "./loopback.ts";

const text = JSON.stringify(record("1"));
setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");
const mebibytes = (count: number) => Buffer.alloc(count << 20, " ");

describe("an answer", () => {
  test.each([
    ["gzip", gzipSync(text)],
    [" GZIP ", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["br", brotliCompressSync(text)],
    ["identity", Buffer.from(text)],
    ["UTF-8", Buffer.from(text)],
    ["", Buffer.from(text)],
  ])("in %s is decompressed", async (encoding, body) => {
    const headers = { "content-encoding": encoding };
    const origin = await answering(200, body, headers);
    expect((await answered(ask(origin))).record).toEqual(record("1"));
  });

  test.each([
    ["gzip", "a damaged or cut body", Buffer.from("xx")],
    ["gzip", "a damaged or cut body", gzipSync(text).subarray(0, -9)],
    ["br", "a damaged or cut body", Buffer.from(text)],
    ["gzip", "more than 32 MiB", gzipSync(mebibytes(33))],
    ["identity", "more than 32 MiB", mebibytes(33)],
  ])("in %s that is %s is refused", async (encoding, words, body) => {
    const headers = { "content-encoding": encoding };
    const origin = await answering(200, body, headers);
    const error = await failure(ask(origin));
    expect(error).toMatchObject({
      reason: "unusable-answer",
      message: `the service sent ${words}`,
    });
  });

  test("may follow 103, and have a header twice", async () => {
    const head =
      "HTTP/1.1 103 Early Hints\r\nRetry-After: 9\r\n\r\nHTTP/1.1 200 OK\r\nX-One: 1\r\nx-one: 2\r\n";
    const origin = await serveRaw((socket) =>
      socket.write(`${head}Content-Length: ${text.length}\r\n\r\n${text}`),
    );
    const { exchange } = await answered(ask(origin));
    expect(exchange.headers).toEqual({
      "x-one": "2",
      "content-length": String(text.length),
    });
  });

  const broken = "no-connection";
  const part = "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n";
  test.each([
    ["nothing, closed", "", broken],
    ["nothing, reset", "", broken],
    ["a part", `${part}\r\n{`, broken],
    ["a part, and no more", `${part}Connection: close\r\n\r\n{`, broken],
    [
      "a bad chunk",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n",
      "unusable-answer",
    ],
    ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n", "unusable-answer"],
  ])("that is %s is an error", async (what, bytes, reason) => {
    const origin = await serveRaw((socket) => {
      socket.write(bytes);
      if (what.endsWith("reset")) socket.resetAndDestroy();
      else socket.end();
    });
    expect((await failure(ask(origin))).reason).toBe(reason);
  });
});

test.each([
  ["never answers", ""],
  ["stops in the middle", "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"],
])(
  "the time for an attempt ends the wait for a service that %s",
  async (_, bytes) => {
    const origin = await serveRaw((socket) => socket.write(bytes));
    // Garbage collection must not take the limit along, as it does on Node 20
    // with a signal that nothing holds.
    const collecting = setInterval(collectGarbage, 10);
    const error = await failure(ask(origin, { timeout: 100 }));
    clearInterval(collecting);
    expect(error).toMatchObject({
      reason: "timed-out",
      message: `${origin} did not answer in time`,
      hint: expect.stringContaining("--timeout"),
      details: {
        exchange: {
          url: `${origin}/v1/carriers/1`,
          askedAt: "2026-11-21T12:00:00.000Z",
        },
      },
    });
  },
);

test("a stop while HTTP is loaded is heeded: nothing is sent", async () => {
  const { origin, asked } = await always(200, text);
  const stop = new AbortController();
  const reason = new InterruptedError("SIGINT");
  const { carrier } = open(origin, {
    signal: stop.signal,
    onLoaded: () => stop.abort(reason),
  });
  await expect(carrier()).rejects.toBe(reason);
  expect(asked).toEqual([]);
});

test("a request that is over leaves nothing behind at its signal, which outlives a million of them", async () => {
  const { origin } = await always(200, text);
  const options = { origin, proxy: undefined, concurrency: 1, timeout: 10_000 };
  const http = await openHttp(options);
  const { signal } = new AbortController();
  await http.send({ method: "GET", url: `${origin}/`, headers: {} }, signal);
  await http.close();
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

describe("a proxy", () => {
  const through = (proxy: string, scheme = "https") =>
    ask(`${scheme}://carriers.test`, { proxyEnv: { ALL_PROXY: proxy } });

  test("gets the whole URL of http, and its user and password", async () => {
    const proxy = await always(200, text);
    const withPassword = proxy.origin.replace("//", "//me:p%40ss@");
    await answered(through(withPassword, "http"));
    expect(proxy.asked[0]).toMatchObject({
      url: "http://carriers.test/v1/carriers/1",
      headers: {
        host: "carriers.test",
        "proxy-authorization": `Basic ${btoa("me:p@ss")}`,
      },
    });
  });

  test("that closes the connection is not asked again and again", async () => {
    let asked = 0;
    const origin = await serveRaw((socket) => {
      asked += 1;
      socket.end();
    });
    expect((await failure(through(origin))).reason).toBe("proxy");
    expect(asked).toBe(1);
  });

  test("that goes away after an answer is not taken for the service", async () => {
    const proxy = createTcpServer((socket) => {
      socket.once("data", () => {
        socket.write(
          `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
        );
        // The next request finds the connection broken, and no other.
        socket.once("data", () => proxy.close(() => {}) && socket.destroy());
      });
    });
    const proxyEnv = { ALL_PROXY: `http://${await listening(proxy)}` };
    const { carrier } = open("http://carriers.test", { proxyEnv, retries: 0 });
    await answered(carrier());
    const error = await failure(carrier());
    expect(error).toMatchObject({
      reason: "proxy",
      message:
        "cannot connect through the proxy to http://carriers.test (ECONNREFUSED)",
    });
  });

  describe.each(["http", "https"])("for %s", (scheme) => {
    test.each([
      [407, "proxy-authentication", "asks for a user and password"],
      [502, scheme === "http" ? "service-failed" : "proxy", "(HTTP 502)"],
    ])("that answers %i is recognized", async (status, reason, words) => {
      const origin = await serveRaw((socket) =>
        socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`),
      );
      expect(await failure(through(origin, scheme))).toMatchObject({
        reason,
        kind: "unreachable",
        message: expect.stringContaining(words),
      });
    });

    test("that is not there is recognized", async () => {
      const error = await failure(through("http://127.0.0.1:9", scheme));
      expect(error.message).toBe(
        `cannot connect through the proxy to ${scheme}://carriers.test (ECONNREFUSED)`,
      );
    });
  });
});

test.each([
  [{}, undefined],
  [{ HTTPS_PROXY: "http://proxy:3128" }, "http://proxy:3128/"],
  [{ HTTP_PROXY: "proxy:3128/" }, "http://proxy:3128/", "http://api.test"],
  [{ https_proxy: "http://low", HTTPS_PROXY: "http://up" }, "http://low/"],
  [{ ALL_PROXY: "http://all:1", HTTPS_PROXY: "http://own:1" }, "http://own:1/"],
  [{ HTTPS_PROXY: "http://u:p%25@proxy:1/path?q#h" }, "http://u:p%25@proxy:1/"],
  [{ HTTPS_PROXY: "http://p", no_proxy: "*.TEST" }, undefined],
])("with %j, the proxy is %s", (env, proxy, baseUrl = "https://api.test") => {
  expect(proxyFor(baseUrl, env)).toBe(proxy);
});

test.each([
  ["*", undefined],
  ["other, api.test", undefined],
  ["api.test:8443", undefined, "https://api.test:8443"],
  ["api.test:443", undefined],
  ["api.test:8443", "http://p/"],
  ["pi.test", "http://p/"],
])(
  "with NO_PROXY=%s, the proxy is %s",
  (NO_PROXY, proxy, baseUrl = "https://api.test") => {
    const env = { HTTPS_PROXY: "http://p", NO_PROXY };
    expect(proxyFor(baseUrl, env)).toBe(proxy);
  },
);

test.each(["socks5://proxy:1080", "http://u:100%@proxy", "http://"])(
  "%s is refused, naming the variable",
  (proxy) => {
    expect(() => proxyFor("https://api.test", { ALL_PROXY: proxy })).toThrow(
      "ALL_PROXY is not an http or https URL",
    );
  },
);

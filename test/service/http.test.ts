import { readFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { failureOfConnection } from "../../src/service/connection-errors.ts";
import { BodyError, BrokenConnectionError, ClosedError, DeadlineError, ProxyError } from "../../src/service/errors.ts";
import { maxResponseSize } from "../../src/service/exchange.ts";
import { Http, type HttpRequest } from "../../src/service/http.ts";
import { TimeLimit } from "../../src/service/time-limit.ts";
import { aboutCarrier, closedOrigin, open, respond, serve, serveRaw } from "./loopback.ts";

const get: HttpRequest = { method: "GET", path: "/", headers: {} };
const within = (milliseconds: number) => new TimeLimit(milliseconds, () => performance.now());
const long = 10_000;
const never = new AbortController().signal;
/** Two requests share a connection only if the first is over: undici waits a turn before it reuses one. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

const send = (http: Http, time = long, signal = never) => http.send(get, within(time), signal);
/** The reason of a rejected promise. */
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("it was not rejected"),
    (error: unknown) => error as Error & { cause: NodeJS.ErrnoException },
  );

describe("a request", () => {
  test("arrives as it was sent, with nothing added", async () => {
    const { origin, asked } = await serve((_, __, response) => respond(response, 200, "{}"));
    const headers = { "x-api-key": "k3y", "content-type": "application/json", "user-agent": "usdot/1" };
    const body = '{"dot_numbers":["1","Ñ"]}';
    await open(origin).send({ method: "POST", path: "/base/v1/x?y=%20", headers, body }, within(long), never);
    expect(asked).toEqual([
      {
        method: "POST",
        url: "/base/v1/x?y=%20",
        headers: { ...headers, host: origin.slice(7), connection: "keep-alive", "content-length": "26" },
        body,
      },
    ]);
  });

  test("without a body arrives without one", async () => {
    const { origin, asked } = await serve((_, __, response) => respond(response, 200, "{}"));
    await send(open(origin));
    expect(asked[0]).toMatchObject({ method: "GET", body: "" });
    expect(asked[0]?.headers).not.toHaveProperty("content-length");
  });

  test("that undici refuses is never sent", async () => {
    const { origin, asked } = await serve((_, __, response) => respond(response, 200, "{}"));
    const bad = open(origin).send({ ...get, headers: { "x-api-key": "a\nb" } }, within(long), never);
    expect(await failure(bad)).toMatchObject({ code: "UND_ERR_INVALID_ARG" });
    expect(asked).toEqual([]);
  });
});

describe("an answer", () => {
  test("may have any status; redirects aren't followed", async () => {
    const statuses = [200, 204, 301, 302, 303, 307, 308, 404, 429, 500];
    const { origin, asked } = await serve((nth, _, response) => {
      respond(response, statuses[nth - 1] as number, "", { location: "/elsewhere" });
    });
    const http = open(origin);
    for (const status of statuses)
      expect(await send(http)).toMatchObject({ status, headers: { location: "/elsewhere" } });
    expect(asked.map(({ url }) => url)).toEqual(statuses.map(() => "/"));
  });

  test("has the last value of a repeated header, or all of them if it is a list", async () => {
    const text = JSON.stringify({ a: 1 });
    const { origin } = await serve((_, __, response) => {
      respond(response, 200, gzipSync(text), {
        "Retry-After": ["1", "2"],
        "X-One": "1",
        "Content-Encoding": ["gzip", "gzip"],
        RateLimit: ['"a";r=0;t=1', '"b";r=0;t=2'],
      });
    });
    const response = await send(open(origin));
    expect(response.text).toBe(text);
    expect(response.headers).toMatchObject({
      "retry-after": "2",
      "x-one": "1",
      "content-encoding": "gzip",
      ratelimit: '"a";r=0;t=1, "b";r=0;t=2',
    });
  });

  test("is put together from many pieces", async () => {
    const { origin } = await serve(async (_, __, response) => {
      for (const piece of ['{"a":', '"\xd1', '"}']) {
        response.write(piece);
        await turn();
      }
      response.end();
    });
    expect((await send(open(origin))).text).toBe('{"a":"\xd1"}');
  });

  test("may be preceded by 102 and 103, whose headers are ignored", async () => {
    const { origin } = await serveRaw((socket) => {
      socket.write("HTTP/1.1 102 Processing\r\nRetry-After: 9\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n");
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    });
    expect(await send(open(origin))).toEqual({
      status: 200,
      headers: { "content-length": "2" },
      body: Buffer.from("{}"),
      text: "{}",
    });
  });

  test("with a header named __proto__ is harmless", async () => {
    const { origin } = await serveRaw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n__proto__: x\r\n__proto__: y\r\nContent-Length: 2\r\n\r\n{}");
    });
    expect((await send(open(origin))).text).toBe("{}");
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test("that cannot be decoded is an error", async () => {
    const { origin } = await serve((_, __, response) => respond(response, 200, "x", { "content-encoding": "gzip" }));
    expect(await failure(send(open(origin)))).toBeInstanceOf(BodyError);
  });

  test("of more than 32 MB is abandoned, along with its connection", async () => {
    const piece = Buffer.alloc(1 << 20, " ");
    let closed = false;
    const { origin } = await serve((_, __, response) => {
      response.on("close", () => {
        closed = true;
      });
      const pour = () => {
        while (response.write(piece));
      };
      response.on("drain", pour);
      pour();
    });
    expect(await failure(send(open(origin)))).toEqual(new BodyError("is larger than 32 MB"));
    await vi.waitFor(() => expect(closed).toBe(true));
  });

  test("of 32 MB is accepted", async () => {
    const { origin } = await serve((_, __, response) => respond(response, 200, Buffer.alloc(maxResponseSize, " ")));
    expect((await send(open(origin))).text).toHaveLength(maxResponseSize);
  });
});

describe("the time limit", () => {
  test("ends the wait for a server that never answers", async () => {
    const { origin } = await serveRaw(() => {});
    expect(await failure(send(open(origin), 20))).toBeInstanceOf(DeadlineError);
  });

  test("ends the wait for a server that stops in the middle", async () => {
    const { origin } = await serveRaw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{");
    });
    expect(await failure(send(open(origin), 40))).toBeInstanceOf(DeadlineError);
  });

  test("ends the wait for a connection", async () => {
    const { origin, asked } = await serve(() => {});
    const http = open(origin, { connections: 1 });
    const first = failure(send(http, 60));
    expect(await failure(send(http, 20))).toBeInstanceOf(DeadlineError);
    expect(await first).toBeInstanceOf(DeadlineError);
    expect(asked.length).toBeLessThanOrEqual(1);
  });

  test("may be used up already", async () => {
    const { origin } = await serve(() => {});
    expect(await failure(send(open(origin), -5))).toBeInstanceOf(DeadlineError);
  });
});

describe("an interrupt", () => {
  test("ends a request in flight, with its own reason", async () => {
    const stop = new AbortController();
    const reason = new Error("Ctrl-C");
    const { origin } = await serveRaw(() => stop.abort(reason));
    expect(await failure(send(open(origin), long, stop.signal))).toBe(reason);
  });

  test("before a request keeps it from being sent", async () => {
    const { origin, asked } = await serve((_, __, response) => respond(response, 200, "{}"));
    const reason = "not even an error";
    expect(await failure(send(open(origin), long, AbortSignal.abort(reason)))).toBe(reason);
    await turn();
    expect(asked).toEqual([]);
  });

  test("leaves no listener behind", async () => {
    const { origin } = await serve((_, __, response) => respond(response, 200, "{}"));
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    await send(open(origin), long, signal);
    expect(removed.mock.calls).toEqual(added.mock.calls);
    expect(added).toHaveBeenCalledTimes(1);
  });
});

describe("connections", () => {
  test("are kept alive", async () => {
    const { origin, connections, asked } = await serve((_, __, response) => respond(response, 200, "{}"));
    const http = open(origin);
    for (let i = 0; i < 3; i++) {
      await send(http);
      await turn();
    }
    expect([asked.length, connections()]).toEqual([3, 1]);
  });

  test("are no more than allowed, even if everything is asked at once", async () => {
    const { origin, connections } = await serve((_, __, response) => setTimeout(() => respond(response, 200, "{}"), 5));
    const http = open(origin, { connections: 2 });
    await Promise.all(Array.from({ length: 6 }, () => send(http)));
    expect(connections()).toBe(2);
  });

  test("that can't be made fail with the system's code", async () => {
    expect(await failure(send(open(await closedOrigin())))).toMatchObject({ code: "ECONNREFUSED" });
  });

  test("to servers with an untrusted certificate are not made", async () => {
    const fixture = (name: string) => readFileSync(new URL(`../fixtures/untrusted-${name}.pem`, import.meta.url));
    const server = createTlsServer({ key: fixture("key"), cert: fixture("cert") }, () => expect.fail("was asked"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await failure(send(open(`https://127.0.0.1:${port}`)))).toMatchObject({
      code: expect.stringMatching(/CERT/),
    });
  });

  test("go through a proxy", async () => {
    const proxy = await serve((_, __, response) => respond(response, 200, '"by proxy"'));
    const response = await send(open("http://carriers.test", { proxy: proxy.origin }));
    expect(response.text).toBe('"by proxy"');
    expect(proxy.asked[0]).toMatchObject({ url: "http://carriers.test/", headers: { host: "carriers.test" } });
  });

  // RFC 7617, and curl: the first colon ends the user, so that an escaped one in it makes the rest a part of the password.
  describe.each(["http", "https"])("to %s through a proxy", (scheme) => {
    test.each([
      ["user:pass@", "user:pass"],
      ["token@", "token:"],
      ["token:@", "token:"],
      [":secret@", ":secret"],
      ["me%40example.com:100%25%3Ax%2F@", "me@example.com:100%:x/"],
      ["us%3Aer@", "us:er:"],
      ["us%3Aer:pass@", "us:er:pass"],
      ["J%C3%BCrgen:p%C3%A4ss@", "Jürgen:päss"],
      ["Jürgen:päss@", "Jürgen:päss"],
      ["", undefined],
      [":@", undefined],
    ])("authenticate to it with %j in its URL", async (inUrl, credentials) => {
      let seen = "";
      const { origin } = await serveRaw((socket, _, bytes) => {
        seen += bytes;
        socket.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n");
      });
      const proxy = origin.replace("//", `//${inUrl}`);
      await send(open(`${scheme}://carriers.test`, { proxy })).catch(() => {});
      expect(seen).toMatch(scheme === "https" ? /^CONNECT carriers\.test:443 / : /^GET http:\/\/carriers\.test\/ /);
      const [, sent] = /^proxy-authorization: Basic (.*)\r$/im.exec(seen) ?? [];
      expect(sent && Buffer.from(sent, "base64").toString()).toBe(credentials);
    });
  });

  test.each([
    ["http://carriers.test", "GET http://carriers.test/ "],
    ["https://carriers.test", "CONNECT carriers.test:443 "],
  ])("a proxy that refuses to connect to %s is recognized", async (origin, firstLine) => {
    let seen = "";
    const { origin: url } = await serveRaw((socket, _, bytes) => {
      seen = bytes;
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
    });
    const http = open(origin, { proxy: url });
    const { error } = failureOfConnection(await failure(send(http)), { ...aboutCarrier, origin });
    expect(error.message).toBe(`the proxy refused to connect to ${origin} (HTTP 407)`);
    expect(seen.slice(0, firstLine.length)).toBe(firstLine);
  });

  test("a proxy that closes the connection is asked once", async () => {
    let asked = 0;
    const { origin: url } = await serveRaw((socket) => {
      asked += 1;
      socket.end();
    });
    const http = open("https://carriers.test", { proxy: url });
    const thrown = await failure(send(http));
    expect(thrown).toBeInstanceOf(ProxyError);
    expect(thrown.cause.code).toBe("UND_ERR_SOCKET");
    expect(asked).toBe(1);
  });

  test.each(["https", "http"])("a proxy that isn't there is recognized, for %s", async (scheme) => {
    const http = open(`${scheme}://carriers.test`, { proxy: await closedOrigin() });
    const error = await failure(send(http));
    expect(error).toBeInstanceOf(ProxyError);
    expect(error).toMatchObject({ cause: { code: "ECONNREFUSED" } });
  });

  test("a TLS proxy given by its IP address causes no warning", async () => {
    const warnings: Error[] = [];
    const listener = (warning: Error) => void warnings.push(warning);
    process.on("warning", listener);
    const proxy = (await closedOrigin()).replace("http:", "https:");
    for (const scheme of ["https", "http"]) await failure(send(open(`${scheme}://carriers.test`, { proxy })));
    // Warnings are emitted in the next turn.
    await new Promise(setImmediate);
    process.off("warning", listener);
    expect(warnings).toEqual([]);
  });

  test("go through a proxy's tunnel, where TLS begins", async () => {
    const seen: string[] = [];
    const { origin: url } = await serveRaw((socket, nth, bytes) => {
      seen.push(bytes.startsWith("CONNECT ") ? "CONNECT" : `handshake: ${bytes.charCodeAt(0) === 22}`);
      if (nth === 1) socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      else socket.resetAndDestroy();
    });
    await failure(send(open("https://carriers.test", { proxy: url }), 2_000));
    expect(seen.slice(0, 2)).toEqual(["CONNECT", "handshake: true"]);
  });
});

describe("a connection that breaks", () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n";
  const good = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

  test.each([
    ["closed before the answer", "", "end", "UND_ERR_SOCKET"],
    ["reset before the answer", "", "resetAndDestroy", "ECONNRESET"],
    ["closed in the body", `${head}\r\n{`, "end", "UND_ERR_SOCKET"],
    [
      "closed in the body of a last answer",
      `${head}Connection: close\r\n\r\n{`,
      "end",
      "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
    ],
  ] as const)("%s", async (_, bytes, how, code) => {
    const { origin } = await serveRaw((socket) => {
      socket.write(bytes);
      socket[how]();
    });
    const thrown = await failure(send(open(origin)));
    expect(thrown).toBeInstanceOf(BrokenConnectionError);
    expect(thrown).toMatchObject({ stale: false, cause: { code } });
  });

  test.each([
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"],
    ["no HTTP", "HTTQ/1.1 200 OK\r\n\r\n"],
    ["a bad chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n"],
  ])("is not the same as %s", async (_, bytes) => {
    const { origin } = await serveRaw((socket) => void socket.end(bytes));
    const thrown = await failure(send(open(origin)));
    expect(thrown).not.toBeInstanceOf(BrokenConnectionError);
    expect(thrown).toMatchObject({
      name: expect.stringMatching(/^HTTPParserError$|^ResponseContentLengthMismatchError$/),
    });
  });

  test.each([
    ["HTTP/1.1 100 Continue\r\n\r\n", "begins with HTTP 100 (Continue), which was not asked for"],
    [
      "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
      "begins with HTTP 101 (Switching Protocols), which was not asked for",
    ],
  ])("is not the same as %j before an answer", async (interim, message) => {
    const { origin } = await serveRaw((socket) => void socket.end(interim + good));
    const thrown = await failure(send(open(origin)));
    expect(thrown).toMatchObject({ constructor: BodyError, message });
    expect(failureOfConnection(thrown, aboutCarrier)).toMatchObject({
      error: { kind: "unusable", message: `the answer of ${aboutCarrier.origin} ${message}` },
    });
  });

  test("is stale if it may have been kept alive, and no more often than answers kept one alive", async () => {
    const { origin } = await serveRaw((socket, nth) => {
      if (nth === 1) socket.write(good);
      else socket.resetAndDestroy();
    });
    const http = open(origin);
    await send(http);
    expect(await failure(send(http))).toMatchObject({ stale: true });
    expect(await failure(send(http))).toMatchObject({ stale: false });
  });

  test("is not stale once a byte of the answer has arrived", async () => {
    const { origin } = await serveRaw((socket, nth) => {
      if (nth === 1) socket.write(good);
      else socket.end(`${head}\r\n{`);
    });
    const http = open(origin);
    await send(http);
    expect(await failure(send(http))).toMatchObject({ stale: false, cause: { code: "UND_ERR_SOCKET" } });
  });

  test("counts no more kept connections than are allowed", async () => {
    const { origin } = await serveRaw((socket, nth) => {
      if (nth <= 5) socket.write(good);
      else socket.resetAndDestroy();
    });
    const http = open(origin, { connections: 2 });
    for (let i = 0; i < 5; i++) await send(http);
    const stale = [];
    for (let i = 0; i < 4; i++) stale.push(((await failure(send(http))) as unknown as BrokenConnectionError).stale);
    expect(stale).toEqual([true, true, false, false]);
  });
});

describe("destroy", () => {
  test("ends requests in flight, and those waiting for a connection, at once", async () => {
    const { origin } = await serve(() => {});
    const http = new Http({ origin, connections: 1 });
    const asking = [1, 2].map(() => failure(send(http, long, http.closed)));
    await turn();
    http.destroy();
    for (const each of asking) expect(await each).toBeInstanceOf(ClosedError);
    expect(http.closed.aborted).toBe(true);
    expect(http.closed.reason).toBeInstanceOf(ClosedError);
  });

  test("closes connections that were kept alive", async () => {
    let closed = false;
    const { origin } = await serveRaw((socket) => {
      socket.on("close", () => {
        closed = true;
      });
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    });
    const http = open(origin);
    await send(http);
    http.destroy();
    await vi.waitFor(() => expect(closed).toBe(true));
  });

  test("has nothing to end if connecting failed", async () => {
    const http = open("http://carriers.test", { proxy: "http://%zz:x@127.0.0.1:9" });
    await failure(send(http));
    const rejections: unknown[] = [];
    const listener = (reason: unknown) => void rejections.push(reason);
    process.on("unhandledRejection", listener);
    http.destroy();
    await turn();
    process.off("unhandledRejection", listener);
    expect(rejections).toEqual([]);
  });

  test("may be called before anything is asked, and twice; nothing is sent after it", async () => {
    const { origin, asked } = await serve((_, __, response) => respond(response, 200, "{}"));
    const http = open(origin);
    http.destroy();
    http.destroy();
    expect(await failure(send(http, long, http.closed))).toBeInstanceOf(ClosedError);
    await turn();
    expect(asked).toEqual([]);
    http.destroy();
  });
});

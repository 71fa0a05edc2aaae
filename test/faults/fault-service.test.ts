/**
 * The fault service does on the wire what the names of its faults say, wherever the matrix wouldn't notice if it didn't. The matrix
 * itself notices, by how the program ends, whether a fault is served at all.
 */
import { readFileSync } from "node:fs";
import { Agent, get, request } from "node:http";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { legalName } from "../support/carrier-records.ts";
import { certificatePath, type FaultService, type Mode, startFaultService } from "./fault-service.ts";
import { type Fault, faults } from "./faults.ts";

const number = "2233855";
const carrierPath = `/v1/carriers/${number}`;
const bulkBody = JSON.stringify({ dot_numbers: [number, "76830"] });

function named(name: string): Fault {
  const fault = faults.find((candidate) => candidate.name === name);
  if (!fault) throw new Error(`no fault is named ${name}`);
  return fault;
}

async function serving<T>(name: string, mode: Mode, use: (service: FaultService) => Promise<T>): Promise<T> {
  const service = await startFaultService(named(name), { mode });
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}

/** What arrived on a raw socket, and how it ended: "open" if nothing ended it for a while. */
interface Bytes {
  text: string;
  head: string;
  body: Buffer;
  ended: "closed" | "reset" | "refused" | "open";
}

interface Probe {
  method?: "GET" | "POST" | "CONNECT";
  /** How long to wait for the first byte, and then for more. */
  firstMs?: number;
  waitMs?: number;
}

function probe(url: string, { method = "GET", firstMs = 1_500, waitMs = 120 }: Probe = {}): Promise<Bytes> {
  const { hostname, port } = new URL(url);
  const pieces: Buffer[] = [];
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let ended: Bytes["ended"] = "closed";
    let timer = setTimeout(giveUp, firstMs);
    function giveUp() {
      ended = "open";
      socket.destroy();
    }
    socket.on("connect", () => socket.write(requestText(method)));
    socket.on("data", (piece) => {
      pieces.push(piece);
      clearTimeout(timer);
      timer = setTimeout(giveUp, waitMs);
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      ended = error.code === "ECONNREFUSED" ? "refused" : "reset";
    });
    socket.on("close", () => {
      clearTimeout(timer);
      const all = Buffer.concat(pieces);
      const end = all.indexOf("\r\n\r\n");
      resolve({
        text: all.toString("latin1"),
        head: all.toString("latin1", 0, end),
        body: all.subarray(end + 4),
        ended,
      });
    });
  });
}

function requestText(method: "GET" | "POST" | "CONNECT"): string {
  if (method === "CONNECT") return "CONNECT carriers.test:443 HTTP/1.1\r\n\r\n";
  if (method === "GET") return `GET ${carrierPath} HTTP/1.1\r\nX-API-Key: k3y\r\n\r\n`;
  return `POST /v1/carriers/bulk HTTP/1.1\r\nContent-Length: ${bulkBody.length}\r\n\r\n${bulkBody}`;
}

const probed = (name: string, options?: Probe) => serving(name, "forever", ({ url }) => probe(url, options));

/** The body of an answer, read by Node's own client; rejects if that considers it broken. */
async function ask(url: string, path = carrierPath, body?: string, agent = new Agent()): Promise<string> {
  return (await askBytes(url, path, body, agent)).toString("utf8");
}

function askBytes(url: string, path = carrierPath, body?: string, agent = new Agent()): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method: body ? "POST" : "GET", agent, timeout: 5000 }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("end", () => resolve(Buffer.concat(pieces)));
      answer.on("error", reject);
    });
    sent.on("error", reject).on("timeout", () => sent.destroy(new Error("timeout")));
    sent.end(body);
  });
}

describe("the table", () => {
  it("has at least 70 faults, all with different names", () => {
    const names = faults.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(70);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe.concurrent("a good answer", () => {
  it("is the requested record, or a list of them", async () => {
    const service = await startFaultService({}, { mode: "forever" });
    for (const part of ["", "/insurance", "/safety"]) {
      const record = JSON.parse(await ask(service.url, `/v1/carriers/${number}${part}`)) as Record<string, unknown>;
      expect(record["dot_number"]).toBe(number);
      expect(record["legal_name"]).toBe(legalName);
    }
    const list = JSON.parse(await ask(service.url, "/v1/carriers/bulk", bulkBody)) as { dot_number: string }[];
    expect(list.map((item) => item.dot_number)).toEqual([number, "76830"]);
    expect(service.requests.at(-1)).toMatchObject({ method: "POST", path: "/v1/carriers/bulk", body: bulkBody });
    expect(service.faults()).toBe(0);
    await service.close();
  });
});

describe.concurrent("a fault that is served once", () => {
  it.each(["500 in JSON", "cut body with content-length", "stall before headers"])(
    "%s: is followed by a good answer",
    async (name) => {
      await serving(name, "once", async ({ url, faults: served }) => {
        await probe(url, { waitMs: 1 });
        expect(JSON.parse(await ask(url))).toMatchObject({ dot_number: number, legal_name: legalName });
        expect(served()).toBe(1);
      });
    },
  );
});

describe.concurrent("redirects and hostile text", () => {
  it.each([301, 302, 303, 307, 308])("%s leads to the same and to another origin", async (status) => {
    const same = await probed(`${status} to same origin`, { waitMs: 20 });
    expect(same.head).toContain(`location: /moved-here${carrierPath}`);
    await serving(`${status} to another origin`, "forever", async ({ url, other }) => {
      const { head } = await probe(url, { waitMs: 20 });
      expect(head).toContain(`location: ${other.url}/moved-here${carrierPath}`);
      expect(other.requests).toHaveLength(0);
      expect(JSON.parse(await ask(other.url, `/moved-here${carrierPath}`))).toMatchObject({ dot_number: number });
      expect(other.requests).toHaveLength(1);
    });
  });

  it("sends hostile text unaltered", async () => {
    expect((await probed("302 to a hostile target that repeats the key")).head).toContain("location: /\x9b2J?key=k3y");
    expect((await probed("401 that repeats the key")).text).toContain("no such key: k3y");
    expect((await probed("400 with a hostile message")).text).toContain("::error::pwned");
  });
});

describe.concurrent("connections", () => {
  it("closed port: refuses connections", async () => {
    expect((await probed("closed port")).ended).toBe("refused");
  });

  it.each([
    ["reset before the answer", "reset"],
    ["connection closed before the answer", "closed"],
    ["stall before headers", "open"],
  ] as const)("%s", async (name, ended) => {
    expect(await probed(name)).toMatchObject({ text: "", ended });
  });

  it("stall in the body: sends half of it", async () => {
    const { ended, head, body } = await probed("stall in the body");
    expect(ended).toBe("open");
    expect(head).toMatch(/^HTTP\/1.1 200/);
    expect(body.length).toBeGreaterThan(10);
  });

  it.each(["drip of header bytes", "drip of body bytes"])("%s: continues", async (name) => {
    await serving(name, "forever", async ({ url }) => {
      const sizes: number[] = [];
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      socket.on("data", (piece) => sizes.push(piece.length));
      socket.write(requestText("GET"));
      await vi.waitFor(() => expect(sizes.length).toBeGreaterThan(3), 5_000);
      expect(socket.destroyed).toBe(false);
      // One byte at a time; a busy machine may read several at once.
      expect(Math.max(...sizes)).toBeLessThan(64);
      socket.destroy();
    });
  });

  it("stale keep-alive socket: each connection answers one request and is reset on the second", async () => {
    await serving("stale keep-alive socket", "forever", async ({ url, connections, requests }) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      await ask(url, carrierPath, undefined, agent);
      await expect(ask(url, carrierPath, undefined, agent)).rejects.toMatchObject({ code: "ECONNRESET" });
      expect(JSON.parse(await ask(url, carrierPath, undefined, agent))).toMatchObject({ dot_number: number });
      expect([connections(), requests.length]).toEqual([2, 3]);
      agent.destroy();
    });
  });
});

describe.concurrent("bodies cut short and wrong lengths", () => {
  const lengthOf = ({ head }: Bytes) => Number(/content-length: (\d+)/.exec(head)?.[1]);

  it("cut body with content-length", async () => {
    const answer = await probed("cut body with content-length");
    expect(answer.ended).toBe("closed");
    expect(lengthOf(answer)).toBe(answer.body.length + 20);
  });

  it("cut body, chunked: has no last chunk", async () => {
    const answer = await probed("cut body, chunked");
    expect(answer.ended).toBe("closed");
    expect(answer.head).toContain("transfer-encoding: chunked");
    expect(answer.text).not.toMatch(/\r\n0\r\n\r\n$/);
  });

  it("cut body, until close", async () => {
    const answer = await probed("cut body, until close");
    expect(answer.ended).toBe("closed");
    expect(answer.head).not.toMatch(/content-length|transfer-encoding/);
    expect(() => JSON.parse(String(answer.body))).toThrow();
  });

  it("reset in the body", async () => {
    const answer = await probed("reset in the body");
    expect(answer.ended).toBe("reset");
    expect(answer.body.length).toBeGreaterThan(0);
    expect(answer.body.length).toBeLessThan(lengthOf(answer));
  });

  it("content-length too small, too large", async () => {
    const small = await probed("content-length too small");
    expect(lengthOf(small)).toBe(small.body.length - 20);
    const large = await probed("content-length too large");
    expect(lengthOf(large)).toBe(large.body.length + 20);
    expect(large.ended).toBe("open");
  });
});

describe.concurrent("broken and unusual HTTP", () => {
  it.each([
    ["two content-lengths", /content-length: \d+\r\nContent-Length: 7\r\n/],
    ["bad chunk size", /\r\n\r\nzz\r\n/],
    ["headers over 16 KiB", /x{17000}/],
    ["NUL in a header", /x-note: a\0b/],
    ["bad status line", /^HTTQ/],
    ["HTTP/0.9 answer", /^\{/],
  ])("%s", async (name, shape) => {
    expect((await probed(name)).text).toMatch(shape);
    await serving(name, "forever", ({ url }) => expect(ask(url)).rejects.toThrow());
  });
});

describe("64 MB body", () => {
  it("is a good answer after 64 MB of spaces", async () => {
    const answer = await serving("64 MB body", "forever", ({ url }) => ask(url));
    expect(answer.length).toBeGreaterThan(64 << 20);
    expect(JSON.parse(answer)).toMatchObject({ dot_number: number });
  });
});

describe.each([
  ["gzip", gunzipSync],
  ["br", brotliDecompressSync],
] as const)("%s", (coding, decompress) => {
  it("good, cut and corrupted", async () => {
    const good = await probed(coding, { waitMs: 20 });
    expect(good.head).toContain(`content-encoding: ${coding}`);
    expect(JSON.parse(String(decompress(good.body)))).toMatchObject({ dot_number: number });
    const cut = await probed(`${coding}, cut`, { waitMs: 20 });
    expect(() => decompress(cut.body)).toThrow();
    const corrupted = await probed(`${coding}, corrupted`, { waitMs: 20 });
    expect(() => JSON.parse(String(decompress(corrupted.body)))).toThrow();
  });

  it("bomb: small, and a good answer of over 32 MB inside", async () => {
    const body = await serving(`${coding} bomb`, "forever", ({ url }) => askBytes(url));
    expect(body.length).toBeLessThan(1 << 20);
    const inside = decompress(body);
    expect(inside.length).toBeGreaterThan(32 << 20);
    expect(JSON.parse(String(inside))).toMatchObject({ dot_number: number });
  });
});

describe.concurrent("TLS", () => {
  /** How a handshake ended: "open" if nothing ended it within `waitMs`. */
  const handshake = (name: string, ca?: Buffer, servername = "localhost", waitMs = 5_000) =>
    serving(name, "forever", ({ url }) => {
      return new Promise<string>((resolve) => {
        const socket = connectTls({ port: Number(new URL(url).port), host: "127.0.0.1", servername, ca });
        const timer = setTimeout(() => settle("open"), waitMs);
        const settle = (word: string) => {
          clearTimeout(timer);
          socket.destroy();
          resolve(word);
        };
        socket.on("error", (error: NodeJS.ErrnoException) => settle(error.code ?? error.message));
        socket.on("secureConnect", () => socket.write(requestText("GET")));
        socket.on("data", (piece: Buffer) => settle(piece.toString("latin1").slice(0, 12)));
      });
    });
  const ca = readFileSync(certificatePath);

  it("answers only clients that trust its certificate, under the names in it", async () => {
    expect(await handshake("TLS with an untrusted certificate")).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(await handshake("TLS with a certificate that we were told to trust", ca)).toBe("HTTP/1.1 200");
    expect(await handshake("proxy that lets TLS through", ca, "carriers.test")).toBe("HTTP/1.1 200");
    expect(await handshake("TLS with a certificate for another name", ca, "impostor.test")).toBe(
      "ERR_TLS_CERT_ALTNAME_INVALID",
    );
  });

  it.each([
    ["plain HTTP on an https URL", /SSL|EPROTO/, undefined],
    ["TLS handshake never answered", /^open$/, 150],
    ["TLS handshake reset", /ECONNRESET/, undefined],
  ])("%s", async (name, outcome, waitMs) => {
    expect(await handshake(name, ca, undefined, waitMs)).toMatch(outcome);
  });
});

describe.concurrent("proxies", () => {
  it.each([
    ["proxy that hangs on CONNECT", /^$/, "open"],
    ["proxy that closes on CONNECT", /^$/, "closed"],
    ["proxy that resets on CONNECT", /^$/, "reset"],
    ["proxy that answers 407 to CONNECT", /^HTTP\/1.1 407 /, "closed"],
    ["proxy that lets TLS through", /^HTTP\/1.1 200 Connection established\r\n\r\n$/, "open"],
  ] as const)("%s", async (name, bytes, ended) => {
    const answer = await probed(name, { method: "CONNECT" });
    expect(answer.text).toMatch(bytes);
    expect(answer.ended).toBe(ended);
  });

  it("proxy for plain http: by absolute URL, and through a tunnel", async () => {
    await serving("proxy for plain http", "forever", async ({ url, requests }) => {
      expect(JSON.parse(await askByProxy(url))).toMatchObject({ dot_number: number });
      expect(requests[0]?.path).toBe(`http://127.0.0.1:9${carrierPath}`);
      const { hostname, port } = new URL(url);
      const tunnelled = await new Promise<string>((resolve) => {
        const socket = connect(Number(port), hostname, () => socket.write(requestText("CONNECT")));
        let text = "";
        socket.on("data", (piece) => {
          if (text === "") socket.write(requestText("GET"));
          text += piece.toString("latin1");
          if (text.includes(legalName)) socket.destroy();
        });
        socket.on("close", () => resolve(text));
      });
      expect(tunnelled).toMatch(/Connection established[\s\S]*HTTP\/1.1 200 OK/);
    });
  });
});

function askByProxy(proxy: string): Promise<string> {
  const { hostname, port } = new URL(proxy);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path: `http://127.0.0.1:9${carrierPath}` }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      answer.on("end", () => resolve(text));
    }).on("error", reject);
  });
}

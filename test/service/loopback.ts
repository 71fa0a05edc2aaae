/** Servers on the loopback interface that stop after the tests of the file, and what it takes to ask them. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createNetServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { Http, type HttpOptions } from "../../src/service/http.ts";
import type { Subject } from "../../src/service/request.ts";
import type { Clock, Notice, TransportOptions } from "../../src/service/transport.ts";
import { Transport } from "../../src/service/transport.ts";
import { listening } from "../support/resources.ts";

/** What a request is about, unless a test says otherwise: the carrier record of USDOT 1, without a key. */
export const aboutCarrier: Subject = {
  subject: "USDOT 1",
  about: { dotNumber: "1" as DotNumber, record: "carrier" },
  origin: "http://service.test",
  url: "http://service.test/v1/carriers/1",
  apiKey: undefined,
  isProven: () => false,
};

export interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface Loopback {
  origin: string;
  /** The requests, in the order they arrived. */
  asked: Asked[];
  /** How many connections were opened. */
  connections(): number;
}

/** Answers the nth request (from 1). */
export type Answerer = (nth: number, asked: Asked, response: ServerResponse) => void;

/** An HTTP server. */
export async function serve(answer: Answerer): Promise<Loopback> {
  const asked: Asked[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
    asked.push(one);
    // The server's clock isn't the test's.
    response.sendDate = false;
    answer(asked.length, one, response);
  });
  server.on("connection", () => {
    connections += 1;
  });
  return { origin: `http://${await listening(server)}`, asked, connections: () => connections };
}

/** A server of raw bytes: `talk` is called for each piece that arrives, counted from 1 across all connections. */
export async function serveRaw(
  talk: (socket: Socket, nth: number, bytes: string) => void,
): Promise<{ origin: string }> {
  let nth = 0;
  const server = createNetServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (bytes: Buffer) => talk(socket, ++nth, bytes.toString("latin1")));
  });
  return { origin: `http://${await listening(server)}` };
}

/** An origin where nothing listens: the port of a server that has stopped. */
export async function closedOrigin(): Promise<string> {
  const server = createNetServer();
  const origin = `http://${await listening(server)}`;
  await new Promise((resolve) => server.close(resolve));
  return origin;
}

export function respond(
  response: ServerResponse,
  status: number,
  body: unknown = "",
  headers: Record<string, string | string[]> = {},
): void {
  const text = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}

/** Connections that are closed when the test ends. */
export function open(origin: string, changes: Partial<HttpOptions> = {}): Http {
  const http = new Http({ origin, connections: 4, ...changes });
  onTestFinished(() => http.destroy());
  return http;
}

/** A clock that doesn't wait: sleeping takes no time, and moves the clock. */
export class FakeClock implements Clock {
  time = Date.parse("2026-11-21T12:00:00Z");
  readonly slept: number[] = [];

  now(): number {
    return this.time;
  }

  monotonicNow(): number {
    return this.time;
  }

  async sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.slept.push(milliseconds);
    this.time += milliseconds;
  }
}

export interface Opened {
  transport: Transport;
  clock: FakeClock;
  http: Http;
  notices: Notice[];
}

/** A transport with the program's defaults, on a clock that doesn't wait. */
export function openTransport(origin: string, changes: Partial<TransportOptions> = {}): Opened {
  const clock = new FakeClock();
  const http = open(origin);
  const notices: Notice[] = [];
  const transport = new Transport({
    http,
    clock,
    random: () => 0.5,
    signal: new AbortController().signal,
    timeout: 60_000,
    retries: 3,
    maxWait: 60_000,
    concurrency: 64,
    notify: (notice) => notices.push(notice),
    ...changes,
  });
  return { transport, clock, http, notices };
}

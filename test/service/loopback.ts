/**
 * Servers on the loopback interface that stop with the test, and clients to ask
 * them.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import {
  type AddressInfo,
  createServer as createNetServer,
  type Server as NetServer,
  type Socket,
} from "node:net";
import { onTestFinished } from "vitest";
import type { Answer } from "../../src/answer.ts";
import type { DotNumber } from "../../src/dot-number.ts";
import {
  type Client,
  type ClientOptions,
  type Clock,
  createClient,
  type Notice,
} from "../../src/service/client.ts";
import { ServiceError } from "../../src/service/errors.ts";

export const one = "1" as DotNumber;
export const dot = (...numbers: (string | number)[]) =>
  numbers.map(String) as DotNumber[];

export interface Asked {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * Listens on a free port of 127.0.0.1 until the test is over; returns the
 * origin's host and port.
 */
export async function listening(server: Server | NetServer): Promise<string> {
  await new Promise<void>((resolve) =>
    server.listen({ port: 0, host: "127.0.0.1" }, resolve),
  );
  onTestFinished(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An HTTP server; `answer` is called with the number of the request, from 1. */
export async function serve(
  answer: (nth: number, asked: Asked, response: ServerResponse) => void,
) {
  const asked: Asked[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    asked.push({
      method,
      url,
      headers,
      body: Buffer.concat(chunks).toString(),
    });
    // The server's clock is not the test's.
    response.sendDate = false;
    answer(asked.length, asked.at(-1) as Asked, response);
  });
  server.on("connection", () => {
    connections += 1;
  });
  return {
    origin: `http://${await listening(server)}`,
    asked,
    connections: () => connections,
  };
}

/**
 * A server of raw bytes; `talk` is called for each piece that arrives, counted
 * from 1 across all connections.
 */
export async function serveRaw(
  talk: (socket: Socket, nth: number, bytes: string) => void,
): Promise<string> {
  let nth = 0;
  const server = createNetServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (bytes: Buffer) =>
      talk(socket, ++nth, bytes.toString("latin1")),
    );
    onTestFinished(() => void socket.destroy());
  });
  return `http://${await listening(server)}`;
}

/** An origin where nothing listens. */
export async function closedOrigin(): Promise<string> {
  const server = createNetServer();
  const address = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://${address}`;
}

type Headers = Record<string, string | string[]>;

export function respond(
  response: ServerResponse,
  status: number,
  body: unknown = "",
  headers: Headers = {},
): void {
  const text =
    typeof body === "string" || Buffer.isBuffer(body)
      ? body
      : JSON.stringify(body);
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(text);
}

/** A carrier record, as good as any. */
export const record = (dotNumber: string) => ({
  dot_number: dotNumber,
  legal_name: "ACME INC",
  status: "ACTIVE",
});

/** A clock that does not wait: to sleep takes no time, and moves the clock. */
export function fakeClock(): Clock & { slept: number[]; time: number } {
  return {
    time: Date.parse("2026-11-21T12:00:00Z"),
    slept: [],
    random: () => 0.5,
    now() {
      return this.time;
    },
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      this.slept.push(milliseconds);
      this.time += milliseconds;
    },
  };
}

export interface Opened {
  client: Client;
  clock: ReturnType<typeof fakeClock>;
  notices: Notice[];
}

/** A client with the program's defaults, on a clock that does not wait. */
export function open(
  baseUrl: string,
  changes: Partial<ClientOptions> = {},
): Opened {
  const clock = fakeClock();
  const notices: Notice[] = [];
  const client = createClient({
    baseUrl,
    userAgent: "usdot/test",
    timeout: 10_000,
    retries: 3,
    concurrency: 4,
    maxWait: 60_000,
    signal: new AbortController().signal,
    clock,
    notify: (notice) => notices.push(notice),
    ...changes,
  });
  onTestFinished(() => client.close());
  return { client, clock, notices };
}

/** A service that always answers with this; returns its origin. */
export async function answering(
  ...answer: [status: number, body?: unknown, headers?: Headers]
): Promise<string> {
  const { origin } = await serve((_, __, response) =>
    respond(response, ...answer),
  );
  return origin;
}

/** Asks a service for a carrier, in one attempt. */
export const ask = (origin: string, changes: Partial<ClientOptions> = {}) =>
  open(origin, { retries: 0, ...changes }).client.record("carrier", one);

/** The service error that a request comes to. */
export async function failure(
  request: Promise<Answer | object>,
): Promise<ServiceError> {
  const outcome = await request.catch((error: unknown) => ({ error }));
  const error = "error" in outcome ? outcome.error : undefined;
  if (error instanceof ServiceError) return error;
  throw error ?? new Error(`not an error, but ${JSON.stringify(outcome)}`);
}

/** The answer to a request that must not fail. */
export async function answered(request: Promise<Answer>) {
  const answer = await request;
  if (answer.state !== "answered") throw answer.error;
  return answer;
}

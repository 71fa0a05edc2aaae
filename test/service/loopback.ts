/**
 * Servers on the loopback interface, clients to ask them, and what comes of
 * that.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type ServerResponse,
} from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { Answer } from "../../src/answer.ts";
import type { DotNumber } from "../../src/dot-number.ts";
import { startSampleService } from "../../src/sample/server.ts";
import {
  type ClientOptions,
  createClient,
  type Notice,
} from "../../src/service/client.ts";
import { ServiceError } from "../../src/service/service-error.ts";
import { afterwards, listening } from "../support/resources.ts";
import { fakeClock } from "../support/run.ts";

export const one = "1" as DotNumber;
export const dot = (...numbers: (string | number)[]) =>
  numbers.map(String) as DotNumber[];

export interface Asked {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** What it is about: `bulk`, or the number and the record. */
  number: string;
  name: string;
}

/** An HTTP server; `answer` is called with the number of the request, from 1. */
export async function serve(
  answer: (nth: number, asked: Asked, response: ServerResponse) => void,
) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url = "", headers } = request;
    const [, number = "", name = "carrier"] =
      /\/v1\/carriers\/(\w+)(?:\/(\w+))?$/.exec(url) ?? [];
    const body = await text(request);
    const about = { method, url, headers, body, number, name };
    asked.push(about);
    // The server's clock is not the test's.
    response.sendDate = false;
    answer(asked.length, about, response);
  });
  return { origin: `http://${await listening(server)}`, asked };
}

/**
 * A server of raw bytes; `talk` is called for each piece that arrives, counted
 * from 1 across all connections.
 */
export async function serveRaw(
  talk: (socket: Socket, nth: number, bytes: string) => void,
): Promise<string> {
  let nth = 0;
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (bytes: Buffer) =>
      talk(socket, ++nth, bytes.toString("latin1")),
    );
  });
  return `http://${await listening(server)}`;
}

/** The URL of the sample service, in this process. */
export async function sampleService(today = new Date()): Promise<string> {
  const service = await startSampleService({
    now: () => today.getTime(),
  });
  afterwards(() => service.close());
  return service.url;
}

type Headers = Record<string, string | string[]>;

export function respond(
  response: ServerResponse,
  status: number,
  body: unknown = "",
  headers: Headers = {},
): void {
  const isWritten = typeof body === "string" || Buffer.isBuffer(body);
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(isWritten ? body : JSON.stringify(body));
}

/** A carrier record, as good as any. */
export const record = (dotNumber: string) => ({
  dot_number: dotNumber,
  legal_name: "ACME INC",
  status: "ACTIVE",
});

/** A client with the program's defaults, on a clock that does not wait. */
export function open(baseUrl: string, changes: Partial<ClientOptions> = {}) {
  const clock = fakeClock();
  const notices: Notice[] = [];
  const client = createClient({
    baseUrl,
    userAgent: "usdot/test",
    clock,
    notify: (notice) => notices.push(notice),
    ...changes,
  });
  afterwards(() => client.close());
  const carrier = () => client.record("carrier", one);
  return { client, carrier, clock, notices };
}

export type Answering = [status: number, body?: unknown, headers?: Headers];

/** A service that always answers with this. */
export const always = (...answer: Answering) =>
  serve((_, __, response) => respond(response, ...answer));

/** The origin of such a service. */
export const answering = async (...answer: Answering) =>
  (await always(...answer)).origin;

/** Asks a service for a carrier, in one attempt. */
export const ask = (origin: string, changes: Partial<ClientOptions> = {}) =>
  open(origin, { retries: 0, ...changes }).carrier();

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

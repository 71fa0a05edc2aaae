/** The sample service on the wire: node:http on the loopback interface, and nothing else. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, errorAnswer } from "./answer.ts";
import { slowMs } from "./faults.ts";
import { type Router, sampleRouter } from "./routes.ts";

/** How to run the service; every field has a default. */
export interface SampleOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  /** The clock: dates of the carriers are counted from its UTC day. */
  today?: () => Date;
  /** How long the slow number takes, in milliseconds; for tests that do not want to wait. */
  slowMs?: number;
}

/** A running sample service. */
export interface SampleService {
  /** Its base URL, `http://127.0.0.1:PORT`, without a trailing slash. */
  url: string;
  /** Ends it at once, open connections and slow answers included. May be called again. */
  close(): Promise<void>;
}

const bodyLimit = 1024 * 1024;

/**
 * Starts the sample service, on the loopback interface only. It keeps the process alive until it is closed.
 *
 * Rejects with the system's error when it cannot listen: EADDRINUSE where the port is taken, EACCES where
 * it may not be had, ERR_SOCKET_BAD_PORT where it is not 0 to 65535.
 */
export async function startSampleService(options: SampleOptions = {}): Promise<SampleService> {
  const today = options.today ?? (() => new Date());
  const route = sampleRouter(today);
  const allowance = requestAllowance(today);
  const server = createServer(async (request, response) => {
    const answer = await answerTo(request, route);
    const headers = { ...allowance(apiKeyOf(request) !== ""), ...answer.headers };
    const send = () => response.writeHead(answer.status, headers).end(answer.body);
    if (answer.slow) later(response, options.slowMs ?? slowMs, send);
    else send();
  });
  await listen(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => close(server) };
}

async function answerTo(request: IncomingMessage, route: Router): Promise<Answer> {
  try {
    return await route({
      method: request.method ?? "",
      path: (request.url ?? "").replace(/\?.*$/, ""),
      apiKey: apiKeyOf(request),
      contentType: request.headers["content-type"] ?? "",
      body: () => bodyOf(request),
    });
  } catch (error) {
    // A client that went away in the middle of its body ends here too; nobody reads this answer then.
    return errorAnswer(500, "INTERNAL_ERROR", String(error));
  }
}

function apiKeyOf({ headers }: IncomingMessage): string {
  return String(headers["x-api-key"] ?? "").trim();
}

/** Reads to the end even when the body is too large: an answer in the middle of it resets some clients' connection. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  return size <= bodyLimit ? Buffer.concat(chunks).toString("utf8") : undefined;
}

/** Sends after a while, unless the client or the service is gone by then; does not hold the process for it. */
function later(response: ServerResponse, milliseconds: number, send: () => void): void {
  const timer = setTimeout(send, milliseconds).unref();
  response.once("close", () => clearTimeout(timer));
}

/**
 * The rate-limit headers that public services send: 100 requests a minute, 1000 with a key (the interface
 * states no numbers), and the Unix time in seconds when the minute is over. Nothing is enforced, and the
 * remainder stops at 1: a loop over the sample must never be held up.
 */
function requestAllowance(now: () => Date): (keyed: boolean) => Record<string, string> {
  let minute = 0;
  let used = 0;
  return (keyed) => {
    const current = Math.floor(now().getTime() / 60_000);
    used = current === minute ? used + 1 : 1;
    minute = current;
    const limit = keyed ? 1000 : 100;
    return {
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(Math.max(1, limit - used)),
      "x-ratelimit-reset": String((current + 1) * 60),
    };
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1" }, resolve);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // The callback's only error is that it was closed before.
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

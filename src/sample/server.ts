/** The sample service on the wire: node:http, on the loopback interface only. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { errorAnswer, slowMs } from "./faults.ts";
import { apiKeyOf, Router } from "./routes.ts";

/** How to run the service. */
export interface SampleOptions {
  /** By default 0: any free port. */
  port?: number;
  /** The clock: the carriers' dates are counted from its UTC day. */
  today?: () => Date;
  /** How long the slow number takes, in milliseconds: tests don't want to wait. */
  slowMs?: number;
}

/** A running sample service. */
export interface SampleService {
  /** Its base URL, `http://127.0.0.1:PORT`, without a trailing slash. */
  url: string;
  /** Stops it at once, along with open connections and slow answers. May be called more than once. */
  close(): Promise<void>;
}

/**
 * Starts the sample service, on the loopback interface only. It keeps the process alive until it is closed.
 * @throws the system's error when it cannot listen: EADDRINUSE if the port is taken, EACCES if it isn't allowed,
 * ERR_SOCKET_BAD_PORT if it isn't 0 to 65535; a TypeError for a `today` that is not a function
 * @example
 * const service = await startSampleService({ today: () => new Date("2026-11-22") });
 * const response = await fetch(`${service.url}/v1/carriers/9000001`);
 * console.log(response.status); // 200
 * await service.close();
 */
export async function startSampleService(options: SampleOptions = {}): Promise<SampleService> {
  const { today = () => new Date() } = options;
  // Called for each request, where nobody could be told.
  if (typeof today !== "function") throw new TypeError("today is not a function that gives a Date");
  const router = new Router(today);
  const allowance = requestAllowance(today);
  const server = createServer(async (request, response) => {
    // It fails when a client disconnects while sending its body; then nobody reads this answer.
    const answer = await router.answer(request).catch((error) => errorAnswer(500, "INTERNAL_ERROR", String(error)));
    const headers = { ...allowance(apiKeyOf(request) !== ""), ...answer.headers };
    const send = () => response.writeHead(answer.status, headers).end(answer.body);
    if (!answer.slow) return send();
    // Unless the client or the service is gone by then. The delay doesn't keep the process alive.
    const timer = setTimeout(send, options.slowMs ?? slowMs).unref();
    response.once("close", () => clearTimeout(timer));
  });
  server.listen({ port: options.port ?? 0, host: "127.0.0.1" });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      // The only possible error is that it was already closed.
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, close };
}

/**
 * The rate-limit headers that public services send: 100 requests a minute, 1000 with a key (the interface states no numbers), and
 * the Unix time at which the minute ends. Nothing is enforced, and the remainder never drops below 1, so that a loop over the
 * sample is never delayed.
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

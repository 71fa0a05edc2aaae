/**
 * The sample service: the interface over the invented carriers and the reserved
 * numbers, by node:http, on the loopback interface only.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { objectIn } from "../text/json.ts";
import {
  errorReply,
  jsonReply,
  type Reply,
  type SampleNumber,
  sampleNumbers,
} from "./faults.ts";
import type { Endpoint } from "./records.ts";

export interface SampleOptions {
  /** Default 0: any free port. */
  port?: number;
  /** The carriers' dates are counted from its UTC day. */
  today?: () => Date;
}

export interface SampleService {
  /** Its base URL, `http://127.0.0.1:PORT`, without a trailing slash. */
  url: string;
  /** Stops it at once. */
  close(): Promise<void>;
}

/**
 * Starts the sample service, which keeps the process alive until it is closed.
 * Throws the system's error: EADDRINUSE.
 */
export async function startSampleService({
  port = 0,
  today = () => new Date(),
}: SampleOptions = {}): Promise<SampleService> {
  const route = createRouter(today);
  const server = createServer(async (request, response) => {
    const { status, headers, body, delay } = await route(request);
    if (delay) await sleep(delay, undefined, { ref: false });
    response.writeHead(status, headers).end(body);
  });
  server.listen({ port, host: "127.0.0.1" });
  await once(server, "listening");
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${listening}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * The most numbers in a bulk request (as documented at docs.dotlookup.dev; the
 * interface states no limit).
 */
const bulkLimit = 50;
const carrierPath = /^\/v1\/carriers\/([^/]+)(?:\/(insurance|safety))?$/;
const dotNumber = /^[0-9]{1,8}$/;

/**
 * Answers requests. Each router remembers which one-time faults it has already
 * served.
 */
function createRouter(
  today: () => Date,
): (request: IncomingMessage) => Promise<Reply> {
  const served = new Set<string>();

  function find(numbers: readonly string[]): SampleNumber[] {
    const all = sampleNumbers(today());
    const wanted = new Set(numbers.map(Number));
    return [...wanted].flatMap((number) =>
      all.filter((each) => Number(each.number) === number),
    );
  }

  /**
   * The first fault among numbers, otherwise what their records are; a one-time
   * fault is served once per endpoint.
   */
  function replyFor(
    samples: readonly SampleNumber[],
    endpoint: Endpoint | "bulk",
    records: unknown,
  ): Reply {
    for (const { number, reply, isOnce } of samples) {
      const place = `${endpoint} ${number}`;
      if (reply && !(isOnce && served.has(place))) {
        served.add(place);
        return reply;
      }
    }
    const delay = samples.find((sample) => sample.delay)?.delay;
    return { ...jsonReply(records), delay };
  }

  function byNumber(number: string, endpoint: Endpoint): Reply {
    if (!dotNumber.test(number))
      return errorReply(
        400,
        "INVALID_PARAM",
        "dot_number must be 1 to 8 digits.",
      );
    const [sample] = find([number]);
    return sample?.records
      ? replyFor([sample], endpoint, sample.records[endpoint])
      : errorReply(404, "NOT_FOUND", `No carrier with DOT number ${number}.`);
  }

  async function bulk(request: IncomingMessage): Promise<Reply> {
    if (!String(request.headers["x-api-key"] ?? "").trim())
      return errorReply(
        401,
        "UNAUTHORIZED",
        "Send an API key in the X-API-Key header.",
      );
    const { dot_numbers: numbers } = objectIn(await text(request));
    if (!isBulkList(numbers))
      return errorReply(
        400,
        "INVALID_BODY",
        `The body must be JSON: {"dot_numbers": [...]} with 1 to ${bulkLimit} strings of 1 to 8 digits.`,
      );
    const samples = find(numbers);
    const records = samples.flatMap((sample) => sample.records?.summary ?? []);
    return replyFor(samples, "bulk", records);
  }

  return async (request) => {
    const path = request.url?.replace(/\?.*$/, "") ?? "";
    const [, number, endpoint = "carrier"] = carrierPath.exec(path) ?? [];
    if (request.method === "POST" && path === "/v1/carriers/bulk")
      return bulk(request);
    return request.method === "GET" && number !== undefined
      ? byNumber(number, endpoint as Endpoint)
      : errorReply(404, "NOT_FOUND", "No such path.");
  };
}

function isBulkList(numbers: unknown): numbers is string[] {
  return (
    Array.isArray(numbers) &&
    numbers.length > 0 &&
    numbers.length <= bulkLimit &&
    numbers.every((each) => typeof each === "string" && dotNumber.test(each))
  );
}

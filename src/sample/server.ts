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
  const sample: Sample = { today, served: new Set() };
  const server = createServer(async (request, response) => {
    const reply = await replyTo(sample, request).catch(() => undefined);
    // Who asked went away before the end of the question.
    if (reply === undefined) return void response.destroy();
    const { status, headers, body, delay } = reply;
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
const numberPattern = /^[0-9]{1,8}$/;

interface Sample {
  today: () => Date;
  /** One-time faults that were served already, by their endpoints. */
  served: Set<string>;
}

async function replyTo(
  sample: Sample,
  request: IncomingMessage,
): Promise<Reply> {
  const path = request.url?.replace(/\?.*$/, "") ?? "";
  const [, number, endpoint = "carrier"] = carrierPath.exec(path) ?? [];
  if (request.method === "POST" && path === "/v1/carriers/bulk")
    return bulk(sample, request);
  return request.method === "GET" && number !== undefined
    ? byNumber(sample, number, endpoint as Endpoint)
    : errorReply(404, "NOT_FOUND", "No such path.");
}

function byNumber(sample: Sample, number: string, endpoint: Endpoint): Reply {
  if (!numberPattern.test(number))
    return errorReply(
      400,
      "INVALID_PARAM",
      "dot_number must be 1 to 8 digits.",
    );
  const [found] = samplesOf(sample, [number]);
  return found?.records
    ? replyAbout(sample, [found], endpoint, found.records[endpoint])
    : errorReply(404, "NOT_FOUND", `No carrier with DOT number ${number}.`);
}

async function bulk(sample: Sample, request: IncomingMessage): Promise<Reply> {
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
  const carriers = samplesOf(sample, numbers);
  const records = carriers.flatMap((each) => each.records?.summary ?? []);
  return replyAbout(sample, carriers, "bulk", records);
}

/** Each of the numbers that the sample has, once, in the order asked. */
function samplesOf(
  { today }: Sample,
  numbers: readonly string[],
): SampleNumber[] {
  const all = sampleNumbers(today());
  return [...new Set(numbers.map(Number))].flatMap((number) =>
    all.filter((each) => Number(each.dot_number) === number),
  );
}

/**
 * The first fault among numbers, otherwise what their records are; a one-time
 * fault is served once per endpoint.
 */
function replyAbout(
  { served }: Sample,
  carriers: readonly SampleNumber[],
  endpoint: Endpoint | "bulk",
  records: unknown,
): Reply {
  for (const { dot_number, reply, isOnce } of carriers) {
    const place = `${endpoint} ${dot_number}`;
    if (reply && !(isOnce && served.has(place))) {
      served.add(place);
      return reply;
    }
  }
  const delay = carriers.find((each) => each.delay)?.delay;
  return { ...jsonReply(records), delay };
}

function isBulkList(numbers: unknown): numbers is string[] {
  return (
    Array.isArray(numbers) &&
    numbers.length > 0 &&
    numbers.length <= bulkLimit &&
    numbers.every(
      (each) => typeof each === "string" && numberPattern.test(each),
    )
  );
}

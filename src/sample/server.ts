/**
 * The sample service: the interface over the invented carriers and the reserved
 * numbers, by node:http, on the loopback interface only.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { RecordName } from "../answer.ts";
import { objectIn } from "../text/json.ts";
import {
  type Reply,
  recordsOf,
  type SampleNumber,
  sampleNumbers,
} from "./numbers.ts";

export interface SampleOptions {
  /** Default 0: any free port. */
  port?: number;
  /** The carriers' dates are counted from its UTC day. */
  today: () => Date;
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
  today,
}: SampleOptions): Promise<SampleService> {
  const sample: Sample = { today, served: new Set() };
  const server = createServer(async (request, response) => {
    const reply = await replyTo(sample, request).catch(() => undefined);
    // Who asked went away before the end of the question.
    if (reply === undefined) return void response.destroy();
    const { status, headers, body, delay } = reply;
    if (delay) await sleep(delay, undefined, { ref: false });
    const isPage = typeof body === "string";
    const type = isPage ? "text/html" : "application/json";
    response
      .writeHead(status, { "content-type": type, ...headers })
      .end(isPage ? body : JSON.stringify(body));
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

type DelayedReply = Reply & { delay?: number | undefined };

interface Sample {
  today: () => Date;
  /** One-time faults that were served already, by their endpoints. */
  served: Set<string>;
}

async function replyTo(
  sample: Sample,
  request: IncomingMessage,
): Promise<DelayedReply> {
  const path = request.url?.replace(/\?.*$/, "") ?? "";
  const [, number, endpoint = "carrier"] = carrierPath.exec(path) ?? [];
  if (request.method === "POST" && path === "/v1/carriers/bulk")
    return bulk(sample, request);
  return request.method === "GET" && number !== undefined
    ? byNumber(sample, number, endpoint as RecordName)
    : errorReply(404, "NOT_FOUND", "No such path.");
}

function byNumber(
  sample: Sample,
  number: string,
  endpoint: RecordName,
): DelayedReply {
  if (!numberPattern.test(number))
    return errorReply(
      400,
      "INVALID_PARAM",
      "dot_number must be 1 to 8 digits.",
    );
  const known = knownOf([number]);
  const [found] = known;
  return found
    ? replyAbout(
        sample,
        known,
        endpoint,
        recordsOf(found, sample.today())[endpoint],
      )
    : errorReply(404, "NOT_FOUND", `No carrier with DOT number ${number}.`);
}

async function bulk(
  sample: Sample,
  request: IncomingMessage,
): Promise<DelayedReply> {
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
  const known = knownOf(numbers);
  const records = known.map((each) => recordsOf(each, sample.today()).summary);
  return replyAbout(sample, known, "bulk", records);
}

/** The carriers of these numbers, each once, in the order asked. */
function knownOf(numbers: readonly string[]): SampleNumber[] {
  return [...new Set(numbers.map(Number))].flatMap((number) =>
    sampleNumbers.filter(
      ({ dot_number, end }) =>
        Number(dot_number) === number && end !== "not-found",
    ),
  );
}

/**
 * The first fault among numbers, otherwise what their records are; a one-time
 * fault is served once per endpoint.
 */
function replyAbout(
  { served }: Sample,
  carriers: readonly SampleNumber[],
  endpoint: RecordName | "bulk",
  records: unknown,
): DelayedReply {
  for (const { dot_number, reply, isOnce } of carriers) {
    const place = `${endpoint} ${dot_number}`;
    if (reply && !(isOnce && served.has(place))) {
      served.add(place);
      return reply;
    }
  }
  const delay = carriers.find((each) => each.delay)?.delay;
  return { status: 200, body: records, delay };
}

/**
 * The interface defines no body for errors; this is that of a public service
 * (docs.dotlookup.dev).
 */
function errorReply(status: number, code: string, message: string): Reply {
  return { status, body: { error: { code, message } } };
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

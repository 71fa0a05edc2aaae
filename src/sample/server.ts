/**
 * The sample service: the interface over the invented carriers and the reserved
 * numbers, by node:http, on the loopback interface only.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import type { AnswerName, RecordName } from "../answer.ts";
import type { Clock } from "../service/client-options.ts";
import { objectIn } from "../text/json.ts";
import {
  type Reply,
  recordsOf,
  type SampleEntry,
  sampleNumbers,
} from "./numbers.ts";

/**
 * Starts the sample service on a port, by default any free one, which keeps the
 * process alive until it is closed. The carriers' dates are relative to the
 * current UTC day. Throws the system's error: EADDRINUSE.
 */
export async function startSampleService(
  { now }: Pick<Clock, "now">,
  port = 0,
) {
  const sentFaults = new Set<SampleEntry>();
  const server = createServer(async (request, response) => {
    const wanted = await wantedIn(request).catch(() => undefined);
    // The client hung up before its request was complete.
    if (wanted === undefined) return void response.destroy();
    const { status, headers, body } =
      "status" in wanted
        ? wanted
        : await replyTo(wanted, new Date(now()), sentFaults);
    const isPage = typeof body === "string";
    const type = isPage ? "text/html" : "application/json";
    response
      .writeHead(status, { "content-type": type, ...headers })
      .end(isPage ? body : JSON.stringify(body));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: listening } = server.address() as AddressInfo;
  return {
    /** Its base URL. */
    url: `http://127.0.0.1:${listening}`,
    /** Stops it at once. */
    async close(): Promise<void> {
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

/** The carriers that are asked about, and what of them: summaries in bulk. */
interface Wanted {
  carriers: readonly SampleEntry[];
  name: AnswerName;
}

/** What a request asks for, or why it is refused. */
async function wantedIn(request: IncomingMessage): Promise<Wanted | Reply> {
  const path = request.url?.replace(/\?.*$/, "") ?? "";
  if (request.method === "POST" && path === "/v1/carriers/bulk")
    return bulkWantedIn(request);
  const [, number, name = "carrier"] = carrierPath.exec(path) ?? [];
  if (request.method !== "GET" || number === undefined)
    return errorReply(404, "NOT_FOUND", "No such path.");
  const carriers = carriersOf([number]);
  return carriers.length > 0
    ? { carriers, name: name as RecordName }
    : errorReply(404, "NOT_FOUND", `No carrier with DOT number ${number}.`);
}

async function bulkWantedIn(request: IncomingMessage): Promise<Wanted | Reply> {
  if (!String(request.headers["x-api-key"] ?? "").trim())
    return errorReply(
      401,
      "UNAUTHORIZED",
      "Send an API key in the X-API-Key header.",
    );
  const { dot_numbers: numbers } = objectIn(await text(request));
  return Array.isArray(numbers) && numbers.length <= bulkLimit
    ? { carriers: carriersOf(numbers), name: "summary" }
    : errorReply(
        400,
        "INVALID_BODY",
        `The body must be JSON: {"dot_numbers": [...]} with at most ${bulkLimit} numbers.`,
      );
}

/** The carriers of these numbers, each once, in the order asked. */
function carriersOf(numbers: readonly unknown[]): SampleEntry[] {
  return [...new Set(numbers.map(Number))].flatMap((number) =>
    sampleNumbers.filter(
      ({ dot_number, end }) =>
        Number(dot_number) === number && end !== "not-found",
    ),
  );
}

/**
 * The first fault among carriers, otherwise what their records are, in their
 * time. Some faults are given once.
 */
async function replyTo(
  { carriers, name }: Wanted,
  today: Date,
  sentFaults: Set<SampleEntry>,
): Promise<Reply> {
  const faulty = carriers.find(
    (each) => each.reply && !(each.isOnce && sentFaults.has(each)),
  );
  if (faulty?.reply) {
    sentFaults.add(faulty);
    return faulty.reply;
  }
  const delay = carriers.find((each) => each.delay)?.delay;
  if (delay) await sleep(delay, undefined, { ref: false });
  const records = carriers.map((each) => recordsOf(each, today)[name]);
  return { status: 200, body: name === "summary" ? records : records[0] };
}

/**
 * The interface defines no body for errors; this is that of a public service
 * (docs.dotlookup.dev).
 */
function errorReply(status: number, code: string, message: string): Reply {
  return { status, body: { error: { code, message } } };
}

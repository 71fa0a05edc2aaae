/**
 * The sample service: the interface over the invented carriers and the reserved
 * numbers, by node:http, on the loopback interface only.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import {
  errorReply,
  jsonReply,
  type Reply,
  type SampleNumber,
  sampleNumbers,
  slowMs,
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
export async function startSampleService(
  options: SampleOptions = {},
): Promise<SampleService> {
  const route = createRouter(options.today ?? (() => new Date()));
  const server = createServer(async (request, response) => {
    const reply = await route(request);
    if ("slow" in reply) await sleep(slowMs, undefined, { ref: false });
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  server.listen({ port: options.port ?? 0, host: "127.0.0.1" });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
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
const bulkPath = "/v1/carriers/bulk";
const carrierPath = /^\/v1\/carriers\/([^/]+)(?:\/(insurance|safety))?$/;
const dotNumber = /^[0-9]{1,8}$/;
const wantedBody = `The body must be JSON: {"dot_numbers": [...]} with 1 to ${bulkLimit} strings of 1 to 8 digits.`;

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
    const wanted = new Set(
      numbers.map((number) => number.replace(/^0+(?=.)/, "")),
    );
    return [...wanted].flatMap((number) =>
      all.filter((each) => each.number === number),
    );
  }

  /**
   * The first fault among numbers, otherwise what their records are; a one-time
   * fault is served once per endpoint.
   */
  function replyFor(
    samples: SampleNumber[],
    endpoint: Endpoint | "bulk",
    records: () => unknown,
  ): Reply {
    for (const { number, reply, once } of samples) {
      const place = `${endpoint} ${number}`;
      if (reply && !(once && served.has(place))) {
        served.add(place);
        return reply;
      }
    }
    return {
      ...jsonReply(records()),
      ...(samples.some(({ slow }) => slow) && { slow: true }),
    };
  }

  function byNumber(number: string, endpoint: Endpoint): Reply {
    const [sample] = find([number]);
    if (!sample?.records)
      return errorReply(
        404,
        "NOT_FOUND",
        `No carrier with DOT number ${number}.`,
      );
    return replyFor([sample], endpoint, () => sample.records?.[endpoint]);
  }

  async function bulk(request: IncomingMessage): Promise<Reply> {
    const { "x-api-key": key = "", "content-type": type = "" } =
      request.headers;
    if (!String(key).trim())
      return errorReply(
        401,
        "UNAUTHORIZED",
        "Send an API key in the X-API-Key header.",
      );
    const named = /^application\/json\b/i.test(type)
      ? await numbersAskedFor(request)
      : undefined;
    if (named === undefined) return errorReply(400, "INVALID_BODY", wantedBody);
    const samples = find(named);
    return replyFor(samples, "bulk", () =>
      samples.flatMap(({ records }) => records?.summary ?? []),
    );
  }

  return async (request) => {
    const { method = "", url = "" } = request;
    const path = url.replace(/\?.*$/, "");
    const [, number = "", endpoint = "carrier"] = carrierPath.exec(path) ?? [];
    if (number === "") return errorReply(404, "NOT_FOUND", "No such path.");
    if (method !== (path === bulkPath ? "POST" : "GET"))
      return errorReply(
        405,
        "METHOD_NOT_ALLOWED",
        `${method} is not allowed here.`,
      );
    if (path === bulkPath) return bulk(request);
    if (!dotNumber.test(number))
      return errorReply(
        400,
        "INVALID_PARAM",
        "dot_number must be 1 to 8 digits.",
      );
    return byNumber(number, endpoint as Endpoint);
  };
}

async function numbersAskedFor(
  request: IncomingMessage,
): Promise<string[] | undefined> {
  try {
    const { dot_numbers: numbers } = (await json(request)) as {
      dot_numbers?: unknown;
    };
    const isList =
      Array.isArray(numbers) &&
      numbers.length > 0 &&
      numbers.length <= bulkLimit;
    return isList &&
      numbers.every((each) => typeof each === "string" && dotNumber.test(each))
      ? numbers
      : undefined;
  } catch {
    return undefined;
  }
}

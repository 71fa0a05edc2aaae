/**
 * The Carrier Lookup Service Interface: what is asked of each endpoint. What
 * cannot be had of a record is an answer about it.
 */
import type { Answer, Exchange, RecordName } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import { refuse, UsageError } from "../errors.ts";
import { whyExposed } from "../settings/api-key.ts";
import { parseSetting } from "../settings/settings.ts";
import { type ClientOptions, withDefaults } from "./client-options.ts";
import { type Http, openHttp } from "./http.ts";
import { proxyFor } from "./proxy.ts";
import { readBulk, readRecord, type Summaries } from "./records.ts";
import { redacted, redactor } from "./redaction.ts";
import { requestQueue, type ServiceRequest } from "./request-queue.ts";
import {
  type ErrorContext,
  failedAnswer,
  serviceErrorOrThrow,
} from "./service-error.ts";

export type { ClientOptions, Notice } from "./client-options.ts";

/**
 * Asks a service. A method that is stopped throws the signal's reason; but
 * `record` returns a reason that is a ServiceError as its answer.
 */
export interface Client {
  record(name: RecordName, dotNumber: DotNumber): Promise<Answer>;
  /**
   * Needs an API key. The numbers are distinct, and not more than the service
   * takes at once; those that it leaves out are "none".
   * @throws {ServiceError} when there is no answer about any of them
   */
  bulk(dotNumbers: readonly DotNumber[]): Promise<Summaries>;
  /** The answer to a path near a carrier's that the interface does not have. */
  askUnknownPath(dotNumber: DotNumber): Promise<Exchange>;
  /**
   * How many requests were answered, and how long each takes by the limit that
   * the service states (`X-RateLimit-Limit`); 0 where it states none.
   */
  pace(): { requests: number; milliseconds: number };
  /** How many milliseconds the service still wants no request. */
  pauseLeft(): number;
  /** The same client, whose requests this signal stops as well. */
  withSignal(signal: AbortSignal): Client;
  close(): Promise<void>;
}

/**
 * It connects with the first request. No answer or error that leaves here has
 * the API key in it.
 * @throws {UsageError} for a bad base URL or proxy, and where the key could be
 * read on its way
 */
export function createClient(given: ClientOptions): Client {
  const options = withDefaults(given);
  const { apiKey, userAgent } = options;
  const baseUrl = checkedUrl(options);
  const { origin } = new URL(baseUrl);
  const proxy = proxyFor(baseUrl, options.proxyEnv ?? {});
  const clean = redactor(apiKey);
  let http: Promise<Http> | undefined;
  const queue = requestQueue(async (request, signal) => {
    http ??= openHttp({ ...options, origin, proxy });
    return redacted(await (await http).send(request, signal), clean);
  }, options);
  const headers = {
    accept: "application/json",
    "accept-encoding": "gzip",
    "user-agent": userAgent,
    ...(apiKey !== undefined && { "x-api-key": apiKey }),
  };
  const closing = new AbortController();
  const clientFor = (signal: AbortSignal): Client => {
    const ask = <T>(
      path: string,
      about: Pick<ErrorContext, "dotNumber" | "record">,
      read: ServiceRequest<T>["read"],
      body?: string,
    ): Promise<T> =>
      queue.send({
        http: {
          method: body ? "POST" : "GET",
          url: `${baseUrl}/v1/carriers/${path}`,
          headers: {
            ...headers,
            ...(body && { "content-type": "application/json" }),
          },
          body,
        },
        context: { baseUrl, withKey: apiKey !== undefined, ...about },
        read,
        signal,
      });
    return {
      pace: () => queue.pace,
      pauseLeft: queue.pauseLeft,
      withSignal: (other) => clientFor(AbortSignal.any([signal, other])),
      record: (record, dotNumber) =>
        ask(
          record === "carrier" ? dotNumber : `${dotNumber}/${record}`,
          { dotNumber, record },
          (received) => readRecord(received, dotNumber, record),
        ).catch((error) => failedAnswer(serviceErrorOrThrow(error))),
      bulk: (dotNumbers) =>
        ask(
          "bulk",
          { dotNumber: dotNumbers.length > 1 ? undefined : dotNumbers[0] },
          (received) => readBulk(received, dotNumbers),
          JSON.stringify({ dot_numbers: dotNumbers }),
        ),
      askUnknownPath: (dotNumber) =>
        ask<Exchange>(
          `${dotNumber}/usdot-config-check`,
          {},
          ({ exchange }) => exchange,
        ).catch((error) => serviceErrorOrThrow(error).details.exchange),
      async close() {
        closing.abort(new UsageError("the client was closed"));
        await (await http)?.close();
      },
    };
  };
  return clientFor(AbortSignal.any([options.signal, closing.signal]));
}

function checkedUrl({ baseUrl, apiKey }: ClientOptions): string {
  const checked = String(parseSetting("base-url", baseUrl, "createClient"));
  const risk = apiKey !== undefined && whyExposed(checked);
  return risk ? refuse(risk) : checked;
}

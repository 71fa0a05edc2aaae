/**
 * The Carrier Lookup Service Interface: what is asked of each endpoint. What
 * cannot be had of a record is an answer about it.
 */
import {
  type Answer,
  type Exchange,
  failedAnswer,
  type RecordName,
  type Response,
} from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import { refuse, UsageError } from "../errors.ts";
import { whyExposed } from "../settings/api-key.ts";
import { redacted, redactor } from "./body.ts";
import { type ClientOptions, type Clock, completed } from "./client-options.ts";
import { type Http, openHttp } from "./http.ts";
import { proxyFor } from "./proxy.ts";
import { readBulk, readRecord, type Summaries } from "./records.ts";
import { Service } from "./service.ts";
import {
  type ErrorContext,
  ServiceError,
  serviceError,
} from "./service-error.ts";

export type { ClientOptions, Notice } from "./client-options.ts";

/** Asks a service. Its methods throw when they are stopped. */
export interface Client {
  record(name: RecordName, dotNumber: DotNumber): Promise<Answer>;
  /**
   * Needs an API key. The numbers are distinct, and not more than the service
   * takes at once; there is none of those that it leaves out.
   * @throws {ServiceError} when there is no answer about any of them
   */
  bulk(dotNumbers: readonly DotNumber[]): Promise<Summaries>;
  /** What comes of a path near a carrier's that the interface does not have. */
  otherPath(dotNumber: DotNumber): Promise<Exchange>;
  /**
   * How many requests were answered, and how long each takes by the limit that
   * the service states (`X-RateLimit-Limit`); 0 where it states none.
   */
  pace(): { requests: number; milliseconds: number };
  /** The same client, whose requests this signal stops as well. */
  withSignal(signal: AbortSignal): Client;
  close(): Promise<void>;
}

/**
 * It connects with the first request. No answer or error that leaves here has
 * the API key in it.
 * @throws {UsageError} for a base URL that is none, where the key could be read on
 * its way, or where a proxy is not one
 */
export function createClient(given: ClientOptions): Client {
  const options = completed(given);
  if (!URL.canParse(given.baseUrl))
    refuse(
      `baseUrl ${JSON.stringify(given.baseUrl)} is not a URL such as https://carriers.example.com`,
    );
  const risk =
    given.apiKey === undefined ? undefined : whyExposed(given.baseUrl);
  if (risk !== undefined) refuse(risk);
  const { apiKey, userAgent, clock } = options;
  const { origin, pathname } = new URL(options.baseUrl);
  const baseUrl = origin + pathname.replace(/\/+$/, "");
  const proxy = proxyFor(baseUrl, options.proxyEnv ?? {});
  const clean = redactor(apiKey);
  let http: Promise<Http> | undefined;
  const service = new Service(async (request, signal) => {
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
  const { withoutKey } = options;
  const context = { baseUrl, withKey: apiKey !== undefined, withoutKey };
  const stoppedBy = (signal: AbortSignal): Client => {
    const requests = { service, headers, context, clock, signal };
    return {
      pace: () => ({ ...service.pace }),
      withSignal: (other) => stoppedBy(AbortSignal.any([signal, other])),
      record: (name, dotNumber) => askRecord(requests, name, dotNumber),
      bulk: (dotNumbers) => askBulk(requests, dotNumbers),
      otherPath: (dotNumber) => askOtherPath(requests, dotNumber),
      async close() {
        closing.abort(new UsageError("the client was closed"));
        await (await http)?.close();
      },
    };
  };
  return stoppedBy(AbortSignal.any([options.signal, closing.signal]));
}

/** What a request needs: the service, and whom it is asked about and for whom. */
interface RequestContext {
  service: Service;
  headers: Record<string, string>;
  context: ErrorContext;
  clock: Clock;
  signal: AbortSignal;
}

async function askRecord(
  requests: RequestContext,
  name: RecordName,
  dotNumber: DotNumber,
): Promise<Answer> {
  const end = name === "carrier" ? "" : `/${name}`;
  const context = { ...requests.context, dotNumber, record: name };
  const answer = await get(
    requests,
    `${dotNumber}${end}`,
    context,
    (response) => readRecord(response, dotNumber, name, context),
  );
  return answer instanceof ServiceError
    ? failedAnswer(answer, answer.details.exchange)
    : answer;
}

async function askOtherPath(
  requests: RequestContext,
  dotNumber: DotNumber,
): Promise<Exchange> {
  const path = `${dotNumber}/usdot-config-check`;
  const exchange = await get(
    requests,
    path,
    requests.context,
    (response) => response,
  );
  return exchange instanceof ServiceError
    ? exchange.details.exchange
    : exchange;
}

async function get<T>(
  { service, headers, signal }: RequestContext,
  path: string,
  context: ErrorContext,
  read: (response: Response) => T,
): Promise<T | ServiceError> {
  const url = `${context.baseUrl}/v1/carriers/${path}`;
  const http = { method: "GET", url, headers } as const;
  return service
    .send({ http, context, read, signal })
    .catch((error: unknown) => {
      if (error instanceof ServiceError) return error;
      throw error;
    });
}

async function askBulk(
  { service, headers, context: common, clock, signal }: RequestContext,
  dotNumbers: readonly DotNumber[],
): Promise<Summaries> {
  const url = `${common.baseUrl}/v1/carriers/bulk`;
  const [dotNumber] = dotNumbers.length === 1 ? dotNumbers : [];
  const context = { ...common, dotNumber };
  const exchange = { url, askedAt: new Date(clock.now()).toISOString() };
  const summaries = await service.send({
    http: {
      method: "POST",
      url,
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ dot_numbers: dotNumbers }),
    },
    context,
    read: (response) => readBulk(response, dotNumbers, context),
    signal,
  });
  for (const number of dotNumbers) {
    if (summaries.has(number)) continue;
    const details = { ...common, dotNumber: number, exchange };
    const error = serviceError("not-found", details);
    summaries.set(number, failedAnswer(error, exchange));
  }
  return summaries;
}

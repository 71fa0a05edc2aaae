/** The Carrier Lookup Service Interface: what is asked of each endpoint. Every method throws a `ServiceError`. */
import type { DotNumber } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { redacted, redactor } from "./body.ts";
import { type Http, openHttp } from "./http.ts";
import { proxyFor } from "./proxy.ts";
import { type BulkAnswer, readBulk, readRecord } from "./records.ts";
import { type ClientOptions, Service } from "./service.ts";
import type { RecordAnswer, RecordName } from "./types.ts";

export type { ClientOptions, Clock, Notice } from "./service.ts";

/** Asks a service. */
export interface Client {
  readonly baseUrl: string;
  record(name: RecordName, dotNumber: DotNumber): Promise<RecordAnswer>;
  /** Needs an API key. The numbers are distinct, and not more than the service takes at once. */
  bulk(dotNumbers: readonly DotNumber[]): Promise<BulkAnswer>;
  urlOf(name: RecordName, dotNumber: DotNumber): string;
  /** The service's clock (`Date` of its latest answer); undefined where it sends none. */
  serviceDate(): number | undefined;
  /** The same client, whose requests this signal stops as well. */
  withSignal(signal: AbortSignal): Client;
  close(): Promise<void>;
}

/** It connects with the first request. No answer or error that leaves here has the API key in it. */
export function createClient(options: ClientOptions): Client {
  const { apiKey, userAgent, concurrency } = options;
  const { origin, pathname } = new URL(options.baseUrl);
  const baseUrl = origin + pathname.replace(/\/+$/, "");
  const proxy = proxyFor(baseUrl, options.proxyEnv ?? {});
  const clean = redactor(apiKey);
  let http: Promise<Http> | undefined;
  const service = new Service(async (request, signal) => {
    http ??= openHttp({ origin, proxy, concurrency });
    return redacted(await (await http).send(request, signal), clean);
  }, options);
  const key = apiKey === undefined ? {} : { "x-api-key": apiKey };
  const headers = {
    accept: "application/json",
    "accept-encoding": "gzip",
    "user-agent": userAgent,
    ...key,
  };
  const common = { baseUrl, withKey: apiKey !== undefined };
  const closing = new AbortController();
  const urlOf = (name: RecordName, dotNumber: DotNumber) =>
    `${baseUrl}/v1/carriers/${dotNumber}${name === "carrier" ? "" : `/${name}`}`;

  const stoppedBy = (signal: AbortSignal): Client => ({
    baseUrl,
    urlOf,
    serviceDate: () => service.date,
    withSignal: (other) => stoppedBy(AbortSignal.any([signal, other])),
    record: (name, dotNumber) =>
      service.send({
        http: { method: "GET", url: urlOf(name, dotNumber), headers },
        about: { ...common, dotNumber, record: name },
        read: (response, about) => readRecord(response, dotNumber, name, about),
        signal,
      }),
    bulk(dotNumbers) {
      const body = JSON.stringify({ dot_numbers: dotNumbers });
      const bulkHeaders = { "content-type": "application/json", ...headers };
      const [dotNumber] = dotNumbers.length === 1 ? dotNumbers : [];
      return service.send({
        http: {
          method: "POST",
          url: `${baseUrl}/v1/carriers/bulk`,
          headers: bulkHeaders,
          body,
        },
        about: { ...common, dotNumber },
        read: (response, about) => readBulk(response, dotNumbers, about),
        signal,
      });
    },
    async close() {
      closing.abort(new UsageError("the client was closed"));
      await (await http)?.close();
    },
  });
  return stoppedBy(AbortSignal.any([options.signal, closing.signal]));
}

/** The Carrier Lookup Service Interface: what is asked of each endpoint. Every method throws a `ServiceError`. */
import type { DotNumber } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { redacted, redactor } from "./body.ts";
import { type Http, openHttp } from "./http.ts";
import { proxyFor } from "./proxy.ts";
import { type BulkAnswer, readBulk, readRecord } from "./records.ts";
import { type ClientOptions, Service } from "./service.ts";
import type { RecordAnswer, RecordName } from "./types.ts";

export type { BulkAnswer } from "./records.ts";
export type { ClientOptions, Clock, Notice } from "./service.ts";

/** Asks a service. A signal stops its own request; the others go on. */
export interface Client {
  readonly baseUrl: string;
  record(name: RecordName, dotNumber: DotNumber, signal?: AbortSignal): Promise<RecordAnswer>;
  /** Needs an API key. The numbers are distinct, and not more than the service takes at once. */
  bulk(dotNumbers: readonly DotNumber[], signal?: AbortSignal): Promise<BulkAnswer>;
  /** The URL of a record; `summary` is an element of the bulk answer. */
  urlOf(name: RecordName | "summary", dotNumber: DotNumber): string;
  close(): Promise<void>;
}

/** It connects with the first request. No answer or error that leaves here has the API key in it. */
export function createClient(options: ClientOptions): Client {
  const { apiKey, userAgent } = options;
  const { origin, pathname } = new URL(options.baseUrl);
  const baseUrl = origin + pathname.replace(/\/+$/, "");
  const closing = new AbortController();
  const stop = AbortSignal.any([options.signal, closing.signal]);
  const proxy = proxyFor(baseUrl, options.proxyEnv ?? {});
  const clean = redactor(apiKey);
  let http: Promise<Http> | undefined;
  const service = new Service(async (request, signal) => {
    http ??= openHttp({ origin, proxy, timeout: options.timeout, concurrency: options.concurrency });
    return redacted(await (await http).send(request, signal), clean);
  }, options);
  const key = apiKey === undefined ? {} : { "x-api-key": apiKey };
  const headers = { accept: "application/json", "accept-encoding": "gzip", "user-agent": userAgent, ...key };
  const about = { baseUrl, withKey: apiKey !== undefined };
  const urlOf: Client["urlOf"] = (name, dotNumber) => {
    if (name === "summary") return `${baseUrl}/v1/carriers/bulk`;
    return `${baseUrl}/v1/carriers/${dotNumber}${name === "carrier" ? "" : `/${name}`}`;
  };

  return {
    baseUrl,
    urlOf,
    record(name, dotNumber, signal = stop) {
      const aboutRecord = { ...about, dotNumber, record: name };
      return service.send({
        http: { method: "GET", url: urlOf(name, dotNumber), headers },
        about: aboutRecord,
        read: (response) => readRecord(response, dotNumber, name, aboutRecord),
        signal: AbortSignal.any([stop, signal]),
      });
    },
    bulk(dotNumbers, signal = stop) {
      const body = JSON.stringify({ dot_numbers: dotNumbers });
      const bulkHeaders = { "content-type": "application/json", ...headers };
      return service.send({
        http: { method: "POST", url: `${baseUrl}/v1/carriers/bulk`, headers: bulkHeaders, body },
        about,
        read: (response) => readBulk(response, dotNumbers, about),
        signal: AbortSignal.any([stop, signal]),
      });
    },
    async close() {
      closing.abort(new UsageError("the client was closed"));
      await (await http)?.close();
    },
  };
}

/** The same client, whose `record` and `bulk` a signal stops, too. */
export function withSignal(client: Client, signal: AbortSignal): Client {
  return {
    ...client,
    record: (name, dotNumber, other = signal) => client.record(name, dotNumber, AbortSignal.any([signal, other])),
    bulk: (dotNumbers, other = signal) => client.bulk(dotNumbers, AbortSignal.any([signal, other])),
  };
}

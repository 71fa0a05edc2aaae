/** The client that programs use: the service client of the command line, with records in place of answers. */
/// <reference lib="esnext.disposable" preserve="true" />
import { setTimeout as sleep } from "node:timers/promises";
import { InputError, MissingKeyError } from "../errors.ts";
import { type Part, requestParts } from "../lookup/parts.ts";
import { Client } from "../service/client.ts";
import { Http } from "../service/http.ts";
import type { RecordAnswer } from "../service/records.ts";
import type { Endpoint } from "../service/request.ts";
import { type Clock, Transport } from "../service/transport.ts";
import { checkObject, dotNumberOf } from "./arguments.ts";
import { bulkResults } from "./bulk.ts";
import { type CheckedOptions, checkOptions } from "./options.ts";
import type {
  BulkResult,
  CallOptions,
  Carrier,
  CarrierLookupOptions,
  CarrierSummary,
  GivenNumber,
  GivenNumbers,
  InsuranceRecord,
  SafetyRecord,
  Snapshot,
  Unanswered,
} from "./types.ts";

const clock: Clock = {
  now: Date.now,
  monotonicNow: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted()),
};

/**
 * Looks carriers up in a Carrier Lookup Service. All calls of one client share its connections, its retries and what it has learned about
 * the service's rate limit, so one client per service is enough. Close it when it is no longer needed.
 *
 * Every method rejects with a `ServiceError` that says what happened, with an `InputError` for what is not a USDOT number and for other
 * wrong arguments, with the reason of a signal that stopped it, or with a `ClosedError`.
 * @example
 * const client = new CarrierLookup({ baseUrl: "https://carriers.example.com", apiKey: "...", retries: 5 });
 * const { legal_name } = await client.carrier("USDOT 9,000,001");
 * const { policies } = await client.insurance(9000001, { signal: AbortSignal.timeout(5_000) });
 * for await (const { dotNumber, carrier, error } of client.bulk([9000001, "9000404"])) {
 *   console.log(dotNumber, carrier ? carrier.status : error.message);
 * }
 * await client.close();
 */
export class CarrierLookup implements AsyncDisposable {
  readonly #options: CheckedOptions;
  readonly #http: Http;
  readonly #client: Client;

  /** @throws {SettingError} for an option that is wrong */
  constructor(options: CarrierLookupOptions) {
    this.#options = checkOptions(options);
    const { baseUrl, apiKey, userAgent, concurrency, proxy, maxWait, onNotice, ...rest } = this.#options;
    this.#http = new Http({ origin: new URL(baseUrl).origin, connections: concurrency, proxy });
    const transport = new Transport({
      ...rest,
      http: this.#http,
      clock,
      random: Math.random,
      maxWait: maxWait.single,
      concurrency,
      notify: onNotice,
    });
    this.#client = new Client({ transport, baseUrl, apiKey, userAgent });
  }

  /**
   * The full record of a carrier.
   * @throws {NotFoundError} when the service knows no such carrier
   */
  carrier(number: GivenNumber, options: CallOptions = {}): Promise<Carrier> {
    return this.#record("carrier", number, options);
  }

  /**
   * The insurance policies of a carrier.
   * @throws {NotFoundError} when the service has no such record
   */
  insurance(number: GivenNumber, options: CallOptions = {}): Promise<InsuranceRecord> {
    return this.#record("insurance", number, options);
  }

  /**
   * The inspections, crashes and violations of a carrier.
   * @throws {NotFoundError} when the service has no such record
   */
  safety(number: GivenNumber, options: CallOptions = {}): Promise<SafetyRecord> {
    return this.#record("safety", number, options);
  }

  /**
   * The three records of a carrier, asked for side by side. Insurance or safety is null where the service has no such record, and
   * `{ error: { code, message } }` stands in place of a record that could not be had.
   * @throws {NotFoundError} when the service knows no such carrier
   */
  async snapshot(number: GivenNumber, options: CallOptions = {}): Promise<Snapshot> {
    const dotNumber = dotNumberOf(number);
    const parts = await requestParts(this.#client, dotNumber, { signal: signalOf(options) });
    return {
      dot_number: dotNumber,
      carrier: this.#part(dotNumber, parts.carrier),
      insurance: this.#part(dotNumber, parts.insurance),
      safety: this.#part(dotNumber, parts.safety),
    };
  }

  /**
   * Summaries of a list, many per request, as `{ dotNumber, carrier }` or `{ dotNumber, error }`: one for each distinct number, in the
   * order of the list. The list may be an iterable or an async iterable; it is read only a few batches ahead of what you take, and
   * `break` ends it. An error belongs to its number and doesn't end the loop; after a refused key, or when the service asks for a longer
   * wait than allowed, nothing more is sent and the rest of the numbers have that error.
   * @throws {MissingKeyError} without an API key, which bulk lookups need; thrown, like the others, by the first step of the loop
   * @throws whatever reading the list throws
   */
  async *bulk(numbers: GivenNumbers, options: CallOptions = {}): AsyncGenerator<BulkResult, void, undefined> {
    const { [Symbol.iterator]: each, [Symbol.asyncIterator]: eachInTime } = Object(numbers);
    if (typeof numbers === "string" || ![each, eachInTime].some((method) => typeof method === "function"))
      throw new InputError("numbers is not a list of USDOT numbers");
    const { apiKey, signal } = this.#options;
    if (apiKey === undefined) throw new MissingKeyError("a bulk lookup needs an API key");
    yield* bulkResults(numbers, {
      ...this.#options,
      client: this.#client,
      signals: [signal, this.#http.closed, signalOf(options) ?? signal],
      recordOf: (dotNumber, answer) => this.#recordOf<CarrierSummary>(dotNumber, answer),
    });
  }

  /** Ends every connection at once; calls in flight reject with a `ClosedError`. May be called more than once. */
  async close(): Promise<void> {
    this.#http.destroy();
  }

  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #record<R>(record: Endpoint, number: GivenNumber, options: CallOptions): Promise<R> {
    const dotNumber = dotNumberOf(number);
    return this.#recordOf(dotNumber, await this.#client.record(record, dotNumber, { signal: signalOf(options) }));
  }

  #part<R>(dotNumber: string, part: Part): R | Unanswered | null {
    if (part.state === "none") return null;
    if (part.state === "answered") return this.#recordOf<R>(dotNumber, part.answer);
    return { error: { code: part.code, message: part.message } };
  }

  /** The record as the service sent it, but for its number, which services also send as a JSON number or with leading zeros. */
  #recordOf<R>(dotNumber: string, { record, schemaIssues }: RecordAnswer): R {
    const fields = schemaIssues.filter((field) => field !== "dot_number");
    if (fields.length > 0) this.#options.onNotice({ kind: "unexpected-types", dotNumber, fields });
    return { ...record, dot_number: dotNumber } as R;
  }
}

function signalOf(options: CallOptions): AbortSignal | undefined {
  checkObject("options", options, ["signal"]);
  const { signal } = options;
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw new InputError("signal is not an AbortSignal");
  return signal;
}

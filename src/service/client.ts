/** The Carrier Lookup Service Interface: one method per endpoint. */
import type { DotNumber } from "../dot-number.ts";
import { acceptedEncodings } from "./body.ts";
import { ServiceError } from "./errors.ts";
import type { HttpResponse } from "./http.ts";
import { type BulkAnswer, doubtAbout, joinedAnswers, type RecordAnswer, readBulk, readRecord } from "./records.ts";
import { redact, redactBytes } from "./redact.ts";
import type { Endpoint, Subject } from "./request.ts";
import { carrierSchema, insuranceSchema, safetySchema } from "./schemas.ts";
import type { SendOptions, Transport } from "./transport.ts";

const schemas = { carrier: carrierSchema, insurance: insuranceSchema, safety: safetySchema };

export interface ClientOptions {
  transport: Transport;
  /** Scheme, host, port and perhaps a path; no trailing slash, no `/v1`. */
  baseUrl: string;
  apiKey: string | undefined;
  userAgent: string;
}

/** Requests records. Every method throws a `ServiceError` that says what happened, and to which number. */
export class Client {
  readonly #transport: Transport;
  readonly #origin: string;
  readonly #path: string;
  readonly #headers: Record<string, string>;
  readonly #apiKey: string | undefined;
  /** Whether a request was answered with a record: then this is a carrier service, and its 404s are about carriers. */
  isProven = false;

  constructor({ transport, baseUrl, apiKey, userAgent }: ClientOptions) {
    const url = new URL(baseUrl);
    this.#transport = transport;
    this.#origin = url.origin;
    this.#path = url.pathname === "/" ? "" : url.pathname;
    this.#apiKey = apiKey;
    this.#headers = {
      accept: "application/json",
      "accept-encoding": acceptedEncodings,
      "user-agent": userAgent,
      ...(apiKey === undefined ? {} : { "x-api-key": apiKey }),
    };
  }

  /** `GET /v1/carriers/{dot_number}`, which is the carrier's own record, or one of those below it. */
  async record(record: Endpoint, dotNumber: DotNumber, options?: SendOptions): Promise<RecordAnswer> {
    const path = this.#pathOf(dotNumber, record);
    const subject = this.#subject(`USDOT ${dotNumber}`, path, { dotNumber, record });
    const http = { method: "GET" as const, path, headers: this.#headers };
    const read = (response: HttpResponse) => readRecord(response, dotNumber, schemas[record](), subject);
    const answer = await this.#transport.send({ http, read, ...subject }, options);
    this.isProven = true;
    return answer;
  }

  /**
   * `POST /v1/carriers/bulk`: the summaries of those that the service knows, to be matched by number, never by position. A response that
   * leaves numbers out and has unrequested records or errors in their place is requested once more, and then taken as it is.
   */
  async bulk(dotNumbers: readonly DotNumber[], options?: SendOptions): Promise<BulkAnswer> {
    const path = this.#pathOf("bulk");
    const others = dotNumbers.length === 1 ? "" : ` and ${dotNumbers.length - 1} more`;
    const subject = this.#subject(`USDOT ${dotNumbers[0]}${others}`, path, undefined);
    let doubtful: BulkAnswer | undefined;
    const read = (response: HttpResponse) => {
      const bulk = readBulk(response, dotNumbers, subject);
      if (bulk.hasRecord) this.isProven = true;
      if (doubtful) return joinedAnswers(doubtful, bulk);
      const doubt = doubtAbout(bulk, subject);
      if (doubt === undefined) return bulk;
      doubtful = bulk;
      throw doubt;
    };
    const http = {
      method: "POST" as const,
      path,
      headers: { "content-type": "application/json", ...this.#headers },
      body: JSON.stringify({ dot_numbers: dotNumbers }),
    };
    try {
      return await this.#transport.send({ http, read, ...subject }, options);
    } catch (error) {
      if (doubtful && error instanceof ServiceError) return doubtful;
      throw error;
    }
  }

  /** How many responses were of use so far: a definite no is, too. */
  get answered(): number {
    return this.#transport.answered;
  }

  /** The URL of a record; `summary` is an element of the bulk answer. */
  urlOf(dotNumber: DotNumber, record: Endpoint | "summary"): string {
    return this.#origin + (record === "summary" ? this.#pathOf("bulk") : this.#pathOf(dotNumber, record));
  }

  /** A body without the API key, should the service have repeated it, and whether it had. */
  withoutKey(body: string | Uint8Array | null): { body: string | Uint8Array | null; redacted?: true } {
    if (body === null) return { body };
    const clean = typeof body === "string" ? redact(body, this.#apiKey) : redactBytes(body, this.#apiKey);
    return clean === body ? { body } : { body: clean, redacted: true };
  }

  #pathOf(resource: string, record: Endpoint = "carrier"): string {
    return `${this.#path}/v1/carriers/${resource}${record === "carrier" ? "" : `/${record}`}`;
  }

  #subject(subject: string, path: string, about: Subject["about"]): Subject {
    const origin = redact(this.#origin + this.#path, this.#apiKey);
    const url = this.#origin + path;
    return { subject, about, origin, url, apiKey: this.#apiKey, isProven: () => this.isProven };
  }
}

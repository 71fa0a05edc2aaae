/** The Carrier Lookup Service Interface: one method per endpoint. */
import type { ZodMiniType } from "zod/mini";
import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import { ServiceError, UnusableAnswerError } from "../errors.ts";
import { jsonElements } from "../text/json-text.ts";
import { acceptedEncodings } from "./body.ts";
import { readErrorBody } from "./error-body.ts";
import type { HttpAnswer, HttpRequest } from "./http.ts";
import { conceal, type Question } from "./response-errors.ts";
import {
  type Carrier,
  type CarrierSummary,
  carrierSchema,
  carrierSummarySchema,
  type InsuranceRecord,
  insuranceSchema,
  type SafetyRecord,
  safetySchema,
} from "./schemas.ts";
import type { Exchange } from "./transport.ts";

/** One record as the service sent it. */
export interface Answer<R> {
  /** The record's value. Fields that are not of the interface's type are in it as they came: see `oddities`. */
  record: R;
  /** The record's own JSON text. */
  text: string;
  /** Fields of another type than the interface states: `["fleet.power_units", ...]`. */
  oddities: readonly string[];
}

/** What a bulk answer holds: records by whatever number they are about, and what could not be told. */
export interface BulkAnswer {
  records: { dotNumber: DotNumber; answer: Answer<CarrierSummary> }[];
  /** Elements that are about no USDOT number that could be read. */
  unreadable: number;
}

export interface ClientOptions {
  exchange: Exchange;
  /** Scheme, host, port and perhaps a path; no trailing slash, no `/v1`. */
  baseUrl: string;
  apiKey: string | undefined;
  userAgent: string;
}

/** Asks the service. Every method throws a `ServiceError` that says what happened to which number, and what to do. */
export class Client {
  readonly #exchange: Exchange;
  readonly #origin: string;
  readonly #path: string;
  readonly #headers: Record<string, string>;
  readonly #apiKey: string | undefined;

  constructor({ exchange, baseUrl, apiKey, userAgent }: ClientOptions) {
    const url = new URL(baseUrl);
    this.#exchange = exchange;
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

  /** `GET /v1/carriers/{dot_number}`: the full record. */
  carrier(dotNumber: DotNumber): Promise<Answer<Carrier>> {
    return this.#one(dotNumber, "", carrierSchema());
  }

  /** `GET /v1/carriers/{dot_number}/insurance`: the active policies. */
  insurance(dotNumber: DotNumber): Promise<Answer<InsuranceRecord>> {
    return this.#one(dotNumber, "/insurance", insuranceSchema());
  }

  /** `GET /v1/carriers/{dot_number}/safety`: inspections, crashes and violations. */
  safety(dotNumber: DotNumber): Promise<Answer<SafetyRecord>> {
    return this.#one(dotNumber, "/safety", safetySchema());
  }

  /**
   * `POST /v1/carriers/bulk`: the summaries of those that the service knows. It only reads, so it may be asked again like
   * a GET. Records are matched to numbers by the caller: never by position.
   *
   * An answer that leaves numbers out and holds what was not asked for in their place is asked for once more, and taken as
   * it is when that makes it no better: what it does hold is not lost.
   */
  async bulk(dotNumbers: readonly DotNumber[]): Promise<BulkAnswer> {
    const request: HttpRequest = {
      method: "POST",
      path: `${this.#path}/v1/carriers/bulk`,
      headers: { ...this.#headers, "content-type": "application/json" },
      body: JSON.stringify({ dot_numbers: dotNumbers }),
    };
    const question = this.#question(subjectOf(dotNumbers), false);
    let doubtful: BulkAnswer | undefined;
    const read = (answer: HttpAnswer) => {
      const bulk = readBulk(answer, question);
      if (doubtful || !isDoubtful(bulk, dotNumbers)) return bulk;
      doubtful = bulk;
      throw unusable(question, "other records than those asked for");
    };
    try {
      return await this.#exchange.ask(request, question, read);
    } catch (error) {
      if (doubtful && error instanceof ServiceError) return doubtful;
      throw error;
    }
  }

  #one<R>(dotNumber: DotNumber, resource: string, schema: ZodMiniType<R>): Promise<Answer<R>> {
    const request: HttpRequest = {
      method: "GET",
      path: `${this.#path}/v1/carriers/${dotNumber}${resource}`,
      headers: this.#headers,
    };
    const question = this.#question(`USDOT ${dotNumber}`, true);
    return this.#exchange.ask(request, question, (answer) => readOne(answer, dotNumber, schema, question));
  }

  #question(subject: string, aboutOne: boolean): Question {
    return { subject, aboutOne, origin: this.#origin, apiKey: this.#apiKey };
  }
}

function subjectOf([first, ...others]: readonly DotNumber[]): string {
  return others.length === 0 ? `USDOT ${first}` : `USDOT ${first} and ${others.length} more`;
}

function readOne<R>(answer: HttpAnswer, asked: DotNumber, schema: ZodMiniType<R>, question: Question): Answer<R> {
  const value = parse(answer, question);
  if (!isObject(value)) throw unusable(question, `${kindOf(value)} instead of a record`);
  const about = numberOf(value);
  if (about === undefined) {
    const said = readErrorBody(answer.text, (text) => conceal(text, question))?.message;
    throw unusable(question, `a record without a USDOT number${said ? ` (it says: ${said})` : ""}`);
  }
  if (about !== asked) throw unusable(question, `a record about USDOT ${about}, which was not asked for`);
  return { record: value as R, text: answer.text, oddities: odditiesOf(value, schema) };
}

function readBulk(answer: HttpAnswer, question: Question): BulkAnswer {
  const values = parse(answer, question);
  const texts = jsonElements(answer.text);
  if (!Array.isArray(values) || texts === undefined) throw unusable(question, `${kindOf(values)} instead of a list`);
  const records: BulkAnswer["records"] = [];
  for (const [index, value] of values.entries()) {
    const dotNumber = isObject(value) ? numberOf(value) : undefined;
    if (dotNumber === undefined) continue;
    const oddities = odditiesOf(value, carrierSummarySchema());
    records.push({ dotNumber, answer: { record: value as CarrierSummary, text: texts[index] as string, oddities } });
  }
  return { records, unreadable: values.length - records.length };
}

function isDoubtful({ records, unreadable }: BulkAnswer, asked: readonly DotNumber[]): boolean {
  const answered = new Set(records.map(({ dotNumber }) => dotNumber));
  const missing = asked.filter((dotNumber) => !answered.delete(dotNumber)).length;
  // Those that were asked for are no longer in it.
  return missing > 0 && unreadable + answered.size > 0;
}

function parse({ text, headers }: HttpAnswer, question: Question): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (text.trim() === "") throw unusable(question, "nothing", cause);
    const html = /^\s*</.test(text) || headers["content-type"]?.includes("html");
    throw unusable(question, html ? "a web page instead of JSON" : "broken JSON", cause);
  }
}

/** Services send the number as text, as the interface says, or as a number; both name the carrier beyond doubt. */
function numberOf(record: Record<string, unknown>): DotNumber | undefined {
  const value = record["dot_number"];
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const parsed = parseDotNumber(String(value));
  return "dotNumber" in parsed ? parsed.dotNumber : undefined;
}

const none: readonly string[] = [];

function odditiesOf(value: unknown, schema: ZodMiniType): readonly string[] {
  const result = schema.safeParse(value);
  return result.success ? none : result.error.issues.map((issue) => issue.path.join("."));
}

function unusable({ subject, origin }: Question, what: string, cause?: unknown): ServiceError {
  const hint = "ask the service's operator, or check the base URL";
  return new UnusableAnswerError(`${origin} answered with ${what}`, { subject, hint, cause });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

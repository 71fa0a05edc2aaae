/** Routes requests to answers: the interface, served from the invented carriers and the reserved numbers. */
import type { IncomingMessage } from "node:http";
import { isObject, readJson } from "../text/json-text.ts";
import { type Answer, errorAnswer, jsonAnswer, type SampleNumber, sampleNumbers } from "./faults.ts";
import type { Endpoint } from "./records.ts";

/** The most numbers in a bulk request (as documented at docs.dotlookup.dev; the interface states no limit). */
const bulkLimit = 50;
const bulkPath = "/v1/carriers/bulk";
const carrierPath = /^\/v1\/carriers\/([^/]+)(?:\/(insurance|safety))?$/;
const dotNumber = /^[0-9]{1,8}$/;

const bodyLimit = 1024 * 1024;

/** Answers requests. Each router remembers which one-time faults it has already served. */
export class Router {
  readonly #today: () => Date;
  readonly #served = new Set<string>();

  constructor(today: () => Date) {
    this.#today = today;
  }

  async answer(request: IncomingMessage): Promise<Answer> {
    const { method = "", url = "" } = request;
    const path = url.replace(/\?.*$/, "");
    if (path === bulkPath) return method === "POST" ? this.#bulk(request) : notAllowed(method, "POST");
    const [, number, endpoint = "carrier"] = carrierPath.exec(path) ?? [];
    if (number === undefined) return errorAnswer(404, "NOT_FOUND", "No such path.");
    if (method !== "GET") return notAllowed(method, "GET");
    if (!dotNumber.test(number)) return errorAnswer(400, "INVALID_PARAM", "dot_number must be 1 to 8 digits.");
    return this.#one(withoutZeros(number), endpoint as Endpoint);
  }

  #one(number: string, endpoint: Endpoint): Answer {
    const [found] = this.#find([number]);
    const faulty = found && this.#fault(found, endpoint);
    if (faulty) return faulty;
    if (!found?.records) return errorAnswer(404, "NOT_FOUND", `No carrier with DOT number ${number}.`);
    return { ...jsonAnswer(found.records[endpoint]), slow: found.slow };
  }

  async #bulk(request: IncomingMessage): Promise<Answer> {
    if (apiKeyOf(request) === "") return errorAnswer(401, "UNAUTHORIZED", "Send an API key in the X-API-Key header.");
    if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
      return errorAnswer(400, "INVALID_BODY", "Send the header Content-Type: application/json.");
    }
    const body = await bodyOf(request);
    if (body === undefined) return errorAnswer(413, "PAYLOAD_TOO_LARGE", "The body is over 1 MiB.");
    const named = numbersIn(body);
    if (typeof named === "string") return errorAnswer(400, "INVALID_BODY", named);
    const found = this.#find(named.map(withoutZeros));
    for (const each of found) {
      const faulty = this.#fault(each, "bulk");
      if (faulty) return faulty;
    }
    const summaries = found.flatMap(({ records }) => records?.summary ?? []);
    return { ...jsonAnswer(summaries), slow: found.some(({ slow }) => slow) };
  }

  /** What is known of numbers, each once, as it is today. */
  #find(numbers: readonly string[]): SampleNumber[] {
    const found = sampleNumbers(this.#today(), (number) => numbers.includes(number));
    return [...new Set(numbers)].flatMap((number) => found.filter((each) => each.number === number));
  }

  /** What is sent instead of a record; a one-time fault is served once per endpoint. */
  #fault({ number, answer, once }: SampleNumber, endpoint: Endpoint | "bulk"): Answer | undefined {
    const place = `${endpoint} ${number}`;
    if (once && this.#served.has(place)) return undefined;
    this.#served.add(place);
    return answer;
  }
}

/** The API key of a request; empty without one. */
export function apiKeyOf({ headers }: IncomingMessage): string {
  return String(headers["x-api-key"] ?? "").trim();
}

/** The body; undefined when it is over 1 MiB. It is read to the end: some clients' connections are reset by an answer before that. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  return size <= bodyLimit ? Buffer.concat(chunks).toString("utf8") : undefined;
}

/** The USDOT numbers in a bulk request's body, or what is wrong with it. */
function numbersIn(body: string): string[] | string {
  const parsed = readJson(body);
  if (parsed === undefined) return "The body is not JSON.";
  const numbers = isObject(parsed) && parsed["dot_numbers"];
  if (!Array.isArray(numbers) || numbers.length === 0) return "dot_numbers must be an array of at least one string.";
  if (numbers.length > bulkLimit) return `dot_numbers may hold at most ${bulkLimit} numbers.`;
  const areNumbers = numbers.every((each) => typeof each === "string" && dotNumber.test(each));
  return areNumbers ? numbers : "Every element of dot_numbers must be a string of 1 to 8 digits.";
}

function withoutZeros(number: string): string {
  return number.replace(/^0+(?=.)/, "");
}

function notAllowed(method: string, allowed: string): Answer {
  return errorAnswer(405, "METHOD_NOT_ALLOWED", `${method} is not allowed here.`, { allow: allowed });
}

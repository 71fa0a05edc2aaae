/** Routes requests to answers: the interface, served from the invented carriers and the reserved numbers. */
import { sampleCarriers } from "./carriers.ts";
import { type Answer, errorAnswer, type Fault, faultRecords, faults, jsonAnswer } from "./faults.ts";
import type { SampleCarrier } from "./records.ts";

/** The parts of a request that decide its answer. */
interface SampleRequest {
  method: string;
  /** The path, without the query. */
  path: string;
  apiKey: string;
  contentType: string;
  /** Reads the body; undefined when it is over 1 MiB. */
  body(): Promise<string | undefined>;
}

/** Answers a request. A router remembers which one-time faults it has already served. */
export type Router = (request: SampleRequest) => Promise<Answer>;

/** The most numbers in a bulk request (as documented at docs.dotlookup.dev; the interface states no limit). */
const bulkLimit = 50;
const bulkPath = "/v1/carriers/bulk";
const carrierPath = /^\/v1\/carriers\/([^/]+)(?:\/(insurance|safety))?$/;
const dotNumber = /^[0-9]{1,8}$/;

/** A router with its own memory of the one-time faults. */
export function sampleRouter(today: () => Date): Router {
  const fault = faultsInTurn();
  return async (request) => {
    const look = lookup(today());
    if (request.path === bulkPath) return answerBulk(request, look, fault);
    const [, number, endpoint = "carrier"] = carrierPath.exec(request.path) ?? [];
    if (number === undefined) return errorAnswer(404, "NOT_FOUND", "No such path.");
    if (request.method !== "GET") return notAllowed(request.method, "GET");
    if (!dotNumber.test(number)) return errorAnswer(400, "INVALID_PARAM", "dot_number must be 1 to 8 digits.");
    return answerOne(withoutZeros(number), endpoint as Endpoint, look, fault);
  };
}

type Endpoint = "carrier" | "insurance" | "safety";
type Look = (number: string) => SampleCarrier | undefined;
type FaultInTurn = (number: string, endpoint: Endpoint | "bulk") => Answer | undefined;

function answerOne(number: string, endpoint: Endpoint, look: Look, fault: FaultInTurn): Answer {
  const faulty = fault(number, endpoint);
  if (faulty) return faulty;
  const found = look(number);
  if (!found) return errorAnswer(404, "NOT_FOUND", `No carrier with DOT number ${number}.`);
  const answer = jsonAnswer(found[endpoint]);
  return isSlow(number) ? { ...answer, slow: true } : answer;
}

async function answerBulk(request: SampleRequest, look: Look, fault: FaultInTurn): Promise<Answer> {
  if (request.method !== "POST") return notAllowed(request.method, "POST");
  if (!request.apiKey) return errorAnswer(401, "UNAUTHORIZED", "Send an API key in the X-API-Key header.");
  if (!/^application\/json\b/i.test(request.contentType)) {
    return errorAnswer(400, "INVALID_BODY", "Send the header Content-Type: application/json.");
  }
  const body = await request.body();
  if (body === undefined) return errorAnswer(413, "PAYLOAD_TOO_LARGE", "The body is over 1 MiB.");
  const named = numbersIn(body);
  if (typeof named === "string") return errorAnswer(400, "INVALID_BODY", named);
  const numbers = [...new Set(named.map(withoutZeros))];
  for (const number of numbers) {
    const faulty = fault(number, "bulk");
    if (faulty) return faulty;
  }
  const answer = jsonAnswer(numbers.flatMap((number) => look(number)?.summary ?? []));
  return numbers.some(isSlow) ? { ...answer, slow: true } : answer;
}

/** The DOT numbers in a bulk request's body, or what is wrong with it. */
function numbersIn(body: string): string[] | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return "The body is not JSON.";
  }
  const numbers = typeof parsed === "object" && parsed !== null && "dot_numbers" in parsed && parsed.dot_numbers;
  if (!Array.isArray(numbers) || numbers.length === 0) return "dot_numbers must be an array of at least one string.";
  if (numbers.length > bulkLimit) return `dot_numbers may hold at most ${bulkLimit} numbers.`;
  if (!numbers.every(isDotNumber)) return "Every element of dot_numbers must be a string of 1 to 8 digits.";
  return numbers;
}

function isDotNumber(value: unknown): value is string {
  return typeof value === "string" && dotNumber.test(value);
}

function withoutZeros(number: string): string {
  return number.replace(/^0+(?=.)/, "");
}

function isSlow(number: string): boolean {
  return faultOf(number)?.slow === true;
}

function faultOf(number: string): Fault | undefined {
  return faults.find(({ dot_number }) => dot_number === number);
}

/** The answers sent instead of a record; a one-time fault is served once per endpoint. */
function faultsInTurn(): FaultInTurn {
  const served = new Set<string>();
  return (number, endpoint) => {
    const { answer, once } = faultOf(number) ?? {};
    if (once && served.has(`${endpoint} ${number}`)) return undefined;
    served.add(`${endpoint} ${number}`);
    return answer;
  };
}

/** Finds a number's records, as they are today. */
function lookup(today: Date): Look {
  return (number) => {
    const fault = faultOf(number);
    if (fault) return faultRecords(fault, today);
    return sampleCarriers(today).find(({ carrier }) => carrier["dot_number"] === number);
  };
}

function notAllowed(method: string, allowed: string): Answer {
  return errorAnswer(405, "METHOD_NOT_ALLOWED", `${method} is not allowed here.`, { allow: allowed });
}

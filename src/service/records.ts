/**
 * Reads records out of the service's answers: whose they are, in whatever they
 * are wrapped.
 */
import { isDeepStrictEqual } from "node:util";
import {
  type Answer,
  type AnswerName,
  type RecordName,
  recordOf,
} from "../answer.ts";
import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import { isObject, type JsonObject } from "../text/json.ts";
import { flawOf, jsonIn, quotedError } from "./body.ts";
import { issuesOf } from "./record-fields.ts";
import {
  failedAnswer,
  type Received,
  type ServiceError,
  serviceError,
} from "./service-error.ts";

/** What a bulk answer says about each number. */
export type Summaries = Map<DotNumber, Answer>;

/**
 * @throws {ServiceError} when an answer holds no record, several, or one about
 * another carrier
 */
export function readRecord(
  received: Received,
  requested: DotNumber,
  name: RecordName,
): Answer {
  const { records, wrappers } = contentIn(received, "a record");
  const [record, another] = records;
  if (another) throw unusable(received, "several records");
  if (record && statesError(record))
    throw unusable(received, "an error instead of a record", record);
  const dotNumber = record && dotNumberOf(record);
  if (record === undefined || dotNumber === undefined)
    throw unusable(received, "no record with a USDOT number", wrappers[0]);
  if (dotNumber !== requested)
    throw unusable(
      received,
      `a record about USDOT ${dotNumber}, another carrier`,
    );
  return answerOf(record, received, name);
}

/**
 * Reads what a bulk answer says about the numbers that were asked for: "none"
 * of those that it leaves out. Without `requested`: about all.
 * @throws {ServiceError} when an answer holds no list
 */
export function readBulk(
  received: Received,
  requested?: readonly DotNumber[],
): Summaries {
  const { records, lists, wrappers } = contentIn(received, "a list");
  if (records.length === 0 && lists.length === 0)
    throw unusable(received, "something other than a list", wrappers[0]);
  const all = summariesIn(records, received);
  if (requested === undefined) return all;
  const isEmpty =
    records.length === 0 && lists.every(({ length }) => length === 0);
  // Other records in the place of those that were asked for are not a "no".
  if (!isEmpty && !requested.some((number) => all.has(number)))
    throw unusable(received, "none of the records that were asked for");
  const { url, askedAt } = received.exchange;
  const none = (dotNumber: DotNumber) => {
    const details = { ...received, dotNumber, exchange: { url, askedAt } };
    return failedAnswer(serviceError("not-found", details));
  };
  return new Map(
    requested.map((number) => [number, all.get(number) ?? none(number)]),
  );
}

function summariesIn(
  records: readonly JsonObject[],
  received: Received,
): Summaries {
  const summaries: Summaries = new Map();
  for (const record of records) {
    const dotNumber = dotNumberOf(record);
    if (dotNumber === undefined) continue;
    const earlier = summaries.get(dotNumber);
    const isOther = earlier && !isDeepStrictEqual(recordOf(earlier), record);
    const instead = statesError(record)
      ? "an error instead of a record"
      : isOther && "two different records about it";
    const answer = instead
      ? failedAnswer(unusable({ ...received, dotNumber }, instead, record))
      : answerOf(record, received, "summary");
    summaries.set(dotNumber, answer);
  }
  return summaries;
}

interface AnswerContent {
  /** The outermost objects with a USDOT number. */
  records: JsonObject[];
  /** Around them: the lists, and the objects that are in none. */
  lists: (readonly unknown[])[];
  wrappers: JsonObject[];
}

/** What an answer holds, unless it states an error in place of `what`. */
function contentIn(received: Received, what: string): AnswerContent {
  const { body } = received.exchange;
  const value = jsonIn(body);
  if (value === undefined) throw unusable(received, flawOf(body));
  const content: AnswerContent = { records: [], lists: [], wrappers: [] };
  addContent(value, content);
  const error = content.wrappers.find(statesError);
  if (error) throw unusable(received, `an error instead of ${what}`, error);
  return content;
}

/** `{"data": {...}}`, `{"items": [...]}`: records are found in whatever they are. */
function addContent(
  value: unknown,
  content: AnswerContent,
  isListed = false,
): void {
  if (Array.isArray(value)) {
    content.lists.push(value);
    for (const each of value) addContent(each, content, true);
  } else if (isObject(value) && value["dot_number"] === undefined) {
    if (!isListed) content.wrappers.push(value);
    for (const each of Object.values(value))
      addContent(each, content, isListed);
  } else if (isObject(value)) content.records.push(value);
}

/** Whether an object says that something failed, whatever is beside that. */
function statesError({ success, error, errors }: JsonObject): boolean {
  return success === false || [error, errors].flat().some(Boolean);
}

function answerOf(
  record: JsonObject,
  { exchange }: Received,
  name: AnswerName,
): Answer {
  return {
    state: "answered",
    record,
    issues: issuesOf(record, name),
    exchange,
  };
}

/**
 * Services send the number as text, as the interface says, or as a number;
 * either identifies the carrier.
 */
export function dotNumberOf(record: JsonObject): DotNumber | undefined {
  const value = record["dot_number"];
  if (typeof value !== "string" && !Number.isInteger(value)) return undefined;
  const read = parseDotNumber(String(value));
  return "dotNumber" in read ? read.dotNumber : undefined;
}

function unusable(
  received: Received,
  what: string,
  error?: JsonObject,
): ServiceError {
  return serviceError("unusable-answer", received, {
    what,
    quoted: quotedError(error),
  });
}

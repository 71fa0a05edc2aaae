/** Reads records out of the service's answers: whose they are, in whatever they are wrapped. */
import { isDeepStrictEqual } from "node:util";
import { type Answer, type RecordName, recordOf } from "../answer.ts";
import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import { isObject, type JsonObject } from "../text/json.ts";
import { jsonIn } from "./body.ts";
import { ServiceError } from "./errors.ts";
import { type About, errorIn, isError } from "./failure.ts";
import { issuesOf } from "./fields.ts";
import type { Response } from "./http.ts";

/** What a bulk answer says about each number. One that it leaves out is absent. */
export type Found = Map<DotNumber, Answer>;

/** @throws {ServiceError} when an answer holds no record, or one about another carrier */
export function readRecord(
  response: Response,
  requested: DotNumber,
  name: RecordName,
  about: About,
): Answer {
  const record = valueIn(response, about);
  if (!isObject(record))
    throw unusable(response, about, "something other than a record");
  if (isError(record))
    throw unusable(response, about, "an error instead of a record", record);
  const dotNumber = numberOf(record);
  if (dotNumber !== requested) {
    const whose = dotNumber
      ? `about USDOT ${dotNumber}, another carrier`
      : "without a USDOT number";
    throw unusable(response, about, `a record ${whose}`);
  }
  return {
    state: "answered",
    record,
    issues: issuesOf(record, name),
    source: response,
  };
}

/** @throws {ServiceError} when an answer holds no list */
export function readBulk(
  response: Response,
  requested: readonly DotNumber[],
  about: About,
): Found {
  const list = valueIn(response, about);
  if (isObject(list) && isError(list))
    throw unusable(response, about, "an error instead of a list", list);
  if (!Array.isArray(list))
    throw unusable(response, about, "something other than a list");
  const found = summariesIn(list.filter(isObject), response, requested, about);
  // The numbers that it leaves out are asked for again, but other records in their place are not a "no".
  if (found.size === 0 && list.length > 0)
    throw unusable(response, about, "none of the records that were asked for");
  return found;
}

function summariesIn(
  records: readonly JsonObject[],
  response: Response,
  requested: readonly DotNumber[],
  about: About,
): Found {
  const wanted = new Set(requested);
  const found: Found = new Map();
  for (const record of records) {
    const dotNumber = numberOf(record);
    if (dotNumber === undefined || !wanted.has(dotNumber)) continue;
    const earlier = recordOf(found.get(dotNumber));
    const isOther =
      earlier !== undefined && !isDeepStrictEqual(earlier, record);
    const isBad = isError(record);
    const what = isBad
      ? "an error instead of a record"
      : "two different records about it";
    if (isBad || isOther) {
      const error = unusable(
        response,
        { ...about, dotNumber },
        what,
        isBad ? record : undefined,
      );
      found.set(dotNumber, { state: "unanswered", error, source: response });
    } else
      found.set(dotNumber, {
        state: "answered",
        record,
        issues: issuesOf(record, "summary"),
        source: response,
      });
  }
  return found;
}

/** What services put around a record or a list: `{"data": {...}}`, `{"items": [...]}`. */
const wrappers = ["data", "carrier", "items", "carriers", "results"];

/** The JSON of an answer, out of its wrapper. */
function valueIn(response: Response, about: About): unknown {
  const { body, headers } = response;
  const value = jsonIn(body);
  if (value === undefined) {
    const text = body.toString().trim();
    const isPage =
      text.startsWith("<") || headers["content-type"]?.includes("html");
    const what = isPage ? "a web page instead of JSON" : "broken JSON";
    throw unusable(response, about, text === "" ? "nothing" : what);
  }
  if (!isObject(value) || value["dot_number"] !== undefined || isError(value))
    return value;
  return (
    wrappers
      .map((name) => value[name])
      .find((inner) => typeof inner === "object" && inner !== null) ?? value
  );
}

/** Services send the number as text, as the interface says, or as a number; either identifies the carrier. */
function numberOf(record: JsonObject): DotNumber | undefined {
  const value = record["dot_number"];
  if (typeof value !== "string" && !Number.isInteger(value)) return undefined;
  const read = parseDotNumber(String(value));
  return "dotNumber" in read ? read.dotNumber : undefined;
}

function unusable(
  response: Response,
  about: About,
  what: string,
  instead?: JsonObject,
): ServiceError {
  const { code, message } = errorIn(instead);
  const words = [code, message].filter(Boolean).join(": ");
  const text = `the service sent ${what}${words && ` (${words})`}`;
  return new ServiceError(text, {
    ...about,
    reason: "unusable-answer",
    response,
    code,
  });
}

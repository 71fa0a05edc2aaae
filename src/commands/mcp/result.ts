/** What agents get: harmless text, and never more than their clients take. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { errorJson } from "../../answer.ts";
import { refuse, UsageError, type UsdotError } from "../../errors.ts";
import {
  type InvalidInput,
  invalidText,
  searchHint,
} from "../../list/input.ts";
import { ServiceError } from "../../service/service-error.ts";
import { isObject } from "../../text/json.ts";
import { cutTo, excerpt, visible } from "../../text/safe-text.ts";
import { waitText } from "../../text/time.ts";

/** What a tool has found out. */
export interface Result {
  notes: readonly string[];
  carriers?: readonly object[];
  [name: string]: unknown;
}

/** Clients refuse longer results, or cut them anywhere. */
const mostCharacters = 60_000;

/**
 * How many elements of each list are kept next, where more are too long: about
 * a hundred, then each time a tenth fewer.
 */
const fewerThan = (most: number) => Math.min(98, Math.ceil(most * 0.9) - 1);

/** The longest text where something has to go. */
const cutLength = 1_000;

/**
 * The result of a tool as data and, for clients that know no other, as text.
 * Where it is too long, as many elements of its lists are kept as fit, and
 * `left_out` says how many of which lists are missing, or which carriers to ask
 * for again. What decides is never left out.
 * @throws {UsageError} where nothing makes it short enough
 */
export function toolResult(data: object, isError: boolean): CallToolResult {
  for (let most = Infinity; most >= 0; most = fewerThan(most)) {
    const [kept, leftOut] = cutToRoom(data, most);
    const isWhole = Object.keys(leftOut).length === 0;
    const structuredContent = isWhole ? kept : { ...kept, left_out: leftOut };
    const text = JSON.stringify(structuredContent);
    const content = [{ type: "text" as const, text }];
    const result = { content, structuredContent, isError };
    if (JSON.stringify(result).length <= mostCharacters) return result;
  }
  refuse("the result is too long", "ask for fewer carriers, or for one record");
}

/**
 * Data with its lists cut to their first elements, at most so many, and with
 * texts of the service that are safe to show; and what is left out, by dotted
 * path: how many elements, or which carriers.
 */
function cutToRoom(data: object, most: number) {
  const leftOut: Record<string, number | unknown[]> = {};
  const cutList = (list: readonly unknown[], path: string) => {
    if (/\.(?:findings|parts|notes)$/.test(path)) return list;
    const missing = list.slice(most);
    if (missing.length > 0)
      leftOut[path.slice(1)] = carrierNumbers(missing) ?? missing.length;
    return list.slice(0, most);
  };
  const cut = (value: unknown, path: string): unknown => {
    if (typeof value === "string")
      return visible(most < Infinity ? cutTo(value, cutLength) : value);
    if (Array.isArray(value))
      return cutList(value, path).map((each, at) => cut(each, `${path}.${at}`));
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, each]) => [
      visible(name),
      cut(each, `${path}.${name}`),
    ]);
    return Object.fromEntries(members);
  };
  return [cut(data, "") as object, leftOut] as const;
}

/** The numbers of carriers; undefined for anything else. */
function carrierNumbers(elements: readonly unknown[]): unknown[] | undefined {
  const numbers = elements.map((each) => isObject(each) && each["dot_number"]);
  return numbers.every((number) => typeof number === "string")
    ? numbers
    : undefined;
}

/** An error with what an agent may do about it: it changes no setting. */
export function errorWithHint(error: UsdotError): object {
  const hint = hintFor(error);
  return { ...errorJson(error), ...(hint && { hint }) };
}

export function hintFor(error: UsdotError): string | undefined {
  if (error.kind === "key")
    return "tell whoever runs this server, which reads the key when it starts";
  if (!(error instanceof ServiceError)) return error.hint;
  const { reason, details } = error;
  const isLimited = reason === "wait-too-long" || reason === "rate-limited";
  if (isLimited && details.wait)
    return `ask again in ${waitText(details.wait)}`;
  if (isLimited) return "ask again later";
  return error.kind === "unreachable" && reason !== "gave-up"
    ? "ask again later; if that does not help, tell whoever runs this server"
    : error.hint;
}

/** That a text is not a USDOT number, with what finds one. */
export function invalidError(input: InvalidInput): UsageError {
  const hint = input.isSearchable ? searchHint : "ask for the USDOT number";
  return new UsageError(invalidText(input), { hint });
}

export const invalidJson = (input: InvalidInput): object => ({
  dot_number: excerpt(input.text),
  error: errorWithHint(invalidError(input)),
});

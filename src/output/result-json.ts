/** A result as JSON: the service's record unaltered, or in a list, the number with its error. */
import { type ErrorKind, errorStatuses, type UsdotError } from "../errors.ts";
import type { Result } from "../lookup/outcome.ts";
import { ServiceError } from "../service/errors.ts";
import { compactJson, pickJson } from "../text/json-text.ts";

/** The JSON text of a result: compact if `fields` selects from it or there is no record, or else as the service formatted it. */
export function resultJson(result: Result, fields: readonly string[] | undefined): string {
  if (result.kind === "not-found" || result.kind === "unanswered") return errorJson(result.dotNumber, result.error);
  return fields ? pickJson(result.answer.text, fields) : result.answer.text;
}

/** The same on one line. */
export function compactResultJson(result: Result, fields: readonly string[] | undefined): string {
  const json = resultJson(result, fields);
  // A plain record is compact as it is, and a list has nearly no others.
  return fields === undefined && "answer" in result && result.answer.plain ? json : compactJson(json);
}

/** `{"dot_number":"9000404","error":{"code":"not-found","status":404,"message":"..."}}` */
function errorJson(dotNumber: string, error: UsdotError): string {
  const status = error instanceof ServiceError ? error.status : undefined;
  const { kind: code, message } = error;
  return compactJson(JSON.stringify({ dot_number: dotNumber, error: { code, status, message } }));
}

/** Whether a text is one of our codes for an error. */
export function isErrorCode(text: string): text is ErrorKind {
  return Object.hasOwn(errorStatuses, text);
}

/** The code of an error row as `errorJson` writes it; undefined for a record, even one with an `error` of the service's own. */
export function readErrorRow(row: Record<string, unknown>): ErrorKind | undefined {
  if (Object.keys(row).join() !== "dot_number,error") return undefined;
  const { code, message, ...rest } = (row["error"] ?? {}) as Record<string, unknown>;
  const isOurs = typeof code === "string" && isErrorCode(code) && typeof message === "string";
  return isOurs && Object.keys(rest).every((key) => key === "status") ? code : undefined;
}

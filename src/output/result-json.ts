/** A result as JSON: the service's record unaltered, or in a list, the number with its error. */
import { type ErrorKind, errorStatuses, type UsdotError } from "../errors.ts";
import type { Result } from "../lookup/outcome.ts";
import { ServiceError } from "../service/errors.ts";
import { compactJson, jsonPicker } from "../text/json-text.ts";

/** Makes the JSON text of results, on one line: of a record, all of it or some fields. */
export function resultJson(fields: readonly string[] | undefined): (result: Result) => string {
  const textOf = fields === undefined ? compactJson : jsonPicker(fields);
  return (result) => {
    if (result.kind === "not-found" || result.kind === "unanswered") return errorJson(result.dotNumber, result.error);
    const { text, plain } = result.answer;
    // A plain record is compact as it is, and a list has nearly no others.
    return plain && fields === undefined ? text : textOf(text);
  };
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

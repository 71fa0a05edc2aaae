/** An outcome as JSON: the service's record unaltered, or in a list the number with its error. */
import { ServiceError, type UsdotError } from "../errors.ts";
import type { Finding, Outcome } from "../lookup/outcome.ts";
import { compactJson, pickJson } from "../text/json-text.ts";

/** Whether an outcome is a row of the output. */
export function isFinding(outcome: Outcome<unknown>): outcome is Finding<unknown> {
  return outcome.kind === "answered" || outcome.kind === "not-found" || outcome.kind === "unanswered";
}

/** The JSON text of an outcome: compact where `fields` picks or there is no record, else as the service laid it out. */
export function findingJson(finding: Finding<unknown>, fields: readonly string[] | undefined): string {
  if (finding.kind !== "answered") return errorJson(finding.dotNumber, finding.error);
  return fields ? pickJson(finding.answer.text, fields) : finding.answer.text;
}

/** `{"dot_number":"9000404","error":{"code":"not-found","status":404,"message":"..."}}` */
function errorJson(dotNumber: string, error: UsdotError): string {
  const status = error instanceof ServiceError ? error.status : undefined;
  const { message } = error;
  return compactJson(JSON.stringify({ dot_number: dotNumber, error: { code: errorCode(error), status, message } }));
}

/** The word for an error in JSON and CSV: `not-found`, or the name of the exit status (`unreachable`, `unusable`, `key`). */
export function errorCode(error: UsdotError): string {
  return error.exit === "no" ? "not-found" : error.exit;
}

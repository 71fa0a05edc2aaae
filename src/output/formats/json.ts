import type { Result } from "../../lookup/outcome.ts";
import { ServiceError } from "../../service/errors.ts";
import { printJson } from "../../text/json.ts";
import { pick } from "../fields.ts";
import { type Format, type FormatOptions, withNumber } from "../view.ts";

/** The service's own record for a single number, an array of them for a list, which is closed only after the last. */
export function json({ single, fields }: FormatOptions): Format {
  if (single) {
    const row = (result: Result) =>
      "answer" in result ? `${printJson(fields ? pick(result.answer.record, fields) : result.answer.record, 2)}\n` : "";
    return { head: "", row, end: () => "" };
  }
  let separator = "\n";
  const row = (result: Result) => {
    const text = separator + printJson(listed(result, fields), 2).replace(/^/gm, "  ");
    separator = ",\n";
    return text;
  };
  return { head: "[", row, end: () => (separator === "\n" ? "]\n" : "\n]\n") };
}

/** Exactly one compact JSON object per line. */
export function ndjson({ fields }: FormatOptions): Format {
  return { head: "", row: (result) => `${printJson(listed(result, fields))}\n`, end: () => "" };
}

/** The record as the service wrote it, some of its fields and its number, or why there is none: `{"dot_number", "error"}`. */
function listed(result: Result, fields: readonly string[] | undefined): unknown {
  if ("answer" in result) return fields ? pick(result.answer.record, withNumber(fields)) : result.answer.record;
  const { dotNumber, error } = result;
  const status = error instanceof ServiceError ? error.status : undefined;
  return { dot_number: dotNumber, error: { code: error.kind, status, message: error.message } };
}

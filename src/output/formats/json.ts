import type { Result, Row } from "../../lookup/outcome.ts";
import { ServiceError } from "../../service/errors.ts";
import { printJson } from "../../text/json.ts";
import { pick } from "../fields.ts";
import {
  type Answered,
  type Format,
  type FormatOptions,
  withNumber,
} from "../view.ts";

/** The service's own record for a single number, an array of them for a list, which is closed only after the last. */
export function json(options: FormatOptions): Format {
  if (options.single) {
    const text = ({ answer }: Answered) =>
      `${printJson(chosen(answer, options, options.fields), 2)}\n`;
    const row = (result: Result) => ("answer" in result ? text(result) : "");
    return { head: "", row, end: () => "" };
  }
  let separator = "\n";
  const row = (result: Result) => {
    const text =
      separator + printJson(listed(result, options), 2).replace(/^/gm, "  ");
    separator = ",\n";
    return text;
  };
  return { head: "[", row, end: () => (separator === "\n" ? "]\n" : "\n]\n") };
}

/** Exactly one compact JSON object per line. */
export function ndjson(options: FormatOptions): Format {
  return {
    head: "",
    row: (result) => `${printJson(listed(result, options))}\n`,
    end: () => "",
  };
}

/** The record as the service wrote it, or some of its fields, also of those that the view derives. */
function chosen(
  { record }: Row,
  { view, look }: FormatOptions,
  fields: readonly string[] | undefined,
): unknown {
  return fields
    ? pick({ ...view.derived?.({ record, now: look.now }), ...record }, fields)
    : record;
}

/** A record in a list, with its number, or why there is none: `{"dot_number", "error"}`. */
function listed(result: Result, options: FormatOptions): unknown {
  if ("answer" in result)
    return chosen(
      result.answer,
      options,
      options.fields && withNumber(options.fields),
    );
  const { dotNumber, error } = result;
  const status = error instanceof ServiceError ? error.status : undefined;
  return {
    dot_number: dotNumber,
    error: { code: error.kind, status, message: error.message },
  };
}

import { type Format, writerOf } from "../format.ts";
import { compactResultJson } from "../result-json.ts";

/** Exactly one compact JSON object per line. */
export const ndjson: Format = (sink, { fields }) =>
  writerOf(sink, (result) => `${compactResultJson(result, fields)}\n`);

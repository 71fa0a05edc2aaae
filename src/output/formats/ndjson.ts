import { type Format, writerOf } from "../format.ts";
import { resultJson } from "../result-json.ts";

/** Exactly one compact JSON object per line. */
export const ndjson: Format = (sink, { fields }) => {
  const jsonOf = resultJson(fields);
  return writerOf(sink, (result) => `${jsonOf(result)}\n`);
};

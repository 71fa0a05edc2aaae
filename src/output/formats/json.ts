import { prettyJson } from "../../text/json-text.ts";
import { type Format, writerOf } from "../format.ts";
import { resultJson } from "../result-json.ts";

/**
 * JSON for people and programs, indented by two spaces: the service's own record for a single number, an array of them for a list. The
 * array is written element by element, and closed only after the last.
 */
export const json: Format = (sink, { single, fields }) => {
  const jsonOf = resultJson(fields);
  if (single) return writerOf(sink, (result) => `${prettyJson(jsonOf(result))}\n`);
  let separator = "[\n  ";
  const elements = writerOf(sink, (result) => {
    const element = separator + prettyJson(jsonOf(result), "  ");
    separator = ",\n  ";
    return element;
  });
  return { ...elements, end: () => sink.write(separator.startsWith("[") ? "[]\n" : "\n]\n") };
};

/** Exactly one compact JSON object per line. */
export const ndjson: Format = (sink, { fields }) => {
  const jsonOf = resultJson(fields);
  return writerOf(sink, (result) => `${jsonOf(result)}\n`);
};

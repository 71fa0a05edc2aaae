import { prettyJson } from "../../text/json-text.ts";
import { type Format, writerOf } from "../format.ts";
import { resultJson } from "../result-json.ts";

/** JSON indented by two spaces: the service's own record of a single number; of a list an array, closed only after the last. */
export const json: Format = (sink, { single, fields }) => {
  if (single) return writerOf(sink, (result) => `${prettyJson(resultJson(result, fields))}\n`);
  let separator = "[\n  ";
  const elements = writerOf(sink, (result) => {
    const element = separator + prettyJson(resultJson(result, fields), "  ");
    separator = ",\n  ";
    return element;
  });
  return { ...elements, end: () => sink.write(separator.startsWith("[") ? "[]\n" : "\n]\n") };
};

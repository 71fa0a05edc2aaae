import { isResult } from "../../lookup/outcome.ts";
import { prettyJson } from "../../text/json-text.ts";
import type { Format } from "../format.ts";
import { resultJson } from "../result-json.ts";

/**
 * JSON for people and programs, indented by two spaces: the service's own record for a single number, an array of them for a list. The
 * array is written element by element, and closed only after the last.
 */
export const json: Format = (sink, { single, fields }) => {
  let separator = "[\n  ";
  return {
    write(outcomes) {
      let text = "";
      for (const outcome of outcomes) {
        if (!isResult(outcome)) continue;
        const record = resultJson(outcome, fields);
        if (single) return sink.write(`${prettyJson(record)}\n`);
        text += separator + prettyJson(record, "  ");
        separator = ",\n  ";
      }
      return text === "" ? undefined : sink.write(text);
    },
    end() {
      if (single) return undefined;
      return sink.write(separator.startsWith("[") ? "[]\n" : "\n]\n");
    },
  };
};

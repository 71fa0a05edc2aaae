import { prettyJson } from "../../text/json-text.ts";
import type { Format } from "../format.ts";
import { findingJson, isFinding } from "../result-json.ts";

/**
 * JSON for people and programs: the service's own record for one number, an array of them for a list, laid out with two
 * spaces. The array is written element by element; it is closed only when the list is done.
 */
export const json: Format = (sink, { single, fields }) => {
  let separator = "[\n  ";
  return {
    write(outcomes) {
      let text = "";
      for (const outcome of outcomes) {
        if (!isFinding(outcome)) continue;
        const record = findingJson(outcome, fields);
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

import { compactJson } from "../../text/json-text.ts";
import type { Format } from "../format.ts";
import { findingJson, isFinding } from "../result-json.ts";

/** One compact JSON object a line, always. */
export const ndjson: Format = (sink, { fields }) => ({
  write(outcomes) {
    let text = "";
    for (const outcome of outcomes) {
      if (isFinding(outcome)) text += `${compactJson(findingJson(outcome, fields))}\n`;
    }
    return text === "" ? undefined : sink.write(text);
  },
  end: () => undefined,
});

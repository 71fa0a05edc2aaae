import { isResult } from "../../lookup/outcome.ts";
import type { Format } from "../format.ts";
import { compactResultJson } from "../result-json.ts";

/** Exactly one compact JSON object per line. */
export const ndjson: Format = (sink, { fields }) => ({
  write(outcomes) {
    let text = "";
    for (const outcome of outcomes) {
      if (isResult(outcome)) text += `${compactResultJson(outcome, fields)}\n`;
    }
    return text === "" ? undefined : sink.write(text);
  },
  end: () => undefined,
});

import { prettyJson } from "../../text/json-text.ts";
import { carrierJson, closingFields } from "./carrier-json.ts";
import type { Report } from "./report.ts";
import { ChangeDigest } from "./since.ts";

/** One object: the run, its carriers as they come, and after them what is known only then. Without its end it is no JSON. */
export const json: Report = (sink, { tool, as_of, policy, service }) => {
  const changes = new ChangeDigest();
  let separator = `${opened(prettyJson(JSON.stringify({ tool, as_of, policy, service })))},\n  "carriers": [\n    `;
  return {
    write(carriers) {
      let text = "";
      for (const carrier of carriers) {
        changes.add(carrier);
        text += separator + prettyJson(carrierJson(carrier), "    ");
        separator = ",\n    ";
      }
      return sink.write(text);
    },
    end(footer) {
      const start = separator.startsWith("{") ? `${separator.trimEnd()}]` : "\n  ]";
      const closing = prettyJson(JSON.stringify(closingFields(footer, changes)));
      return sink.write(`${start},${closing.slice(1)}\n`);
    },
  };
};

/** A laid out object without its closing brace. */
function opened(object: string): string {
  return object.slice(0, -2);
}

import type { Finding } from "../lookup/outcome.ts";
import { loadWidths } from "../text/width.ts";
import type { Format } from "./format.ts";
import { isFinding } from "./result-json.ts";

/** A format that aligns text: what measures wide text is loaded before the first page that may have some. */
export function measuring(format: Format): Format {
  return (sink, options) => {
    const writer = format(sink, options);
    return {
      write(outcomes) {
        const loading = loadWidths(outcomes.filter(isFinding).map(textOf));
        return loading ? loading.then(() => writer.write(outcomes)) : writer.write(outcomes);
      },
      end: () => writer.end(),
    };
  };
}

function textOf(finding: Finding<unknown>): string {
  return finding.kind === "answered" ? finding.answer.text : finding.error.message;
}

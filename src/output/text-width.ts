/** For formats that align text: loads the width tables before the first page that may contain wide text. */
import { isResult, type Result } from "../lookup/outcome.ts";
import { loadWidths } from "../text/width.ts";
import type { Format } from "./format.ts";

/** The same format, with a writer that waits for the width tables when they are needed. */
export function loadingWidths(format: Format): Format {
  return (sink, options) => {
    const writer = format(sink, options);
    return {
      write(outcomes) {
        const loading = loadWidths(outcomes.filter(isResult).map(textOf));
        return loading ? loading.then(() => writer.write(outcomes)) : writer.write(outcomes);
      },
      end: () => writer.end(),
      ...(writer.flush && { flush: () => writer.flush?.() }),
    };
  };
}

function textOf(result: Result): string {
  if (!("answer" in result)) return result.error.message;
  // No plain text is wide.
  return result.answer.plain ? "" : result.answer.text;
}

import type { Result } from "../../lookup/outcome.ts";
import type { Format } from "../view.ts";

/** A format that writes all at its end, when it has every result. */
export function collected(
  write: (results: readonly Result[]) => ReturnType<Format["end"]>,
): Format {
  const results: Result[] = [];
  const row = (result: Result) => {
    results.push(result);
    return "";
  };
  return { head: "", row, end: () => write(results) };
}

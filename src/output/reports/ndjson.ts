import { compactJson } from "../../text/json-text.ts";
import { carrierJson } from "./carrier-json.ts";
import type { Report } from "./report.ts";

/** One carrier a line, and nothing else: the run is told on standard error and in the other reports. */
export const ndjson: Report = (sink) => ({
  write: (carriers) => sink.write(carriers.map((carrier) => `${compactJson(carrierJson(carrier))}\n`).join("")),
  end: () => undefined,
});

import { carrierJson } from "./json.ts";
import type { Report } from "./report.ts";

/** One carrier per line, and nothing else: what concerns the run is on standard error and in the other reports. */
export const ndjson: Report = (sink) => ({
  write: (carriers) => sink.write(carriers.map((carrier) => `${carrierJson(carrier)}\n`).join("")),
  end: () => undefined,
});

import { prettyJson } from "../../text/json-text.ts";
import { visible } from "../../text/safe-text.ts";
import type { VettedCarrier } from "../../vet/model.ts";
import type { Report } from "./report.ts";
import type { ReportFooter } from "./summary.ts";

/** One object: the run, its carriers as they come, and after them what is known only then. Without its end it is no JSON. */
export const json: Report = (sink, { tool, as_of, policy, service }) => {
  const run = prettyJson(JSON.stringify({ tool, as_of, policy, service }));
  const start = `${run.slice(0, -2)},\n  "carriers": [`;
  let separator = `${start}\n    `;
  return {
    write(carriers) {
      let text = "";
      for (const carrier of carriers) {
        text += separator + prettyJson(carrierJson(carrier), "    ");
        separator = ",\n    ";
      }
      return sink.write(text);
    },
    end(footer) {
      const listEnd = separator.startsWith("{") ? `${start}]` : "\n  ]";
      const fields = JSON.stringify({ ...closingFields(footer), notes: footer.notes });
      return sink.write(`${listEnd},${prettyJson(fields).slice(1)}\n`);
    },
  };
};

/** One carrier per line, and nothing else: what concerns the run is on standard error and in the other reports. */
export const ndjson: Report = (sink) => ({
  write: (carriers) => sink.write(carriers.map((carrier) => `${carrierJson(carrier)}\n`).join("")),
  end: () => undefined,
});

/** The JSON text of a carrier, as in json and ndjson: on one line and safe to print. */
function carrierJson(carrier: VettedCarrier): string {
  const { dot_number, legal_name, verdict, place, changes, answers } = carrier;
  const start = visible(JSON.stringify({ dot_number, legal_name, verdict, place }));
  const end = visible(JSON.stringify({ changes, answers }));
  return `${start.slice(0, -1)},"findings":${carrier.findingsJson()},${end.slice(1)}`;
}

/** What json and SARIF say after the last carrier. */
export function closingFields(footer: ReportFooter): object {
  const { counts, waivers, refused, cut_off, digest, evidence_sha256, oldest_answer } = footer;
  const rules = digest.rules.map(({ effects: _, ...total }) => total);
  return { counts, rules, waivers, refused, cut_off, since: digest.json, evidence_sha256, oldest_answer };
}

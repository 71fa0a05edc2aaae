import { csvSafe, visible } from "../../text/safe-text.ts";
import { byEffect } from "../../vet/finding.ts";
import type { Finding, RunHeader, VettedCarrier } from "../../vet/model.ts";
import { csvLine } from "../formats/csv.ts";
import { withHead } from "../sink.ts";
import type { Report } from "./report.ts";
import { changeTexts, placeText, statementOf } from "./words.ts";

/** The columns of a carrier's row. */
export const reportColumns = [
  "dot_number",
  "legal_name",
  "verdict",
  "failed",
  "to_review",
  "warnings",
  "waived",
  "messages",
  "changes",
  "as_of",
  "place",
];

/** CSV (RFC 4180, with LF as Unix tools write it): one carrier per line, rules and messages separated by semicolons. */
export const csv: Report = (sink, header) => {
  const write = withHead(sink, csvLine(reportColumns));
  return {
    write: (carriers) => write(carriers.map((carrier) => csvLine(csvCells(carrier, header))).join("")),
    end: () => write(""),
  };
};

/** The cells of a carrier's row. */
export function csvCells(carrier: VettedCarrier, { as_of }: Pick<RunHeader, "as_of">): string[] {
  const { fail, review, warning, waived } = byEffect(carrier.findings);
  const rules = (findings: readonly Finding[]) => findings.map(({ rule }) => visible(rule)).join("; ");
  const { dot_number, legal_name, verdict, place } = carrier;
  return [
    visible(dot_number),
    visible(legal_name ?? ""),
    verdict,
    ...[fail, review, warning, waived].map(rules),
    [...fail, ...review, ...warning, ...waived].map(statementOf).join("; "),
    changeTexts(carrier).join("; "),
    as_of,
    placeText(place),
  ].map(csvSafe);
}

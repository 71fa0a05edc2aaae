/** Annotations for GitHub Actions: workflow commands on standard output. */
import { quoteInput } from "../../dot-number.ts";
import { grouped } from "../../text/digits.ts";
import { singleLine, visible, workflowSafe } from "../../text/safe-text.ts";
import { byEffect } from "../../vet/finding.ts";
import type { ListPlace, VettedCarrier } from "../../vet/model.ts";
import type { Report } from "./report.ts";
import { changeLines, closingLines, cutOffNotice } from "./summary.ts";
import { carrierName, statementOf, verdictWords } from "./words.ts";

/**
 * GitHub keeps 10 errors and 10 warnings of a step and drops the rest (docs.github.com, "Workflow commands" and the REST
 * limits of check runs), so the tenth says how many there are.
 */
const maxAnnotations = 10;
/** Characters of an annotation's message; GitHub shows a few lines. */
const maxMessage = 2_000;

/**
 * One `::error` per failing carrier, one `::warning` per carrier to review and per line that is not a number, then the closing
 * lines as plain log. The sink must not escape workflow commands: this report does it itself.
 */
export const github: Report = (sink, header, { verbose }) => {
  const errors = annotationsOf("error", "fail");
  const warnings = annotationsOf("warning", "need review");
  return {
    write(carriers) {
      for (const carrier of carriers) {
        if (carrier.verdict === "fail") errors.add(annotationOf(carrier));
        if (carrier.verdict === "review") warnings.add(annotationOf(carrier));
      }
    },
    end(footer) {
      if (footer.cut_off) warnings.add({ place: null, title: "evidence", message: cutOffNotice });
      for (const { place, text, reason } of footer.refused) {
        warnings.add({ place, title: "not a USDOT number", message: visible(`${quoteInput(text)} ${reason}`) });
      }
      const lines = [...changeLines(footer), ...closingLines(header, footer, { single: false, verbose })];
      return sink.write([errors, warnings, ...lines.map((line) => `${workflowSafe(line)}\n`)].join(""));
    },
    flush: () => sink.write(`${errors}${warnings}`),
  };
};

interface Annotation {
  place: ListPlace | null;
  title: string;
  message: string;
}

function annotationOf(carrier: VettedCarrier): Annotation {
  const { dot_number, verdict, place } = carrier;
  const { fail, review } = byEffect(carrier.findings);
  const statements = [...fail, ...review].map(statementOf).join("; ");
  return {
    place,
    title: `USDOT ${visible(dot_number)}: ${verdictWords[verdict]}`,
    message: `${carrierName(carrier)}: ${statements}`,
  };
}

/** The annotations of one level. If there are too many, the last one stands for the rest. */
function annotationsOf(command: "error" | "warning", verb: string) {
  const first: Annotation[] = [];
  let count = 0;
  return {
    add(annotation: Annotation): void {
      count++;
      if (first.length < maxAnnotations) first.push(annotation);
    },
    toString(): string {
      const rest = count - maxAnnotations + 1;
      const message = `${grouped(rest)} more ${verb}: see the job summary`;
      const shown = rest > 1 ? first.with(-1, { place: null, title: "usdot vet", message }) : first;
      return shown.map((annotation) => commandLine(command, annotation)).join("");
    },
  };
}

/** Standard input is not a file that could be annotated. */
function fileOf(place: ListPlace | null): Record<string, string> {
  return place && place.source !== "stdin" ? { file: visible(place.source), line: String(place.line) } : {};
}

/** A workflow command, escaped as actions/toolkit does (packages/core/src/command.ts). */
function commandLine(command: string, { place, title, message }: Annotation): string {
  const listed = Object.entries({ ...fileOf(place), title }).map(
    ([name, value]) => `${name}=${value.replace(/[%\r\n:,]/g, encodeURIComponent)}`,
  );
  const data = workflowSafe(singleLine(message, maxMessage)).replace(/[%\r\n]/g, encodeURIComponent);
  return `::${command} ${listed.join(",")}::${data}\n`;
}

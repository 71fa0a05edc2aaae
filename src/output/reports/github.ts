/** Annotations for GitHub Actions: workflow commands on standard output. */
import { quoteInput } from "../../dot-number.ts";
import { grouped } from "../../text/digits.ts";
import { singleLine, visible, workflowSafe } from "../../text/safe-text.ts";
import type { ListPlace, VettedCarrier } from "../../vet/model.ts";
import type { Report } from "./report.ts";
import { changeLines, closingLines, cutOffNotice } from "./summary.ts";
import { byEffect, nameOf, statementOf, verdictWords } from "./words.ts";

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
  const errors = new Annotations("error", "fail");
  const warnings = new Annotations("warning", "need review");
  return {
    write(carriers) {
      let text = "";
      for (const carrier of carriers) {
        if (carrier.verdict === "fail") text += errors.add(annotationOf(carrier));
        if (carrier.verdict === "review") text += warnings.add(annotationOf(carrier));
      }
      return text === "" ? undefined : sink.write(text);
    },
    end(footer) {
      const refused = footer.refused.map(({ place, text, reason }) =>
        warnings.add({ place, title: "not a USDOT number", message: visible(`${quoteInput(text)} ${reason}`) }),
      );
      const lines = [...changeLines(footer), ...closingLines(header, footer, { single: false, verbose })].map(
        (line) => `${workflowSafe(line)}\n`,
      );
      const cutOff = footer.cut_off ? [warnings.add({ place: null, title: "evidence", message: cutOffNotice })] : [];
      return sink.write([...cutOff, ...refused, errors.end(), warnings.end(), ...lines].join(""));
    },
  };
};

interface Annotation {
  place: ListPlace | null;
  title: string;
  message: string;
}

function annotationOf(carrier: VettedCarrier): Annotation {
  const { dot_number, verdict, place } = carrier;
  const { fail, review } = byEffect(carrier);
  const statements = [...fail, ...review].map(statementOf).join("; ");
  return {
    place,
    title: `USDOT ${visible(dot_number)}: ${verdictWords[verdict]}`,
    message: `${nameOf(carrier)}: ${statements}`,
  };
}

/** The annotations of one level: nine as they come, and a tenth that may stand for many. */
class Annotations {
  readonly #command: "error" | "warning";
  readonly #verb: string;
  #count = 0;
  #tenth = "";

  constructor(command: "error" | "warning", verb: string) {
    this.#command = command;
    this.#verb = verb;
  }

  add({ place, title, message }: Annotation): string {
    this.#count++;
    if (this.#count > maxAnnotations) return "";
    const line = commandLine(this.#command, { ...fileOf(place), title }, singleLine(message, maxMessage));
    if (this.#count < maxAnnotations) return line;
    this.#tenth = line;
    return "";
  }

  end(): string {
    if (this.#count <= maxAnnotations) return this.#tenth;
    const more = grouped(this.#count - maxAnnotations + 1);
    return commandLine(this.#command, { title: "usdot vet" }, `${more} more ${this.#verb}: see the job summary`);
  }
}

/** Standard input is not a file that could be annotated. */
function fileOf(place: ListPlace | null): Record<string, string> {
  return place && place.source !== "stdin" ? { file: visible(place.source), line: String(place.line) } : {};
}

/** A workflow command, escaped as actions/toolkit does (packages/core/src/command.ts). */
function commandLine(command: string, properties: Readonly<Record<string, string>>, message: string): string {
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(value)}`);
  return `::${command} ${listed.join(",")}::${escapedData(workflowSafe(message))}\n`;
}

function escapedData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** JUnit XML, as Jenkins' schema has it and GitLab reads it. */
import xmlbuilder, { type XMLElement } from "xmlbuilder";
import { visible } from "../../text/safe-text.ts";
import { byEffect, type Effect, effectOf, inOrder } from "../../vet/finding.ts";
import type { Finding, RunHeader, VettedCarrier } from "../../vet/model.ts";
import { withHead } from "../sink.ts";
import type { Report } from "./report.ts";
import { changeLines, closingLines, cutOffNotice, invalidLineText, type ReportFooter } from "./summary.ts";
import { carrierName, messageOf, placeText, verdictWords, waiverOf } from "./words.ts";

/**
 * A suite for each carrier, a case for each rule, and finally a suite for the run: lines that are not a number, totals, and what
 * identifies the run. GitLab groups by `classname` and ignores `message`, so the message and the place are also in the body; Jenkins' schema knows
 * no `file` of a case.
 */
export const junit: Report = (sink, header) => {
  const write = withHead(sink, '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="usdot vet">\n');
  return {
    write: (carriers) => write(carriers.map((carrier) => carrierSuite(carrier, header)).join("")),
    end: (footer) => write(`${runSuite(header, footer)}</testsuites>\n`),
  };
};

/** The element of a test case for each effect; none for a rule that passes. */
const elements: Readonly<Record<Effect, "failure" | "error" | "skipped" | "system-out" | undefined>> = {
  fail: "failure",
  review: "error",
  warning: "system-out",
  waived: "skipped",
  skipped: "skipped",
  pass: undefined,
};

function carrierSuite(carrier: VettedCarrier, { as_of }: RunHeader): string {
  const { fail, review, waived, skipped } = byEffect(carrier.findings);
  const title = `USDOT ${visible(carrier.dot_number)}`;
  const suite = suiteNamed(`${title} ${carrierName(carrier)}`, {
    tests: carrier.findings.length,
    failures: fail.length,
    errors: review.length,
    skipped: waived.length + skipped.length,
    timestamp: as_of,
  });
  suite.element("properties").element("property", { name: "verdict", value: verdictWords[carrier.verdict] });
  for (const finding of inOrder(carrier.findings)) addCase(suite, title, finding);
  return textOf(suite);
}

function addCase(suite: XMLElement, classname: string, finding: Finding): void {
  const test = suite.element("testcase", { classname, name: visible(finding.rule) });
  const effect = effectOf(finding);
  const element = elements[effect];
  if (element === undefined) return;
  const message = [messageOf(finding), waiverOf(finding)].filter((part) => part !== undefined).join("; ");
  // With a word before it, no path can start a line with a workflow command.
  const place = finding.place ? [`at ${placeText(finding.place)}`] : [];
  if (element === "system-out") test.element(element, [`warning: ${message}`, ...place].join("\n"));
  else if (element === "skipped") test.element(element, { message }, [message, ...place].join("\n"));
  else test.element(element, { type: effect, message }, [message, ...place].join("\n"));
}

function runSuite(header: RunHeader, footer: ReportFooter): string {
  const { refused, cut_off } = footer;
  const errors = refused.length + (cut_off ? 1 : 0);
  const counts = { tests: errors, failures: 0, errors, skipped: 0, timestamp: header.as_of };
  const suite = suiteNamed("usdot vet", counts);
  const addError = (classname: string, name: string, message: string) =>
    suite.element("testcase", { classname, name }).element("error", { type: "review", message }, message);
  if (cut_off) addError("usdot vet", "evidence", cutOffNotice);
  for (const line of refused) {
    const message = invalidLineText(line);
    addError("not a USDOT number", placeText(line.place) || message, message);
  }
  const closing = closingLines(header, footer, { single: false, verbose: true });
  suite.element("system-out", [...changeLines(footer), ...closing].join("\n"));
  return textOf(suite);
}

function suiteNamed(name: string, attributes: Readonly<Record<string, string | number>>): XMLElement {
  // What XML 1.0 cannot hold is already escaped; this is a safety net.
  return xmlbuilder
    .create("testsuite", { headless: true, invalidCharReplacement: "\ufffd" })
    .attribute({ name, ...attributes });
}

function textOf(suite: XMLElement): string {
  return `${suite.end({ pretty: true, offset: 1 })}\n`;
}

/** JUnit XML, as Jenkins' schema has it and GitLab reads it. */
import type { Answers } from "../../answer.ts";
import {
  type Statement,
  statementOf,
  withEffect,
} from "../../screen/findings.ts";
import { type Markup, xml } from "../../text/safe-text.ts";
import { type CarrierText, notesOf } from "./carrier.ts";
import type { Report } from "./summary.ts";

/**
 * A suite for each carrier, a case for each rule, and a suite for what concerns
 * no carrier alone, which needs review.
 */
export const junitReport: Report = (summary) => {
  const { listProblems, remarksWithNews, counts, totals, provenance } = summary;
  // A report of what changed must not be green while others fail.
  const cases = listProblems.map(({ text, effect }) => ({
    title: text,
    effect,
    text,
  }));
  const lines = [...remarksWithNews, counts, totals, provenance];
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="usdot vet">
${summary.reported.map(carrierSuite)}${suite({ name: "usdot vet", cases, lines })}</testsuites>
`.markup;
};

function carrierSuite(carrier: CarrierText): Markup {
  const { dossier, dotNumber, name, verdict, place, findings, statements } =
    carrier;
  const changes = withEffect(statements, "changed");
  return suite({
    name: `USDOT ${dotNumber}`,
    title: name,
    cases: findings.map((each) => ({
      ...statementOf(each),
      title: each.rule,
    })),
    lines: [
      `verdict ${verdict.toUpperCase()}`,
      ...changes.map(({ text }) => text),
      ...notesOf(carrier),
    ],
    place,
    seconds: secondsOf(dossier.answers),
  });
}

/**
 * How long the answers took; those of an earlier run were not measured, and a
 * bulk answer is not one carrier's.
 */
function secondsOf({ summary: _, ...answers }: Answers): number | undefined {
  const times = Object.values(answers).flatMap(
    ({ exchange }) => exchange.took ?? [],
  );
  return times.length === 0
    ? undefined
    : times.reduce((sum, time) => sum + time, 0) / 1_000;
}

interface Suite {
  name: string;
  title?: string;
  cases: readonly Pick<Statement, "title" | "effect" | "text">[];
  lines: readonly string[];
  place?: string;
  seconds?: number | undefined;
}

const elements: Readonly<Record<string, string>> = {
  fail: "failure",
  review: "error",
  waived: "skipped",
  skipped: "skipped",
};

function suite({ name, title, cases, lines, place, seconds }: Suite): Markup {
  const count = (element: string) =>
    cases.filter(({ effect }) => elements[effect] === element).length;
  const counts = xml`tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`;
  const time = seconds !== undefined && xml` time="${seconds.toFixed(3)}"`;
  const written = cases.map((each) => caseOf(each, name, place));
  return xml`  <testsuite name="${title ? `${name} ${title}` : name}" ${counts}${time}>
${written}    <system-out>${lines.map((line) => xml`${line}\n`)}</system-out>
  </testsuite>
`;
}

/**
 * GitLab ignores `message` and Jenkins' schema knows no `file` of a case, so
 * the message and the place are also in the body.
 */
function caseOf(
  { title, effect, text }: Suite["cases"][number],
  name: string,
  place = "",
): Markup {
  const start = xml`    <testcase classname="${name}" name="${title}">`;
  if (effect === "pass") return xml`${start}</testcase>\n`;
  const element = { markup: elements[effect] ?? "system-out" };
  const hasType = effect === "fail" || effect === "review";
  const type = hasType && xml` type="${effect}"`;
  const attributes = effect !== "warning" && xml`${type} message="${text}"`;
  const body = xml`${text}${place && xml`\nat ${place}`}`;
  return xml`${start}<${element}${attributes}>${body}</${element}></testcase>\n`;
}

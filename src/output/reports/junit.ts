/** JUnit XML, as Jenkins' schema has it and GitLab reads it. */

import type { Statement } from "../../screen/findings.ts";
import { workflowSafe } from "../../text/safe-text.ts";
import type { Vetted } from "../../vet/model.ts";
import {
  digestOf,
  nameText,
  placeText,
  reported,
  statementsOf,
} from "./digest.ts";
import type { FinishedReport } from "./report.ts";
import { type Markup, xml } from "./xml.ts";

/** A suite for each carrier, a case for each rule, and a suite for what concerns no carrier alone, which needs review. */
export const junit: FinishedReport = (run, look) => {
  const { problems, notes, counts, totals, provenance } = digestOf(run, look);
  const cases = problems.map(
    ({ text }) => ({ rule: text, effect: "review", text }) as const,
  );
  const { markup } = xml`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="usdot vet">
${reported(run, look).map(carrierSuite)}${suite("usdot vet", "", cases, [...notes, counts, totals, provenance])}</testsuites>
`;
  return workflowSafe(markup);
};

function carrierSuite(vetted: Vetted): Markup {
  const { dossier, legalName, verdict } = vetted;
  const name = `USDOT ${dossier.dotNumber}`;
  const all = statementsOf(vetted);
  const changes = all
    .filter(({ effect }) => effect === "changed")
    .map(({ text }) => text);
  const lines = [`verdict ${verdict.toUpperCase()}`, ...changes];
  return suite(
    name,
    ` ${nameText(legalName)}`,
    all.slice(changes.length),
    lines,
    placeText(dossier.place),
  );
}

type Case = Pick<Statement, "rule" | "effect" | "text">;

const elements: Readonly<Record<string, string>> = {
  fail: "failure",
  review: "error",
  waived: "skipped",
  skipped: "skipped",
};

/** GitLab ignores `message` and Jenkins' schema knows no `file` of a case, so the message and the place are also in the body. */
function suite(
  name: string,
  title: string,
  cases: readonly Case[],
  lines: readonly string[],
  place = "",
): Markup {
  const count = (...effects: Case["effect"][]) =>
    cases.filter(({ effect }) => effects.includes(effect)).length;
  const failed = xml`failures="${count("fail")}" errors="${count("review")}" skipped="${count("waived", "skipped")}"`;
  const written = cases.map(({ rule, effect, text }) => {
    const start = xml`    <testcase classname="${name}" name="${rule}">`;
    if (effect === "pass") return xml`${start}</testcase>\n`;
    const element = { markup: elements[effect] ?? "system-out" };
    const type =
      effect === "fail" || effect === "review" ? xml` type="${effect}"` : "";
    const attributes =
      effect === "warning" ? "" : xml`${type} message="${text}"`;
    return xml`${start}<${element}${attributes}>${text}${place && xml`\nat ${place}`}</${element}></testcase>\n`;
  });
  return xml`  <testsuite name="${name}${title}" tests="${cases.length}" ${failed}>
${written}    <system-out>${lines.map((line) => xml`${line}\n`)}</system-out>
  </testsuite>
`;
}

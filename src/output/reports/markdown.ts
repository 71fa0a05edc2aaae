/** Markdown for the job summary of GitHub Actions, or a comment on a pull request. */

import { isSpoken, signs } from "../../screen/findings.ts";
import { grouped } from "../../text/digits.ts";
import { singleLine } from "../../text/safe-text.ts";
import type { Vetted } from "../../vet/model.ts";
import {
  nameText,
  openNotes,
  placeText,
  statementsOnce,
} from "./statements.ts";
import { type Report, summaryOf } from "./summary.ts";

/** GitHub refuses a comment of more than 65,536 characters. */
const maxDocument = 60_000;
const maxCell = 500;

/**
 * What changed, and a table of the carriers, those that fail first. What has no
 * room is counted.
 */
export const markdownReport: Report = (run, look) => {
  const { counts, leads, notes, totals, provenance, carriers } = summaryOf(
    run,
    look,
  );
  const items = [...leads, ...notes]
    .map((line) => `- ${cell(line)}`)
    .join("\n");
  const ends = [totals, provenance].map((text) =>
    markdownText(singleLine(text, 10 * maxCell)),
  );
  const head = [`## ${counts}`, items, ...ends]
    .filter((part) => part !== "")
    .join("\n\n");
  const columns = [
    "| verdict | USDOT | carrier | findings | place |",
    "|---|---|---|---|---|",
  ];
  const text = [
    head,
    "",
    ...(carriers.length > 0 ? columns : []),
    ...carriers.map(tableRow),
    "",
  ].join("\n");
  if (text.length <= maxDocument) return text;
  const shown = text.slice(0, text.lastIndexOf("\n", maxDocument - maxCell));
  const rest = grouped(text.slice(shown.length).trim().split("\n").length);
  return `${shown}\n\n**Cut here: ${rest} more lines.** The other reports have them all.\n`;
};

function tableRow(vetted: Vetted): string {
  const { dossier, legalName, verdict } = vetted;
  const word = verdict === "pass" ? "PASS" : `**${verdict.toUpperCase()}**`;
  const spoken = statementsOnce(vetted).filter(isSpoken);
  const lines = spoken.map(({ title, effect, text }) =>
    `${signs[effect].sign} **${cell(title)}**: ${cell(text)}`.trim(),
  );
  return `| ${word} | ${dossier.dotNumber} | ${cell(nameText(legalName))} | ${[...lines, ...openNotes(vetted).map(cell)].join("<br>")} | ${cell(placeText(dossier.place))} |`;
}

function cell(text: string): string {
  return markdownText(singleLine(text, maxCell));
}

/**
 * The text as GitHub-flavored Markdown shows it unaltered, with nothing that
 * becomes a link or a mention by itself.
 */
function markdownText(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#!|~$:.+-]/g, "\\$&")
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll("@", "@<!-- -->");
}

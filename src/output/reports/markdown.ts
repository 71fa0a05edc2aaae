/** Markdown for the job summary of GitHub Actions, or a comment on a pull request. */
import { isSpoken } from "../../screen/findings.ts";
import { grouped } from "../../text/digits.ts";
import { visibleUpTo } from "../../text/safe-text.ts";
import { type CarrierText, notesOf } from "./carrier.ts";
import type { Report } from "./summary.ts";

/** GitHub refuses a comment of more than 65,536 characters. */
const maxDocument = 60_000;
const maxCell = 500;

/**
 * What changed, and a table of the carriers, those that fail first. Carriers
 * without room are counted.
 */
export const markdownReport: Report = (summary) => {
  const { counts, remarksWithNews, totals, provenance, worstFirst } = summary;
  const items = remarksWithNews.map((line) => `- ${markdownText(line)}`);
  const ends = [totals, provenance].map((text) =>
    markdownText(text, 10 * maxCell),
  );
  const head = [`## ${counts}`, items.join("\n"), ...ends];
  const header = `| verdict | USDOT | carrier | findings | place |
|---|---|---|---|---|`;
  const text = [
    head.filter(Boolean).join("\n\n"),
    "",
    ...(worstFirst.length > 0 ? [header] : []),
    ...worstFirst.map(tableRow),
    "",
  ].join("\n");
  if (text.length <= maxDocument) return text;
  const shown = text.slice(0, text.lastIndexOf("\n", maxDocument - maxCell));
  const rest = grouped(text.slice(shown.length).trim().split("\n").length);
  return `${shown}\n\n**Cut here: ${rest} more lines.** The other reports have them all.\n`;
};

function tableRow(carrier: CarrierText): string {
  const { verdict, dotNumber, name, statements, place } = carrier;
  const word = verdict === "pass" ? "PASS" : `**${verdict.toUpperCase()}**`;
  const findings = statements
    .filter(isSpoken)
    .map(({ title, sign, text }) =>
      `${sign} **${markdownText(title)}**: ${markdownText(text)}`.trim(),
    );
  const notes = notesOf(carrier).map((note) => markdownText(note));
  const said = [...findings, ...notes].join("<br>");
  return `| ${word} | ${dotNumber} | ${markdownText(name)} | ${said} | ${markdownText(place)} |`;
}

/**
 * What GitHub-flavored Markdown takes for markup: some characters anywhere, `_`
 * beside a word, the beginning of an address, what begins a list, and `::`,
 * which GitHub's runner obeys.
 */
const special =
  /[\\`*[\]|~$#]|(?<![a-z0-9])_|_(?![a-z0-9])|:(?=\/\/|:)|(?<=\bwww)\.|^[-+]|(?<=^\d+)[.)]/gi;

/** The text as it is shown unaltered, with no link or mention in it. */
function markdownText(text: string, max = maxCell): string {
  return (
    visibleUpTo(text, max)
      .replace(special, "\\$&")
      .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
      // GitHub looks for mentions in the text that is shown.
      .replaceAll("@", "@<!-- -->")
  );
}

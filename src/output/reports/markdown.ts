/** Markdown for the job summary of GitHub Actions. */
import { grouped } from "../../text/digits.ts";
import { singleLine } from "../../text/safe-text.ts";
import { effectOf, inOrder } from "../../vet/finding.ts";
import type { Finding, RunHeader, VettedCarrier } from "../../vet/model.ts";
import { markOf } from "../snapshot/findings.ts";
import type { Report } from "./report.ts";
import { Room } from "./room.ts";
import { provenance, type ReportFooter, ruleTotalsText, type TitledList, titledLists } from "./summary.ts";
import {
  carrierName,
  changeTexts,
  countsText,
  messageOf,
  placeText,
  verdictOrder,
  verdictWords,
  waiverOf,
} from "./words.ts";

/**
 * Bytes of the carriers' rows. GitHub drops a summary over 1 MiB whole (docs.github.com, "Workflow commands"); with what is
 * said in addition, which is cut as well, this makes at most 900 KiB.
 */
const roomForRows = 780 * 1024;
/** Lines of each kind in addition to the rows, and their characters. Escaped, a character may take ten bytes. */
const maxLines = 10;
const maxLine = 200;
/** Characters of a name or a message in a row. */
const maxCell = 300;
/** Characters of the line that identifies the run. */
const maxProvenance = 1_000;

/** Written at the end, failing carriers first. It is appended to the summary: what other steps wrote stays. */
export const markdown: Report = (sink, header) => {
  const rows = new Room(roomForRows, verdictOrder.length);
  return {
    write(carriers) {
      for (const carrier of carriers) {
        const row = rowOf(carrier);
        rows.hold(verdictOrder.indexOf(carrier.verdict), row, Buffer.byteLength(row));
      }
    },
    end: (footer) => sink.write(document(header, footer, rows)),
  };
};

function document(header: RunHeader, footer: ReportFooter, rows: Room): string {
  const [failing, toReview, passing] = verdictOrder.map((_, rank) => [...rows.held(rank)]);
  const passed = table(passing ?? []);
  const blocks = [
    `## ${countsText(footer.counts)}`,
    ...titledLists(footer, maxLines).map(list),
    escaped(ruleTotalsText(footer.digest)),
    table([...(failing ?? []), ...(toReview ?? [])]),
    passed && `<details>\n<summary>Passing carriers</summary>\n\n${passed}\n\n</details>`,
    cutNotice(footer, rows),
    escaped(singleLine(provenance(header, footer), maxProvenance)),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n\n`;
}

function list({ title, lines }: TitledList): string {
  return `**${title}**\n\n${lines.map((line) => `- ${escaped(singleLine(line, maxLine))}`).join("\n")}`;
}

const tableHead = "| verdict | USDOT | carrier | findings | place |\n|---|---|---|---|---|\n";

function table(rows: readonly string[]): string {
  return rows.length === 0 ? "" : tableHead + rows.join("\n");
}

/** Says what was cut: GitHub itself would show nothing at all. */
function cutNotice({ counts }: ReportFooter, rows: Room): string {
  const leftOut = rows.leftOut();
  if (leftOut === 0) return "";
  const failing = rows.leftOut(0);
  const fails = failing > 0 ? `, ${grouped(failing)} of them failing` : "";
  return `**Cut at 900 KiB: ${grouped(leftOut)} of ${grouped(counts.carriers)} carriers are not shown${fails}.** The other reports have them all.`;
}

function rowOf(carrier: VettedCarrier): string {
  const { verdict, dot_number, place } = carrier;
  const word = verdict === "pass" ? verdictWords[verdict] : `**${verdictWords[verdict]}**`;
  const changed = changeTexts(carrier).map((text) => `changed: ${cell(text)}`);
  const statements = [...inOrder(carrier.findings).flatMap(findingLine), ...changed].join("<br>");
  return `| ${word} | ${cell(dot_number)} | ${cell(carrierName(carrier))} | ${statements} | ${cell(placeText(place))} |`;
}

/** A finding other than a pass, marked with its effect if it does not decide. */
function findingLine(finding: Finding): string[] {
  const effect = effectOf(finding);
  if (effect === "pass" || effect === "skipped") return [];
  const { sign } = markOf(finding);
  const rule = `${sign === "" ? "" : `${sign} `}**${cell(finding.rule)}**`;
  const waiver = waiverOf(finding);
  const aside = waiver ? ` (${cell(waiver)})` : effect === "warning" ? " (warning)" : "";
  return [`${rule}: ${cell(messageOf(finding))}${aside}`];
}

function cell(text: string): string {
  return escaped(singleLine(text, maxCell));
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * The text as GitHub-flavored Markdown shows it unaltered: HTML as entities, Markdown's punctuation behind backslashes
 * (CommonMark 2.4), and nothing that GFM makes a link of by itself: a comment after `@` parts mentions and mail addresses,
 * a backslash before `:` and `.` parts addresses of the web.
 */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#!|~$:.+-]/g, "\\$&")
    .replace(/[&<>]/g, (character) => entities[character] as string)
    .replaceAll("@", "@<!-- -->");
}

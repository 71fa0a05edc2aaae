/** A single page to open, mail or print: no script, nothing loaded from elsewhere. */
import { hash } from "node:crypto";
import { counted, grouped } from "../../text/digits.ts";
import { compactJson } from "../../text/json-text.ts";
import { byEffect, effectOf } from "../../vet/finding.ts";
import type { AnswerCitation, Finding, RunHeader, Verdict, VettedCarrier } from "../../vet/model.ts";
import type { Sink } from "../sink.ts";
import { markOf } from "../snapshot/findings.ts";
import { htmlSafe, ruleBars, runsChart } from "./html-charts.ts";
import { style } from "./html-style.ts";
import type { Report } from "./report.ts";
import { Room } from "./room.ts";
import { provenance, type ReportFooter, type TitledList, titledLists } from "./summary.ts";
import {
  ageText,
  asideOf,
  carrierName,
  changeTexts,
  countsText,
  messageOf,
  placeText,
  timeText,
  verdictOrder,
  verdictWords,
  waiverOf,
} from "./words.ts";

/** Lines of one kind above the carriers. */
const maxLines = 100;
/** Carriers of a verdict that are open, if they do not pass. */
const maxOpen = 20;

/** Totals first, then failing, review and passing carriers. So the carriers are held until the end. */
export const html: Report = (sink, header) => {
  const held = new Room(Number.POSITIVE_INFINITY, verdictOrder.length);
  return {
    write(carriers) {
      for (const carrier of carriers)
        held.hold(verdictOrder.indexOf(carrier.verdict), carrierBlock(carrier, header), 1);
    },
    end: (footer) => writePage(sink, header, footer, held),
  };
};

async function writePage(sink: Sink, header: RunHeader, footer: ReportFooter, held: Room): Promise<void> {
  await sink.write(head(header, footer) + overview(header, footer));
  for (const rank of verdictOrder.keys()) await writeCarriers(sink, rank, held);
  await sink.write(`<footer>${htmlSafe(provenance(header, footer))}</footer>\n</main>\n</body>\n</html>\n`);
}

/** The first carriers of a verdict, and the rest in a block that is folded: a page of thousands stays a page. */
async function writeCarriers(sink: Sink, rank: number, held: Room): Promise<void> {
  const verdict = verdictOrder[rank] as Verdict;
  const count = held.count(rank);
  if (count > 0) await sink.write(`<h2>${titles[verdict]}: ${grouped(count)}</h2>\n`);
  let shown = 0;
  for (const block of held.held(rank)) {
    const isOpen = verdict !== "pass" && shown < maxOpen;
    if (shown === maxOpen) {
      await sink.write(`<details class="more ${verdict}"><summary>${grouped(count - shown)} more</summary>\n`);
    }
    await sink.write(`<details class="${verdict}"${isOpen ? " open" : ""}>${block}</details>\n`);
    shown++;
  }
  if (shown > maxOpen) await sink.write("</details>\n");
}

const titles: Readonly<Record<Verdict, string>> = { fail: "Failing", review: "To review", pass: "Passing" };

/** Only this style, by its hash (W3C, Content Security Policy Level 3), may be used; everything else is refused. */
const policy = `default-src 'none'; style-src 'sha256-${hash("sha256", style, "base64")}'; base-uri 'none'; form-action 'none'`;

function head({ as_of }: RunHeader, { counts }: ReportFooter): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${htmlSafe(`Carrier vetting, ${timeText(as_of)}: ${countsText(counts)}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
`;
}

function overview(header: RunHeader, footer: ReportFooter): string {
  const { counts } = footer;
  const totals = verdictOrder.map(
    (verdict) =>
      `<li class="${verdict}"><b>${grouped(counts[verdict])}</b> <span class="verdict">${verdictWords[verdict]}</span></li>`,
  );
  const policyName = `vetting policy ${header.policy.name}`;
  return [
    "<h1>Carrier vetting</h1>",
    `<p>${htmlSafe(`${timeText(header.as_of)}, ${policyName}. ${countsText(counts)}.`)}</p>`,
    `<ul class="totals">${totals.join("")}</ul>`,
    runsChart([...footer.runs, { as_of: header.as_of, counts }]),
    ...titledLists(footer, maxLines).map(section),
    ruleBars(footer),
    "",
  ].join("\n");
}

function section({ title, lines }: TitledList): string {
  return `<h2>${htmlSafe(title)}</h2>\n${list(lines)}`;
}

function list(lines: readonly string[]): string {
  return `<ul>${lines.map((line) => `<li>${htmlSafe(line)}</li>`).join("")}</ul>`;
}

/** What is in a carrier's block, on one line. */
function carrierBlock(carrier: VettedCarrier, header: RunHeader): string {
  const { verdict, dot_number, place, answers } = carrier;
  const { pass, skipped, ...notable } = byEffect(carrier.findings);
  const changed = changeTexts(carrier);
  const aside = [asideOf(notable), placeText(place)].filter((part) => part !== "").join(" · ");
  const rest = rules([...pass, ...skipped]) + answersBlock(answers, header);
  const passing = pass.length === 0 ? "" : `${counted(pass.length, "rule passes", "rules pass")}, `;
  return [
    `<summary><span class="verdict">${verdictWords[verdict]}</span> <span class="number">${htmlSafe(dot_number)}</span> `,
    `<span class="name">${htmlSafe(carrierName(carrier))}</span> <span class="aside">${htmlSafe(aside)}</span></summary>`,
    `<div class="body">`,
    changed.length > 0 ? `<h3>Changed since the earlier run</h3>${list(changed)}` : "",
    rules(Object.values(notable).flat()),
    verdict === "pass" || rest === "" ? rest : `<details><summary>${passing}answers</summary>${rest}</details>`,
    "</div>",
  ].join("");
}

function rules(findings: readonly Finding[]): string {
  return findings.length === 0 ? "" : `<ul class="rules">${findings.map(ruleItem).join("")}</ul>`;
}

function ruleItem(finding: Finding): string {
  const effect = effectOf(finding);
  const waiver = waiverOf(finding);
  const observed = Object.entries(finding.observed).map(
    ([path, value]) => `<code>${htmlSafe(`${path} ${compactJson(JSON.stringify(value ?? null))}`)}</code>`,
  );
  const notes = [
    ...(waiver ? [`<small>${htmlSafe(waiver)}</small>`] : []),
    ...(observed.length > 0 ? [`<small>observed ${observed.join(", ")}</small>`] : []),
  ];
  return `<li class="${effect}"><span class="effect">${`${markOf(finding).sign} ${effect}`.trim()}</span><code>${htmlSafe(finding.rule)}</code><div>${htmlSafe(messageOf(finding))}${notes.join("")}</div></li>`;
}

function answersBlock(answers: readonly AnswerCitation[], { as_of }: RunHeader): string {
  if (answers.length === 0) return "";
  const items = answers.map(({ record, status, asked_at, sha256, reused }) => {
    const age = `${ageText(asked_at, as_of)}${reused ? ", reused" : ""}`;
    const said = status === null ? "no answer" : `HTTP ${status}`;
    const hash = sha256 === null ? "" : `<small>sha256 <code>${htmlSafe(sha256)}</code></small>`;
    return `<li>${htmlSafe(`${record}: ${said}, asked ${timeText(asked_at)}, ${age}`)}${hash}</li>`;
  });
  return `<h3>Answers</h3><ul class="answers">${items.join("")}</ul>`;
}

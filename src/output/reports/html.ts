/** A single page to open, mail or print: no script, nothing loaded from elsewhere. */
import { createHash } from "node:crypto";
import {
  countedEffects,
  isSpoken,
  type Statement,
  withEffect,
} from "../../screen/findings.ts";
import { counted, grouped } from "../../text/digits.ts";
import { type Markup, xml } from "../../text/safe-text.ts";
import type { Effect, Verdict } from "../../vet/model.ts";
import { asideOf, type CarrierText } from "./carrier.ts";
import style from "./html.css";
import { againText, asOfText } from "./provenance.ts";
import type { Report, RunSummary } from "./summary.ts";

/**
 * Only this style, by its hash (W3C, Content Security Policy Level 3), may be
 * used; everything else is refused.
 */
const styleHash = createHash("sha256").update(style).digest("base64");
const contentPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

/**
 * At the top what the run is, then what decides, carrier by carrier; carriers
 * that pass come last.
 */
export const htmlReport: Report = (summary) => {
  const { header, footer, look, remarksWithNews, counts } = summary;
  const time = asOfText(header.as_of, look.zone);
  const title = [time, againText(header)].filter(Boolean).join(", ");
  const basis = summary.basis.map(
    ({ name, text }) => xml`<dt>${name}</dt><dd>${text}</dd>\n`,
  );
  const items = remarksWithNews.map((line) => xml`<li>${line}</li>`);
  return xml`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Carrier vetting, ${title}: ${counts}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<main>
<h1>Carrier vetting</h1>
<p class="counts">${counts}</p>
<dl>${basis}</dl>
${items.length > 0 && xml`<ul>${items}</ul>\n`}${carrierSections(summary, "fail", "Failing")}${carrierSections(summary, "review", "To review")}${ruleBars(summary, footer.counts.carriers)}${carrierSections(summary, "pass", "Passing")}</main>
</body>
</html>
`.markup;
};

function carrierSections(
  { byVerdict }: RunSummary,
  verdict: Verdict,
  title: string,
): Markup | false {
  const some = byVerdict(verdict);
  return (
    some.length > 0 &&
    xml`<h2>${title}: ${grouped(some.length)}</h2>\n${some.map(carrierBlock)}`
  );
}

/** How many of a verdict are open: a page of thousands must stay readable. */
const mostOpen = 20;

function carrierBlock(carrier: CarrierText, at: number): Markup {
  const { verdict, dotNumber, name, place, statements } = carrier;
  const open = verdict !== "pass" && at < mostOpen && xml` open`;
  const head = xml`<b class="verdict">${verdict.toUpperCase()}</b> ${dotNumber} <b>${name}</b>`;
  const beside = [asideOf(carrier), place].filter(Boolean);
  const others = statements.filter(
    (each) => each.effect !== "pass" && isSpoken(each),
  );
  return xml`<details class="carrier ${verdict}"${open}>
<summary>${head} <small>${beside.join(" · ")}</small></summary>
${statementList(others)}${foldedList(carrier, "pass", "rule passes", "rules pass")}${foldedList(carrier, "skipped", "rule skipped", "rules skipped")}</details>
`;
}

function foldedList(
  { statements }: CarrierText,
  effect: Effect,
  singular: string,
  plural: string,
): Markup | false {
  const folded = withEffect(statements, effect);
  const count = counted(folded.length, singular, plural);
  return (
    folded.length > 0 &&
    xml`<details><summary>${count}</summary>\n${statementList(folded)}</details>\n`
  );
}

function statementList(statements: readonly Statement[]): Markup | false {
  const items = statements.map(({ title, effect, sign, text }) => {
    const start = xml`<b class="verdict">${`${sign} ${effect}`.trim()}</b> <code>${title}</code>`;
    return xml`<li class="${effect}">${start} <span>${text}</span></li>`;
  });
  return items.length > 0 && xml`<ul class="rules">${items}</ul>\n`;
}

/** For each rule, how many of all carriers do not pass it. */
function ruleBars({ rules }: RunSummary, carriers: number): Markup | false {
  const bars = rules.filter(({ text }) => text !== "");
  const items = bars.map(({ rule, effects, text }) => {
    let end = 0;
    const rects = countedEffects.map((effect) => {
      const start = end;
      end += effects[effect];
      return xml`<rect class="${effect}" x="${start}" width="${effects[effect]}" height="1"/>`;
    });
    const bar = xml`<svg viewBox="0 0 ${carriers} 1" preserveAspectRatio="none" aria-hidden="true">${rects}</svg>`;
    return xml`<li><code>${rule}</code>${bar}<span>${text}</span></li>`;
  });
  return (
    bars.length > 0 &&
    xml`<h2>Rules, of ${counted(carriers, "carrier")}</h2>\n<ul class="bars">${items}</ul>\n`
  );
}

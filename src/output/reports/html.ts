/** A single page to open, mail or print: no script, nothing loaded from elsewhere. */
import { createHash } from "node:crypto";
import { timeText } from "../../screen/look.ts";
import { grouped } from "../../text/digits.ts";
import type { Effect, Vetted } from "../../vet/model.ts";
import {
  asideOf,
  digestOf,
  nameText,
  placeText,
  statementsOf,
} from "./digest.ts";
import style from "./html.css";
import type { FinishedReport } from "./report.ts";
import { type Markup, xml } from "./xml.ts";

/** Only this style, by its hash (W3C, Content Security Policy Level 3), may be used; everything else is refused. */
const styleHash = createHash("sha256").update(style).digest("base64");
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

export const html: FinishedReport = (run, look) => {
  const { leads, notes, rules, counts, carriers, provenance } = digestOf(
    run,
    look,
  );
  const time = timeText(run.header.as_of, look.zone);
  const ruleBars = rules.map(({ rule, effects, text }) => ({
    label: rule,
    parts: effects,
    text,
  }));
  const block = (name: string, verdict: string) => {
    const own = carriers.filter((vetted) => vetted.verdict === verdict);
    return own.length === 0
      ? ""
      : xml`<h2>${name}: ${grouped(own.length)}</h2>\n${own.map(carrierBlock)}`;
  };
  return xml`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Carrier vetting, ${time}: ${counts}</title>
<style>${{ markup: style }}</style>
</head>
<body>
<main>
<h1>Carrier vetting</h1>
<p>${counts}</p>
<ul>${[...leads, ...notes].map((line) => xml`<li>${line}</li>`)}</ul>
<h2>Rules</h2>
${barList(ruleBars.filter(({ text }) => text !== ""))}
${block("Failing", "fail")}${block("To review", "review")}${block("Passing", "pass")}
<footer>${provenance}</footer>
</main>
</body>
</html>
`.markup;
};

function barList(
  bars: readonly {
    label: string;
    parts: Partial<Record<Effect, number>>;
    text: string;
  }[],
): Markup {
  const sum = (counts: readonly number[]) =>
    counts.reduce((total, count) => total + count, 0);
  const most = Math.max(
    1,
    ...bars.map(({ parts }) => sum(Object.values(parts))),
  );
  const items = bars.map(({ label, parts, text }) => {
    let x = 0;
    const rects = Object.entries(parts).map(([effect, count]) => {
      x += count;
      return xml`<rect class="${effect}" x="${x - count}" width="${count}" height="1"/>`;
    });
    const bar = xml`<svg viewBox="0 0 ${most} 1" preserveAspectRatio="none" aria-hidden="true">${rects}</svg>`;
    return xml`<li><code>${label}</code>${bar}<span>${text}</span></li>`;
  });
  return xml`<ul class="bars">${items}</ul>`;
}

function carrierBlock(vetted: Vetted, at: number): Markup {
  const { dossier, legalName, verdict } = vetted;
  const open = { markup: verdict !== "pass" && at < 20 ? " open" : "" };
  const head = xml`<b class="verdict">${verdict.toUpperCase()}</b> ${dossier.dotNumber} <b>${nameText(legalName)}</b>`;
  const beside = [asideOf(vetted), placeText(dossier.place)].filter(
    (part) => part !== "",
  );
  const items = statementsOf(vetted).map(({ rule, effect, sign, text }) => {
    const start = xml`<b class="verdict">${`${sign} ${effect}`.trim()}</b> <code>${rule}</code>`;
    return xml`<li class="${effect}">${start} <span>${text}</span></li>`;
  });
  return xml`<details class="carrier ${verdict}"${open}>
<summary>${head} <small>${beside.join(" · ")}</small></summary>
<ul class="rules">${items}</ul>
</details>
`;
}

/** The charts of the HTML report, drawn as it is written: no script draws them later. */
import { grouped } from "../../text/digits.ts";
import { visible } from "../../text/safe-text.ts";
import type { RunFooter } from "../../vet/model.ts";
import { sum } from "../column-widths.ts";
import type { ReportFooter } from "./summary.ts";
import { countsText, effectsText, timeText, verdictOrder } from "./words.ts";

type Part = readonly [className: string, count: number];

/** Totals per rule, each with a bar whose length is its share of the heaviest. */
export function ruleBars({ digest: { rules } }: ReportFooter): string {
  const all = rules.map(({ rule, waived, effects }) => {
    return { rule, text: effectsText({ ...effects, waived }), parts: Object.entries(effects) };
  });
  const shown = all.filter(({ text }) => text !== "");
  const scale = 100 / Math.max(1, ...shown.map(({ parts }) => sum(parts.map(([, count]) => count))));
  const items = shown.map(({ rule, text, parts }) => {
    const bar = stacked(parts, scale, (className, start, length) => rect(className, [start, 0, length, 10]));
    return `<li><code>${htmlSafe(rule)}</code>${svg("0 0 100 10", bar)}<span>${htmlSafe(text)}</span></li>`;
  });
  return items.length === 0 ? "" : `<h2>Rules</h2>\n<ul class="bars">${items.join("")}</ul>`;
}

const maxRuns = 30;

/** How the last runs ended, this one last: a column each. Nothing for a run without a history. */
export function runsChart(runs: RunFooter["runs"]): string {
  const last = runs.slice(-maxRuns);
  if (last.length < 2) return "";
  const scale = 100 / Math.max(1, ...last.map(({ counts }) => counts.carriers));
  const columns = last.map(({ as_of, counts }, index) => {
    const parts = verdictOrder.toReversed().map((verdict): Part => [verdict, counts[verdict]]);
    const bar = stacked(parts, scale, (name, start, length) =>
      rect(name, [index * 10 + 1, 100 - start - length, 8, length]),
    );
    return `<g><title>${htmlSafe(`${timeText(as_of)}: ${countsText(counts)}`)}</title>${bar}</g>`;
  });
  const days = `${timeText(last[0]?.as_of ?? "")} to ${timeText(last.at(-1)?.as_of ?? "")}`;
  const caption = `The last ${grouped(last.length)} runs, ${days}: at most ${grouped(Math.round(100 / scale))} carriers`;
  return `<figure class="runs">${svg(`0 0 ${maxRuns * 10} 100`, columns.join(""))}<figcaption>${htmlSafe(caption)}</figcaption></figure>`;
}

/** The parts one after the other; what is 0 is not drawn. */
function stacked(parts: readonly Part[], scale: number, draw: (name: string, start: number, length: number) => string) {
  let start = 0;
  const drawn = parts.map(([className, count]) => {
    const part = count === 0 ? "" : draw(className, start, count * scale);
    start += count * scale;
    return part;
  });
  return drawn.join("");
}

function rect(className: string, box: readonly [x: number, y: number, width: number, height: number]): string {
  const [x, y, width, height] = box.map((number) => String(Math.round(number * 100) / 100));
  return `<rect class="${className}" x="${x}" y="${y}" width="${width}" height="${height}"/>`;
}

function svg(viewBox: string, content: string): string {
  return `<svg viewBox="${viewBox}" preserveAspectRatio="none" aria-hidden="true">${content}</svg>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** The text as HTML shows it unaltered, in content and in quoted attributes (OWASP, Cross Site Scripting Prevention). */
export function htmlSafe(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] as string);
}

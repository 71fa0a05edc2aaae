/** The style of the HTML report: for light and dark, from a phone's width on, and for paper. */

export const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --faint: #57606a; --line: #d0d7de; --page: #fff; --band: #f6f8fa;
  --fail: #b3261e; --review: #8a5300; --pass: #1a6b37; --fail-band: #fdf0ef; --review-band: #fff8e8; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --faint: #9aa5b1; --line: #3a424d; --page: #12161c; --band: #1a2029;
    --fail: #ff8d85; --review: #f0b44c; --pass: #6fd08c; --fail-band: #2b1a1c; --review-band: #29221a; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 72rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.25; }
main > p { margin: 0 0 1rem; }
h2 { margin: 2rem 0 .75rem; font-size: 1.15rem; }
h3 { margin: 1rem 0 .25rem; font-size: .85rem; color: var(--faint); font-weight: 600; }
code { font: .875em/1.4 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
ul { margin: .25rem 0; padding-left: 1.25rem; }
.totals { display: grid; grid-template-columns: repeat(3, minmax(0, 12rem)); gap: .75rem; margin: 0 0 1rem; padding: 0; list-style: none; }
.totals li { border: 1px solid var(--line); border-top: 4px solid var(--tone); border-radius: 4px; padding: .5rem .75rem; }
.totals b { display: block; font-size: 1.75rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.bars { margin: 0; padding: 0; list-style: none; font-size: .9rem; }
.bars li { display: grid; grid-template-columns: 13rem minmax(4rem, 20rem) minmax(0, 1fr); gap: 0 .75rem; align-items: center; padding: .1rem 0; }
.bars svg { width: 100%; height: .7rem; background: var(--band); }
.runs { margin: 0 0 1rem; }
.runs svg { display: block; width: 100%; max-width: 36rem; height: 5rem; background: var(--band); }
figcaption { font-size: .85rem; color: var(--faint); }
rect { fill: var(--tone); }
rect.warning { opacity: .45; }
footer { margin-top: 2rem; font-size: .85rem; color: var(--faint); }
.fail { --tone: var(--fail); --tint: var(--fail-band); }
.review { --tone: var(--review); --tint: var(--review-band); }
.pass { --tone: var(--pass); }
.warning { --tone: var(--review); }
.waived, .skipped { --tone: var(--faint); }
details { border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 4px; margin: 0 0 .75rem; }
summary { display: flex; flex-wrap: wrap; gap: 0 .75rem; padding: .5rem .75rem; cursor: pointer; background: var(--tint, var(--band)); }
summary::before { content: "\\25b8"; color: var(--faint); }
details[open] > summary::before { content: "\\25be"; }
summary:focus-visible { outline: 2px solid currentColor; outline-offset: -2px; }
summary::-webkit-details-marker { display: none; }
.verdict, .effect { color: var(--tone); font-weight: 700; }
.number { font-variant-numeric: tabular-nums; }
.name { font-weight: 600; }
.aside { color: var(--faint); }
.body { padding: .25rem .75rem .75rem; }
.rules, .answers { margin: 0; padding: 0; list-style: none; }
.rules li { display: grid; grid-template-columns: 6.5rem 13rem minmax(0, 1fr); gap: 0 .75rem; align-items: baseline; padding: .35rem 0; border-bottom: 1px solid var(--line); }
.rules li:last-child { border-bottom: 0; }
.rules small, .answers small { display: block; color: var(--faint); font-size: .85rem; }
.rules .pass, .rules .skipped { --tone: var(--faint); color: var(--faint); }
.rules .pass .effect, .rules .skipped .effect { font-weight: 400; }
.answers code { word-break: break-all; }
.answers { font-size: .85rem; color: var(--faint); }
.answers li { padding: .1rem 0; }
.body > details { margin: .5rem 0 0; border: 0; }
.body > details > summary { padding: .1rem 0; background: none; color: var(--faint); font-size: .85rem; }
.more { --tint: transparent; }
.more > details { margin: 0 .75rem .75rem; }
@media (max-width: 40rem) {
  body { padding: 1rem .75rem 2rem; }
  .totals { gap: .5rem; }
  .totals li { padding: .4rem .5rem; }
  .totals b { font-size: 1.35rem; }
  .bars li { grid-template-columns: minmax(0, 1fr) 5rem; }
  .bars span { grid-column: 1 / -1; }
  .rules li { grid-template-columns: 6.5rem minmax(0, 1fr); }
  .rules li > div { grid-column: 1 / -1; }
}
@media print {
  :root { color-scheme: light; --ink: #000; --faint: #444; --line: #999; --page: #fff; --band: #fff;
    --fail: #8c1d18; --review: #6b4000; --pass: #14532b; --fail-band: #fff; --review-band: #fff; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h2, h3, summary { break-after: avoid; }
  summary::before { display: none; }
  .more::details-content, .body > details::details-content { content-visibility: visible; }
  details, .totals li { break-inside: avoid; }
}
`;

/** Draws a screen as a terminal shows it: docs/terminal.svg. */
import { run } from "../support/run.ts";

const [lineHeight, margin, width] = [20, 16, 707];

/** The command line and what it prints in 80 columns, as SVG. */
export async function picture(typed: string): Promise<string> {
  const { status, stdout } = await run(`${typed} --color always`, {
    tty: true,
    width: 80,
    height: 40,
  });
  if (status !== 0) throw new Error(`usdot ${typed} ended in ${status}`);
  // The time is that of the machine's zone.
  const printed = stdout.trimEnd().replace(/\n.*asked 20.*/, "");
  const lines = [`$ usdot ${typed}`, ...printed.split("\n")];
  const texts = lines.map((line, index) => {
    return `<text x="${margin}" y="${margin + (index + 0.75) * lineHeight}">${spans(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${lines.length * lineHeight + 2 * margin}">
<style>
text { font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #d8dee9; white-space: pre }
.bold { font-weight: bold } .dim { opacity: .6 } .success { fill: #8fce7e }
.error { fill: #ff7b72; font-weight: bold } .warning { fill: #e5c07b }
</style>
<rect width="100%" height="100%" rx="8" fill="#1e222a"/>
${texts.join("\n")}
</svg>
`;
}

/** By the codes of their colors. */
const classes = {
  "[31m": "error",
  "[32m": "success",
  "[33m": "warning",
  "[2m": "dim",
  "[1m": "bold",
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: colors are what is taken apart here
const color = /((?:\u001b\[\d+m)+)/;

/** What stands between two changes of color is a span; a color goes before bold. */
function spans(line: string): string {
  const parts = line
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .split(color);
  const texts = parts.map((text, at) => {
    if (at % 2 === 1 || text === "") return "";
    const [, name] =
      Object.entries(classes).find(([code]) => parts[at - 1]?.includes(code)) ??
      [];
    return name ? `<tspan class="${name}">${text}</tspan>` : text;
  });
  return texts.join("");
}

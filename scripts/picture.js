/** Makes docs/terminal.svg, the README's picture, from what the program prints: `npm run picture`. */
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";

const args = ["--sample", "9000010"];
const command = `usdot ${args.join(" ")}`;
// The screen as a terminal of 80 columns shows it.
const terminal = "data:text/javascript,Object.assign(process.stdout,{isTTY:true,columns:80})";
const printed = execFileSync(process.execPath, ["--import", terminal, "bin/usdot.cjs", ...args, "--color", "always"], {
  encoding: "utf8",
  env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" },
  stdio: ["ignore", "pipe", "ignore"],
});

const classes = { 1: "bold", 2: "dim", 31: "error", 32: "success", 33: "warning" };
const [lineHeight, charWidth, margin] = [20, 8.43, 16];

const lines = [`$ ${command}`, ...printed.trimEnd().split("\n")];
// biome-ignore lint/suspicious/noControlCharactersInRegex: colors are what is taken apart here
const color = /\u001b\[(\d+)m/;
const columns = Math.max(...lines.map((line) => line.replaceAll(new RegExp(color, "g"), "").length));
const width = Math.ceil(columns * charWidth + 2 * margin);
const height = lines.length * lineHeight + 2 * margin;

const texts = lines.map((line, index) => {
  const y = margin + (index + 0.75) * lineHeight;
  return `<text x="${margin}" y="${y}">${spans(line)}</text>`;
});

await mkdir("docs", { recursive: true });
await writeFile(
  "docs/terminal.svg",
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<style>
text { font: 14px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #d8dee9; white-space: pre }
.bold { font-weight: bold } .dim { opacity: .6 } .success { fill: #8fce7e } .error { fill: #ff7b72; font-weight: bold } .warning { fill: #e5c07b }
</style>
<rect width="100%" height="100%" rx="8" fill="#1e222a"/>
${texts.join("\n")}
</svg>
`,
);

/** Each run of one color is a span; a color goes before bold. */
function spans(line) {
  const [first, ...rest] = line.split(color);
  let svg = escaped(first);
  let [hue, weight] = ["", ""];
  for (let at = 0; at < rest.length; at += 2) {
    const code = rest[at];
    if (code === "22") weight = "";
    else if (code === "39") hue = "";
    else if (code === "1" || code === "2") weight = code;
    else hue = code;
    const name = classes[hue || weight];
    const text = escaped(rest[at + 1]);
    svg += name && text ? `<tspan class="${name}">${text}</tspan>` : text;
  }
  return svg;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

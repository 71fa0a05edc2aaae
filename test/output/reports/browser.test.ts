/** The HTML report in a real browser, where one is installed. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { folder } from "../../support/resources.ts";
import { changed, failing, open, passing, rendered, runOf } from "./runs.ts";

const program = process.env["CHROMIUM"] ?? "chromium";
const isInstalled = spawnSync(program, ["--version"]).status === 0;
const axe = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** A report of 15 carriers that changed. */
function report(): Promise<string> {
  const identity = {
    group: "identity",
    field: "name",
    was: ["harbor cartage"],
    is: ["faded harbor cartage"],
  } as const;
  const carriers = Array(5)
    .fill([failing, open, passing])
    .flat()
    .map((vetted) => changed(vetted, "pass", [identity]));
  return rendered(
    "html",
    runOf(carriers, {
      notes: ["the list is cut"],
      evidence_sha256: "77aa".repeat(16),
    }),
  );
}

/** Has headless Chromium load a file and do what the flag says. */
function chromium(path: string, flag: string) {
  const { path: cwd } = folder();
  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    `--user-data-dir=${cwd}`,
    "--enable-logging=stderr",
    "--virtual-time-budget=20000",
  ];
  return spawnSync(program, [...flags, flag, pathToFileURL(path).href], {
    encoding: "utf8",
    timeout: 50_000,
  });
}

/** In the page, whose policy must allow it: it tells the frame what it finds. */
const look = `
onload = async () => {
  const { scrollWidth } = document.documentElement;
  const passing = document.body.innerText.match(/1 rule passes/g)?.length;
  const all = (selector) => [...document.querySelectorAll(selector)];
  for (const one of all("details")) one.open = true;
  const { violations } = await axe.run();
  parent.postMessage(JSON.stringify({
    scrollWidth,
    passing,
    folded: all("code").filter((one) => one.offsetHeight > 30).length,
    colors: [".fail li.pass .verdict", ".fail summary .verdict"]
      .map((one) => getComputedStyle(all(one)[0]).color),
    serious: violations.filter(({ impact }) => /serious|critical/.test(impact)).map(({ id }) => id),
    requests: performance.getEntriesByType("resource").map(({ name }) => name),
  }), "*");
};
`;

/** What is found in a page of this width, and what the console says meanwhile. */
function seen(page: string, width: number) {
  const { at } = folder({
    "page.html": page
      .replace("style-src", "script-src 'unsafe-inline'; style-src")
      .replace("</head>", () => `<script>${axe}${look}</script></head>`),
    // Its own window would be 500 pixels wide at least.
    "frame.html": `<iframe src="page.html" width="${width}" height="800"></iframe>
<script>onmessage = ({ data }) => { document.body.textContent = data; };</script>`,
  });
  const { stdout, stderr } = chromium(at("frame.html"), "--dump-dom");
  const [json = ""] = /(?<=<body>){.*}/.exec(stdout) ?? [];
  return { ...JSON.parse(json), console: stderr.match(/.*:CONSOLE.*/g) ?? [] };
}

if (!isInstalled)
  it.skip(
    "Chromium is not installed: the HTML report was not looked at in a browser",
  );

const patient = { timeout: 120_000 };
describe.runIf(isInstalled)("the HTML report in Chromium", patient, () => {
  it.each([1200, 390])(
    "at %i pixels sends nothing, says nothing on the console, and axe finds nothing serious",
    async (width) => {
      const { scrollWidth, colors, ...found } = seen(await report(), width);
      expect(scrollWidth).toBeLessThanOrEqual(width);
      expect(new Set(colors).size).toBe(2);
      expect(found).toEqual({
        passing: 5,
        folded: 0,
        serious: [],
        requests: [],
        console: [],
      });
    },
  );

  it("prints 15 carriers on at most 5 pages, with how many rules pass", async () => {
    const page = await report();
    const shown = page
      .replace(/<meta http-equiv.*>/, "")
      .replace("@media print", "@media all");
    expect(seen(shown, 1200).passing).toBe(10);
    const { at } = folder({ "vet.html": page });
    chromium(at("vet.html"), `--print-to-pdf=${at("vet.pdf")}`);
    const pdf = readFileSync(at("vet.pdf"), "latin1");
    const pages = pdf.match(/\/Type\s*\/Page\b/g);
    expect([2, 3, 4, 5]).toContain(pages?.length);
  });
});

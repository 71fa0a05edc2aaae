import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { type ReportName, reportNames } from "../../../src/output/reports/index.ts";
import { visible } from "../../../src/text/safe-text.ts";
import { hostileRun, hostileTexts } from "./hostile-run.ts";
import { header, rendered } from "./runs.ts";
import { xmlDocument } from "./xml.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unsafe = /[\0-\t\v-\x1f\x7f-\x9f\u200b\u202e\u2028\u2066\u2069\ufffd\uffff]|\p{Cs}|\u{e0041}/u;

const written = (name: ReportName, text: string) =>
  rendered(name, { ...hostileRun(text), header: { ...header, policy: { ...header.policy, name: text } } });

describe.each(reportNames)("the report %s of hostile text", (name) => {
  it.each(hostileTexts)("holds nothing that a terminal obeys, or that hides: %j", async (text) => {
    for (const options of [{ width: 60 }, { single: true }]) {
      const report = await rendered(name, { ...hostileRun(text), options });
      expect(report).not.toMatch(unsafe);
    }
  });

  it.each(hostileTexts)("begins no line with a workflow command, but for those of github: %j", async (text) => {
    const lines = (await written(name, text)).split(/[\r\n]/);
    const commands = lines.filter((line) => /^\s*::/.test(line));
    expect(commands).toHaveLength(name === "github" ? 3 : 0);
  });
});

describe.each(hostileTexts)("hostile text %j", (text) => {
  it("is the same in JSON and NDJSON when it is read back", async () => {
    const whole = JSON.parse(await written("json", text));
    const lines = (await written("ndjson", text))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toEqual(whole.carriers);
    expect(whole.policy.name).toBe(text);
    expect(whole.refused[0]).toEqual({ place: { source: text, line: 7 }, text, reason: text });
    expect(whole.carriers[0].legal_name).toBe(text);
    expect(whole.carriers[0].findings[0]).toMatchObject({ message: text, why: text, observed: { [text]: [text] } });
  });

  it("starts no formula in CSV, and is not lost", async () => {
    const [row] = parse(await written("csv", text), { columns: true }) as Record<string, string>[];
    expect(row?.["legal_name"]?.replace(/^'/, "")).toBe(visible(text));
    for (const cell of Object.values(row ?? {})) expect(cell).not.toMatch(/^[=+\-@]/);
  });

  it("is text in JUnit's XML", async () => {
    const xml = await written("junit", text);
    const document = xmlDocument(xml);
    const [failure] = document.filter(({ name }) => name === "failure");
    const message = visible(`${text} (${text})`);
    expect(failure?.attributes["message"]).toBe(message);
    expect(failure?.text).toBe(`${message}\nat ${visible(`${text}:7`)}`);
    const names = new Set(document.map(({ name }) => name));
    expect([...names].sort()).toEqual(
      [
        "error",
        "failure",
        "properties",
        "property",
        "skipped",
        "system-out",
        "testcase",
        "testsuite",
        "testsuites",
      ].sort(),
    );
  });

  it("is text in SARIF: no placeholder, no link", async () => {
    const { runs } = JSON.parse(await written("sarif", text));
    const [result] = runs[0].results;
    const plain = result.message.text.replace(/\\([[\]])/g, "$1").replace(/([{}])\1/g, "$1");
    expect(plain).toBe(`USDOT 9000001 ${visible(text)}: status: ${visible(`${text} (${text})`)}`);
    expect(result.message.text).not.toMatch(/(?<!\{)\{(?:\{\{)*(?!\{)|(?<!\\)\[/);
    const { uri } = result.locations[0].physicalLocation.artifactLocation;
    expect(uri).toMatch(/^[\w.~!*'()%/-]+$/);
    expect(runs[0].properties.waived[0].waived.reason).toBe(text);
  });

  it("is text in HTML", async () => {
    const page = await written("html", text);
    expect(page).toContain(`<span class="name">${asHtml(visible(text))}</span>`);
    const tags = new Set(Array.from(page.matchAll(/<(\/?[a-z][a-z0-9]*|!\w+)/g), ([, tag]) => tag?.replace("/", "")));
    const ours =
      "!doctype html head meta title style body main h1 p ul li b span h2 dl dt dd code details summary div small h3 svg rect figure figcaption g footer";
    for (const tag of tags) expect(ours.split(" ")).toContain(tag);
    expect(page).not.toMatch(/<[^>]*\s(?:on\w+|src|href|style)\s*=/i);
  });

  it("is text in Markdown", async () => {
    const summary = await written("markdown", text);
    // Without what is escaped, and without our own.
    const bare = summary
      .replace(/\\[!-/:-@[-`{-~]/g, "")
      .replace(/&(?:amp|lt|gt);/g, "")
      .replace(/[!?] (?=\*\*)/g, "")
      .replace(/@<!-- -->|<br>|<\/?details>|<\/?summary>|\*\*|^\| | \|(?= |$)|^\|[-|]+\|$|^## |^- /gm, "");
    expect(bare).not.toMatch(/[\\`*_[\]<>|#!~$@]/);
    expect(bare).not.toMatch(/https?:\/\/|www\./);
    const row = summary.split("\n").find((line) => line.startsWith("| **FAIL**"));
    expect(row?.split(/(?<!\\) \| /)).toHaveLength(5);
  });

  it("stays within its annotation", async () => {
    const [error, warning, refused] = (await written("github", text)).split("\n") as [string, string, string];
    expect(error).toMatch(/^::error file=[^:,]*,line=7,title=USDOT 9000001%3A FAIL::(?!:)/);
    expect(warning).toMatch(/^::warning file=[^:,]*,line=7,title=USDOT 9000002%3A REVIEW::(?!:)/);
    expect(refused).toMatch(/^::warning file=[^:,]*,line=7,title=not a USDOT number::/);
    expect(error).not.toMatch(/%(?!25|3A|2C)/);
  });
});

function asHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}

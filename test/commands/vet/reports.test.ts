/** The reports of a run, through the whole program: several at once, in GitHub Actions, of hostile text, of many carriers. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Json } from "../../support/carrier-records.ts";
import { runInProcess } from "../../support/memory-host.ts";
import { temporaryDirectory } from "../../support/resources.ts";
import { fileOf, freePath, policyOf, serveCarriers, vet, vetSample } from "./vetting.ts";

const formats = ["table", "json", "ndjson", "csv", "junit", "sarif", "github", "markdown", "html"];

describe("--report", () => {
  it("writes every format in one run", async () => {
    const home = temporaryDirectory();
    const reports = formats.map((format) => `--report ${format.toUpperCase()}=${home}/${format}`).join(" ");
    const { status } = await vetSample(`9000001 9000005 9000010 ${reports}`);
    expect(status).toBe(3);
    expect(readdirSync(home).sort()).toEqual([...formats].sort());
    for (const format of formats) expect(readFileSync(join(home, format), "utf8")).toContain("9000005");
  });

  it("that cannot be opened stops the run before anything is asked, and leaves nothing", async () => {
    const service = await serveCarriers();
    const home = temporaryDirectory();
    mkdirSync(join(home, "taken"));
    const { status, err } = await vet(
      `1 --base-url ${service.origin} --report json=${home}/one --report junit=${home}/taken`,
    );
    expect(status).toBe(7);
    expect(err).toContain(`cannot write ${home}/taken: it is a directory`);
    expect(service.asked).toEqual([]);
    expect(readdirSync(home)).toEqual(["taken"]);
  });

  it("takes jsonl for ndjson, and - for standard output", async () => {
    const home = temporaryDirectory();
    const { out } = await vetSample(`9000001 --output ${home}/table --report jsonl=-`);
    expect(JSON.parse(out)).toMatchObject({ dot_number: "9000001" });
  });
});

describe("in GitHub Actions", () => {
  const hostile: Json = {
    legal_name: "\n::error::pwned\r\n##[add-mask]x",
    status: "::set-env name=PATH::/tmp",
    address: { street: "::debug::", city: "::", state: "::stop-commands::x", zip: "%0A::warning::" },
  };

  it.each(formats)("no line of %s begins with a command that is not ours", async (format) => {
    const service = await serveCarriers((record) => ({ ...record, ...hostile }));
    const list = fileOf("1\n::error::x\n", "::notice::list.txt");
    const run = `--file ${list} --base-url ${service.origin} --format ${format}`;
    const { status, out, err } = await vet(run, { env: { GITHUB_ACTIONS: "true" } });
    expect(status).toBe(3);
    const commands = `${out}\n${err}`.split(/[\r\n]+/).filter((line) => /^\s*::|##\[/.test(line));
    if (format !== "github") expect(commands).toEqual([]);
    for (const line of commands)
      expect(line).toMatch(/^::(error|warning) (file=[^:]*,line=\d+,)?title=[^:]*::[^:\r\n]/);
    expect(commands).toHaveLength(format === "github" ? 2 : 0);
  });

  it("appends to the job summary, failing carriers first", async () => {
    const summary = fileOf("# From another step\n");
    const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary };
    await vetSample("9000001 9000010 9000005 --format github", { env });
    const text = readFileSync(summary, "utf8");
    expect(text).toMatch(/^# From another step\n## 3 carriers: 1 fails, 1 needs review, 1 passes\n/);
    expect(text.indexOf("9000005")).toBeLessThan(text.indexOf("9000010"));
    await vetSample("9000001 --format csv", { env });
    expect(readFileSync(summary, "utf8")).toBe(text);
  });

  it("finds a job summary that cannot be written before anything is asked", async () => {
    const service = await serveCarriers();
    const env = { GITHUB_STEP_SUMMARY: temporaryDirectory() };
    const { status } = await vet(`1 --format github --base-url ${service.origin}`, { env });
    expect(status).toBe(7);
    expect(service.asked).toEqual([]);
  });

  it("stays within GitHub's limits with 30,000 carriers that fail", async () => {
    const list = fileOf(Array.from({ length: 30_000 }, (_, index) => `${index + 1}\n`).join(""));
    const policy = policyOf(`dot_number: { deny_file: ${list} }`);
    const [summary, sarif] = [fileOf(""), freePath("vet.sarif")];
    const run = `--file ${list} --policy ${policy} --base-url http://127.0.0.1:9 --format github --report sarif=${sarif}`;
    const { status, out } = await vet(run, { env: { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary } });
    expect(status).toBe(3);
    const annotations = out.split("\n").filter((line) => line.startsWith("::"));
    expect(annotations).toHaveLength(10);
    expect(annotations.at(-1)).toContain("29,991 more fail: see the job summary");
    const text = readFileSync(summary);
    expect(text.length).toBeLessThanOrEqual(900 * 1024);
    expect(text.toString()).toContain("Cut at 900 KiB");
    expect(JSON.parse(readFileSync(sarif, "utf8")).runs[0].results).toHaveLength(25_000);
  });
});

it("shows the hostile text of a service nowhere as it came", async () => {
  const home = temporaryDirectory();
  const reports = formats.map((format) => `--report ${format}=${home}/${format}`).join(" ");
  const { out, err } = await vetSample(`9000554 9000001 ${reports}`);
  const texts = [out, err, ...formats.map((format) => readFileSync(join(home, format), "utf8"))];
  for (const text of texts) {
    // What a terminal obeys, and what a reader does not see.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/);
  }
  expect(readFileSync(join(home, "csv"), "utf8")).not.toMatch(/(^|,)"?[=+@]/m);
});

it("shows the name of a list safely, whatever is in it", async () => {
  const path = join(temporaryDirectory(), "list\n::error::x\u001b[2J.txt");
  writeFileSync(path, "MC-1\n");
  const { status, out, err } = await runInProcess(["--sample", "vet", "--file", path], {
    env: { GITHUB_ACTIONS: "true" },
  });
  expect(status).toBe(8);
  expect(out + err).not.toContain("\u001b");
  expect((out + err).split("\n").filter((line) => line.startsWith("::"))).toEqual([]);
});

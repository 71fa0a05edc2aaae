/** The reports of a run, through the whole program: several at once, in GitHub Actions, of hostile text, of many carriers. */
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { InterruptedError } from "../../../src/errors.ts";
import type { Json } from "../../support/carrier-records.ts";
import { type HostChanges, runInProcess } from "../../support/memory-host.ts";
import { newFifo, temporaryDirectory } from "../../support/resources.ts";
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

  it("says in every format what concerns the run, and again in a replay", async () => {
    const [first, second] = [freePath("one.ndjson"), freePath("two.ndjson")];
    const list = fileOf("9000001\n9000005\nMC-1\n");
    await vetSample(`-f ${list} --shard 1/1 --evidence ${first}`);
    // CSV and ndjson hold carriers, and nothing else.
    for (const format of ["table", "json", "junit", "sarif", "github", "markdown", "html"]) {
      const run = `-f ${list} --shard 1/1 --reuse ${first} --evidence ${second}`;
      const live = await vetSample(`${run} --format ${format}`);
      const { out } = await vet(`--from ${second} --format ${format}`);
      const plain = (text: string) => text.replaceAll("\\", "");
      for (const text of [live.out, out].map(plain)) {
        for (const note of ["part 1/1 of its list", "6 answers reused", "is a docket number, not a USDOT number"])
          expect(text, format).toContain(note);
      }
      rmSync(second);
    }
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

  it.each([
    ["GITHUB_STEP_SUMMARY", "--file"],
    ["GITHUB_OUTPUT", "--file"],
    ["GITHUB_STEP_SUMMARY", "--output"],
    ["GITHUB_STEP_SUMMARY", "--evidence"],
  ])("adds nothing to a file that has another use: %s is that of %s", async (name, option) => {
    const path = option === "--file" ? fileOf("9000001\n") : freePath("file");
    const given = option === "--file" ? "" : "9000001 ";
    const { status, err } = await vetSample(`${given}${option} ${path} --format github`, { env: { [name]: path } });
    expect(err).toMatch(new RegExp(`${name} and ${option}|${option} and ${name}`));
    expect(err).toContain(" name the same file; give each its own");
    expect(status).toBe(2);
    expect(existsSync(path) ? readFileSync(path, "utf8") : "9000001\n").toBe("9000001\n");
  });

  it("finds a job summary that cannot be written before anything is asked", async () => {
    const service = await serveCarriers();
    const unread = process.platform === "win32" ? [] : [newFifo()];
    for (const path of [temporaryDirectory(), ...unread]) {
      const env = { GITHUB_STEP_SUMMARY: path };
      const { status, err } = await vet(`1 --format github --base-url ${service.origin}`, { env });
      expect(status).toBe(7);
      expect(err).toContain(`cannot write the job summary ${path}: it is a`);
      if (unread.includes(path)) expect(err).toContain("pipe with nothing at its other end");
    }
    expect(service.asked).toEqual([]);
  });

  describe.skipIf(process.platform === "win32")("a pipe as the job summary", () => {
    /** Runs whose summary is larger than a pipe. */
    const summarizing = () => {
      const list = fileOf(Array.from({ length: 3000 }, (_, index) => `${index + 1}\n`).join(""));
      const policy = policyOf(`dot_number: { deny_file: ${list} }`);
      const run = `--file ${list} --policy ${policy} --base-url http://127.0.0.1:9 --format github`;
      return (path: string, changes: HostChanges = {}) =>
        vet(run, { env: { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: path }, ...changes });
    };
    const openUnwaited = (path: string) => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);

    /** What is in a pipe until the run ends, at most 1 KiB at a time: a writer is faster than such a reader. */
    async function* slowly(reader: number, running: Promise<unknown>): AsyncGenerator<Buffer> {
      let ended = false;
      running.finally(() => {
        ended = true;
      });
      for (let isLast = false; !isLast; await setImmediate()) {
        isLast = ended;
        for (let piece = readPiece(reader); piece.length > 0; piece = readPiece(reader)) {
          yield piece;
          await setImmediate();
        }
      }
    }

    function readPiece(reader: number): Buffer {
      const piece = Buffer.alloc(1024);
      try {
        return piece.subarray(0, readSync(reader, piece));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EAGAIN") return Buffer.alloc(0);
        throw error;
      }
    }

    it("gives a slow reader all of it", async () => {
      const summarized = summarizing();
      const [file, pipe] = [fileOf(""), newFifo()];
      await summarized(file);
      const reader = openUnwaited(pipe);
      const running = summarized(pipe);
      const pieces: Buffer[] = [];
      for await (const piece of slowly(reader, running)) pieces.push(piece);
      closeSync(reader);
      const { status, err } = await running;
      expect(err).not.toContain("cannot write");
      expect(status).toBe(3);
      const text = Buffer.concat(pieces).toString();
      expect(text.length).toBeGreaterThan(2 ** 17);
      expect(text).toBe(readFileSync(file, "utf8"));
    });

    it("waits for no reader after an interrupt", async () => {
      const pipe = newFifo();
      const reader = openUnwaited(pipe);
      const stop = new AbortController();
      const running = summarizing()(pipe, { signal: stop.signal });
      for await (const _ of slowly(reader, running)) break;
      stop.abort(new InterruptedError("SIGINT"));
      expect((await running).status).toBe(130);
      closeSync(reader);
    });

    it("ends as any output does whose reader goes away", async () => {
      const pipe = newFifo();
      const reader = openUnwaited(pipe);
      const running = summarizing()(pipe);
      for await (const _ of slowly(reader, running)) break;
      closeSync(reader);
      expect((await running).status).toBe(141);
    });
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

describe("--only-changed", () => {
  /** Vets carriers 1, 2 and 3, the second time after a change of carrier 2; returns what the second run needs. */
  async function twice(change: Json) {
    let isSecond = false;
    const service = await serveCarriers((record, kind, number) =>
      isSecond && kind === "carrier" && number === "2" ? { ...record, ...change } : record,
    );
    const first = freePath("run.ndjson");
    const run = `1 2 3 --base-url ${service.origin}`;
    await vet(`${run} --evidence ${first}`);
    isSecond = true;
    return `${run} --since ${first} --only-changed`;
  }

  it("reports the carriers that changed; counts and exit status stay those of the whole list", async () => {
    const run = await twice({ status: "INACTIVE" });
    const { status, out, err } = await vet(run);
    expect(status).toBe(3);
    expect(out).toMatch(/^New failures: 1\n {2}USDOT 2 .*: was pass; status is "INACTIVE"\n\nFAIL +2 /);
    expect(out).not.toContain("PASS");
    expect(out).toContain("3 carriers: 1 fails, 0 need review, 2 pass");
    expect(err).toMatch(/usdot: 1 carrier fails\n$/);
    const csv = await vet(`${run} --format csv`);
    expect(csv.out.trimEnd().split("\n")).toHaveLength(2);
    const { carriers, counts } = JSON.parse((await vet(`${run} --format json`)).out);
    expect([carriers.length, counts.carriers]).toEqual([1, 3]);
  });

  it("with --quiet prints nothing at all when nothing changed, whatever the exit status", async () => {
    const run = `${await twice({})} --quiet`;
    for (const format of ["table", "github", "markdown", "ndjson"]) {
      expect(await vet(`${run} --format ${format}`)).toMatchObject({ status: 0, out: "", err: "" });
    }
    expect((await vet(`${run} --format csv`)).out).toMatch(/^dot_number,.*\n$/);
    expect(JSON.parse((await vet(`${run} --format json`)).out).carriers).toEqual([]);
    const strict = policyOf("status: { allow: [GOLD] }");
    const first = freePath("failing.ndjson");
    await vetSample(`9000001 9000002 --policy ${strict} --evidence ${first}`);
    const again = await vetSample(`9000001 9000002 --policy ${strict} --since ${first} --only-changed --quiet`);
    expect(again).toMatchObject({ status: 3, out: "", err: "" });
    expect((await vet(run.replace("--quiet", ""))).out).toContain("3 carriers: 0 fail");
  });

  it("with --quiet still says what is wrong with the list", async () => {
    const run = await twice({});
    const { status, err } = await vet(run.replace("1 2 3", `--file ${fileOf("1\nMC-7\n")}`).concat(" --quiet"));
    expect(status).toBe(8);
    expect(err).toContain("MC-7 is a docket number");
  });

  it("needs an earlier run, and reports every carrier of a first one", async () => {
    const { status, err } = await vetSample("9000001 --only-changed");
    expect(status).toBe(2);
    expect(err).toContain("usdot: --only-changed needs an earlier run to compare with; name its evidence with --since");
    expect((await vetSample("9000001 9000002 --only-changed --since none")).out).toMatch(/^PASS.*\nPASS/);
  });
});

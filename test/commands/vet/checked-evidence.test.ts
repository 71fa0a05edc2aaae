/** Whatever reads evidence checks it, and says what it is: part of a list, of another day, of another service. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/vet/evidence/format.ts";
import type { Json } from "../../support/carrier-records.ts";
import { runInProcess, testDay } from "../../support/memory-host.ts";
import { temporaryDirectory } from "../../support/resources.ts";
import { changed, fileOf, forged, freePath, linesOf, policyOf, serveCarriers, vet, vetSample } from "./vetting.ts";

async function evidenceOf(numbers = "9000001 9000005", options = ""): Promise<string> {
  const path = freePath("run.ndjson");
  await vetSample(`${numbers} --evidence ${path} ${options}`);
  return path;
}

/** What each option that reads evidence makes of it. */
async function readings(path: string) {
  const from = await vet(`--from ${path}`);
  const reuse = await vetSample(`9000001 --reuse ${path}`);
  const since = await vetSample(`9000001 --since ${path}`);
  return [from, reuse, since];
}

async function expectAltered(path: string, what: string) {
  for (const { status, err } of await readings(path)) {
    expect(err).toContain(what);
    expect(err).toContain(`usdot: ${path}: altered: line `);
    expect(status).toBe(2);
  }
}

const isAnswer = (line: Json, number: string, record = "carrier") =>
  line["type"] === "answer" && line["dot_number"] === number && line["record"] === record;

describe("altered evidence whose hashes were all made to fit", () => {
  it("has the body of another carrier", async () => {
    const path = await evidenceOf();
    const bodies = linesOf(path).map((line) => JSON.parse(line) as Json);
    const good = bodies.find((line) => isAnswer(line, "9000001"))?.["body"];
    const laundered = forged(path, (line) => {
      if (isAnswer(line, "9000005")) line["body"] = good;
    });
    await expectAltered(laundered, "the carrier record is not about USDOT 9000005");
  });

  it("has a body about nobody", async () => {
    const laundered = forged(await evidenceOf(), (line) => {
      if (isAnswer(line, "9000001", "safety")) line["body"] = "{}";
    });
    await expectAltered(laundered, "the safety record is not about USDOT 9000001");
  });

  it("has two answers for one record", async () => {
    const path = await evidenceOf();
    const twice = changed(path, (lines) => lines.toSpliced(2, 0, lines[1] as string));
    await expectAltered(
      forged(twice, () => {}),
      "the carrier record of USDOT 9000001 is there twice",
    );
  });

  it("has a carrier twice", async () => {
    const path = await evidenceOf();
    const twice = changed(path, (lines) => [...lines.slice(0, -1), ...lines.slice(1, 5), lines.at(-1) as string]);
    const counted = forged(twice, (line, index) => {
      if (line["type"] === "end") line["lines"] = index;
    });
    await expectAltered(counted, "USDOT 9000001 is there twice");
  });

  it("has another verdict than its answers give", async () => {
    const lying = forged(await evidenceOf(), (line) => {
      if (line["verdict"] === "fail") line["verdict"] = "pass";
    });
    await expectAltered(lying, "USDOT 9000005: the recorded findings do not give the verdict pass");
    const lenient = forged(lying, (line) => {
      if (line["type"] === "verdict" && line["dot_number"] === "9000005") line["findings"] = [];
    });
    await expectAltered(lenient, "USDOT 9000005: the recorded verdict pass is not what its answers and policy give");
  });

  it("has no carrier any more: nothing vetted is no pass", async () => {
    const path = await evidenceOf("9000001");
    const emptied = changed(path, (lines) => [lines[0], lines.at(-1)] as string[]);
    const counted = forged(emptied, (line, index) => {
      if (line["type"] === "end") line["lines"] = index;
    });
    await expectAltered(counted, "line 2: ends evidence in which nothing was vetted");
  });

  it.each([
    "0",
    "yesterday",
    "2026-11-21",
    "2026-11-21T12:00:00",
    "2026-02-30T12:00:00.000Z",
    "+002026-11-21T12:00:00.000Z",
  ])("was asked at %s, which is no time", async (time) => {
    const laundered = forged(await evidenceOf("9000001"), (line) => {
      if (isAnswer(line, "9000001")) line["asked_at"] = time;
    });
    await expectAltered(laundered, "line 2: incomplete answer line");
  });

  it("has other messages; those of another version may differ, and its verdict is judged again", async () => {
    const path = await evidenceOf("9000005");
    const reworded = (version?: string) =>
      forged(path, (line) => {
        const { tool, findings = [] } = line as { tool?: Json; findings?: Json[] };
        if (tool && version) tool["version"] = version;
        for (const finding of findings) finding["message"] = "fine";
      });
    await expectAltered(reworded(), "the recorded findings are not what");
    for (const { err } of await readings(reworded("9.9.9"))) expect(err).not.toContain("altered");
    const lying = forged(reworded("9.9.9"), (line) => {
      if (line["type"] === "verdict") Object.assign(line, { verdict: "pass", findings: [] });
    });
    const { out } = await vetSample(`9000005 --since ${lying} --format json`);
    expect(JSON.parse(out).carriers[0].changes.verdict_before).toBe("fail");
  });
});

describe("evidence of another version whose verdict its findings contradict", () => {
  async function readingsOf(verdict: string, change: (findings: Json[]) => void, policy?: string) {
    const path = await evidenceOf("9000001 9000005");
    const lying = forged(path, (line) => {
      const { tool, policy: judgedBy, findings } = line as { tool?: Json; policy?: Json; findings?: Json[] };
      if (tool) tool["version"] = "9.9.9";
      if (judgedBy && policy) Object.assign(judgedBy, { text: policy, sha256: sha256(policy) });
      if (line["dot_number"] !== "9000005" || !findings) return;
      line["verdict"] = verdict;
      change(findings);
    });
    const history = temporaryDirectory();
    writeFileSync(join(history, "2026-11-20T000000Z.ndjson"), readFileSync(lying));
    return [...(await readings(lying)), await vetSample(`9000001 --history ${history}`)];
  }
  const unreadable = "version: 2\n";

  it.each([
    ["a fail as a pass", "pass", () => {}, undefined],
    ["a fail as a review", "review", () => {}, undefined],
    ["a fail as a pass, by a policy that this version cannot read", "pass", () => {}, unreadable],
    [
      "a review without a reason",
      "review",
      (findings: Json[]) => {
        for (const finding of findings) finding["outcome"] = "pass";
      },
      unreadable,
    ],
  ])("is refused by whatever reads it: %s", async (_, verdict, change, policy) => {
    for (const [at, { status, err }] of (await readingsOf(verdict, change, policy)).entries()) {
      expect(status).toBe(2);
      // A replay needs a policy that it can read.
      if (at > 0 || policy === undefined)
        expect(err).toContain(`USDOT 9000005: the recorded findings do not give the verdict ${verdict}`);
    }
  });

  it("is accepted where no finding does", async () => {
    const clean = (findings: Json[]) => findings.splice(0);
    const [, ...others] = await readingsOf("pass", clean, unreadable);
    for (const { err } of others) expect(err).not.toContain("altered");
  });
});

describe("an answer that was asked for elsewhere", () => {
  const urlIn = (path: string, number: string, record = "carrier") => {
    const lines = linesOf(path).map((line) => JSON.parse(line) as Json);
    return String(lines.find((line) => isAnswer(line, number, record))?.["url"]);
  };

  it.each([
    ["at another service", (url: string) => url.replace(/^http:\/\/[^/]+/, "http://elsewhere")],
    ["below another path", (url: string) => url.replace("/v1/", "/other/v1/")],
    ["about another carrier", (url: string) => url.replace("/carriers/1", "/carriers/2")],
    ["for another record", (url: string) => `${url}/safety`],
    ["in bulk", (url: string) => url.replace("/carriers/1", "/carriers/bulk")],
  ])("is refused: %s", async (_, elsewhere) => {
    const service = await serveCarriers();
    const path = freePath("run.ndjson");
    const run = `1 --base-url ${service.origin}`;
    await vet(`${run} --evidence ${path}`);
    const moved = forged(path, (line) => {
      if (isAnswer(line, "1")) line["url"] = elsewhere(String(line["url"]));
    });
    const history = temporaryDirectory();
    writeFileSync(join(history, "2026-11-20T000000Z.ndjson"), readFileSync(moved));
    for (const read of [
      `--from ${moved}`,
      ...["reuse", "since"].map((option) => `${run} --${option} ${moved}`),
      `${run} --history ${history}`,
    ]) {
      const { status, err } = await vet(read);
      expect(err).toContain("the url of the carrier record is not that of USDOT 1");
      expect(status).toBe(2);
    }
  });

  it("is refused in evidence of the sample, which has no address of its own", async () => {
    const path = await evidenceOf();
    const other = urlIn(path, "9000005", "safety");
    const moved = forged(path, (line) => {
      if (isAnswer(line, "9000001", "safety")) line["url"] = other;
    });
    await expectAltered(moved, "the url of the safety record is not that of USDOT 9000001");
  });

  it("is that of a summary if it was asked for in bulk", async () => {
    const service = await serveCarriers();
    const path = freePath("run.ndjson");
    const policy = policyOf("status: { allow: [ACTIVE] }");
    const env = { USDOT_API_KEY: "any" };
    await vet(`1 2 --base-url ${service.origin} --policy ${policy} --evidence ${path}`, { env });
    expect(urlIn(path, "1", "summary")).toBe(`${service.origin}/v1/carriers/bulk`);
    expect((await vet(`--from ${path}`)).status).toBe(0);
  });
});

describe("evidence of something else", () => {
  it("is no carrier's if it has no end of a line", async () => {
    const huge = freePath("huge");
    writeFileSync(huge, Buffer.alloc(66 * 2 ** 20, "x"));
    for (const { status, err } of await readings(huge)) {
      expect(err).toContain(`${huge}: not an evidence file: a line of it is longer than 64 MiB`);
      expect(status).toBe(2);
    }
  });

  it("is read from a device as far as a line may be long, and from no pipe or device again", async () => {
    const [from, reuse, since] = await readings("/dev/zero");
    expect(from?.err).toContain("/dev/zero: not an evidence file: a line of it is longer than 64 MiB");
    for (const ending of [reuse, since]) expect(ending?.err).toContain("/dev/zero: not a regular file");
    for (const ending of [from, reuse, since]) expect(ending?.status).toBe(2);
  });

  it("is refused by --since if it is another service's", async () => {
    const [one, other] = [await serveCarriers(), await serveCarriers()];
    const path = freePath("run.ndjson");
    await vet(`1 --base-url ${one.origin} --evidence ${path}`);
    const { status, err } = await vet(`1 --base-url ${other.origin} --since ${path}`);
    expect(status).toBe(2);
    expect(err).toContain(`the answers in ${path} are from ${one.origin}, not from ${other.origin}; leave out --since`);
    expect(other.asked).toEqual([]);
  });
});

describe("recorded evidence", () => {
  it("is replaced by no other file where an editor put a BOM before it", async () => {
    const path = await evidenceOf("9000001");
    const marked = `\ufeff${readFileSync(path, "utf8")}`;
    writeFileSync(path, marked);
    const { status, err } = await vetSample(`9000002 --output ${path}`);
    expect(err).toContain(`usdot: ${path} is recorded evidence, which is never replaced`);
    expect(status).toBe(2);
    expect(readFileSync(path, "utf8")).toBe(marked);
  });

  it.each([
    ["9000002", (path: string) => `--rejects ${path}`],
    ["9000002", (path: string) => `--report csv=${path}`],
    ["9000002", (path: string) => `--output ${path}`],
    ["--rules", (path: string) => `--output ${path}`],
  ])("is replaced by no other file: vet %s", async (what, option) => {
    const path = await evidenceOf("9000001");
    const before = linesOf(path);
    const { status, err } = await vetSample(`${what} ${option(path)}`);
    expect(err).toContain(`usdot: ${path} is recorded evidence, which is never replaced; choose another name`);
    expect(status).toBe(2);
    expect(linesOf(path)).toEqual(before);
    const lookup = ["--sample", "carrier", "9000001", "9000002", "--format", "ndjson", "--output", path, "--resume"];
    for (const args of [lookup, lookup.slice(0, -1)]) expect((await runInProcess(args)).status).toBe(2);
    expect(linesOf(path)).toEqual(before);
  });
});

describe("what evidence says of its run", () => {
  it("that it is part of a list", async () => {
    const path = freePath("run.ndjson");
    const list = fileOf("9000001\n9000002\n9000003\n9000004\n");
    const live = await vetSample(`-f ${list} --shard 2/2 --evidence ${path} --format markdown`);
    expect(JSON.parse(linesOf(path)[0] as string).shard).toBe("2/2");
    expect(live.out).toContain("part 2/2 of its list");
    const { out: json } = await vet(`--from ${path} --format json`);
    expect(JSON.parse(json).notes).toEqual(["part 2/2 of its list: the other carriers are in other runs"]);
    const { out, err } = await vet(`--from ${path} --format markdown`);
    expect(out).toContain("part 2/2 of its list");
    expect(err).toContain("note: part 2/2 of its list: the other carriers are in other runs");
    // A carrier that is not in it may have been in another part.
    const policy = policyOf("unchanged: { fields: [legal_name] }");
    expect((await vetSample(`9000001 --since ${path} --policy ${policy}`)).status).toBe(8);
  });

  it("which runs answers were taken from, and how many", async () => {
    const first = await evidenceOf("9000001");
    const second = freePath("second.ndjson");
    const { err } = await vetSample(`9000001 9000002 --reuse ${first} --evidence ${second}`);
    expect(err).toContain("note: 3 answers reused\n");
    const { sha256 } = JSON.parse(linesOf(first).at(-1) as string);
    expect(JSON.parse(linesOf(second)[0] as string).reuse).toEqual([sha256]);
    const third = freePath("third.ndjson");
    await vetSample(`9000001 --since ${second} --evidence ${third}`);
    expect(JSON.parse(linesOf(third)[0] as string).since).toBe(JSON.parse(linesOf(second).at(-1) as string).sha256);
  });

  it("that it is judged as of a day before its answers", async () => {
    const path = await evidenceOf("9000001");
    const asked = new Date(testDay).toISOString().slice(0, 10);
    const note = `judged as of 2026-01-01, by answers from after that day, up to ${asked}`;
    for (const format of ["table", "html"]) {
      const { out, err } = await vet(`--from ${path} --as-of 2026-01-01 --format ${format}`);
      expect(out).toContain(note);
      expect(err).toContain(`note: ${note}`);
    }
    const { out: json } = await vet(`--from ${path} --as-of 2026-01-01 --format json`);
    expect(JSON.parse(json).notes).toEqual([note]);
    expect(JSON.parse((await vet(`--from ${path} --format json`)).out).notes).toEqual([]);
    expect((await vet(`--from ${path} --as-of ${asked}`)).err).not.toContain("judged as of");
  });
});

describe("--expect-sha256", () => {
  it("refuses another file than that of the log", async () => {
    const path = await evidenceOf("9000001");
    const { sha256 } = JSON.parse(linesOf(path).at(-1) as string);
    const other = "0".repeat(64);
    for (const use of ["--from", "9000001 --reuse", "9000001 --since"]) {
      const run = use === "--from" ? vet : vetSample;
      expect((await run(`${use} ${path} --expect-sha256 ${sha256.toUpperCase()}`)).status).toBe(0);
      const { status, err } = await run(`${use} ${path} --expect-sha256 ${other}`);
      expect(err).toContain(`${path}: not the evidence that --expect-sha256 expects: it ends with sha256 ${sha256}`);
      expect(status).toBe(2);
      const cut = changed(path, (lines) => lines.slice(0, -1));
      const ended = await run(`${use} ${cut} --expect-sha256 ${sha256}`);
      expect(ended.err).toContain("it is cut off, and ends with no hash");
      expect(ended.status).toBe(2);
    }
    const empty = fileOf("");
    expect((await vetSample(`9000001 --reuse ${empty} --expect-sha256 ${sha256}`)).status).not.toBe(0);
  });

  it.each([
    ["--from x --expect-sha256 abc", "is not a SHA-256"],
    [`1 --expect-sha256 ${"a".repeat(64)}`, "needs one evidence file"],
    [`1 --since none --expect-sha256 ${"a".repeat(64)}`, "needs one evidence file"],
    [`1 --reuse x --reuse y --expect-sha256 ${"a".repeat(64)}`, "needs one evidence file"],
    ["1 --only-changed", "--only-changed needs an earlier run"],
  ])("is refused where it makes no sense: %s", async (args, message) => {
    const { status, err } = await vet(args);
    expect(err).toContain(message);
    expect(status).toBe(2);
  });
});

describe("a run that was cut off", () => {
  it("says nothing about carriers that it had not reached", async () => {
    const path = await evidenceOf("9000001 9000002");
    const cut = changed(path, (lines) => lines.slice(0, 5));
    const policy = policyOf("unchanged: { fields: [identity] }");
    const run = (numbers: string) => vetSample(`${numbers} --since ${cut} --policy ${policy} --format json`);
    expect((await run("9000001")).status).toBe(0);
    const { status, out } = await run("9000002");
    expect(status).toBe(8);
    expect(JSON.parse(out).carriers[0].changes).toBeNull();
    const whole = await vetSample(`9000003 --since ${path} --policy ${policy}`);
    expect(whole.status).toBe(0);
  });
});

describe("a replay", () => {
  it("keeps the earlier values that unchanged compared with", async () => {
    let isSecond = false;
    const service = await serveCarriers((record) => ({ ...record, ...(isSecond && { legal_name: "OTHER LLC" }) }));
    const policy = policyOf("unchanged: { fields: [identity, authority] }");
    const run = `1 2 --base-url ${service.origin} --policy ${policy} --format json`;
    const [first, second] = [freePath("1.ndjson"), freePath("2.ndjson")];
    await vet(`1 --base-url ${service.origin} --policy ${policy} --since none --evidence ${first}`);
    isSecond = true;
    const live = await vet(`${run} --since ${first} --evidence ${second}`);
    expect(live.status).toBe(3);
    expect(await vet(`--from ${second} --format json`)).toMatchObject({ status: 3, out: live.out });
    const verdict = linesOf(second)
      .map((line) => JSON.parse(line))
      .find(({ type }) => type === "verdict");
    expect(verdict.earlier).toMatchObject({ verdict: "pass", records: { carrier: { legal_name: expect.anything() } } });
    // Another policy that compares needs a run to compare with only if there was none.
    const other = policyOf("unchanged: { fields: [legal_name] }");
    expect((await vet(`--from ${second} --policy ${other}`)).status).toBe(3);
    const plain = await evidenceOf("9000001");
    expect((await vet(`--from ${plain} --policy ${other}`)).status).toBe(2);
  });

  it("of a run of a history may compare with another run, or with none", async () => {
    let isStolen = false;
    const contact = { phone: "402-555-0199" };
    const service = await serveCarriers((record) => (isStolen ? { ...record, contact } : record));
    const history = freePath("runs");
    const run = (day: number) =>
      vet(`1 --base-url ${service.origin} --history ${history}`, { now: () => testDay + day * 86_400_000 });
    expect((await run(0)).status).toBe(0);
    isStolen = true;
    expect((await run(1)).status).toBe(3);
    const [first, second] = readdirSync(history).filter((name) => name.endsWith(".ndjson"));
    const path = join(history, second as string);
    expect((await vet(`--from ${path}`)).status).toBe(3);
    expect(await vet(`--from ${path} --since none`)).toMatchObject({ status: 0 });
    expect(await vet(`--from ${path} --since ${join(history, first as string)}`)).toMatchObject({ status: 3 });
  });
});

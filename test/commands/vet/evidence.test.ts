import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { run as runInHost } from "../../../src/main.ts";
import { memoryHost, run } from "../../support/run.ts";
import {
  changed,
  failed,
  goodCarrier,
  noSuchCarrier,
  startWorld,
} from "./world.ts";

const carriers = {
  "1": goodCarrier("1"),
  "2": changed("2", { status: "INACTIVE" }),
  "3": { ...goodCarrier("3"), insurance: noSuchCarrier, safety: failed },
  "4": { ...goodCarrier("4"), carrier: noSuchCarrier },
};
const numbers = Object.keys(carriers);

/** A recorded run, whose service is then gone. */
async function recorded(args: readonly string[] = []) {
  const world = await startWorld(carriers);
  const first = await world.run([
    ...numbers,
    "--evidence",
    "run.ndjson",
    ...args,
  ]);
  const text = world.read("run.ndjson");
  const hash = /sha256 ([0-9a-f]{64})/.exec(first.stderr)?.[1] ?? "";
  const replay = (more: readonly string[] = [], file = "run.ndjson") =>
    run(["vet", "--from", file, ...more], { cwd: world.cwd });
  return { world, first, text, lines: text.split("\n"), hash, replay };
}

const reportOf = ({ stdout }: { stdout: string }) =>
  JSON.parse(stdout) as { carriers: object[] };

describe("usdot vet --evidence", () => {
  it("holds all that the verdicts rest on, can be checked by hand, and is for its owner alone", async () => {
    const { world, lines, text, hash } = await recorded([
      "--reference",
      "LOAD-1",
      "--by",
      "me",
    ]);
    const [first = "", ...rest] = lines;
    expect(first.startsWith('{"type":"run","format":"usdot-evidence/3",')).toBe(
      true,
    );
    expect(JSON.parse(first)).toMatchObject({
      service: world.url,
      reference: "LOAD-1",
      by: "me",
      compared: null,
      shard: null,
    });
    expect(rest.slice(0, 4).map((line) => JSON.parse(line).type)).toEqual([
      "carrier",
      "carrier",
      "carrier",
      "carrier",
    ]);
    const carrier = JSON.parse(rest[0] ?? "");
    const [answer] = carrier.answers;
    expect(answer).toMatchObject({
      record: "carrier",
      status: 200,
      url: `${world.url}/v1/carriers/1`,
      date: "Sat, 21 Nov 2026 12:00:00 GMT",
    });
    expect(createHash("sha256").update(answer.body).digest("hex")).toBe(
      answer.sha256,
    );
    expect(answer.body).toBe(JSON.stringify(carriers["1"].carrier));
    const before = text.slice(0, text.lastIndexOf('{"type":"end"'));
    expect(createHash("sha256").update(before).digest("hex")).toBe(hash);
    expect(statSync(join(world.cwd, "run.ndjson")).mode & 0o777).toBe(0o600);
  });

  it("has a carrier on the disk before anybody reads its verdict", async () => {
    const world = await startWorld(carriers);
    const { host } = memoryHost({ cwd: world.cwd });
    const recordedFirst: boolean[] = [];
    const write = (chunk: Buffer, _: string, done: () => void) => {
      const { dot_number } = JSON.parse(chunk.toString());
      const lines = world.read("run.ndjson").split("\n");
      recordedFirst.push(
        lines.some((line) =>
          line.startsWith(`{"type":"carrier","dot_number":"${dot_number}",`),
        ),
      );
      done();
    };
    const args = [
      "vet",
      ...numbers,
      "--format",
      "ndjson",
      "--evidence",
      "run.ndjson",
      "--retries",
      "0",
    ];
    await runInHost(["--base-url", world.url, ...args], {
      ...host,
      stdout: new Writable({ write }),
    });
    expect(recordedFirst).toEqual([true, true, true, true]);
  });

  it("keeps the list as it was, its places and its invalid lines", async () => {
    const world = await startWorld(carriers);
    const file = world.file("list.txt", "1\nMC-1\n2 OOS\n");
    const first = await world.run(["-f", file, "--evidence", "run.ndjson"]);
    const { lists, invalid } = world.line("run.ndjson", 0);
    expect(lists).toEqual([
      {
        path: "list.txt",
        sha256: expect.any(String),
        text: "1\nMC-1\n2 OOS\n",
      },
    ]);
    expect(invalid).toEqual([
      {
        place: { source: "list.txt", line: 2 },
        text: "MC-1",
        invalid: expect.any(String),
      },
    ]);
    const again = await run(["vet", "--from", "run.ndjson"], {
      cwd: world.cwd,
    });
    const before = /^[\s\S]*(?=\n(?:answers|vetting policy))/;
    expect([again.status, before.exec(again.stdout)?.[0]]).toEqual([
      3,
      before.exec(first.stdout)?.[0],
    ]);
  });

  it("never replaces a file, by --evidence or by any output", async () => {
    const { world, text } = await recorded();
    for (const args of [
      ["--evidence", "run.ndjson"],
      ["-o", "run.ndjson", "--format", "csv"],
      ["--report", "csv=run.ndjson"],
    ]) {
      const result = await world.run(["1", ...args]);
      expect(result.status).toBe(2);
      expect(world.asked).toEqual([]);
    }
    expect(world.read("run.ndjson")).toBe(text);
  });

  it("keeps of long lists the hash alone", async () => {
    const world = await startWorld(carriers);
    const file = world.file(
      "list.csv",
      `dot_number,notes\n1,${"x".repeat(2 ** 24)}\n`,
    );
    await world.run(["-f", file, "--evidence", "run.ndjson"]);
    const { lists } = world.line("run.ndjson", 0);
    expect(lists).toEqual([{ path: "list.csv", sha256: expect.any(String) }]);
  });

  it("keeps what is not UTF-8 as it was received", async () => {
    const body = Buffer.from(
      '{"dot_number":"1","legal_name":"CAF\xc9"}',
      "latin1",
    );
    const world = await startWorld({
      "1": { ...goodCarrier("1"), carrier: { status: 200, body } },
    });
    const first = await world.run([
      "1",
      "--strict",
      "--evidence",
      "run.ndjson",
    ]);
    const [answer] = world.line("run.ndjson", 1).answers;
    expect(Buffer.from(answer.body_base64, "base64")).toEqual(body);
    const again = await run(["vet", "--from", "run.ndjson"], {
      cwd: world.cwd,
    });
    expect([first.status, again.status]).toEqual([6, 8]);
  });

  it("keeps why a bulk answer is missing, and says it in the finding", async () => {
    const world = await startWorld({});
    world.isBulkDown = true;
    const policy = world.file(
      "p.yaml",
      "version: 1\nname: mine\nrules:\n  status: { allow: [ACTIVE] }\n",
    );
    const args = ["1", "2", "--policy", policy, "--evidence", "run.ndjson"];
    const { status, stdout } = await world.run(args, {
      env: { USDOT_API_KEY: "k" },
    });
    expect([status, world.asked]).toEqual([5, ["bulk"]]);
    expect(stdout).toContain(
      "no answer about the carrier: the service failed (HTTP 503)",
    );
    const [, bulk, ...carriers] = world
      .read("run.ndjson")
      .split("\n", 4)
      .map((line) => JSON.parse(line));
    expect(bulk).toMatchObject({ type: "bulk", status: 503 });
    for (const carrier of carriers)
      expect(carrier.answers).toEqual([
        {
          record: "summary",
          error: { code: "unreachable", message: expect.any(String) },
          bulk: bulk.sha256,
        },
      ]);
  });

  it("has no key in it, should the service repeat it", async () => {
    const key = "secret-key-0123";
    const echo = {
      ...goodCarrier("1"),
      carrier: { ...goodCarrier("1").carrier, echo: key },
    };
    const world = await startWorld({ "1": echo });
    const result = await world.run(
      ["1", "--strict", "--evidence", "run.ndjson", "--format", "json"],
      {
        env: { USDOT_API_KEY: key },
      },
    );
    const text = world.read("run.ndjson");
    expect(text + result.stdout + result.stderr).not.toContain(key);
    expect(JSON.parse(text.split("\n")[1] ?? "").answers[0]).toMatchObject({
      redacted: true,
      body: expect.stringContaining("[redacted]"),
    });
    expect(
      (await run(["vet", "--from", "run.ndjson"], { cwd: world.cwd })).status,
    ).toBe(0);
  });
});

describe("usdot vet --from", () => {
  it("judges the same, with no network, as of the recorded time", async () => {
    const { first, replay, hash } = await recorded([
      "--format",
      "json",
      "--reference",
      "LOAD-1",
    ]);
    const again = await replay(["--format", "json"]);
    expect(again.status).toBe(first.status);
    const report = JSON.parse(first.stdout);
    expect(Object.keys(report.policy)).toEqual(["name", "sha256"]);
    expect(JSON.parse(again.stdout)).toEqual({
      ...report,
      judged_on: expect.stringMatching(/^2026-11-21T/),
      answers_from: "2026-11-21",
      evidence_sha256: hash,
    });
  });

  it("says of which part of a list it is, for which load and by whom, as it was recorded", async () => {
    const { replay } = await recorded([
      "--shard",
      "1/2",
      "--reference",
      "LOAD-1",
      "--by",
      "me",
    ]);
    const { stdout } = await replay([
      "--format",
      "json",
      "--by",
      "somebody else",
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      reference: "LOAD-1",
      by: "me",
      notes: ["part 1/2 of the list"],
    });
  });

  it("judges by another policy and other waivers, and counts what comes out otherwise", async () => {
    const { world, replay } = await recorded();
    world.file(
      "p.yaml",
      "version: 1\nname: mine\nrules:\n  status: { allow: [ACTIVE, INACTIVE] }\n",
    );
    const other = await replay(["--policy", "p.yaml"]);
    expect(other.status).toBe(3);
    expect(other.stdout).toMatch(/PASS +2 /);
    expect(other.stderr).toContain("2 verdicts differ from the recorded ones");
    world.file(
      "w.yaml",
      "version: 1\nwaivers:\n  - { carrier: 2, rule: status, reason: r, by: me, until: 2027-01-01, saw: { status: INACTIVE } }\n",
    );
    expect((await replay(["--waivers", "w.yaml"])).stdout).toMatch(/PASS +2 /);
  });

  it("replays claims, and a comparison as it was", async () => {
    const world = await startWorld({ "1": goodCarrier("1") });
    const args = ["1", "--strict", "--history", "runs", "--format", "json"];
    await world.run(args);
    world.carriers = {
      "1": changed("1", { "contact.phone": "(555) 555-0199" }),
    };
    const claim = ["--claim", "name=Other Co"];
    const first = await world.run(
      ["1", "--history", "runs", "--format", "json", ...claim],
      { day: 1 },
    );
    expect(first.status).toBe(3);
    const again = await run(
      ["vet", "--from", "runs/2026-11-22T120000Z.ndjson", "--format", "json"],
      { cwd: world.cwd },
    );
    expect(reportOf(again).carriers).toEqual(reportOf(first).carriers);
    expect(again.stdout).toContain("5555550199");
    expect(again.stderr).not.toContain("differ");
  });

  it("takes unchanged for unknown where the run compared nothing", async () => {
    const { world, replay } = await recorded();
    world.file(
      "p.yaml",
      "version: 1\nname: mine\nrules:\n  unchanged: { fields: [identity] }\n",
    );
    expect(await replay(["--policy", "p.yaml"])).toMatchObject({
      stdout: expect.stringContaining("nothing to compare with"),
    });
  });

  it("replays the first run of a history with the verdicts that it had", async () => {
    const world = await startWorld({ "1": goodCarrier("1") });
    await world.run(["1", "--strict", "--history", "runs"]);
    const again = await run(
      ["vet", "--from", "runs/2026-11-21T120000Z.ndjson"],
      { cwd: world.cwd },
    );
    expect([again.status, again.stderr]).toEqual([0, ""]);
  });

  it("reads standard input", async () => {
    const { text, first } = await recorded();
    expect((await run(["vet", "--from", "-"], { stdin: text })).status).toBe(
      first.status,
    );
    expect(await run(["vet", "--from", "-"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("which is a terminal"),
    });
  });

  it("judges the whole carriers of a file that is cut off: 3 if one fails, otherwise 8", async () => {
    const { world, lines, replay } = await recorded();
    for (const [count, status] of [
      [1, 8],
      [2, 8],
      [3, 3],
      [5, 3],
    ] as const) {
      world.file(
        "cut.ndjson",
        `${lines.slice(0, count).join("\n")}\n${lines[count]?.slice(0, 20)}`,
      );
      const result = await replay([], "cut.ndjson");
      expect({ count, status: result.status }).toEqual({ count, status });
      expect(result.stderr).toContain("the evidence is cut off");
      expect(
        JSON.parse((await replay(["--format", "json"], "cut.ndjson")).stdout),
      ).toMatchObject({
        evidence_sha256: null,
      });
    }
    world.file("torn.ndjson", lines[0]?.slice(0, 50) ?? "");
    expect(await replay([], "torn.ndjson")).toMatchObject({
      status: 8,
      stderr: expect.stringContaining("cut off before its first carrier"),
    });
  });

  it("refuses a file that was altered, is of another version, or is not there", async () => {
    const { world, text, replay } = await recorded();
    world.file(
      "altered.ndjson",
      text.replace('"verdict":"fail"', '"verdict":"pass"'),
    );
    expect(await replay([], "altered.ndjson")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("was altered"),
    });
    world.file("old.ndjson", '{"type":"run","format":"usdot-evidence/2"}\n');
    expect(await replay([], "old.ndjson")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("usdot 0.3"),
    });
    expect((await replay([], "none.ndjson")).status).toBe(7);
  });
});

describe("usdot vet --reuse", () => {
  it("asks only for what the file lacks: cut off, unanswered, or too old; also of several files", async () => {
    const { world, lines } = await recorded();
    world.file("cut.ndjson", `${lines.slice(0, 3).join("\n")}\n`);
    world.carriers["3"] = goodCarrier("3");
    const reused = await world.run(
      [...numbers, "--reuse", "cut.ndjson", "--format", "json"],
      { day: 0.5 },
    );
    expect(world.asked.sort()).toEqual([
      "3/carrier",
      "3/insurance",
      "3/safety",
      "4/carrier",
    ]);
    const [one] = JSON.parse(reused.stdout).carriers;
    expect(one.answers[0]).toMatchObject({
      reused: true,
      asked_at: expect.stringMatching(/^20\d\d-/),
    });
    await world.run(numbers, { day: 0.5 });
    await world.run(
      [...numbers, "--reuse", "run.ndjson", "--reuse", "cut.ndjson"],
      { day: 0.5 },
    );
    expect(world.asked).toEqual(["3/safety"]);
  });

  it("takes the newest answer of several files, in whichever order they are named", async () => {
    const world = await startWorld({ "1": goodCarrier("1") });
    await world.run(["1", "--evidence", "old.ndjson"], { day: -0.5 });
    world.carriers["1"] = changed("1", { status: "INACTIVE" });
    await world.run(["1", "--evidence", "new.ndjson"]);
    for (const [one, other] of [
      ["old.ndjson", "new.ndjson"],
      ["new.ndjson", "old.ndjson"],
    ] as const) {
      const { status } = await world.run(
        ["1", "--reuse", one, "--reuse", other],
        { day: 0.1 },
      );
      expect([status, world.asked]).toEqual([3, []]);
    }
  });

  it("continues a run that was cut off anywhere, to the same verdicts", async () => {
    const { world, text, first } = await recorded(["--format", "csv"]);
    const verdicts = (csv: string) =>
      csv.split("\n").map((line) => line.split(",").slice(0, 3));
    const bytes = Buffer.from(text);
    const feeds = [...bytes.keys()].filter((at) => bytes[at] === 10);
    const parts = Array.from({ length: 12 }, (_, part) =>
      Math.floor((bytes.length * part) / 12),
    );
    for (const cut of [...parts, ...feeds.flatMap((at) => [at, at + 1])]) {
      world.file("cut.ndjson", bytes.subarray(0, cut));
      const again = await world.run([
        ...numbers,
        "--reuse",
        "cut.ndjson",
        "--format",
        "csv",
      ]);
      expect(again.status).toBe(first.status);
      expect(verdicts(again.stdout)).toEqual(verdicts(first.stdout));
    }
  });

  it.each([
    [23, 0, ""],
    [25, 3, "3 recorded answers are older than 24 hours: not reused"],
    [-1, 3, ""],
  ])("of answers %d hours old: %d requests", async (age, requests, note) => {
    const world = await startWorld({ "1": goodCarrier("1") });
    const now = Date.now();
    await world.run(["1", "--evidence", "run.ndjson"], { now });
    const { stderr } = await world.run(["1", "--reuse", "run.ndjson"], {
      now: now + age * 3_600_000,
    });
    expect(world.asked).toHaveLength(requests);
    expect(stderr).toContain(note);
  });

  it("reuses summaries and definite 404s in bulk, and refuses evidence of another service", async () => {
    const world = await startWorld({
      "1": goodCarrier("1"),
      "2": { ...goodCarrier("2"), carrier: noSuchCarrier },
    });
    const env = { USDOT_API_KEY: "k" };
    const policy = world.file(
      "p.yaml",
      "version: 1\nname: mine\nrules:\n  status: { allow: [ACTIVE] }\n",
    );
    const args = ["1", "2", "--policy", policy];
    await world.run([...args, "--evidence", "run.ndjson"], { env });
    const again = await world.run([...args, "--reuse", "run.ndjson"], { env });
    expect([again.status, world.asked]).toEqual([3, []]);
    const other = await startWorld({});
    const refused = await other.run(["1", "--reuse", "run.ndjson"], {
      cwd: world.cwd,
    });
    expect(refused).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("leave out --reuse, or ask that service"),
    });
  });
});

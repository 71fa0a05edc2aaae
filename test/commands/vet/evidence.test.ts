import { hash as hashOf } from "node:crypto";
import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { run as runInHost } from "../../../src/main.ts";
import { numbered } from "../../lookup/answers.ts";
import {
  ending,
  memoryHost,
  refusal,
  run,
  wordsOf,
} from "../../support/run.ts";
import {
  active,
  changed,
  failed,
  fleetOf,
  goodCarrier,
  noSuchCarrier,
  refused,
  startWorld,
  withKey,
} from "./world.ts";

const carriers = {
  "1": goodCarrier("1"),
  "2": changed("2", { status: "INACTIVE" }),
  "3": { ...goodCarrier("3"), insurance: noSuchCarrier, safety: failed },
  "4": { ...goodCarrier("4"), carrier: noSuchCarrier },
};

const world = await startWorld(carriers);

/** A recorded run. */
async function recorded(more = "") {
  const first = await world.run(`1 2 3 4 --evidence run.ndjson ${more}`);
  const text = world.read("run.ndjson");
  const hash = /sha256 (\w{64})/.exec(first.stderr)?.[1] ?? "";
  return { first, text, lines: text.split("\n"), hash };
}

const sha256 = (text: string) => hashOf("sha256", text);

describe("usdot vet --evidence", () => {
  it("holds all that the verdicts rest on, and can be checked by hand", async () => {
    const { text, hash } = await recorded("--reference LOAD-1 --by me");
    expect(world.line("run.ndjson", 0)).toMatchObject({
      type: "run",
      format: "usdot-evidence/3",
      service: world.url,
      reference: "LOAD-1",
      by: "me",
      compared: null,
      shard: null,
    });
    const body = JSON.stringify(carriers["1"].carrier);
    expect(world.line("run.ndjson", 1).answers[0]).toMatchObject({
      record: "carrier",
      status: 200,
      url: `${world.url}/v1/carriers/1`,
      date: "Sat, 21 Nov 2026 12:00:00 GMT",
      body,
      sha256: sha256(body),
    });
    expect(sha256(text.slice(0, text.lastIndexOf('{"type":"end"')))).toBe(hash);
  });

  it("tells what was asked in vain from what was never sent", async () => {
    world.carriers = fleetOf(30, (number) => ({
      ...goodCarrier(number),
      carrier: failed,
    }));
    const numbers = numbered(30).join(" ");
    await world.run(`${numbers} --evidence run.ndjson`);
    expect(
      [1, 30].map((at) => world.line("run.ndjson", at).answers[0]),
    ).toMatchObject([
      { url: `${world.url}/v1/carriers/1`, status: 503 },
      { url: null, status: null },
    ]);
    const again = await world.replay("run.ndjson");
    expect(again.stdout).toContain(": not asked, since several");
  });

  it("has a carrier on the disk before anybody reads its verdict", async () => {
    const { host } = memoryHost({ cwd: world.cwd });
    const linesBefore: number[] = [];
    const write = (_: Buffer, __: string, done: () => void) => {
      linesBefore.push(world.read("run.ndjson").split("\n").length);
      done();
    };
    const args = `--base-url ${world.url} --retries 0 vet 1 2 3 --format ndjson --evidence run.ndjson`;
    await runInHost(wordsOf(args), {
      ...host,
      stdout: new Writable({ write }),
    });
    // That of the run, those of the carriers, and the one that is begun.
    expect(linesBefore).toEqual([3, 4, 5]);
  });

  it("keeps the list as it was, its places and its invalid lines; of a long one the hash alone", async () => {
    const text = "1\nMC-1\n2 OOS\n";
    world.file("list.txt", text);
    world.file("long.csv", `dot_number,notes\n1,${"x".repeat(2 ** 24)}\n`);
    const first = await world.run("-f list.txt --evidence run.ndjson");
    const { lists, invalid } = world.line("run.ndjson", 0);
    expect(lists).toEqual([{ path: "list.txt", sha256: sha256(text), text }]);
    expect(invalid).toMatchObject([
      { place: { source: "list.txt", line: 2 }, text: "MC-1" },
    ]);
    const again = await world.replay("run.ndjson");
    expect(again.status).toBe(3);
    const [report = ""] = first.stdout.split("vetting policy");
    expect(again.stdout).toContain(
      `${report}answers of 2026-11-21, judged again on 2026-11-21 by policy default `,
    );
    await world.run("-f long.csv --evidence long.ndjson");
    expect(world.line("long.ndjson", 0).lists).toEqual([
      { path: "long.csv", sha256: expect.any(String) },
    ]);
  });

  it.each([
    "--evidence run.ndjson",
    "-o run.ndjson --format csv",
    "--report csv=run.ndjson",
  ])("is never replaced: %s", async (args) => {
    const { text } = await recorded();
    expect((await world.run(`1 ${args}`)).status).toBe(2);
    expect(world.asked).toEqual([]);
    expect(world.read("run.ndjson")).toBe(text);
  });

  it("keeps what is not UTF-8 as it was received", async () => {
    const json = '{"dot_number":"1","legal_name":"CAF\xc9"}';
    const body = Buffer.from(json, "latin1");
    world.carriers["1"] = {
      ...goodCarrier("1"),
      carrier: { status: 200, body },
    };
    const first = await world.run("1 --strict --evidence run.ndjson");
    expect(world.line("run.ndjson", 1).answers[0].body_base64).toBe(
      body.toString("base64"),
    );
    const again = await world.replay("run.ndjson");
    expect([first.status, again.status]).toEqual([6, 8]);
  });

  it("keeps why a bulk answer is missing, and says it in the finding", async () => {
    world.isBulkDown = true;
    const args = `1 2 ${world.policy(active)} --evidence run.ndjson`;
    const { status, stdout } = await world.run(args, withKey);
    expect([status, world.asked]).toEqual([5, ["bulk"]]);
    expect(stdout).toContain(
      "no answer about the carrier: the service failed (HTTP 503)",
    );
    const bulk = world.line("run.ndjson", 1);
    expect(bulk).toMatchObject({ type: "bulk", status: 503 });
    for (const line of [2, 3])
      expect(world.line("run.ndjson", line).answers).toEqual([
        {
          record: "summary",
          error: { code: "unreachable", message: expect.any(String) },
          bulk: bulk.sha256,
        },
      ]);
  });

  it("has a bulk answer once, before the carriers that cite it, and is read with it alone", async () => {
    world.carriers["1"] = changed("1", { legal_name: 'A "\u202e\u2028\n B' });
    const args = `1 3 ${world.policy(active)} --evidence run.ndjson`;
    expect((await world.run(args, withKey)).status).toBe(0);
    const [run, bulk, ...lines] = world.read("run.ndjson").split("\n");
    expect(bulk).not.toMatch(/[\u202e\u2028]/);
    for (const line of [2, 3])
      expect(world.line("run.ndjson", line).answers).toEqual([
        { record: "summary", bulk: world.line("run.ndjson", 1).sha256 },
      ]);
    expect((await world.replay("run.ndjson")).status).toBe(0);
    world.file("altered.ndjson", [run, ...lines].join("\n"));
    expect(await world.replay("altered.ndjson")).toMatchObject(
      ending(2, "that no earlier line has"),
    );
  });

  it("has no key in it, should the service repeat it", async () => {
    const { USDOT_API_KEY: secret } = withKey.env;
    world.carriers["1"] = changed("1", { echo: secret });
    const args = "1 --strict --evidence run.ndjson --format json";
    const { stdout, stderr } = await world.run(args, withKey);
    expect(world.read("run.ndjson") + stdout + stderr).not.toContain(secret);
    expect(world.line("run.ndjson", 1).answers[0]).toMatchObject({
      redacted: true,
      body: expect.stringContaining("[redacted]"),
    });
    expect((await world.replay("run.ndjson")).status).toBe(0);
  });
});

describe("usdot vet --from", () => {
  it("judges the same, with no network, as of the recorded time", async () => {
    const { first, hash } = await recorded(
      "--format json --shard 1/1 --reference LOAD-1 --by me",
    );
    const again = await world.replay("run.ndjson --format json");
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

  it("judges by another policy and other waivers, and counts what comes out otherwise", async () => {
    await recorded();
    const policy = world.policy("status: { allow: [ACTIVE, INACTIVE] }");
    const other = await world.replay(`run.ndjson ${policy}`);
    expect(other).toMatchObject(
      ending(3, "2 verdicts differ from the recorded ones"),
    );
    expect(other.stdout).toContain("PASS       2 ");
    world.file(
      "w.yaml",
      "version: 1\nwaivers:\n  - { carrier: 2, rule: status, reason: r, by: me, until: 2027-01-01, saw: { status: INACTIVE } }\n",
    );
    const env = { USDOT_POLICY: policy.split(" ").at(-1) ?? "" };
    const set = await world.replay("run.ndjson", { env });
    // It was set for runs to come.
    expect(set.stderr).not.toContain("differ");
    expect(set.stderr).toContain("to use the one in your settings");
    const waived = await world.replay("run.ndjson --waivers w.yaml");
    expect(waived.stdout).toContain("PASS       2 ");
    await world.run("2 --waivers w.yaml --evidence waived.ndjson");
    world.file("w.yaml", "");
    expect((await world.replay("waived.ndjson")).status).toBe(0);
    await world.run("2 --evidence 2.ndjson");
    const line = await world.replay(`2.ndjson --format line ${policy}`);
    expect(line.stdout).toContain(" · verdict: was FAIL when recorded · ");
    const row = await world.replay(`2.ndjson --format csv ${policy}`);
    expect(row.stdout).toContain(",pass,was FAIL when recorded,");
  });

  it("may replace a list that the recorded policy read, and no other does", async () => {
    world.file("no.txt", "9\n");
    const policy = world.policy("dot_number: { deny_file: no.txt }");
    await recorded(policy);
    expect(await world.replay(`run.ndjson ${policy} -o no.txt`)).toMatchObject(
      refusal("no.txt is an input file"),
    );
    await world.replay("run.ndjson -o no.txt");
    expect(world.read("no.txt")).toContain("4 carriers: ");
  });

  it("replays claims, and a comparison as it was", async () => {
    const args = "1 --history runs --format json";
    await world.run(args);
    world.carriers["1"] = changed("1", { "contact.phone": "(555) 555-0199" });
    const first = await world.run(`${args} --claim name=Other`, { day: 1 });
    expect(first.status).toBe(3);
    const again = await world.replay(
      "runs/2026-11-22T120000Z.ndjson --format json",
    );
    const [one, same] = [first, again].map(
      ({ stdout }) => JSON.parse(stdout).carriers,
    );
    expect(same).toEqual(one);
    expect(again.stdout).toContain("5555550199");
    expect(again.stderr).not.toContain("differ");
    const policy = world.policy("claims: { fields: [phone] }");
    const other = `runs/2026-11-22T120000Z.ndjson ${policy}`;
    expect(await world.replay(other)).toMatchObject(
      ending(8, "1 verdict differs from the recorded one"),
    );
    // The first run of a history compared nothing.
    expect(await world.replay("runs/2026-11-21T120000Z.ndjson")).toMatchObject({
      status: 0,
      stderr: "",
    });
  });

  it("shows one carrier on the screen that its vetting had", async () => {
    const first = await world.run("2 --evidence run.ndjson");
    const again = await world.replay("run.ndjson");
    const screen = (text: string) => text.slice(0, text.indexOf("\nContact"));
    expect([again.status, again.stderr]).toEqual([3, ""]);
    expect(screen(again.stdout)).toBe(screen(first.stdout));
  });

  it("refuses to write the line of one carrier about several", async () => {
    await recorded();
    const args = "run.ndjson -o rows.csv --report line=line.txt";
    expect(await world.replay(args)).toMatchObject(
      refusal("line reports are about one number"),
    );
    expect(world.names()).toEqual(["run.ndjson"]);
  });

  it("takes unchanged for unknown where the run compared nothing", async () => {
    await recorded();
    const policy = world.policy("unchanged: { fields: [identity] }");
    const { stdout } = await world.replay(`run.ndjson ${policy}`);
    expect(stdout).toContain("no earlier run to compare with");
  });

  it("judges the whole carriers of a file that is cut off: 3 if one fails, otherwise 8, and none passes", async () => {
    const { lines } = await recorded();
    const cut = (count: number, format: string) => {
      const whole = `${lines.slice(0, count).join("\n")}\n`;
      world.file("cut.ndjson", whole + lines[count]?.slice(0, 20));
      return world.replay(`cut.ndjson --format ${format}`);
    };
    for (const [count, status] of [8, 8, 3, 3, 3].entries()) {
      const result = await cut(count + 1, "json");
      expect(result).toMatchObject(ending(status, "the evidence is cut off"));
      const { evidence_sha256, counts, carriers } = JSON.parse(result.stdout);
      expect([evidence_sha256, counts.pass]).toEqual([null, 0]);
      if (count > 0) expect(carriers[0].recorded_verdict).toBe("pass");
    }
    for (const format of ["table", "csv", "ndjson", "line"]) {
      const { stdout } = await cut(2, format);
      expect(stdout).toMatch(/review/i);
      expect(stdout).toMatch(
        /was PASS when recorded|"recorded_verdict":"pass"/,
      );
      expect(stdout).toContain("the evidence is cut off: nothing in it passes");
      expect(stdout).not.toMatch(/^PASS/);
    }
    world.file("torn.ndjson", lines[0]?.slice(0, 50) ?? "");
    expect(await world.replay("torn.ndjson")).toMatchObject(
      ending(8, "cut off before its first carrier"),
    );
  });

  const strange = "line 2: it is not a line of evidence";
  const otherHash = "the end hash does not match";
  it.each([
    [
      "a body",
      "legal_name\\",
      "legal_nema\\",
      "/v1/carriers/1 does not match its hash",
    ],
    ["a verdict", '"verdict":"pass"', '"verdict":"fail"', otherHash],
    ["no policy", '"policy"', '"police"', "line 1: it is not a line of"],
    ["no JSON", '"carrier"', "carrier", strange],
    [
      "a carrier with another number than its body",
      '"dot_number":"1"',
      '"dot_number":"9"',
      "line 2: the service sent a record about USDOT 1, another carrier",
    ],
    ["a carrier without answers", '"answers":[', '"answer":[', strange],
    ["a claim that is no row", '"claims":null', '"claims":[5]', otherHash],
    ["no earlier verdict", '"kind":"unknown"', '"kind":"known"', strange],
    [
      "an answer of no time",
      /"asked_at":"[^"]*"/,
      '"asked_at":"noon"',
      otherHash,
    ],
    [
      "lines after the end",
      /$/,
      '{"type":"gone"}\n',
      "there is a line after the end line",
    ],
    ["version 1", "evidence/3", "evidence/1", "/1, which usdot 0.2 reads"],
    ["a list", /^/, "9000001\n", "is not evidence of usdot vet"],
  ])("refuses a file with %s", async (_, was, is, message) => {
    const { text } = await recorded();
    const altered = text.replace(was, is);
    expect(altered).not.toBe(text);
    world.file("altered.ndjson", altered);
    const rows = "--format csv";
    expect(await world.replay(`altered.ndjson ${rows}`)).toMatchObject(
      refusal(message),
    );
  });
});

describe("usdot vet --reuse", () => {
  it("asks only for what the file lacks: cut off, unanswered, or too old; also of several files", async () => {
    const { lines } = await recorded();
    world.file("cut.ndjson", `${lines.slice(0, 3).join("\n")}\n`);
    world.carriers["3"] = goodCarrier("3");
    const day = { day: 0.5 };
    const args = "1 2 3 4 --format json --reuse cut.ndjson";
    const { stdout } = await world.run(args, day);
    expect(world.asked.sort()).toEqual([
      "3/carrier",
      "3/insurance",
      "3/safety",
      "4/carrier",
    ]);
    const { answers_from, carriers } = JSON.parse(stdout);
    expect(answers_from).toBe("2026-11-21");
    expect(carriers[0].answers[0]).toMatchObject({
      reused: true,
      asked_at: expect.stringMatching(/^20\d\d-/),
    });
    await world.run(`${args} --reuse run.ndjson`, day);
    expect(world.asked).toEqual(["3/safety"]);
  });

  it("keeps the verdicts of what it answers where the asking is stopped", async () => {
    world.carriers = fleetOf(30, (number) =>
      changed(number, { status: "INACTIVE" }),
    );
    const known = numbered(20, 11).join(" ");
    await world.run(`${known} --evidence run.ndjson`);
    world.carriers = fleetOf(10, (number) => ({
      ...goodCarrier(number),
      carrier: refused,
    }));
    const numbers = `${numbered(10).join(" ")} ${known}`;
    expect(await world.run(`${numbers} --reuse run.ndjson`)).toMatchObject(
      ending(3, ": 20 carriers fail"),
    );
    expect(world.asked.length).toBeLessThan(9);
  });

  it("takes the newest answer of several files, in whichever order they are named", async () => {
    await world.run("1 --evidence old", { day: -0.5 });
    world.carriers["1"] = changed("1", { status: "INACTIVE" });
    await world.run("1 --evidence new");
    for (const files of ["old --reuse new", "new --reuse old"]) {
      const { status } = await world.run(`1 --reuse ${files}`, { day: 0.1 });
      expect([status, world.asked]).toEqual([3, []]);
    }
  });

  it("continues a run that was cut off anywhere, to the same verdicts", async () => {
    const { text, first } = await recorded("--format csv");
    const verdicts = (csv: string) =>
      csv.split("\n").map((line) => line.split(",").slice(0, 3));
    const parts = numbered(12, 0).map((part) =>
      Math.floor((text.length * part) / 12),
    );
    const feeds = [...text.matchAll(/\n/g)].map(({ index }) => index);
    for (const cut of [...parts, ...feeds.flatMap((at) => [at, at + 1])]) {
      world.file("cut.ndjson", text.slice(0, cut));
      const again = await world.run("1 2 3 4 --reuse cut.ndjson --format csv");
      expect(again.status).toBe(first.status);
      expect(verdicts(again.stdout)).toEqual(verdicts(first.stdout));
    }
  });

  it.each([
    [23, 0, ""],
    [25, 3, "left out 3 recorded answers not from the last 24 hours"],
    [-1, 3, "left out 3 recorded answers"],
  ])("of answers %d hours old: %d requests", async (age, requests, note) => {
    const now = Date.now();
    await world.run("1 --evidence run.ndjson", { now });
    const { stderr } = await world.run("1 --reuse run.ndjson", {
      now: now + age * 3_600_000,
    });
    expect(world.asked).toHaveLength(requests);
    expect(stderr).toContain(note);
  });

  it("reuses summaries and definite 404s in bulk, and refuses evidence of another service", async () => {
    const args = `1 4 ${world.policy(active)}`;
    await world.run(`${args} --evidence run.ndjson`, withKey);
    const again = await world.run(`${args} --reuse run.ndjson`, withKey);
    expect([again.status, world.asked]).toEqual([3, []]);
    // A summary does not answer for the carrier's own record.
    await world.run("1 --reuse run.ndjson");
    expect(world.asked).toHaveLength(3);
    expect(
      await run("--base-url http://127.0.0.1:9 vet 1 --reuse run.ndjson", {
        cwd: world.cwd,
      }),
    ).toMatchObject(ending(2, "leave out --reuse, or ask that service"));
  });
});

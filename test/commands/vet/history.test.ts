/** Monitoring: each morning's run is recorded in a directory, and compared with the runs there. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { sha256 } from "../../../src/vet/evidence/format.ts";
import { respond, serve } from "../../service/loopback.ts";
import { goodRecord, type Json } from "../../support/carrier-records.ts";
import { runInProcess, testDay } from "../../support/memory-host.ts";
import { newFifo, temporaryDirectory } from "../../support/resources.ts";
import { dayLength, monitored, runsIn } from "./monitored.ts";
import { fileOf, forged, freePath, linesOf, policyOf, questionOf, questionsTo, serveCarriers, vet } from "./vetting.ts";

describe("monitoring", () => {
  it("reports a change once without the rule unchanged, and says so", async () => {
    const policy = policyOf("status: { allow: [ACTIVE] }");
    const { alter, morning } = await monitored(`--policy ${policy}`);
    expect((await morning(0)).err).not.toContain("only once");
    alter("1", { legal_name: "OTHER LLC" });
    const { changes, err } = await morning(1);
    expect(changes).toEqual({ "1": ["legal_name"] });
    expect(err).toContain("note: without the rule unchanged, a change is reported only once");
    expect((await morning(2)).changes).toEqual({});
  });

  it("prints nothing at all while nothing changes, whatever the exit status", async () => {
    const { alter, run } = await monitored("--only-changed --quiet");
    alter("2", { status: "INACTIVE" });
    const list = fileOf("1\n2\n");
    expect((await run(0, `-f ${list}`)).out).not.toBe("");
    expect(await run(1, `-f ${list}`)).toMatchObject({ status: 3, out: "", err: "" });
    expect(JSON.parse((await run(2, `-f ${list}`, "--format json")).out).carriers).toEqual([]);
    expect((await run(3, `-f ${list}`, "--format csv")).out.split("\n")).toHaveLength(2);
    alter("1", { legal_name: "OTHER LLC" });
    const { out } = await run(4, `-f ${list}`);
    expect(out).toContain("OTHER LLC");
    expect(out).not.toContain("USDOT 2");
  });
});

describe("an invalid line under --only-changed --quiet", () => {
  const silent = { out: "", err: "" };
  const named = (source: string, line: number, text: string) =>
    `usdot: ${source}:${line}: ${text} is a docket number, not a USDOT number\n`;

  it("is named once, and again when anything else is", async () => {
    const { alter, run } = await monitored("--only-changed --quiet");
    const [plain, one, moved, two] = ["1\n2\n", "1\nMC-1\n2\n", "1\n2\nMC-1\n", "1\n2\nMC-1\nMC-2\n"].map((text) =>
      fileOf(text),
    ) as [string, string, string, string];
    const { err } = await run(0, `-f ${plain}`);
    expect(err).toBe("");
    expect(await run(1, `-f ${plain}`)).toMatchObject({ status: 0, ...silent });
    const first = await run(2, `-f ${one}`);
    expect(first).toMatchObject({ status: 8 });
    expect(first.out).toContain("MC-1 is a docket number");
    expect(first.err).toBe(
      `${named(one, 2, "MC-1")}usdot: not every carrier passes; fix the invalid lines that are named above\n`,
    );
    expect(await run(3, `-f ${one}`)).toMatchObject({ status: 8, ...silent });
    expect(await run(4, `-f ${moved}`)).toMatchObject({ status: 8, ...silent });
    const another = await run(5, `-f ${two}`);
    expect(another.err).toContain(named(two, 3, "MC-1") + named(two, 4, "MC-2"));
    // CSV has no place for them.
    const csv = await run(6, `-f ${two}`, "--format csv");
    expect(csv).toMatchObject({ status: 8, err: "" });
    expect(csv.out.split("\n")).toHaveLength(2);
    expect(JSON.parse((await run(7, `-f ${two}`, "--format json")).out)).toMatchObject({
      carriers: [],
      refused: [{ text: "MC-1" }, { text: "MC-2" }],
    });
    alter("1", { status: "INACTIVE" });
    const changed = await run(8, `-f ${two}`, "--format csv");
    expect(changed.status).toBe(3);
    expect(changed.err).toContain(named(two, 3, "MC-1") + named(two, 4, "MC-2"));
    // Removed, it is no news; put back, it is.
    expect(await run(9, `-f ${plain}`)).toMatchObject({ status: 3, out: expect.stringContaining("INACTIVE") });
    expect((await run(10, `-f ${one}`)).err).toContain(named(one, 2, "MC-1"));
  });

  it("is known from the run that --since names, in a replay as well", async () => {
    const evidence = [freePath("one.ndjson"), freePath("two.ndjson")];
    const list = fileOf("9000001\nMC-1\n");
    const more = fileOf("9000001\nMC-1\nMC-2\n");
    await vet(`-f ${list} --sample --evidence ${evidence[0]}`);
    const since = `--since ${evidence[0]} --only-changed --quiet`;
    expect(await vet(`-f ${list} --sample ${since}`)).toMatchObject({ status: 8, ...silent });
    const { err } = await vet(`-f ${more} --sample ${since} --evidence ${evidence[1]}`);
    expect(err).toContain(named(more, 2, "MC-1") + named(more, 3, "MC-2"));
    expect(await vet(`--from ${evidence[0]} ${since}`)).toMatchObject({ status: 8, ...silent });
    expect((await vet(`--from ${evidence[1]} ${since}`)).err).toContain(named(more, 3, "MC-2"));
  });
});

describe("a carrier that has never passed", () => {
  it.each([404, 503])("loses no change to a day of HTTP %d", async (status) => {
    const { history, alter, morning, run } = await monitored("--retries 0");
    const inactive = { status: "INACTIVE" };
    const stolen = { ...inactive, legal_name: "THIEF LLC", contact: { phone: "402-555-0199" } };
    alter("1", inactive);
    await morning(0);
    alter("1", status);
    await morning(1);
    await morning(2);
    alter("1", stolen);
    const { out } = await run(3, "1 2", "--only-changed");
    expect(out).toContain("THIEF LLC");
    rmSync(join(history, runsIn(history)[3] as string));
    expect((await morning(3)).changes).toEqual({ "1": ["legal_name", "contact.phone", "contact.email"] });
    // Nobody has accepted anything: it is compared with the day before.
    expect((await morning(4)).changes).toEqual({});
    for (const name of runsIn(history)) {
      const { err } = await vet(`--from ${join(history, name)}`);
      expect(err).not.toContain("altered");
    }
  });

  it("is compared record by record with the last run that has the record", async () => {
    const { history, alter, alterAlso, morning } = await monitored("--retries 0");
    const insuredBy = (insurer: string) => (record: Json) => ({
      ...record,
      policies: (record["policies"] as Json[]).map((row) => ({ ...row, insurer_name: insurer })),
    });
    alter("1", { status: "INACTIVE" });
    await morning(0);
    alterAlso("1", "insurance", () => 503);
    alterAlso("1", "safety", () => 404);
    await morning(1);
    alter("1", { status: "INACTIVE", legal_name: "THIEF LLC" });
    expect((await morning(2)).changes).toEqual({ "1": ["legal_name"] });
    alterAlso("1", "insurance", insuredBy("OTHER INSURANCE"));
    alterAlso("1", "safety", (record) => ({ ...record, rating: "Conditional" }));
    expect((await morning(3)).changes).toEqual({ "1": ["rating", "insurance.policies.insurer_name"] });
    expect((await morning(4)).changes).toEqual({});
    for (const name of runsIn(history)) expect((await vet(`--from ${join(history, name)}`)).status).toBe(3);
  });

  it("is compared with nothing as long as nothing was answered", async () => {
    const { history, alter, morning } = await monitored();
    alter("1", 404);
    await morning(0);
    alter("1", { contact: { phone: "402-555-0199" } });
    const { verdicts, changes } = await morning(1);
    expect(verdicts["1"]).toBe("review");
    expect(changes).toEqual({});
    const { status, err } = await vet(`--from ${join(history, runsIn(history)[1] as string)}`);
    expect(err).not.toContain("altered");
    expect(status).toBe(8);
  });
});

describe("a value that cannot be written back as JSON", () => {
  const deep = "[".repeat(50_000) + "]".repeat(50_000);
  it.each([
    ["carrier", "zip", "1e999"],
    ["carrier", "zip", deep],
    ["carrier", "mc_number", "-1e999"],
    ["insurance", "policy_number", "1e999"],
    ["insurance", "insurer_name", deep],
    ["insurance", "policy_number", '{"a":1,"findings":[],"sha256_before":"x"}'],
    ["carrier", "zip", '{"a":1,"findings":[],"sha256_before":"x"}'],
  ])("leaves runs that can be judged again: %s %s", async (kind, field, value) => {
    const service = await serve((_, asked, response) => {
      const question = questionOf(asked);
      const text = JSON.stringify(goodRecord(question.kind, "1"));
      const odd = text.replace(new RegExp(`("${field}":)"[^"]*"`), `$1${value}`);
      respond(response, 200, question.kind === kind ? odd : text);
    });
    const history = freePath("runs");
    const policy = policyOf("status: { allow: [ACTIVE] }", "unchanged: { fields: [identity, insurance] }");
    const statuses = [];
    for (const day of [0, 1, 2]) {
      const now = () => testDay + day * dayLength;
      const options = `--base-url ${service.origin} --history ${history} --policy ${policy}`;
      statuses.push((await vet(`1 ${options}`, { now })).status);
    }
    // An object is compared by its text, and what cannot be written equals nothing.
    expect(statuses).toEqual(value.startsWith("{") ? [0, 0, 0] : [0, 8, 8]);
    for (const [day, name] of runsIn(history).entries())
      expect((await vet(`--from ${join(history, name)}`)).status).toBe(statuses[day]);
  });

  it("is shown on the screen of a carrier without an error, and at once", async () => {
    const service = await serve((_, asked, response) => {
      const text = JSON.stringify(goodRecord(questionOf(asked).kind, "1"));
      respond(response, 200, text.replace('"policies":[', `"policies":[${deep},`));
    });
    expect((await vet(`1 --base-url ${service.origin}`)).status).toBe(0);
  });
});

describe("a record that the last pass lacks", () => {
  it("is compared with the last run that has it, the others with the last pass", async () => {
    const { alter, alterAlso, morning } = await monitored();
    const policy = policyOf("status: { allow: [ACTIVE] }", "unchanged: { fields: [identity] }");
    const insured = policyOf("status: { allow: [ACTIVE] }", "policies.bipd: { min: 1000 }");
    const insuredFor = (amount: number) => (record: Json) => ({
      ...record,
      policies: (record["policies"] as Json[]).map((row) => ({ ...row, coverage_amount: amount })),
    });
    expect((await morning(0, "1", `--policy ${policy}`)).verdicts).toEqual({ "1": "pass" });
    alter("1", { status: "INACTIVE" });
    alterAlso("1", "insurance", insuredFor(2_000_000));
    expect((await morning(1, "1", `--policy ${insured}`)).changes).toEqual({ "1": ["status"] });
    alterAlso("1", "insurance", insuredFor(1_000_000));
    const { changes } = await morning(2, "1", `--policy ${insured}`);
    expect(changes["1"]).toEqual(expect.arrayContaining(["status", "cover.bipd"]));
    // The day after, nothing but what was there at the last pass.
    expect((await morning(3, "1", `--policy ${insured}`)).changes).toEqual({ "1": ["status"] });
  });

  it("stays what it was, in whatever way the carrier itself was asked for", async () => {
    const { alter, alterAlso, morning } = await monitored("--api-key k");
    const whole = policyOf("authority.status: { allow: [A] }", "status: { allow: [ACTIVE] }");
    const short = policyOf("status: { allow: [ACTIVE] }");
    expect((await morning(0, "1 2", `--policy ${short}`)).verdicts).toEqual({ "1": "pass", "2": "pass" });
    const stolen = { status: "INACTIVE", legal_name: "THIEF LLC" };
    alter("1", stolen);
    alterAlso("1", "bulk", (record) => ({ ...record, ...stolen }));
    for (const [day, policy] of [whole, whole, short].entries())
      expect((await morning(day + 1, "1 2", `--policy ${policy}`)).changes).toEqual({ "1": ["legal_name", "status"] });
  });
});

describe("--history", () => {
  it("creates its directory for its owner, and leaves it alone in a dry run", async () => {
    const { history, run } = await monitored();
    await run(0, "1", "--dry-run");
    expect(() => statSync(history)).toThrow("ENOENT");
    await run(0, "1");
    await run(0, "1");
    expect(runsIn(history)).toEqual(["2026-11-21T120000Z.ndjson", "2026-11-21T120000Z_02.ndjson"]);
    expect(statSync(history).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(history)) expect(statSync(join(history, name)).mode & 0o077).toBe(0);
    const [first, second] = runsIn(history).map((name) => linesOf(join(history, name)).map((line) => JSON.parse(line)));
    expect(second?.[0].history).toEqual([first?.at(-1).sha256]);
  });

  it.each([
    ["1 --history runs --since none", "--history cannot be used with --since"],
    ["1 --history runs --evidence x", "--history cannot be used with --evidence"],
    ["-f x --history runs --shard 1/2", "--history cannot be used with --shard"],
    ["--from x --history runs", "--from cannot be used with --history"],
    ["1 --history -", "--history takes a directory, not a standard stream"],
  ])("is refused: %s", async (args, message) => {
    const { status, err } = await vet(args);
    expect(err).toContain(message);
    expect(status).toBe(2);
  });

  it("names the run that was cut off, and continues it", async () => {
    const { history, run, service } = await monitored();
    await run(0, "1 2");
    await run(1, "1 2");
    const [, last] = runsIn(history);
    const path = join(history, last as string);
    const whole = readFileSync(path);
    for (const lines of [5, 0]) {
      writeFileSync(path, lines === 0 ? "" : `${whole.toString().split("\n").slice(0, lines).join("\n")}\n`);
      const { err } = await run(2, "1 2", "--dry-run");
      expect(err).not.toContain("cut off");
      service.asked.length = 0;
      const again = await run(2, "1 2");
      expect(again.err).toContain(`${path} was cut off; the same command with --reuse ${path} continues it`);
      expect(again.status).toBe(0);
      rmSync(join(history, runsIn(history).at(-1) as string));
    }
    writeFileSync(path, `${whole.toString().split("\n").slice(0, 5).join("\n")}\n`);
    service.asked.length = 0;
    const continued = await vet(`1 2 --base-url ${service.origin} --history ${history} --reuse ${path}`, {
      now: () => testDay + dayLength + 60_000,
    });
    expect(questionsTo(service).sort()).toEqual(["carrier 2", "insurance 2", "safety 2"]);
    expect(continued.err).not.toContain("was cut off");
    expect(continued.status).toBe(0);
  });

  it("leaves alone what is no run of its own, in one sentence each", async () => {
    const { history, run, service } = await monitored();
    await run(0, "1");
    writeFileSync(join(history, "notes.txt"), "to do");
    writeFileSync(join(history, "2026-01-01T000000Z.ndjson"), "notes");
    const format = JSON.stringify({ type: "run", format: "usdot-evidence/0" });
    writeFileSync(join(history, "2026-01-02T000000Z.ndjson"), `${format}\n`);
    const other = await serveCarriers();
    await vet(`1 --base-url ${other.origin} --evidence ${join(history, "2026-11-21T160000Z.ndjson")}`);
    for (const day of [1, 2]) {
      const { status, err } = await run(day, "1");
      expect(status).toBe(0);
      expect(err).toContain("notes.txt is not a run of this history: it is left alone");
      expect(err).toContain("2026-01-01T000000Z.ndjson: not an evidence file: it is left alone");
      expect(err).toContain('2026-01-02T000000Z.ndjson: its format is "usdot-evidence/0"');
      expect(err).toContain(`2026-11-21T160000Z.ndjson is a run of another service, ${other.origin}: it is left alone`);
      expect(err).not.toContain("read anew");
    }
    expect(service.asked.length).toBe(9);
  });

  it("refuses a run that was altered, wherever it is needed", async () => {
    const { history, run, alter } = await monitored();
    await run(0, "1 2");
    const [first] = runsIn(history);
    const path = join(history, first as string);
    const good = readFileSync(path, "utf8");
    writeFileSync(path, good.replace("PLAUSIBLE FREIGHT", "PLAUSIBLE FREIGHD"));
    const { status, err } = await run(1, "1 2");
    expect(status).toBe(2);
    expect(err).toContain(`${path}: altered: line 2: the body does not match its sha256`);
    writeFileSync(path, good);
    alter("1", { status: "INACTIVE" });
    expect((await run(1, "1 2")).status).toBe(3);
    // Carrier 1 last passed in the first run, which nobody reads whole any more.
    writeFileSync(path, good.replace("PLAUSIBLE FREIGHT", "PLAUSIBLE FREIGHD"));
    const later = await run(2, "1 2");
    expect(later.status).toBe(2);
    expect(later.err).toContain(`${path}: altered since it was checked`);
  });

  it("refuses a run whose first or last line is broken, and not for a killed run's: that has no line feed", async () => {
    const { history, run } = await monitored();
    await run(0, "1");
    const path = join(history, runsIn(history)[0] as string);
    rmSync(join(history, ".usdot-index"));
    const good = readFileSync(path, "utf8");
    const lines = good.trimEnd().split("\n");
    for (const [at, broken] of [
      [0, (lines[0] as string).slice(0, -1)],
      [-1, (lines.at(-1) as string).slice(0, -1)],
      [-1, (lines.at(-1) as string).replace('"end"', '"and"')],
    ] as const) {
      const whole = lines.with(at, broken);
      writeFileSync(path, `${whole.join("\n")}\n`);
      const { status, err } = await run(1, "1");
      expect(err).toContain(`${path}: altered: line ${at === 0 ? 1 : lines.length}: `);
      expect(status).toBe(2);
      writeFileSync(path, whole.slice(0, at === 0 ? 1 : undefined).join("\n"));
      const cut = await run(1, "1");
      expect(cut.err).toContain(`${path} was cut off; the same command with --reuse ${path} continues it`);
      expect(cut.status).toBe(0);
      rmSync(join(history, runsIn(history)[1] as string));
      rmSync(join(history, ".usdot-index"));
    }
    // Nor does a killed run leave an end line that is whole and of another form, or something behind it.
    const [former, end] = [lines.slice(0, -1).join("\n"), lines.at(-1) as string];
    for (const last of [
      '{"type":"end"}',
      `${end} `,
      `${end}\r`,
      `${end}x`,
      `${end}\nx`,
      `${end}\n `,
      `${end}\n${"\0".repeat(5_000)}`,
    ]) {
      writeFileSync(path, `${former}\n${last}`);
      const { status, err } = await run(1, "1");
      expect(err).toContain(`${path}: altered: line ${lines.length + (last.includes("\n") ? 1 : 0)}: `);
      expect(status).toBe(2);
    }
  });

  it("reads the runs anew where its index is missing, broken, forged or does not match", async () => {
    const { history, morning, alter } = await monitored();
    await morning(0);
    alter("1", { contact: { phone: "402-555-0199", email: "ops@plausible.example" } });
    await morning(1);
    await morning(2);
    const index = join(history, ".usdot-index");
    const stolen = { "1": ["contact.phone"] };
    for (const damage of [
      () => rmSync(index),
      () => truncateSync(index, 40),
      // A power loss.
      () => truncateSync(index, 0),
      () => writeFileSync(index, Buffer.alloc(statSync(index).size)),
      () => writeFileSync(index, Buffer.concat([Buffer.alloc(20), readFileSync(index).subarray(20)])),
      () => writeFileSync(index, "usdot-history/0\n{}"),
      () => writeFileSync(index, readFileSync(index, "utf8").replace(/"sha256":"\w/, '"sha256":"x')),
      () => writeFileSync(index, readFileSync(index, "utf8").replace('"passed":true', '"passed":false')),
      // A run that is removed is no more compared with.
      () => rmSync(join(history, runsIn(history)[1] as string)),
    ]) {
      damage();
      expect((await morning(3)).changes).toEqual(stolen);
      rmSync(join(history, runsIn(history).at(-1) as string));
    }
  });

  it("does not forget what a run says whose end is cut off or changed, and names one that is gone", async () => {
    const { history, run, alter } = await monitored();
    await run(0, "1");
    await run(1, "1");
    alter("1", { contact: { phone: "402-555-0199" } });
    const path = join(history, runsIn(history)[0] as string);
    const good = readFileSync(path, "utf8");
    for (const damaged of [good.slice(0, good.trimEnd().lastIndexOf("\n") + 1), `${good}x`]) {
      writeFileSync(path, damaged);
      const { status, err } = await run(2, "1");
      expect(err).toContain(
        `${path}: altered: it does not end as it did; put it back, or delete ${history}/.usdot-index`,
      );
      expect(status).toBe(2);
    }
    rmSync(path);
    const { status, err } = await run(2, "1");
    expect(err).toContain(`warning: ${path} is gone: it is no longer compared with`);
    expect(err).toContain(`the runs in ${history} are not those of its index: all are read anew`);
    expect(status).toBe(3);
  });

  it("goes by no index that a run has not recorded, however well it is forged", async () => {
    const { history, run, morning, alter } = await monitored();
    await run(0, "1");
    alter("1", { contact: { phone: "402-555-0199" } });
    expect((await run(1, "1")).status).toBe(3);
    const index = join(history, ".usdot-index");
    const thefts = join(history, runsIn(history)[1] as string);
    // It knows the second run from now on.
    expect((await run(2, "1")).status).toBe(3);
    const newest = join(history, runsIn(history)[2] as string);
    const good = readFileSync(index, "utf8");
    const bytes = readFileSync(thefts);
    const offset = bytes.indexOf("\n") + 1;
    const lines = bytes.subarray(offset, bytes.lastIndexOf("\n", bytes.length - 2) + 1);
    const stolen = { run: 1, offset, length: lines.length, sha256: sha256(lines) };
    const firstOf = (content: Json) => (content["carriers"] as [string, Json][])[0]?.[1] as Json;
    const point = (to: object) => (content: Json) =>
      Object.assign((firstOf(content)["records"] as Json)["carrier"] as Json, to);
    for (const change of [
      // Compared with the theft itself, nothing has changed.
      point({ ...stolen, passed: true }),
      point({ ...stolen, passed: false }),
      // A carrier that is new is compared with nothing.
      (content: Json) => Object.assign(content, { carriers: [] }),
      (content: Json) => Object.assign(content, { carriers: [["1", {}]] }),
      (content: Json) => Object.assign(content, { carriers: null }),
      (content: Json) => Object.assign(content, { runs: (content["runs"] as Json[]).slice(0, 1) }),
      (content: Json) => Object.assign(firstOf(content), { verdict: "pass" }),
      (content: Json) => Object.assign(firstOf(content), { records: {} }),
    ]) {
      const content = JSON.parse(good.split("\n")[1] as string);
      change(content);
      const forgery = `usdot-history/3\n${JSON.stringify(content)}`;
      expect(forgery).not.toBe(good);
      writeFileSync(index, forgery);
      const { status, changes, err } = await morning(3, "1");
      expect(err).toContain(`warning: no run recorded the index ${index}: all runs are read anew`);
      expect(changes).toEqual({ "1": ["contact.phone", "contact.email"] });
      expect(status).toBe(3);
      rmSync(join(history, runsIn(history).at(-1) as string));
    }
    // The run that recorded it cannot be made to record another one without a trace.
    const [forgery, run3] = [readFileSync(index, "utf8").replace('"passed":true', '"passed":false'), newest];
    writeFileSync(index, forgery);
    const recorded = readFileSync(run3, "utf8");
    writeFileSync(run3, recorded.replace(/"history_index":"\w+"/, `"history_index":"${sha256(forgery)}"`));
    const { status, err } = await run(3, "1");
    expect(err).toContain(`${run3}: altered: line`);
    expect(status).toBe(2);
  });

  it("reads the runs that a killed run left out of its index, and no others", async () => {
    const { history, run, morning, alter } = await monitored();
    const index = join(history, ".usdot-index");
    for (const day of [0, 1, 2]) await run(day, "1 2");
    const early = readFileSync(index);
    await run(3, "1 2");
    // As if the last run had been killed between its end and its index.
    writeFileSync(index, early);
    // As if another one had been killed before its end.
    await run(4, "1 2");
    const killed = join(history, runsIn(history)[4] as string);
    writeFileSync(killed, `${linesOf(killed).slice(0, 5).join("\n")}\n`);
    writeFileSync(index, early);
    alter("1", { legal_name: "OTHER LLC" });
    const { err, changes } = await morning(5, "1 2");
    expect(err).toContain(`${killed} was cut off`);
    expect(err).not.toContain("read anew");
    expect(changes).toEqual({ "1": ["legal_name"] });
    expect((await morning(6, "1 2")).err).not.toContain("read anew");
  });

  it.skipIf(process.platform !== "linux")("does without an index that cannot be written", async () => {
    const { history, run, morning, alter, alterAlso } = await monitored();
    await run(0, "1");
    const index = join(history, ".usdot-index");
    alterAlso("1", "safety", (record) => {
      rmSync(index, { force: true, recursive: true });
      mkdirSync(index);
      return record;
    });
    const { status, err } = await run(1, "1");
    expect(err).toContain(`warning: cannot write ${history}: `);
    expect(err).toContain("; the next run reads more of the runs");
    expect(status).toBe(0);
    expect(readdirSync(history).filter((name) => name.startsWith(".usdot-index"))).toEqual([".usdot-index"]);
    rmdirSync(index);
    alterAlso("1", "safety", (record) => record);
    alter("1", { status: "INACTIVE" });
    const next = await morning(2, "1");
    expect(next.err).not.toContain("read anew");
    expect(next.changes).toEqual({ "1": ["status"] });
  });

  it("overwrites no file of the user's", async () => {
    const { history, morning, run } = await monitored();
    mkdirSync(history);
    const own = join(history, "index.json");
    writeFileSync(own, "mine");
    const linked = fileOf("precious");
    symlinkSync(linked, join(history, ".usdot-index.partial"));
    expect((await morning(0)).status).toBe(0);
    expect((await morning(1)).err).toContain(`${own} is not a run of this history: it is left alone`);
    expect([own, linked].map((path) => readFileSync(path, "utf8"))).toEqual(["mine", "precious"]);
    const index = join(history, ".usdot-index");
    rmSync(index);
    symlinkSync(linked, index);
    const { status, err } = await run(2, "1");
    expect(status).toBe(2);
    expect(err).toContain(`${index} already exists and was not created by usdot`);
    expect(readFileSync(linked, "utf8")).toBe("precious");
    expect(lstatSync(index).isSymbolicLink()).toBe(true);
  });

  it("is not where the same run writes anything else", async () => {
    const { history, run } = await monitored();
    await run(0, "1");
    const files = readdirSync(history);
    const contents = () => files.map((name) => readFileSync(join(history, name), "utf8"));
    const before = contents();
    symlinkSync(history, `${history}-link`);
    const paths = [".usdot-index", runsIn(history)[0] as string, "report.csv"].map((name) => join(history, name));
    for (const path of [...paths, join(`${history}-link`, "report.csv")]) {
      const { status, err } = await run(1, "1", `--report csv=${path}`);
      expect(status).toBe(2);
      expect(err).toContain("--report csv names a file in the directory of --history, which holds its runs");
    }
    const missing = freePath("missing");
    const first = await vet(`1 --sample --history ${missing} --rejects ${join(missing, "rejects.csv")}`);
    expect(first.err).toContain("--rejects names a file in the directory of --history");
    expect(() => statSync(missing)).toThrow("ENOENT");
    expect(readdirSync(history)).toEqual(files);
    expect(contents()).toEqual(before);
    expect((await run(1, "1", `--report csv=${freePath("report.csv")}`)).status).toBe(0);
  });

  it("takes the verdicts of another version for what this one makes of its answers", async () => {
    const { history, run, alter, morning } = await monitored();
    alter("1", { status: "INACTIVE" });
    await run(0, "1 2");
    const path = join(history, runsIn(history)[0] as string);
    const lying = forged(path, (line) => {
      if (line["type"] === "run") (line["tool"] as Json)["version"] = "9.9.9";
      if (line["type"] === "verdict") Object.assign(line, { verdict: "pass", findings: [] });
    });
    writeFileSync(path, readFileSync(lying));
    alter("1", { status: "ACTIVE" });
    expect((await morning(1, "1 2")).changes).toEqual({ "1": ["status"] });
  });

  it("does not take a part of a list for a whole run: what it lacks is unknown until a whole run follows", async () => {
    const { history, run, alter, morning, service } = await monitored();
    const line = `1 2 --base-url ${service.origin} --policy ${policyOf("status: { allow: [ACTIVE] }", "unchanged: { fields: [identity] }")}`;
    const part = freePath("part.ndjson");
    const sharded = `--file ${fileOf("1\n2\n")} --shard 1/2 --base-url ${service.origin}`;
    await vet(`${sharded} --evidence ${part}`, { now: () => testDay });
    mkdirSync(history);
    const copy = join(history, `${new Date(testDay).toISOString().slice(0, 19).replaceAll(":", "")}Z.ndjson`);
    writeFileSync(copy, readFileSync(part));
    for (const number of ["1", "2"]) alter(number, { contact: { phone: "402-555-0199", email: "ops@thief.example" } });
    const why = "the earlier run was of a part of its list (--shard), which may not have had this carrier";
    const since = freePath("since.ndjson");
    const compared = await vet(`${line} --since ${part} --evidence ${since}`);
    expect(compared.status).toBe(3);
    expect(compared.out).toContain(why);
    // A replay says the same of it.
    expect((await vet(`--from ${since}`)).out).toContain(why);
    const first = await morning(1, "1 2");
    expect(first.err).toContain(`${copy} is of part 1/2 of its list, and no whole run: it is left alone`);
    expect(first.verdicts).toEqual({ "1": "review", "2": "review" });
    expect((await run(2, "1 2 3")).out).not.toContain(why);
  });

  it("leaves alone a run that is dated in the future, which would stay the last one", async () => {
    const { history, run, alter, morning } = await monitored();
    await run(0, "1 2");
    for (let count = 0; count < 2; count++) await run(40, "1");
    const future = join(history, runsIn(history)[1] as string);
    alter("2", { status: "INACTIVE" });
    const { err, changes, gone } = await morning(1, "1 2");
    expect(err.split("is dated in the future")).toHaveLength(3);
    expect(err).toContain(`warning: ${future} is dated in the future: it is left alone`);
    // The index that has it is made anew.
    expect(err).toContain("all runs are read anew");
    expect(changes).toEqual({ "2": ["status"] });
    expect(gone).toEqual([]);
    const next = await morning(2, "1 2");
    expect(next.err).not.toContain("all are read anew");
    expect(next.changes).toEqual({ "2": ["status"] });
  });

  it.each([
    ["a file", () => fileOf("")],
    ["a FIFO", () => newFifo()],
    ["a link to a file", () => link(fileOf(""))],
  ])("is a directory: not %s", async (_, pathOf) => {
    const path = pathOf();
    expect(await vet(`1 --history ${path} --sample`)).toMatchObject({
      status: 2,
      out: "",
      err: `usdot: --history ${path} is not a directory; each run is a file in it\n`,
    });
  });

  it("fails where no directory can be made: under /proc, mkdir reports a missing parent that exists", async () => {
    expect(await vet("1 --history /proc/none/runs --sample")).toMatchObject({
      status: 7,
      out: "",
      err: expect.stringContaining("usdot: cannot write /proc/none/runs: no such file or directory"),
    });
  });

  it("fails where a file or a link to nothing is in the way", async () => {
    const [file, loose] = [fileOf(""), link(join(temporaryDirectory(), "none"))];
    for (const [path, reason] of [
      [`${file}/`, "part of its path is not a directory; choose another path"],
      [join(file, "runs"), "part of its path is not a directory; choose another path"],
      [loose, "part of its path is not a directory; choose another path"],
      ["x".repeat(300), "choose a shorter name"],
    ]) {
      expect(await vet(`1 --history ${path} --sample`)).toMatchObject({
        status: 7,
        out: "",
        err: expect.stringMatching(new RegExp(`^usdot: cannot write .*${reason}\n$`)),
      });
    }
  });

  it.each([
    ["--history", "directory"],
    ["--evidence", "file"],
    ["--reuse", "file"],
    ["--since", "file"],
  ])("is a name that is not empty, as is %s", async (option, what) => {
    const { status, err } = await runInProcess(["vet", "1", "--sample", option, ""]);
    expect(status).toBe(2);
    expect(err).toBe(`usdot: ${option} names no ${what}; give the path of a ${what}\n`);
  });

  // Not even root can write there.
  it.skipIf(process.platform !== "linux")("says in a sentence that nothing can be written in it", async () => {
    const { status, err } = await vet("1 --history /sys/kernel --sample");
    expect(status).toBe(7);
    expect(err).toMatch(/^usdot: cannot write \/sys\/kernel: [^\n]+\n$/);
  });

  it.skipIf(process.getuid?.() === 0)("says in a sentence that it may not write in it", async () => {
    const { history, run } = await monitored();
    mkdirSync(history);
    chmodSync(history, 0o500);
    const { status, err } = await run(0, "1");
    expect(status).toBe(7);
    expect(err).toContain(`cannot write ${history}`);
  });

  it("says that the disk is full, keeps what it has, and goes on once there is room", async ({ skip }) => {
    const disk = smallDisk("64k");
    if (disk === undefined) return skip("only root can mount one");
    const service = await serveCarriers((record) => record);
    const history = join(disk.path, "runs");
    const numbers = Array.from({ length: 40 }, (_, at) => at + 1).join(" ");
    const line = `${numbers} --base-url ${service.origin} --history ${history}`;
    const full = await vet(line);
    expect(full.status).toBe(7);
    const [name] = runsIn(history);
    const path = join(history, name as string);
    expect(full.err).toContain(`usdot: cannot write the evidence ${path}: the disk is full`);
    disk.resize("8m");
    const { status, err } = await vet(`${line} --reuse ${path}`, { now: () => testDay + 1_000 });
    expect(err).toMatch(/ \d+ answers reused/);
    expect(status).toBe(0);
  });
});

function link(target: string): string {
  const path = freePath("link");
  symlinkSync(target, path);
  return path;
}

/** A file system of its own, as large as it is told; undefined where none can be mounted. */
function smallDisk(size: string) {
  const path = temporaryDirectory();
  const mount = (...options: readonly string[]) => spawnSync("mount", [...options, path]).status === 0;
  if (!mount("-t", "tmpfs", "-o", `size=${size}`, "tmpfs")) return undefined;
  onTestFinished(() => {
    spawnSync("umount", [path]);
  });
  return { path, resize: (larger: string) => mount("-o", `remount,size=${larger}`) };
}

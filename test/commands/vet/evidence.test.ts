/** The evidence of a run: recorded, judged again, continued, compared with. */
import { readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Json } from "../../support/carrier-records.ts";
import { testDay } from "../../support/memory-host.ts";
import {
  type Answering,
  changed,
  fileOf,
  forged,
  freePath,
  linesOf,
  policyOf,
  questionsTo,
  serveCarriers,
  vet,
  vetSample,
  waiversOf,
} from "./vetting.ts";

/** The evidence of pass, fail, review and a carrier that does not exist, from the sample. */
async function sampleEvidence(options = ""): Promise<string> {
  const path = freePath("run.ndjson");
  await vetSample(`9000001 9000005 9000010 9000404 --evidence ${path} ${options}`);
  return path;
}

const rows = (out: string) => out.match(/^\d+,[^,]*,\w+/gm);

describe("--evidence", () => {
  it("is for its owner only, and holds neither the key nor anything of it", async () => {
    const canary = "CANARY-4f9a1c7e";
    const service = await serveCarriers((record) => ({ ...record, note: `key ${canary.slice(7)}` }));
    const path = freePath("run.ndjson");
    const { status } = await vet(`1 --base-url ${service.origin} --evidence ${path}`, {
      env: { USDOT_API_KEY: canary },
    });
    expect(status).toBe(0);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(service.asked[0]?.headers["x-api-key"]).toBe(canary);
    expect(readFileSync(path, "utf8")).not.toContain(canary);
  });

  it("names the service without credentials, which a base URL cannot have", async () => {
    const { status, err } = await vet("1 --base-url http://user:secret@127.0.0.1:9");
    expect(status).toBe(2);
    expect(err).not.toContain("secret");
  });

  it("never replaces a file; the hint says how to go on", async () => {
    const path = await sampleEvidence();
    const before = readFileSync(path, "utf8");
    const { status, err } = await vetSample(`9000001 --evidence ${path}`);
    expect(status).toBe(2);
    const second = path.replace(".ndjson", "-2.ndjson");
    expect(err).toContain(
      `already exists; choose another name, or continue that run with --reuse ${path} --evidence ${second}\n`,
    );
    expect(readFileSync(path, "utf8")).toBe(before);
  });

  it("is not written through a link that leads to no file, and says so", async () => {
    const [dangling, loop] = [freePath("run.ndjson"), freePath("run.ndjson")];
    symlinkSync(freePath("none"), dangling);
    symlinkSync(loop, loop);
    for (const path of [dangling, loop]) {
      expect(await vetSample(`9000001 --evidence ${path}`)).toMatchObject({
        status: 2,
        err: expect.stringContaining(
          `the evidence file ${path} is a symbolic link that leads to no file; choose another name, or remove the link\n`,
        ),
      });
    }
  });

  it("is not left behind when a report cannot be opened", async () => {
    const service = await serveCarriers();
    const path = freePath("run.ndjson");
    const run = `1 --base-url ${service.origin} --evidence ${path}`;
    expect((await vet(`${run} --report junit=/nowhere/vet.xml`)).status).toBe(7);
    expect((await vet(`${run} --rejects /nowhere/rejects.csv`)).status).toBe(7);
    expect(service.asked).toEqual([]);
    expect((await vet(run)).status).toBe(0);
  });

  it("is whole, and kept, when the disk is full for a report", async () => {
    const path = freePath("run.ndjson");
    const report = freePath("vet.xml");
    const { status, err } = await vetSample(
      `9000001 --evidence ${path} --report csv=/dev/full --report junit=${report}`,
    );
    expect(status).toBe(7);
    expect(err).toContain("cannot write /dev/full: the disk is full");
    expect(err).toContain(`evidence ${path}: sha256 `);
    expect(readFileSync(report, "utf8")).toContain("</testsuites>");
    expect((await vet(`--from ${path}`)).status).toBe(0);
  });

  it("ends the run when the disk is full for it", async () => {
    const { status, err } = await vetSample("9000001 --evidence /dev/full");
    expect(status).toBe(7);
    expect(err).toContain("cannot write the evidence /dev/full: the disk is full");
  });
});

describe("--from", () => {
  it("gives the verdicts, the exit status and the reports of the run, offline", async () => {
    const path = freePath("run.ndjson");
    const live = await vetSample(`9000001 9000005 9000010 9000404 --format json --evidence ${path}`);
    const later = { now: () => testDay + 500 * 86_400_000 };
    const again = await vet(`--from ${path} --format json`, later);
    expect(again).toMatchObject({ status: live.status, out: live.out });
    const piped = await vet("--from - --format json", { ...later, input: readFileSync(path) });
    expect(piped).toMatchObject({ status: live.status, out: live.out });
  });

  it.each([
    ["a line that is not a number", "9000001\nMC-1\n", 8],
    ["nothing but such lines", "MC-1\n", 8],
    ["a number without an answer", "9000001\n9000500\n", 8],
    ["a carrier to review", "9000010\n", 8],
    ["only carriers that pass", "9000001\n", 0],
  ])("ends as the run did: %s", async (_, input, expected) => {
    const path = freePath("run.ndjson");
    expect((await vetSample(`- --retries 0 --evidence ${path}`, { input })).status).toBe(expected);
    expect((await vet(`--from ${path}`)).status).toBe(expected);
  });

  it("judges as of another day, by another policy or other waivers", async () => {
    const path = await sampleEvidence();
    const at = async (rest: string) => rows((await vet(`--from ${path} --format csv ${rest}`)).out);
    const names = [
      "9000001,PRAIRIE LANTERN FREIGHT INC",
      "9000005,FADED HARBOR CARTAGE CO",
      "9000010,THUNDER GOOSE EXPRESS LLC",
      "9000404,",
    ];
    const verdicts = (...words: string[]) => names.map((name, index) => `${name},${words[index]}`);
    expect(await at("")).toEqual(verdicts("pass", "fail", "review", "fail"));
    // In two years its policies have expired.
    expect(await at("--as-of 2028-11-21")).toEqual(verdicts("fail", "fail", "fail", "fail"));
    expect(await at(`--policy ${policyOf("status: { allow: [ACTIVE] }")}`)).toEqual(
      verdicts("pass", "fail", "pass", "fail"),
    );
    const waivers = waiversOf({ carrier: "9000010", rule: "safety.rating" });
    expect(await at(`--waivers ${waivers}`)).toEqual(verdicts("pass", "fail", "pass", "fail"));
    expect(await at(`--waivers ${waivers} --as-of 2027-01-01`)).toEqual(verdicts("pass", "fail", "review", "fail"));
  });

  it("asks about a record that another policy needs and the run did not ask for", async () => {
    const path = await sampleEvidence(`--policy ${policyOf("status: { allow: [ACTIVE] }")}`);
    const { status, out } = await vet(`--from ${path} --policy ${policyOf("violations: { allow: 0 }")}`);
    expect(status).toBe(3);
    expect(out).toContain("the safety record was not asked for");
  });

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      "a byte of a body",
      (lines) => lines.map((line, index) => (index === 1 ? line.replace("PRAIRIE", "PRAIRIF") : line)),
      /line 2: the body does not match its sha256/,
    ],
    [
      "a verdict",
      (lines) => lines.map((line) => line.replace('"verdict":"fail"', '"verdict":"pass"')),
      /altered: lines? \d+/,
    ],
    ["a removed line", (lines) => lines.toSpliced(2, 1), /altered: lines? \d+/],
    ["a removed carrier", (lines) => lines.toSpliced(5, 4), /altered: lines? \d+/],
    [
      "two swapped lines",
      (lines) => [...lines.slice(0, 2), lines[3] ?? "", lines[2] ?? "", ...lines.slice(4)],
      /altered: lines 1 to 4/,
    ],
    ["a line from elsewhere", (lines) => lines.toSpliced(5, 0, lines[1] ?? ""), /altered: lines? \d+/],
    [
      "the policy",
      (lines) => lines.map((line, index) => (index === 0 ? line.replace("min_days: 90", "min_days: 91") : line)),
      /altered: line 1: the policy does not match its sha256/,
    ],
  ])("refuses evidence with %s, and names the lines", async (_, change, message) => {
    const path = changed(await sampleEvidence(), change);
    for (const use of [`--from ${path}`, `9000001 --since ${path}`, `9000001 --reuse ${path}`]) {
      const { status, err } = await (use.startsWith("--from") ? vet(use) : vetSample(use));
      expect(err).toMatch(message);
      expect(err).toContain(`usdot: ${path}: altered`);
      expect(status).toBe(2);
    }
  });

  it("refuses a waiver that is added", async () => {
    const path = await sampleEvidence(`--waivers ${waiversOf({ carrier: "9000010", rule: "safety.rating" })}`);
    const { status, err } = await vet(
      `--from ${changed(path, (lines) => lines.map((line) => line.replace("carrier: 9000010", "carrier: 9000005")))}`,
    );
    expect(err).toContain("altered: line 1: the waivers file does not match its sha256");
    expect(status).toBe(2);
  });

  it("refuses verdicts that the answers do not give, though all hashes are computed anew", async () => {
    const evidence = await sampleEvidence();
    const lie = (line: Json) => {
      if (line["type"] === "verdict" && line["verdict"] === "fail") line["verdict"] = "pass";
    };
    const path = forged(evidence, lie);
    const first = linesOf(path).findIndex((line) => line.includes('"dot_number":"9000005","legal_name"')) + 1;
    for (const rest of ["", `--since ${evidence}`, `--as-of 2026-11-21`]) {
      const { status, err } = await vet(`--from ${path} ${rest}`);
      expect(err).toContain(
        `altered: line ${first}: USDOT 9000005: the recorded findings do not give the verdict pass`,
      );
      expect(status).toBe(2);
    }
    // By another policy, there is nothing to hold them against but each other.
    const other = `--policy ${policyOf("status: { allow: [ACTIVE] }")}`;
    expect((await vet(`--from ${path} ${other}`)).status).toBe(2);
    const clean = forged(path, (line) => {
      if (line["type"] === "verdict") Object.assign(line, { verdict: "pass", findings: [] });
    });
    expect((await vet(`--from ${clean} ${other}`)).status).toBe(3);
    const body = forged(evidence, (line) => {
      if (typeof line["body"] === "string") line["body"] = line["body"].replace('"INACTIVE"', '"ACTIVE"');
    });
    expect((await vet(`--from ${body}`)).err).toContain(
      "the recorded findings are not what its answers and policy give",
    );
  });

  it("holds findings that were written another way against their values", async () => {
    const evidence = await sampleEvidence();
    const rewritten = (change: (finding: Json) => void) =>
      forged(evidence, (line) => {
        const { findings } = line as { findings?: Json[] };
        if (findings === undefined) return;
        for (const finding of findings) change(finding);
        // The last key instead of the last but one, and in another order.
        delete line["findings"];
        line["findings"] = findings.reverse();
      });
    const same = rewritten((finding) => {
      const { message, ...rest } = finding;
      for (const key of Object.keys(finding)) delete finding[key];
      Object.assign(finding, { message, ...rest });
    });
    expect((await vet(`--from ${same}`)).status).toBe(3);
    const lying = rewritten((finding) => {
      if (finding["rule"] === "status") finding["outcome"] = "pass";
    });
    expect((await vet(`--from ${lying}`)).err).toContain("the recorded findings are not what");
    const broken = changed(evidence, (lines) =>
      lines.slice(0, 5).map((line) => line.replace('"findings":[{', '"findings":[')),
    );
    for (const policy of ["", `--policy ${policyOf("status: { allow: [ACTIVE] }")}`])
      expect((await vet(`--from ${broken} ${policy}`)).err).toContain(
        "altered: line 5: USDOT 9000001: the recorded findings do not give the verdict pass",
      );
    // Readers of JSON go by the last of two keys.
    const twice = changed(evidence, (lines) =>
      lines.slice(0, 5).map((line) => line.replace(',"sha256_before"', ',"verdict":"fail","sha256_before"')),
    );
    expect((await vet(`--from ${twice}`)).err).toContain("altered: line 5: incomplete verdict line");
  });

  it("holds only the outcomes against those of another version, which may word findings differently", async () => {
    const path = await sampleEvidence();
    const other = (change: (line: Json) => void) =>
      forged(path, (line) => {
        const tool = line["tool"] as Json | undefined;
        if (tool) tool["version"] = "9.9.9";
        change(line);
      });
    const reworded = other((line) => {
      for (const finding of (line["findings"] ?? []) as Json[]) finding["message"] = "in other words";
    });
    expect((await vet(`--from ${reworded}`)).status).toBe(3);
    const lying = other((line) => {
      if (line["verdict"] === "review") line["verdict"] = "pass";
    });
    expect((await vet(`--from ${lying}`)).err).toContain("(or usdot 9.9.9, which recorded it, judged differently)");
  });

  it("is not misled by a list of the policy that has changed since", async () => {
    const blocked = fileOf("9000002\n", "blocked.txt");
    const policy = policyOf(`dot_number: { deny_file: ${blocked} }`, "status: { allow: [ACTIVE] }");
    const path = await sampleEvidence(`--policy ${policy}`);
    expect((await vet(`--from ${path}`)).status).toBe(3);
    writeFileSync(blocked, "9000001\n");
    const { status, out } = await vet(`--from ${path} --policy ${policy} --format csv`);
    expect(status).toBe(3);
    expect(out).toContain("9000001,PRAIRIE LANTERN FREIGHT INC,fail,dot_number");
  });

  it("judges what is whole of evidence that is cut off at any line: 3 if a whole carrier fails, otherwise 8", async () => {
    const lines = linesOf(await sampleEvidence());
    for (let count = 0; count < lines.length; count++) {
      const path = fileOf(
        lines
          .slice(0, count)
          .map((line) => `${line}\n`)
          .join(""),
      );
      const { status, out, err } = await vet(`--from ${path} --format json`);
      const fails = lines.slice(0, count).some((line) => /^\{"type":"verdict".*"verdict":"fail"/.test(line));
      expect([count, status]).toEqual([count, fails ? 3 : 8]);
      expect(err).toMatch(/cut off|empty: no carrier is in it/);
      if (out !== "") expect(JSON.parse(out)).toMatchObject({ cut_off: true, evidence_sha256: null });
    }
    const torn = fileOf(lines.join("\n").slice(0, 40));
    expect((await vet(`--from ${torn}`)).status).toBe(8);
  });

  it.each(["table", "junit", "sarif", "github", "markdown", "html"])(
    "says in %s that evidence is cut off",
    async (format) => {
      const path = changed(await sampleEvidence(), (lines) => lines.slice(0, 5));
      const { status, out } = await vet(`--from ${path} --format ${format}`);
      expect([3, 8]).toContain(status);
      expect(out).toContain("the evidence is cut off");
    },
  );

  it("refuses what is not evidence, and names it", async () => {
    const list = fileOf("9000001\n");
    expect(await vet(`--from ${list}`)).toMatchObject({
      status: 2,
      err: `usdot: ${list}: not an evidence file; name a file that usdot vet --evidence wrote\n`,
    });
    expect((await vet("--from /nowhere")).status).toBe(7);
    expect((await vet("--from -")).status).toBe(2);
  });
});

describe("--reuse", () => {
  it("takes answers that are young enough, and asks for the rest", async () => {
    const service = await serveCarriers((record, _, number) => (number === "4" ? 404 : record));
    const first = freePath("first.ndjson");
    const second = freePath("second.ndjson");
    const run = `--base-url ${service.origin} --format json`;
    await vet(`1 2 4 ${run} --evidence ${first}`);
    service.asked.length = 0;
    const soon = { now: () => testDay + 23 * 3_600_000 };
    const { status, out, err } = await vet(`1 2 3 4 ${run} --reuse ${first} --evidence ${second}`, soon);
    expect(status).toBe(3);
    expect(err).toContain("4 carriers: carrier, insurance, safety: at most 12 requests");
    expect(questionsTo(service).sort()).toEqual(["carrier 3", "insurance 3", "safety 3"]);
    const report = JSON.parse(out);
    expect(report.oldest_answer).toBe(new Date(testDay).toISOString());
    expect(report.carriers[0].answers[0]).toMatchObject({ asked_at: report.oldest_answer, reused: true });
    expect((await vet(`--from ${second}`)).status).toBe(3);
    service.asked.length = 0;
    await vet(`1 ${run} --reuse ${first} --max-age 0.5`, soon);
    expect(service.asked).toHaveLength(3);
  });

  it("takes answers of several runs: of each record the newest, in whatever order they are named", async () => {
    let name = "OLD NAME LLC";
    const service = await serveCarriers((record) => ({ ...record, legal_name: name }));
    const [first, second, third] = [freePath("1.ndjson"), freePath("2.ndjson"), freePath("3.ndjson")];
    const run = `--base-url ${service.origin} --format json`;
    const hours = (count: number) => ({ now: () => testDay + count * 3_600_000 });
    await vet(`1 2 ${run} --evidence ${first}`, hours(0));
    name = "NEW NAME LLC";
    await vet(`2 3 ${run} --evidence ${second}`, hours(1));
    // Killed at its start.
    writeFileSync(third, "");
    service.asked.length = 0;
    for (const files of [
      [first, second, third],
      [third, second, first],
    ]) {
      const reuse = files.map((file) => `--reuse ${file}`).join(" ");
      const { status, out, err } = await vet(`1 2 3 ${run} ${reuse}`, hours(2));
      expect(status).toBe(0);
      expect(err).toContain(`${third}: empty: no carrier is in it; nothing is reused from it`);
      expect(JSON.parse(out).carriers.map(({ legal_name }: Json) => legal_name)).toEqual([
        "OLD NAME LLC",
        "NEW NAME LLC",
        "NEW NAME LLC",
      ]);
    }
    expect(service.asked).toEqual([]);
    // Too old in one of them: the other is still young enough.
    await vet(`1 2 3 ${run} --reuse ${first} --reuse ${second}`, hours(24.5));
    expect(questionsTo(service).sort()).toEqual(["carrier 1", "insurance 1", "safety 1"]);
  });

  describe("of a carrier record and a summary, both answers about the carrier, takes the newer:", () => {
    const withKey = { USDOT_API_KEY: "any" };
    const hours = (count: number, env = {}) => ({ env, now: () => testDay + count * 3_600_000 });

    /** What a run makes of two runs of one hour after the other, one of them with the key, between which the service says no. */
    async function reusing(first: object, second: object, last: object, now: Json | number) {
      let isLater = false;
      const service = await serveCarriers((record) =>
        !isLater ? record : now === 404 ? 404 : { ...record, ...Object(now) },
      );
      const run = `1 --policy ${policyOf("status: { allow: [ACTIVE] }")} --base-url ${service.origin} --format json`;
      const [before, after] = [freePath("1.ndjson"), freePath("2.ndjson")];
      expect((await vet(`${run} --evidence ${before}`, hours(0, first))).status).toBe(0);
      isLater = true;
      expect((await vet(`${run} --evidence ${after}`, hours(1, second))).status).toBe(3);
      service.asked.length = 0;
      for (const files of [`--reuse ${before} --reuse ${after}`, `--reuse ${after} --reuse ${before}`])
        expect((await vet(`${run} ${files}`, hours(2, last))).status).toBe(3);
      return questionsTo(service);
    }

    it.each([
      ["a carrier record that says no", { status: "INACTIVE" }],
      ["a 404", 404],
    ])("%s", async (_, now) => expect(await reusing(withKey, {}, withKey, now)).toEqual([]));

    it("a summary, which is not enough where the carrier record is needed: it is asked for", async () => {
      expect(await reusing({}, withKey, {}, { status: "INACTIVE" })).toEqual(["carrier 1", "carrier 1"]);
    });
  });

  it("asks again for what failed", async () => {
    let fails = true;
    const service = await serveCarriers((record, kind) => (fails && kind === "safety" ? 500 : record));
    const path = freePath("run.ndjson");
    const run = `1 --retries 0 --base-url ${service.origin}`;
    expect((await vet(`${run} --evidence ${path}`)).status).toBe(8);
    fails = false;
    service.asked.length = 0;
    expect((await vet(`${run} --reuse ${path}`)).status).toBe(0);
    expect(questionsTo(service)).toEqual(["safety 1"]);
  });

  it("takes no answers of another service", async () => {
    const [one, other] = [await serveCarriers(), await serveCarriers()];
    const path = freePath("run.ndjson");
    await vet(`1 --base-url ${one.origin} --evidence ${path}`);
    const { status, err } = await vet(`1 --base-url ${other.origin} --reuse ${path}`);
    expect(status).toBe(2);
    expect(err).toContain(`the answers in ${path} are from ${one.origin}, not from ${other.origin}`);
    const own = freePath("own.ndjson");
    await vet(`2 --base-url ${other.origin} --evidence ${own}`);
    other.asked.length = 0;
    expect((await vet(`1 --base-url ${other.origin} --reuse ${own} --reuse ${path}`)).status).toBe(2);
    expect(other.asked).toEqual([]);
  });

  it("continues from evidence that is cut off, even in its first line", async () => {
    const service = await serveCarriers();
    const path = freePath("run.ndjson");
    const run = `1 2 --base-url ${service.origin}`;
    await vet(`${run} --evidence ${path}`);
    for (const [lines, asked] of [
      [5, 3],
      [1, 6],
      [0, 6],
    ] as const) {
      service.asked.length = 0;
      const cut = changed(path, (all) => all.slice(0, lines));
      if (lines === 0) writeFileSync(cut, "");
      expect((await vet(`${run} --reuse ${cut}`)).status).toBe(0);
      expect(service.asked).toHaveLength(asked);
    }
  });
});

describe("evidence whose first line is broken", () => {
  it.each(["--from", "--reuse", "--since"])(
    "was altered if it has its line feed, cut off if not: %s",
    async (option) => {
      const path = await sampleEvidence();
      const [first = "", ...rest] = linesOf(path);
      const broken = first.slice(0, -1);
      const numbers = option === "--from" ? "" : "9000001";
      const altered = fileOf([broken, ...rest, ""].join("\n"));
      const { status, out, err } = await vetSample(`${numbers} ${option} ${altered}`);
      expect({ status, out }).toEqual({ status: 2, out: "" });
      expect(err).toContain(`${altered}: altered: line 1: not a JSON object`);
      const cut = await vetSample(`${numbers} ${option} ${fileOf(broken)}`);
      expect(cut.status).toBe(option === "--reuse" ? 0 : 8);
      expect(cut.err).toContain("cut off in its first line: no carrier is in it");
    },
  );
});

describe("--since", () => {
  /** Vets carrier 1 twice, with a change in between. */
  async function twice(change: Answering, policy = "", numbers = "1") {
    let isSecond = false;
    const service = await serveCarriers((record, kind, number) => (isSecond ? change(record, kind, number) : record));
    const path = freePath("run.ndjson");
    const run = `${numbers} --base-url ${service.origin} ${policy && `--policy ${policy}`}`;
    await vet(`${run} --since none --evidence ${path}`);
    isSecond = true;
    const second = freePath("second.ndjson");
    const { status, out } = await vet(`${run} --since ${path} --format json --evidence ${second}`);
    return { status, report: JSON.parse(out), first: path, second };
  }
  const inCarrier =
    (change: Json): Answering =>
    (record, kind) =>
      kind === "carrier" ? { ...record, ...change } : record;
  const inInsurance =
    (change: Json): Answering =>
    (record, kind) =>
      kind === "insurance" ? { ...record, policies: [{ ...(record["policies"] as Json[])[0], ...change }] } : record;

  it.each<[string, Answering, [string, string][]]>([
    ["nothing", (record) => record, []],
    ["another spelling", inCarrier({ legal_name: "Plausible  Freight LLC" }), []],
    ["the name", inCarrier({ legal_name: "OTHER LLC" }), [["identity", "legal_name"]]],
    [
      "the address",
      inCarrier({ address: { street: "2 Main St", city: "Omaha", state: "NE", zip: "68102" } }),
      [["identity", "address.street"]],
    ],
    [
      "the phone",
      inCarrier({ contact: { phone: "402-555-0199", email: "ops@plausible.example" } }),
      [["identity", "contact.phone"]],
    ],
    ["a docket more", inCarrier({ mc_number: "MC-115495, MC-7" }), [["identity", "mc_number"]]],
    [
      "the authority",
      inCarrier({ authority: { status: "INACTIVE", common_authority_date: "2012-06-15" } }),
      [["authority", "authority.status"]],
    ],
    [
      "the rating",
      (record, kind) => (kind === "safety" ? { ...record, rating: "Conditional" } : record),
      [["safety", "rating"]],
    ],
    ["the insurer", inInsurance({ insurer_name: "Other Mutual" }), [["insurance", "insurance.policies.insurer_name"]]],
    ["the cover", inInsurance({ coverage_amount: 750_000 }), [["insurance", "cover.bipd"]]],
    ["the term", inInsurance({ expiration_date: "2026-01-01T00:00:00Z" }), [["insurance", "cover.bipd"]]],
  ])("tells what changed: %s", async (_, change, expected) => {
    const { report } = await twice(change);
    const [carrier] = report.carriers;
    expect(carrier.changes.verdict_before).toBe("pass");
    expect(carrier.changes.fields.map(({ kind, field }: { kind: string; field: string }) => [kind, field])).toEqual(
      expected,
    );
  });

  it("does not alter exit statuses; the rule unchanged does", async () => {
    const renamed = inCarrier({ legal_name: "OTHER LLC", address: null });
    expect((await twice(renamed, policyOf("status: { allow: [ACTIVE] }"))).status).toBe(0);
    // The built-in policy holds a carrier to its identity where there is an earlier run.
    const { status: byDefault, report: reported } = await twice(renamed);
    expect(byDefault).toBe(3);
    const finding = reported.carriers[0].findings.find(({ rule }: Json) => rule === "unchanged");
    expect(finding.message).toMatch(/^name is "OTHER LLC", was "/);
    const policy = policyOf("unchanged: { fields: [legal_name] }");
    const { status, report, first, second } = await twice(renamed, policy);
    expect(status).toBe(3);
    expect(report.since).toMatchObject({ new_failures: ["1"], identity_changes: ["1"] });
    // The replay needs no other file; with another run to compare with, its verdicts are its own.
    const again = await vet(`--from ${second} --format json`);
    expect(again.status).toBe(3);
    expect(JSON.parse(again.out).carriers[0].changes).toEqual(report.carriers[0].changes);
    expect((await vet(`--from ${second} --since ${first}`)).status).toBe(3);
    expect((await vet(`--from ${second} --since none`)).status).toBe(0);
  });

  it("says what is new of each carrier; one that is not in the earlier run has no verdict there", async () => {
    const { report } = await twice(inCarrier({ status: "INACTIVE" }), "", "1 2");
    expect(report.since.new_failures).toEqual(["1", "2"]);
    const path = await sampleEvidence();
    const { out } = await vetSample(`9000002 --since ${path} --format json`);
    expect(JSON.parse(out)).toMatchObject({ carriers: [{ changes: { verdict_before: null, fields: [] } }] });
  });
});

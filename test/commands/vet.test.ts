/** `usdot vet` from end to end: what comes out, and how it ends. The themes have files of their own in test/commands/vet. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { respond, serve } from "../service/loopback.ts";
import { runInProcess } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";
import { fileOf, freePath, policyOf, questionsTo, serveCarriers, vet, vetSample, waiversOf } from "./vet/vetting.ts";

/** With two rules at level warning that 9000010 breaks. */
const samplePolicy = () =>
  policyOf(
    "status: { allow: [ACTIVE] }",
    "policies.bipd: { min: 750000 }",
    "safety.rating: { allow: [Satisfactory, S], deny: [Unsatisfactory, U], unrated: allow }",
    "inspections.oos_rate: { groups: [driver, vehicle], max_times_national: 1.5, min_inspections: 20, fewer: allow, level: warning }",
    "crashes.total: { per_power_unit: 0.15, allow: 2, level: warning }",
  );

/** A list in which 9000005 is on line 7 and 9000010 on line 17. */
const list = () => fileOf(`9000001\n${"\n".repeat(5)}9000005\n${"\n".repeat(9)}9000010\n`, "carriers.txt");

describe("the samples of the contract", () => {
  it("come out as the table shows them", async () => {
    const { status, out } = await vetSample(`--file ${list()} --policy ${samplePolicy()}`);
    expect(status).toBe(3);
    expect(out).toContain(`FAIL       9000005   FADED HARBOR CARTAGE CO
           ! status            status is "INACTIVE"
           ! policies.bipd     no BIPD policy
REVIEW     9000010   THUNDER GOOSE EXPRESS LLC  (2 warnings)
           ? safety.rating     rated "Conditional": your vetting rules don't decide it

3 carriers: 1 fails, 1 needs review, 1 passes
  status 1 fails · policies.bipd 1 fails · safety.rating 1 to review · inspections.oos_rate 1 warning · crashes.total 1 warning
vetting policy test 35e21d72 · usdot 0.0.0-test · sample service · as of 2026-11-21 12:00 UTC
`);
  });

  it("come out as annotations", async () => {
    const path = list();
    const { out } = await vetSample(`--file ${path} --policy ${samplePolicy()} --format github`);
    const [first = ""] = out.split("\n");
    expect(first.replace(path, "carriers.txt")).toBe(
      '::error file=carriers.txt,line=7,title=USDOT 9000005%3A FAIL::FADED HARBOR CARTAGE CO: status: status is "INACTIVE"; policies.bipd: no BIPD policy',
    );
  });

  it("come out as a finding in JSON", async () => {
    const path = list();
    const { out } = await vetSample(`--file ${path} --policy ${samplePolicy()} --format json`);
    const report = JSON.parse(out);
    expect(Object.keys(report)).toEqual(
      expect.arrayContaining(["tool", "as_of", "policy", "service", "counts", "rules", "carriers"]),
    );
    const finding = report.carriers[2].findings.find(({ rule }: { rule: string }) => rule === "safety.rating");
    expect(JSON.stringify(finding)).toBe(
      `{"dot_number":"9000010","rule":"safety.rating","outcome":"unknown","level":"error","message":"rated \\"Conditional\\": your vetting rules don't decide it","observed":{"safety.rating":["Conditional"]},"place":{"source":${JSON.stringify(path)},"line":17},"waived":null}`,
    );
    expect(Object.keys(report.carriers[0])).toEqual([
      "dot_number",
      "legal_name",
      "verdict",
      "place",
      "findings",
      "changes",
      "answers",
    ]);
    expect(Object.keys(report.carriers[0].answers[0])).toEqual(["record", "asked_at", "status", "sha256", "reused"]);
  });

  it("begin on standard error with the plan, and name the built-in policy", async () => {
    const service = await serveCarriers();
    const { status, err } = await vet(`1 2 3 --base-url ${service.origin} --format csv`);
    expect(status).toBe(0);
    expect(err.split("\n")).toEqual([
      "usdot: note: 3 carriers: carrier, insurance, safety: 9 requests",
      'usdot: note: judging by the built-in policy "default"; see it with usdot vet --print-policy',
      "usdot: note: 3 carriers: 0 fail, 0 need review, 3 pass",
      "",
    ]);
  });

  it("say the counts once: on standard error, unless a report on standard output ends with them", async () => {
    for (const format of ["table", "markdown", "github"]) {
      const { out, err } = await vetSample(`9000001 9000005 --format ${format}`);
      expect(out + err).toContain("2 carriers: 1 fails, 0 need review, 1 passes");
      expect(err).not.toContain("2 carriers: 1 fails");
      expect(err).toMatch(/usdot: 1 carrier fails\n$/);
    }
    const { err } = await vetSample("9000001 9000010 --format ndjson");
    expect(err).toMatch(/usdot: 2 carriers: 0 fail, 1 needs review, 1 passes; a person decides: .*\n$/);
  });

  it("begin with the plan of the sample as well", async () => {
    expect((await vetSample("9000001")).err.split("\n").slice(0, 2)).toEqual([
      "usdot: note: 1 carrier: carrier, insurance, safety: 3 requests",
      "usdot: note: sample data: the carriers are invented",
    ]);
    const dry = await vetSample("9000001 --dry-run");
    expect(dry.out).toBe("1 carrier: carrier, insurance, safety: 3 requests\n");
    expect(dry.err).toBe("usdot: note: sample data: the carriers are invented\n");
  });
});

it("tells the story of the sample: pass, fail, review", async () => {
  const { status, out } = await vetSample("9000001 9000005 9000010 --format csv");
  expect(status).toBe(3);
  expect(out.match(/^9\d+,[^,]+,\w+/gm)).toEqual([
    "9000001,PRAIRIE LANTERN FREIGHT INC,pass",
    "9000005,FADED HARBOR CARTAGE CO,fail",
    "9000010,THUNDER GOOSE EXPRESS LLC,review",
  ]);
});

it("shows a dispatcher one carrier headed by the verdict, and each rule if asked to", async () => {
  const { status, out } = await vetSample("9000004");
  expect(status).toBe(3);
  expect(out).toMatch(/^FAIL {2}FIRST MILE FOX LLC +USDOT 9000004/);
  expect(out).toMatch(/^! authority\.age +authority since 2026-11-09, 12 days: fewer than 90$/m);
  expect(out).toMatch(/^ {2}\d+ rules pass \(-v: each\)$/m);
  expect((await vetSample("9000004 -v")).out).toMatch(/^ {2}exists +the service has a record of the carrier$/m);
});

it("shows one carrier's snapshot under the verdict", async () => {
  const { out } = await vetSample("9000010");
  expect(out).toMatch(/^ {2}driver +147 +19 +12\.9 +6\.67 {2}ABOVE$/m);
  expect(out).toMatch(/^vetting policy default .* as of 2026-/m);
});

it("shows a record that the policy does not need as nothing at all, and one that failed as not answered", async () => {
  const policy = policyOf("status: { allow: [ACTIVE] }");
  const brief = await vetSample(`9000001 --policy ${policy}`);
  expect(brief.out).not.toMatch(/^Insurance {4}not|^Inspections {2}n/m);
  const service = await serveCarriers((record, kind) => (kind === "safety" ? 500 : record));
  const partial = await vet(`1 --retries 0 --base-url ${service.origin}`);
  expect(partial.out).toMatch(/^REVIEW {2}/);
  expect(partial.out).toMatch(/^Inspections {2}not answered/m);
  // A part was answered: what it leaves open is for a person to decide.
  expect(partial.status).toBe(8);
  expect(partial.err).toContain("usdot: USDOT 1: ");
});

describe("the exit status", () => {
  it.each([
    ["every carrier passes", "9000001 9000002", 0],
    ["a carrier fails", "9000001 9000005 9000010", 3],
    ["a carrier does not exist", "9000404", 3],
    ["a carrier needs review", "9000001 9000010", 8],
    ["a request failed beside a carrier that fails", "9000005 9000500 --retries 0", 3],
    ["a request failed beside a carrier that passes", "9000001 9000500 --retries 0", 8],
    ["the key is refused after an answer", "9000001 9000401", 8],
    ["the key is refused before any answer", "9000401 9000001 --concurrency 1", 4],
    ["nothing was answered, for two causes", "9000500 9000401 --retries 0 --concurrency 1", 8],
    ["a rate limit lasts too long in a list", "9000001 9000429", 8],
    ["one number: the key is refused", "9000401", 4],
    ["one number: the service fails", "9000500 --retries 0", 5],
    ["one number: come back later", "9000429", 5],
    ["one number: refused for good", "9000400", 6],
    ["one number: unusable", "9000551", 6],
    ["the policy is not there", "9000001 --policy /nowhere/policy.yaml", 7],
    ["the waivers are not there", "9000001 --waivers /nowhere/waivers.yaml", 7],
    ["the list is not there", "--file /nowhere/list", 7],
    ["a number is none", "MC-1", 2],
  ])("when %s", async (_, args, expected) => {
    expect((await vetSample(args)).status).toBe(expected);
  });

  it("is that of the cause if no carrier of a list got an answer", async () => {
    expect((await vetSample(`--file ${fileOf("9000401\n")}`)).status).toBe(4);
    const list = fileOf("1\n2\n3\n");
    const away = await vet(`--file ${list} --retries 0 --base-url http://127.0.0.1:9`);
    expect(away.status).toBe(5);
    expect(away.err).toMatch(/usdot: no carrier got an answer\n$/);
    const broken = await serveCarriers(() => 418);
    expect((await vet(`--file ${list} --retries 0 --base-url ${broken.origin}`)).status).toBe(6);
  });

  it.each([
    [4, 401],
    [5, 503],
    [6, 418],
  ])(
    "is %i where nothing was answered but %i, and lines that are no numbers change nothing",
    async (expected, status) => {
      const service = await serveCarriers(() => status);
      const of = (...lines: string[]) =>
        vet(`--file ${fileOf(`${lines.join("\n")}\n`)} --retries 0 --base-url ${service.origin}`);
      expect((await of("1", "2")).status).toBe(expected);
      const mixed = await of("1", "MC-747866", "2", "MC-747867");
      expect(mixed.status).toBe(expected);
      expect(mixed.err).toMatch(/usdot: no carrier got an answer: 2 carriers: .*; 2 lines are not USDOT numbers\n$/);
      expect((await of("MC-747866", "MC-747867")).status).toBe(8);
      const answering = await serveCarriers((record, _, number) => (number === "1" ? record : status));
      const some = `--file ${fileOf("1\n2\nMC-1\n")} --retries 0 --concurrency 1 --base-url ${answering.origin}`;
      expect((await vet(some)).status).toBe(8);
    },
  );

  it("is 3 for a certain no, whatever else is open", async () => {
    const service = await serveCarriers((record, kind) =>
      kind === "carrier" ? { ...record, status: "INACTIVE" } : 503,
    );
    const run = `--retries 0 --base-url ${service.origin}`;
    const single = await vet(`1 ${run}`);
    expect(single.status).toBe(3);
    expect(single.err).toContain("usdot: USDOT 1: ");
    expect((await vet(`1 2 ${run}`)).status).toBe(3);
  });

  it("is 8 if a line is not a number, unless a carrier fails", async () => {
    for (const [input, expected] of [
      ["9000001\nMC-747866\n", 8],
      ["9000005\nMC-747866\n", 3],
      ["MC-747866\n", 8],
    ] as const) {
      const { status, err } = await vetSample("-", { input });
      expect(status).toBe(expected);
      expect(err).toContain("MC-747866 is a docket number");
    }
  });

  it("is 2 for a list of nothing: nothing vetted is no pass", async () => {
    for (const input of ["", "\n\n", "# nothing\n"]) expect((await vetSample("-", { input })).status).toBe(2);
    const { status, err } = await vetSample("9000001 --shard 2/2");
    expect({ status, err }).toEqual({
      status: 2,
      err: "usdot: part 2/2 of the list holds no USDOT number; nothing was sent\n",
    });
  });
});

describe("a list", () => {
  it("is vetted in its order, each number once, at its first place", async () => {
    const service = await serveCarriers();
    const path = fileOf("2\n1\n2\n0001\n");
    const { status, out } = await vet(`--file ${path} --format ndjson --base-url ${service.origin}`);
    expect(status).toBe(0);
    const carriers = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(carriers.map(({ dot_number, place }) => [dot_number, place.line])).toEqual([
      ["2", 1],
      ["1", 2],
    ]);
    expect(service.asked).toHaveLength(6);
  });

  it("may be a file called stdin, beside standard input", async () => {
    const service = await serveCarriers();
    const home = temporaryDirectory();
    writeFileSync(join(home, "stdin"), "1\n");
    for (const lists of ["-f stdin -f -", "-f - -f stdin"]) {
      const vetted = await vet(`${lists} --format csv --base-url ${service.origin}`, { input: "2\n", home });
      expect(vetted.out.match(/^\d+/gm)?.sort()).toEqual(["1", "2"]);
      const strict = await vet(`${lists} --strict --format csv --base-url ${service.origin}`, { input: "2\n", home });
      expect(strict.out).toBe(vetted.out);
    }
  });

  it("is refused if the lists together are too large for the evidence to be read again", async () => {
    const service = await serveCarriers();
    const half = fileOf(`1,${"x".repeat(1_000)}\n`.repeat(17_000), "half.csv");
    const other = fileOf("2\n", "other.csv");
    const { status, err } = await vet(
      `-f ${half} -f ${other} -f ${fileOf(`1,${"x".repeat(1_000)}\n`.repeat(17_000))} --base-url ${service.origin}`,
    );
    expect(err).toContain("the lists together are larger than 32 MiB; one run of vet takes no more: split the list");
    expect([status, service.asked.length]).toEqual([2, 0]);
  });

  it("may be shared out in shards, have its column named, and be refused by --strict", async () => {
    const service = await serveCarriers();
    const path = fileOf("name,dot,old\nx,1,7\ny,2,8\nz,3,9\n", "list.csv");
    const { out, err } = await vet(`--file ${path} --column dot --shard 2/2 --format csv --base-url ${service.origin}`);
    expect(out.match(/^\d+/gm)).toEqual(["2"]);
    expect(err).toContain("1 carrier: carrier, insurance, safety: 3 requests");
    const strict = await vet(`- --strict --base-url ${service.origin}`, { input: "1\nx\n" });
    expect(strict.status).toBe(2);
    expect(service.asked).toHaveLength(3);
  });

  it("writes what was not answered to the rejects, which can be given back", async () => {
    const rejects = freePath("rejects.csv");
    const { status } = await vetSample(`- --retries 0 --rejects ${rejects}`, { input: "9000001\n9000500\nMC-1\n" });
    expect(status).toBe(8);
    expect(readFileSync(rejects, "utf8").match(/^[^,]+/gm)).toEqual(["dot_number", "9000500", "MC-1"]);
    const again = await vetSample(`--file ${rejects} --retries 0 --format csv`);
    expect(again.out.match(/^9\d+/gm)).toEqual(["9000500"]);
  });
});

describe("--dry-run", () => {
  it("prints the plan, writes nothing and sends nothing", async () => {
    const service = await serve((_, { url }) => {
      throw new Error(`asked for ${url}`);
    });
    const home = temporaryDirectory();
    const input = Array.from({ length: 1_000 }, (_, index) => `${index + 1}\n`).join("");
    const files = `--evidence ${home}/run.ndjson --report junit=${home}/vet.xml`;
    const { status, out } = await vet(`- --dry-run ${files} --base-url ${service.origin}`, { input, home });
    expect({ status, out }).toEqual({
      status: 0,
      out: "1,000 carriers: carrier, insurance, safety: 3,000 requests, about 30 min at 100 a minute\n",
    });
    expect(service.asked).toEqual([]);
    expect(readdirSync(home)).toEqual([]);
  });

  it("counts no requests for numbers that the policy refuses, and only those of the shard", async () => {
    const input = "1\n2\n3\nMC-1\n4\n4\n5\n";
    const plan = async (list: string, rest = "") => {
      const policy = policyOf(`dot_number: { ${list}: ${fileOf("2\n3\n")} }`, "authority.age: { min_days: 90 }");
      return (await vet(`- --dry-run --base-url http://127.0.0.1:9 --policy ${policy} ${rest}`, { input })).out;
    };
    expect(await plan("deny_file")).toBe("5 carriers: carrier: 3 requests\n");
    expect(await plan("allow_file")).toBe("5 carriers: carrier: 2 requests\n");
    expect(await plan("deny_file", "--shard 1/2")).toBe("3 carriers: carrier: 2 requests\n");
  });

  it("finds mistakes in policy, waivers and list", async () => {
    const origin = "--base-url http://127.0.0.1:9";
    expect((await vet(`1 --dry-run ${origin} --policy ${policyOf("statis: {}")}`)).status).toBe(2);
    expect((await vet(`1 --dry-run ${origin} --waivers ${waiversOf({ carrier: "x", rule: "status" })}`)).status).toBe(
      2,
    );
    expect((await vet(`- --dry-run ${origin}`, { input: "" })).status).toBe(2);
  });

  it.each([
    ["all there are", "foo\nbar\n", "0 carriers", [1, 2]],
    ["some beside valid ones", "9000001\nfoo\n9000001\n9000002\nMC-1\n", "2 carriers", [2, 5]],
    ["one", "9000001\nfoo\n", "1 carrier", [2]],
  ])("names each invalid line as a run does, and ends as it does: %s", async (_, content, carriers, places) => {
    const path = fileOf(content, "carriers.txt");
    const named = (text: string) => text.match(/^usdot: .*carriers\.txt:\d+: .*$/gm) ?? [];
    const args = ["--sample", "vet", "--policy", policyOf("status: { allow: [ACTIVE] }"), "-f", path];
    const real = await runInProcess(args);
    expect(real.status).toBe(8);
    for (const more of [[], ["--quiet"]]) {
      const dry = await runInProcess([...args, "--dry-run", ...more]);
      expect(dry.status).toBe(8);
      expect(dry.out).toMatch(new RegExp(`^${carriers}: `));
      expect(named(dry.err)).toEqual(named(real.err));
      expect(named(dry.err).map((line) => Number(/txt:(\d+)/.exec(line)?.[1]))).toEqual(places);
      const count = places.length === 1 ? "1 line is not a USDOT number" : "2 lines are not USDOT numbers";
      expect(dry.err).toMatch(new RegExp(`\nusdot: ${count}; fix the invalid lines that are named above\n$`));
    }
  });

  it("refuses invalid lines under --strict, and names only those of the shard", async () => {
    const args = ["--sample", "vet", "-f", fileOf("foo\nbar\n9000001\n", "carriers.txt"), "--dry-run"];
    const strict = await runInProcess([...args, "--strict"]);
    expect(strict).toMatchObject({ status: 2, out: "" });
    expect(strict.err.match(/carriers\.txt:\d/g)).toEqual(["carriers.txt:1", "carriers.txt:2"]);
    const shard = await runInProcess([...args, "--shard", "2/2"]);
    expect(shard.status).toBe(8);
    expect(shard.err.match(/carriers\.txt:\d/g)).toEqual(["carriers.txt:2"]);
  });
});

describe("waivers", () => {
  const all = [
    { carrier: "9000010", rule: "safety.rating" },
    { carrier: "9000005", rule: "status", until: "2026-11-20" },
    { carrier: "9000005", rule: "authority.status", saw: "{ authority.status: ACTIVE }" },
    { carrier: "9000099", rule: "status" },
  ];

  it("cover findings, which stay visible; those that cover nothing are named", async () => {
    const { status, out, err } = await vetSample(`9000010 9000005 --waivers ${waiversOf(...all)}`);
    expect(status).toBe(3);
    expect(out).toMatch(/^PASS {7}9000010 {3}THUNDER GOOSE EXPRESS LLC {2}\(2 warnings, 1 waived\)\n/);
    const named = [
      "waiver expired: status of USDOT 9000005: it held through 2026-11-20",
      "waiver lapsed: authority.status of USDOT 9000005: what it saw has changed",
      "waiver unused: status of USDOT 9000099: the carrier is not in the list, or the rule is not in the policy",
    ];
    for (const line of named) {
      expect(err).toContain(`usdot: warning: ${line}\n`);
      expect(out).toContain(`\n  ${line}\n`);
    }
  });

  it("are visible in every report", async () => {
    const home = temporaryDirectory();
    const formats = ["json", "ndjson", "csv", "junit", "sarif", "github", "markdown", "html"];
    const reports = formats.map((format) => `--report ${format}=${home}/${format}`).join(" ");
    await vetSample(`9000010 9000005 --waivers ${waiversOf(...all)} ${reports}`);
    for (const format of formats) {
      const text = readFileSync(`${home}/${format}`, "utf8").replaceAll("\\", "");
      // A line of github is for what decides; a carrier that passes has none.
      if (format !== "github") expect([format, /safety desk|,safety\.rating,/.test(text)]).toEqual([format, true]);
      // ndjson and csv are one line per carrier, and nothing else.
      if (!["ndjson", "csv"].includes(format)) {
        expect([format, /it held through 2026-11-20/.test(text)]).toEqual([format, true]);
        expect([format, /what it saw has changed/.test(text)]).toEqual([format, true]);
      }
    }
  });
});

describe("options that make no sense", () => {
  it.each([
    ["1 --max-age 24", "--max-age needs --reuse"],
    ["1 --reuse x --max-age 0", '--max-age "0" is not a number of hours above 0'],
    ["1 --reuse x --max-age -1", '--max-age "-1" is not a number'],
    ["1 --reuse x --max-age banana", '--max-age "banana" is not a number'],
    ["1 --as-of now", "--as-of needs --from"],
    ["--from x --as-of 2026-02-30", '--as-of "2026-02-30" is neither now nor a date'],
    ["--from x 1", "--from cannot be used with numbers"],
    ["--from x --evidence y", "--from cannot be used with --evidence"],
    ["--from x --file y", "--from cannot be used with --file"],
    ["--from x --reuse y", "--from cannot be used with --reuse"],
    ["--from x --dry-run", "--from cannot be used with --dry-run"],
    ["--from x --shard 1/2", "--from cannot be used with --shard"],
    ["1 --reuse -", "--reuse takes a file, not a standard stream"],
    ["1 --reuse x --reuse -", "--reuse takes a file, not a standard stream"],
    ["1 --since -", "--since takes a file, not a standard stream; give the path of a file"],
    ["1 --evidence=", "--evidence names no file"],
    ["1 --shard 3/2", '--shard "3/2" is not a part of a list'],
    ["1 --fields legal_name", "--fields cannot be used with vet"],
    ["1 --csv-raw", "--csv-raw cannot be used with vet"],
    ["1 --report junit", '--report "junit" is not FORMAT=PATH, such as junit=vet.xml'],
    ["1 --report junti=x", '--report has no format "junti"; did you mean junit?'],
    ["1 --report xlsx=x", '--report has no format "xlsx"; formats are table, json'],
    ["1 --report csv=-", "--output and --report csv are both standard output"],
    ["1 --output a --report csv=- --report json=-", "--report csv and --report json are both standard output"],
  ])("%s", async (args, message) => {
    const { status, err } = await vet(`--base-url http://127.0.0.1:9 ${args}`);
    expect(err).toContain(`usdot: ${message}`);
    expect(status).toBe(2);
  });
});

describe("--print-policy and --rules", () => {
  it("print the policy that --policy reads: both judge alike", async () => {
    const printed = await vet("--print-policy");
    const numbers = Array.from({ length: 14 }, (_, index) => 9000001 + index).join(" ");
    const [built, given] = [
      await vetSample(`${numbers} --format json`),
      await vetSample(`${numbers} --format json --policy ${fileOf(printed.out)}`),
    ];
    expect(given).toMatchObject({ status: 3, out: built.out });
  });

  it("need no settings, and go to --output", async () => {
    const home = temporaryDirectory();
    const { status, out } = await vet(`--print-policy --output ${home}/policy.yaml`, {
      env: { USDOT_CONFIG: fileOf("{") },
    });
    expect({ status, out }).toEqual({ status: 0, out: "" });
    expect(readFileSync(`${home}/policy.yaml`, "utf8")).toMatch(
      /^# yaml-language-server: \$schema=policy.schema.json\n# What usdot vet checks/,
    );
    expect((await vet("--rules")).out).toMatch(/^exists\n/);
    const schema = JSON.parse((await vet("--print-schema policy")).out);
    expect(Object.keys(schema.properties)).toEqual(["version", "name", "rules"]);
    expect(JSON.parse((await vet("--print-schema waivers")).out).properties.waivers.type).toBe("array");
    expect(await vet("--print-schema polcy")).toMatchObject({
      status: 2,
      err: expect.stringContaining("did you mean policy?"),
    });
  });
});

it("takes the format from the name of the output, unless one is chosen", async () => {
  const home = temporaryDirectory();
  await vetSample(`9000001 --output ${home}/vet.html`);
  expect(readFileSync(`${home}/vet.html`, "utf8")).toMatch(/^<!doctype html>/);
  await vetSample(`9000001 --output ${home}/vet.json --format csv`);
  expect(readFileSync(`${home}/vet.json`, "utf8")).toMatch(/^dot_number,/);
});

it("asks nothing about a number that the policy refuses", async () => {
  const service = await serveCarriers();
  const blocked = fileOf("2\n");
  const policy = policyOf(`dot_number: { deny_file: ${blocked} }`, "authority.age: { min_days: 90 }");
  const { status, out } = await vet(`1 2 --policy ${policy} --base-url ${service.origin} --format csv`);
  expect(status).toBe(3);
  expect(out).toContain(`2,,fail,dot_number,,,,dot_number: on the list ${blocked},`);
  expect(questionsTo(service)).toEqual(["carrier 1"]);
});

it("does not touch what it reads, nor write two things to one file", async () => {
  const home = temporaryDirectory();
  const policy = policyOf("status: { allow: [ACTIVE] }");
  const named = fileOf("1\n", "list.txt");
  const service = await serve((_, __, response) => respond(response, 500));
  for (const [args, message] of [
    [`--file ${named} --evidence ${named}`, "--evidence and --file name the same file"],
    [`1 --evidence ${policy}`, "--evidence and --policy name the same file"],
    [`1 --output ${policy}`, "--output and --policy name the same file"],
    [`1 --evidence ${home}/x --report csv=${home}/./x`, "--report csv and --evidence name the same file"],
    [`1 --report csv=${home}/x --report json=${home}/x`, "--report csv and --report json name the same file"],
    [`--file ${named} --rejects ${named}`, "--rejects and --file name the same file"],
  ]) {
    const { status, err } = await vet(`${args} --policy ${policy} --base-url ${service.origin}`);
    expect(err).toContain(message);
    expect(status).toBe(2);
  }
  expect(readFileSync(named, "utf8")).toBe("1\n");
  expect(existsSync(`${home}/x`)).toBe(false);
  expect(service.asked).toEqual([]);
});

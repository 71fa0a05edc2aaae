import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defaultPolicyText } from "../../../src/vet/policy/policy.ts";
import { numbered } from "../../lookup/answers.ts";
import { good } from "../../support/fixtures.ts";
import { ending, refusal, run, testDay } from "../../support/run.ts";
import {
  active,
  changed,
  fleetOf,
  goodCarrier,
  startWorld,
  withKey,
} from "./world.ts";

const world = await startWorld();

describe("usdot vet: what is asked", () => {
  it.each([
    [
      "all records for the built-in policy",
      "",
      {},
      "1/carrier 1/insurance 1/safety",
    ],
    ["only what the rules need", active, {}, "1/carrier"],
    ["summaries in bulk, with a key", active, withKey, "bulk"],
    [
      "nothing of a number that the policy refuses",
      "dot_number: { deny_file: no.txt }",
      {},
      "",
    ],
    [
      "filings, and what is on file",
      "policies.ending: { within_days: 5 }",
      withKey,
      "1/carrier 1/insurance",
    ],
    [
      "inspections, and the rate of the carrier record",
      "inspections.oos_rate: { groups: [driver], max_times_national: 1 }",
      {},
      "1/carrier 1/safety",
    ],
    [
      "crashes, by both records",
      "crashes.total: { allow: 9 }",
      withKey,
      "1/carrier 1/safety",
    ],
    [
      "what is compared with before",
      "unchanged: { fields: [insurance] }",
      {},
      "1/carrier 1/insurance",
    ],
  ])("%s", async (what, rule, options, asked) => {
    world.file("no.txt", "1\n");
    const more = what.endsWith("before") ? "--history runs" : "";
    const args = rule && world.policy(rule);
    const { stdout } = await world.run(`1 ${args} ${more}`, options);
    expect(world.asked.sort().join(" ")).toBe(asked);
    if (asked) expect(stdout).toContain("PASS  GOOD CO ");
  });

  it("asks by itself for a number that a bulk answer leaves out: it may not exist, or all the same", async () => {
    world.leftOut.push("3");
    const args = `1 8 3 ${world.policy(active)}`;
    const { status, stdout } = await world.run(args, withKey);
    expect(status).toBe(3);
    expect(stdout).toContain(
      "the service has no record of this number: check it (is it an MC number?)",
    );
    expect(stdout).toContain("3 carriers: 1 fails, 0 need review, 2 pass");
    expect([...new Set(world.asked)].sort()).toEqual([
      "3/carrier",
      "8/carrier",
      "bulk",
    ]);
  });

  const all = "carrier, insurance, safety";
  it.each([
    [1_000, [], "1", `1,000 carriers: ${all}: 3,000 requests`],
    [
      9,
      [active, "dot_number: { deny_file: no.txt }"],
      "",
      "9 carriers: carrier: 4 requests",
    ],
    [
      101,
      [active],
      "--api-key k",
      "101 carriers: bulk summary: about 3 requests",
    ],
    [9, [], "--reuse run.ndjson", `9 carriers: ${all}: 24 requests`],
  ])(
    "says before it asks %i carriers what they will take",
    async (count, rules, more, said) => {
      await world.run("1 --evidence run.ndjson");
      world.file("no.txt", "1\n2\n3\n4\n5\n");
      const list = world.file("list.txt", numbered(count).join("\n"));
      const policy = rules.length === 0 ? "" : world.policy(...rules);
      expect(
        await world.run(`-f ${list} ${more} ${policy} --dry-run`),
      ).toMatchObject({ stdout: `${said}\n`, stderr: "" });
      expect(world.asked).toEqual([]);
    },
  );

  it.each(["-o a.csv", "--report json=a", "--evidence e/", "--history h"])(
    "writes no file by a dry run with %s",
    async (output) => {
      const { stderr } = await world.run(`1 --dry-run ${output}`);
      expect(stderr).toBe("");
      expect(readdirSync(world.cwd)).toEqual([]);
    },
  );

  it("says so before it asks a list, and of one number only that the data is a sample", async () => {
    const { stderr } = await world.run("1 2 1");
    expect(stderr).toContain(`2 carriers: ${all}: 6 requests\n`);
    expect(stderr).toContain('judging by the built-in policy "default"');
    const ofOne = await run("--sample vet 9000001");
    expect(ofOne.stderr).toBe(
      "usdot: note: sample data: the carriers are invented\n",
    );
  });

  it("says beside the JSON of one number what its screen would", async () => {
    const { stderr } = await run("--sample vet 9000001 --json");
    expect(stderr).toContain('judging by the built-in policy "default"');
    expect(stderr).toContain("nothing claimed: the caller was not compared");
  });

  it("names a clock that is more than a day from the service's, on stderr and in reports", async () => {
    const now = testDay - 200 * 86_400_000;
    const off = await world.run("1 1 --strict", { now });
    for (const text of [off.stderr, off.stdout])
      expect(text.replace(/\s+/g, " ")).toContain("clock says 2026-05-05");
    const near = await world.run("1", { now: testDay - 3_600_000 });
    expect(near.stderr).not.toContain("clock");
  });
});

describe("usdot vet: mistakes", () => {
  it.each(["HISTORY", "WAIVERS", "STRICT", "SHARD"])(
    "says of USDOT_%s that it does nothing",
    async (name) => {
      const warning = `warning: USDOT_${name} is not a setting; it is ignored`;
      const env = { [`USDOT_${name}`]: "1" };
      expect(await world.run("1", { env })).toMatchObject(ending(0, warning));
    },
  );

  it.each([
    ["1 --from x", "--from cannot be used with numbers"],
    ["--from x --history runs", "--from cannot be used with --history"],
    ["--from x --waive status=x", "--from cannot be used with --waive"],
    [
      "1 --history runs --evidence x",
      "--history cannot be used with --evidence",
    ],
    ["1 --evidence x --no-evidence", "--no-evidence cannot be used with"],
    ["1 --history x --no-evidence", "--no-evidence cannot be used with"],
    ["1 --history runs --shard 1/2", "--history cannot be used with --shard"],
    ["1 --claim name=A --claim name=B", "--claim name is given twice"],
    ["--from a --from b", "--from is given twice; it takes one"],
    ["--from a b", "for several, run it for each"],
    [
      "1 --by -v",
      "--by has no value; is a variable unset? For a value that starts with a dash, write --by=VALUE",
    ],
    ["1 --by=-v --claim x", '--claim "x" is not FIELD=VALUE'],
    ["1 --quiet --verbose", "--quiet cannot be used with --verbose"],
    ["1 -f a.csv -f none.csv", "none.csv has no USDOT number"],
    ["1 --only-changed", "--only-changed needs --history or --from"],
    ["1 --rules", "--rules cannot be used with numbers"],
    ["--print-policy -o p.yaml", "cannot be used with --output"],
    ["--rules --policy p.yaml", "--rules cannot be used with --policy"],
    ["--rules --json", "--format cannot be used with --rules; it prints text"],
    ["1 --dry-run --format csv", "--format cannot be used with --dry-run"],
    ["1 2 --format line", "line reports are about one number"],
    ["1 --report junit", "is not FORMAT=PATH"],
    ["1 --evidence -", "--evidence - is not a file"],
    ["1 --policy unchanged.yaml", "the rule unchanged needs an earlier run"],
    ["1 --claim colour=red", "unknown field colour; the fields are name"],
    [
      "1 --claim expires=5/1/27",
      '--claim expires: not certain which day: "5/1/27"; write it as YEAR-MONTH-DAY',
    ],
    [
      "1 --claim phone=555-555-0101&x=1,name=ACME",
      "--claim phone has another in it: name=",
    ],
    ["1 2 --claim name=A", "--claim is about one number"],
    ["1 --claim-column name=Carrier", "--claim-column needs a list"],
    [
      "-f a.csv --claim-column phone=Fax",
      "there is no column Fax; the columns are 1 DOT, 2 Phone; choose one with --claim-column phone=NAME or --claim-column phone=NUMBER\n",
    ],
    [
      "1 --claim phone=5 --policy names.yaml",
      "your policy does not compare phone; a person has to compare it",
    ],
    [
      "-f a.csv --keep-columns --format table",
      "--keep-columns cannot write table",
    ],
    ["-f a.csv -o a.csv", "is an input file"],
    ["1 --reuse a.csv", "is not evidence"],
    ["1 --evidence e --report json=e", "two outputs would be written to"],
    ["1 --policy good.yaml --report json=good.yaml", "is an input file"],
    ["1 --policy deny.yaml --report json=blocked.txt", "is an input file"],
    [
      "1 --waivers blocked.txt",
      "blocked.txt:1:1: the file must be a mapping of version, waivers, not 9",
    ],
    // However many mistakes there are, each is said.
    ["1 --policy many.yaml", 'many.yaml:15:3: unknown rule "l"'],
    ["1 --waivers w.yaml --report csv=w.yaml", "w.yaml is an input file"],
    ["1 --waive status=x", "--waive needs --by: who accepts it?"],
    ["-f a.csv --waive status=x --by Ann", "--waive is about one number"],
    ["1 --waive unchanged=x --by Ann", "for good, use --waivers FILE"],
    ["1 --waive rating=x --by Ann", "did you mean safety.rating?"],
  ])("%s is refused", async (args, message) => {
    world.file("a.csv", "DOT,Phone\n1,5\n");
    world.file("none.csv", "");
    world.file("blocked.txt", "9\n");
    world.file("w.yaml", "version: 1\nwaivers: []\n");
    for (const [name, rule] of [
      ["good", active],
      ["names", "claims: { fields: [name] }"],
      ["unchanged", "unchanged: { fields: [identity] }"],
      ["deny", "dot_number: { deny_file: blocked.txt }"],
      ["many", [..."abcdefghijkl"].join(":\n  ").concat(":")],
    ])
      world.file(`${name}.yaml`, `version: 1\nname: x\nrules:\n  ${rule}\n`);
    expect(await world.run(args)).toMatchObject(refusal(message));
    expect(world.asked).toEqual([]);
  });
});

describe("usdot vet: output", () => {
  it.each([
    ["table", "c.txt"],
    ["json", "c.json"],
    ["ndjson", "c.ndjson"],
    ["csv", "c.csv"],
    ["junit", "c.xml"],
    ["markdown", "c.md"],
    ["html", "c.html"],
    ["xlsx", "c.xlsx"],
    ["github", "github=c"],
  ])(
    "writes %s, by --format, as a further report, and by an extension: %s",
    async (format, report) => {
      const args = `--format ${format} -o a --report ${format}=b`;
      const names = ["a", "b", report.replace(/.*=/, "")];
      expect(await world.run(`1 2 ${args} --report ${report}`)).toMatchObject({
        ...ending(3, `note: wrote ${names.join(", ")}\n`),
        stdout: "",
      });
      expect(world.names()).toEqual(names);
      const texts = names.map(world.read);
      for (const text of texts) {
        expect(text.length).toBeGreaterThan(50);
        // The parts of a workbook have times.
        if (format !== "xlsx") expect(text).toBe(texts[0]);
      }
    },
  );

  it("ends with the counts on stderr, unless a report or the screen of one carrier says them; with -q without", async () => {
    const said = async (args: string, tty = false) =>
      (await world.run(args, { tty })).stderr;
    const counts = "2 carriers: 1 fails, 0 need review, 1 passes\n";
    expect(await said("1 2 --format csv")).toContain(counts);
    expect(await said("1 2")).not.toContain(counts);
    for (const number of ["1", "2", "3"])
      expect(await said(number, true)).toBe("");
    expect(await said("1 1 --format csv")).toContain(
      "1 carrier: 0 fail, 0 need review, 1 passes",
    );
    expect(await said("1 2 --format csv -q")).toBe("");
    expect(await said("5 -q")).toMatch(
      /^usdot: USDOT 5: the service failed .*\n$/,
    );
  });

  it("names waivers that are unused, on stderr and in reports", async () => {
    world.file(
      "w.yaml",
      `version: 1
waivers:
- { carrier: 2, rule: status, until: 2026-12-31, saw: { status: INACTIVE }, reason: r, by: me }
- { carrier: 1, rule: status, until: 2026-12-31, saw: { status: INACTIVE }, reason: r, by: me }
- { carrier: 3, rule: safety.rating, until: 2026-01-01, saw: { safety.rating: Conditional }, reason: r, by: me }
- { carrier: 76830, rule: authority.age, until: 2026-12-31, reason: r, by: me }
`,
    );
    const { status, stdout, stderr } = await world.run(
      "1 2 3 --waivers w.yaml -v",
    );
    expect(status).toBe(8);
    expect(stdout).toContain("waived by me until 2026-12-31: r");
    for (const said of [stdout, stderr])
      expect(said.match(/waiver of .* unused: .*/g)).toEqual([
        "waiver of status for USDOT 1 unused: nothing to waive (pass)",
        "waiver of safety.rating for USDOT 3 unused: it expired after 2026-01-01",
      ]);
    // For one number or a part of a list, a waiver for another is no news.
    world.file("list.txt", "1\n2\n3\n");
    for (const [args, names] of [
      ["-f list.txt", 1],
      ["-f list.txt --shard 1/2", 0],
      ["1", 0],
    ] as const) {
      const { stderr } = await world.run(`${args} --waivers w.yaml`);
      const said = stderr.match(
        /waivers unused, not in the list: USDOT 76830$/gm,
      );
      expect(said ?? [], args).toHaveLength(names);
    }
    const { stderr: ofList } = await world.run(
      "-f list.txt --waivers w.yaml --format csv",
    );
    expect(ofList).toContain("passes by a waiver: USDOT 2\n");
  });

  it.each([
    [
      10,
      [expect.stringMatching(/^authority\.age .* every carrier: .*not stated/)],
    ],
    [9, []],
  ])(
    "says once what is unknown for every one of %i carriers",
    async (count, notes) => {
      const since = { "authority.common_authority_date": null };
      world.carriers = fleetOf(count, (number) => changed(number, since));
      const args = `${numbered(count).join(" ")} --format json`;
      const { stdout } = await world.run(args);
      expect(JSON.parse(stdout).notes).toEqual(notes);
    },
  );

  it("asks whether the user's policy says what is meant: a field that no record has, an amount in thousands", async () => {
    world.carriers["1"] = changed("1", { is_broker: "N" });
    const fields = ["is_broker", "is_brokr", "out_of_service"].map(
      (path) => `{ path: ${path}, deny: [Y] }`,
    );
    const policy = world.policy(
      `fields: { of: [${fields}] }`,
      "policies.cargo: { min: 100, level: warning }",
    );
    const { stdout, stderr } = await world.run(`8 1 ${policy} --format json`);
    const caution =
      "your policy: policies.cargo: min 100 reads like thousands: no policy is for so little";
    expect(stderr.split(caution)).toHaveLength(2);
    expect(JSON.parse(stdout).notes).toEqual([
      caution,
      'fields: no record has "is_brokr": is the path right?',
    ]);
    const without = await world.run(`8 ${policy}`);
    expect(without.stdout).not.toContain("is the path right");
  });

  it.each(["1 8", "1 --format csv", "1 --format line"])(
    "says that insurance ended, also where a rule says what else is missing: %s",
    async (args) => {
      const [bipd] = good.insurance.policies;
      const ended = { ...bipd, expiration_date: "2026-11-01" };
      const { insurance, ...others } = goodCarrier("1");
      world.carriers["1"] = {
        ...others,
        insurance: { ...insurance, policies: [ended] },
      };
      const policy = world.policy("policies.cargo: { level: warning }");
      const { stdout } = await world.run(`${args} ${policy}`);
      expect(stdout).toContain("BIPD insurance ended 2026-11-01");
      expect(stdout.split("no cargo policy")).toHaveLength(2);
    },
  );

  it.each(["", "--claim phone=555-555-0110"])(
    "counts the rules that pass, but those that are shown: %s",
    async (claim) => {
      const { stdout } = await world.run(`1 ${claim}`);
      expect(stdout).toContain("  14 rules pass (-v: each)\n");
    },
  );

  it("prints the built-in policy, and the rule catalog", async () => {
    expect((await world.run("--print-policy")).stdout).toBe(defaultPolicyText);
    const catalog = (await world.run("--rules")).stdout;
    expect(catalog).toMatch(/^authority\.age$/m);
    expect(catalog).toContain("Every rule also takes");
    expect(catalog).not.toMatch(/.{101}/);
  });
});

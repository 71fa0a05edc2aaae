import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../support/resources.ts";
import { type MemoryOptions, run, testDay } from "../../support/run.ts";
import {
  changed,
  failed,
  goodCarrier,
  noSuchCarrier,
  startWorld,
} from "./world.ts";

const policy =
  "version: 1\nname: mine\nrules:\n  status: { allow: [ACTIVE] }\n";
/** Carriers by what they come to under the built-in policy. */
const carriers = {
  "1": goodCarrier("1", "GOOD CO"),
  "2": changed("2", { status: "INACTIVE" }),
  "3": changed("3", { "safety.rating": "Conditional" }),
  "5": { ...goodCarrier("5"), carrier: failed },
  "8": { ...goodCarrier("8"), carrier: noSuchCarrier },
};

describe("usdot vet: what is asked", () => {
  it.each<[string, string, object, string[]]>([
    [
      "all records for the built-in policy, the carrier's first",
      "",
      {},
      ["1/carrier", "1/insurance", "1/safety"],
    ],
    ["only what the rules need", policy, {}, ["1/carrier"]],
    ["summaries in bulk, with a key", policy, { USDOT_API_KEY: "k" }, ["bulk"]],
    [
      "nothing of a number that the policy refuses",
      "version: 1\nname: x\nrules:\n  dot_number: { deny_file: no.txt }\n",
      {},
      [],
    ],
  ])("%s", async (_, text, env, asked) => {
    const world = await startWorld({ "1": goodCarrier("1") });
    world.file("no.txt", "1\n");
    const args = text === "" ? [] : ["--policy", world.file("p.yaml", text)];
    await world.run(["1", ...args], { env: env as Record<string, string> });
    expect(world.asked.sort()).toEqual(asked);
  });

  it("names a carrier that was asked for in bulk", async () => {
    const world = await startWorld({ "1": goodCarrier("1") });
    const args = ["1", "--policy", world.file("p.yaml", policy)];
    const { stdout } = await world.run(args, { env: { USDOT_API_KEY: "k" } });
    expect(stdout).toMatch(/^PASS {2}ACME FREIGHT INC/);
    expect(world.asked).toEqual(["bulk"]);
  });

  it("asks by itself for a number that a bulk answer leaves out: it may not exist, or all the same", async () => {
    const world = await startWorld({
      "1": goodCarrier("1"),
      "2": { ...goodCarrier("2"), carrier: noSuchCarrier },
      "3": goodCarrier("3"),
    });
    world.leftOut.push("3");
    const args = ["1", "2", "3", "--policy", world.file("p.yaml", policy)];
    const { status, stdout } = await world.run(args, {
      env: { USDOT_API_KEY: "k" },
    });
    expect([status, stdout]).toEqual([
      3,
      expect.stringContaining("the service has no record of the carrier"),
    ]);
    expect(stdout).toContain("3 carriers: 1 fails, 0 need review, 2 pass");
    expect(world.asked.filter((request) => request !== "bulk").sort()).toEqual([
      "2/carrier",
      "3/carrier",
    ]);
  });

  it.each<
    [count: number, policy: string | undefined, args: string[], text: string]
  >([
    [
      1_000,
      undefined,
      [],
      "1,000 carriers: carrier, insurance, safety: 3,000 requests",
    ],
    [2, undefined, ["1"], "2 carriers: carrier, insurance, safety: 6 requests"],
    [
      9,
      `${policy}  dot_number: { deny_file: no.txt }\n`,
      [],
      "9 carriers: carrier: 4 requests",
    ],
    [
      101,
      policy,
      ["--api-key", "k"],
      "101 carriers: bulk summary: about 3 requests",
    ],
    [
      9,
      undefined,
      ["--reuse", "run.ndjson"],
      "9 carriers: carrier, insurance, safety: 24 requests",
    ],
  ])(
    "says before it asks %i carriers what they will take",
    async (count, text, args, said) => {
      const world = await startWorld(carriers);
      await world.run(["1", "--evidence", "run.ndjson"]);
      world.file("no.txt", "1\n2\n3\n4\n5\n");
      const list = world.file(
        "list.txt",
        Array.from({ length: count }, (_, at) => `${at + 1}\n`).join(""),
      );
      const rules =
        text === undefined ? [] : ["--policy", world.file("p.yaml", text)];
      const result = await world.run([
        "-f",
        list,
        ...args,
        ...rules,
        "--dry-run",
      ]);
      expect([result.stdout, result.stderr, world.asked]).toEqual([
        `${said}\n`,
        "",
        [],
      ]);
    },
  );

  it("says so before it asks a list, and of one number only that the data is a sample", async () => {
    const world = await startWorld(carriers);
    const asked = await world.run(["1", "2", "1"]);
    expect(asked.stderr).toContain(
      "2 carriers: carrier, insurance, safety: 6 requests\n",
    );
    expect(asked.stderr).toContain('judging by the built-in policy "default"');
    const before = await run(["--sample", "vet", "9000001"]);
    expect(before.stderr).toBe(
      "usdot: note: sample data: the carriers are invented\n",
    );
  });

  it("names a clock that is more than a day from the service's, on stderr and in reports", async () => {
    const world = await startWorld(carriers);
    const now = testDay - 200 * 86_400_000;
    const off = await world.run(["1", "1", "--strict"], { now });
    for (const text of [off.stderr, off.stdout])
      expect(text.replace(/\s+/g, " ")).toContain("clock says 2026-05-05");
    expect(
      (await world.run(["1"], { now: testDay - 3_600_000 })).stderr,
    ).not.toContain("clock");
  });
});

describe("usdot vet: mistakes", () => {
  it("finds all of them at once, and sends nothing", async () => {
    const world = await startWorld(carriers);
    world.file(
      "p.yaml",
      "version: 1\nname: x\nrules:\n  statsu: {}\n  authority.age: { min_days: many }\n",
    );
    world.file("w.yaml", "version: 2\nwaivers: []\n");
    const args = [
      "-f",
      "none.txt",
      "--policy",
      "p.yaml",
      "--waivers",
      "w.yaml",
      "--report",
      "pdf=x",
      "--evidence",
      "-",
    ];
    const { status, stderr } = await world.run(args);
    for (const mistake of [
      "p.yaml:4:3",
      "p.yaml:5:",
      "w.yaml:1:",
      "none.txt: no such file",
      '--report "pdf=x" is not FORMAT=PATH',
      "--evidence - is not a file",
      "mistakes; nothing was sent",
    ])
      expect(stderr).toContain(mistake);
    expect([status, world.asked]).toEqual([7, []]);
  });

  it.each<[string[], string]>([
    [["1", "--from", "x"], "--from cannot be used with numbers"],
    [
      ["--from", "x", "--history", "runs"],
      "--from cannot be used with --history",
    ],
    [["--from", "x", "--reuse", "y"], "--from cannot be used with --reuse"],
    [
      ["--from", "x", "--evidence", "y"],
      "--from cannot be used with --evidence",
    ],
    [["--from", "x", "-f", "y"], "--from cannot be used with --file"],
    [["--from", "x", "--dry-run"], "--from cannot be used with --dry-run"],
    [
      ["1", "--history", "runs", "--evidence", "x"],
      "--history cannot be used with --evidence",
    ],
    [
      ["1", "--history", "runs", "--shard", "1/2"],
      "--history cannot be used with --shard",
    ],
    [["1", "--evidence", "-"], "--evidence - is not a file or a directory"],
    [["1", "--only-changed"], "--only-changed needs --history or --from"],
    [["1", "--rules"], "--rules vets nothing"],
    [["--rules", "-f", "a.csv"], "--rules vets nothing"],
    [["--rules", "--print-policy"], "--rules vets nothing"],
    [["--print-policy", "-o", "p.yaml"], "--print-policy vets nothing"],
    [["1", "2", "--format", "line"], "--format line is about one number"],
    [["1", "--format", "sarif"], '"sarif"'],
    [["1", "--report", "junit"], "is not FORMAT=PATH"],
    [
      ["1", "--report", "html=a", "--report", "csv=a"],
      "two outputs would be written to",
    ],
    [
      ["1", "--policy", "unchanged.yaml"],
      "the rule unchanged needs an earlier run",
    ],
    [["1", "--claim", "colour=red"], "is not FIELD=VALUE; the fields are name"],
    [["1", "--claim", "name"], '--claim "name" is not FIELD=VALUE'],
    [["1", "--claim", "name="], '--claim "name=" is not FIELD=VALUE'],
    [
      ["1", "--claim", "expires=05/01/2027"],
      '--claim expires: not certain which day: "05/01/2027"',
    ],
    [
      ["1", "--claim", "name=A", "--claim", "name=B"],
      "--claim name is given twice",
    ],
    [["1", "2", "--claim", "name=A"], "--claim is about one number"],
    [["1", "--claim-column", "name=Carrier"], "--claim-column needs a list"],
    [
      [
        "-f",
        "a.csv",
        "--claim-column",
        "name=Phone",
        "--claim-column",
        "name=Fax",
      ],
      "--claim-column name is given twice",
    ],
    [["-f", "a.csv", "--claim-column", "phone=Fax"], "there is no column Fax"],
    [
      [
        "-f",
        "a.csv",
        "--claim-column",
        "phone=Phone",
        "--policy",
        "names.yaml",
      ],
      "your rules do not compare phone",
    ],
    [
      ["1", "--claim", "phone=5", "--policy", "names.yaml"],
      "your rules do not compare phone",
    ],
    [
      ["1", "--keep-columns", "--format", "csv"],
      "--keep-columns needs one list",
    ],
    [
      ["-f", "a.csv", "--keep-columns", "--format", "table"],
      "--keep-columns cannot write table",
    ],
    [["-f", "a.csv", "-o", "a.csv"], "is an input file"],
    [["-f", "a.csv", "--report", "csv=a.csv"], "is an input file"],
    [["1", "--reuse", "a.csv"], "is not evidence"],
    [
      ["1", "--evidence", "e", "--report", "json=e"],
      "two outputs would be written to",
    ],
    [
      ["1", "--policy", "good.yaml", "--report", "json=good.yaml"],
      "is an input file",
    ],
  ])("%j is refused", async (args, message) => {
    const world = await startWorld(carriers);
    world.file("a.csv", "DOT,Phone\n1,5\n");
    world.file("good.yaml", policy);
    world.file(
      "names.yaml",
      "version: 1\nname: x\nrules:\n  claims: { fields: [name] }\n",
    );
    world.file(
      "unchanged.yaml",
      "version: 1\nname: x\nrules:\n  unchanged: { fields: [identity] }\n",
    );
    const result = await world.run(args);
    expect({ ...result, asked: world.asked }).toMatchObject({
      status: 2,
      asked: [],
      stdout: "",
    });
    expect(result.stderr).toContain(message);
  });
});

describe("usdot vet: output", () => {
  it.each([
    "table",
    "json",
    "ndjson",
    "csv",
    "junit",
    "github",
    "markdown",
    "html",
    "xlsx",
  ])(
    "writes %s, by --format, by the extension of -o, and as a further report",
    async (format) => {
      const extension =
        { table: "txt", markdown: "md", junit: "xml", github: "txt" }[format] ??
        format;
      const world = await startWorld(carriers);
      const named = await world.run([
        "1",
        "2",
        "--format",
        format,
        "-o",
        `a.${extension}`,
        "--report",
        `${format}=b`,
      ]);
      expect(named).toMatchObject({ status: 3, stdout: "" });
      const [one, other] = ["b", `a.${extension}`].map((name) =>
        readFileSync(join(world.cwd, name)),
      );
      expect(one?.length).toBeGreaterThan(50);
      if (format !== "xlsx") expect(other?.equals(one as Buffer)).toBe(true);
      if (format === "github") return;
      expect(
        (await world.run(["1", "2", "--report", `c.${extension}`])).status,
      ).toBe(3);
      if (format !== "xlsx")
        expect(
          readFileSync(join(world.cwd, `c.${extension}`)).equals(one as Buffer),
        ).toBe(true);
    },
  );

  it("ends with the counts on stderr, unless a report on standard output says them; with -q without", async () => {
    const world = await startWorld(carriers);
    expect((await world.run(["1", "2", "--format", "csv"])).stderr).toContain(
      "2 carriers: 1 fails, 0 need review, 1 passes\n",
    );
    expect((await world.run(["1", "2"])).stderr).not.toContain(
      "2 carriers: 1 fails",
    );
    expect((await world.run(["1", "1", "--format", "csv"])).stderr).toContain(
      "1 carrier: 0 fail, 0 need review, 1 passes",
    );
    expect((await world.run(["1", "2", "--format", "csv", "-q"])).stderr).toBe(
      "",
    );
    expect((await world.run(["5", "-q"])).stderr).toMatch(
      /^usdot: USDOT 5: the service failed .*\n$/,
    );
  });

  it("prints nothing behind the screen of one carrier, whose first line is the verdict", async () => {
    const world = await startWorld(carriers);
    for (const number of ["1", "2", "3"])
      expect(
        await world.run([number], { tty: true, width: 80, height: 24 }),
      ).toMatchObject({ stderr: "" });
  });

  it("names waivers that are unused, on stderr and in reports", async () => {
    const world = await startWorld(carriers);
    const waiver = (
      carrier: number,
      rule: string,
      until: string,
      saw: string,
    ) =>
      `  - { carrier: ${carrier}, rule: ${rule}, reason: r, by: me, until: ${until}, saw: { ${saw} } }\n`;
    const text = `version: 1\nwaivers:\n${waiver(2, "status", "2026-12-31", "status: INACTIVE")}${waiver(1, "status", "2026-12-31", "status: INACTIVE")}${waiver(3, "safety.rating", "2026-01-01", "safety.rating: Conditional")}`;
    const { stdout, stderr, status } = await world.run([
      "1",
      "2",
      "3",
      "--waivers",
      world.file("w.yaml", text),
    ]);
    for (const said of [stdout, stderr]) {
      expect(said).toContain(
        "waiver of status for USDOT 1 unused: the rule passes",
      );
      expect(said).toContain(
        "waiver of safety.rating for USDOT 3 unused: it expired after 2026-01-01",
      );
      expect(said).not.toContain("USDOT 2 unused");
    }
    expect(status).toBe(8);
  });

  it.each([
    [10, true],
    [9, false],
  ])(
    "says once what is unknown for every one of %i carriers: %s",
    async (count, isSaid) => {
      const numbers = Array.from({ length: count }, (_, at) => String(at + 1));
      const since = { "authority.common_authority_date": null };
      const world = await startWorld(
        Object.fromEntries(
          numbers.map((number) => [number, changed(number, since)]),
        ),
      );
      const { stdout } = await world.run([...numbers, "--format", "json"]);
      const note = expect.stringMatching(
        /^authority\.age is unknown for every carrier: .*not stated/,
      );
      expect(JSON.parse(stdout).notes).toEqual(isSaid ? [note] : []);
    },
  );

  it("asks whether a field of the user's policy that no record has is misspelled", async () => {
    const world = await startWorld({
      "1": changed("1", { is_broker: "N" }),
      "8": carriers["8"],
    });
    const fields = ["is_broker", "is_brokr", "out_of_service"].map(
      (path) => `{ path: ${path}, deny: [Y] }`,
    );
    world.file(
      "p.yaml",
      `version: 1\nname: mine\nrules:\n  fields: { of: [${fields}] }\n`,
    );
    const note = 'fields: no record has "is_brokr": is the path right?';
    const { stdout } = await world.run([
      "8",
      "1",
      "--policy",
      "p.yaml",
      "--format",
      "json",
    ]);
    expect(JSON.parse(stdout).notes).toEqual([note]);
    expect((await world.run(["8", "--policy", "p.yaml"])).stdout).not.toContain(
      "is the path right",
    );
  });

  const print = (args: string[], options: MemoryOptions = {}) =>
    run(["vet", ...args], options);
  it("prints the built-in policy, which it reads back as the same, and the rule catalog", async () => {
    const cwd = temporaryDirectory();
    const { stdout, status } = await print(["--print-policy"]);
    writeFileSync(join(cwd, "p.yaml"), stdout);
    const named = await run(
      [
        "--sample",
        "vet",
        "9000001",
        "9000005",
        "--policy",
        "p.yaml",
        "--format",
        "json",
      ],
      {
        cwd,
      },
    );
    const builtIn = await run([
      "--sample",
      "vet",
      "9000001",
      "9000005",
      "--format",
      "json",
    ]);
    expect(JSON.parse(named.stdout).carriers).toEqual(
      JSON.parse(builtIn.stdout).carriers,
    );
    expect(status).toBe(0);
    const catalog = await print(["--rules"]);
    expect(catalog.stdout).toMatch(/^authority\.age$/m);
    expect(catalog.stdout).toContain("Every rule also takes");
    expect(
      Math.max(...catalog.stdout.split("\n").map((line) => line.length)),
    ).toBeLessThanOrEqual(100);
  });

  it("prints its help where no number is given at a terminal", async () => {
    const { status, stderr } = await print([]);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining("Usage: usdot vet"),
    ]);
    for (const option of ["--policy", "--format", "-o, --output", "--claim "])
      expect(stderr).toContain(option);
  });
});

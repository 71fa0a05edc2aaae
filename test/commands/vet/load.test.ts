import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../../support/run.ts";
import { changed, goodCarrier, startWorld } from "./world.ts";

const carriers = {
  "1": goodCarrier("1"),
  "2": changed("2", { "authority.common_authority_date": "2026-11-01" }),
  "3": changed("3", { status: "INACTIVE" }),
};
const young = "authority.age=hauled for us since 2019";

describe("the record of a load", () => {
  it.each<[string, string[], Record<string, string>, string | undefined]>([
    [
      "a name that ends in /",
      ["1", "--evidence", "new/"],
      {},
      "new/2026-11-21T120000Z-1.ndjson",
    ],
    [
      "a directory that exists",
      ["1", "--evidence", "old"],
      {},
      "old/2026-11-21T120000Z-1.ndjson",
    ],
    ["another name", ["1", "--evidence", "file"], {}, "file"],
    [
      "the load and a list",
      ["1", "2", "--reference", "A/1", "--evidence", "new/"],
      {},
      "new/2026-11-21T120000Z-list-A-1.ndjson",
    ],
    [
      "a part of a list",
      ["1", "2", "--shard", "1/2", "--evidence", "new/"],
      {},
      "new/2026-11-21T120000Z-list-1of2.ndjson",
    ],
    [
      "the setting, always a directory",
      ["1"],
      { USDOT_EVIDENCE: "file" },
      "file/2026-11-21T120000Z-1.ndjson",
    ],
    [
      "the flag before the setting",
      ["1", "--evidence", "file"],
      { USDOT_EVIDENCE: "new" },
      "file",
    ],
    [
      "nothing with --no-evidence",
      ["1", "--no-evidence"],
      { USDOT_EVIDENCE: "new" },
      undefined,
    ],
    [
      "the setting, which yields to --history",
      ["1", "--history", "runs"],
      { USDOT_EVIDENCE: "new" },
      "runs/2026-11-21T120000Z.ndjson",
    ],
    [
      "the setting, which yields to --dry-run",
      ["1", "--dry-run"],
      { USDOT_EVIDENCE: "new" },
      undefined,
    ],
    [
      "the setting, which yields to --rules",
      ["--rules"],
      { USDOT_EVIDENCE: "new" },
      undefined,
    ],
  ])("is named by %s", async (_, args, env, path) => {
    const world = await startWorld(carriers);
    world.file("old/notes.txt", "");
    const { stderr } = await world.run(args, { env });
    const files = readdirSync(world.cwd, { recursive: true }).map(String);
    expect(
      files.filter(
        (name) =>
          /ndjson$|^file$|^new$/.test(name) &&
          statSync(join(world.cwd, name)).isFile(),
      ),
    ).toEqual(path === undefined ? [] : [path]);
    if (path === undefined) return;
    expect(stderr).toMatch(
      new RegExp(`evidence ${path}: sha256 [0-9a-f]{64}\\n`),
    );
    expect(statSync(join(world.cwd, path)).mode & 0o777).toBe(0o600);
  });

  it("is in the configuration file a directory beside that, and yields to --from", async () => {
    const world = await startWorld(carriers);
    world.file("settings/usdot.json", '{"evidence":"vetting"}');
    const config = ["--config", "settings/usdot.json"];
    await world.run(["1", ...config]);
    const path = "settings/vetting/2026-11-21T120000Z-1.ndjson";
    const again = await run([...config, "vet", "--from", path], {
      cwd: world.cwd,
    });
    expect(again).toMatchObject({ status: 0, stderr: "" });
    expect(statSync(join(world.cwd, "settings/vetting")).mode & 0o777).toBe(
      0o700,
    );
    expect(readdirSync(join(world.cwd, "settings/vetting"))).toHaveLength(1);
  });

  it("excuses one finding for one run, and says it wherever the run is read", async () => {
    const world = await startWorld(carriers);
    const args = ["2", "--waive", young, "--by", "Ann", "--format", "json"];
    expect((await world.run(["2"])).status).toBe(3);
    const first = await world.run([...args, "--evidence", "run.ndjson"]);
    const again = await run(
      ["vet", "--from", "run.ndjson", "--format", "json"],
      { cwd: world.cwd },
    );
    for (const { status, stdout } of [first, again]) {
      const [carrier] = JSON.parse(stdout).carriers;
      expect([status, carrier.verdict]).toEqual([0, "pass"]);
      expect(carrier.findings).toContainEqual(
        expect.objectContaining({
          rule: "authority.age",
          effect: "waived",
          waived: {
            reason: "hauled for us since 2019",
            by: "Ann",
            until: "this run",
          },
        }),
      );
    }
    expect(world.read("run.ndjson")).toContain("hauled for us since 2019");
    const unused = await world.run(["1", "--waive", "status=x", "--by", "Ann"]);
    expect(unused.stderr).toContain("--waive status unused: the rule passes");
  });

  it("leaves the baseline of a history where it was", async () => {
    const world = await startWorld({ "1": goodCarrier("1") });
    const policy = world.file(
      "p.yaml",
      "version: 1\nname: x\nrules:\n  status: { allow: [ACTIVE] }\n",
    );
    const morning = (day: number, args: string[] = []) =>
      world.run(["1", "--history", "runs", "--policy", policy, ...args], {
        day,
      });
    await morning(0);
    world.carriers["1"] = changed("1", {
      status: "INACTIVE",
      "contact.phone": "(555) 555-0199",
    });
    expect(
      (await morning(1, ["--waive", "status=x", "--by", "Ann"])).status,
    ).toBe(0);
    expect((await morning(2)).stdout).toContain("phone was");
  });

  it.each([
    [["1", "--waive", young], "--waive needs --by"],
    [
      ["1", "2", "--waive", young, "--by", "Ann"],
      "--waive is about one number",
    ],
    [
      ["-f", "one.txt", "--waive", young, "--by", "Ann"],
      "--waive is about one number",
    ],
    [
      ["1", "--waive", "unchanged=x", "--by", "Ann"],
      'cannot waive "unchanged"',
    ],
    [["1", "--waive", "exists=x", "--by", "Ann"], 'cannot waive "exists"'],
    [
      ["--from", "x", "--waive", young, "--by", "Ann"],
      "--from cannot be used with --waive",
    ],
  ])("refuses the exception %j", async (args, message) => {
    const world = await startWorld(carriers);
    world.file("one.txt", "1\n");
    expect(await world.run(args)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(message),
    });
    expect(world.asked).toEqual([]);
  });

  it("is a line to paste, with as much of the end hash as tells runs apart", async () => {
    const world = await startWorld(carriers);
    const more = [
      "--by",
      "Ann",
      "--reference",
      "4782",
      "--evidence",
      "run.ndjson",
    ];
    const args = ["--claim", "mc=MC-115495", "--format", "line", ...more];
    const { stdout, stderr } = await world.run(["1", ...args]);
    const [, hash = ""] = /sha256 (\w{12})/.exec(stderr) ?? [];
    expect(stdout).toBe(
      `PASS USDOT 1 ACME FREIGHT INC · policy default · as of 2026-11-21 12:00 UTC by Ann · load 4782 · evidence ${hash}\n`,
    );
    const again = await run(
      ["vet", "--from", "run.ndjson", "--format", "line"],
      {
        cwd: world.cwd,
        now: Date.parse("2026-12-01T12:00:00Z"),
      },
    );
    expect(again.stdout).toContain(
      " · answers of 2026-11-21 · judged again on 2026-12-01 · ",
    );
    const failing = await world.run(["3", "--format", "line"]);
    expect(failing.stdout).toContain(
      'FAIL USDOT 3 ACME FREIGHT INC · status: status is "INACTIVE"',
    );
  });

  it("counts days where the run was, in the evidence and in a replay elsewhere", async () => {
    const zone = process.env["TZ"];
    const world = await startWorld({
      "1": changed("1", { "authority.common_authority_date": "2026-08-23" }),
    });
    const options = { now: Date.parse("2026-11-21T05:00:00Z") };
    try {
      process.env["TZ"] = "America/Los_Angeles";
      // The evening of November 20, on which 89 days have passed.
      const evening = await world.run(["1", "--evidence", "a.ndjson"], options);
      expect(evening.status).toBe(3);
      process.env["TZ"] = "Asia/Kolkata";
      expect(
        (await world.run(["1", "--evidence", "b.ndjson"], options)).status,
      ).toBe(0);
      const replays = ["a.ndjson", "b.ndjson"].map((name) =>
        run(["vet", "--from", name], { cwd: world.cwd }),
      );
      expect((await Promise.all(replays)).map(({ status }) => status)).toEqual([
        3, 0,
      ]);
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
    const asOf = ["a.ndjson", "b.ndjson"].map(
      (name) => world.line(name, 0).as_of,
    );
    expect(asOf).toEqual([
      "2026-11-20T21:00:00.000-08:00",
      "2026-11-21T10:30:00.000+05:30",
    ]);
  });
});

describe("what usdot vet says of its files", () => {
  it("names what it wrote, and announces nothing of a run that is refused", async () => {
    const world = await startWorld(carriers);
    const wrote = await world.run([
      "1",
      "2",
      "-o",
      "out.csv",
      "--report",
      "junit=vet.xml",
    ]);
    expect(wrote.stderr).toContain("note: wrote out.csv, vet.xml\n");
    const mine = readFileSync(join(world.cwd, "out.csv"));
    const report = ["--report", "csv=no/such/dir"];
    const refused = await world.run(["1", "2", "-o", "out.csv", ...report]);
    expect(refused.status).toBe(7);
    expect(refused.stderr).not.toContain("request");
    expect(readFileSync(join(world.cwd, "out.csv"))).toEqual(mine);
    expect(readdirSync(world.cwd)).toEqual(["out.csv", "vet.xml"]);
  });

  it.each([
    [100, [], true],
    [99, [], false],
    [100, ["--evidence", "run.ndjson"], false],
    [100, ["--history", "runs"], false],
  ])(
    "says of %i numbers and %j whether they can go on",
    async (count, args, isSaid) => {
      const world = await startWorld({});
      const list = world.file(
        "list.txt",
        Array.from({ length: count }, (_, at) => at + 1).join("\n"),
      );
      const { stderr } = await world.run(["-f", list, ...args]);
      expect(stderr.includes("with --evidence FILE")).toBe(isSaid);
    },
  );
});

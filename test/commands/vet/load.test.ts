import { readdirSync, statSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { ending } from "../../support/run.ts";
import {
  active,
  changed,
  goodCarrier,
  noSuchCarrier,
  startWorld,
} from "./world.ts";

const carriers = {
  "1": goodCarrier("1"),
  "2": changed("2", { "authority.common_authority_date": "2026-11-01" }),
  "3": changed("3", { status: "INACTIVE" }),
};
const time = "2026-11-21T120000Z";

const world = await startWorld(carriers);

describe("the record of a load", () => {
  it.each([
    ["a name that ends in /", "1 --evidence new/", "", `new/${time}-1.ndjson`],
    ["a directory that exists", "1 --evidence old", "", `old/${time}-1.ndjson`],
    ["another name", "1 --evidence file", "", "file"],
    [
      "the load and a list",
      "1 2 --reference ../A/Ü_1 --evidence new/",
      "",
      `new/${time}-list-..-A--_1.ndjson`,
    ],
    [
      "60 characters of the load",
      `1 --reference ${"x".repeat(99)} --evidence new/`,
      "",
      `new/${time}-1-${"x".repeat(60)}.ndjson`,
    ],
    [
      "a part of a list",
      "1 2 --shard 1/2 --evidence new/",
      "",
      `new/${time}-list-1of2.ndjson`,
    ],
    ["the setting, a directory", "1", "file", `file/${time}-1.ndjson`],
    ["nothing with --no-evidence", "1 --no-evidence", "new", ""],
    [
      "the setting, which yields to --history",
      "1 --history runs",
      "new",
      `runs/${time}.ndjson`,
    ],
    ["the setting, which yields to --dry-run", "1 --dry-run", "new", ""],
  ])("is named by %s", async (_, args, setting, path) => {
    world.file("old/notes.txt", "");
    const env = setting ? { USDOT_EVIDENCE: setting } : {};
    const { stderr } = await world.run(args, { env });
    const files = readdirSync(world.cwd, { recursive: true })
      .map(String)
      .filter((name) => statSync(world.at(name)).isFile())
      .filter((name) => name !== "old/notes.txt");
    expect(files).toEqual(path ? [path] : []);
    if (!path) return;
    expect(stderr).toMatch(/sha256 \w{64}\n/);
    expect(stderr).toContain(`evidence ${path}: `);
    expect(statSync(world.at(path)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["the setting", "1", { USDOT_EVIDENCE: "notes.txt" }],
    ["--history", "1 --history notes.txt", {}],
  ])("is not in a file that %s names", async (_, args, env) => {
    world.file("notes.txt", "");
    expect(await world.run(args, { env })).toMatchObject(
      ending(
        7,
        "notes.txt: it is a file, and a directory is needed; name a directory:",
      ),
    );
  });

  it("is in the configuration file a directory beside that, and yields to --from", async () => {
    world.file("settings/usdot.json", '{"evidence":"vetting"}');
    const config = "--config settings/usdot.json";
    await world.run(`1 ${config}`);
    const again = await world.replay(
      `settings/vetting/${time}-1.ndjson ${config}`,
    );
    expect(again).toMatchObject({ status: 0, stderr: "" });
    const directory = "settings/vetting";
    expect(statSync(world.at(directory)).mode & 0o777).toBe(0o700);
    expect(world.names(directory)).toHaveLength(1);
  });

  it("excuses one finding for one run, and says it wherever the run is read", async () => {
    expect((await world.run("2")).status).toBe(3);
    const first = await world.run(
      "2 --by Ann --format json --evidence run.ndjson --waive 'authority.age= hauled for us since 2019 '",
    );
    const again = await world.replay("run.ndjson --format json");
    for (const { status, stdout } of [first, again]) {
      const [{ verdict, findings }] = JSON.parse(stdout).carriers;
      expect([status, verdict]).toEqual([0, "pass"]);
      expect(findings).toContainEqual(
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
    world.file(
      "w.yaml",
      "version: 1\nwaivers:\n- { carrier: 2, rule: authority.age, reason: r, by: me, until: 2026-12-31 }",
    );
    const more =
      "--by Ann --waive authority.age=x --waive status=x --waive mc_number=x";
    const { stderr } = await world.run(`2 --waivers w.yaml ${more}`);
    expect(stderr.match(/--waive .*/g)?.toSorted()).toEqual([
      "--waive authority.age unused: nothing to waive (waived)",
      "--waive mc_number unused: the carrier has no such finding",
      "--waive status unused: nothing to waive (pass)",
    ]);
  });

  it("leaves the baseline of a history where it was", async () => {
    const args = `1 --history runs ${world.policy(active)}`;
    await world.run(args);
    world.carriers["1"] = changed("1", {
      status: "INACTIVE",
      "contact.phone": "(555) 555-0199",
    });
    const waived = `${args} --waive status=x --by Ann`;
    expect((await world.run(waived, { day: 1 })).status).toBe(0);
    const { stdout } = await world.run(args, { day: 2 });
    expect(stdout).toContain("phone was");
  });

  it("is a line to paste, with as much of the end hash as tells runs apart", async () => {
    const args = "--by Ann --reference 4782·OK --evidence run.ndjson";
    const { stdout, stderr } = await world.run(
      `1 --claim mc=MC-115495 --format line ${args}`,
    );
    const [, hash = ""] = /sha256 (\w{12})/.exec(stderr) ?? [];
    const policy = world.line("run.ndjson", 0).policy.sha256.slice(0, 8);
    // A reference that looks like more parts is one part.
    expect(stdout).toBe(
      `PASS USDOT 1 ACME FREIGHT INC · claims: MC number as claimed · neither phone nor email claimed: nobody compared who calls · policy default ${policy} · as of 2026-11-21 12:00 UTC by Ann · load 4782•OK · evidence ${hash}\n`,
    );
    const now = Date.parse("2026-12-01T12:00:00Z");
    const again = await world.replay("run.ndjson --format line", { now });
    expect(again.stdout).toContain(
      " · answers of 2026-11-21 · judged again on 2026-12-01 · ",
    );
    const failing = await world.run("- --format line", { stdin: "3\n3" });
    expect(failing.stdout).toContain(
      'FAIL USDOT 3 ACME FREIGHT INC · status: status is "INACTIVE"',
    );
    expect((await world.run("3 -v")).stdout).toContain(failing.stdout);
  });

  it.each([
    ["2", "PASS", " · crashes.fatal: no safety record (a warning) · "],
    [
      "3",
      "FAIL",
      ' · status: status is "X" · crashes.total: 99 crashes for 184 power units: above 0.15 per unit (a warning) · ',
    ],
    [
      "1 --policy warn.yaml --claim name=OTHER",
      "PASS",
      ' · claims: name: the claim says "OTHER", the record "ACME FREIGHT INC" (a warning) · ',
    ],
  ])(
    "has the warnings about %s in the line, each as one, behind what decides",
    async (args, verdict, text) => {
      world.carriers["2"] = { ...goodCarrier("2"), safety: noSuchCarrier };
      world.carriers["3"] = changed("3", {
        "safety.total_crashes": 99,
        status: "X",
      });
      world.file(
        "warn.yaml",
        "version: 1\nname: warn\nrules: { claims: { level: warning } }\n",
      );
      const { stdout } = await world.run(`${args} --format line`);
      expect(stdout).toMatch(verdict);
      expect(stdout).toContain(text);
    },
  );

  it("counts days where the run was, in the evidence and in a replay elsewhere", async () => {
    world.carriers["1"] = changed("1", {
      "authority.common_authority_date": "2026-08-23",
    });
    const now = Date.parse("2026-11-21T05:00:00Z");
    const recordIn = async (zone: string, name: string) => {
      vi.stubEnv("TZ", zone);
      const { status } = await world.run(`1 --evidence ${name}`, { now });
      vi.unstubAllEnvs();
      const again = await world.replay(name);
      const [, day] = /UTC \((.*?)\)/.exec(again.stdout) ?? [];
      return [status, again.status, world.line(name, 0).as_of, day];
    };
    // The evening of November 20, on which 89 days have passed.
    expect(await recordIn("America/Los_Angeles", "a")).toEqual([
      3,
      3,
      "2026-11-20T21:00:00.000-08:00",
      "2026-11-20 21:00 -08:00",
    ]);
    expect(await recordIn("Asia/Kolkata", "b")).toEqual([
      0,
      0,
      "2026-11-21T10:30:00.000+05:30",
      undefined,
    ]);
  });

  it.each([40, 60, 80])(
    "keeps the verdict in a window of %i columns, whatever stands behind it",
    async (width) => {
      const args =
        "3 --no-color --by Ann --evidence vetting/november/ --report line=note.txt";
      const { stdout, stderr } = await world.run(
        `${args} --waive status=seen --waive mc_number=x`,
        { tty: true, width, height: 24 },
      );
      const behind = stderr.slice(stderr.indexOf("usdot: note: wrote"));
      const rows = (stdout + behind)
        .split("\n")
        .reduce((sum, line) => sum + Math.ceil((line.length || 1) / width), 0);
      expect(stdout).toMatch(/^PASS/);
      expect(stdout).toContain("--waive mc_number unused");
      expect(world.read("note.txt")).toContain("by Ann for this run: seen");
      expect(rows).toBeLessThanOrEqual(24);
    },
  );
});

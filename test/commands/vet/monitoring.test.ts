import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { withValues } from "../../support/fixtures.ts";
import { ending } from "../../support/run.ts";
import {
  active,
  type Carrier,
  changed,
  failed,
  fleetOf,
  goodCarrier,
  noSuchCarrier,
  startWorld,
} from "./world.ts";

const number = "9000001";
const good = goodCarrier(number);

const other = goodCarrier("9000002", "OTHER CO");

/** The carrier of a morning, and the status and news of the report on it. */
type Morning = [today: Carrier, status: number, news: string];

const newsIn = (report: string) =>
  report
    .match(
      /^\w.*: \d+(?= \()|(?<= {2})\S+(?: \S+)* was .*$|(?<=[!?] (exists|fleet|crashes\.fatal)\S* +)\S.*$/gm,
    )
    ?.join("; ") ?? "";

const phone = changed(number, { "contact.phone": "(555) 555-0199" });
const otherPhone = "phone was (555) 555-0110, is (555) 555-0199";
const identity = `Identity changes: 1; ${otherPhone}`;
const noPhone = changed(number, { "contact.phone": null });
const notStated =
  "Identity changes: 1; phone was (555) 555-0110, is not stated";
const dba = (dba_name: string) => changed(number, { dba_name });
const inactive = changed(number, { status: "INACTIVE" });
const foxGone = changed(number, { dba_name: "FOX", status: "INACTIVE" });
const again = "Answered again: 1";
const dead = { ...good, carrier: failed };
const unknown = { ...good, carrier: noSuchCarrier };
const status = 'status was "active", is "inactive"';
const noLonger = "the service has no record of this number, but had one before";
const noTrucks = changed(number, { "fleet.power_units": 0 });
const fatal = withValues(good, { "safety.crashes.fatal": 9 });
const lowered = withValues(good, {
  "insurance.policies.0.coverage_amount": 750_000,
});

const deadly = "9 fatal crashes for 184 power units: above 0.02 per unit";

/** Runs the morning's vetting of a list of one. */
const args = `${number} --strict --history runs`;

const world = await startWorld({
  [number]: good,
  "9000002": other,
});

/** Runs on the first day; from then on the carrier has another phone. */
async function runThenChangePhone(typed = args) {
  await world.run(typed);
  world.carriers[number] = phone;
}

describe("usdot vet --history", () => {
  it("compares with no run in which nobody was answered", async () => {
    world.carriers[number] = dead;
    await world.run(args);
    world.carriers[number] = good;
    const { status, stdout } = await world.run(args, { day: 1 });
    expect([status, stdout.replace(/\s+/g, " ")]).toEqual([
      0,
      expect.stringContaining("the history has no earlier run"),
    ]);
  });

  it("takes a carrier without a record for new once", async () => {
    world.carriers[number] = unknown;
    await world.run(args);
    const { status, stdout } = await world.run(args, { day: 1 });
    expect([status, newsIn(stdout)]).toEqual([
      3,
      "the service has no record of this number: check it (is it an MC number?)",
    ]);
  });

  it.each<[string, ...Morning[]]>([
    ["says nothing of a carrier that stays as it is", [good, 0, ""]],
    [
      "fails a changed identity every day until it is as it was",
      [phone, 3, `Newly failing: 1; ${identity}`],
      [phone, 3, identity],
      [good, 0, "Newly passing: 1"],
    ],
    [
      "does not forget a change while the service fails, or knows nothing of the carrier",
      [phone, 3, `Newly failing: 1; ${identity}`],
      [dead, 5, "Newly to review: 1"],
      [phone, 3, `Identity changes: 1; ${again}; ${otherPhone}`],
      [unknown, 3, noLonger],
      [phone, 3, identity],
    ],
    [
      "shows a carrier that is no longer known, also one that failed already, until a morning without news",
      [inactive, 3, `Newly failing: 1; ${status}`],
      [unknown, 3, noLonger],
      [dead, 5, "Newly to review: 1"],
      [unknown, 3, `${again}; ${noLonger}`],
      [inactive, 3, status],
    ],
    [
      "shows a new reason beside an old verdict, once, also after a morning without answers",
      [noTrucks, 8, "Newly to review: 1; 0 power units: fewer than 1"],
      [noTrucks, 8, ""],
      [fatal, 8, deadly],
      [dead, 5, ""],
      [fatal, 8, `${again}; ${deadly}`],
    ],
    [
      "takes a morning without answers for news once, and the first answer after it",
      [dead, 5, "Newly to review: 1"],
      [dead, 5, ""],
      [good, 0, again],
      [phone, 3, `Newly failing: 1; ${identity}`],
      [{ ...good, insurance: failed, safety: failed }, 8, "Newly to review: 1"],
      [good, 0, `Newly passing: 1; ${again}`],
    ],
    [
      "tells a value that disappears from one that nobody answered",
      [noPhone, 8, `Newly to review: 1; ${notStated}`],
      [noPhone, 8, notStated],
      [phone, 3, `Newly failing: 1; ${identity}`],
    ],
    [
      "takes a name that appears into the next run",
      [
        dba("FOX"),
        8,
        'Newly to review: 1; Identity changes: 1; DBA name was not stated, is "fox"',
      ],
      [dba("FOX"), 0, "Newly passing: 1"],
      [
        dba("OWL"),
        3,
        'Newly failing: 1; Identity changes: 1; DBA name was "fox", is "owl"',
      ],
    ],
    [
      "takes a name that appears beside a change of another group, too",
      [
        foxGone,
        3,
        `Newly failing: 1; Identity changes: 1; DBA name was not stated, is "fox"; ${status}`,
      ],
      [foxGone, 3, status],
    ],
    [
      "leads with cover that is lowered on a carrier that passes, once",
      [
        lowered,
        0,
        "Cover lowered or ending sooner: 1; BIPD in force was 1,000,000, is 750,000",
      ],
      [lowered, 0, ""],
    ],
  ])("%s", async (_, ...mornings) => {
    const first: Morning = [good, 0, ""];
    for (const [day, [today, ...said]] of [first, ...mornings].entries()) {
      world.carriers[number] = today;
      const only = `${args} --only-changed`;
      const { status, stdout } = await world.run(only, { day });
      expect([day, status, newsIn(stdout)]).toEqual([day, ...said]);
    }
  });

  it.each([
    [400, 3, otherPhone],
    [401, 0, `New carriers: 1 (${number}`],
  ])(
    "of a carrier that is missing from the list for %i days",
    async (days, status, says) => {
      const both = `9000002 ${args}`;
      await world.run(both);
      for (const day of [0.4, 0.5, days]) {
        // What an outage said is said again.
        world.carriers["9000002"] = day === 0.4 ? dead : other;
        const absent = await world.run("9000002 --strict --history runs", {
          day,
        });
        const newest = world.names("runs").at(-1);
        const again = await world.replay(`runs/${newest}`);
        const gone = `Gone from the list: 1 (${number} ACME FREIGHT INC)`;
        for (const { stdout, stderr } of [absent, again]) {
          expect(stdout.includes(gone)).toBe(day < 1);
          expect(stderr.includes("gone from the list")).toBe(day < 1);
        }
      }
      world.carriers[number] = phone;
      const back = await world.run(both, { day: days + 1 });
      expect(back.status).toBe(status);
      expect(back.stdout).toContain(says);
    },
  );

  const all = /^.*$/s;
  it.each([
    ["whole", "", "", "Newly passing: 1"],
    ["cut off", /\n$/, "", "T120000Z.ndjson was cut off; the"],
    ["cut off at once", all, '{"type":"ru', ""],
    ["of a part of a list", '"shard":null', '"shard":"1/2"', ""],
    ["of another service", "http:", "https:", ""],
    [
      "of an older version",
      all,
      '{"type":"run","format":"usdot-evidence/2"}\n',
      "usdot-evidence/2, which a build before 0.3.0 reads",
    ],
  ])(
    "compares with the newest whole run: one that is %s",
    async (what, was, is, says) => {
      await runThenChangePhone();
      await world.run(args, { day: 1 });
      world.carriers[number] = good;
      const newest = "runs/2026-11-22T120000Z.ndjson";
      world.file(newest, world.read(newest).replace(was, is));
      const { status, stdout, stderr } = await world.run(args, { day: 2 });
      expect(status).toBe(what === "of an older version" ? 2 : 0);
      expect(stdout + stderr).toContain(says);
      expect(stdout.includes("Newly passing")).toBe(what === "whole");
    },
  );

  it("notes that there is nothing to compare with, and keeps two runs of one second side by side", async () => {
    const formats = ["markdown", "json", "junit", "html", "github"];
    const reports = formats.map((format) => `--report ${format}=${format}`);
    const first = await world.run(`${args} ${reports.join(" ")}`);
    const evidence = "runs/2026-11-21T120000Z.ndjson";
    const written = [...formats, evidence].map((name) => world.read(name));
    for (const text of [first.stderr, first.stdout, ...written]) {
      expect(text).toContain("the history has no earlier run of this service");
      expect(text).toContain("restore the missing file");
    }
    expect(world.read("github")).toContain(
      "::warning title=usdot vet::the history has no earlier run",
    );
    const second = await world.run(`${args} --format table`);
    expect(second.stdout).toContain(
      "compared with the run of 2026-11-21 12:00 UTC",
    );
    expect(world.line("runs/2026-11-21T120000Z_2.ndjson", 0).compared).toBe(
      world.line(evidence, 2).sha256,
    );
  });

  it("notes that the policy or a list of it is not what it was", async () => {
    const notes = async (typed: string, day: number) =>
      (await world.run(typed, { day })).stdout.includes(
        "the vetting policy or a list of it has changed since the earlier run",
      );
    world.file("denied.txt", `${number}\n555\n`);
    const policy = world.policy("dot_number: { deny_file: denied.txt }");
    const denying = `${args} ${policy}`;
    await world.run(args);
    const noted = [
      await notes(args, 1),
      await notes(denying, 2),
      await notes(denying, 3),
    ];
    // A bad export.
    world.file("denied.txt", "555\n");
    expect([...noted, await notes(denying, 4)]).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it("accepts a change by a waiver of unchanged, also of what is not stated any more, and only what it saw", async () => {
    const rules = [active, "unchanged: { fields: [identity] }"];
    const cover = "policies.bipd: { min: 750000 }";
    const typed = `${args} ${world.policy(...rules, cover)}`;
    await world.run(typed);
    world.carriers[number] = {
      ...withValues(good, { "insurance.policies.0.coverage_amount": 300_000 }),
      carrier: withValues(inactive.carrier, {
        "contact.phone": "(555) 555-0199",
        "contact.email": null,
      }),
    };
    const waiverOf = (rule: string, saw: string) =>
      `- { carrier: ${number}, rule: ${rule}, saw: ${saw}, reason: called them, by: me, until: 2027-01-01 }\n`;
    const accepting = async (phone: string, day: number) => {
      const saw = `{ phone: "${phone}", email: null }`;
      const waivers =
        waiverOf("status", "{ status: INACTIVE }") + waiverOf("unchanged", saw);
      world.file("w.yaml", `version: 1\nwaivers:\n${waivers}`);
      return world.run(`${typed} --waivers w.yaml`, { day });
    };
    const refused = await accepting("5555550100", 1);
    expect(newsIn(refused.stdout)).toContain(otherPhone);
    const accepted = await accepting("5555550199", 2);
    expect(accepted.stdout).toMatch(/ unchanged .* waived by me/);
    // The cover is still too low, and a waiver of status accepts no change.
    const { stdout } = await world.run(typed, { day: 3 });
    expect(newsIn(stdout)).toBe(
      `Cover lowered or ending sooner: 1; ${status}; BIPD in force was 1,000,000, is 300,000`,
    );
  });

  it("goes on where a killed run stopped", async () => {
    world.carriers = fleetOf(3);
    const typed = "1 2 3 --history runs";
    await world.run(typed);
    await world.run(typed, { day: 1 });
    const killed = "runs/2026-11-22T120000Z.ndjson";
    const lines = world.read(killed).split("\n");
    const whole = `${lines.slice(0, 3).join("\n")}\n`;
    world.file(killed, whole + lines[3]?.slice(0, 100));
    await world.run(`${typed} --dry-run`, { day: 1.1 });
    expect(await world.run(typed, { day: 1.2 })).toMatchObject(
      ending(
        0,
        `${killed} was cut off; the same command with --reuse ${killed} continues it`,
      ),
    );
    expect(world.asked).toHaveLength(9);
    rmSync(world.at("runs/2026-11-22T164800Z.ndjson"));
    expect(
      await world.run(`${typed} --reuse ${killed}`, { day: 1.3 }),
    ).toMatchObject({
      status: 0,
      stderr: expect.not.stringContaining("was cut off"),
    });
    expect(world.asked.sort()).toEqual([
      "3/carrier",
      "3/insurance",
      "3/safety",
    ]);
  });

  it("lets one run at a time use a history", async () => {
    world.file("runs/history.lock", '{ "pid": 1, "host": "elsewhere" }');
    expect(await world.run(args)).toMatchObject(
      ending(7, "another usdot (process 1 on elsewhere) is writing /"),
    );
    expect(world.asked).toEqual([]);
  });

  it("says that changes are reported only once where no error-level rule holds a carrier to them", async () => {
    const typed = `${args} ${world.policy(active)} --report html=html`;
    const once = "changes are only reported";
    await runThenChangePhone(typed);
    const { status, stdout, stderr } = await world.run(typed, { day: 1 });
    expect(status).toBe(0);
    expect(stdout).toContain(otherPhone);
    for (const text of [stdout, stderr, world.read("html")])
      expect(text).toContain(once);
    const later = await world.run(typed, { day: 2 });
    expect(later.stdout).not.toContain(otherPhone);
    // Nobody takes the silence for a phone that is as it was.
    expect(later.stdout).toContain(once);
  });

  it("says every day what a rule sends to review, and not that it says it only once", async () => {
    const rule = "unchanged: { fields: [identity], level: review }";
    const typed = `${args} ${world.policy(rule)}`;
    await runThenChangePhone(typed);
    for (const day of [1, 2]) {
      const { status, stdout } = await world.run(typed, { day });
      expect(status).toBe(8);
      expect(stdout).toContain(otherPhone);
      expect(stdout).not.toContain("only once");
    }
  });

  it.each(["built-in", "own"])(
    "prints nothing for cron where every carrier passes by the %s policy",
    async (policy) => {
      const own = policy === "own" ? world.policy(active) : "";
      const cron = `${args} ${own} --only-changed --quiet`;
      await world.run(cron);
      expect((await world.run(cron, { day: 1 })).stdout).toBe("");
    },
  );

  const firstRun = "runs/2026-11-21T120000Z.ndjson";
  const notShown = "unchanged, so not shown: 1 fails";
  it.each<[format: string, ...problems: string[]]>([
    ["csv"],
    ["ndjson"],
    ["line"],
    ["table", notShown],
    ["json", `"${notShown}`],
    ["junit", 'failures="1"', `type="fail" message="${notShown}`],
    ["github", `::error title=usdot vet::${notShown}`],
    ["markdown", `\n- ${notShown}`],
    ["html", `<li>${notShown}`],
  ])(
    "has all that does not pass for news where nothing is compared, and does not repeat it while it stays, but is not green: %s",
    async (format, ...problems) => {
      world.carriers[number] = inactive;
      const options = `--format ${format} --only-changed`;
      const passing = format === "line" ? "" : "9000002";
      const typed = `${passing} ${number} --history runs --quiet ${options}`;
      const first = await world.run(typed);
      const replayed = await world.replay(`${firstRun} ${options}`);
      const unchanged = await world.run(typed, { day: 1 });
      const shown = {
        status: 3,
        stdout: expect.stringMatching(/^(?!.*9000002).*9000001/s),
      };
      expect([first, replayed]).toMatchObject([shown, shown]);
      expect(unchanged).toMatchObject({
        status: 3,
        stdout: expect.not.stringContaining("INACTIVE"),
      });
      for (const problem of problems)
        expect(unchanged.stdout).toContain(problem);
      if (format !== "table") return;
      // A history that was lost must not look like a morning without changes.
      expect(first.stdout).toMatch(
        /^FAIL +9000001 .*\n +! status.*the history has no earlier run.*\n2 carriers: 1 fails, 0 need review, 1 passes\n/s,
      );
    },
  );
});

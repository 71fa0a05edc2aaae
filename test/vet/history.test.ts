import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DotNumber } from "../../src/dot-number.ts";
import { sha256 } from "../../src/files/sha256.ts";
import type { Evidence, EvidenceRun, Gone } from "../../src/vet/evidence.ts";
import {
  nextBaseline,
  openHistory,
  readEarlier,
} from "../../src/vet/history.ts";
import type { Finding, Profile, Verdict, Vetted } from "../../src/vet/model.ts";
import { changesBetween } from "../../src/vet/profile.ts";
import { temporaryDirectory } from "../support/resources.ts";

/** What may happen to a value from one day to the next. Without an answer (503, 404) there is no value. */
const events = [
  "same",
  "changed",
  "appears",
  "disappears",
  "503",
  "404",
] as const;
const verdicts: readonly Verdict[] = ["pass", "review", "fail"];
const days = events.flatMap((event) =>
  verdicts.map((verdict) => ({ event, verdict })),
);

describe("the fold", () => {
  /** The value of a day: null for "not stated", undefined without an answer. */
  const values = (sequence: readonly (typeof days)[number][]) => {
    let value: string | null = "5555550100";
    return sequence.map(({ event }, day) => {
      if (event === "changed" || event === "appears") value = `555555011${day}`;
      if (event === "disappears") value = null;
      return event === "503" || event === "404" ? undefined : value;
    });
  };

  /** As it is specified, for each day: the value of the last day that passed with one, or else the first there was. */
  const referenceOn = (
    day: number,
    sequence: readonly (typeof days)[number][],
    stated: ReturnType<typeof values>,
  ) => {
    const known = sequence
      .slice(0, day)
      .map(({ verdict }, at) => ({ verdict, value: stated[at] }));
    const answered = known.filter(({ value }) => value !== undefined);
    return (
      answered.findLast(({ verdict }) => verdict === "pass") ?? answered[0]
    )?.value;
  };

  it("reports a change until somebody accepts it, in every sequence of three days after a first one", () => {
    const rests = days.flatMap((one) =>
      days.flatMap((two) => days.map((three) => [one, two, three])),
    );
    const firsts = (["pass", "fail"] as const).map((verdict) => ({
      event: "same" as const,
      verdict,
    }));
    const wrong = firsts
      .flatMap((first) => rests.map((rest) => [first, ...rest]))
      .filter((sequence) => {
        const stated = values(sequence);
        let baseline: Profile | undefined;
        return sequence.some(({ verdict }, day) => {
          const is = stated[day];
          const profile: Profile = is === undefined ? {} : { phone: is };
          const was = referenceOn(day, sequence, stated);
          const [change] = changesBetween(baseline ?? {}, profile);
          const isChange = was !== undefined && is !== undefined && was !== is;
          const isReported = isChange
            ? change?.was === was && change.is === is
            : change === undefined;
          baseline = nextBaseline(baseline, { verdict, profile, findings: [] });
          return !isReported;
        });
      });
    expect(wrong).toEqual([]);
  });

  it("accepts by a waiver of unchanged only the values that it names", () => {
    const finding = (rule: string, effect: string, name: string) => ({
      rule,
      effect,
      observed: { [name]: ["2"] },
    });
    const findings = [
      finding("unchanged", "waived", "phone"),
      finding("unchanged", "fail", "name"),
      finding("claims", "waived", "street"),
    ] as unknown as Finding[];
    const before = { phone: "1", name: "a", street: "x", zip: "1" };
    const profile = { phone: "2", name: "b", street: "y" };
    expect(
      nextBaseline(before, { verdict: "fail", profile, findings }),
    ).toEqual({ ...before, phone: "2" });
  });
});

const day = 86_400_000;
const start = Date.parse("2026-11-21T12:00:00Z");
const asOf = (daysLater = 0) => new Date(start + daysLater * day).toISOString();

/** A run that was read, without a file. */
function evidenceOf(
  numbers: readonly string[],
  {
    run,
    isWhole = true,
    gone = [],
  }: { run?: object; isWhole?: boolean; gone?: object[] } = {},
): Evidence {
  return {
    name: "run.ndjson",
    run: { as_of: asOf(), shard: null, ...run } as unknown as EvidenceRun,
    sha256: "hash",
    isWhole,
    gone: gone as unknown as Gone[],
    async *carriers() {
      for (const dotNumber of numbers) {
        const baseline = { phone: "1" };
        const vetted = {
          dossier: { dotNumber },
          legalName: `N${dotNumber}`,
          verdict: "pass",
          baseline,
        };
        yield { vetted: vetted as unknown as Vetted, answers: [] };
      }
    },
  };
}

const find = async (evidence: Evidence, number: string) =>
  (await readEarlier(evidence)).find(number as DotNumber);

describe("an earlier run", () => {
  it("knows its carriers; another is new, unless the run may only have missed it", async () => {
    expect(await find(evidenceOf(["1"]), "1")).toMatchObject({
      verdict: "pass",
      baseline: { phone: "1" },
    });
    expect(await find(evidenceOf(["1"]), "2")).toBeNull();
    expect(
      await find(evidenceOf(["1"], { isWhole: false }), "2"),
    ).toBeUndefined();
    expect(
      await find(evidenceOf(["1"], { run: { shard: "1/2" } }), "2"),
    ).toBeUndefined();
  });

  it("keeps the baselines of carriers that are missing for 400 days, and says once that they are gone", async () => {
    const first = await readEarlier(evidenceOf(["1", "2"]));
    first.find("1" as DotNumber);
    const [unseen] = first.unseen(asOf(1));
    expect(unseen).toMatchObject({
      dot_number: "2",
      legal_name: "N2",
      last_seen: asOf(),
      newly_gone: true,
    });
    const later = await readEarlier(
      evidenceOf(["1"], { run: { as_of: asOf(1) }, gone: [unseen as object] }),
    );
    later.find("1" as DotNumber);
    expect(later.unseen(asOf(400))).toMatchObject([
      { dot_number: "2", newly_gone: false },
    ]);
    expect(later.unseen(asOf(401))).toEqual([]);
    expect(later.find("2" as DotNumber)).toMatchObject({ verdict: "pass" });
  });
});

describe("a directory of runs", () => {
  const service = "https://carriers.example.com";
  const run = (as_of: string, more = {}) => {
    const lists = { lists: [], invalid: [] };
    const header = {
      type: "run",
      format: "usdot-evidence/2",
      as_of,
      service,
      shard: null,
      policy: {},
      ...lists,
    };
    return `${JSON.stringify({ ...header, ...more })}\n`;
  };
  const whole = (as_of: string, more = {}) =>
    `${run(as_of, more)}{"type":"end","carriers":0,"sha256":"${sha256(run(as_of, more))}"}\n`;
  const directory = (files: Record<string, string>) => {
    const cwd = temporaryDirectory();
    mkdirSync(join(cwd, "runs"));
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(cwd, "runs", name), text);
    return cwd;
  };
  const open = async (files: Record<string, string>) => {
    const history = await openHistory(
      "runs",
      service,
      asOf(),
      directory(files),
    );
    history.release();
    const newest = ["8", "9", "12"].find(
      (hour) => sha256(run(hour)) === history.earlier?.sha256,
    );
    return { ...history, newest };
  };
  const name = (hour: string) => `2026-11-20T${hour}0000Z.ndjson`;
  const [eight, nine] = [name("08"), name("09")];

  it.each<[string, Record<string, string>, object]>([
    [
      "nothing",
      {},
      {
        newest: undefined,
        killed: undefined,
        path: "runs/2026-11-21T120000Z.ndjson",
      },
    ],
    ["a run", { [eight]: whole("8") }, { newest: "8", killed: undefined }],
    ["several", { [eight]: whole("8"), [nine]: whole("9") }, { newest: "9" }],
    [
      "a killed run after it",
      { [eight]: whole("8"), [nine]: run("9") },
      { newest: "8", killed: `runs/${nine}` },
    ],
    [
      "a killed run before it",
      { [eight]: run("8"), [nine]: whole("9") },
      { newest: "9", killed: undefined },
    ],
    [
      "an end without its line feed",
      { [eight]: whole("8").trimEnd() },
      { newest: undefined, killed: `runs/${eight}` },
    ],
    [
      "a file that was cut off at once",
      { [eight]: '{"type":"ru', [nine]: "" },
      { newest: undefined, killed: undefined },
    ],
    [
      "another service",
      { [eight]: whole("8", { service: "https://other.example.com" }) },
      { newest: undefined },
    ],
    [
      "a part of a list",
      { [eight]: whole("8", { shard: "1/2" }) },
      { newest: undefined },
    ],
    [
      "other files",
      { "notes.txt": "x", "run.ndjson": whole("8") },
      { newest: undefined },
    ],
    [
      "a run of this second",
      { "2026-11-21T120000Z.ndjson": whole("12") },
      { newest: "12", path: "runs/2026-11-21T120000Z_2.ndjson" },
    ],
  ])("with %s", async (_, files, expected) => {
    expect(await open(files)).toMatchObject(expected);
  });

  it("refuses one with a run of version 1 that is newer than any whole run", async () => {
    const first = whole("8", { format: "usdot-evidence/1" });
    const refused = {
      kind: "usage",
      message: expect.stringContaining("version 1"),
    };
    await expect(open({ [eight]: first })).rejects.toMatchObject(refused);
    await expect(
      open({ [eight]: first, [nine]: run("9") }),
    ).rejects.toMatchObject(refused);
  });

  it("lets one run at a time use it, and refuses a file", async () => {
    const cwd = directory({});
    const history = await openHistory("runs", service, asOf(), cwd);
    await expect(openHistory("runs", service, asOf(), cwd)).rejects.toThrow(
      "another usdot",
    );
    history.release();
    (await openHistory("runs/new", service, asOf(), cwd)).release();
    writeFileSync(join(cwd, "file"), "");
    await expect(
      openHistory("file", service, asOf(), cwd),
    ).rejects.toMatchObject({ kind: "file" });
  });
});

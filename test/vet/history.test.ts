import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { changesBetween } from "../../src/vet/compare/profile.ts";
import type { EvidenceRun } from "../../src/vet/evidence/format.ts";
import { nextBaseline, openHistory } from "../../src/vet/evidence/history.ts";
import { createEvidence } from "../../src/vet/evidence/writer.ts";
import type {
  Before,
  Finding,
  Gone,
  Profile,
  Verdict,
  Vetted,
} from "../../src/vet/model.ts";
import { dossierOf } from "../support/fixtures.ts";
import { temporaryDirectory } from "../support/resources.ts";

/**
 * What may happen to a value from one day to the next. Without an answer (503,
 * 404) there is no value.
 */
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
type Day = (typeof days)[number];

const knowing = (profile: Profile | undefined): Before =>
  profile ? { kind: "known", verdict: "pass", profile } : { kind: "new" };

describe("the fold", () => {
  /** The value of each day: null for "not stated", undefined without an answer. */
  const valuesOf = (sequence: readonly Day[]) => {
    let value: string | null = "5555550100";
    return sequence.map(({ event }, day) => {
      if (event === "changed" || event === "appears") value = `555555011${day}`;
      if (event === "disappears") value = null;
      return event === "503" || event === "404" ? undefined : value;
    });
  };

  /**
   * As it is specified, before a day: the last value of a day that passed, or
   * the first there was, where "not stated" counts
   * only as long as nothing was stated; a value that appears then is taken at once.
   */
  const referenceOn = (
    day: number,
    sequence: readonly Day[],
    values: ReturnType<typeof valuesOf>,
  ) => {
    const known = values.slice(0, day).map((value, at) => ({
      value,
      isAccepted: sequence[at]?.verdict === "pass",
    }));
    const stated = known.filter(({ value }) => typeof value === "string");
    const accepted = stated.findLast(({ isAccepted }) => isAccepted);
    if (accepted ?? stated[0]) return (accepted ?? stated[0])?.value;
    return known.some(({ value }) => value === null) ? null : undefined;
  };

  it("reports a change until somebody accepts it, in every sequence of three days after a first one", () => {
    const rests = days.flatMap((one) =>
      days.flatMap((two) => days.map((three) => [one, two, three])),
    );
    const firsts = (["same", "disappears"] as const).flatMap((event) =>
      (["pass", "fail"] as const).map((verdict) => ({ event, verdict })),
    );
    const sequences = firsts.flatMap((first) =>
      rests.map((rest) => [first, ...rest]),
    );
    const wrong = sequences.filter((sequence) => {
      const values = valuesOf(sequence);
      let baseline: Profile | undefined;
      return sequence.some(({ verdict }, day) => {
        const is = values[day];
        const profile: Profile = is === undefined ? {} : { phone: is };
        const was = referenceOn(day, sequence, values);
        const [change] = changesBetween(baseline ?? {}, profile);
        const isChange = was !== undefined && is !== undefined && was !== is;
        const isReported = isChange
          ? change?.was === was && change.is === is
          : change === undefined;
        const judged = { verdict, profile, findings: [] };
        baseline = nextBaseline(knowing(baseline), judged);
        return !isReported;
      });
    });
    expect(sequences).toHaveLength(4 * 18 ** 3);
    expect(wrong).toEqual([]);
  });

  it.each<[string, Profile, Profile, Profile]>([
    [
      "a value that appears alone is taken, so that it is said once",
      { phone: null, name: "a", street: "x" },
      { phone: "1", name: "a", street: "x" },
      { phone: "1", name: "a", street: "x" },
    ],
    [
      "beside another change of its group it is not",
      { phone: null, name: "a" },
      { phone: "1", name: "b" },
      { phone: null, name: "a" },
    ],
    [
      "beside a change of another group it is",
      { phone: null, status: "active" },
      { phone: "1", status: "inactive" },
      { phone: "1", status: "active" },
    ],
  ])("of a carrier that does not pass, %s", (_, before, profile, expected) => {
    const judged = { verdict: "fail" as const, profile, findings: [] };
    expect(nextBaseline(knowing(before), judged)).toEqual(expected);
  });

  it("accepts by a waiver of unchanged only the values that it names, also one that is not stated any more", () => {
    const finding = (rule: string, effect: string, name: string) => ({
      rule,
      effect,
      observed: { [name]: ["2"] },
    });
    const findings = [
      finding("unchanged", "waived", "phone"),
      finding("unchanged", "waived", "email"),
      finding("unchanged", "fail", "name"),
      finding("claims", "waived", "street"),
    ] as unknown as Finding[];
    const before = { phone: "1", email: "e", name: "a", street: "x", zip: "1" };
    const profile = { phone: "2", email: null, name: "b", street: "y" };
    expect(
      nextBaseline(knowing(before), { verdict: "fail", profile, findings }),
    ).toEqual({ ...before, phone: "2", email: null });
  });
});

const service = "https://carriers.example.com";
const aboutAt = (as_of: string, more = {}) =>
  ({
    as_of,
    service,
    shard: null,
    policy: { name: "x", sha256: "", text: "" },
    lists: [],
    exceptions: [],
    invalid: [],
    ...more,
  }) as unknown as EvidenceRun;

/** The text of a recorded run of these carriers. */
async function recorded(
  about: EvidenceRun,
  numbers: readonly string[] = [],
  gone: readonly Gone[] = [],
): Promise<string> {
  const path = join(temporaryDirectory(), "run.ndjson");
  const writer = await createEvidence({ path, isDirectory: false }, about);
  for (const dotNumber of numbers)
    await writer.carrier({
      dossier: dossierOf({}, { dotNumber: dotNumber as never }),
      legalName: `N${dotNumber}`,
      verdict: "pass",
      findings: [],
      before: { kind: "new" },
      baseline: { phone: "1" },
    } as unknown as Vetted);
  for (const each of gone) await writer.gone(each);
  await writer.end([]);
  return readFileSync(path, "utf8");
}

/** Opens a history with these files. */
async function open(
  files: Record<string, string>,
  asOf = "2026-11-21T12:00:00Z",
) {
  const directory = temporaryDirectory();
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(directory, name), text);
  const history = await openHistory(directory, service, asOf);
  history.release();
  return history;
}

describe("a directory of runs", () => {
  const at = (hour: string, more = {}) =>
    recorded(aboutAt(`2026-11-20T${hour}:00:00Z`, more), [hour]);
  const name = (hour: string) => `2026-11-20T${hour}0000Z.ndjson`;
  const cut = (text: string) => text.replace(/.*\n$/, "");
  const version2 = '{"type":"run","format":"usdot-evidence/2"}\n';

  /** By what happened to it: the text of a run of that hour. */
  const texts: Record<string, (hour: string) => Promise<string>> = {
    whole: at,
    cut: async (hour) => cut(await at(hour)),
    "without its last line feed": async (hour) => (await at(hour)).trimEnd(),
    "cut off at once": async () => '{"type":"ru',
    empty: async () => "",
    "of another service": (hour) => at(hour, { service: "https://x.example" }),
    "of a part of a list": (hour) => at(hour, { shard: "1/2" }),
    "of version 2": async () => version2,
  };
  const filesOf = async (runs: Readonly<Record<string, string>>) => {
    const entries = Object.entries(runs).map(async ([hour, what]) => [
      name(hour),
      await texts[what]?.(hour),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  };

  it.each<{ runs: Record<string, string>; newest?: string; killed?: string }>([
    { runs: {} },
    { runs: { "08": "whole" }, newest: "08" },
    { runs: { "08": "whole", "09": "whole" }, newest: "09" },
    { runs: { "08": "whole", "09": "cut" }, newest: "08", killed: "09" },
    { runs: { "08": "cut", "09": "whole" }, newest: "09" },
    { runs: { "08": "without its last line feed" }, killed: "08" },
    { runs: { "08": "cut off at once", "09": "empty" } },
    { runs: { "08": "of another service" } },
    { runs: { "08": "of a part of a list" } },
  ])("$runs: compared with $newest, killed $killed", async (given) => {
    const { runs, newest, killed } = given;
    const history = await open(await filesOf(runs));
    const seen = ["08", "09"].filter(
      (hour) => history.earlier.before(hour).kind === "known",
    );
    expect(seen).toEqual(newest === undefined ? [] : [newest]);
    expect(history.killed && basename(history.killed)).toBe(
      killed && name(killed),
    );
    expect(history.earlier.sha256 === null).toBe(newest === undefined);
    expect(basename(history.path)).toBe("2026-11-21T120000Z.ndjson");
  });

  it("has a run of this second beside it, and other files", async () => {
    const text = await at("12");
    const history = await open({
      "2026-11-21T120000Z.ndjson": text,
      "notes.txt": "x",
      "run.ndjson": version2,
    });
    expect(basename(history.path)).toBe("2026-11-21T120000Z_2.ndjson");
    expect(history.earlier.before("12").kind).toBe("known");
  });

  it.each([{ "08": "of version 2" }, { "08": "of version 2", "09": "cut" }])(
    "is refused where no whole run is newer: %j",
    async (runs) => {
      await expect(open(await filesOf(runs))).rejects.toMatchObject({
        kind: "usage",
        message: expect.stringContaining("version 2"),
      });
    },
  );

  it("keeps the baselines of carriers that are missing for 400 days, counted where the run was, and says once that they are gone", async () => {
    const runs = {
      "2026-11-20T080000Z.ndjson": await recorded(
        aboutAt("2026-11-20T23:30:00-08:00"),
        ["1", "2"],
      ),
    };
    const { earlier } = await open(runs);
    earlier.before("1");
    const [gone] = earlier.gone("2026-11-21T08:00:00-08:00");
    expect(gone).toMatchObject({
      dot_number: "2",
      legal_name: "N2",
      newly_gone: true,
    });
    const text = await recorded(
      aboutAt("2026-11-21T08:00:00-08:00"),
      ["1"],
      [gone as Gone],
    );
    const { earlier: second } = await open({
      "2026-11-21T160000Z.ndjson": text,
    });
    second.before("1");
    expect(second.legalNameOf("2")).toBe("N2");
    // The 400th day in Los Angeles is the 401st in London.
    expect(second.gone("2027-12-25T23:00:00-08:00")).toMatchObject([
      { dot_number: "2", newly_gone: false },
    ]);
    expect(second.gone("2027-12-26T00:00:00-08:00")).toEqual([]);
    expect(second.before("2")).toMatchObject({
      kind: "known",
      verdict: "pass",
    });
  });
});

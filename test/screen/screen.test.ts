import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { snapshotScreen } from "../../src/screen/snapshot.ts";
import { timeText } from "../../src/text/time.ts";
import { displayWidth } from "../../src/text/width.ts";
import { pipe } from "../output/results.ts";
import { failed, none, type Records } from "../support/fixtures.ts";
import { run } from "../support/run.ts";
import {
  type Judged,
  judged,
  sampleNumbers,
  sampleOf,
  snapshot,
} from "./drawn.ts";

interface Given {
  records?: Records;
  policy?: Parameters<typeof judged>[2];
  width?: number;
  height?: number;
  color?: boolean;
}

/** The screen of a carrier of the sample, by the built-in policy unless told. */
async function screen(
  dotNumber: string,
  { records = {}, policy, ...look }: Given = {},
): Promise<string> {
  return screenOf(await judged(dotNumber, records, policy), look);
}

function screenOf(carrier: Judged, look = {}): string {
  return snapshotScreen(snapshot(carrier), { ...pipe, ...look });
}

describe.each(["snapshot", "vet"])("usdot %s", (command) => {
  it.each([40, 60, 80, 100, 120, 200])(
    "fits at %i columns, names what it leaves out, and keeps a reason",
    async (width) => {
      for (const number of sampleNumbers) {
        const draw = async (height: number) => {
          const typed = `--sample ${command} ${number} --color never`;
          const drawn = await run(typed, { tty: true, width, height });
          return drawn.stdout.trimEnd().split("\n");
        };
        const whole = await draw(120);
        expect(whole.join("\n")).not.toContain("no room for:");
        for (const height of [12, 24, 40]) {
          const lines = await draw(height);
          const tooWide = lines.filter((line) => displayWidth(line) > width);
          expect(tooWide).toEqual([]);
          expect(lines.length).toBeLessThan(height);
          const text = lines.join("\n");
          const [shown = "", notice = ""] = text.split("\nno room for: ");
          for (const line of shown.split("\n")) expect(whole).toContain(line);
          expect(notice === "").toBe(text === whole.join("\n"));
          // What decides goes last, and the first of it never.
          const isReason = (line: string) => /^[!?] /.test(line);
          expect(lines.some(isReason)).toBe(whole.some(isReason));
          if (/[!?] /.test(notice))
            expect(shown).not.toMatch(/^(?:Insurance|Crashes|Fleet)/m);
        }
      }
    },
  );
});

it("shows all that is known where it is not a terminal", async () => {
  expect(
    await screen("9000010"),
  ).toBe(`THUNDER GOOSE EXPRESS LLC (DBA THUNDER GOOSE)      USDOT 9000010 · MC 9100010
status ACTIVE · authority ACTIVE, since 2022-06-14 (4 years)

? rating       "Conditional", which the built-in policy neither allows nor denies
? inspections  out-of-service rate: driver 12.9, national 6.67: above 1.5 times; vehicle 35, national 22.26: above 1.5 times
- crashes      18 for 58 power units: above 0.15 per unit (a warning)

Insurance    in force: BIPD 750,000, cargo 100,000
             BIPD/Primary · 750,000 · until 2027-08-26 (in 9 months) · EXAMPLE MUTUAL INSURANCE CO
             CARGO · 100,000 · until 2027-08-26 (in 9 months) · SAMPLE INLAND MARINE CO
Inspections  driver   12.9 ABOVE (national 6.67, 19 of 147)
             vehicle  35 ABOVE (national 22.26, 36 of 103)
             hazmat   11.8 ABOVE, few (national 4.44, 2 of 17)
Crashes      18 (fatal 1, injury 5, towaway 12)
Violations   unsafe driving 63, driver fitness 12, hours of service 58, drugs and alcohol 1, vehicle maintenance 141
Fleet        58 power units, 71 drivers
Contact      606 HONK HOLLOW RD, MACON, GA 31201 · (555) 555-0110 · dispatch10@example.com
also sent: mcs150 {"mileage":4870000}
asked 2026-11-22 12:00 UTC · judged by the built-in policy
`);
});

const noRating = { mc_number: {} };

describe("what it says", () => {
  it.each<[what: string, lines: string, Records, string?, Given?]>([
    [
      "what a service sends beyond the interface before most facts, and by whole names what has no room",
      "also sent: authority.common_status NONE; mcs150 {...}\nno room for: source, Insurance, Policies, … (-v: all)",
      {
        carrier: {
          ...sampleOf("9000010").carrier,
          mcs150: { form: "x".repeat(40) },
          authority: { status: "ACTIVE", common_status: "NONE" },
        },
      },
      "9000010",
      { width: 60, height: 18 },
    ],
    [
      "as much of the only reason left as has room below the name",
      'USDOT 9000010 · MC 9100010\n\n? rating       "Conditional", which the\nno room for: ? inspections, … (-v: all)',
      {},
      "9000010",
      { width: 40, height: 7 },
    ],
    [
      "no cargo insurance",
      "Insurance    in force: BIPD 750,000, no cargo insurance on file",
      {},
      "9000012",
    ],
    [
      "no cargo policy although an amount is on file",
      "Insurance    in force: no BIPD, no cargo policy\n             on file: BIPD 1,000,000, cargo 100,000",
      { insurance: { policies: [] } },
    ],
    [
      "no DBA name where a service writes N/A for none",
      "ACME                                                            USDOT 9000001",
      { carrier: { legal_name: "ACME", dba_name: "N/A" } },
    ],
    [
      "in place of a name that nothing was answered",
      "(no answer)                                                     USDOT 9000001",
      { carrier: failed },
    ],
    [
      "no cargo where there is no insurance record",
      "             no cargo insurance on file",
      { insurance: none },
      "9000012",
    ],
    [
      "that cargo of 0 may be of any amount, where its filings are not known",
      "             no cargo insurance on file, or its limit is not stated",
      { insurance: failed },
      "9000012",
    ],
    [
      "a record that is not there",
      "Insurance    no insurance record",
      { insurance: none },
    ],
    [
      "a record without an answer, and why",
      "Insurance    insurance record not answered\n             on file: BIPD 1,000,000, cargo 100,000",
      { insurance: failed },
    ],
    [
      "under its name that a record has no answer, which several rules need",
      "? insurance    insurance not answered: the service answered 503",
      { insurance: failed },
    ],
    [
      "what nothing is stated of",
      "Not stated   rating, inspections, crashes, violations",
      {},
      "9000014",
    ],
    [
      "the rate of the carrier record where there is no safety record",
      "Inspections  no safety record\n             driver   2.2 below (national 6.67, inspections not stated)",
      { safety: none },
    ],
    [
      "the crashes of each kind where no total is stated",
      "Crashes      — (fatal 1, injury 5, towaway —)",
      {
        carrier: { legal_name: "A" },
        safety: { crashes: { fatal: 1, injury: 5 } },
      },
    ],
    [
      "when the cover ended, and what is not stated of a policy",
      "             CARGO · coverage not stated · until canceled · insurer not stated\n             type not stated · coverage not stated · term not stated · insurer not stated\n             BIPD/Primary · 750,000 · ended 2026-11-01 (21 days ago) · insurer not stated",
      {
        insurance: {
          policies: [
            {
              policy_type: "BIPD/Primary",
              coverage_amount: 750000,
              expiration_date: "2026-11-01",
            },
            {
              policy_type: "CARGO",
              effective_date: "2026-01-01",
              expiration_date: "N/A",
            },
            { policy_number: null },
          ],
        },
      },
    ],
    [
      "that the carrier is not known",
      "(no such carrier)                                               USDOT 9000001\n\n! carrier      the service has no record of this number: check it (is it an MC number?)",
      { carrier: none },
    ],
    [
      "what the service sends beyond the interface, objects cut",
      'also sent: mcs150 {...}; lists ["a"]; remarks The latest review was in December of last year; safety.rating_date 2019-03-11; policies.stop_date 2026-10-01',
      {
        carrier: {
          legal_name: "A",
          mcs150: { form: "x".repeat(40) },
          lists: ["a"],
          remarks: "The latest review was in December of last year",
          safety: { rating: "S", rating_date: "2019-03-11" },
        },
        insurance: { policies: [{ stop_date: "2026-10-01" }] },
      },
    ],
    [
      "both ratings, if they differ",
      "Rating       Satisfactory or Conditional",
      { safety: { rating: "Conditional" } },
      "9000001",
      { policy: noRating },
    ],
    [
      "text that would move the cursor",
      "A\\u001b[2J                                                      USDOT 9000001",
      { carrier: { legal_name: "A\u001b[2J", status: "ACTIVE" } },
    ],
  ])("%s", async (_, lines, records, number = "9000001", look = {}) => {
    const text = await screen(number, { records, ...look });
    expect(`\n${text}`).toContain(`\n${lines}\n`);
  });

  it("what was not asked, and nothing of a record that has no answer", async () => {
    const text = await screen("9000001", {
      records: { insurance: undefined, safety: undefined },
    });
    expect(text).toContain("\nInsurance    insurance record not asked for\n");
    expect(text).toContain("\nInspections  safety record not asked for\n");
    expect(text).not.toContain("Not stated");
    expect(
      await screen("9000001", { records: { carrier: failed } }),
    ).not.toContain("also sent");
  });
});

describe("color", () => {
  const [green, red, yellow] = ["\u001b[32m", "\u001b[31m", "\u001b[33m"];

  it("says nothing that the text does not", async () => {
    for (const number of sampleNumbers)
      expect(
        stripVTControlCharacters(
          await screen(number, { color: true, width: 80 }),
        ),
      ).toBe(await screen(number, { width: 80 }));
  });

  const tty = true;
  it.each([
    ["a terminal", { tty }, true],
    ["a pipe", {}, false],
    ["a dumb terminal", { tty, env: { TERM: "dumb" } }, false],
    ["a terminal with NO_COLOR", { tty, env: { NO_COLOR: "1" } }, false],
    ["a pipe with FORCE_COLOR", { env: { FORCE_COLOR: "1" } }, true],
  ])("on %s: %o", async (_, options, isColored) => {
    const { stdout } = await run("--sample 9000005", options);
    expect(stdout.includes(red)).toBe(isColored);
  });

  it("is green only where nothing is wrong", async () => {
    for (const number of sampleNumbers) {
      const text = await screen(number, { color: true });
      expect(text.includes(green), number).toBe(
        !/^[!?-] /m.test(stripVTControlCharacters(text)),
      );
    }
  });

  it("comes from the findings of the user's policy", async () => {
    const isRed = async (times: number) => {
      const rate = { groups: ["driver"], max_times_national: times };
      const policy = { "inspections.oos_rate": rate };
      const text = await screen("9000010", { color: true, policy });
      return text.includes(`${red}\u001b[1mdriver   12.9 ABOVE`);
    };
    expect([await isRed(1.5), await isRed(3)]).toEqual([true, false]);
    const text = await screen("9000005", { color: true, policy: noRating });
    expect([green, red, yellow].filter((code) => text.includes(code))).toEqual(
      [],
    );
  });
});

it("keeps the records as the service wrote them in JSON, and says what could not be had", async () => {
  const answers = { insurance: none, safety: failed };
  expect(snapshot(await judged("9000001", answers)).record).toMatchObject({
    carrier: { legal_name: "PRAIRIE LANTERN FREIGHT INC" },
    insurance: null,
    safety: {
      error: { code: "unreachable", message: "the service answered 503" },
    },
  });
});

it.each([
  ["snapshot", ["THUNDER GOOSE EXPRESS LLC (DBA THUNDER GOOSE) "]],
  [
    "vet",
    [
      "REVIEW  THUNDER GOOSE EXPRESS LLC (DBA THUNDER GOOSE)\n",
      '\n  status                status is "ACTIVE"\n',
      '\nREVIEW USDOT 9000010 THUNDER GOOSE EXPRESS LLC (DBA THUNDER GOOSE) · safety.rating: rated "Conditional", which the built-in policy neither allows nor denies · ',
    ],
  ],
])(
  "%s -v drops and folds nothing, and shows what may be waived",
  async (command, texts) => {
    const typed = `--sample ${command} 9000010 -v --color never`;
    const { stdout } = await run(typed, { tty: true });
    expect(stdout).not.toContain("no room for:");
    for (const text of [
      ...texts,
      '\n- { carrier: 9000010, rule: safety.rating, reason: "", by: "", until: "", saw: {"safety.rating":["Conditional"]} }\n',
    ])
      expect(stdout).toContain(text);
  },
);

it("keeps the phone of record where a claim does not agree", async () => {
  for (const width of [40, 60, 80]) {
    const { stdout } = await run("--sample vet 9000001 --claim insurer=Other", {
      tty: true,
      width,
    });
    expect(stdout).toContain("(555) 555-0101");
  }
});

it("names the built-in policy where the user has none", async () => {
  const row = snapshot(await judged("9000001"), { isBuiltIn: false });
  const own = snapshotScreen(row, pipe);
  expect(own).not.toContain("built-in");
  expect(own).toContain("\nasked 2026-11-22 12:00 UTC\n");
});

it.each([
  ["America/New_York", "2026-11-22 07:00 EST"],
  ["Europe/Berlin", "2026-11-22 13:00 +01:00"],
  ["UTC", "2026-11-22 12:00 UTC"],
])("says the time of this machine in %s: %s", (zone, text) => {
  vi.stubEnv("TZ", zone);
  expect(timeText(pipe.now, "local")).toBe(text);
  expect(timeText(pipe.now, "utc")).toBe("2026-11-22 12:00 UTC");
  vi.unstubAllEnvs();
});

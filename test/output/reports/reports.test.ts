import { parse } from "csv-parse/sync";
import { describe, expect, it, test } from "vitest";
import type { Change } from "../../../src/vet/model.ts";
import { answered, dossierOf } from "../../support/fixtures.ts";
import { jsonLines } from "../../support/run.ts";
import { schemaOf } from "../../vet/schemas.ts";
import {
  changed,
  failing,
  finding,
  formats,
  gone,
  junitErrors,
  open,
  passing,
  rendered,
  runOf,
  smallRun,
  vettedOf,
} from "./runs.ts";

const endHash = "77aa".repeat(16);
const invalid = [
  {
    place: { source: "carriers.txt", line: 9 },
    text: "MC-1",
    invalid: "is a docket number",
  },
];

describe("a table", () => {
  it("says what decides, in few lines; what passes comes last", async () => {
    const run = smallRun({
      evidence_sha256: endHash,
      notes: ["waiver of status for USDOT 9000002: expired"],
      invalid,
    });
    expect(
      await rendered("table", run),
    ).toBe(`FAIL       9000005   FADED HARBOR CARTAGE CO  (no cargo insurance on file; 1 warning)
           ! status            status is "INACTIVE" (no freight)
           ! policies.bipd     no BIPD policy
REVIEW     9000010   THUNDER GOOSE EXPRESS LLC
           ? safety.rating     rated "Conditional"
PASS       9000008   LAST LEAF LOGISTICS INC  (cargo ends in 6 days (a warning); 1 waived)
             authority.age     12 days: fewer than 90; waived by safety desk until 2026-12-31: Hauled for us since 2019

not a USDOT number: carriers.txt:9: MC-1 is a docket number
waiver of status for USDOT 9000002: expired

3 carriers: 1 fails, 1 needs review, 1 passes; 1 line is not a USDOT number
  status 1 fails · policies.bipd 1 fails · safety.rating 1 to review · policies.ending 1 warning · fleet.power_units 1 warning · authority.age 1 waived
vetting policy general freight 2026 9f2c9f2c · usdot 0.3.0 · https://carriers.example/api · reference LOAD-4782 · by J. Doe · as of 2026-11-22 08:49 UTC · evidence ${endHash}
`);
  });

  it("of one number is the snapshot's screen under its verdict; -v shows each rule, and the hash stays short", async () => {
    const look = { prefersScreen: true, width: 80, height: 40 };
    const screen = await rendered("table", runOf([passing]), look);
    expect(screen).toMatch(
      /^PASS \(1 waived\) {2}PRAIRIE LANTERN FREIGHT INC +USDOT 90000/,
    );
    expect(screen).toContain("policies.ending  cargo ends in 6 days (a warn");
    expect(screen).not.toContain('status is "ACTIVE"');
    const verbose = await rendered("table", runOf([passing]), {
      ...look,
      width: undefined,
      verbose: true,
    });
    expect(verbose).toMatch(/^ {2}status +status is "ACTIVE"$/m);
    expect(verbose).toContain("2026 9f2c9f2c ·");
  });
});

describe("what changed", () => {
  const change = (
    group: Change["group"],
    field: string,
    was: string,
    is: string,
  ): Change => ({ group, field, was: [was], is: [is] });
  const name = change("identity", "name", "harbor co", "faded harbor co");
  const phone = change("identity", "phone", "4815550121", "9995550199");
  const cover = change("insurance", "bipd_in_force", "1000000", "750000");
  const insurer = change("insurance", "bipd_insurers", "a", "b");
  const unchanged = finding("fail", "unchanged", "phone was ..., is ...", {
    parts: [{ about: "phone", outcome: "fail" }],
  });
  const of = (number: string, legalName: string) =>
    vettedOf(number, legalName, "pass", []);
  const run = runOf(
    [
      changed(
        { ...failing, findings: [...failing.findings, unchanged] },
        "pass",
        [name, phone],
      ),
      changed(open, "pass"),
      changed(of("2", "KITE"), "pass", [cover, insurer]),
      changed(of("1", "LANTERN"), "fail"),
      changed(of("3", "SPARROW"), "new"),
      changed(of("8", "LEAF"), "pass", [
        { ...cover, was: null },
        { ...cover, field: "cargo_in_force", was: ["uncertain"] },
      ]),
    ],
    { gone: [gone] },
    { compared: "7c7a".repeat(16) },
  );

  it("leads, the most urgent first, with names", async () => {
    expect(await rendered("table", run)).toContain(
      `Newly failing: 1 (9000005 FADED HARBOR CARTAGE CO)
Newly to review: 1 (9000010 THUNDER GOOSE EXPRESS LLC)
Identity changes: 1 (9000005 FADED HARBOR CARTAGE CO)
Cover lowered or ending sooner: 1 (2 KITE)
Newly passing: 1 (1 LANTERN)
New carriers: 1 (3 SPARROW)
Gone from the list: 1 (9000099 GONE CO)

FAIL       9000005   FADED HARBOR CARTAGE CO  (no cargo insurance on file; 1 warning)
             verdict           was PASS, is FAIL
             identity          name was "harbor co", is "faded harbor co"
             identity          phone was (481) 555-0121, is (999) 555-0199
           ! status            status is "INACTIVE" (no freight)
           ! policies.bipd     no BIPD policy
           ! unchanged         not what it was: phone
`,
    );
  });

  test.each(["table", "markdown", "html", "csv", "junit"] as const)(
    "is said once in %s",
    async (name) => {
      const text = (await rendered(name, run)).replace(/\\|"|&#34;/g, "");
      expect(text.split("(481) 555-0121")).toHaveLength(2);
      expect(text.split("was 1,000,000")).toHaveLength(2);
    },
  );

  it("says in JUnit and to GitHub, too, who is gone", async () => {
    const gone = "Gone from the list: 1 (9000099 GONE CO)\n";
    expect(await rendered("junit", run)).toContain(gone);
    expect(await rendered("github", run)).toContain(
      `::notice title=usdot vet::${gone}`,
    );
  });

  it("stands in the reasons of a row", async () => {
    expect(await rendered("csv", run)).toMatch(
      /,fail,"was PASS, is FAIL; name was .*; phone was \(481\) 555-0121, is \(999\) 555-0199; status is/,
    );
  });
});

describe("json", () => {
  const validate = schemaOf("vet-report");
  const again = { judgedOn: "2026-12-01T09:00:00.000+01:00" };

  test.each([
    ["a run", smallRun({ isCutOff: true, gone: [gone] })],
    ["no carriers", runOf([])],
    ["a replay", smallRun({ answerDays: ["2026-11-21"] }, again)],
    ["changes", runOf([changed(failing, "pass"), changed(open, "new")])],
  ])("of %s is what the schema says", async (_, run) => {
    const report = JSON.parse(await rendered("json", run));
    validate(report);
    expect(validate.errors).toBeNull();
    const { footer, header } = run;
    expect(report).toMatchObject({
      counts: footer.counts,
      policy: header.policy,
    });
  });

  it("has totals, and where answers are from", async () => {
    const { rules, carriers } = JSON.parse(await rendered("json", smallRun()));
    expect(rules[0]).toEqual({
      rule: "status",
      level: "error",
      fail: 1,
      unknown: 0,
      waived: 0,
    });
    expect(carriers[2]).toMatchObject({
      dot_number: "9000005",
      notes: ["no cargo insurance on file"],
    });
    expect(carriers[2].answers[0]).toEqual({
      record: "carrier",
      asked_at: "2026-11-22T08:49:01.000Z",
      status: 200,
      sha256: null,
      reused: false,
    });
  });

  it("is a line per carrier in ndjson, with what identifies the run", async () => {
    const run = smallRun();
    const text = await rendered("ndjson", run);
    const { carriers } = JSON.parse(await rendered("json", run));
    const { as_of, policy, service, reference, by } = run.header;
    const ofNow = { judged_on: null, answers_from: null };
    const ids = { as_of, ...ofNow, policy, service, reference, by };
    expect(jsonLines(text)).toEqual(
      carriers.map((carrier: object) => ({ ...carrier, ...ids })),
    );
  });
});

it("csv has a row per carrier, with its reasons and what identifies the run", async () => {
  const rows = parse(await rendered("csv", smallRun()), { columns: true });
  const run = {
    as_of: "2026-11-22T08:49:00.000Z",
    answers_from: "",
    service: "https://carriers.example/api",
    reference: "LOAD-4782",
    by: "J. Doe",
    policy: "general freight 2026 9f2c9f2c",
    judged_on: "",
  };
  expect(rows).toEqual([
    {
      dot_number: "9000008",
      legal_name: "LAST LEAF LOGISTICS INC",
      verdict: "pass",
      reasons: "",
      warnings: "cargo ends in 6 days (a warning)",
      waived:
        "12 days: fewer than 90; waived by safety desk until 2026-12-31: Hauled for us since 2019",
      notes: "",
      failed: "",
      to_review: "",
      place: "carriers.txt:8",
      ...run,
    },
    expect.objectContaining({
      reasons: 'rated "Conditional"',
      to_review: "safety.rating",
    }),
    expect.objectContaining({
      reasons: 'status is "INACTIVE" (no freight); no BIPD policy',
      failed: "status; policies.bipd",
      notes: "no cargo insurance on file",
    }),
  ]);
});

describe("every report", () => {
  const sample = { service: "usdot sample", sample: true };

  test.each(formats)("%s: load, person, service", async (name) => {
    const text = await rendered(name, smallRun({}, sample));
    for (const said of [/LOAD\\?-4782/, /J\\?. Doe/, /sample/])
      expect(text).toMatch(said);
  });

  test.each(["markdown", "html", "github"] as const)(
    "%s: what fails first, what passes last",
    async (name) => {
      const text = await rendered(name, smallRun());
      const names = new Set(text.match(/FADED|THUNDER|LAST LEAF/g));
      expect([...names]).toEqual(["FADED", "THUNDER", "LAST LEAF"]);
    },
  );

  const note = "no cargo insurance on file";
  const cargo = finding("warning", "policies.cargo", note);

  test.each(formats.filter((name) => name !== "line"))(
    "%s: what must not be missed",
    async (name) => {
      expect(await rendered(name, runOf([failing]))).toContain(note);
    },
  );

  test.each(["json", "markdown", "html", "junit", "table"] as const)(
    "%s: the whole end hash, and from when the answers are",
    async (name) => {
      const run = smallRun(
        {
          evidence_sha256: endHash,
          answerDays: ["2026-11-22", "2026-11-23", "2026-11-28"],
        },
        { judgedOn: "2026-12-01T09:00:00.000Z" },
      );
      const text = (await rendered(name, run)).replaceAll("\\", "");
      expect(text).toContain(endHash);
      expect(text).toMatch(
        name === "json"
          ? /"judged_on": "2026-12-01.*\s+"answers_from": "2026-11-22"/
          : /of 2026-11-22 to 2026-11-28, judged again on 2026-12-01 by policy general freight/,
      );
    },
  );

  const lacks = { lacks: "insurance" } as const;
  const unanswered = "insurance not answered: HTTP 503";
  const lacking = vettedOf("9", "ACME", "review", [
    finding("review", "policies.bipd", unanswered, lacks),
    finding("review", "policies.insurer", unanswered, lacks),
  ]);
  const warned = { ...failing, findings: [...failing.findings, cargo] };
  const noted = { notes: [note] };

  describe.each([
    [
      "a record without an answer, not by each rule",
      lacking,
      unanswered,
      ["table", "markdown", "html", "github", "csv"],
    ],
    [
      "what must not be missed, also where only a warning that is not shown says it",
      warned,
      note,
      ["table", "github"],
    ],
    [
      "no cargo insurance, also where a rule says it",
      vettedOf("9", "ACME", "pass", [cargo], noted),
      note,
      ["table", "markdown", "csv"],
    ],
  ] as const)("says once %s", (_, vetted, said, names) => {
    test.each(names)("in %s", async (name) => {
      const report = await rendered(name, runOf([vetted]));
      expect(report.split(said)).toHaveLength(2);
    });
  });

  test("github: what must not be missed of a carrier that passes", async () => {
    const waived = finding("waived", "claims", "waived by Ann");
    const vetted = vettedOf("9", "ACME", "pass", [waived], noted);
    const text = await rendered("github", runOf([vetted]));
    expect(text).toContain(
      `USDOT 9: PASS: ACME: claims: waived by Ann; ${note}\n`,
    );
  });
});

test("junit is valid by Jenkins' schema, with an element for each effect and the time that answers took", async () => {
  const run = smallRun({
    invalid,
    isCutOff: true,
  });
  const answer = answered({});
  const timed = { ...answer, exchange: { ...answer.exchange, took: 250 } };
  const dossier = dossierOf({ carrier: timed, safety: timed });
  const measured = runOf([{ ...open, dossier }]);
  const texts = await Promise.all(
    [run, measured, runOf([])].map((each) => rendered("junit", each)),
  );
  expect(await junitErrors(...texts)).toEqual([]);
  const [xml = "", times] = texts;
  for (const part of [
    'classname="USDOT 9000005" name="policies.bipd"><failure type="fail" message="no BIPD policy">no BIPD policy\nat carriers.txt:5</failure></testcase>',
    'name="safety.rating"><error type="review" message="rated',
    'name="policies.ending"><system-out>cargo ends in 6 days (a warning)',
    'name="authority.age"><skipped message="12 days: fewer than 90; waived by safety desk until',
    '<testsuite name="usdot vet" tests="2" failures="0" errors="2"',
  ])
    expect(xml).toContain(part);
  expect(times).toMatch(/name="USDOT 9000001 THUNDER.* time="0\.500"/);
});

describe("limits", () => {
  const many = (count: number) =>
    runOf(
      Array.from({ length: count }, (_, at) =>
        vettedOf(String(at + 1), "ACME", "fail", failing.findings),
      ),
    );

  test("github has ten annotations of a kind, the last of which counts the rest", async () => {
    const log = await rendered("github", many(300));
    const lines = log.match(/^::.*/gm);
    expect(log.match(/^USDOT \d+: FAIL: ACME: .+/gm)).toHaveLength(291);
    expect(lines).toHaveLength(10);
    expect(lines?.[9]).toBe(
      "::error title=usdot vet::291 more fail: see the log below",
    );
    expect(await rendered("github", many(10))).not.toContain("more fail");
    const ten = Array(10).fill(invalid).flat();
    const cut = await rendered("github", runOf([open], { invalid: ten }));
    expect(cut).toContain("::2 more warnings: see the log below");
    // Whatever has no annotation is in the log.
    expect(cut.match(/^usdot vet: not .*MC-1 is a docket/gm)).toHaveLength(2);
  });

  test("github has an annotation for what is not a USDOT number, and says it once", async () => {
    const text = await rendered("github", runOf([open], { invalid }));
    expect(text.match(/^::.*|.*MC-1.*/gm)).toEqual([
      '::warning file=carriers.txt,line=10,title=USDOT 9000010%3A REVIEW::THUNDER GOOSE EXPRESS LLC: safety.rating: rated "Conditional"',
      "::warning file=carriers.txt,line=9,title=usdot vet::not a USDOT number: carriers.txt:9: MC-1 is a docket number",
    ]);
  });

  test("markdown stays below what GitHub takes, and says what it cut", async () => {
    const text = await rendered("markdown", many(2_000));
    expect(text.length).toBeLessThanOrEqual(60_000);
    const rows = text.match(/^\| \*\*FAIL\*\*/gm)?.length ?? 0;
    expect(text).toContain(
      `**Cut here: ${(2_000 - rows).toLocaleString("en-US")} more lines.**`,
    );
    expect(await rendered("markdown", smallRun())).not.toContain("Cut here");
  });

  test("html opens the first twenty", async () => {
    const page = await rendered("html", many(60));
    expect(page.split(" open>")).toHaveLength(21);
    expect(page).toContain('-Policy" content="default-src &#39;none&#39;;');
  });
});

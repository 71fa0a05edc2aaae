import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { validateXML } from "xmllint-wasm";
import { displayWidth } from "../../../src/text/width.ts";
import {
  changed,
  dossierOf,
  formats,
  found,
  rendered,
  runOf,
  smallRun,
  vettedOf,
} from "../vetted.ts";

const gone = {
  dot_number: "1",
  legal_name: null,
  verdict: "fail",
  last_seen: "2026-11-21",
  baseline: {},
} as const;

const identity = {
  group: "identity",
  field: "name",
  was: "harbor cartage",
  is: "faded harbor cartage",
} as const;
const cover = {
  group: "insurance",
  field: "bipd_in_force",
  was: "1000000",
  is: "750000",
} as const;
const unchanged = found({
  rule: "unchanged",
  message: 'name was "harbor cartage", is "faded harbor cartage"',
});

it("a table says what decides, in few lines", async () => {
  const invalid = [
    {
      place: { source: "carriers.txt", line: 9 },
      text: "MC-1",
      invalid: "is a docket number",
    },
  ];
  const run = await smallRun({
    evidence_sha256: "77aa".repeat(16),
    notes: ["waiver of status for USDOT 9000002: expired"],
    invalid,
  });
  expect(
    await rendered("table", run),
  ).toBe(`FAIL       9000005   FADED HARBOR CARTAGE CO  (no cargo insurance on file; 1 warning)
           ! status            status is "INACTIVE"
           ! authority.status  operating authority is "NOT AUTHORIZED"
           ! policies.bipd     no BIPD policy
           ! claims            name: the list says "ACME", the record "FADED HARBOR CARTAGE CO"
REVIEW     9000010   THUNDER GOOSE EXPRESS LLC  (2 warnings)
           ? safety.rating     rated "Conditional": your vetting rules don't decide it
PASS       9000008   LAST LEAF LOGISTICS INC  (CARGO ends in 6 days; 1 waived)

not a USDOT number: carriers.txt:9: MC-1 is a docket number
waiver of status for USDOT 9000002: expired

3 carriers: 1 fails, 1 needs review, 1 passes; 1 line is not a USDOT number
  status 1 fails · authority.status 1 fails · policies.bipd 1 fails · claims 1 fails · safety.rating 1 to review · policies.ending 1 warning · inspections.oos_rate 1 warning · crashes.total 1 warning · fleet.power_units 1 warning · authority.age 1 waived
reference LOAD-4782 · by J. Doe · vetting policy general freight 2026 9f2c9f2c · usdot 0.3.0 · https://carriers.example/api · as of 2026-11-22 08:49 UTC · evidence 77aa77aa
`);
});

it.each([40, 60, 80, 120])("a table fits %i columns", async (width) => {
  const lines = (
    await rendered("table", await smallRun(), {
      width,
      height: 24,
    })
  ).split("\n");
  expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
});

it("one number has the snapshot's screen under its verdict; -v shows each rule and whole hashes", async () => {
  const run = runOf([await vettedOf(dossierOf("9000008"))]);
  const screen = await rendered("table", run, {
    single: true,
    width: 80,
    height: 40,
  });
  expect(screen).toMatch(/^PASS {2}LAST LEAF LOGISTICS INC +USDOT 9000008/);
  expect(screen).toContain(
    "! policies.ending  CARGO ends in 6 days (warning)\n  12 rules pass (-v: each)\n",
  );
  const verbose = await rendered("table", run, { single: true, verbose: true });
  expect(verbose).toMatch(/^ {2}status +status is "ACTIVE"$/m);
  expect(verbose).toContain("9f2c".repeat(16));
  expect(
    await rendered("table", run, {
      single: true,
      zone: "local",
      width: 80,
      height: 40,
    }),
  ).toMatch(/as of 2026-11-2\d \d\d:\d\d \S+/);
});

describe("what changed", () => {
  const run = async () => {
    const failing = await changed("9000005", "pass", [identity]);
    const carriers = [
      { ...failing, findings: [...failing.findings, unchanged] },
      await changed("9000010", "pass"),
      await changed("9000002", "pass", [
        cover,
        { group: "insurance", field: "insurers", was: "a", is: "b" },
      ]),
      await changed("9000001", "fail"),
      await changed("9000003", null),
      await changed("9000008", "pass"),
    ];
    const left = { ...gone, dot_number: "9000099", legal_name: "GONE CO" };
    return runOf(carriers, {
      new: ["9000003"],
      gone: [left],
      isCompared: true,
    });
  };

  it("leads, the most urgent first", async () => {
    expect(await rendered("table", await run())).toContain(
      `Newly failing: 1 (9000005 FADED HARBOR CARTAGE CO)
Newly to review: 1 (9000010 THUNDER GOOSE EXPRESS LLC)
Identity changes: 1 (9000005 FADED HARBOR CARTAGE CO)
Cover lowered or ending sooner: 1 (9000002 GRAND KITE LINES LLC)
Newly passing: 1 (9000001 PRAIRIE LANTERN FREIGHT INC)
New carriers: 1 (9000003 SOLO SPARROW TRUCKING)
Gone carriers: 1 (9000099 GONE CO)

FAIL       9000005   FADED HARBOR CARTAGE CO  (no cargo insurance on file; 1 warning)
             verdict           was PASS, is FAIL
             identity          name was "harbor cartage", is "faded harbor cartage"
           ! status            status is "INACTIVE"
`,
    );
  });

  it.each([
    ["zip", "84101", "84102", "zip was 84101, is 84102"],
    [
      "policy_numbers",
      "7654321",
      null,
      "policy numbers was 7654321, is not stated",
    ],
    [
      "mc_number",
      "MC-9100010",
      "MC-9100011",
      'MC number was "MC-9100010", is "MC-9100011"',
    ],
    ["crashes", "9999", "10000", "crashes was 9,999, is 10,000"],
    [
      "first_policy_end",
      "2027-01-05",
      "until canceled",
      'first policy end was 2027-01-05, is "until canceled"',
    ],
  ])(
    "of %s groups the digits of amounts alone",
    async (field, was, is, text) => {
      const carrier = await changed("9000001", "pass", [
        { group: "identity", field, was, is },
      ]);
      expect(await rendered("csv", runOf([carrier]))).toContain(
        text.replaceAll('"', '""'),
      );
    },
  );

  it.each(["table", "markdown", "html", "csv", "junit"] as const)(
    "is said once in %s",
    async (name) => {
      const text = (await rendered(name, await run())).replace(
        /\\|"|&#34;/g,
        "",
      );
      expect(text.split("was harbor cartage")).toHaveLength(2);
      expect(text.split("was 1,000,000")).toHaveLength(2);
    },
  );

  it.each(formats.filter((name) => name !== "csv" && name !== "ndjson"))(
    "is all that %s shows where only that is asked for, with the counts of all",
    async (name) => {
      const text = await rendered(name, await run(), { onlyChanged: true });
      expect(text).not.toContain("LAST LEAF");
      expect(text).toMatch(
        name === "json"
          ? /"carriers": 6/
          : /6 carriers: 1 fails, 1 needs review, 4 pass/,
      );
    },
  );
});

describe("json", () => {
  const validate = addFormats
    .default(new Ajv({ allErrors: true }))
    .compile(
      JSON.parse(readFileSync("docs/schemas/vet-report.schema.json", "utf8")),
    );

  it("is what the schema says", async () => {
    const cutOff = await smallRun({
      isCutOff: true,
      new: ["9000010"],
      gone: [{ ...gone, legal_name: null }],
    });
    for (const run of [
      cutOff,
      runOf([]),
      runOf([await changed("9000005", "pass", [identity])]),
    ]) {
      const report = JSON.parse(await rendered("json", run));
      validate(report);
      expect(validate.errors).toBeNull();
      expect(report).toMatchObject({
        reference: "LOAD-4782",
        by: "J. Doe",
        counts: run.footer.counts,
        policy: run.header.policy,
      });
    }
  });

  it("has the claims, the findings and where answers are from", async () => {
    const {
      carriers,
      rules,
      notes,
      gone: left,
    } = JSON.parse(
      await rendered(
        "json",
        await smallRun({
          isCutOff: true,
          gone: [{ ...gone, legal_name: null }],
        }),
      ),
    );
    expect(carriers[0]).toMatchObject({
      dot_number: "9000005",
      verdict: "fail",
      claims: { name: ["ACME"], phone: ["555-0199"] },
    });
    expect(carriers[0].answers[0]).toEqual({
      record: "carrier",
      asked_at: "2026-11-22T08:49:01.000Z",
      status: 200,
      sha256: null,
    });
    expect(rules[0]).toEqual({
      rule: "status",
      level: "error",
      fail: 1,
      unknown: 0,
      waived: 0,
    });
    expect([notes, left]).toEqual([
      ["the evidence is cut off: these carriers are not the whole list"],
      ["1"],
    ]);
  });

  it("is a line per carrier in ndjson, with what identifies the run", async () => {
    const run = await smallRun();
    const lines = (await rendered("ndjson", run))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { carriers } = JSON.parse(await rendered("json", run));
    const { as_of, service, reference, by } = run.header;
    expect(lines).toEqual(
      carriers.map((carrier: object) => ({
        ...carrier,
        as_of,
        service,
        reference,
        by,
      })),
    );
  });
});

it.each(["table", "markdown", "csv"] as const)(
  "%s says once that there is no cargo insurance",
  async (name) => {
    const [outcome, effect, why] = [
      "unknown",
      "warning",
      "our freight is insured",
    ] as const;
    const cargo = found({
      rule: "policies.cargo",
      outcome,
      effect,
      message: "no cargo insurance on file",
      why,
    });
    const carrier = await vettedOf(dossierOf("9000012"), {
      verdict: "pass",
      findings: [cargo],
    });
    expect(
      (await rendered(name, runOf([carrier]))).split("no cargo insurance"),
    ).toHaveLength(2);
  },
);

it("csv has a row per carrier, with its reasons and what identifies the run", async () => {
  const rows = parse(await rendered("csv", await smallRun()), {
    columns: true,
  });
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({
    dot_number: "9000005",
    messages: expect.stringMatching(/; no cargo insurance on file$/),
  });
  expect(rows[1]).toEqual({
    dot_number: "9000010",
    legal_name: "THUNDER GOOSE EXPRESS LLC",
    verdict: "review",
    failed: "",
    to_review: "safety.rating",
    warnings: "inspections.oos_rate; crashes.total",
    waived: "",
    messages: expect.stringMatching(
      /^rated "Conditional": your .*; 18 crashes/,
    ),
    changes: "",
    as_of: "2026-11-22T08:49:00.000Z",
    place: "carriers.txt:17",
    service: "https://carriers.example/api",
    reference: "LOAD-4782",
    by: "J. Doe",
  });
});

describe("junit", () => {
  const schema = readFileSync("test/fixtures/junit-10.xsd", "utf8");

  it("is valid by Jenkins' schema, with an element for each effect", async () => {
    const invalid = [
      { place: null, text: "MC-1", invalid: "is a docket number" },
    ];
    const xml = await rendered(
      "junit",
      await smallRun({ invalid, isCutOff: true }),
    );
    const checked = await validateXML({
      xml: [xml, await rendered("junit", runOf([]))].map((contents, at) => ({
        fileName: `${at}.xml`,
        contents,
      })),
      schema,
    });
    expect(checked.errors).toEqual([]);
    expect(xml).toContain(
      '<testcase classname="USDOT 9000005" name="status"><failure type="fail" message="status is &#34;INACTIVE&#34;">status is &#34;INACTIVE&#34;\nat carriers.txt:7</failure></testcase>',
    );
    expect(xml).toMatch(
      /name="safety.rating"><error type="review" message="rated/,
    );
    expect(xml).toMatch(
      /name="policies.ending"><system-out>CARGO ends in 6 days \(warning\)/,
    );
    expect(xml).toMatch(
      /name="authority.age"><skipped message="12 days: fewer than 90; waived until 2026-12-31 by safety desk: Hauled for us since 2019">/,
    );
    expect(xml).toMatch(
      /<testsuite name="usdot vet" tests="2" failures="0" errors="2"/,
    );
  });
});

describe("limits", () => {
  const many = async (count: number) => {
    const vetted = await vettedOf(dossierOf("9000005"));
    return runOf(
      Array.from({ length: count }, (_, at) => ({
        ...vetted,
        dossier: {
          ...vetted.dossier,
          dotNumber: String(at + 1) as typeof vetted.dossier.dotNumber,
        },
      })),
    );
  };

  it("github has ten annotations of a kind, the last of which counts the rest", async () => {
    const lines = (await rendered("github", await many(300)))
      .split("\n")
      .filter((line) => line.startsWith("::"));
    expect(lines).toHaveLength(10);
    expect(lines[9]).toBe(
      "::error title=usdot vet::291 more fail: see the job summary",
    );
    expect(await rendered("github", await many(10))).not.toContain("more fail");
    expect(await rendered("github", await smallRun())).toContain(
      "::warning file=carriers.txt,line=17,title=USDOT 9000010%3A REVIEW::THUNDER",
    );
  });

  it("github has an annotation for what is not a USDOT number, and says it once", async () => {
    const place = { source: "carriers.txt", line: 9 };
    const invalid = [
      {
        place,
        text: "MC-1",
        invalid: "is a docket number, not a USDOT number",
      },
    ];
    const text = "carriers.txt:9: MC-1 is a docket number, not a USDOT number";
    const lines = (await rendered("github", runOf([], { invalid }))).split(
      "\n",
    );
    expect(lines.filter((line) => line.includes("MC-1"))).toEqual([
      `::warning file=carriers.txt,line=9,title=usdot vet::not a USDOT number: ${text}`,
    ]);
  });

  it("markdown stays below what GitHub takes, and says what it cut", async () => {
    const text = await rendered("markdown", await many(2_000));
    expect(text.length).toBeLessThanOrEqual(60_000);
    const rows = text
      .split("\n")
      .filter((line) => line.startsWith("| **FAIL**")).length;
    expect(text).toContain(
      `**Cut here: ${(2_000 - rows).toLocaleString("en-US")} more lines.**`,
    );
    expect(await rendered("markdown", await smallRun())).not.toContain(
      "Cut here",
    );
  });

  it("html opens the first twenty", async () => {
    expect(
      (await rendered("html", await many(60))).split(" open>"),
    ).toHaveLength(21);
  });
});

it.each(formats)(
  "%s says for which load, by whom and of which service",
  async (name) => {
    const text = (
      await rendered(name, await smallRun({}, { service: "usdot sample" }))
    ).replaceAll("\\", "");
    for (const said of ["LOAD-4782", "J. Doe", /sample/])
      expect(text).toMatch(said);
  },
);

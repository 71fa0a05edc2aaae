import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import type { Log, Result, Run } from "sarif";
import { describe, expect, it } from "vitest";
import { pathUri } from "../../../src/output/reports/sarif.ts";
import { carrier, found } from "../../support/vetted.ts";
import { hostileRun, hostileTexts } from "./hostile-run.ts";
import { type Rendering, rendered } from "./runs.ts";

/** The OASIS schema is of draft 4; of what changed in draft 6, which ajv reads, it uses nothing but `id`. */
function validator() {
  const { $schema, id, ...schema } = JSON.parse(readFileSync("test/fixtures/schemas/sarif-2.1.0.json", "utf8"));
  expect($schema).toBe("http://json-schema.org/draft-04/schema#");
  expect(JSON.stringify(schema)).not.toContain("exclusiveM");
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile({ ...schema, $id: id });
}

async function runOf(run: Rendering): Promise<Run & { results: Result[] }> {
  const log: Log = JSON.parse(await rendered("sarif", run));
  return log.runs[0] as Run & { results: Result[] };
}

describe("SARIF", () => {
  it("is valid by the OASIS schema, whatever the text", async () => {
    const valid = validator();
    const runs = [{}, { carriers: [] }, ...hostileTexts.map(hostileRun)];
    for (const run of runs) {
      valid(JSON.parse(await rendered("sarif", run)));
      expect(valid.errors).toBeNull();
    }
  });

  it("has fails first, then what needs review, then warnings; nothing that passes or is waived", async () => {
    const waived = { reason: "known", by: "safety desk", until: "2026-12-31" };
    const findings = [
      found("1", { rule: "a", level: "warning" }),
      found("1", { rule: "b", outcome: "unknown" }),
      found("1", { rule: "c" }),
      found("1", { rule: "d", outcome: "pass" }),
      found("1", { rule: "e", outcome: "skipped" }),
      found("1", { rule: "f", waived }),
    ];
    const { results, properties, tool } = await runOf({ carriers: [carrier("1", { findings }), carrier("2")] });
    expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ["c", "error"],
      ["status", "error"],
      ["b", "warning"],
      ["a", "note"],
    ]);
    expect(properties?.["waived"]).toMatchObject([{ rule: "f", waived }]);
    expect(tool.driver.rules?.map(({ id }) => id).sort()).toEqual(["a", "b", "c", "status"]);
    expect(tool.driver.rules?.find(({ id }) => id === "status")?.shortDescription?.text).toContain(
      "one of those listed",
    );
  });

  it("has a fingerprint that stays when the list grows, and differs by rule and number", async () => {
    const hash = async (place: { source: string; line: number } | null, number: string, rule: string) => {
      const { results } = await runOf({ carriers: [carrier(number, { findings: [found(number, { rule, place })] })] });
      return results[0]?.partialFingerprints?.["primaryLocationLineHash"];
    };
    const first = await hash({ source: "a.txt", line: 1 }, "1", "status");
    expect(first).toMatch(/^[\da-f]{32}:1$/);
    expect(await hash({ source: "a.txt", line: 2 }, "1", "status")).toBe(first);
    expect(await hash(null, "2", "status")).not.toBe(first);
    expect(await hash(null, "1", "authority.age")).not.toBe(first);
  });

  it.each([
    ["carriers.txt", "carriers.txt"],
    ["./lists/my carriers.txt", "lists/my%20carriers.txt"],
    ["C:\\lists\\a.txt", "file:///C:/lists/a.txt"],
    ["./", "list"],
  ])("has the path %s as %s", async (source, uri) => {
    const { results } = await runOf({
      carriers: [carrier("1", { findings: [found("1", { place: { source, line: 3 } })] })],
    });
    expect(results[0]?.locations?.[0]?.physicalLocation).toEqual({
      artifactLocation: { uri },
      region: { startLine: 3 },
    });
  });

  it("has the number for a path where there is no list", async () => {
    const { results } = await runOf({ carriers: [carrier("7", { findings: [found("7", { place: null })] })] });
    expect(results[0]?.locations).toEqual([{ physicalLocation: { artifactLocation: { uri: "USDOT-7" } } }]);
  });
});

it.each([
  ["carriers.txt", "carriers.txt"],
  ["./lists/my carriers.txt", "lists/my%20carriers.txt"],
  ["lists\\a.txt", "lists/a.txt"],
  [".\\lists\\a.txt", "lists/a.txt"],
  ["../a:b#c?.txt", "../a%3Ab%23c%3F.txt"],
  ["100%.txt", "100%25.txt"],
  ["./", ""],
  ["/lists/a b.txt", "file:///lists/a%20b.txt"],
  ["//lists/a.txt", "file:///lists/a.txt"],
  ["/lists/a\\b.txt", "file:///lists/a%5Cb.txt"],
  ["C:\\lists\\a b.txt", "file:///C:/lists/a%20b.txt"],
  ["c:/lists/a#1.txt", "file:///c:/lists/a%231.txt"],
  ["C:\\a.txt", "file:///C:/a.txt"],
  ["\\\\server\\lists\\a.txt", "file://server/lists/a.txt"],
  // Relative to the current directory of that drive, which nobody knows later.
  ["C:a.txt", "C%3Aa.txt"],
  ["half \ud800.txt", "half%20%EF%BF%BD.txt"],
  ["運送.txt", "%E9%81%8B%E9%80%81.txt"],
])("the path %j is %s", (path, uri) => {
  expect(pathUri(path)).toBe(uri);
  if (uri.startsWith("file:")) expect(new URL(uri).href).toBe(uri);
});

it.runIf(process.platform !== "win32")("is the URL that Node makes of an absolute path", () => {
  for (const path of ["/", "/a", "/a b/運送/ä%.txt", "/a\\b#c?d"]) {
    expect(pathUri(path)).toBe(pathToFileURL(path).href);
  }
});

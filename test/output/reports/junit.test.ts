import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { validateXML } from "xmllint-wasm";
import { carrier, found } from "../../support/vetted.ts";
import { hostileRun, hostileTexts } from "./hostile-run.ts";
import { footerOf, rendered } from "./runs.ts";
import { xmlDocument } from "./xml.ts";

const schema = readFileSync("test/fixtures/schemas/junit-10.xsd", "utf8");

describe("JUnit", () => {
  it("is valid by Jenkins' schema, whatever the text", async () => {
    const reports = [await rendered("junit"), await rendered("junit", { carriers: [] })];
    for (const text of hostileTexts) reports.push(await rendered("junit", hostileRun(text)));
    const xml = reports.map((contents, index) => ({ fileName: `report-${index}.xml`, contents }));
    const { errors } = await validateXML({ xml, schema });
    expect(errors).toEqual([]);
  });

  it("would not be valid with a file attribute", async () => {
    const xml = (await rendered("junit")).replace("<testcase ", '<testcase file="carriers.txt" ');
    expect((await validateXML({ xml: [{ fileName: "report.xml", contents: xml }], schema })).valid).toBe(false);
  });

  it("has the element that fits what a finding does", async () => {
    const waived = { reason: "known", by: "safety desk", until: "2026-12-31" };
    const findings = [
      found("1", { outcome: "pass" }),
      found("1"),
      found("1", { outcome: "unknown" }),
      found("1", { outcome: "unknown", unknown: "fail" }),
      found("1", { outcome: "unknown", unknown: "warn" }),
      found("1", { level: "warning" }),
      found("1", { waived }),
      found("1", { outcome: "skipped" }),
    ];
    const cases = xmlDocument(await rendered("junit", { carriers: [carrier("1", { findings })] }));
    expect(
      cases.flatMap(({ name, text }) => (/case|prop|suite/.test(name) ? [] : [`${name}: ${text}`])).slice(0, -1),
    ).toEqual([
      'failure: status is "INACTIVE"\nat carriers.txt:7',
      'failure: status is "INACTIVE"\nat carriers.txt:7',
      'error: status is "INACTIVE"\nat carriers.txt:7',
      'system-out: warning: status is "INACTIVE"\nat carriers.txt:7',
      'system-out: warning: status is "INACTIVE"\nat carriers.txt:7',
      'skipped: status is "INACTIVE"; waived until 2026-12-31 by safety desk: known\nat carriers.txt:7',
      'skipped: status is "INACTIVE"\nat carriers.txt:7',
    ]);
    const suite = cases.find(({ name }) => name === "testsuite");
    expect(suite?.attributes).toMatchObject({ tests: "8", failures: "2", errors: "1", skipped: "2" });
  });

  it("counts a line that is no number as an error", async () => {
    const refused = [{ place: null, text: "MC-1", reason: "is a docket number" }];
    const elements = xmlDocument(await rendered("junit", { carriers: [], footer: footerOf([], { refused }) }));
    expect(elements.find(({ name }) => name === "error")?.text).toBe("invalid: MC-1 is a docket number");
    expect(elements.find(({ name }) => name === "testsuite")?.attributes).toMatchObject({ tests: "1", errors: "1" });
  });
});

/** The JSON Schemas of what `vet` writes, held to real output. */
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { fileOf, freePath, policyOf, vet, vetSample, waiversOf } from "./vetting.ts";

function checkerOf(name: string): (value: unknown) => void {
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const path = new URL(`../../../docs/schemas/${name}.schema.json`, import.meta.url);
  const validate = ajv.compile(JSON.parse(readFileSync(path, "utf8")));
  return (value) => {
    validate(value);
    expect(validate.errors ?? []).toEqual([]);
  };
}

const list = "number\n9000001\n9000005\n9000010\n9000404\n9000901\nMC-5\n";

test("reports in JSON and evidence lines are what their schemas say", async () => {
  const [checkReport, checkLine] = [checkerOf("vet-report"), checkerOf("evidence-line")];
  const [first, second] = [freePath("first.ndjson"), freePath("second.ndjson")];
  const waivers = waiversOf({ carrier: "9000010", rule: "safety.rating" }, { carrier: "1", rule: "status" });
  const policy = policyOf(
    "status: { allow: [ACTIVE], why: insurance asks for it }",
    "safety.rating: { allow: [S] }",
    "policies.bipd: { min: 1 }",
  );
  const options = `--file ${fileOf(list, "list.csv")} --policy ${policy} --waivers ${waivers} --retries 0 --format json`;
  const runs = [
    await vetSample(`${options} --evidence ${first}`),
    await vetSample(`${options} --since ${first} --reuse ${first} --evidence ${second}`),
    await vet(`--from ${second} --format json`),
  ];
  for (const { out } of runs) checkReport(JSON.parse(out));
  for (const path of [first, second]) {
    for (const line of readFileSync(path, "utf8").trimEnd().split("\n")) checkLine(JSON.parse(line));
  }
});

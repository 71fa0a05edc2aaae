/**
 * docs/openapi.yaml describes what services send: the sample service's answers
 * validate against it, and wrong ones do not.
 */
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { parse as yaml } from "yaml";
import type { AnswerName } from "../../src/answer.ts";
import { sampleCarriers } from "../../src/sample/carriers.ts";
import { startSampleService } from "../../src/sample/server.ts";
import { pathsOf } from "../../src/service/fields.ts";
import { afterwards } from "../support/resources.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document of JSON Schema
type Yaml = any;

const api: Yaml = yaml(readFileSync("docs/openapi.yaml", "utf8"));
const ajv = new Ajv2020({ allowUnionTypes: true }).addVocabulary(
  Object.keys(api),
);
const compiled = ajv.addSchema(api, "api");

/** Follows a reference within the document. */
function resolved(node: Yaml): Yaml {
  return node.$ref
    ? node.$ref
        .slice(2)
        .split("/")
        .reduce((part: Yaml, name: string) => part[name], api)
    : node;
}

/** The schema of an answer's body: of its status, otherwise of any. */
function bodyOf(
  path: string,
  method: string,
  status: number,
): ValidateFunction {
  const { responses } = api.paths[path][method];
  const { schema } = resolved(responses[status] ?? responses.default).content[
    "application/json"
  ];
  return compiled.compile(
    JSON.parse(
      JSON.stringify(schema).replaceAll("#/components", "api#/components"),
    ),
  );
}

const numbers = sampleCarriers.map(({ dot_number }) => dot_number);
const records = ["", "/insurance", "/safety"];

it.each(records)(
  "GET /v1/carriers/{dot_number}%s answers as described",
  async (record) => {
    const service = await startSampleService();
    afterwards(() => service.close());
    for (const number of [...numbers, "9000400", "9000404", "9000500"]) {
      const answer = await fetch(
        `${service.url}/v1/carriers/${number}${record}`,
      );
      const isValid = bodyOf(
        `/v1/carriers/{dot_number}${record}`,
        "get",
        answer.status,
      );
      isValid(await answer.json());
      expect([number, answer.status, isValid.errors]).toEqual([
        number,
        answer.status,
        null,
      ]);
    }
  },
);

it("POST /v1/carriers/bulk answers as described, with a key and without", async () => {
  const service = await startSampleService();
  afterwards(() => service.close());
  for (const headers of [{ "x-api-key": "any" }, {}]) {
    const body = JSON.stringify({ dot_numbers: [...numbers, "9000404"] });
    const answer = await fetch(`${service.url}/v1/carriers/bulk`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    });
    const isValid = bodyOf("/v1/carriers/bulk", "post", answer.status);
    isValid(await answer.json());
    expect([answer.status, isValid.errors]).toEqual([
      headers["x-api-key"] ? 200 : 401,
      null,
    ]);
  }
});

it.each([
  ["Carrier", { legal_name: "NO NUMBER" }],
  ["Carrier", { dot_number: "1", fleet: { power_units: "many" } }],
  ["Summary", { dot_number: 1 }],
  ["Insurance", { dot_number: "1", policies: {} }],
  ["Safety", { dot_number: "1", crashes: { total: 1.5 } }],
])("%s is not %o", (name, wrong) => {
  expect(
    compiled.compile({ $ref: `api#/components/schemas/${name}` })(wrong),
  ).toBe(false);
});

it("names the fields that the program names, and has no comma that YAML takes for the next key", () => {
  expect(JSON.stringify(api)).not.toContain(":null");
  const { Carrier, Summary, Insurance, Safety, Policy } =
    api.components.schemas;
  const names = (...schemas: Yaml[]) =>
    schemas.flatMap(({ properties }) => Object.keys(properties)).sort();
  const known = (name: AnswerName) =>
    [...new Set(pathsOf(name).map((path) => path.split(".")[0]))].sort();
  expect([...new Set(names(Summary, Carrier))]).toEqual(known("carrier"));
  expect(names(Summary)).toEqual(known("summary"));
  expect(names(Insurance)).toEqual(known("insurance"));
  expect(names(Safety)).toEqual(known("safety"));
  expect(names(Policy)).toEqual(
    pathsOf("insurance")
      .filter((path) => path.startsWith("policies."))
      .map((path) => path.split(".").at(-1))
      .sort(),
  );
});

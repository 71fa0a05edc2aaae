/**
 * docs/openapi.yaml describes what services send: the sample service's answers
 * validate against it, and wrong ones do not.
 */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { parse as yaml } from "yaml";
import type { AnswerName } from "../../src/answer.ts";
import { sampleCarriers } from "../../src/sample/numbers.ts";
import { pathsOf } from "../../src/service/record-fields.ts";
import { sampleService } from "../service/loopback.ts";

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

/** Holds an answer to the schema of its status, otherwise of any. */
async function expectDescribed(path: string, method: string, answer: Response) {
  const { responses } = api.paths[path][method];
  const { content } = resolved(responses[answer.status] ?? responses.default);
  const { schema } = content["application/json"];
  const isValid = compiled.compile(
    JSON.parse(
      JSON.stringify(schema).replaceAll("#/components", "api#/components"),
    ),
  );
  isValid(await answer.json());
  expect([answer.url, isValid.errors]).toEqual([answer.url, null]);
}

const numbers = sampleCarriers.map(({ dot_number }) => dot_number);

it.each(["", "/insurance", "/safety"])(
  "GET /v1/carriers/{dot_number}%s answers as described",
  async (record) => {
    const service = await sampleService();
    for (const number of [...numbers, "9000400", "9000404", "9000500"])
      await expectDescribed(
        `/v1/carriers/{dot_number}${record}`,
        "get",
        await fetch(`${service}/v1/carriers/${number}${record}`),
      );
  },
);

it.each([
  [200, { "x-api-key": "any" }],
  [401, {}],
])(
  "POST /v1/carriers/bulk answers as described, with %i to %j",
  async (status, headers) => {
    const service = await sampleService();
    const answer = await fetch(`${service}/v1/carriers/bulk`, {
      method: "POST",
      body: JSON.stringify({ dot_numbers: [...numbers, "9000404"] }),
      headers: { "content-type": "application/json", ...headers },
    });
    expect(answer.status).toBe(status);
    await expectDescribed("/v1/carriers/bulk", "post", answer);
  },
);

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
    new Set(schemas.flatMap(({ properties }) => Object.keys(properties)));
  const known = (name: AnswerName, below = /^(\w+)/) =>
    new Set(pathsOf(name).flatMap((path) => below.exec(path)?.[1] ?? []));
  expect(names(Summary, Carrier)).toEqual(known("carrier"));
  const alone = { summary: Summary, insurance: Insurance, safety: Safety };
  for (const [name, schema] of Object.entries(alone))
    expect(names(schema)).toEqual(known(name as AnswerName));
  expect(names(Policy)).toEqual(
    known("insurance", /^policies\.(?:.*\.)?(\w+)$/),
  );
});

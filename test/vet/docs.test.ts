/** What docs/schemas and `--rules` say is what the program checks by. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  jsonSchemaOf,
  policySchema,
  waiversSchema,
} from "../../src/vet/policy/schemas.ts";

const schemas = {
  policy: jsonSchemaOf(policySchema),
  waivers: jsonSchemaOf(waiversSchema),
};

test.each(Object.entries(schemas))(
  "docs/schemas/%s.schema.json is current (UPDATE_DOCS=1 writes it)",
  (name, schema) => {
    const path = new URL(
      `../../docs/schemas/${name}.schema.json`,
      import.meta.url,
    );
    const text = `${JSON.stringify(schema, null, 2)}\n`;
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(path, text);
    expect(readFileSync(path, "utf8")).toBe(text);
  },
);

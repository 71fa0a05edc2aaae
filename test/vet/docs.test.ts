/** What docs/schemas and `--rules` say is what the program checks by. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  jsonSchemaOf,
  policySchema,
  waiversSchema,
} from "../../src/vet/policy/schemas.ts";
import { run } from "../support/run.ts";

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

test.each([60, 80, 200])(
  "usdot vet --rules breaks no word at %d columns",
  async (width) => {
    const { stdout } = await run("vet --rules", { tty: true, width });
    const lines = stdout.split("\n");
    expect(lines.filter((line) => line.length > width)).toEqual([]);
    const whole = (await run("vet --rules")).stdout;
    expect(stdout.split(/\s+/)).toEqual(whole.split(/\s+/));
    expect(whole).toContain(
      "unrated: unrated carriers (default unknown); one of allow, deny, unknown",
    );
  },
);

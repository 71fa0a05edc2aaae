/**
 * What docs/schemas say of a file that people write: the same as the program,
 * as far as a schema can.
 */
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import formats from "ajv-formats";

export function schemaOf(name: "policy" | "waivers" | "vet-report") {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const path = `../../docs/schemas/${name}.schema.json`;
  const text = readFileSync(new URL(path, import.meta.url), "utf8");
  return ajv.compile(JSON.parse(text));
}

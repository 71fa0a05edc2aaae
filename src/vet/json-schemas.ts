/** JSON Schemas of the files that people write, for their editors. */
import * as z from "zod/mini";
import { policySchema } from "./policy-parser.ts";
import { waiversSchema } from "./waivers.ts";

/** The schema of a file as JSON text with a line break at its end. What JSON Schema cannot say is left to the parser. */
export function jsonSchemaText(name: "policy" | "waivers"): string {
  const schema = (name === "policy" ? policySchema : waiversSchema)();
  return `${JSON.stringify(z.toJSONSchema(schema, { io: "input", target: "draft-7" }), null, 2)}\n`;
}

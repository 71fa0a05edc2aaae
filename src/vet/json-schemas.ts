/** JSON Schemas of the files that people write, for their editors. */
import * as z from "zod/mini";
import { policySchema } from "./policy-parser.ts";
import { waiversSchema } from "./waivers.ts";

/**
 * The schema of a file, from the declarations that check it, as JSON that ends in a line break. What JSON Schema cannot say is left to
 * the parser: that an entry of a list can match something, that lists don't contradict each other, and what a list file holds.
 */
export function jsonSchemaText(name: "policy" | "waivers"): string {
  const schema = (name === "policy" ? policySchema : waiversSchema)();
  return `${JSON.stringify(z.toJSONSchema(schema, { io: "input", target: "draft-7" }), null, 2)}\n`;
}

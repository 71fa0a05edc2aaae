/** cli-table3 measures text with our own code, as in the built program (scripts/build.js). */
import { createRequire } from "node:module";
import { displayWidth } from "../../src/text/width.ts";

const here = createRequire(import.meta.url);
const ofTables = createRequire(here.resolve("cli-table3"));
const measure = ofTables.resolve("string-width");
ofTables(measure);
const loaded = ofTables.cache[measure];
if (loaded !== undefined) loaded.exports = displayWidth;

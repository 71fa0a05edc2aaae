/**
 * Prints the section of CHANGELOG.md for a version, for the notes of its
 * release: `node scripts/release-notes.js 0.3.0`.
 * Ends with 1 where there is none, so that nothing is released without notes.
 */
import { readFileSync } from "node:fs";

const version = process.argv[2];
const sections = readFileSync("CHANGELOG.md", "utf8").split(/^## /m).slice(1);
const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
if (section) console.log(section.slice(section.indexOf("\n")).trim());
else {
  console.error(`CHANGELOG.md has no section for ${version}`);
  process.exitCode = 1;
}

/**
 * Reads the policies and waivers that people write. `yaml` and zod are loaded
 * only where there is one.
 */
import { parseDotNumber } from "../../dot-number.ts";
import { UsdotError } from "../../errors.ts";
import { sha256 } from "../../files/sha256.ts";
import { mapMembers, quoted } from "../../text/json.ts";
import type { RecordedFile } from "../model.ts";
import { rules } from "../rules/index.ts";
import type { Entries, ReadEntry } from "../rules/judgment.ts";
import { type Policy, policyRules } from "./policy.ts";
import { checkedWaiver, type Waivers } from "./waivers.ts";
import type { YamlFile } from "./yaml-file.ts";

async function openYaml(text: string, path: string) {
  const [{ readYaml }, schemas] = await Promise.all([
    import("./yaml-file.ts"),
    import("./schemas.ts"),
  ]);
  return { file: readYaml(text, path), schemas };
}

type ReadList = (path: string) => Promise<string> | string;

/**
 * Parses and checks a policy, and reads the lists that it names.
 * @throws {VettingFileError} with every mistake in them, each with its place
 */
export async function parsePolicy(
  text: string,
  { path, readList }: { path: string; readList: ReadList },
): Promise<Policy> {
  const { file, schemas } = await openYaml(text, path);
  const content = file.check(schemas.policySchema);
  const { lists, entries } = await readNamedLists(file, readList);
  file.throwIfWrong();
  const { name = "", rules: values = {} } = content ?? {};
  // The schema's output has an order of its own.
  const { rules: written } = file.content as { rules: object };
  return {
    name,
    sha256: sha256(text),
    text,
    rules: policyRules(Object.keys(written), values, entries),
    lists,
  };
}

/**
 * Reads the lists that rules name, each once. One that cannot be read is a
 * mistake of the policy.
 */
async function readNamedLists(file: YamlFile, readList: ReadList) {
  const lists = new Map<string, RecordedFile>();
  const entries: Record<string, Entries> = {};
  for (const { name, files = {} } of rules)
    for (const [parameter, readEntry] of Object.entries(files)) {
      const keys = ["rules", name, parameter];
      const path = file.valueAt(keys);
      if (typeof path !== "string" || path.trim() === "") continue;
      try {
        const text = await readList(path);
        lists.set(path, { path, sha256: sha256(text), text });
        const listed = readEntries(path, text, readEntry, file);
        entries[name] = { ...entries[name], [parameter]: listed };
      } catch (error) {
        if (!(error instanceof UsdotError)) throw error;
        file.report(keys, `${name}: ${parameter}: ${error.message}`);
      }
    }
  return { lists: [...lists.values()], entries };
}

/** `#2233855` may be a number, or one that nobody wants any more. */
const unclearComment = {
  invalid: "may be a comment: write # and a blank, or the number alone",
};

/**
 * A line that cannot be read is a problem, because what it was meant to block
 * would get through.
 */
function readEntries(
  path: string,
  text: string,
  readEntry: ReadEntry,
  { problems }: YamlFile,
): ReadonlySet<string> {
  const entries = new Set<string>();
  const before = problems.length;
  const report = (line: number, column: number, message: string) =>
    problems.push({ path, line, column, message });
  const lines = text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
  for (const [index, line] of lines.entries()) {
    const written = line.replace(/(^|\s)#(?!\d).*$/, "").trim();
    if (written === "") continue;
    const read = /^#\d/.test(written) ? unclearComment : readEntry(written);
    const column = line.indexOf(written) + 1;
    if ("entry" in read) entries.add(read.entry);
    else report(index + 1, column, `${quoted(written)} ${read.invalid}`);
  }
  if (entries.size === 0 && problems.length === before)
    report(1, 1, "the list is empty");
  return entries;
}

/**
 * Parses and checks a waiver file, or what one would hold.
 * @throws {VettingFileError} with every mistake in it, each with its place
 */
export async function parseWaivers(
  given: string | object,
  path = "waivers",
): Promise<Waivers> {
  // JSON is YAML.
  const text = typeof given === "string" ? given : JSON.stringify(given);
  const { file, schemas } = await openYaml(text, path);
  file.check(schemas.waiversSchema);
  file.throwIfWrong();
  // Nobody quotes a zip or an amount: what was written counts.
  const { waivers: written } = file.asTexts() as Pick<Waivers, "waivers">;
  const waivers = written.map(({ carrier, saw, ...named }, at) => {
    // YAML reads 0x89 as a number.
    const parsed = parseDotNumber(carrier);
    if ("invalid" in parsed)
      file.report(
        ["waivers", at, "carrier"],
        `waivers: carrier must be a USDOT number, not ${quoted(carrier)}`,
      );
    return checkedWaiver({
      ...named,
      carrier: "dotNumber" in parsed ? parsed.dotNumber : "",
      ...(saw && { saw: mapMembers(saw, (texts) => [texts].flat()) }),
    });
  });
  file.throwIfWrong();
  return { file: { path, sha256: sha256(text), text }, waivers };
}

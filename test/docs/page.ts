/**
 * Reads the pages of the documentation, and makes the directory in which their
 * commands are run.
 */
import { readdirSync, readFileSync } from "node:fs";
import writeWorkbook from "write-excel-file/node";
import { folder } from "../support/resources.ts";

/** Every page of the documentation. */
export const pages = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

export interface Block {
  heading: string;
  language: string;
  text: string;
  /** The prose before it. */
  before: string;
}

/** The fenced blocks of a page, perhaps of one language, in their order. */
export function blocksOf(page: string, language?: string): Block[] {
  const blocks: Block[] = [];
  let heading = "";
  const parts = readFileSync(page, "utf8").split(/^```(\w*)\n(.*?)^```$/ms);
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [before = "", of = "", text = ""] = parts.slice(at, at + 3);
    heading = [...before.matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? heading;
    blocks.push({ heading, language: of, text, before });
  }
  return language === undefined
    ? blocks
    : blocks.filter((block) => block.language === language);
}

/**
 * A line of a page with numbers that the sample service has, and without its
 * comment.
 */
export function typed(line: string): string {
  return line
    .replaceAll("2233855", "9000001")
    .replaceAll("76830", "9000002")
    .replace(/ +#.*$/, "");
}

const numbers = Array.from({ length: 7 }, (_, index) => `${9000001 + index}`);
const loads = [
  ["USDOT", "Carrier Name", "MC #", "Driver contact", "Zip"],
  [
    "9000001",
    "Prairie Lantern Freight Inc",
    "MC-9100001",
    "555-555-0101",
    "68501",
  ],
  ["9000002", "", "", "", ""],
];

/** A directory with the files that the pages name. */
export async function workspace() {
  const files = folder();
  const { at, write: save } = files;
  for (const name of ["carriers", "all", "big"])
    save(`${name}.csv`, ["dot_number", ...numbers, ""].join("\n"));
  save("carriers.txt", "9000001\n9000003\n");
  save("loads.csv", `${loads.map((row) => row.join(",")).join("\n")}\n`);
  for (const [name, rule] of [
    ["policy", "status: { allow: [ACTIVE] }"],
    ["stricter", "fleet.power_units: { min: 500 }"],
  ])
    save(`${name}.yaml`, `version: 1\nname: ${name}\nrules:\n  ${rule}\n`);
  const rows = loads.map((row) => row.map((value) => ({ value })));
  for (const name of ["carriers", "loads"])
    await writeWorkbook(rows).toFile(at(`${name}.xlsx`));
  return files;
}

/** YAML that a reader saves under the name that the prose before it gives. */
export function saveYaml(
  { before, text }: Block,
  { write }: Pick<ReturnType<typeof folder>, "write">,
): void {
  const [, name] = /Save this as `([^`]+)`[^`]*$/.exec(before) ?? [];
  if (name !== undefined) write(name, text);
}

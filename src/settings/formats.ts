/** The formats: what each is called, and the files that ask for it. */
import { extname } from "node:path";
import { refuse } from "../errors.ts";

/** Every format: what it is for, and the extensions of its files. */
export const formats = {
  table: [
    "for people: one carrier on a screen, several in a line each",
    ".txt",
  ],
  json: [
    "the service's own records: one as it is, several in an array",
    ".json",
  ],
  ndjson: ["a record per line; also called jsonl", ".ndjson", ".jsonl"],
  csv: ["a line per record or policy, for spreadsheets", ".csv"],
  xlsx: ["the same as an Excel workbook; to a file or a pipe", ".xlsx"],
  junit: ["a suite per carrier, a case per rule, for CI", ".xml"],
  github: ["annotations, for GitHub Actions"],
  line: ["one line about a carrier, to paste into a note or an email"],
  markdown: ["a summary for comments and wikis", ".md"],
  html: ["a page to mail or archive", ".html", ".htm"],
} as const;

/** The formats of a record; the others are for verdicts. */
export const recordFormats = [
  "table",
  "json",
  "ndjson",
  "csv",
  "xlsx",
] as const;

export type RecordFormat = (typeof recordFormats)[number];
export type FormatName = keyof typeof formats;
export const formatNames = Object.keys(formats) as FormatName[];

/** A format by any of its names: `NDJSON` and `jsonl` are `ndjson`. */
export function formatNamed(word: string): FormatName | undefined {
  const name = word
    .trim()
    .toLowerCase()
    .replace(/^jsonl$/, "ndjson");
  return formatNames.find((each) => each === name);
}

const extensionsOf = (name: FormatName): readonly string[] =>
  formats[name].slice(1);

/** The format that a file's extension asks for; undefined without an extension. */
export function formatOfFile(path: string): FormatName | undefined {
  const extension = extname(path).toLowerCase();
  if (extension === "") return undefined;
  const format = formatNames.find((name) =>
    extensionsOf(name).includes(extension),
  );
  if (format) return format;
  refuse(
    `${path}: there is no format for ${extension} files`,
    `name one (--format NAME, --report NAME=FILE), or use ${formatNames.flatMap(extensionsOf).join(", ")}`,
  );
}

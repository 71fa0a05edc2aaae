/** `--keep-columns`: every row of the user's own file, as it is written, with our columns after it. */
import type { DotNumber } from "../../dot-number.ts";
import { DotNumberSet } from "../../dot-number-set.ts";
import { FileError, InputError, UsageError } from "../../errors.ts";
import { type Encoding, WrongEncodingError } from "../../input/decode.ts";
import { endsOpen, notClosed } from "../../input/delimited-rows.ts";
import type { Input } from "../../input/input.ts";
import { delimitersOf } from "../../input/lines.ts";
import type { RowKeeper, SourceRow } from "../../input/read-list.ts";
import type { Outcome } from "../../lookup/outcome.ts";
import { csvCell } from "../../output/formats/csv.ts";
import type { Sink } from "../../output/sink.ts";
import type { Context } from "../../runtime/context.ts";
import type { Inputs } from "./inputs.ts";
import type { ListOptions, Request } from "./list-options.ts";

/** What goes before the names of our columns. */
const prefix = "usdot_";

/** Checks what `--keep-columns` goes together with, and makes CSV the format if none is chosen. */
export function checkKeepColumns(
  { settings }: Context,
  { lists }: Inputs,
  { numbers, options }: Request<ListOptions & { resume?: boolean; onlyChanged?: boolean }>,
): void {
  if (!options.keepColumns) return;
  const { values, origins } = settings;
  if (origins.format?.from === "default") {
    values.format = "csv";
    if (/\.(?:tsv|tab|psv)$/i.test(values.output ?? "")) origins.format = { from: "flag", name: "--keep-columns" };
  }
  const refuse = (what: string, hint?: string) => new UsageError(`--keep-columns ${what}`, { hint });
  if (values.format !== "csv") throw refuse(`cannot be used with ${values.format}`, "use --format csv");
  if (lists.length !== 1 || numbers.some((number) => number !== "-"))
    throw refuse("needs one list", "name it with --file, and give no numbers");
  if (options.resume) throw refuse("cannot be used with --resume", "the rows are yours, not usdot's: run it again");
  const leavesOut = options.shard ? "--shard" : options.onlyChanged && "--only-changed";
  if (leavesOut) throw refuse(`cannot be used with ${leavesOut}`, "it writes every row of the file");
}

/** How a file is written, as a first reading shows it. */
interface Table {
  source: string;
  encoding: Encoding;
  delimiter: string;
  header: readonly string[] | undefined;
  numberColumn: number;
  /** The most cells of a row. Shorter ones are padded, so that our cells stand below our columns. */
  width: number;
  lineEnd: string;
  /** Numbers in several rows: all of them have the answer. */
  repeated: DotNumberSet;
}

type Pages = (keeper: RowKeeper) => AsyncIterable<readonly Input[]>;

/**
 * Reads the list once, to see how it is written, and returns what writes it with the columns added.
 * @param columns the names of our columns, without the one for errors
 * @throws {InputError} for a list that has one of them already, or a row that would not come back as it was
 */
export async function openKeptRows(
  { reporter }: Context,
  source: string,
  pages: Pages,
  columns: readonly string[],
): Promise<KeptRows> {
  const table = await surveyed(source, pages, false).catch((error: unknown) => {
    if (!(error instanceof WrongEncodingError)) throw error;
    return surveyed(source, pages, true);
  });
  const names = [...columns, "error"].map((name) => prefix + name);
  const taken = table.header?.find((name) => names.includes(name.trim().toLowerCase()));
  if (taken !== undefined)
    throw new InputError(`${source} already has the column ${taken.trim()}`, { hint: "rename or remove it" });
  const rows = new KeptRows(table, names);
  if (rows.isEightBit)
    reporter.note(`${source} is not UTF-8: read as Windows-1252, written as UTF-8 with a byte order mark`);
  return rows;
}

async function surveyed(source: string, pages: Pages, isEightBit: boolean): Promise<Table> {
  const seen = new DotNumberSet();
  // A list of one column may be delimited by what is in none of its rows.
  let free = [",", ";", "\t", "|"];
  const table: Table = {
    source,
    encoding: { name: "utf-8", hasBom: false },
    delimiter: "",
    header: undefined,
    numberColumn: 0,
    width: 1,
    lineEnd: "",
    repeated: new DotNumberSet(),
  };
  const keeper: RowKeeper = {
    isEightBit,
    onEncoding: (encoding) => Object.assign(table, { encoding }),
    layout: (delimiter = "", header, numberColumn) => Object.assign(table, { delimiter, header, numberColumn }),
    row({ line, text, end, kind, width, invalid }) {
      // Our cells, and the rows below, would be read as part of it.
      const isOpen = kind !== "aside" && table.delimiter === "" && endsOpen(text, "");
      if (isOpen || invalid !== undefined)
        throw new InputError(`${source}:${line} ${invalid ?? notClosed}: --keep-columns cannot add to it`, {
          hint: "fix the row",
        });
      if (table.lineEnd === "") table.lineEnd = end;
      const [named = "", ...others] = delimitersOf(text);
      if (line === 1 && others.length === 0) free.unshift(named);
      if (kind === "aside") return;
      table.width = Math.max(table.width, width);
      if (table.width === 1 && /[,;\t|]/.test(text)) free = free.filter((delimiter) => !text.includes(delimiter));
    },
  };
  for await (const page of pages(keeper)) {
    for (const input of page)
      if ("dotNumber" in input && !seen.add(input.dotNumber)) table.repeated.add(input.dotNumber);
  }
  if (table.width === 1) table.delimiter = free[0] ?? "";
  if (table.delimiter === "") throw new InputError(`${source} has every delimiter in its rows, so none can be added`);
  return table;
}

/** Takes the rows of a file in its second reading, and gives them back with our cells once these are known. */
export class KeptRows implements RowKeeper {
  readonly isEightBit: boolean;
  readonly #table: Table;
  readonly #names: readonly string[];
  /** Rows that were read and not yet given back, in order. */
  readonly #rows: SourceRow[] = [];
  /** Our cells for the numbers that come again. */
  readonly #known = new Map<DotNumber, string>();
  #isHeaded = false;

  constructor(table: Table, names: readonly string[]) {
    this.#table = table;
    this.#names = names;
    this.isEightBit = table.encoding.name === "windows-1252";
  }

  /** Makes a sink write the file's own encoding, beginning as the file does. */
  start(sink: Sink): Promise<void> | undefined {
    const { name, hasBom } = this.#table.encoding;
    if (name !== "windows-1252") sink.encoding = name;
    return hasBom || this.isEightBit ? sink.write("\ufeff") : undefined;
  }

  row(row: SourceRow): void {
    if (row.kind !== "aside" && row.width > this.#table.width) this.#changed();
    this.#rows.push(row);
  }

  /** The rows up to that of an outcome, whose cells are given if there is an answer. */
  take(outcome: Outcome<unknown>, cells?: readonly string[]): string {
    const ours = this.#ours(outcome, cells);
    return this.rest(outcome.place?.line) + this.#joined(this.#rows.shift(), ours);
  }

  /** It is another file than the one that showed how it is written. */
  #changed(): never {
    throw new FileError(`${this.#table.source} changed while it was read`, { hint: "run it again" });
  }

  #ours(outcome: Outcome<unknown>, cells?: readonly string[]): string {
    if (outcome.kind === "repeated") return this.#known.get(outcome.dotNumber) ?? this.#changed();
    if (outcome.kind === "invalid") return this.#ended(outcome.reason);
    const text = this.#ended("error" in outcome ? outcome.error.kind : "", cells);
    if (this.#table.repeated.has(outcome.dotNumber)) this.#known.set(outcome.dotNumber, text);
    return text;
  }

  /** Our cells, of which the last is the error. */
  #ended(error: string, cells: readonly string[] = this.#names.slice(1).map(() => "")): string {
    return this.#cells([...cells, error]);
  }

  #cells(cells: readonly string[]): string {
    const { delimiter } = this.#table;
    return cells.map((cell) => delimiter + csvCell(cell, delimiter)).join("");
  }

  /** Rows without an input: all before a line, or those after the last outcome. */
  rest(line = Number.POSITIVE_INFINITY): string {
    let text = "";
    while ((this.#rows[0]?.line ?? line) < line) {
      const row = this.#rows.shift() as SourceRow;
      text += row.kind === "aside" ? row.text + row.end : this.#joined(row, this.#cells(this.#names));
    }
    return text;
  }

  #joined(row: SourceRow | undefined, ours: string): string {
    if (row === undefined) return "";
    const { delimiter, width } = this.#table;
    const cells = row.isEmpty && row.kind === "row" ? this.#ended("no number") : ours;
    return this.#madeHeader(row) + row.text + delimiter.repeat(width - row.width) + cells + row.end;
  }

  /** A header above the first row, if the file has none. */
  #madeHeader({ kind }: SourceRow): string {
    const { header, width, delimiter, numberColumn, lineEnd } = this.#table;
    if (this.#isHeaded) return "";
    this.#isHeaded = true;
    if (header !== undefined || kind === "header") return "";
    const names = Array.from({ length: width }, (_, at) => (at === numberColumn ? "dot_number" : `column_${at + 1}`));
    return `${names.join(delimiter)}${this.#cells(this.#names)}${lineEnd || "\n"}`;
  }
}

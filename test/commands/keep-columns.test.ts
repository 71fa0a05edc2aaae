/** `--keep-columns`: every row of the user's file comes back as it was, with our columns after it. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openKeptRows } from "../../src/commands/lookup/keep-columns.ts";
import type { DotNumber } from "../../src/dot-number.ts";
import type { Place } from "../../src/input/input.ts";
import { type RowKeeper, readList } from "../../src/input/read-list.ts";
import type { Context } from "../../src/runtime/context.ts";
import { type HostChanges, runInProcess } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";

const soffice = spawnSync("soffice", ["--version"]).status === 0;

const run = (line: string, changes: HostChanges = {}) =>
  runInProcess(["--sample", ...line.split(" ").filter(Boolean)], { env: { USDOT_API_KEY: "any" }, ...changes });

/** What a file becomes. */
async function kept(content: string | Uint8Array, options = "--fields status", command = "bulk") {
  const path = join(temporaryDirectory(), "own.csv");
  writeFileSync(path, content);
  const out = `${path}.out.csv`;
  const { status, err } = await run(`${command} -f ${path} --keep-columns ${options} -o ${out}`);
  expect(readFileSync(path)).toEqual(Buffer.from(content as Uint8Array));
  const bytes = [0, 3, 8].includes(status) ? readFileSync(out) : Buffer.alloc(0);
  return { status, err, bytes, text: bytes.toString() };
}

describe("a row", () => {
  it.each<[string, string, string]>([
    ["with a header", "Name,DOT\nA,9000001\n", "Name,DOT,usdot_status,usdot_error\nA,9000001,ACTIVE,\n"],
    [
      "without a header",
      "A,9000001\nB,9000002\n",
      "column_1,dot_number,usdot_status,usdot_error\nA,9000001,ACTIVE,\nB,9000002,ACTIVE,\n",
    ],
    ["of one column", "9000001\n#9000002", "dot_number,usdot_status,usdot_error\n9000001,ACTIVE,\n#9000002,ACTIVE,"],
    [
      "of one column with commas in it",
      "2,233,855\n9,000,001\n",
      "dot_number;usdot_status;usdot_error\n2,233,855;;not-found\n9,000,001;ACTIVE;\n",
    ],
    ["of one column in quotes", '"DOT"\n"9000001"\n', '"DOT",usdot_status,usdot_error\n"9000001",ACTIVE,\n'],
    ["of one column with a header", "USDOT\r\n9000001\r\n", "USDOT,usdot_status,usdot_error\r\n9000001,ACTIVE,\r\n"],
    [
      "with semicolons and decimal commas",
      'DOT;Rate\n9000001;"1,5"\n',
      'DOT;Rate;usdot_status;usdot_error\n9000001;"1,5";ACTIVE;\n',
    ],
    ["with tabs", "DOT\tRate\n9000001\t1,5\n", "DOT\tRate\tusdot_status\tusdot_error\n9000001\t1,5\tACTIVE\t\n"],
    [
      "with line breaks in quotes",
      '"DOT",Note\r\n9000001,"a\r\nb\nc"\r\n',
      '"DOT",Note,usdot_status,usdot_error\r\n9000001,"a\r\nb\nc",ACTIVE,\r\n',
    ],
    [
      "with blanks around quotes",
      ' "DOT" , x\n "9000001" , y \n',
      ' "DOT" , x,usdot_status,usdot_error\n "9000001" , y ,ACTIVE,\n',
    ],
    [
      "that is short or long",
      "DOT,a\n9000001\n9000002,b,c\n",
      "DOT,a,,usdot_status,usdot_error\n9000001,,,ACTIVE,\n9000002,b,c,ACTIVE,\n",
    ],
    [
      "that comes again",
      "DOT,a\n9000001,1\n9000001,2\n09000001,3\n",
      "DOT,a,usdot_status,usdot_error\n9000001,1,ACTIVE,\n9000001,2,ACTIVE,\n09000001,3,ACTIVE,\n",
    ],
    [
      "beside blank lines and comments",
      "sep=;\n# ours\n\nDOT;a\n\r\n# b;c\n9000001;1\n\n#end",
      "sep=;\n# ours\n\nDOT;a;usdot_status;usdot_error\n\r\n# b;c\n9000001;1;ACTIVE;\n\n#end",
    ],
    [
      "of one column, in a file that tells Excel the delimiter",
      "sep=;\nDOT\n9000001\n",
      "sep=;\nDOT;usdot_status;usdot_error\n9000001;ACTIVE;\n",
    ],
    [
      "of one column, in a file that tells Excel the delimiter too late",
      "# ours\nsep=;\nDOT\n9000001\n",
      "# ours\nsep=;\nDOT,usdot_status,usdot_error\n9000001,ACTIVE,\n",
    ],
    [
      "without a header, in a file that tells Excel the delimiter",
      "sep=;\r\nA, 5, 6;9000001\r\nB;9000002\r\n",
      "sep=;\r\ncolumn_1;dot_number;usdot_status;usdot_error\r\nA, 5, 6;9000001;ACTIVE;\r\nB;9000002;ACTIVE;\r\n",
    ],
    [
      "with a formula of the user's own",
      "DOT,a\n9000001,=1+1\n",
      "DOT,a,usdot_status,usdot_error\n9000001,=1+1,ACTIVE,\n",
    ],
    [
      "with CR ends, the last without",
      "DOT,a\r9000001,1\r9000002,2",
      "DOT,a,usdot_status,usdot_error\r9000001,1,ACTIVE,\r9000002,2,ACTIVE,",
    ],
  ])("%s comes back", async (_, content, expected) => {
    expect((await kept(content)).text).toBe(expected);
    expect((await kept(`\ufeff${content}`)).text).toBe(`\ufeff${expected}`);
    for (const swap of [false, true]) {
      const encode = (text: string) => {
        const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
        return swap ? bytes.swap16() : bytes;
      };
      expect((await kept(encode(content))).bytes).toEqual(encode(expected));
    }
  });

  it("says why it has no values", async () => {
    const { status, text, err } = await kept("DOT,a\n9000404,1\nMC-1,2\n,3\n,\n\n9000404,4\n9000001,5\n");
    expect(text).toBe(
      'DOT,a,usdot_status,usdot_error\n9000404,1,,not-found\nMC-1,2,,"is a docket number, not a USDOT number"\n,3,,no number\n,,,no number\n\n9000404,4,,not-found\n9000001,5,ACTIVE,\n',
    );
    expect(err).toContain("1 answered, 1 not found (USDOT 9000404), 2 invalid, 1 repeated");
    expect(status).toBe(8);
  });

  it("has the columns of CSV, defused, or the verdict", async () => {
    const plain = await run("bulk 9000001 9000404 --format csv");
    const [header, row] = plain.out.split("\n") as [string, string];
    const { text } = await kept("DOT\n9000001\n", "");
    const ours = header.split(",").map((name) => `usdot_${name}`);
    expect(text).toBe(`DOT,${ours.join(",")}\n9000001,${row}\n`);
    expect((await kept("DOT\n9000001\n", "", "carrier")).text).toMatch(/^DOT,usdot_dot_number,usdot_legal_name,/);
    const vetted: Record<string, string>[] = parse(
      (await kept("DOT,a\n9000001,1\n9000005,2\nMC-1,3\n,4\n9000005,5\n", "", "vet")).text,
      {
        columns: true,
      },
    );
    expect(vetted.map((each) => [each["a"], each["usdot_verdict"], each["usdot_error"]])).toEqual([
      ["1", "pass", ""],
      ["2", "fail", ""],
      ["3", "", "is a docket number, not a USDOT number"],
      ["4", "", "no number"],
      ["5", "fail", ""],
    ]);
  });

  it("of 8 bits comes back as UTF-8 with a byte order mark, and stderr says so", async () => {
    const { text, err } = await kept(Buffer.from("Nom;DOT\nCaf\xe9 \x80\x9f;9000001\n", "latin1"));
    expect(text).toBe("\ufeffNom;DOT;usdot_status;usdot_error\nCafé €Ÿ;9000001;ACTIVE;\n");
    expect(err).toContain("own.csv is not UTF-8: read as Windows-1252, written as UTF-8 with a byte order mark");
  });

  it("comes from standard input as well, and goes to standard output", async () => {
    const { out } = await run("carrier - --keep-columns --fields status", { input: "DOT,a\n9000001,1\n9000001,2\n" });
    expect(out).toBe("DOT,a,usdot_status,usdot_error\n9000001,1,ACTIVE,\n9000001,2,ACTIVE,\n");
  });
});

it.each(["x.xlsx", "x.ods", "x.pdf"])("no rows are written as %s", async (name) => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "list"), "DOT\n9000001\n");
  for (const command of ["carrier", "vet"]) {
    const keep = `${command} -f ${join(directory, "list")} --keep-columns -o ${join(directory, "out")}`;
    const { status, err } = await run(keep.replace(/out$/, name));
    expect(err).toContain("there is no format for .");
    expect(status).toBe(2);
    for (const written of ["out", "out.tsv"])
      expect([0, 3, 8]).toContain((await run(keep.replace(/out$/, written))).status);
  }
});

it.each([
  ["a surrogate without its other half", Buffer.from("DOT,a\n9000001,\ud800x\n", "utf16le")],
  ["an odd last byte", Buffer.concat([Buffer.from("DOT,a\n9000001,1\n", "utf16le"), Buffer.from("x")])],
])("UTF-16 with %s is told to be damaged UTF-16", async (_, content) => {
  const directory = temporaryDirectory();
  const [list, out] = [join(directory, "own.csv"), join(directory, "out.csv")];
  const marked = Buffer.concat([Buffer.from("\ufeff", "utf16le"), content]);
  for (const bytes of content.length % 2 ? [content, marked] : [content, marked, Buffer.from(marked).swap16()]) {
    writeFileSync(list, bytes);
    for (const command of ["carrier", "bulk", "vet"]) {
      const options = ["-f", list, "--keep-columns", "-o", out];
      const { status, err } = await runInProcess(["--sample", command, ...options]);
      expect(err).toContain("own.csv is UTF-16 that cannot be read: it is damaged, or cut off within a character; ");
      expect([status, existsSync(out)]).toEqual([2, false]);
    }
  }
});

describe("a field that is named twice has one column", () => {
  const [name, street] = ["PRAIRIE LANTERN FREIGHT INC", "1200 LAMPLIGHT RD"];
  it.each<[string, Record<string, string>]>([
    ["legal_name, legal_name", { legal_name: name }],
    ["x_unknown,status,x_unknown", { x_unknown: "", status: "ACTIVE" }],
    [
      "address.city,address",
      { "address.city": "LINCOLN", "address.street": street, "address.state": "NE", "address.zip": "68501" },
    ],
    [
      "address,address.city",
      { "address.street": street, "address.city": "LINCOLN", "address.state": "NE", "address.zip": "68501" },
    ],
    ["error", {}],
    ["status,error,legal_name", { status: "ACTIVE", legal_name: name }],
  ])("--fields %s", async (fields, cells) => {
    const names = [...Object.keys(cells), "error"];
    const answered = ["9000001", ...Object.values(cells), ""];
    const missing = ["9000404", ...Object.values(cells).map(() => ""), "not-found"];
    const rows = `\n${answered.join()}\n${missing.join()}\n`;
    for (const command of ["carrier", "bulk"]) {
      const args = ["--sample", command, "-f", "-", "--fields", fields];
      const input = "DOT\n9000001\n9000404\n";
      const own = await runInProcess([...args, "--keep-columns"], { input });
      expect(own.out).toBe(["DOT", ...names.map((each) => `usdot_${each}`)].join() + rows);
      const plain = await runInProcess([...args, "--format", "csv"], { input });
      expect(plain.out).toBe(["dot_number", ...names].join() + rows);
    }
  });
});

describe("what cannot come back is refused, and nothing is written", () => {
  it.each([
    [
      "DOT,usdot_status\n9000001,x\n",
      "--fields status",
      "own.csv already has the column usdot_status; rename or remove it",
    ],
    ["DOT, USDOT_ERROR \n9000001,x\n", "", "own.csv already has the column USDOT_ERROR"],
    [
      'DOT,a\n9000001,"x\n9000002,y\n',
      "",
      "own.csv:2 opens a quote that is not closed: --keep-columns cannot add to it",
    ],
    ['9000001\n"x\n9000002\n', "", "own.csv:2 opens a quote that is not closed"],
    [`DOT,a\n9000001,${"x".repeat(70_000)}\n`, "", "own.csv:2 is longer than 64 KiB"],
    ["DOT\nMC-1\n9000001\n", "--strict", "the list has 1 line that is not a USDOT number"],
    ["DOT\n9000001\n", "--json", "--format"],
    ["DOT\n9000001\n", "--format ndjson", "--keep-columns cannot be used with ndjson; use --format csv"],
    ["DOT\n9000001\n", "--resume", "--keep-columns cannot be used with --resume; the rows are yours"],
    ["DOT\n9000001\n", "--shard 1/2", "--keep-columns cannot be used with --shard"],
    ["DOT\n9000001\n", "9000002", "--keep-columns needs one list"],
    ["DOT\n9000001\n", "-f package.json", "--keep-columns needs one list"],
  ])("%j %s", async (content, options, message) => {
    const { status, err } = await kept(content, options.replace("--json", "--format json"));
    expect(err).toContain(options === "--json" ? "cannot be used with json" : message);
    expect(status).toBe(2);
  });

  it("by lookups with several rows for a number, or none", async () => {
    for (const command of ["insurance", "safety", "snapshot"]) {
      expect((await run(`${command} -f x --keep-columns`)).err).toContain("unknown option '--keep-columns'");
    }
    const { err } = await run("vet --since none --only-changed -f package.json --keep-columns");
    expect(err).toContain("--keep-columns cannot be used with --only-changed");
  });
});

describe("a spreadsheet", () => {
  const cell = fc.string({ unit: fc.constantFrom(..."aé😀'\" ,;|1=#\t\r\n"), maxLength: 6 });
  const number = fc.constantFrom("9000001", "USDOT 9000002", "9000404", "MC-1", "", " 9,000,003 ", "9000001");
  const rows = fc.array(fc.tuple(cell, number, fc.array(cell, { maxLength: 3 })), { minLength: 1, maxLength: 40 });

  it("comes back with every row and cell, whatever they hold", async () => {
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom(",", ";", "|", "\t"),
        fc.constantFrom("\n", "\r\n"),
        async (cells, delimiter, end) => {
          // A list without any number is refused.
          fc.pre(cells.some(([, dot]) => dot !== ""));
          const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const lines = cells.map(([name, dot, rest]) => [name, dot, ...rest].map(quoted).join(delimiter));
          const header = ["Name", "DOT", "c", "d", "e"].join(delimiter);
          const { bytes } = await kept(`${[header, ...lines].join(end)}${end}`);
          let rest = bytes.toString();
          for (const line of [header, ...lines]) {
            expect(rest.startsWith(line)).toBe(true);
            const ours = new RegExp(`^(?:\\${delimiter}(?:"[^"]*"|[^"\\${delimiter}\r\n]*))*${end}`).exec(
              rest.slice(line.length),
            );
            expect(ours).not.toBeNull();
            rest = rest.slice(line.length + (ours?.[0].length ?? 0));
          }
          expect(rest).toBe("");
          const read = parse(bytes.toString(), { delimiter, relax_column_count: false }) as string[][];
          expect(read).toHaveLength(lines.length + 1);
          for (const [index, [name, dot, more]] of cells.entries())
            expect(read[index + 1]?.slice(0, 2 + more.length)).toEqual([name, dot, ...more]);
        },
      ),
      { numRuns: 40 },
    );
  });

  const python = spawnSync("python3", ["-c", "import csv"]).status === 0;
  it.runIf(python)("of 1,000 rows is read by Python as it was", async () => {
    const oddities = ['"ACME, ""INC"""', '"a\nb"', "'x'", '5"" PIPE', "é😀", "=1+1", " padded ", "", '"#1"', "1,5"].map(
      (text) => (text.includes(",") && !text.startsWith('"') ? `"${text}"` : text),
    );
    const lines = Array.from({ length: 1_000 }, (_, index) => {
      const dot = ["9000001", "9000002", "09000003", "MC-1", ""][index % 5];
      return `${index},${oddities[index % oddities.length]},${dot}`;
    });
    const { bytes, status } = await kept(`Row,Name,DOT\n${lines.join("\n")}\n`, "");
    expect(status).toBe(8);
    const script =
      "import csv,io,json,sys; print(json.dumps(list(csv.reader(io.StringIO(sys.stdin.read(), newline='')))))";
    const rowsOf = (input: string | Buffer) =>
      JSON.parse(
        spawnSync("python3", ["-c", script], {
          input,
          env: { ...process.env, PYTHONIOENCODING: "utf-8" },
        }).stdout.toString(),
      );
    const before = rowsOf(`Row,Name,DOT\n${lines.join("\n")}\n`) as string[][];
    const after = rowsOf(bytes) as string[][];
    expect(after.map((row) => row.slice(0, 3))).toEqual(before);
    expect(new Set(after.map(({ length }) => length)).size).toBe(1);
  });

  it.runIf(soffice)("of 1,000 rows is read by LibreOffice as it was", { timeout: 120_000 }, async () => {
    const oddities = ['"ACME, ""INC"""', '"a\nb"', "'x'", "é😀", " padded ", "", '"#1"', '"1,5"', "007", "3-4"];
    const lines = Array.from({ length: 1_000 }, (_, index) => {
      const dot = ["9000001", "9000002", "09000003", "MC-1", ""][index % 5];
      return `${index},${oddities[index % oddities.length]},${dot}`;
    });
    const own = exportedByLibreOffice(`Row,Name,DOT\n${lines.join("\n")}\n`);
    const { bytes, text } = await kept(own, "");
    expect(text.split("\n")[1]?.startsWith(`${String(own).split("\n")[1]},9000001,`)).toBe(true);
    const [before, after] = [own, exportedByLibreOffice(bytes)].map((csv) => parse(csv) as string[][]);
    expect(before).toHaveLength(1_001);
    expect(after?.map((row) => row.slice(0, 3))).toEqual(before);
    expect(after?.[0]?.slice(3, 5)).toEqual(["usdot_dot_number", "usdot_legal_name"]);
  });
});

/** A CSV that LibreOffice has made a workbook, and the workbook a CSV again. */
function exportedByLibreOffice(csv: string | Buffer): Buffer {
  const directory = temporaryDirectory();
  const path = join(directory, "own.csv");
  writeFileSync(path, csv);
  const convert = (to: string, from: string, ...options: string[]) => {
    const profile = `-env:UserInstallation=file://${directory}/profile`;
    spawnSync("soffice", ["--headless", profile, ...options, "--convert-to", to, from], { cwd: directory });
  };
  // Comma, quotes, UTF-8, from the first line on, and every column as text.
  const asText = Array.from({ length: 60 }, (_, at) => `${at + 1}/2`).join("/");
  convert("xlsx", path, `--infilter=CSV:44,34,76,1,${asText}`);
  convert("csv:Text - txt - csv (StarCalc):44,34,76,1", join(directory, "own.xlsx"));
  return readFileSync(path);
}

describe("a file that changes while it is read", () => {
  const pagesOf = (content: string) => (keeper: RowKeeper) => readList([Buffer.from(content)], "own.csv", { keeper });
  it.each([
    ["in a row with more cells", "DOT,Name\n1,A\n2,B,C\n"],
    ["in a number that comes again", "DOT,Name\n1,A\n1,B\n"],
  ])("is refused: %s", async (_, later) => {
    const rows = await openKeptRows({} as Context, "own.csv", pagesOf("DOT,Name\n1,A\n"), ["status"]);
    const seen = new Set<string>();
    const rewritten = async () => {
      for await (const page of pagesOf(later)(rows))
        for (const input of page as { dotNumber: DotNumber; place: Place }[]) {
          rows.take({ kind: seen.has(input.dotNumber) ? "repeated" : "kept", ...input });
          seen.add(input.dotNumber);
        }
    };
    await expect(rewritten()).rejects.toThrow("own.csv changed while it was read");
  });
});

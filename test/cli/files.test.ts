/**
 * The files of a run: nothing of anybody's is lost, whatever a command line names and whenever a run ends. Signals, pipes, two runs at
 * once and each kind of redirection take the built program; the rest runs in this process.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  createReadStream,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { InterruptedError } from "../../src/errors.ts";
import { runInProcess } from "../support/memory-host.ts";
import { listening, newFifo, temporaryDirectory } from "../support/resources.ts";
import { canUnshare, environment, runUsdot, startUsdot, type UsdotResult } from "../support/usdot.ts";

let directory: string;
let url: string;
/** Called before each bulk answer; its promise delays the answer. */
let before: (numbers: string[]) => Promise<void> | void;

const record = (dotNumber: string) => ({ dot_number: dotNumber, legal_name: `CARRIER ${dotNumber}`, status: "ACTIVE" });
const numbers = Array.from({ length: 60 }, (_, index) => String(index + 1));
const rows = numbers.map((number) => JSON.stringify(record(number)));

beforeAll(async () => {
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request)).dot_numbers as string[];
    await before(asked);
    answer(response, asked);
  });
  url = `http://${await listening(server)}`;
});
beforeEach(() => {
  directory = temporaryDirectory();
  before = () => {};
  writeFileSync(file("list"), `${numbers.join("\n")}\n`);
});

function answer(response: ServerResponse, asked: string[]): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(asked.map(record)));
}

const file = (name: string) => join(directory, name);
const content = (name: string) => readFileSync(file(name), "utf8");
const bulkArgs = (...args: string[]) => [
  ...["bulk", "--base-url", url, "--api-key", "any", "--batch-size", "5", "--concurrency", "1", "--format", "ndjson"],
  ...args,
];
const bulk = (...args: string[]) => runInProcess(bulkArgs(...args));
const sample = (...args: string[]) => runInProcess(["--sample", ...args]);
const sorted = (name: string) => content(name).trimEnd().split("\n").toSorted();

function start(args: string[]): { child: ChildProcess; ended: Promise<{ status: number | null; err: string }> } {
  const child = startUsdot(directory, args, {}, { stdio: ["ignore", "ignore", "pipe"] });
  let err = "";
  child.stderr?.on("data", (piece) => {
    err += piece;
  });
  return { child, ended: once(child, "close").then(([status]) => ({ status: status as number | null, err })) };
}

/** Runs a command in this process until the n-th request, at which it is terminated. */
async function stoppedAt(request: number, args: string[]) {
  const stop = new AbortController();
  let asked = 0;
  before = () => {
    if (++asked < request) return;
    stop.abort(new InterruptedError("SIGTERM"));
    return new Promise(() => {});
  };
  const result = await runInProcess(args, { signal: stop.signal });
  before = () => {};
  return result;
}

/** Runs a command line with redirections in this process: standard streams that are files. `$D` is the directory. */
async function redirected(line: string, ...more: string[]) {
  const [command = "", ...redirections] = line.replaceAll("$D", directory).split(/ (?=<|>>)/);
  const pathAfter = (operator: string) => redirections.find((each) => each.startsWith(operator))?.split(" ")[1];
  const [read, appended] = [pathAfter("<"), pathAfter(">>")];
  const input = read === undefined ? undefined : createReadStream(read, { fd: openSync(read, "r") });
  const outputFile = appended === undefined ? undefined : openSync(appended, "a");
  const result = await runInProcess([...command.split(" "), ...more], { input, outputFile });
  input?.destroy();
  if (outputFile !== undefined) closeSync(outputFile);
  return result;
}

/** Runs a shell's command line, with the program as `usdot`. */
async function shell(line: string): Promise<Pick<UsdotResult, "status" | "stderr" | "stdout">> {
  const child = spawn("bash", ["-c", `usdot() { "${process.execPath}" bin/usdot.cjs "$@"; }; ${line}`], {
    env: environment(directory, { D: directory, URL: url, NODE: process.execPath }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { status, stdout, stderr };
}

describe("a file that is read or written twice", () => {
  const ways: [string, string][] = [
    ["--output list", "--file list --output list"],
    ["--output ./x/../list", "--file list --output x/../list"],
    ["a symbolic link to the list as --output", "--file list --output symbolic"],
    ["a hard link to the list as --output", "--file list --output hard"],
    ["the list behind links as --file", "--file symbolic --output hard"],
    ["--rejects list", "--file list --rejects list"],
    ["a second list as --output", "--file other --file list --output list"],
    ["one file as --output and --rejects", "--file list --output new --rejects new"],
    ["one missing file under two names", "--file list --output new --rejects x/../new"],
    ["a dangling link and what it points to", "--file list --output dangling --rejects new"],
    ["the key's file as --output", "--file list --output key"],
    ["the partial file as a list", "--file out.partial --output out"],
    ["the partial file as --rejects", "--file list --output new --rejects new.partial"],
    ["with --resume", "--file list --output list --resume"],
  ];
  it.for(ways)("is refused before anything is opened: %s", async ([, line]) => {
    for (const name of ["other", "out.partial"]) writeFileSync(file(name), "7\n");
    writeFileSync(file("key"), "secret\n", { mode: 0o600 });
    mkdirSync(file("x"));
    symlinkSync("list", file("symbolic"));
    linkSync(file("list"), file("hard"));
    symlinkSync("new", file("dangling"));
    const names = readdirSync(directory);
    const args = line.split(" ").map((word) => (word.startsWith("--") ? word : `${directory}/${word}`));
    const { status, err } = await runInProcess(
      bulkArgs(...args).flatMap((arg) =>
        arg === "--api-key" ? ["--api-key-file"] : arg === "any" ? [file("key")] : [arg],
      ),
    );
    expect(err).toMatch(/^usdot: (?:.* name the same file|.* needs a file of the name that .* has); /);
    expect(status).toBe(2);
    expect(readdirSync(directory)).toEqual(names);
    expect(content("list")).toBe(`${numbers.join("\n")}\n`);
  });

  it.skipIf(process.platform === "win32").for([
    ["standard input", 'usdot bulk - --output "$D/list" < "$D/list"'],
    ["standard output", 'usdot bulk -f "$D/list" >> "$D/list"'],
  ])("is refused through %s of the built program", async ([, line]) => {
    const { status, stderr } = await shell(`${line as string} --base-url "$URL" --api-key any`);
    expect(stderr).toContain("name the same file");
    expect(status).toBe(2);
    expect(content("list")).toBe(`${numbers.join("\n")}\n`);
  });

  it.for([
    ["/dev/stdin", "bulk -f /dev/stdin --output $D/list < $D/list"],
    ["standard output and the rejects", "bulk -f $D/list --rejects $D/r >> $D/r"],
    ["standard input and output", "bulk - < $D/list >> $D/list"],
    ["two names for standard output", "bulk -f $D/list --rejects - --output /dev/stdout"],
  ] as const)("is refused through %s", async ([, line]) => {
    const { status, err } = await redirected(line, "--base-url", url, "--api-key", "any");
    expect(err).toMatch(/name the same file|are both standard output/);
    expect(status).toBe(2);
    expect(content("list")).toBe(`${numbers.join("\n")}\n`);
  });

  it.each([
    ["the evidence that is read", "vet --from - --output $D/ev.ndjson --format json < $D/ev.ndjson"],
    ["the evidence as a report", "vet --from - --report json=$D/ev.ndjson < $D/ev.ndjson"],
    ["the list that nothing names", "--sample vet --output $D/list < $D/list"],
    ["the list as a report", "--sample vet --file - --report csv=$D/list < $D/list"],
    ["the list as standard output", "--sample vet --file $D/list >> $D/list"],
    ["the list as rejects", "--sample vet - --rejects $D/list < $D/list"],
    ["the list that the policy names", "--sample snapshot 9000001 9000002 --policy $D/p.yaml -o $D/list"],
  ])("is refused in %s", async (_, line) => {
    writeFileSync(file("p.yaml"), "version: 1\nname: x\nrules:\n  dot_number: { deny_file: list }\n");
    await sample("vet", "9000001", "--evidence", file("ev.ndjson"));
    const before = [content("ev.ndjson"), content("list")];
    const { status, err } = await redirected(line);
    expect(err).toContain("name the same file");
    expect(status).toBe(2);
    expect([content("ev.ndjson"), content("list")]).toEqual(before);
  });

  it.each([
    ["vet 9000001 9000002 --rejects - --format csv", "--output and --rejects are both standard output"],
    ["vet 9000001 --report csv=/dev/stdout", "--output and --report csv are both standard output"],
    ["vet 9000001 --evidence /dev/stdout", "--output and --evidence are both standard output"],
    ["vet 9000001 --evidence -", "--evidence takes a file, not a standard stream"],
  ])("is refused on a standard stream: %s", async (line, message) => {
    const { status, err, out, host } = await runInProcess(["--sample", ...line.split(" ")], { input: "9000001\n" });
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain(message);
    expect([existsSync("-"), existsSync(join(host.cwd, "-"))]).toEqual([false, false]);
  });

  it("may be a device", async () => {
    const { status } = await bulk("--file", file("list"), "--output", "/dev/null", "--rejects", "/dev/null");
    expect(status).toBe(0);
  });
});

describe("lists", () => {
  it.each([["-f"], ["vet -f"]])("that are no text, or no lines, end at once: %s", async (command) => {
    const words = command.split(" ");
    for (const [path, message] of [
      ["/dev/zero", "/dev/zero:1 has a NUL byte in it"],
      [process.execPath, ":1 has a NUL byte in it"],
      [file("long"), ":1 is longer than 1 MiB"],
      [join(process.cwd(), "package-lock.json"), "package-lock.json seems to be JSON, not a list"],
    ] as const) {
      writeFileSync(file("long"), Buffer.alloc(3 << 20, "7"));
      const { status, err, out } = await sample(...words, path);
      expect(err).toContain(message);
      expect(err.split("\n").length).toBeLessThan(5);
      expect({ status, out }).toEqual({ status: 2, out: "" });
    }
  });

  it("may have a # in any column, and comments with numbers are counted", async () => {
    writeFileSync(file("units.csv"), "Unit,DOT\n7,9000001\n#12A,9000005\n# was 9000006 before,\n");
    const { status, out, err } = await sample("vet", "--strict", "-f", file("units.csv"), "--format", "csv");
    expect(out.match(/^9000\d+/gm)).toEqual(["9000001", "9000005"]);
    expect(err).toContain("units.csv: skipped 1 comment with something like a number, such as line 4");
    expect(status).toBe(3);
  });

  it("may be several, read in order, with numbers and standard input among them", async () => {
    writeFileSync(file("a"), "11\n12\n");
    writeFileSync(file("b"), "14\n12\n");
    const args = bulkArgs(
      "10",
      "-f",
      file("a"),
      "-f",
      "-",
      "--file",
      file("b"),
      "--format",
      "csv",
      "--fields",
      "dot_number",
    );
    const { out, err, status } = await runInProcess(args, { input: "13\n" });
    expect(out).toBe("dot_number,error\n10,\n11,\n12,\n13,\n14,\n");
    expect(err).toContain("5 answered, 1 repeated");
    expect(status).toBe(0);
  });

  it.for([
    ["-f", "-", "-"],
    ["-f", "-", "-f", "-"],
    ["-f", "/dev/stdin", "-"],
    ["-", "-"],
  ])("cannot be standard input twice: %s", async (args) => {
    const { status, err } = await runInProcess(bulkArgs(...args), { input: "" });
    expect(err).toContain("usdot: standard input is named twice");
    expect(status).toBe(2);
  });

  it("that cannot be read say why, also while a terminal would show progress", async () => {
    for (const [name, why] of [
      ["none", "no such file or directory; check its path"],
      ["", "it is a directory"],
    ] as const) {
      const { status, err } = await bulk("--file", file(name));
      expect(err).toContain(`cannot read ${file(name)}: ${why}`);
      expect(status).toBe(7);
    }
  });
});

describe("what a name says that usdot does not write", () => {
  const cases = (options: string[], commands = ["vet"]) =>
    commands.flatMap((command) => options.map((option) => [command, option] as const));

  it.each([
    ...cases(["--report csv=r.xlsx", "--report html=r.ODS", "--report json=r.pdf", "--evidence e.xlsx"]),
    ...cases(["--rejects r.xlsx", "--rejects r.pdf", "--rejects r.csv.gz"], ["bulk", "carrier", "vet"]),
  ])("is refused: %s %s, a file that is no text", async (command, option) => {
    const [name = "", path = ""] = option.split(" ");
    const args = [name, path.replace(/[^=]+$/, (last) => file(last))];
    const { status, err, out } = await sample(command, "9000001", ...args);
    const [format, typed = format] = path.split("=");
    const role = path.includes("=") ? `${name} ${format}` : name;
    expect(err).toContain(`usdot: ${role}: there is no format for .${typed?.split(".").at(-1)} files; name another`);
    expect([status, out, readdirSync(directory)]).toEqual([2, "", ["list"]]);
  });

  it("is not what its directory, or the first part of its name, is called", async () => {
    mkdirSync(file("old.xlsx"));
    const report = `csv=${file("old.xlsx/a.xlsx.csv")}`;
    const args = ["--report", report, "--rejects", file("r.tsv"), "--evidence", file("e")];
    expect((await sample("vet", "9000001", ...args)).status).toBe(0);
    expect(content("old.xlsx/a.xlsx.csv")).toContain("9000001");
    expect(content("r.tsv")).toContain("dot_number,");
  });

  it.each([
    ...cases(["-o x/", "-o x/.", "-o x.csv/", "-o x.xlsx/", "--rejects x/"], ["carrier", "bulk", "vet"]),
    ...cases(["-o x.csv/ --resume --format=csv"], ["carrier"]),
    ...cases(["--report csv=x/"]),
  ])("is refused: %s %s, a directory", async (command, options) => {
    const [name = "", path = "", ...others] = options.split(" ");
    const args = [name, path.replace(/x/, file("x")), ...others];
    const made = file(/x[^/]*/.exec(path.replace(/^csv=/, ""))?.[0] ?? "");
    for (const exists of [false, true]) {
      if (exists) writeFileSync(made, "mine\n");
      const { status, err, out } = await sample(command, "9000001", ...args);
      expect(err).toMatch(/cannot write \S+\/\.?: it is the name of a directory; name a file in it/);
      expect([status, out, existsSync(made)]).toEqual([7, "", exists]);
    }
    expect(readFileSync(made, "utf8")).toBe("mine\n");
    expect(readdirSync(directory)).toHaveLength(2);
  });
});

it("numbers in arguments come first, and standard input as an argument last", async () => {
  writeFileSync(file("a.csv"), "9000002\n");
  const asked = async (...args: string[]) => {
    const line = ["--sample", "carrier", ...args, "--format", "csv", "--fields", "dot_number"];
    return (await runInProcess(line, { input: "9000003\n" })).out.match(/\d+/g);
  };
  expect(await asked("-", "-f", file("a.csv"), "9000001")).toEqual(["9000001", "9000002", "9000003"]);
  expect(await asked("-f", "-", "-f", file("a.csv"), "9000001")).toEqual(["9000001", "9000003", "9000002"]);
});

it("an empty path is refused: it is an unset variable rather than the current directory", async () => {
  for (const option of ["--file", "--rejects", "--output"]) {
    const { status, err } = await bulk("1", option, "");
    expect([option, status]).toEqual([option, 2]);
    expect(err).toMatch(/^usdot: (?:--\w+ names no file|output "" .* is empty); /);
  }
});

describe("standard output and the rejects", () => {
  it("are - on the command line", async () => {
    expect((await bulk("1", "2", "--output", "-")).out).toBe(`${rows.slice(0, 2).join("\n")}\n`);
    const { out } = await bulk("1", "MC-1", "--output", file("out"), "--rejects", "-", "--file", file("list"));
    expect(out).toBe("");
    writeFileSync(file("bad"), "MC-1\n1\n");
    const run = await bulk("--file", file("bad"), "--output", file("out"), "--rejects", "-");
    expect(run.out).toMatch(/^dot_number,file,line,reason\nMC-1,.*bad,1,[^\n]+\n$/);
    expect(run.status).toBe(8);
    expect(content("out")).toBe(`${rows[0]}\n`);
  });
});

describe("of several lists", () => {
  const asked: string[] = [];
  beforeEach(() => {
    asked.length = 0;
    before = (numbers) => void asked.push(...numbers);
    mkdirSync(file("directory"));
    writeFileSync(file("workbook"), Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
    writeFileSync(file("names.csv"), "Name,City\nACME,Dallas\n");
  });

  it.for<[string, number, string, string]>([
    ["none", 7, "cannot read none: no such file or directory", "-f list -f none"],
    ["none, after standard input", 7, "cannot read none: no such file or directory", "- -f none"],
    ["none, after a number", 7, "cannot read none: no such file or directory", "9 -f none"],
    ["a directory", 7, "cannot read directory: it is a directory", "-f list -f directory -f pipe"],
    ["a workbook", 2, "workbook is an Excel workbook", "-f list -f pipe -f workbook"],
    ["a table without numbers", 2, "names.csv: cannot tell which column", "-f list -f names.csv"],
  ])("one that is %s is found before anything is sent", async ([, status, why, args]) => {
    newFifo(file("pipe"));
    // Vet reads its lists to their ends, one after the other, and waits for the pipe's.
    for (const command of args.includes("pipe") ? ["bulk"] : ["bulk", "vet"]) {
      const { err, status: ended } = await runInProcess(
        [command, "--base-url", url, "--api-key", "any", ...args.split(" "), "-o", "out"],
        { home: directory, input: "1\n" },
      );
      expect(err).toContain(`usdot: ${why}`);
      expect(ended).toBe(status);
    }
    expect(asked).toEqual([]);
    expect(existsSync(file("out"))).toBe(false);
  });

  it("a pipe among them is read once, by whoever is to read it", async () => {
    const pipe = newFifo(file("pipe"));
    const writing = once(spawn("sh", ["-c", '(echo 61; echo 62) > "$0"', pipe]), "close");
    const { out, status } = await bulk("-f", file("list"), "-f", pipe);
    await writing;
    expect([out.trimEnd().split("\n").length, status]).toEqual([62, 0]);
  });
});

describe("a run without any answer", () => {
  let refusing: string;
  beforeAll(async () => {
    const server = createServer((_, response) => response.writeHead(401).end());
    refusing = `http://${await listening(server)}`;
  });
  const failing = [
    ["a dead service", 5, () => "http://127.0.0.1:9"],
    ["a refused key", 4, () => refusing],
  ] as const;
  const commands = ["bulk", "bulk --format csv", "bulk --json", "bulk --format table", "vet", "vet --json"];
  const cases = failing.flatMap((each) => commands.map((command) => [...each, command] as const));
  const run = (origin: string, command: string, ...more: string[]) =>
    runInProcess([...command.split(" "), "--base-url", origin, "--api-key", "any", "--retries", "0", ...more]);
  const onList = () => ["-f", file("list"), "-o", file("out"), "--rejects", file("rejects.csv")];
  const kept = () => `nothing was answered, so ${file("out")} stays as it was\n`;

  it.for(cases)("of %s leaves an earlier output: %i, %s, %s", async ([, status, origin, command]) => {
    writeFileSync(file("out"), "earlier\n");
    const { status: ended, err } = await run(origin(), command, ...onList());
    expect(ended).toBe(status);
    expect(err.split(kept())).toHaveLength(2);
    expect(content("out")).toBe("earlier\n");
    expect(content("rejects.csv").trimEnd().split("\n")).toHaveLength(61);
    expect(readdirSync(directory)).toEqual(["list", "out", "rejects.csv"]);
  });

  it("writes its rows where there is no earlier output, or an empty one", async () => {
    for (const prepare of [() => {}, () => writeFileSync(file("out"), "")]) {
      prepare();
      const { status, err } = await run("http://127.0.0.1:9", "bulk --format csv", ...onList());
      expect([status, err.includes("stays as it was")]).toEqual([5, false]);
      expect(content("out").trimEnd().split("\n")).toHaveLength(61);
      rmSync(file("out"));
    }
  });

  it("with --keep-columns, or of one number, leaves it too", async () => {
    for (const command of ["bulk --keep-columns", "vet --keep-columns --format csv", "carrier 1 --format csv"]) {
      writeFileSync(file("out"), "earlier\n");
      const list = command.startsWith("carrier") ? [] : ["-f", file("list")];
      const { status, err } = await run("http://127.0.0.1:9", command, "-o", file("out"), ...list);
      expect([status, err.includes(kept())]).toEqual([5, true]);
      expect(content("out")).toBe("earlier\n");
    }
    expect(readdirSync(directory)).toEqual(["list", "out"]);
  });

  it("replaces the other reports of vet, which must not show an earlier pass", async () => {
    for (const name of ["out", "report"]) writeFileSync(file(name), "earlier\n");
    const report = `junit=${file("report")}`;
    expect((await run("http://127.0.0.1:9", "vet", "--report", report, ...onList())).status).toBe(5);
    expect([content("out"), content("report").includes("earlier")]).toEqual(["earlier\n", false]);
  });

  it("leaves the rows of a run that was cut off, which --resume then continues", async () => {
    const args = bulkArgs("-f", file("list"), "-o", file("out"));
    let requests = 0;
    before = () => (++requests === 4 ? new Promise(() => {}) : undefined);
    const { child, ended } = start(args);
    while (!existsSync(file("out.partial")) || content("out.partial").split("\n").length < 16)
      await new Promise(setImmediate);
    child.kill("SIGKILL");
    await ended;
    before = () => {};
    for (const list of ["list", "empty"]) {
      writeFileSync(file("empty"), "x\n");
      const { err } = await run("http://127.0.0.1:9", "bulk --format csv", "-f", file(list), "-o", file("out"));
      expect(err.includes(`so ${file("out")}.partial stays as it was`)).toBe(list === "list");
      expect(content("out.partial")).toBe(`${rows.slice(0, 15).join("\n")}\n`);
      expect(readdirSync(directory)).toEqual(["empty", "list", "out.partial", "out.usdot-run"]);
    }
    const again = await runInProcess([...args, "--resume"]);
    expect(again.err).toContain("usdot: note: 45 answered, 15 kept from before\n");
    expect(readdirSync(directory)).toEqual(["empty", "list", "out"]);
  });

  it("until one comes: then a rerun without --resume starts over", async () => {
    writeFileSync(file("out"), "earlier\n");
    const args = bulkArgs("-f", file("list"), "-o", file("out"));
    for (const request of [4, 2]) {
      await stoppedAt(request, args);
      expect(content("out.partial")).toBe(`${rows.slice(0, 5 * (request - 1)).join("\n")}\n`);
    }
    expect((await runInProcess(args)).status).toBe(0);
    expect(readdirSync(directory)).toEqual(["list", "out"]);
  });

  it("with --resume keeps the books: the rows without an answer are there, and asked again", async () => {
    const resumed = ["-f", file("list"), "-o", file("out"), "--resume"];
    expect((await run(refusing, "bulk --format ndjson", ...resumed)).status).toBe(4);
    expect(content("out").trimEnd().split("\n")).toHaveLength(60);
  });
});

describe("a run that ends early", () => {
  /** Runs until the n-th request, at which something happens. */
  async function until(request: number, args: string[], act: (child: ChildProcess) => void) {
    const { child, ended } = start(args);
    let asked = 0;
    before = () => {
      asked += 1;
      if (asked === request) act(child);
      return asked >= request ? new Promise(() => {}) : undefined;
    };
    const result = await ended;
    before = () => {};
    return result;
  }
  const args = () => bulkArgs("--file", file("list"), "--output", file("out"));

  it.for<[NodeJS.Signals, number]>([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ])("by %s keeps its rows beside the old file, says so, and is continued by --resume", async ([signal, status]) => {
    writeFileSync(file("out"), "old");
    const { status: ended, err } = await until(4, args(), (child) => child.kill(signal));
    expect(ended).toBe(status);
    expect(err).toContain(
      `what was answered is in ${file("out")}.partial; the same command with --resume continues it\n`,
    );
    expect(content("out")).toBe("old");
    expect(content("out.partial")).toBe(`${rows.slice(0, 15).join("\n")}\n`);
    const again = await runInProcess([...args(), "--resume"]);
    expect(again.err).toContain("usdot: note: 45 answered, 15 kept from before\n");
    expect(content("out")).toBe(`${rows.join("\n")}\n`);
    expect(readdirSync(directory)).toEqual(["list", "out"]);
  });

  it("by SIGKILL leaves the same", async () => {
    writeFileSync(file("out"), "old");
    await until(4, args(), (child) => child.kill("SIGKILL"));
    expect(content("out")).toBe("old");
    expect((await runInProcess([...args(), "--resume"])).status).toBe(0);
    expect(sorted("out")).toEqual(rows.toSorted());
    expect(readdirSync(directory)).toEqual(["list", "out"]);
  });

  it("by SIGKILL before its first answer is continued, too, whatever the old file is", async () => {
    writeFileSync(file("out"), "old");
    await until(1, args(), (child) => child.kill("SIGKILL"));
    expect((await runInProcess([...args(), "--resume"])).status).toBe(0);
    expect(content("out")).toBe(`${rows.join("\n")}\n`);
    expect(readdirSync(directory)).toEqual(["list", "out"]);
  });

  it("in JSON keeps its rows, too, and the next run starts over", async () => {
    const json = [...args(), "--json"].filter((arg) => arg !== "--format" && arg !== "ndjson");
    const { err } = await stoppedAt(4, json);
    expect(err).toContain(`what was answered is in ${file("out")}.partial\n`);
    expect(content("out.partial")).toContain("CARRIER 15");
    expect((await runInProcess(json)).status).toBe(0);
    expect(readdirSync(directory)).toEqual(["list", "out"]);
  });

  it("before anything was answered leaves nothing", async () => {
    expect((await stoppedAt(1, args())).status).toBe(143);
    expect(readdirSync(directory)).toEqual(["list"]);
  });

  it.for<[string, () => void, string[]]>([
    ["deletes the file that is written", () => rmSync(file("out.partial")), ["list"]],
    ["puts a directory in its place", () => mkdirSync(file("out")), ["list", "out", "out.partial", "out.usdot-run"]],
  ])("because somebody %s is told with status 7", async ([, act, left]) => {
    before = async (asked) => {
      if (!asked.includes("20")) return;
      while (!existsSync(file("out.partial"))) await new Promise(setImmediate);
      act();
    };
    const { status, err } = await runInProcess(args());
    expect(err).toMatch(/was deleted or replaced|it is a directory/);
    expect(status).toBe(7);
    expect(readdirSync(directory)).toEqual(left);
  });
});

describe("--resume", () => {
  const replaceByMine = () => {
    writeFileSync(file("mine"), "mine");
    renameSync(file("mine"), file("out"));
  };
  const resume = (...more: string[]) => bulk("--file", file("list"), "--output", file("out"), "--resume", ...more);

  it.each<[string, string, string[], string]>([
    ["another list", "5\n61\n", [], "1"],
    ["a shard of its list", `${numbers.join("\n")}\n`, ["--shard", "2/3"], "1"],
    ["a list that lost a line", `${numbers.slice(0, 59).join("\n")}\n`, [], "60"],
  ])("takes no complete output for that of %s, whichever way the list comes", async (_, list, more, first) => {
    expect((await resume()).status).toBe(0);
    const whole = content("out");
    writeFileSync(file("list"), list);
    before = () => {
      throw new Error("nothing may be sent");
    };
    const why = `--resume cannot continue ${file("out")}: USDOT ${first} in it is not asked for; name another file`;
    const piped = bulkArgs("--output", file("out"), "--resume", ...more);
    for (const run of [await resume(...more), await runInProcess(piped, { input: list })]) {
      expect(run.err).toContain(why);
      expect(run.status).toBe(2);
      expect(content("out")).toBe(whole);
      expect(readdirSync(directory)).toEqual(["list", "out"]);
    }
  });

  it("continues a complete output with numbers that were added, from a pipe and with --strict, too", async () => {
    expect((await resume()).status).toBe(0);
    for (const [index, more] of [[], ["--strict"]].entries()) {
      const input = content("list").concat(numbers.map((_, at) => `${(index + 1) * 1_000 + at}\n`).join(""));
      writeFileSync(file("list"), input);
      const piped = bulkArgs("--output", file("out"), "--resume", ...more);
      const { status, err } = await runInProcess(piped, { input });
      expect(err).toContain(`nothing is known of the run that wrote the rows in the output, such as its service\n`);
      expect(err).toContain(`60 answered, ${60 * (index + 1)} kept from before\n`);
      expect(status).toBe(0);
    }
    expect((await resume("--strict")).err).toContain("180 kept from before");
    expect(sorted("out")).toHaveLength(180);
  });

  it("is for every run: the first, the second, and those after the end", async () => {
    for (const kept of [0, 60, 60]) {
      const { status, err } = await resume();
      expect(err).toContain(kept === 0 ? "60 answered" : "60 kept from before");
      expect(status).toBe(0);
      expect(content("out")).toBe(`${rows.join("\n")}\n`);
      expect(readdirSync(directory)).toEqual(["list", "out"]);
    }
  });

  it.for<[string, () => void]>([
    ["deletes", () => rmSync(file("out"))],
    ["replaces", replaceByMine],
  ])("notices that somebody %s its file", async ([, act]) => {
    writeFileSync(file("out"), `${rows[0]}\n`);
    before = (asked) => (asked.includes("20") ? act() : undefined);
    const { status, err } = await resume();
    expect(err).toContain(`${file("out")} was deleted or replaced while writing`);
    expect(status).toBe(7);
    if (existsSync(file("out"))) expect(content("out")).toBe("mine");
  });

  it("says where its rows are when it is interrupted, and then goes on from there", async () => {
    const { status, err } = await stoppedAt(4, bulkArgs("--file", file("list"), "--output", file("out"), "--resume"));
    expect(status).toBe(143);
    expect(err).toContain(`what was answered is in ${file("out")}; the same command with --resume continues it\n`);
    const other = await resume("--shard", "1/2");
    expect([other.status, other.err]).toEqual([2, expect.stringContaining("it was started without --shard")]);
    expect((await resume()).status).toBe(0);
    expect(sorted("out")).toEqual(rows.toSorted());
    expect(readdirSync(directory)).toEqual(["list", "out"]);
  });

  it("writes each row once when two runs start together", async () => {
    let resolve = () => {};
    const oneHasEnded = new Promise<void>((done) => {
      resolve = done;
    });
    // The run that asks goes on when the other one has given up.
    before = () => oneHasEnded;
    const resumed = () => runUsdot(bulkArgs("--file", file("list"), "--output", file("out"), "--resume"));
    const runs = [resumed(), resumed()].map((run) => run.finally(() => resolve()));
    const statuses = (await Promise.all(runs)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([0, 7]);
    expect(content("out")).toBe(`${rows.join("\n")}\n`);
  });

  it.runIf(canUnshare)("keeps away a run in another container, where both are process 1", async () => {
    const line =
      'unshare -pf --mount-proc "$NODE" bin/usdot.cjs bulk -f "$D/list" -o "$D/out" --resume --format ndjson';
    let second: ReturnType<typeof shell> | undefined;
    // The first run waits for its answer until the second one has given up.
    before = async () => {
      second ??= shell(`${line} --base-url "$URL" --api-key any`);
      await second;
    };
    expect((await shell(`${line} --base-url "$URL" --api-key any`)).status).toBe(0);
    expect(await second).toMatchObject({ status: 7, stderr: expect.stringContaining("(process 1 on ") });
    expect(content("out")).toBe(`${rows.join("\n")}\n`);
    expect(readdirSync(directory)).toEqual(["list", "out"]);
  });

  it.for<[string, string]>([
    ["only copy", "line (1) is cut off, or was not written by usdot"],
    [`${rows[0]}\nmy notes`, "line (2) is cut off, or was not"],
    [`${rows[0]}\n{"dot_number":"2","policies":[]}\n`, "another command's"],
  ])("leaves a file that is not its own as it was: %j", async ([old, why]) => {
    writeFileSync(file("out"), old);
    const { status, err } = await resume();
    expect(err).toContain(why);
    expect(status).toBe(2);
    expect(content("out")).toBe(old);
    expect(readdirSync(directory)).toEqual(["list", "out"]);
  });

  it.for(["carrier", "insurance", "safety"])("of %s does not continue a finished file of bulk", async (command) => {
    await sample("bulk", "9000001", "9000002", "--api-key", "any", "--format", "ndjson", "--output", file("out"));
    const old = content("out");
    const run = await sample(command, "9000001", "9000002", "--format", "ndjson", "--output", file("out"), "--resume");
    expect(run.err).toContain("its records are another command's");
    expect(run.status).toBe(2);
    expect(content("out")).toBe(old);
  });

  it("refuses an output with a missing carrier that has left the list", async () => {
    const args = ["--api-key", "any", "--format", "ndjson", "--output", file("out"), "--resume"];
    expect((await sample("bulk", "9000001", "9000404", ...args)).status).toBe(3);
    expect((await sample("bulk", "9000001", "9000404", ...args)).status).toBe(3);
    expect((await sample("bulk", "9000001", ...args)).status).toBe(2);
  });
});

describe("a single number", () => {
  it("with any option for lists is a list", async () => {
    const args = ["carrier", "9000001", "--format", "ndjson", "--output", file("out"), "--resume"];
    for (let run = 0; run < 2; run++) expect((await sample(...args)).status).toBe(0);
    expect(content("out").trimEnd().split("\n")).toHaveLength(1);
    expect((await sample("carrier", "9000001", "--shard", "banana")).status).toBe(2);
    const failed = await sample("carrier", "9000550", "--retries", "0", "--rejects", file("rejects"));
    expect(failed.status).not.toBe(0);
    expect(content("rejects")).toMatch(/^dot_number,file,line,reason\n9000550,/);
  });

  it.for(["table", "json", "ndjson", "csv"])(
    "that is missing leaves no earlier record where that is a good end: %s",
    async (format) => {
      const args = ["--format", format, "--output", file("out")];
      await sample("carrier", "9000001", ...args);
      expect((await sample("carrier", "9000404", ...args)).status).toBe(3);
      // Formats of rows have one that says so.
      const kept = format === "table" || format === "json" ? "PRAIRIE LANTERN" : "not-found";
      expect(content("out")).toContain(kept);
      expect((await sample("carrier", "9000404", "--allow-missing", ...args)).status).toBe(0);
      const { out } = await sample("carrier", "9000404", "--allow-missing", "--format", format);
      expect(content("out")).toBe(out);
      expect(out).not.toContain("PRAIRIE LANTERN");
    },
  );
});

describe.skipIf(process.platform === "win32")("a named pipe", () => {
  const pipe = () => newFifo(file("pipe"));

  it.for<[string, (path: string) => string[]]>([
    ["--file", (path) => ["--file", path]],
    ["--output", (path) => ["9000001", "--output", path]],
    ["--rejects", (path) => ["9000001", "--rejects", path]],
  ])("as %s without a peer is ended by one signal", async ([, args]) => {
    const { child, ended } = start(["--sample", "carrier", ...args(pipe())]);
    // The note about the sample comes right before the pipe is opened.
    child.stderr?.once("data", () => child.kill("SIGTERM"));
    expect((await ended).status).toBe(143);
  });

  it("as --file is read to its end", async () => {
    const { stdout, status } = await shell(
      `mkfifo "$D/p"; (echo 1; echo 2) > "$D/p" & usdot bulk -f "$D/p" -f <(echo 3) --base-url "$URL" --api-key any --format ndjson`,
    );
    expect(stdout).toBe(`${rows.slice(0, 3).join("\n")}\n`);
    expect(status).toBe(0);
  });

  it("as --output is written to its end", async () => {
    const { stdout } = await shell(
      `usdot bulk 1 2 --output >(cat) --base-url "$URL" --api-key any --format ndjson; wait`,
    );
    expect(stdout).toBe(`${rows.slice(0, 2).join("\n")}\n`);
  });
});

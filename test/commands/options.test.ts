/** The options as they are typed: short, in another spelling, mistyped. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { entry } from "../support/lock-host.ts";
import { type HostChanges, runInProcess } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";

const sample = (args: string, changes?: HostChanges) => runInProcess(["--sample", ...args.split(" ")], changes);

describe("the file's extension", () => {
  it.each([
    ["x.csv", /^dot_number,legal_name/],
    ["x.jsonl", /^\{"dot_number":"9000001".*\}\n$/],
    ["x.json", /^\{\n {2}"dot_number": "9000001"/],
    ["x.txt", /^PRAIRIE LANTERN FREIGHT INC/],
  ])("-o %s says what is written", async (name, content) => {
    const { status, host } = await sample(`carrier 9000001 -o ${name}`);
    expect(status).toBe(0);
    expect(readFileSync(join(host.cwd, name), "utf8")).toMatch(content);
  });

  it("gives way to --format", async () => {
    const { host } = await sample("carrier 9000001 -o x.csv --json");
    expect(readFileSync(join(host.cwd, "x.csv"), "utf8")).toMatch(/^\{\n/);
  });

  it("of a format that the command lacks is refused before anything is sent", async () => {
    const { status, err } = await sample("carrier 9000001 -o x.html -q");
    expect({ status, err }).toEqual({
      status: 2,
      err: 'usdot: the file "x.html" would be html, which this command does not write; use --format table, json, ndjson, csv\n',
    });
  });

  it("is a report's as well", async () => {
    const { host } = await sample("vet 9000001 -o vet.sarif");
    expect(JSON.parse(readFileSync(join(host.cwd, "vet.sarif"), "utf8"))).toMatchObject({ version: "2.1.0" });
  });
});

describe("short and other spellings", () => {
  it("-q is --quiet, -v is --verbose, before and after the command", async () => {
    expect((await sample("-q carrier 9000001")).err).toBe("");
    expect((await sample("carrier 9000001 -q")).err).toBe("");
    expect((await sample("carrier 9000001 -v")).err).toMatch(/^usdot: GET \/v1\/carriers\/9000001: HTTP 200/m);
  });

  it("-V is --version", async () => {
    expect((await runInProcess(["-V"])).out).toBe("0.0.0-test\n");
  });

  it("--no-color is --color never, and the last of them counts", async () => {
    const color = "\u001b[";
    const env = { FORCE_COLOR: "1" };
    expect((await sample("carrier 9000001", { env })).out).toContain(color);
    expect((await sample("carrier 9000001 --no-color", { env })).out).not.toContain(color);
    expect((await sample("--no-color carrier 9000001 --color always", { env })).out).toContain(color);
    expect((await runInProcess(["config", "list", "--no-color"])).out).toMatch(/^color +--color +never$/m);
  });

  it("formats are named in any case, and jsonl is ndjson", async () => {
    const { out } = await sample("carrier 9000001 --format ndjson");
    expect((await sample("carrier 9000001 --format JSONL")).out).toBe(out);
    expect((await sample("carrier 9000001", { env: { USDOT_FORMAT: "NDJson" } })).out).toBe(out);
    const { host } = await sample("vet 9000001 --report JSONL=vet.out");
    expect(readFileSync(join(host.cwd, "vet.out"), "utf8")).toMatch(/^\{.*\}\n/);
  });
});

describe("what was probably meant", () => {
  it.each([
    ["carrier 9000001 --csv", "did you mean --format csv?"],
    ["--NDJSON carrier 9000001", "did you mean --format ndjson?"],
    ["carrier 9000001 --jsonl", "did you mean --format ndjson?"],
    ["carrier 9000001 --table", "did you mean --format table?"],
    ["carrier 9000001 --format cvs", "did you mean csv?"],
    ["carrier 9000001 --color alwyas", "did you mean always?"],
    ["vet 9000001 --report sarfi=x", "did you mean sarif?"],
    ["carrier 9000001 --fields leagl_name", "did you mean legal_name?"],
    ["carrier 9000001 --fields fleet.driver", "did you mean fleet.drivers?"],
    ["safety 9000001 --fields crashs --format csv", "did you mean crashes?"],
    ["config set base_url https://carriers.example.com", "did you mean base-url?"],
    ["config get BASE-URL", "did you mean base-url?"],
    ["config unset api_key", "did you mean api-key?"],
    ["config lits", "did you mean list?"],
    ["help insurnce", "did you mean insurance?"],
    ["help exit_status", "did you mean exit-status?"],
    ["carrier 9000001 --tiemout 3", "did you mean --timeout?"],
    ["carrier 9000001 --feilds status", "did you mean --fields?"],
  ])("%s: %s", async (args, hint) => {
    const { status, err } = await sample(args);
    expect(status).toBe(2);
    expect(err.trimEnd().split("; ").at(-1)).toBe(hint);
  });

  it("is not guessed where nothing is close", async () => {
    expect((await sample("carrier 9000001 --format yaml")).err).toMatch(/; see: usdot help options\n$/);
    expect((await sample("vet 9000001 --report pdf=x")).err).toMatch(/; formats are table, json/);
  });
});

describe("what a command would ignore is refused", () => {
  it.each([
    ["carrier 9000001 --policy p.yaml", "--policy cannot be used with carrier; see: usdot help carrier"],
    ["9000001 --batch-size 5", "--batch-size cannot be used with snapshot"],
    ["vet 9000001 --fields legal_name", "--fields cannot be used with vet"],
    ["config path --output x", "--output cannot be used with config path; see: usdot help config"],
    ["config set quiet true --json", "--format cannot be used with config set"],
    ["sample --list --output x", "--output cannot be used with sample"],
    ["sample --list --port 80", "--list cannot be used with --port"],
    ["completion bash --json", "--format cannot be used with completion"],
    ["man --output x", "--output cannot be used with man"],
    ["help --json", "--format cannot be used with help"],
    ["carrier 9000001 --csv-raw", "--csv-raw needs --format csv"],
    ["carrier 9000001 --column dot", "--column needs a list"],
    ["vet 9000001 --column dot", "--column needs a list"],
    ["vet --rules --output=", "--output names no file"],
    ["vet --rules --shard 9/8", '--shard "9/8" is not a part of a list'],
    ["vet --rules --shard 1/8", "--rules cannot be used with --shard"],
    ["vet --rules 9000001", "--rules cannot be used with numbers"],
    ["vet --rules --print-policy", "--rules cannot be used with --print-policy"],
    ["vet --print-policy --format json", "--print-policy cannot be used with --format"],
    ["vet --print-policy --policy p.yaml", "--print-policy cannot be used with --policy"],
    ["vet 9000001 --dry-run -o f", "--dry-run cannot be used with --output"],
  ])("%s", async (line, message) => {
    const { status, out, err } = await runInProcess(["--sample", ...line.split(" ")]);
    expect(err).toContain(`usdot: ${message}`);
    expect({ status, out }).toEqual({ status: 2, out: "" });
  });

  it("not in the environment, where it is meant for other commands", async () => {
    const env = { USDOT_FIELDS: "legal_name", USDOT_OUTPUT: "x", USDOT_BATCH_SIZE: "5", USDOT_CSV_RAW: "true" };
    expect((await runInProcess(["config", "path"], { env })).status).toBe(0);
  });
});

describe("-o", () => {
  it.each(["rep.xlsx", "x.pdf", "X.DOCX", "x.tsv", "a.b/x.yaml"])("%s is no table", async (path) => {
    for (const command of ["9000001", "bulk 9000001", "vet 9000001"]) {
      const { status, out, err } = await runInProcess(["--sample", ...command.split(" "), "-o", path]);
      expect(err).toMatch(/there is no format for \.\w+ files; name another file, or the format with --format table, /);
      expect({ status, out }).toEqual({ status: 2, out: "" });
    }
  });

  it.each(["x", "x.txt", "x.LOG", "x.2026-11-22", ".usdot", "x.partially"])("%s is a table", async (name) => {
    const path = join(temporaryDirectory(), name);
    expect((await runInProcess(["--sample", "9000001", "-o", path])).status).toBe(0);
    expect(readFileSync(path, "utf8")).toContain("PRAIRIE LANTERN");
  });

  it("x.xlsx is what --format says", async () => {
    const path = join(temporaryDirectory(), "x.xlsx");
    expect((await runInProcess(["--sample", "bulk", "9000001", "-o", path, "--format", "csv"])).status).toBe(0);
    expect(readFileSync(path, "utf8")).toMatch(/^dot_number,/);
  });
});

it.each([
  ["a lookup's output", "carrier 9000001 -o x.csv", "x.csv.usdot-run", "x.csv"],
  ["the rejects", "carrier 9000001 --rejects r.csv", "r.csv.usdot-run", "r.csv"],
  ["a resumed list", "carrier 9000001 -o x.csv --resume", "x.csv.usdot-run", "x.csv"],
  ["a history", "vet 9000001 --history runs", "runs/.usdot-lock", "runs"],
])("a wait for the lock of %s is said once, and not under --quiet", async (_, args, log, what) => {
  const home = temporaryDirectory();
  const waiting = `usdot: note: another usdot (process 8 on dispatch-3) may be writing ${what}: waiting up to 10 s to find out\n`;
  for (const quiet of [false, true]) {
    mkdirSync(join(home, dirname(log)), { recursive: true });
    writeFileSync(join(home, log), entry({ claim: { id: "theirs", pid: 8, host: "dispatch-3" }, after: "" }));
    const line = args.replace("runs", join(home, "runs")) + (quiet ? " -q" : "");
    const { err, status, host } = await sample(line, { home });
    expect(err.replace(join(home, "runs"), "runs").split(waiting)).toHaveLength(quiet ? 1 : 2);
    expect([status, host.slept.length]).toEqual([0, 201]);
  }
});

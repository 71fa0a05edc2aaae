/** The built program end to end: every exit status, signals, failing outputs, unusual environments. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statusByKind } from "../../src/runtime/exit-status.ts";
import { type SampleService, startSampleService } from "../../src/sample/server.ts";
import { runInProcess } from "../support/memory-host.ts";
import { listening, temporaryDirectory } from "../support/resources.ts";
import { environment, runUsdot, startUsdot } from "../support/usdot.ts";

let service: SampleService;
const silent = createServer(() => {});
let silentUrl: string;
let directory: string;

beforeAll(async () => {
  service = await startSampleService();
  // Accepts requests and never answers.
  silentUrl = `http://${await listening(silent)}`;
  directory = temporaryDirectory();
});
afterAll(async () => {
  await service.close();
});

const sample = (...args: string[]) => ["--base-url", service.url, ...args];
const oneLine = /^usdot: [^\n]{1,292}\n$/;

const start = (args: string[]) => startUsdot(directory, args);

async function ended(child: ChildProcess): Promise<{ status: number | null; out: string; err: string }> {
  let [out, err] = ["", ""];
  child.stdout?.on("data", (piece) => {
    out += piece;
  });
  child.stderr?.on("data", (piece) => {
    err += piece;
  });
  const [status] = (await once(child, "close")) as [number | null];
  return { status, out, err };
}

describe("exit statuses", () => {
  type Way = [kind: keyof typeof statusByKind, what: string, args: () => string[], env?: Record<string, string>];
  const ways: Way[] = [
    ["answered", "a carrier that exists", () => sample("carrier", "9000001")],
    [
      "bug",
      "a bug of our own",
      () => sample("carrier", "9000001"),
      { NODE_OPTIONS: "--import data:text/javascript,URL.canParse=()=>{throw%20new%20TypeError('broken')}" },
    ],
    ["usage", "an unknown option", () => ["--no-such-option"]],
    ["usage", "a docket number", () => sample("carrier", "MC-747866")],
    ["usage", "no base URL", () => ["carrier", "2233855"]],
    ["not-found", "a carrier that does not exist", () => sample("carrier", "9000404")],
    ["not-found", "a list with one that does not exist", () => sample("carrier", "9000001", "9000404")],
    ["key", "no key for a bulk lookup", () => ["--base-url", "http://127.0.0.1:1", "bulk", "9000001"]],
    ["key", "a key that is refused", () => sample("carrier", "9000401")],
    [
      "unreachable",
      "nothing listens",
      () => ["--base-url", "http://127.0.0.1:1", "--retries", "0", "carrier", "9000001"],
    ],
    ["unreachable", "a rate limit that lasts", () => sample("carrier", "9000429")],
    ["unusable", "a web page instead of an answer", () => sample("carrier", "9000550", "--retries", "0")],
    ["unusable", "a record about another carrier", () => sample("carrier", "9000553", "--retries", "0")],
    ["file", "a missing list", () => sample("carrier", "--file", "no-such-list.csv")],
    [
      "file",
      "an output that cannot be written",
      () => sample("carrier", "9000001", "--output", "/no-such-directory/out.json"),
    ],
    [
      "incomplete",
      "a list with one that has no answer",
      () => sample("carrier", "9000001", "9000550", "--retries", "0"),
    ],
  ];

  function check(name: keyof typeof statusByKind, status: number | null, stderr: string) {
    expect({ status, stderr }).toMatchObject({ status: statusByKind[name] });
    if (name === "answered") expect(stderr).toBe("");
    else expect(stderr.split("\n").at(-2)).toMatch(/^usdot: /);
    expect(stderr).not.toMatch(/^ {4}at /m);
  }

  /** The process ends in each status; what else leads to it needs none. */
  const isFirst = ([kind]: Way, index: number) => ways.findIndex((way) => way[0] === kind) === index;

  it.for(ways.filter(isFirst))("%s: %s", async ([name, , args, env]) => {
    const { status, stderr } = await runUsdot(args(), env ? { env } : {});
    check(name, status, stderr);
  });

  it.for(ways.filter((way, index) => !isFirst(way, index)))("%s: %s", async ([name, , args]) => {
    const { status, err } = await runInProcess(args());
    check(name, status, err);
  });

  it.for<["interrupted" | "terminated" | "hung-up", NodeJS.Signals, string]>([
    ["interrupted", "SIGINT", "interrupted"],
    ["terminated", "SIGTERM", "terminated"],
    ["hung-up", "SIGHUP", "the terminal hung up"],
  ])("%s: stopped while it waits for an answer", async ([name, signal, said]) => {
    const asked = once(silent, "request");
    const child = start(["--base-url", silentUrl, "carrier", "9000001"]);
    const end = ended(child);
    await asked;
    child.kill(signal);
    expect(await end).toEqual({ status: statusByKind[name], out: "", err: `usdot: ${said}\n` });
  });

  it("interrupted: stopped while it waits for input", async () => {
    const child = start(sample("carrier", "--format", "ndjson"));
    const end = ended(child);
    // The first answer shows that it is reading. A table would wait for more of them.
    const answered = once(child.stdout as NodeJS.ReadableStream, "data");
    // It exits without reading the rest.
    child.stdin?.on("error", () => {});
    child.stdin?.write("9000001\n9000002\n".repeat(20_000));
    await answered;
    child.kill("SIGINT");
    expect((await end).status).toBe(statusByKind.interrupted);
  });

  it("closed: the reader goes away, and nothing is printed", async () => {
    const child = start(sample("carrier", "--format", "ndjson", "-"));
    child.stdout?.once("data", () => child.stdout?.destroy());
    child.stdin?.on("error", () => {});
    child.stdin?.write(Array.from({ length: 14 }, (_, index) => `${9_000_001 + index}\n`).join(""));
    let err = "";
    child.stderr?.on("data", (piece) => {
      err += piece;
    });
    // The list continues until the closed pipe is noticed.
    const feed = setInterval(() => child.stdin?.write(`${9_100_000 + Math.floor(Math.random() * 800_000)}\n`), 1);
    const [status] = await once(child, "close");
    clearInterval(feed);
    expect({ status, err }).toEqual({ status: statusByKind.closed, err: "" });
  });
});

describe("outputs that fail", () => {
  it("a full disk exits with 7 and one line", async () => {
    const child = spawn(
      "sh",
      ["-c", `exec "$0" bin/usdot.cjs --base-url "$1" carrier 9000001 > /dev/full`, process.execPath, service.url],
      { env: environment(directory) },
    );
    const { status, err } = await ended(child);
    expect(err).toMatch(oneLine);
    expect(err).toContain("the disk is full");
    expect(status).toBe(7);
  });

  it("a failed lookup keeps the old file and leaves no temporary one", async () => {
    const path = join(directory, "kept", "out.json");
    mkdirSync(join(directory, "kept"));
    writeFileSync(path, "old");
    const { status } = await runInProcess(sample("carrier", "9000404", "--json", "--output", path));
    expect(status).toBe(3);
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(join(directory, "kept"))).toEqual(["out.json"]);
  });

  it("an unwritable directory exits with 7", async () => {
    const path = join(directory, "closed");
    mkdirSync(path);
    writeFileSync(join(path, "plain"), "");
    const { status, err } = await runInProcess(
      sample("carrier", "9000001", "--output", join(path, "plain", "out.json")),
    );
    expect(err).toMatch(oneLine);
    expect(status).toBe(7);
  });
});

describe("inputs", () => {
  it.for<[string, string, number, RegExp]>([
    ["nothing", "", 2, /holds no USDOT number/],
    ["a list with CRLF, comments and blank lines", "# ours\r\n\r\n9000001\r\n", 0, /^usdot: note: 1 answered$/m],
    ["a line of 64 KiB", `${"9".repeat(70_000)}\n9000001\n`, 8, /stdin:1: /],
    ["NUL bytes", "90\x0001\n9000001\n", 2, /stdin:1 has a NUL byte/],
  ])("standard input with %s", async ([, input, status, says]) => {
    const run = await runInProcess(sample("carrier", "--format", "csv"), { input });
    expect(run.err).toMatch(says);
    expect(run.status).toBe(status);
  });

  it("a directory as standard input exits with 7", async () => {
    const child = spawn(
      "sh",
      ["-c", `exec "$0" bin/usdot.cjs --base-url "$1" carrier - < .`, process.execPath, service.url],
      { env: environment(directory) },
    );
    const { status, err } = await ended(child);
    expect(err).toMatch(oneLine);
    expect(status).toBe(7);
  });

  it("closed standard input is an empty list", async () => {
    const child = spawn(
      "sh",
      ["-c", `exec "$0" bin/usdot.cjs --base-url "$1" carrier - <&-`, process.execPath, service.url],
      { env: environment(directory) },
    );
    const { status, err } = await ended(child);
    expect(err).toMatch(/^usdot: [^\n]*\n$/);
    expect(status).toBe(2);
  });
});

describe("the environment", () => {
  it("time zone and language do not change the output", async () => {
    const runs = await Promise.all(
      [
        {},
        { TZ: "America/Los_Angeles", LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8" },
        { TZ: "Asia/Tokyo", LANG: "C" },
        { TZ: "nonsense", LANG: "tr_TR" },
      ].map((env: Record<string, string>) =>
        runUsdot(sample("carrier", "9000001", "9000008", "--format", "table"), { env }),
      ),
    );
    const [first, ...others] = runs.map(({ stdout }) => stdout);
    expect(first).toContain("PRAIRIE LANTERN");
    for (const other of others) expect(other).toBe(first);
  });

  it("a missing home directory does not matter", async () => {
    const { status } = await runInProcess(sample("carrier", "9000001"), { home: "/no-such-home" });
    expect(status).toBe(0);
  });

  it("a configuration file readable by others is refused, with the command that fixes it", async () => {
    const path = join(directory, "open.json");
    writeFileSync(path, "{}");
    chmodSync(path, 0o644);
    const refused = await runInProcess(["carrier", "9000001", "--config", path]);
    expect(refused.err).toContain(`chmod 600 ${path}`);
    expect(refused.status).toBe(2);
    expect(existsSync(path)).toBe(true);
  });

  it("a second Ctrl-C ends the program at once", async () => {
    const asked = once(silent, "request");
    const child = start(["--base-url", silentUrl, "bulk", "--api-key", "any", "9000001"]);
    const end = once(child, "close");
    await asked;
    child.kill("SIGINT");
    child.kill("SIGINT");
    const [status, signal] = await end;
    expect([130, "SIGINT"]).toContain(status ?? signal);
  });
});

describe("help", () => {
  it.for([
    ["--help"],
    ["help", "options"],
    ["help", "formats"],
    ["help", "exit-status"],
    ["carrier", "--help"],
    ["bulk", "--help"],
    ["config", "--help"],
    ["sample", "--help"],
    ["config", "set", "--help"],
  ])("usdot %s fits on a screen of 80 by 24", async (args) => {
    const { status, out, err } = await runInProcess(args);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    const lines = out.trimEnd().split("\n");
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.length).toBeLessThan(24);
  });

  it("a mistyped command gets a suggestion", async () => {
    const { status, err } = await runInProcess(["carier", "9000001"]);
    expect(err).toBe('usdot: "carier" is neither a command nor a USDOT number; did you mean carrier?\n');
    expect(status).toBe(2);
  });

  it("an unknown field gets a suggestion, in one line", async () => {
    const { status, err } = await runInProcess(["safety", "9000001", "--fields", "ratng"]);
    expect(err).toBe('usdot: --fields "ratng" is not a field of this record; did you mean rating?\n');
    expect(status).toBe(2);
  });

  it("--version prints the version", async () => {
    const { stdout } = await runUsdot(["--version"]);
    expect(stdout).toBe(`${JSON.parse(readFileSync("package.json", "utf8")).version}\n`);
  });
});

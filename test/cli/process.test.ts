/** The built program under stress: signals, closed outputs, pipes without a writer, concurrent processes. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { InterruptedError, type StopSignal } from "../../src/errors.ts";
import { hasBusyThreads } from "../../src/process/signals.ts";
import { type SampleService, startSampleService } from "../../src/sample/server.ts";
import { heldBy } from "../support/lock-host.ts";
import { runInProcess } from "../support/memory-host.ts";
import { startRecorder } from "../support/recorder.ts";
import { newFifo, temporaryDirectory } from "../support/resources.ts";
import { environment, runUsdot, startUsdot } from "../support/usdot.ts";

let service: SampleService;
let directory: string;
beforeAll(async () => {
  service = await startSampleService();
  directory = temporaryDirectory();
});
afterAll(async () => {
  await service.close();
});

const sample = (...args: string[]) => ["--base-url", service.url, ...args];

const start = (args: readonly string[], env?: Record<string, string>) => startUsdot(directory, args, env);

/** An environment that makes Node run this code before the program. */
const first = (code: string) => ({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` });

/** Runs a shell command in which "$@" stands for usdot and its arguments. */
async function shell(script: string, ...args: string[]): Promise<{ status: number; err: string; out: string }> {
  const child = spawn("sh", ["-c", script, "sh", process.execPath, "bin/usdot.cjs", ...args], {
    env: environment(directory),
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (piece) => {
    out += piece;
  });
  child.stderr.on("data", (piece) => {
    err += piece;
  });
  const [status] = (await once(child, "close")) as [number];
  return { status, out, err };
}

/** Only Linux shows by its files what a process has open. */
const onLinux = it.skipIf(process.platform !== "linux");

/** Whether this process has a file open. */
function isOpen(path: string): boolean {
  return readdirSync("/proc/self/fd").some((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === path;
    } catch {
      return false;
    }
  });
}

const signals: [StopSignal, number][] = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
];

describe("a pipe in place of a file", () => {
  it.for<[string, NodeJS.Signals, number]>([
    ["carrier 9000001 --config", "SIGINT", 130],
    ["carrier 9000001 --api-key-file", "SIGTERM", 143],
    ["carrier 9000001 --config", "SIGHUP", 129],
    ["vet 9000001 --evidence", "SIGTERM", 143],
  ])("%s does not keep the program from ending after %s", async ([line, signal, status]) => {
    // The debug output of node:net shows that it is waiting.
    const child = start(sample(...line.split(" "), newFifo()), { NODE_DEBUG: "net" });
    child.stdout?.resume();
    await once(child.stderr as Readable, "data");
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([status, null]);
  });

  /** Runs a command in this process that waits for the other end of a pipe, until a signal comes. */
  async function stoppedWhileWaiting(signal: StopSignal, pipe: string, ...args: string[]) {
    const stop = new AbortController();
    const ended = runInProcess(sample(...args), { signal: stop.signal });
    while (!isOpen(pipe)) await new Promise(setImmediate);
    // A thread that waits would keep the program from ending.
    expect(hasBusyThreads()).toBe(false);
    stop.abort(new InterruptedError(signal));
    const { status } = await ended;
    expect(hasBusyThreads()).toBe(false);
    return status;
  }

  onLinux.for(
    signals.flatMap(([signal, status]) =>
      ["--config", "--api-key-file"].map((flag): [string, StopSignal, number] => [flag, signal, status]),
    ),
  )("%s does not wait for a writer after %s", async ([flag, signal, status]) => {
    const pipe = newFifo();
    expect(await stoppedWhileWaiting(signal, pipe, "carrier", "9000001", flag, pipe)).toBe(status);
  });

  onLinux.for([
    ["--policy", "SIGINT", 130],
    ["--waivers", "SIGTERM", 143],
    ["deny_file", "SIGINT", 130],
  ] as const)("vet: %s does not wait for a writer after %s", async ([what, signal, status]) => {
    const pipe = newFifo();
    const policy = join(directory, "denying.yaml");
    writeFileSync(policy, `version: 1\nname: x\nrules:\n  dot_number: { deny_file: ${pipe} }\n`);
    const options = what === "deny_file" ? ["--policy", policy] : [what, pipe];
    expect(await stoppedWhileWaiting(signal, pipe, "vet", "9000001", ...options)).toBe(status);
  });

  onLinux("vet: --from does not wait for a writer after SIGINT", async () => {
    const pipe = newFifo();
    expect(await stoppedWhileWaiting("SIGINT", pipe, "vet", "--from", pipe)).toBe(130);
  });

  it.for(["--reuse", "--since"])("vet: %s refuses one, since it reads parts again", async (option) => {
    const { status, err } = await runInProcess(sample("vet", "9000001", option, newFifo()));
    expect(err).toContain(": not a regular file; save the evidence first: parts of it are read again\n");
    expect(status).toBe(2);
  });

  it("is read, as with <(command) in a shell", async () => {
    const [settings, key] = [newFifo(), newFifo()];
    const script = `echo '{"timeout": 7}' > "${settings}" & echo k3y > "${key}" & "$@"`;
    const args = ["carrier", "9000001", "--config", settings, "--api-key-file", key, "--verbose", "--json"];
    const { status, err } = await shell(script, ...sample(...args));
    expect(err).toMatch(/^usdot: GET \/v1\/carriers\/9000001: HTTP 200 [^\n]*\n$/);
    expect(status).toBe(0);
  });
});

it.for(signals)("%s ends the program even if a thread is stuck in a system call", async ([signal]) => {
  const path = JSON.stringify(newFifo());
  const child = start(["sample"], first(`import fs from "node:fs";fs.open(${path},()=>{})`));
  child.stderr?.resume();
  await once(child.stdout as Readable, "data");
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([null, signal]);
});

describe("an output that takes nothing", () => {
  it.for([
    ["--version"],
    ["--help"],
    ["help", "options"],
    ["config"],
    ["config", "list"],
    ["config", "path"],
    ["sample", "--list"],
    ["carrier", "9000001"],
    ["carrier", "9000001", "9000002", "--format", "ndjson"],
    ["vet", "9000001", "--dry-run"],
  ])("is reported with exit status 7: usdot %s", async (args) => {
    for (const [redirection, reason] of [
      ['1<"$HOME"', /it is not open for writing|it is not a file, a pipe or a terminal/],
      [">/dev/full", /the disk is full/],
    ] as const) {
      const line = args.includes("--version") ? args : sample(...args);
      const { status, err } = await shell(`"$@" ${redirection}`, ...line);
      expect(err.split("\n").at(-2)).toMatch(/^usdot: cannot write the output: /);
      expect(err).toMatch(reason);
      expect(status).toBe(7);
    }
  });

  it.skipIf(process.platform === "win32")("may be a datagram socket, which Node would not write to", async () => {
    // What bash opens under this name is a datagram socket; nothing needs to listen there.
    const script = `exec bash -c 'exec "$@" >/dev/udp/127.0.0.1/9' bash "$@"`;
    const { status, err } = await shell(script, ...sample("carrier", "9000001"));
    expect(err).toBe("usdot: cannot write the output: it is not a file, a pipe or a terminal\n");
    expect(status).toBe(7);
  });

  it.for<[string, string]>([
    ["goes to a file", '"$@" --output "$HOME/out.json" >&-'],
    ["is discarded", '"$@" >/dev/null'],
    ["is closed", '"$@" >&-'],
    ["is discarded with standard error", '"$@" >&- 2>&-'],
  ])("does not matter when the output %s", async ([, script]) => {
    expect((await shell(script, ...sample("carrier", "9000001"))).status).toBe(0);
  });

  it("may be discarded by a program that starts us", async () => {
    const child = startUsdot(directory, sample("carrier", "9000001"), {}, { stdio: ["ignore", "ignore", "pipe"] });
    const [status] = await once(child, "close");
    expect(status).toBe(0);
  });

  it("does not change the status if it is standard error or input", async () => {
    expect((await shell('"$@" 2>&-', ...sample("carrier", "9000404"))).status).toBe(3);
    expect((await shell('"$@" 2>/dev/full', ...sample("carrier", "9000404"))).status).toBe(3);
    expect((await shell('"$@" <&-', ...sample("carrier", "9000001"))).status).toBe(0);
  });
});

it.skipIf(process.platform === "win32")("a current directory that was deleted is told in a sentence", async () => {
  const script =
    'node="$1"; program="$PWD/$2"; shift 2; d="$HOME/gone"; mkdir "$d"; cd "$d"; rmdir "$d"; "$node" "$program" "$@"';
  const run = (...args: string[]) => shell(script, ...args);
  expect(await run(...sample("carrier", "9000001"))).toMatchObject({
    status: 7,
    err: "usdot: the current directory no longer exists; change to another one\n",
  });
  expect((await run("--help")).status).toBe(0);
});

it("Node without WebAssembly is told in a sentence, before anything is sent", async () => {
  const env = { NODE_OPTIONS: "--jitless" };
  const { status, stderr } = await runUsdot(sample("carrier", "9000001"), { env });
  expect(stderr).toContain("usdot: Node runs without WebAssembly, which reads the answers of the service; leave out");
  expect(status).toBe(2);
});

describe("config set by many processes at once", () => {
  it.for(["a new file", "a lock that a killed process left"])("keeps every key: %s", async (kind) => {
    const home = temporaryDirectory();
    const place = join(home, ".config", "usdot");
    if (kind !== "a new file") {
      const gone = spawn(process.execPath, ["--version"], { stdio: "ignore" });
      await once(gone, "exit");
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, "config.json.lock"), heldBy(gone.pid as number));
    }
    const settings = {
      timeout: 5,
      retries: 1,
      "max-wait": 9,
      "batch-size": 7,
      concurrency: 2,
      quiet: true,
      format: "csv",
    };
    const runs = Object.entries(settings).map(([name, value]) =>
      runUsdot(["config", "set", name, String(value)], { env: { HOME: home } }),
    );
    for (const { status, stderr } of await Promise.all(runs))
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(JSON.parse(readFileSync(join(place, "config.json"), "utf8"))).toEqual(settings);
    expect(readdirSync(place)).toEqual(["config.json"]);
  });

  it("fails where no file can be created", async () => {
    const { status, err } = await runInProcess(["config", "set", "timeout", "5"], { home: "/proc" });
    expect(err).toMatch(/^usdot: cannot write the configuration file \/proc\/[^\n]*\n$/);
    expect(status).toBe(7);
  });
});

describe("a bug of usdot", () => {
  const inSettings = first("URL.canParse=()=>{throw new TypeError('broken')}");

  it("is one line that says what to report", async () => {
    const { status, stderr } = await runUsdot(sample("carrier", "9000001"), { env: inSettings });
    expect(stderr).toBe(
      "usdot: internal error (a bug in usdot): broken; please report it to the maintainers, with the command you ran and the lines that it prints with --verbose\n",
    );
    expect(status).toBe(1);
  });

  it.for<[string, string[], Record<string, string>]>([
    ["--verbose", ["--verbose"], {}],
    ["USDOT_VERBOSE", [], { USDOT_VERBOSE: "1" }],
  ])("comes with its stack trace and causes with %s", async ([, args, env]) => {
    // Called while rows are written.
    const inOutput = first("setImmediate=()=>{throw new TypeError('broken',{cause:new Error('deeper')})}");
    const { status, stderr } = await runUsdot(sample("carrier", "9000001", ...args), { env: { ...inOutput, ...env } });
    expect(stderr).toMatch(/^usdot: {5}at .*dist\/\w[\w-]*\.cjs:\d+:\d+\)?$/m);
    expect(stderr).toMatch(/^usdot: Error: deeper$/m);
    expect(stderr).toMatch(/^usdot: version \d+\.\d+\.\d+, Node \d+, \w+$/m);
    for (const line of stderr.trimEnd().split("\n")) expect(line).toMatch(/^usdot: /);
    expect(status).toBe(1);
  });

  it("has positions in the sources, for those who have the source maps", async () => {
    const { NODE_OPTIONS } = first("setImmediate=()=>{throw new TypeError('broken')}");
    const env = { NODE_OPTIONS: `${NODE_OPTIONS} --enable-source-maps` };
    const { stderr } = await runUsdot(sample("carrier", "9000001", "--verbose"), { env });
    expect(stderr).toMatch(/^usdot: {5}at .*src\/output\/\w[\w-]*\.ts:\d+:\d+\)?$/m);
  });

  it("is reported the same way when nothing awaits it", async () => {
    const { status, stderr } = await runUsdot(["sample", "--verbose"], {
      // Once the program looks after such errors.
      env: first(
        "const t=setInterval(()=>{if(!process.listenerCount('uncaughtException'))return;clearInterval(t);throw new TypeError('broken')})",
      ),
    });
    expect(stderr).toMatch(/^usdot: internal error \(a bug in usdot\): broken; please report it/m);
    expect(status).toBe(1);
  });
});

describe("warnings of Node", () => {
  it("do not reach standard error", async () => {
    const code = "process.emitWarning('one');process.emitWarning('two','ExperimentalWarning')";
    const { status, stderr } = await runUsdot(sample("carrier", "9000001"), { env: first(code) });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  it("do not occur with 64 concurrent requests", async () => {
    const recorder = await startRecorder();
    const list = Array.from({ length: 300 }, (_, index) => `${index + 1}\n`).join("");
    const args = ["--base-url", recorder.url, "carrier", "--concurrency", "64", "--quiet", "--format", "ndjson", "-"];
    const { status, stderr } = await runUsdot(args, { input: list });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(recorder.requests).toHaveLength(300);
  });
});

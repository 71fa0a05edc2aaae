/**
 * The built program as a process: exit statuses, signals, readers that go away,
 * outputs that take nothing.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { listening, temporaryDirectory } from "../support/resources.ts";
import { startUsdot, usdot } from "../support/run.ts";

/** A service that answers nothing. */
let silent: string;
let silentServer: Server;
beforeAll(async () => {
  silentServer = createServer(() => {});
  silent = `http://${await listening(silentServer)}`;
});

/** Runs a shell command in which "$@" stands for usdot and its arguments. */
function shell(script: string, args: string) {
  const cwd = temporaryDirectory();
  const env = { PATH: process.env["PATH"] ?? "", HOME: cwd };
  const program = [
    process.execPath,
    join(process.cwd(), "bin/usdot.cjs"),
    ...args.split(" "),
  ];
  return spawnSync("bash", ["-c", script, "bash", ...program], {
    cwd,
    env,
    encoding: "utf8",
    timeout: 20_000,
  });
}

describe("a signal", () => {
  it.each([
    ["SIGINT", 130, "interrupted"],
    ["SIGTERM", 143, "terminated"],
    ["SIGHUP", 129, "hung up"],
  ] as const)("%s ends a lookup with %d", async (signal, status, words) => {
    const child = startUsdot(`carrier 1 --base-url ${silent}`);
    let stderr = "";
    child.stderr?.on("data", (piece) => {
      stderr += piece;
    });
    const [request] = await once(silentServer, "request");
    child.kill(signal);
    // `timeout` signals the process, and then its group.
    await once(request.socket, "close");
    child.kill(signal);
    expect(await once(child, "close")).toEqual([status, null]);
    expect(stderr).toBe(`usdot: ${words}\n`);
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "%s ends a run that still reads its list",
    async (signal) => {
      const child = startUsdot(
        "carrier --sample",
        {},
        { stdio: ["pipe", "pipe", "pipe"] },
      );
      child.stdin?.write("9000001\n");
      await new Promise((resolve) => child.stdin?.write("", resolve));
      // Node is up once it has read what was written.
      while (child.stdin?.writableLength) await new Promise(setImmediate);
      child.kill(signal);
      const [status, by] = await once(child, "exit");
      expect(status ?? by).toBe(signal);
    },
  );
});

describe("standard output", () => {
  it("does not replace standard input", () => {
    const script =
      'echo 9000001 >fleet.csv; "$@" <fleet.csv; echo "status $?"; cat fleet.csv';
    const { stdout, stderr } = shell(
      script,
      "--sample -q carrier -o fleet.csv",
    );
    expect(stdout).toBe("status 2\n9000001\n");
    expect(stderr).toMatch(/fleet.csv is an input file; choose another output/);
  });

  it("named as a device leaves what is in the file behind it", () => {
    const script = '(echo before; "$@"; echo after) >>log 2>&1; cut -c1-15 log';
    const typed = "--sample -q carrier 9000404 --format ndjson -o /dev/stdout";
    const { stdout } = shell(script, typed);
    expect(stdout).toBe('before\n{"dot_number":"\nusdot: USDOT 90\nafter\n');
  });

  it("may be closed by its reader: silence, and 141", () => {
    const script = `seq 9000001 9000400 | "$@" | head -1; echo "status \${PIPESTATUS[1]}"`;
    const { stdout, stderr } = shell(
      script,
      "--sample -q carrier --format ndjson",
    );
    expect(stdout).toMatch(/^\{"dot_number":"9000001".*\}\nstatus 141\n$/);
    expect(stderr).not.toContain("EPIPE");
  });

  it("gets everything before the end, whatever its reader does", () => {
    const { stdout, status } = shell(
      '"$@" | (sleep 0.3; wc -c)',
      "help options",
    );
    expect(status).toBe(0);
    expect(Number(stdout)).toBeGreaterThan(1_000);
  });

  it.each(["--sample -q carrier 9000001", "help options"])(
    "that is full ends with 7: usdot %s",
    (args) => {
      expect(shell('"$@" >/dev/full', args)).toMatchObject({
        status: 7,
        stderr:
          "usdot: cannot write standard output: the disk is full; free some space, or choose a file on another disk\n",
      });
    },
  );

  it.each(["2>&-", "2>/dev/full", ">/dev/null", "<&-"])(
    "and the others may be anything: %s",
    (redirection) => {
      const script = `"$@" ${redirection}`;
      expect(shell(script, "--sample carrier 9000404").status).toBe(3);
    },
  );
});

it("evidence that cannot be begun leaves no file in the way of the next run", () => {
  const script = '(ulimit -f 0; "$@"); echo $?; ls';
  const { stdout } = shell(script, "--sample -q vet 9000001 --evidence run");
  expect(stdout).toBe("7\n");
});

it("nothing of Node's reaches the user: no warning, no deprecation", async () => {
  const env = {
    NODE_OPTIONS: "--pending-deprecation",
    NODE_TLS_REJECT_UNAUTHORIZED: "0",
  };
  const { stderr } = await usdot("--sample -q vet 9000001", { env });
  expect(stderr).not.toMatch(/Warning|DEP0/);
});

it("says in one line what to do where nothing was built", () => {
  const clone = temporaryDirectory();
  mkdirSync(join(clone, "bin"));
  copyFileSync("bin/usdot.cjs", join(clone, "bin/usdot.cjs"));
  const args = [join(clone, "bin/usdot.cjs"), "1"];
  const result = spawnSync(process.execPath, args, { encoding: "utf8" });
  const stderr = `usdot: not built yet: run "npm ci && npm run build" in ${clone}\n`;
  expect(result).toMatchObject({ status: 1, stdout: "", stderr });
});

it("a bug is told in one line with 1, and with --verbose by its stack", async () => {
  // A module of Node that fails once it is used.
  const code =
    'import http from "node:http"; http.createServer = () => { throw new TypeError("kaboom"); };';
  const env = {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}`,
  };
  const short = await usdot("--sample carrier 9000001", { env });
  expect(short).toEqual({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(
      /^usdot: internal error \(a bug in usdot\): kaboom; please report it .*--verbose\n$/,
    ),
  });
  const long = await usdot("--sample carrier 9000001 -v", { env });
  expect(long.stderr).toContain("usdot: TypeError: kaboom");
});

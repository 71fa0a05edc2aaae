import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { InterruptedError } from "../../src/errors.ts";
import { lockFile } from "../../src/file-lock.ts";
import { createProgram } from "../../src/program.ts";
import { reportError } from "../../src/runtime/error-report.ts";
import { exitStatusOf } from "../../src/runtime/exit-status.ts";
import { optionNames } from "../../src/settings/options.ts";
import { entry, lockHost } from "../support/lock-host.ts";
import { type HostChanges, memoryHost, runInProcess } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";

const secret = "CANARY-4f9a";
const pathIn = (home: string) => join(home, ".config", "usdot", "config.json");

/** A home with these settings in its configuration file. */
function homeWith(values: unknown, mode = 0o600): string {
  const home = temporaryDirectory();
  mkdirSync(dirname(pathIn(home)), { recursive: true });
  writeFileSync(pathIn(home), typeof values === "string" ? values : JSON.stringify(values));
  chmodSync(pathIn(home), mode);
  return home;
}

const kept = (home: string): unknown => JSON.parse(readFileSync(pathIn(home), "utf8"));

const config = (args: readonly string[], changes: HostChanges = {}) => runInProcess(["config", ...args], changes);

describe("config set", () => {
  it("saves a value in a file that only its owner can read", async () => {
    const home = temporaryDirectory();
    expect(await config(["set", "timeout", "5"], { home })).toMatchObject({ status: 0, out: "", err: "" });
    expect(await config(["set", "base-url", "https://carriers.example.com/v1/"], { home })).toMatchObject({
      status: 0,
    });
    expect(kept(home)).toEqual({ timeout: 5, "base-url": "https://carriers.example.com" });
    expect(statSync(pathIn(home)).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(pathIn(home))).mode & 0o777).toBe(0o700);
  });

  it.each<[string, string, unknown]>([
    ["fields", "legal_name, fleet.drivers", ["legal_name", "fleet.drivers"]],
    ["quiet", "yes", true],
    ["max-wait", "0", 0],
    ["format", "csv", "csv"],
  ])("saves %s normalized, in a form that it can read back", async (name, given, value) => {
    const home = temporaryDirectory();
    expect(await config(["set", name, given], { home })).toMatchObject({ status: 0, err: "" });
    expect(kept(home)).toEqual({ [name]: value });
    expect((await config(["get", name], { home })).out).toBe(`${[value].flat().join(",")}\n`);
  });

  it("saves the full path of a key file", async () => {
    const home = temporaryDirectory();
    await config(["set", "api-key-file", "keys/mine"], { home });
    expect(kept(home)).toEqual({ "api-key-file": join(home, "keys/mine") });
  });

  it("accepts a value that starts with a dash after --", async () => {
    const home = homeWith({ "base-url": "https://carriers.example.com" });
    expect(await config(["set", "api-key", "--", "-k3y"], { home })).toMatchObject({ status: 0, err: "" });
    expect(kept(home)).toMatchObject({ "api-key": "-k3y" });
  });

  it.each<[string[], string]>([
    [["timeout", "soon"], 'usdot: timeout "soon" is not a number of seconds; see: usdot help options\n'],
    [
      ["base-url", "here"],
      'usdot: base-url "here" is not a URL such as https://carriers.example.com; see: usdot help options\n',
    ],
    [
      ["api-key", `${secret} 2`],
      "usdot: api-key contains a space, a line break, a control or a non-ASCII character; see: usdot help options\n",
    ],
    [["config", "x"], "usdot: config cannot be saved in the file that it names; use its flag or USDOT_CONFIG\n"],
    [
      ["toString", "x"],
      expect.stringMatching(/^usdot: unknown setting "toString"; the settings are base-url, api-key, /),
    ],
    [["api-kye", secret], expect.stringMatching(/^usdot: unknown setting "api-kye"; /)],
    [["api-key", secret, "more"], expect.stringMatching(/^usdot: too many arguments/)],
  ])("refuses %j", async (args, err) => {
    const home = temporaryDirectory();
    const result = await config(["set", ...args], { home });
    expect(result).toMatchObject({ status: 2, out: "", err });
    expect(result.err).not.toContain(secret);
    expect(() => statSync(pathIn(home))).toThrow();
  });

  it("replaces a value that makes every other command fail", async () => {
    const home = homeWith({ timeout: "soon" });
    expect((await config(["list"], { home })).status).toBe(2);
    expect((await config(["set", "timeout", "5"], { home })).status).toBe(0);
    expect((await config(["list"], { home })).status).toBe(0);
  });

  it("refuses a setting that excludes a saved one", async () => {
    const home = homeWith({ "api-key-file": "/key" });
    expect(await config(["set", "api-key", secret], { home })).toMatchObject({
      status: 2,
      err: "usdot: api-key cannot be saved beside api-key-file, which is in the file; remove that with: usdot config unset api-key-file\n",
    });
    expect(await config(["set", "quiet", "false"], { home: homeWith({ verbose: true }) })).toMatchObject({ status: 0 });
  });

  it("creates the file named by --config", async () => {
    const home = temporaryDirectory();
    const path = join(home, "new", "mine.json");
    expect(await config(["set", "timeout", "5", "--config", "new/mine.json"], { home })).toMatchObject({
      status: 0,
      err: "",
    });
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ timeout: 5 });
    expect((await config(["get", "timeout"], { home, env: { USDOT_CONFIG: path } })).out).toBe("5\n");
    expect((await config(["get", "timeout"], { home })).out).toBe("60\n");
  });

  it("creates no file under the name of a directory", async () => {
    const home = temporaryDirectory();
    for (const path of ["mine/", "mine/."])
      expect(await config(["set", "timeout", "5", "--config", path], { home })).toMatchObject({
        status: 7,
        err: `usdot: cannot write ${path}: it is the name of a directory; name a file in it\n`,
      });
    expect(readdirSync(home)).toEqual([]);
  });

  it("fails where the file cannot be written", async () => {
    const home = temporaryDirectory();
    writeFileSync(join(home, ".config"), "");
    expect(await config(["set", "timeout", "5"], { home })).toMatchObject({
      status: 7,
      err: `usdot: cannot write the configuration file ${pathIn(home)}: part of its path is not a directory; choose another path\n`,
    });
  });
});

it("says what it waits for where another process holds the file, and names the lock when it gives up", async () => {
  const lockIn = (home: string) => {
    mkdirSync(dirname(pathIn(home)), { recursive: true });
    return `${pathIn(home)}.lock`;
  };
  for (const args of [
    ["set", "timeout", "5"],
    ["unset", "timeout"],
  ]) {
    const home = temporaryDirectory();
    writeFileSync(lockIn(home), entry({ claim: { id: "theirs", pid: 8, host: "dispatch-3" }, after: "" }));
    const { status, err } = await config(args, { home });
    const what = `the configuration file ${pathIn(home)}`;
    expect(err).toBe(
      `usdot: note: another usdot (process 8 on dispatch-3) may be writing ${what}: waiting up to 10 s to find out\n`,
    );
    expect(status).toBe(0);
  }
  const home = temporaryDirectory();
  const lock = lockIn(home);
  const other = await lockFile(lock, "it", lockHost());
  const { status, err } = await config(["set", "timeout", "5"], { home });
  other.release();
  expect(err).toContain(`; wait for it to end; its lock is ${lock}\n`);
  expect(status).toBe(7);
});

describe("where the key goes", () => {
  it("is reported when no service is set yet", async () => {
    const home = temporaryDirectory();
    expect(await config(["set", "api-key", secret], { home })).toMatchObject({
      status: 0,
      out: "",
      err: "usdot: warning: api-key is only sent to the base-url in the same file, and there is none yet: usdot config set base-url URL\n",
    });
  });

  it("is reported when it changes", async () => {
    const home = homeWith({ "api-key": secret, "base-url": "https://one.example" });
    expect((await config(["set", "base-url", "https://one.example/path"], { home })).err).toBe("");
    expect((await config(["set", "api-key", "k3y"], { home })).err).toBe("");
    expect((await config(["set", "base-url", "https://two.example"], { home })).err).toBe(
      "usdot: warning: the api-key in the file is now sent to https://two.example; if it is not for that service: usdot config unset api-key\n",
    );
    expect((await config(["set", "base-url", "https://one.example", "--quiet"], { home })).err).toBe("");
  });
});

describe("config set without a value, from a pipe", () => {
  const home = () => homeWith({ "base-url": "https://carriers.example.com" });

  it.each<[string, string | Uint8Array]>([
    ["a line", "k3y\n"],
    ["a line without its end", "k3y"],
    ["a Windows line", "k3y\r\n"],
    ["a byte order mark", "\uFEFFk3y\n"],
    ["more lines", "k3y\nand more\n"],
  ])("accepts %s", async (_, input) => {
    const at = home();
    expect(await config(["set", "api-key"], { home: at, input })).toMatchObject({ status: 0, out: "", err: "" });
    expect(kept(at)).toMatchObject({ "api-key": "k3y" });
  });

  it("accepts a line in pieces, without waiting for the end of input", async () => {
    async function* endless() {
      yield Buffer.from("k3");
      yield Buffer.from("y\n");
      await new Promise(() => {});
    }
    const at = home();
    expect(await config(["set", "api-key"], { home: at, input: Readable.from(endless()) })).toMatchObject({
      status: 0,
    });
    expect(kept(at)).toMatchObject({ "api-key": "k3y" });
  });

  it("stops waiting for a line on a signal", async () => {
    const stop = new AbortController();
    const input = new PassThrough();
    setImmediate(() => stop.abort(new InterruptedError("SIGTERM")));
    expect(await config(["set", "api-key"], { home: home(), input, signal: stop.signal })).toMatchObject({
      status: 143,
      err: "usdot: terminated\n",
    });
  });

  it("gives up on an endless line", async () => {
    async function* endless() {
      for (;;) yield Buffer.alloc(16_384, "k y");
    }
    expect(await config(["set", "api-key"], { home: home(), input: Readable.from(endless()) })).toMatchObject({
      status: 2,
    });
  });

  it.each<[string, string | Uint8Array]>([
    ["nothing", ""],
    ["a blank line", "\n"],
    ["a space within", `${secret} 2\n`],
    ["an escape character", `${secret}\u001b[0m\n`],
    ["a letter beyond ASCII", `${secret}é\n`],
    ["bytes that are no UTF-8", Buffer.concat([Buffer.from(secret), Buffer.from([0xff])])],
  ])("refuses %s without echoing it", async (_, input) => {
    const at = home();
    const { status, out, err } = await config(["set", "api-key"], { home: at, input });
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toMatch(
      /^usdot: api-key (is empty|contains a space, a line break, a control or a non-ASCII character); see: usdot help options\n$/,
    );
    expect(kept(at)).toEqual({ "base-url": "https://carriers.example.com" });
  });

  it("fails when standard input cannot be read", async () => {
    const input = new Readable({
      read() {
        this.destroy(Object.assign(new Error("EISDIR: illegal operation"), { code: "EISDIR" }));
      },
    });
    expect(await config(["set", "api-key"], { home: home(), input })).toMatchObject({
      status: 7,
      err: "usdot: cannot read standard input: it is a directory; name a file in it\n",
    });
  });
});

describe("config set without a value, at a terminal", () => {
  /** Types the keys as soon as the prompt appears. */
  async function typing(setting: string, keys: string, { signal }: { signal?: AbortSignal } = {}) {
    const home = homeWith({ "base-url": "https://carriers.example.com" });
    const host = memoryHost({ home, errorColumns: 80, ...(signal && { signal }) });
    const write = host.stderr.write.bind(host.stderr);
    host.stderr.write = (text: unknown) => {
      if (String(text).startsWith(setting)) setImmediate(() => (host.stdin as PassThrough).write(keys));
      return write(text);
    };
    const error = await createProgram(host)
      .parseAsync(["config", "set", setting], { from: "user" })
      .then(
        () => undefined,
        (thrown: unknown) => reportError(thrown, host, {}),
      );
    return { status: error === undefined ? 0 : exitStatusOf(error), out: host.out(), err: host.err(), home };
  }

  it("prompts for the key without echo", async () => {
    const { home, ...result } = await typing("api-key", `${secret}\r`);
    expect(result).toEqual({ status: 0, out: "", err: "api-key (not shown): \n" });
    expect(kept(home)).toMatchObject({ "api-key": secret });
  });

  it("supports backspace", async () => {
    const { home } = await typing("api-key", `${secret}x\u007f\r`);
    expect(kept(home)).toMatchObject({ "api-key": secret });
  });

  it("echoes other settings", async () => {
    const { home, err } = await typing("timeout", "5\r");
    expect(err).toContain("timeout: 5");
    expect(kept(home)).toMatchObject({ timeout: 5 });
  });

  it.each<[string, string, number, string]>([
    ["Ctrl-C", `${secret}\u0003`, 130, "usdot: interrupted\n"],
    ["Ctrl-D", "\u0004", 2, "usdot: nothing was entered; nothing was changed\n"],
    ["Enter", "\r", 2, "usdot: api-key is empty; see: usdot help options\n"],
    [
      "a wrong key",
      `${secret} 2\r`,
      2,
      "usdot: api-key contains a space, a line break, a control or a non-ASCII\ncharacter; see: usdot help options\n",
    ],
  ])("changes nothing on %s", async (_, keys, status, message) => {
    const { home, ...result } = await typing("api-key", keys);
    expect(result).toEqual({ status, out: "", err: `api-key (not shown): \n${message}` });
    expect(kept(home)).toEqual({ "base-url": "https://carriers.example.com" });
  });

  it("stops on a signal", async () => {
    const stop = new AbortController();
    const typed = typing("api-key", secret, { signal: stop.signal });
    setImmediate(() => stop.abort(new InterruptedError("SIGTERM")));
    expect(await typed).toMatchObject({ status: 143, err: expect.stringMatching(/\nusdot: terminated\n$/) });
  });
});

describe("config get", () => {
  it("prints only the value in effect", async () => {
    const home = homeWith({ timeout: 5 });
    expect(await config(["get", "timeout"], { home })).toMatchObject({ status: 0, out: "5\n", err: "" });
    expect((await config(["get", "timeout"], { home, env: { USDOT_TIMEOUT: "6" } })).out).toBe("6\n");
    expect((await config(["get", "timeout", "--timeout", "7"], { home, env: { USDOT_TIMEOUT: "6" } })).out).toBe("7\n");
    expect((await config(["get", "color"], { home })).out).toBe("auto\n");
    expect((await config(["get", "config"], { home })).out).toBe(`${pathIn(home)}\n`);
  });

  it("prints nothing for a setting without a value", async () => {
    expect(await config(["get", "output"])).toMatchObject({ status: 0, out: "", err: "" });
  });

  it("redacts the key, wherever it comes from", async () => {
    const stars = { status: 0, out: "********\n", err: "" };
    expect(await config(["get", "api-key"], { home: homeWith({ "api-key": secret }) })).toMatchObject(stars);
    expect(await config(["get", "api-key"], { env: { USDOT_API_KEY: secret } })).toMatchObject(stars);
    expect(await config(["get", "api-key", "--api-key", secret])).toMatchObject(stars);
  });

  it("escapes terminal control characters", async () => {
    const { out } = await config(["get", "output"], { home: homeWith({ output: "\u001b]0;title\u0007" }) });
    expect(out).toBe("\\u001b]0;title\\u0007\n");
  });

  it("refuses an unknown setting", async () => {
    expect(await config(["get", "hasOwnProperty"])).toMatchObject({
      status: 2,
      err: expect.stringContaining('unknown setting "hasOwnProperty"; the settings are base-url'),
    });
  });
});

describe("config unset", () => {
  it("removes a value", async () => {
    const home = homeWith({ timeout: 5, retries: 1 });
    expect(await config(["unset", "timeout"], { home })).toMatchObject({ status: 0, out: "", err: "" });
    expect(await config(["unset", "output"], { home })).toMatchObject({ status: 0, out: "", err: "" });
    expect(kept(home)).toEqual({ retries: 1 });
  });

  it.each(["bsae-url", "__proto__"])("removes the unknown setting %s, as the error message says", async (key) => {
    const home = homeWith(`{"retries": 1, ${JSON.stringify(key)}: 2}`);
    const { status, err } = await config(["list"], { home });
    expect({ status, err }).toEqual({
      status: 2,
      err: `usdot: unknown setting "${key}" in ${pathIn(home)}; remove it with: usdot config unset ${key}; see usdot help options\n`,
    });
    expect(await config(["unset", key], { home })).toMatchObject({ status: 0, err: "" });
    expect(kept(home)).toEqual({ retries: 1 });
  });

  it("refuses an unknown setting that is not in the file", async () => {
    const home = homeWith({ retries: 1 });
    expect(await config(["unset", "bsae-url"], { home })).toMatchObject({ status: 2 });
  });
});

describe("config list", () => {
  it("prints every setting with its origin and value, the key redacted", async () => {
    const home = homeWith({ "base-url": "https://carriers.example.com", "api-key": secret, fields: ["a", "b"] });
    const { status, out, err } = await config(["list", "--timeout", "5"], {
      home,
      env: { USDOT_MAX_WAIT: "0", USDOT_QUIET: "1" },
    });
    expect({ status, err }).toEqual({ status: 0, err: "" });
    // The rule is as long as the home makes it.
    expect(out.replace(home, "~").replace(/─+/, "──")).toMatchInlineSnapshot(`
      "setting       from            value
      ──
      base-url      file            https://carriers.example.com
      api-key       file            ********
      api-key-file  not set
      config        default         ~/.config/usdot/config.json
      sample        not set
      format        default         table
      policy        not set
      fields        file            a,b
      output        not set
      csv-raw       not set
      timeout       --timeout       5
      retries       default         3
      max-wait      USDOT_MAX_WAIT  0
      batch-size    default         50
      concurrency   default         4
      quiet         USDOT_QUIET     true
      verbose       not set
      color         default         auto
      "
    `);
  });

  it("fits in 80 columns unless a value is long", async () => {
    const env = {
      USDOT_API_KEY_FILE: "/run/secrets/carrier-lookup",
      USDOT_BASE_URL: "https://api.carriers.example.com/lookup",
    };
    const { out } = await config(["list"], { env });
    const wide = out.split("\n").filter((line) => line.length > 80 && !/^(?:config |─)/.test(line));
    expect(wide).toEqual([]);
  });

  it("escapes terminal control characters", async () => {
    const { out } = await config(["list"], { env: { USDOT_OUTPUT: "a\u001b[2Jb\nc" } });
    expect(out).toContain("a\\u001b[2Jb\\u000ac\n");
  });
});

describe("config path", () => {
  it("prints the path, whether or not the file exists", async () => {
    const home = temporaryDirectory();
    expect(await config(["path"], { home })).toMatchObject({ status: 0, out: `${pathIn(home)}\n`, err: "" });
    expect((await config(["path"], { home, env: { XDG_CONFIG_HOME: "/xdg" } })).out).toBe("/xdg/usdot/config.json\n");
    expect((await config(["path"], { home, env: { XDG_CONFIG_HOME: "xdg" } })).out).toBe(`${pathIn(home)}\n`);
    expect((await config(["path"], { home, env: { USDOT_CONFIG: "mine.json" } })).out).toBe(`${home}/mine.json\n`);
    expect((await config(["path", "--config", "/a.json"], { home, env: { USDOT_CONFIG: "/b.json" } })).out).toBe(
      "/a.json\n",
    );
  });
});

describe("an invalid file stops every command", () => {
  const lookup = ["--sample", "carrier", "9000001"];

  it.each<[string, string, number, string]>([
    ["open to others", "{}", 0o644, "can be read or changed by other users; fix it with: chmod 600 PATH"],
    ["not JSON", `{"api-key": ${secret}}`, 0o600, "is not valid JSON; fix or delete it"],
    ["no object", `["${secret}"]`, 0o600, "is not a JSON object; fix or delete it"],
  ])("%s", async (_, text, mode, reason) => {
    const home = homeWith(text, mode);
    const err = `usdot: the configuration file PATH ${reason}\n`.replaceAll("PATH", pathIn(home));
    for (const args of [lookup, ["config", "list"], ["config", "get", "timeout"], ["config", "set", "timeout", "5"]]) {
      expect(await runInProcess(args, { home })).toMatchObject({ status: 2, out: "", err });
    }
    expect(readFileSync(pathIn(home), "utf8")).toBe(text);
  });

  it("so does a missing file that was named, but not a missing default one", async () => {
    const home = join(temporaryDirectory(), "no", "home");
    for (const args of [lookup, ["config", "list"], ["config", "set", "timeout", "5"]]) {
      const err = "usdot: --config names no file; give its path\n";
      for (const path of ["", "-"])
        expect(await runInProcess([...args, "--config", path], { home })).toMatchObject({ status: 2, err });
    }
    expect(await runInProcess(lookup, { home, env: { USDOT_CONFIG: "-" } })).toMatchObject({
      status: 2,
      err: "usdot: USDOT_CONFIG names no file; give its path\n",
    });
    expect(await runInProcess([...lookup, "--config", "/nowhere.json"], { home })).toMatchObject({
      status: 7,
      out: "",
    });
    expect(await runInProcess(lookup, { home, env: { USDOT_CONFIG: "/nowhere.json" } })).toMatchObject({
      status: 7,
      out: "",
    });
    expect(await runInProcess(lookup, { home, env: { USDOT_CONFIG: "/dev/null" } })).toMatchObject({ status: 0 });
    expect(await runInProcess(lookup, { home })).toMatchObject({ status: 0 });
  });
});

describe("usdot config", () => {
  it("prints its help", async () => {
    const { out: help } = await config(["--help"]);
    expect(await config([])).toMatchObject({ status: 0, out: help, err: "" });
    expect(help).toContain("usage: usdot config");
  });

  it("refuses an unknown command", async () => {
    expect(await config(["sett", "timeout", "5"])).toMatchObject({
      status: 2,
      out: "",
      err: 'usdot: unknown command config "sett"; did you mean set?\n',
    });
  });
});

describe("--json", () => {
  const home = () => homeWith({ "api-key": secret, fields: ["a", "b"], "csv-raw": true });

  it("lists every setting with its value and origin, the key redacted", async () => {
    const at = home();
    const { status, out, err } = await config(["list", "--json", "--timeout", "5"], { home: at });
    expect({ status, err }).toEqual({ status: 0, err: "" });
    const listed = JSON.parse(out) as { name: string }[];
    expect(listed).toHaveLength(optionNames.length);
    const found = (name: string) => listed.find((each) => each.name === name);
    expect(found("api-key")).toEqual({ name: "api-key", value: "********", origin: "file" });
    expect(found("fields")).toEqual({ name: "fields", value: ["a", "b"], origin: "file" });
    expect(found("csv-raw")).toEqual({ name: "csv-raw", value: true, origin: "file" });
    expect(found("timeout")).toEqual({ name: "timeout", value: 5, origin: "--timeout" });
    expect(found("output")).toEqual({ name: "output", value: null, origin: null });
    expect(found("config")).toEqual({ name: "config", value: pathIn(at), origin: "default" });
    expect(out).not.toContain(secret);
  });

  it("prints one object per line as ndjson", async () => {
    const { out } = await config(["list", "--format", "ndjson"], { home: home() });
    const lines = out.trimEnd().split("\n");
    expect(lines).toHaveLength(optionNames.length);
    expect(JSON.parse(lines[1] as string)).toEqual({ name: "api-key", value: "********", origin: "file" });
  });

  it("prints one setting in the same shape as config list", async () => {
    const at = home();
    const one = async (...args: string[]) => JSON.parse((await config([...args, "--json"], { home: at })).out);
    expect(await one("get", "api-key")).toEqual({ name: "api-key", value: "********", origin: "file" });
    expect(await one("get", "output")).toEqual({ name: "output", value: null, origin: null });
    expect(await one("path")).toEqual({ name: "config", value: pathIn(at), origin: "default" });
    expect(await one("path", "--config", "/a.json")).toEqual({ name: "config", value: "/a.json", origin: "--config" });
  });

  it("takes only the flag: a format saved for lookups changes nothing", async () => {
    const env = { USDOT_FORMAT: "json" };
    expect((await config(["get", "format"], { env })).out).toBe("json\n");
    expect((await config(["list"], { env })).out).toMatch(/^base-url +not set$/m);
  });

  it.each([["list"], ["path"], ["get", "timeout"]])("refuses csv for config %s", async (...args) => {
    const { status, out, err } = await config([...args, "--format", "csv"]);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toBe("usdot: this command cannot print csv; use --format table, json or ndjson\n");
  });
});

describe("a command in a hint", () => {
  /** Runs the command in a hint in this process, with the words that a shell would make of it. */
  async function paste(err: string, home: string) {
    const command = /(?:with|set|service): (usdot config .*?)(?:; see .*)?\n$/.exec(err)?.[1] ?? "";
    const words = execFileSync("sh", ["-c", `printf '%s\\0' ${command}`], { encoding: "utf8" }).split("\0");
    return runInProcess(words.slice(1, -1), { home });
  }

  it.each(["bsae-url", "a b", "-x", "--json", "it's; rm", "$(id)"])("removes the unknown setting %j", async (key) => {
    const home = temporaryDirectory();
    const path = join(home, "my settings.json");
    writeFileSync(path, JSON.stringify({ [key]: 1, retries: 2 }), { mode: 0o600 });
    const { status, err } = await config(["list", "--config", path], { home });
    expect(status).toBe(2);
    expect(await paste(err, home)).toMatchObject({ status: 0, err: "" });
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ retries: 2 });
  });

  it("applies to the file that was named", async () => {
    const home = temporaryDirectory();
    const path = join(home, "my settings.json");
    writeFileSync(path, JSON.stringify({ "api-key-file": "/key" }), { mode: 0o600 });
    const { err } = await config(["set", "api-key", "k3y", "--config", path], { home });
    expect(await paste(err, home)).toMatchObject({ status: 0 });
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({});
  });

  it("names that file when a base URL is missing", async () => {
    const home = temporaryDirectory();
    writeFileSync(join(home, "my settings.json"), "{}", { mode: 0o600 });
    const { err } = await runInProcess(["carrier", "1", "--config", `${home}/my settings.json`], { home });
    expect(err).toContain(`usdot config set --config '${home}/my settings.json' base-url URL, or try`);
  });
});

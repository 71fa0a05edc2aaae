import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { run as runInHost } from "../../src/main.ts";
import { folder, temporaryDirectory } from "../support/resources.ts";
import { memoryHost, run } from "../support/run.ts";

const secret = "CANARY-4f9a";
const pathIn = (home: string) => join(home, ".config", "usdot", "config.json");

/** A home with these settings in its configuration file. */
function homeWith(values: object | string, mode = 0o600): string {
  const text = typeof values === "string" ? values : JSON.stringify(values);
  const { path: home } = folder({ ".config/usdot/config.json": text });
  chmodSync(pathIn(home), mode);
  return home;
}

const kept = (home: string): unknown =>
  JSON.parse(readFileSync(pathIn(home), "utf8"));

/** The values of all settings, by `config list`. */
async function inEffect(home: string, more: object = {}) {
  const { stdout } = await config("list --json", home, more);
  const settings: { name: string; value: unknown }[] = JSON.parse(stdout);
  return Object.fromEntries(settings.map(({ name, value }) => [name, value]));
}

const config = (args: string, cwd = temporaryDirectory(), more = {}) =>
  run(`config ${args}`, { cwd, ...more });

describe("config set", () => {
  it.each([
    [
      "base-url https://carriers.example.com/v1/",
      { "base-url": "https://carriers.example.com" },
    ],
    [
      "fields 'legal_name, fleet.drivers'",
      { fields: ["legal_name", "fleet.drivers"] },
    ],
    ["quiet yes", { quiet: true }],
    ["timeout 5", { timeout: 5 }],
  ])(
    "%s is saved as it is read back, for its owner alone",
    async (args, values) => {
      const home = temporaryDirectory();
      const result = await config(`set ${args}`, home);
      expect(result).toMatchObject({ status: 0, stdout: "", stderr: "" });
      expect(kept(home)).toEqual(values);
      expect(statSync(pathIn(home)).mode & 0o777).toBe(0o600);
      expect(await inEffect(home)).toMatchObject(values);
    },
  );

  it("saves the full path of a file, and keeps what else is there", async () => {
    const home = homeWith({ timeout: 5 });
    await config("set api-key-file keys/mine", home);
    expect(kept(home)).toEqual({
      timeout: 5,
      "api-key-file": join(home, "keys/mine"),
    });
  });

  it.each([
    [
      "timeout soon",
      'usdot: timeout "soon" is not a number of seconds from 0.001 to 3600; see: usdot help options\n',
    ],
    [
      `api-key '${secret} 2'`,
      /^usdot: api-key contains a space, .*; see: usdot help options\n$/,
    ],
    ["config x", /"config" is not a setting; use one of base-url, api-key, /],
    [`api-kye ${secret}`, /"api-kye" is not a setting; did you mean api-key\?/],
    ["api-key ''", /^usdot: api-key is empty; /],
    ["timeout", "usdot: no value for timeout was given\n"],
    [`api-key ${secret} more`, /^usdot: too many arguments for .set./],
  ])("refuses %s, changes nothing, quotes no key", async (args, stderr) => {
    const home = temporaryDirectory();
    const result = await config(`set ${args}`, home);
    expect(result).toMatchObject({ status: 2, stdout: "" });
    expect(result.stderr).toMatch(stderr);
    expect(result.stderr).not.toContain(secret);
    expect(existsSync(pathIn(home))).toBe(false);
  });

  it("writes the file that --config or USDOT_CONFIG names", async () => {
    const home = temporaryDirectory();
    await config("set timeout 5 --config new/mine.json", home);
    const path = join(home, "new/mine.json");
    const there = await inEffect(home, { env: { USDOT_CONFIG: path } });
    expect(there).toMatchObject({ timeout: 5, config: path });
    expect((await inEffect(home))["timeout"]).toBe(60);
  });

  it.each([
    [
      "https://b.example",
      /the api-key in the file is now sent to https:\/\/b\.example; .*usdot config unset api-key\n$/,
    ],
    ["https://a.example/x", /^$/],
  ])("warns about where a saved key goes: %s", async (url, warning) => {
    const home = homeWith({ "api-key": "k", "base-url": "https://a.example" });
    const { status, stderr } = await config(`set base-url ${url}`, home);
    expect(status).toBe(0);
    expect(stderr).toMatch(warning);
  });

  it.each(["set api-key", "set api-key -"])(
    "%s reads a key from the first line of a pipe",
    async (args) => {
      const home = homeWith({ "base-url": "https://a.example" });
      const stdin = "k3y\r\nmore\n";
      expect((await config(args, home, { stdin })).status).toBe(0);
      expect(kept(home)).toMatchObject({ "api-key": "k3y" });
    },
  );

  it.each([
    ["sample", "false", "base-url", "http://127.0.0.1:1"],
    ["quiet", "no", "verbose", true],
  ])("%s %s replaces no %s", async (name, value, other, old) => {
    const home = homeWith({ [other]: old });
    const { stderr } = await config(`set ${name} ${value}`, home);
    expect(stderr).toBe("");
    expect(kept(home)).toEqual({ [other]: old, [name]: false });
  });

  it.each([
    ["api-key", "k3y", "api-key-file", "/old"],
    ["quiet", "true", "verbose", true],
    ["base-url", "http://127.0.0.1:1", "sample", true],
  ])("%s %s replaces %s, and says so", async (name, value, other, old) => {
    const home = homeWith({ [other]: old, timeout: 5 });
    const { stderr } = await config(`set ${name} ${value}`, home);
    expect(stderr).toBe(
      `usdot: note: ${other} is no longer in the file; ${name} replaces it\n`,
    );
    expect(Object.keys(Object(kept(home))).sort()).toEqual(
      [name, "timeout"].sort(),
    );
  });

  it.each([
    ["k3y\r", 0, { "api-key": "k3y" }],
    ["\u0003", 130, {}],
    ["\u0004", 2, {}],
  ])(
    "asks for a key at a terminal, and does not show it: %j",
    async (typed, status, value) => {
      const home = homeWith({ "base-url": "https://a.example" });
      const { host, stderr } = memoryHost({ cwd: home });
      const ended = runInHost(["config", "set", "api-key"], host);
      (host.stdin as PassThrough).write(typed);
      expect(await ended).toBe(status);
      expect(stderr().toString()).toMatch(/^api-key \(not shown\): /);
      expect(stderr().includes("k3y")).toBe(false);
      expect(kept(home)).toEqual({
        "base-url": "https://a.example",
        ...value,
      });
    },
  );
});

describe("config unset, list", () => {
  it("unset removes a setting, also one that is unknown or invalid and stops every other command", async () => {
    const home = homeWith({ tiemout: 1, timeout: "soon", retries: 1 });
    expect((await config("list", home)).status).toBe(2);
    for (const name of ["tiemout", "timeout"])
      expect((await config(`unset ${name}`, home)).status).toBe(0);
    expect(kept(home)).toEqual({ retries: 1 });
    expect((await config("unset timeout", home)).status).toBe(0);
    expect((await config("unset tiemout", home)).stderr).toBe(
      "usdot: tiemout is neither a setting nor in the file\n",
    );
  });

  it("list names every setting with its origin, and no key", async () => {
    const home = homeWith({
      "base-url": "https://a.example",
      "api-key": secret,
      "api-key-file": "key.txt",
      retries: 1,
    });
    const { stdout, stderr } = await config("list --timeout 5", home, {
      env: { USDOT_COLOR: "never" },
    });
    const lines = stdout.split("\n").map((line) => line.replace(/ +/g, " "));
    expect(lines).toEqual(
      expect.arrayContaining([
        "setting from value",
        "base-url file https://a.example",
        "api-key file ********",
        "timeout --timeout 5",
        "color USDOT_COLOR never",
        "concurrency default 4",
        "policy none",
        "api-key-file none",
      ]),
    );
    expect(stdout + stderr).not.toContain(secret);
  });

  it("--json is the same for programs; a saved format changes nothing", async () => {
    const home = homeWith({ format: "csv", retries: 1 });
    const { stdout } = await config("list --json", home);
    expect(JSON.parse(stdout)).toEqual(
      expect.arrayContaining([
        { name: "retries", value: 1, origin: "file" },
        { name: "config", value: pathIn(home), origin: "default" },
        { name: "policy", value: null, origin: null },
      ]),
    );
    expect((await config("list", home)).stdout).toMatch(/^setting +from/);
  });
});

it.each([0o640, 0o604])(
  "a key that others can read (%o) stops every command, but can still be removed",
  async (mode) => {
    const home = homeWith({ "api-key": secret, timeout: 5 }, mode);
    const path = pathIn(home);
    expect(await config("list", home)).toMatchObject({
      status: 2,
      stderr: `usdot: other users can read or change the API key in ${path}; chmod 600 ${path}, or keep the key in USDOT_API_KEY or a file (--api-key-file)\n`,
    });
    expect((await config("unset api-key", home)).status).toBe(0);
    expect(kept(home)).toEqual({ timeout: 5 });
  },
);

describe("the file", () => {
  const text = '{ "timeout": 5 }';
  it.each([
    ["others may read, without a key", text, 5],
    ["is empty", " \n", 60],
    ["has a number for text", '{ "by": 7, "timeout": 1 }', 1, "7"],
  ])("that %s is read", async (_, content, timeout, by?: string) => {
    const home = homeWith(content, 0o644);
    expect(await inEffect(home)).toMatchObject({
      timeout,
      by: by ?? null,
    });
  });

  it.each([`{ "api-key": ${secret} }`, "[5]"])(
    "%j is refused without quoting it",
    async (content) => {
      const home = homeWith(content);
      expect(await config("list", home)).toMatchObject({
        status: 2,
        stderr: `usdot: ${pathIn(home)} is not a JSON object of settings; fix or delete it\n`,
      });
    },
  );

  it("may be missing unless it is named, and is no directory", async () => {
    const home = temporaryDirectory();
    for (const name of ["none.json", "."])
      expect((await config(`list --config ${name}`, home)).status).toBe(7);
  });

  it("keeps a link to it, and is for its owner alone once it is written", async () => {
    const home = homeWith({}, 0o644);
    symlinkSync(pathIn(home), join(home, "link.json"));
    await config("set retries 1 --config link.json", home);
    expect(kept(home)).toEqual({ retries: 1 });
    expect(statSync(pathIn(home)).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(pathIn(home)))).toEqual(["config.json"]);
  });

  it.each(["/dev/null", "."])("%s is not written", async (path) => {
    const home = temporaryDirectory();
    const { status } = await config(`set retries 1 --config ${path}`, home);
    expect([status, readdirSync(home)]).toEqual([7, []]);
  });
});

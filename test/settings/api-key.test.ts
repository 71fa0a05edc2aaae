import { chmodSync, closeSync, openSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { FileError, SettingError } from "../../src/errors.ts";
import { type ApiKey, apiKeyFor } from "../../src/settings/api-key.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { memoryHost } from "../support/memory-host.ts";
import { newFifo, temporaryDirectory } from "../support/resources.ts";

interface Given {
  baseUrl?: string;
  flags?: object;
  env?: NodeJS.ProcessEnv;
  file?: Record<string, unknown>;
  proxied?: boolean;
}

const path = "/home/me/config.json";
const here = "https://carriers.example.com";

function keyFor({ baseUrl = here, flags = {}, env = {}, file = {}, proxied = false }: Given): Promise<ApiKey> {
  const settings = resolveSettings({ flags, env, file: { path, values: file } });
  const fileBaseUrl = file["base-url"] as string | undefined;
  const proxy = proxied ? "http://proxy.example.com:3128" : undefined;
  return apiKeyFor(baseUrl, { settings, fileBaseUrl, proxy }, memoryHost());
}

function keyFile(text = "from-file\n"): string {
  const file = join(temporaryDirectory(), "key");
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

it("no key is sent when none is set", async () => {
  expect(await keyFor({})).toEqual({});
});

describe("a key set for this run", () => {
  it.each<[string, () => Given, string]>([
    ["flag", () => ({ flags: { "api-key": "k3y" } }), "k3y"],
    ["environment", () => ({ env: { USDOT_API_KEY: "k3y" } }), "k3y"],
    ["file, by flag", () => ({ flags: { "api-key-file": keyFile() } }), "from-file"],
    ["file, by environment", () => ({ env: { USDOT_API_KEY_FILE: keyFile() } }), "from-file"],
  ])("goes to any base URL: %s", async (_, given, key) => {
    expect(await keyFor(given())).toEqual({ key });
    expect(await keyFor({ ...given(), file: { "base-url": "https://other.example.com" } })).toEqual({ key });
  });

  it("overrides a key from a weaker source, whether given directly or by file", async () => {
    const file = { "base-url": here, "api-key": "weakest" };
    const env = { USDOT_API_KEY_FILE: keyFile() };
    expect(await keyFor({ file, env })).toEqual({ key: "from-file" });
    expect(await keyFor({ file, env, flags: { "api-key": "strongest" } })).toEqual({ key: "strongest" });
    expect(await keyFor({ file, flags: { "api-key-file": keyFile("flag") }, env: { USDOT_API_KEY: "e" } })).toEqual({
      key: "flag",
    });
  });

  it("cannot be set twice at the same level", () => {
    expect(() => keyFor({ flags: { "api-key": "a", "api-key-file": "b" } })).toThrow(
      "api-key and api-key-file are both set as flags",
    );
  });
});

describe("a key in the configuration file", () => {
  const keys: [string, () => Record<string, unknown>, string][] = [
    ["api-key", () => ({ "api-key": "k3y" }), "k3y"],
    ["api-key-file", () => ({ "api-key-file": keyFile() }), "from-file"],
  ];

  it.each(keys)("%s is sent to the origin of the base URL beside it", async (_, given, key) => {
    const file = { ...given(), "base-url": here };
    for (const baseUrl of [here, `${here}/path`, "https://carriers.example.com:443"]) {
      expect(await keyFor({ file, baseUrl })).toEqual({ key });
    }
  });

  it.each(keys)("%s is not sent to any other origin", async (_, given) => {
    const file = { ...given(), "base-url": here };
    for (const baseUrl of [
      "https://other.example.com",
      "https://example.com",
      "https://carriers.example.com.evil.example",
      "https://carriers.example.com:8443",
      "http://carriers.example.com",
      "http://127.0.0.1:8080",
    ]) {
      expect(await keyFor({ file, baseUrl })).toEqual({
        withheld:
          `the API key in ${path} is for ${here}, so it is not sent to ${baseUrl}; ` +
          "set that service's key with --api-key-file or USDOT_API_KEY",
      });
    }
  });

  it.each(keys)("%s is not sent without a base URL beside it", async (_, given) => {
    expect(await keyFor({ file: given() })).toEqual({
      withheld:
        `the API key in ${path} has no base-url beside it, so it is not sent to ${here}; ` +
        "set that service's key with --api-key-file or USDOT_API_KEY",
    });
  });

  it("is not even read when it is not sent", async () => {
    const { withheld } = await keyFor({ file: { "api-key-file": "/nowhere" } });
    expect(withheld).toContain("has no base-url beside it");
  });
});

describe("plain http", () => {
  const flags = { "api-key": "k3y" };

  it.each(["http://127.0.0.1", "http://127.1.2.3:8080", "http://localhost:3000", "http://[::1]:8080"])(
    "%s is this machine",
    async (baseUrl) => {
      expect(await keyFor({ flags, baseUrl })).toEqual({ key: "k3y" });
      expect(await keyFor({ flags, baseUrl, proxied: true })).toEqual({
        withheld:
          "an API key is never sent over plain http through a proxy, which can read it; go around the proxy, or use an https base URL",
      });
    },
  );

  it.each([
    "http://carriers.example.com",
    "http://10.0.0.1",
    "http://0.0.0.0",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://service.localhost",
    "http://[::ffff:127.0.0.1]",
  ])("%s may be another machine", async (baseUrl) => {
    for (const proxied of [false, true]) {
      expect(await keyFor({ flags, baseUrl, proxied })).toEqual({
        withheld:
          "an API key is never sent over plain http, where anyone on the network can read it; use an https base URL",
      });
    }
  });

  it("restrictions do not apply to https, with or without a proxy", async () => {
    expect(await keyFor({ flags, proxied: true })).toEqual({ key: "k3y" });
  });
});

it("no key is ever sent over http to a host that is not loopback", async () => {
  const host = fc.oneof(fc.domain(), fc.ipV4(), fc.constantFrom("localhost", "[::1]", "127.0.0.1"));
  await fc.assert(
    fc.asyncProperty(host, fc.boolean(), fc.boolean(), async (name, proxied, inFile) => {
      const baseUrl = `http://${name}`;
      const given = inFile ? { file: { "api-key": "k", "base-url": baseUrl } } : { flags: { "api-key": "k" } };
      const { key } = await keyFor({ ...given, baseUrl, proxied });
      expect(key).toBe(
        /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(new URL(baseUrl).hostname) && !proxied ? "k" : undefined,
      );
    }),
    { numRuns: 1000 },
  );
});

describe("a file with a key", () => {
  const given = (file: string) => keyFor({ flags: { "api-key-file": file } });

  it.each([0o644, 0o640, 0o604, 0o620, 0o602, 0o444])("is used, with a warning, when its mode is %o", async (mode) => {
    const file = keyFile();
    chmodSync(file, mode);
    expect(await given(file)).toEqual({
      key: "from-file",
      warning: `the API key file ${file} can be read or changed by other users; fix it with: chmod 600 ${file}`,
    });
  });

  it.each([0o600, 0o400])("is private when its mode is %o", async (mode) => {
    const file = keyFile();
    chmodSync(file, mode);
    expect(await given(file)).toEqual({ key: "from-file" });
  });

  it("may be a pipe or a descriptor that a shell opened, whose modes mean nothing", async () => {
    const file = keyFile();
    chmodSync(file, 0o644);
    const opened = openSync(file, "r");
    onTestFinished(() => closeSync(opened));
    expect(await given(`/dev/fd/${opened}`)).toEqual({ key: "from-file" });
    const pipe = newFifo();
    chmodSync(pipe, 0o666);
    const key = given(pipe);
    writeFileSync(pipe, "from-pipe");
    expect(await key).toEqual({ key: "from-pipe" });
  });

  it("is a file like others by a path through /proc or a descriptor's directory", async ({ skip }) => {
    skip(process.platform !== "linux");
    const file = keyFile();
    chmodSync(file, 0o644);
    const directory = openSync(dirname(file), "r");
    onTestFinished(() => closeSync(directory));
    const name = basename(file);
    for (const path of [`/proc/self/root${file}`, `/proc/self/fd/${directory}/${name}`, `/dev/fd/${directory}/${name}`])
      expect(await given(path)).toMatchObject({ key: "from-file", warning: expect.stringContaining(path) });
  });

  it("is quoted for the shell in the warning", async () => {
    const file = join(temporaryDirectory(), "my key");
    writeFileSync(file, "k3y", { mode: 0o644 });
    expect((await given(file)).warning).toMatch(/chmod 600 '.*my key'$/);
  });
});

describe("a key file without a usable key", () => {
  it.each<[string, string, string]>([
    ["two lines", "CANARY\n4f9a", "contains a space, a line break, a control or a non-ASCII character"],
    ["letters beyond ASCII", "CANARY-é", "contains a space, a line break, a control or a non-ASCII character"],
    ["nothing", "\n", "is empty"],
  ])("is refused without being quoted: %s", async (_, text, reason) => {
    const file = keyFile(text);
    const error = await keyFor({ flags: { "api-key-file": file } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SettingError);
    expect(error).toMatchObject({
      message: `api-key (from ${file}) ${reason}`,
      hint: "the file must contain the key and nothing else",
    });
  });

  it("is reported when missing", async () => {
    await expect(keyFor({ flags: { "api-key-file": "/nowhere/key" } })).rejects.toThrow(
      new FileError("cannot read the API key file /nowhere/key: no such file or directory", { hint: "check its path" }),
    );
  });
});

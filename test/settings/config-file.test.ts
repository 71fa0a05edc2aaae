import {
  chmodSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  configFileOf,
  readConfigFile,
  refuseExposedKey,
  writeConfigFile,
} from "../../src/settings/config-file.ts";
import { temporaryDirectory } from "../support/resources.ts";

function fileWith(content: string | Uint8Array, mode = 0o600): string {
  const path = join(temporaryDirectory(), "config.json");
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

it.each<[string, Omit<Parameters<typeof configFileOf>[0], "cwd">, string]>([
  [
    "the usual place",
    { env: {}, home: "/home/me", platform: "linux" },
    "/home/me/.config/usdot/config.json",
  ],
  [
    "XDG's",
    { env: { XDG_CONFIG_HOME: "/xdg" }, home: "/home/me", platform: "linux" },
    "/xdg/usdot/config.json",
  ],
  [
    "a relative XDG path",
    { env: { XDG_CONFIG_HOME: "xdg" }, home: "/h", platform: "linux" },
    "/h/.config/usdot/config.json",
  ],
  [
    "no home",
    { env: {}, home: "", platform: "linux" },
    "/.config/usdot/config.json",
  ],
  [
    "Windows",
    {
      env: { APPDATA: "C:\\Users\\me\\AppData" },
      home: "C:\\Users\\me",
      platform: "win32",
    },
    "C:\\Users\\me\\AppData\\usdot\\config.json",
  ],
])("the file is at %s", (_, machine, path) => {
  expect(configFileOf({ ...machine, cwd: "/" }, undefined)).toEqual({
    path,
    isNamed: false,
  });
});

describe("reading", () => {
  const text = '{ "timeout": 5 }';
  it.each<[string, string | Uint8Array, unknown]>([
    ["plain", text, { timeout: 5 }],
    ["UTF-8 with a byte order mark", `\uFEFF${text}`, { timeout: 5 }],
    [
      "UTF-16, as PowerShell writes it",
      Buffer.from(`\uFEFF${text}`, "utf16le"),
      { timeout: 5 },
    ],
    ["empty", " \n", {}],
  ])("%s", async (_, content, values) => {
    expect(await readConfigFile(fileWith(content), false)).toEqual(values);
  });

  it.each(['{\n  "timeout": 5,\n}', '{ "api-key": CANARY }', "[5]"])(
    "%j is refused without quoting it",
    async (content) => {
      const path = fileWith(content);
      const error = await readConfigFile(path, false).catch((thrown) => thrown);
      expect(error).toMatchObject({
        kind: "usage",
        message: `${path} is not a JSON object of settings`,
        hint: "fix or delete it",
      });
    },
  );

  it("a missing file has no settings, unless the user named it", async () => {
    const path = join(temporaryDirectory(), "none.json");
    expect(await readConfigFile(path, true)).toEqual({});
    await expect(readConfigFile(path, false)).rejects.toMatchObject({
      kind: "file",
    });
    await expect(
      readConfigFile(temporaryDirectory(), true),
    ).rejects.toMatchObject({ kind: "file" });
  });

  it.each([0o640, 0o604])(
    "with mode %o it is refused only if it holds a key",
    async (mode) => {
      const path = fileWith("{}", mode);
      await refuseExposedKey(path, { timeout: 5 }, "linux");
      await refuseExposedKey(path, { "api-key": "k3y" }, "win32");
      await refuseExposedKey(
        fileWith("{}", 0o600),
        { "api-key": "k3y" },
        "linux",
      );
      await expect(
        refuseExposedKey(path, { "api-key": "k3y" }, "linux"),
      ).rejects.toMatchObject({
        kind: "usage",
        message: `other users can read or change the API key in ${path}`,
        hint: `chmod 600 ${path}, or keep the key in USDOT_API_KEY or a file (--api-key-file)`,
      });
    },
  );
});

describe("writing", () => {
  it("creates the directory, replaces the file for its owner alone, and keeps a link", async () => {
    const path = join(temporaryDirectory(), "new", "config.json");
    await writeConfigFile(path, { timeout: 5 });
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ timeout: 5 });
    chmodSync(path, 0o644);
    const link = join(temporaryDirectory(), "link.json");
    symlinkSync(path, link);
    await writeConfigFile(link, { retries: 1 });
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ retries: 1 });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("refuses what is not a regular file", async () => {
    const directory = join(temporaryDirectory(), "d");
    mkdirSync(directory);
    for (const path of ["/dev/null", directory]) {
      await expect(writeConfigFile(path, {})).rejects.toMatchObject({
        kind: "file",
      });
    }
  });
});

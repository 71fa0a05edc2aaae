import { expect, it } from "vitest";
import {
  configFileOf,
  refuseExposedKey,
} from "../../src/settings/config-file.ts";
import {
  type SettingName,
  settingNames,
} from "../../src/settings/declarations.ts";
import { type Layers, resolveSettings } from "../../src/settings/settings.ts";

const path = "/home/me/config.json";
const url = "https://x.example";
const resolved = (
  { flags = {}, env = {} }: Partial<Layers>,
  values: Record<string, unknown> = {},
) => resolveSettings({ flags, env, file: { path, values } });

/** A value for every setting as it may be typed, and what it means. */
const samples: Record<string, [given: string, value: unknown]> = {
  "base-url": [
    " https://carriers.example.com/v1/ ",
    "https://carriers.example.com",
  ],
  "api-key": ["k3y\r\n", "k3y"],
  "api-key-file": ["/run/secrets/key", "/run/secrets/key"],
  config: ["/etc/usdot.json", "/etc/usdot.json"],
  sample: ["true", true],
  format: ["JSONL", "ndjson"],
  output: ["out.csv", "out.csv"],
  fields: [
    "legal_name, fleet.drivers legal_name",
    ["legal_name", "fleet.drivers"],
  ],
  policy: ["/etc/usdot/policy.yaml", "/etc/usdot/policy.yaml"],
  evidence: ["/var/vetting", "/var/vetting"],
  by: ["Ada", "Ada"],
  timeout: ["2.5", 2.5],
  retries: ["0", 0],
  "max-wait": ["0", 0],
  "batch-size": ["10", 10],
  concurrency: ["2", 2],
  quiet: ["yes", true],
  verbose: ["1", true],
  color: ["never", "never"],
};

it.each(settingNames)(
  "%s is one word in three spellings, and each says where it was found",
  (name) => {
    const [given, value] = samples[name] ?? [];
    const found = (layer: string, where: string) => ({
      values: { [name]: value },
      sources: { [name]: { layer, name: where } },
    });
    const variable = `USDOT_${name.replaceAll("-", "_").toUpperCase()}`;
    expect(resolved({ flags: { [name]: given } })).toMatchObject(
      found("flag", `--${name}`),
    );
    expect(resolved({ env: { [variable]: given } })).toMatchObject(
      found("environment", variable),
    );
    if (name !== "config")
      expect(resolved({}, { [name]: given })).toMatchObject(
        found("file", path),
      );
  },
);

it.each([
  ["1", "2", { timeout: 3 }, 1],
  [undefined, "2", { timeout: 3 }, 2],
  [undefined, " ", { timeout: 3 }, 3],
  [undefined, "", {}, 60],
])(
  "the flag %s wins over the environment's %j, that over the file's %j, and that over the default: %i",
  (timeout, variable, file, expected) => {
    const given = { flags: { timeout }, env: { USDOT_TIMEOUT: variable } };
    expect(resolved(given, { ...file }).values.timeout).toBe(expected);
  },
);

const notUrl = "is not a URL such as https://carriers.example.com";
const tooMuch =
  "has a user name, a password, a query or a fragment, which a base URL cannot have";

it.each([
  ["timeout", "0", "is not a number of seconds from 0.001 to 3600"],
  ["max-wait", "86401", "is not a number of seconds from 0 to 86400"],
  ["retries", "11", "is not a whole number from 0 to 10"],
  ["concurrency", "0", "is not a whole number from 1 to 64"],
  ["concurrency", "1.5", "is not a whole number from 1 to 64"],
  ["batch-size", "", "is not a whole number from 1 to 10000"],
  ["fields", " , ", "does not name a field"],
  ["sample", "maybe", "is neither true nor false"],
  ["api-key", "'CANARY'", "is in quotes; remove them"],
  ["base-url", "ftp://x.example", notUrl],
  [
    "base-url",
    "x.example/a",
    "is not a URL; did you mean https://x.example/a?",
  ],
  [
    "base-url",
    "localhost:8080",
    "is not a URL; did you mean http://localhost:8080?",
  ],
  ["base-url", "https://me:CANARY@x.example", tooMuch],
  ["base-url", "https://x.example/?key=CANARY", tooMuch],
])(
  "%s: %j is refused: what is wrong, where, without a secret",
  (name, value, words) => {
    const quoted = value.includes("CANARY") ? "" : ` ${JSON.stringify(value)}`;
    const message = `${name}${quoted} (from --${name}) ${words}`;
    expect(() => resolved({ flags: { [name]: value } })).toThrow(
      expect.objectContaining({ message }),
    );
  },
);

it.each(["USDOT_POLICY", "USDOT_EVIDENCE"])(
  "%s must not be lost: empty, it is refused",
  (variable) => {
    expect(() => resolved({ env: { [variable]: "" } })).toThrow(
      `"" (from ${variable}) is empty`,
    );
  },
);

it.each([
  ["https://x.example/api/v1/carriers/2233855/safety", "/api"],
  ["https://x.example//v1//", ""],
  ["https://x.example/v1/other", "/v1/other"],
])(
  "a base URL that was pasted as %s is without what is added to it",
  (pasted, path) => {
    const { values } = resolved({ flags: { "base-url": pasted } });
    expect(values["base-url"]).toBe(url + path);
  },
);

it("every mistake is named at once, with where it is", () => {
  const env = { USDOT_TIMEOUT: "soon", USDOT_POLCIY: "p", USDOT_MY: "/" };
  const values = { retries: "x", tiemout: 1, config: "x", by: { a: 1 } };
  expect(() => resolved({ env }, values)).toThrow(
    expect.objectContaining({
      lines: [
        `unknown setting "tiemout" in ${path}`,
        `unknown setting "config" in ${path}`,
        "unknown variable USDOT_POLCIY (did you mean USDOT_POLICY?)",
        `by (from ${path}) is not text`,
        'timeout "soon" (from USDOT_TIMEOUT) is not a number of seconds from 0.001 to 3600',
        `retries "x" (from ${path}) is not a whole number from 0 to 10`,
      ],
      hint: "see: usdot help options",
    }),
  );
});

it.each<[string, Partial<Layers>, object, SettingName, unknown]>([
  [
    "the stronger counts",
    { env: { USDOT_API_KEY_FILE: "k" } },
    { "api-key": "a" },
    "api-key",
    undefined,
  ],
  [
    "a switched off one does not",
    { flags: { quiet: false } },
    { verbose: true },
    "verbose",
    true,
  ],
  [
    "--sample beats a saved base URL",
    { flags: { sample: true } },
    { "base-url": url },
    "base-url",
    undefined,
  ],
  [
    "--base-url beats a saved sample",
    { flags: { "base-url": url } },
    { sample: true },
    "sample",
    undefined,
  ],
  [
    "at the same level, the first",
    { env: { USDOT_QUIET: "1", USDOT_VERBOSE: "1" } },
    {},
    "verbose",
    undefined,
  ],
])(
  "settings that exclude each other: %s",
  (_, given, values, name, expected) => {
    expect(resolved(given, { ...values }).values[name]).toBe(expected);
  },
);

it.each([
  [
    "not against --format",
    { flags: { output: "a.csv", format: "json" } },
    {},
    "json",
  ],
  [
    "not against a format set where it is",
    {},
    { output: "a.csv", format: "json" },
    "json",
  ],
  ["none", { flags: { output: "out" } }, { format: "json" }, "json"],
  [".txt", { flags: { output: "a.txt" } }, { format: "json" }, "table"],
])(
  "the extension of --output decides the format: %s",
  (_, given, values, format) => {
    expect(resolved(given, values).values.format).toBe(format);
  },
);

it("paths in the file are relative to the file", () => {
  const file = { policy: "rules.yaml", "api-key-file": "key" };
  expect(resolved({}, file).values).toMatchObject({
    policy: "/home/me/rules.yaml",
    "api-key-file": "/home/me/key",
  });
  expect(resolved({ flags: { policy: "rules.yaml" } }).values.policy).toBe(
    "rules.yaml",
  );
});

it.each<[object, string, NodeJS.Platform, string]>([
  [{}, "/home/me", "linux", "/home/me/.config/usdot/config.json"],
  [{ XDG_CONFIG_HOME: "/xdg" }, "/home/me", "linux", "/xdg/usdot/config.json"],
  // A relative path of XDG's does not count.
  [{ XDG_CONFIG_HOME: "xdg" }, "/h", "linux", "/h/.config/usdot/config.json"],
  [{}, "", "linux", "/.config/usdot/config.json"],
  [
    { APPDATA: "C:\\Users\\me\\AppData" },
    "C:\\Users\\me",
    "win32",
    "C:\\Users\\me\\AppData\\usdot\\config.json",
  ],
])(
  "with %j, the configuration file in %j on %s is %s",
  (env, home, platform, path) => {
    expect(
      configFileOf(
        { env: { ...env }, home, platform, resolve: String },
        undefined,
      ),
    ).toEqual({ path, isNamed: false });
  },
);

it("on Windows, a file's mode says nothing about who reads its key", async () => {
  await refuseExposedKey("/nowhere", { "api-key": "k3y" }, "win32");
});

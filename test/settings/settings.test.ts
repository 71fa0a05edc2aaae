import { deepEqual, doesNotMatch, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SettingError } from "../../src/errors.ts";
import { environmentName, type OptionName, optionNames, options } from "../../src/settings/options.ts";
import { checkSetting, type SettingValues } from "../../src/settings/setting-values.ts";
import { exclusiveOf, resolveSettings, type Sources } from "../../src/settings/settings.ts";
import { anyCharacter } from "../support/characters.ts";

const path = "/home/me/.config/usdot/config.json";

function resolved({ flags = {}, env = {}, file = {} }: { flags?: object; env?: NodeJS.ProcessEnv; file?: object }) {
  return resolveSettings({
    flags: flags as Sources["flags"],
    env,
    file: { path, values: file as Sources["file"]["values"] },
  });
}

function refusalOf(action: () => unknown): { message: string; hint: string | undefined } {
  try {
    action();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    expect(error.kind).toBe("usage");
    return { message: error.message, hint: error.hint };
  }
  throw new Error("nothing was refused");
}

/** The value of a setting given as a flag. */
const flagged = (name: OptionName, given: unknown) => resolved({ flags: { [name]: given } }).values[name];

describe("valid values", () => {
  it.each<[OptionName, unknown, SettingValues[OptionName]]>([
    ["base-url", "https://carriers.example.com", "https://carriers.example.com"],
    ["base-url", "https://carriers.example.com/", "https://carriers.example.com"],
    ["base-url", "https://carriers.example.com/v1", "https://carriers.example.com"],
    ["base-url", "https://carriers.example.com/v1/", "https://carriers.example.com"],
    ["base-url", "https://carriers.example.com//v1//", "https://carriers.example.com"],
    ["base-url", "https://example.com/fmcsa/api", "https://example.com/fmcsa/api"],
    ["base-url", "https://example.com/fmcsa/api/v1/", "https://example.com/fmcsa/api"],
    ["base-url", "https://example.com/v10", "https://example.com/v10"],
    ["base-url", "https://example.com/apiv1", "https://example.com/apiv1"],
    ["base-url", "HTTPS://Carriers.Example.COM:443/", "https://carriers.example.com"],
    ["base-url", "http://127.0.0.1:8080", "http://127.0.0.1:8080"],
    ["base-url", "http://[::1]:8080/", "http://[::1]:8080"],
    ["api-key", "!~aZ09-_.=/+", "!~aZ09-_.=/+"],
    ["api-key-file", "key.txt", "key.txt"],
    ["config", "settings.json", "settings.json"],
    ["sample", true, true],
    ["sample", "false", false],
    ["format", "ndjson", "ndjson"],
    ["fields", "legal_name", ["legal_name"]],
    ["fields", " legal_name , fleet.drivers,", ["legal_name", "fleet.drivers"]],
    ["fields", ["legal_name", "fleet.drivers"], ["legal_name", "fleet.drivers"]],
    ["fields", "status,legal_name, status", ["status", "legal_name"]],
    ["fields", ["status", "legal_name", "status "], ["status", "legal_name"]],
    ["output", "out.csv", "out.csv"],
    ["csv-raw", "yes", true],
    ["timeout", "0.5", 0.5],
    ["timeout", ".5", 0.5],
    ["timeout", "0.25", 0.25],
    ["timeout", ".25", 0.25],
    ["timeout", " 60 ", 60],
    ["timeout", 86_400, 86_400],
    ["retries", "0", 0],
    ["retries", 10, 10],
    ["max-wait", "0", 0],
    ["batch-size", "1", 1],
    ["batch-size", "10000", 10_000],
    ["concurrency", "64", 64],
    ["quiet", "1", true],
    ["verbose", "off", false],
    ["color", "always", "always"],
  ])("%s: %j", (name, given, value) => {
    expect(flagged(name, given)).toEqual(value);
  });
});

describe("invalid values", () => {
  it.each<[OptionName, unknown, string]>([
    [
      "base-url",
      "carriers.example.com",
      'base-url "carriers.example.com" (from the flag --base-url) lacks its protocol; did you mean https://carriers.example.com?',
    ],
    [
      "base-url",
      "localhost:8080",
      'base-url "localhost:8080" (from the flag --base-url) lacks its protocol; did you mean http://localhost:8080?',
    ],
    ["base-url", "", 'base-url "" (from the flag --base-url) is empty'],
    [
      "base-url",
      "ftp://example.com",
      'base-url "ftp://example.com" (from the flag --base-url) is neither an https nor an http URL',
    ],
    [
      "base-url",
      "https://me:pass@example.com",
      "base-url (from the flag --base-url) contains a user name or password; set the key with api-key",
    ],
    [
      "base-url",
      "https://me@example.com",
      "base-url (from the flag --base-url) contains a user name or password; set the key with api-key",
    ],
    [
      "base-url",
      "https://:pass@example.com",
      "base-url (from the flag --base-url) contains a user name or password; set the key with api-key",
    ],
    [
      "base-url",
      "https://example.com?api_key=k",
      "base-url (from the flag --base-url) contains a query or a fragment, which a base URL cannot have",
    ],
    [
      "base-url",
      "https://example.com/#k",
      "base-url (from the flag --base-url) contains a query or a fragment, which a base URL cannot have",
    ],
    ["base-url", 7, "base-url 7 (from the flag --base-url) is not text"],
    ["api-key", "", "api-key (from the flag --api-key) is empty"],
    ["api-key", 7, "api-key (from the flag --api-key) is not text"],
    [
      "api-key",
      "a b",
      "api-key (from the flag --api-key) contains a space, a line break, a control or a non-ASCII character",
    ],
    ["api-key-file", "", 'api-key-file "" (from the flag --api-key-file) is empty'],
    ["config", "", 'config "" (from the flag --config) is empty'],
    ["sample", "perhaps", 'sample "perhaps" (from the flag --sample) is neither true nor false'],
    [
      "format",
      "xml",
      'format "xml" (from the flag --format) is not one of table, json, ndjson, csv, junit, sarif, github, markdown, html',
    ],
    ["fields", "", 'fields "" (from the flag --fields) is not a list of fields'],
    ["fields", " , ", 'fields " , " (from the flag --fields) names no field'],
    ["fields", [], "fields (from the flag --fields) names no field"],
    ["output", "", 'output "" (from the flag --output) is empty'],
    ["csv-raw", 7, "csv-raw 7 (from the flag --csv-raw) is neither true nor false"],
    ["timeout", "soon", 'timeout "soon" (from the flag --timeout) is not a number of seconds'],
    ["timeout", "60s", 'timeout "60s" (from the flag --timeout) is not a number of seconds'],
    ["timeout", "", 'timeout "" (from the flag --timeout) is not a number of seconds'],
    ["timeout", "Infinity", 'timeout "Infinity" (from the flag --timeout) is not a number of seconds'],
    ["timeout", "0", 'timeout "0" (from the flag --timeout) must be above 0'],
    ["timeout", "-1", 'timeout "-1" (from the flag --timeout) must be above 0'],
    ["timeout", "86401", 'timeout "86401" (from the flag --timeout) is more than a day'],
    ["retries", "", 'retries "" (from the flag --retries) is not a number'],
    ["retries", "0x3", 'retries "0x3" (from the flag --retries) is not a number'],
    ["retries", "1e1", 'retries "1e1" (from the flag --retries) is not a number'],
    ["retries", null, "retries (from the flag --retries) is not a number"],
    ["retries", true, "retries true (from the flag --retries) is not a number"],
    ["retries", [3], "retries (from the flag --retries) is not a number"],
    ["retries", "1.5", 'retries "1.5" (from the flag --retries) is not a whole number'],
    ["retries", "-1", 'retries "-1" (from the flag --retries) is below 0'],
    ["retries", "11", 'retries "11" (from the flag --retries) is above 10'],
    ["max-wait", "-0.1", 'max-wait "-0.1" (from the flag --max-wait) is below 0'],
    ["max-wait", "86401", 'max-wait "86401" (from the flag --max-wait) is more than a day'],
    ["batch-size", "0", 'batch-size "0" (from the flag --batch-size) is below 1'],
    ["batch-size", "10001", 'batch-size "10001" (from the flag --batch-size) is above 10000'],
    ["concurrency", "0", 'concurrency "0" (from the flag --concurrency) is below 1'],
    ["concurrency", "65", 'concurrency "65" (from the flag --concurrency) is above 64'],
    ["quiet", "maybe", 'quiet "maybe" (from the flag --quiet) is neither true nor false'],
    ["verbose", {}, "verbose (from the flag --verbose) is neither true nor false"],
    ["color", "blue", 'color "blue" (from the flag --color) is not one of auto, always, never'],
  ])("%s: %j", (name, given, message) => {
    expect(refusalOf(() => flagged(name, given))).toEqual({ message, hint: "see: usdot help options" });
  });

  it("name the variable and how to unset it", () => {
    expect(refusalOf(() => resolved({ env: { USDOT_MAX_WAIT: "long" } }))).toEqual({
      message: 'max-wait "long" (from the environment variable USDOT_MAX_WAIT) is not a number of seconds',
      hint: "change or unset USDOT_MAX_WAIT",
    });
  });

  it("name the file and the command that fixes it", () => {
    expect(refusalOf(() => resolved({ file: { timeout: "long" } }))).toEqual({
      message: `timeout "long" (from ${path}) is not a number of seconds`,
      hint: "change it with: usdot config set timeout VALUE",
    });
  });

  it("name no source when none is given", () => {
    expect(refusalOf(() => checkSetting("timeout", "long", { remedy: "guess again" }))).toEqual({
      message: 'timeout "long" is not a number of seconds',
      hint: "guess again",
    });
  });

  it("are not quoted if they may contain a secret", () => {
    const secret = "CANARY-4f9a";
    const places = [
      { "base-url": `https://me:${secret}@example.com` },
      { "base-url": `https://example.com/?key=${secret}` },
      { "base-url": `https://example.com/#${secret}` },
      { "base-url": { key: secret } },
      { "api-key": ` ${secret}` },
      { "api-key": { key: secret } },
      { timeout: { "api-key": secret } },
      { format: [secret] },
      { extra: secret },
    ];
    for (const file of places) expect(JSON.stringify(refusalOf(() => resolved({ file })))).not.toContain(secret);
  });
});

describe("an unknown setting in the file", () => {
  it.each(["bsae-url", "toString", "__proto__", "config"])("%s", (key) => {
    const file = JSON.parse(`{${JSON.stringify(key)}: "x"}`) as object;
    expect(refusalOf(() => resolved({ file }))).toEqual({
      message: `unknown setting "${key}" in ${path}`,
      hint: `remove it with: usdot config unset ${key}; see usdot help options`,
    });
  });
});

describe("origins", () => {
  it("are recorded for every value", () => {
    const { values, origins } = resolved({
      flags: { timeout: "1" },
      env: { USDOT_TIMEOUT: "2", USDOT_RETRIES: "2" },
      file: { timeout: 3, retries: 3, concurrency: 3 },
    });
    expect(values).toMatchObject({ timeout: 1, retries: 2, concurrency: 3, color: "auto" });
    expect(origins).toMatchObject({
      timeout: { from: "flag", name: "--timeout" },
      retries: { from: "environment", name: "USDOT_RETRIES" },
      concurrency: { from: "file", name: path },
      color: { from: "default", name: "default" },
    });
    expect(origins.output).toBeUndefined();
  });

  it("treat an empty variable as unset", () => {
    expect(resolved({ env: { USDOT_TIMEOUT: "" } }).values.timeout).toBe(60);
  });

  it("resolve a key file against the configuration file, or against the current directory otherwise", () => {
    expect(resolved({ file: { "api-key-file": "key" } }).values["api-key-file"]).toBe("/home/me/.config/usdot/key");
    expect(resolved({ file: { "api-key-file": "/key" } }).values["api-key-file"]).toBe("/key");
    expect(resolved({ env: { USDOT_API_KEY_FILE: "key" } }).values["api-key-file"]).toBe("key");
    expect(refusalOf(() => resolved({ file: { "api-key-file": "" } })).message).toContain("is empty");
    expect(refusalOf(() => resolved({ file: { "api-key-file": 7 } })).message).toContain("is not text");
  });
});

describe("the format", () => {
  const format = (sources: { flags?: object; env?: object; file?: object }) => {
    const file = { path: "config.json", values: { ...sources.file } };
    const { values, origins } = resolveSettings({ flags: { ...sources.flags }, env: { ...sources.env }, file });
    return [values.format, origins.format?.name];
  };

  it.each(["NDJSON", "jsonl", "JsonL", " ndjson "])("%j is ndjson, wherever it is set", (given) => {
    expect(format({ flags: { format: given } })).toEqual(["ndjson", "--format"]);
    expect(format({ env: { USDOT_FORMAT: given } })).toEqual(["ndjson", "USDOT_FORMAT"]);
    expect(format({ file: { format: given } })).toEqual(["ndjson", "config.json"]);
  });

  it("is that of the output's extension, unless one is set", () => {
    expect(format({ flags: { output: "x.csv" } })).toEqual(["csv", "--output"]);
    expect(format({ flags: { output: "x.csv", format: "table" } })).toEqual(["table", "--format"]);
    expect(format({ flags: { output: "x.txt" } })).toEqual(["table", "default"]);
    expect(format({ flags: { output: "-" }, env: { USDOT_FORMAT: "json" } })).toEqual(["json", "USDOT_FORMAT"]);
  });

  it("of an extension counts as set where the output is", () => {
    expect(format({ flags: { output: "x.csv" }, env: { USDOT_FORMAT: "json" } })).toEqual(["csv", "--output"]);
    expect(format({ env: { USDOT_OUTPUT: "x.csv" }, file: { format: "json" } })).toEqual(["csv", "USDOT_OUTPUT"]);
    expect(format({ env: { USDOT_OUTPUT: "x.csv", USDOT_FORMAT: "json" } })).toEqual(["json", "USDOT_FORMAT"]);
    expect(format({ env: { USDOT_OUTPUT: "x.csv" }, flags: { format: "json" } })).toEqual(["json", "--format"]);
    expect(format({ file: { output: "x.csv", format: "json" } })).toEqual(["json", "config.json"]);
    expect(format({ file: { output: "x.csv" } })).toEqual(["csv", "config.json"]);
  });

  it("that is none says which it could be, for a suggestion", () => {
    const mistyped = { word: "cvs", names: expect.arrayContaining(["csv", "sarif"]) };
    expect(() => format({ flags: { format: "cvs" } })).toThrow(expect.objectContaining({ mistyped }));
    expect(() => format({ env: { USDOT_FORMAT: "cvs" } })).toThrow(expect.objectContaining({ mistyped }));
  });
});

describe("settings that exclude each other", () => {
  const pairs: [OptionName, string | true, OptionName, string | true][] = [
    ["api-key", "k3y", "api-key-file", "/key"],
    ["quiet", true, "verbose", true],
    ["sample", true, "base-url", "https://example.com"],
  ];
  /** Every level, from the weakest. */
  const levels: ((name: OptionName, value: string | true) => Parameters<typeof resolved>[0])[] = [
    (name, value) => ({ file: { [name]: value } }),
    (name, value) => ({ env: { [environmentName(name)]: String(value) } }),
    (name, value) => ({ flags: { [name]: value } }),
  ];
  const both = (one: Parameters<typeof resolved>[0], other: Parameters<typeof resolved>[0]) => ({
    flags: { ...one.flags, ...other.flags },
    env: { ...one.env, ...other.env },
    file: { ...one.file, ...other.file },
  });

  it.each(pairs)("%s (%s) and %s (%s): the stronger level wins", (one, oneValue, other, otherValue) => {
    for (const [weak, at] of levels.entries()) {
      for (const above of levels.slice(weak + 1)) {
        for (const [winner, loser] of [
          [one, other],
          [other, one],
        ] as const) {
          const give = (name: OptionName) => (name === one ? oneValue : otherValue);
          const { values, origins } = resolved(both(at(loser, give(loser)), above(winner, give(winner))));
          expect(values[winner]).toBe(give(winner));
          expect(values[loser]).toBeUndefined();
          expect(origins[loser]).toBeUndefined();
        }
      }
    }
  });

  it.each(pairs.slice(0, 2))(
    "%s (%s) and %s (%s) at the same level are an error",
    (one, oneValue, other, otherValue) => {
      const words = [`in ${path}`, "in the environment", "as flags"];
      for (const [index, at] of levels.entries()) {
        expect(refusalOf(() => resolved(both(at(one, oneValue), at(other, otherValue))))).toEqual({
          message: `${one} and ${other} are both set ${words[index]}`,
          hint: "set only one of them",
        });
      }
    },
  );

  it("sample and base-url are an error as flags; elsewhere, the URL is kept for later", () => {
    const url = "https://example.com";
    expect(refusalOf(() => resolved({ flags: { sample: true, "base-url": url } })).message).toBe(
      "sample and base-url are both set as flags",
    );
    for (const at of levels.slice(0, 2)) {
      expect(resolved(both(at("sample", true), at("base-url", url))).values).toMatchObject({
        sample: true,
        "base-url": url,
      });
    }
  });

  it("do not conflict when one of them is switched off", () => {
    expect(resolved({ file: { quiet: false, verbose: true } }).values).toMatchObject({ quiet: false, verbose: true });
  });

  it("are reported by exclusiveOf", () => {
    expect(optionNames.flatMap((name) => exclusiveOf(name) ?? [])).toEqual([
      "api-key-file",
      "api-key",
      "verbose",
      "quiet",
    ]);
  });
});

/** Settings that exclude no other, with two valid texts each. */
const texts: Partial<Record<OptionName, [string, string, string]>> = {
  format: ["json", "csv", "ndjson"],
  fields: ["legal_name", "a,b", "c.d"],
  output: ["one", "two", "three"],
  "csv-raw": ["true", "false", "yes"],
  timeout: ["1", "2.5", "3"],
  retries: ["0", "1", "2"],
  "max-wait": ["0", "10", "20"],
  "batch-size": ["1", "2", "3"],
  concurrency: ["1", "2", "3"],
  color: ["always", "never", "auto"],
};

describe("properties", () => {
  it("flag > environment > file > default, independently for each setting", () => {
    const level = fc.constantFrom(undefined, 0, 1, 2);
    const given = fc.record(
      Object.fromEntries(Object.keys(texts).map((name) => [name, fc.record({ flag: level, env: level, file: level })])),
    );
    fc.assert(
      fc.property(given, (choices) => {
        const sources = {
          flags: {} as Record<string, unknown>,
          env: {} as NodeJS.ProcessEnv,
          file: {} as Record<string, unknown>,
        };
        const expected: Record<string, { value: unknown; from: string }> = {};
        for (const [name, { flag, env, file }] of Object.entries(choices)) {
          const setting = name as OptionName;
          const text = (choice: number) => texts[setting]?.[choice] as string;
          if (flag !== undefined) sources.flags[name] = text(flag);
          if (env !== undefined) sources.env[environmentName(setting)] = text(env);
          if (file !== undefined) sources.file[name] = text(file);
          const fallback = { value: (options[setting] as { fallback?: unknown }).fallback, from: "default" };
          const parsed = (choice: number | undefined, from: string) =>
            choice === undefined ? undefined : { value: checkSetting(setting, text(choice), { remedy: "" }), from };
          expected[name] = parsed(flag, "flag") ?? parsed(env, "environment") ?? parsed(file, "file") ?? fallback;
        }
        const { values, origins } = resolved(sources);
        const found = Object.keys(choices).map((name) => {
          const value = values[name as OptionName];
          return [name, { value, from: origins[name as OptionName]?.from ?? "default" }];
        });
        deepEqual(Object.fromEntries(found), expected);
      }),
      { numRuns: 1000 },
    );
  });

  it("normalizing a base URL is idempotent and keeps the origin", () => {
    const piece = fc.constantFrom("/", "v1", "/v1", "api", "/v1/", "..", "%2e", "//", "V1", "é", "\\");
    const tail = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    const url = fc
      .tuple(fc.constantFrom("https://example.com", "http://127.0.0.1:8080", "https://EXAMPLE.com:443"), tail)
      .map(([origin, path]) => `${origin}/${path}`);
    fc.assert(
      fc.property(url, (given) => {
        const once = checkSetting("base-url", given, { remedy: "" }) as string;
        equal(checkSetting("base-url", once, { remedy: "" }), once);
        equal(new URL(once).origin, new URL(given).origin);
        doesNotMatch(once, /\/$|\/v1$/);
      }),
      { numRuns: 1000 },
    );
  });

  it("a key is accepted unchanged if and only if it is printable ASCII", () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), fc.stringMatching(/^[\x21-\x7e]+$/));
    fc.assert(
      fc.property(text, (given) => {
        const printable = [...given].every((character) => character > " " && character < "\u007f") && given !== "";
        let accepted: unknown;
        try {
          accepted = checkSetting("api-key", given, { remedy: "" });
        } catch (error) {
          // Short keys may appear in the message by chance.
          if (given.length > 9) ok(!String(error).includes(given));
        }
        equal(accepted, printable ? given : undefined);
      }),
      { numRuns: 2000 },
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ApiKey, apiKeyFor } from "../../src/settings/api-key.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { folder } from "../support/resources.ts";

interface Given {
  baseUrl?: string;
  flags?: object;
  env?: NodeJS.ProcessEnv;
  file?: Record<string, unknown>;
}

const path = "/home/me/config.json";
const here = "https://carriers.example.com";
const withheldFrom = (service: string) => ({
  withheld: `the API key in ${path} is only for the base-url in the same file, so it was not sent to ${service}; set that service's key with --api-key-file or USDOT_API_KEY`,
});

function keyFor({
  baseUrl = here,
  flags = {},
  env = {},
  file = {},
}: Given): Promise<ApiKey> {
  const settings = resolveSettings({
    flags,
    env,
    file: { path, values: file },
  });
  return apiKeyFor(baseUrl, settings, String);
}

function keyFile(content: string | Uint8Array = "from-file\n"): string {
  const { at, write } = folder();
  return at(write("key", content));
}

it.each([
  ["none is set", {}, undefined],
  [
    "a flag's goes anywhere",
    {
      flags: { "api-key": "k3y" },
      file: { "base-url": "https://other.example" },
    },
    "k3y",
  ],
  ["a variable's is trimmed", { env: { USDOT_API_KEY: "k3y\n" } }, "k3y"],
  [
    "a file's as PowerShell writes it",
    {
      env: {
        USDOT_API_KEY_FILE: keyFile(Buffer.from("\uFEFFk3y\r\n", "utf16le")),
      },
    },
    "k3y",
  ],
  [
    "a stronger source wins",
    {
      flags: { "api-key-file": keyFile() },
      env: { USDOT_API_KEY: "e" },
      file: { "api-key": "f" },
    },
    "from-file",
  ],
  [
    "the configuration file's, for its own base URL",
    {
      file: { "api-key": "k3y", "base-url": here },
      baseUrl: `${here}:443/path`,
    },
    "k3y",
  ],
  [
    "the same, by a key file",
    { file: { "api-key-file": keyFile(), "base-url": here } },
    "from-file",
  ],
])("which key is sent: %s", async (_, given, key) => {
  expect(await keyFor(given)).toEqual(key === undefined ? {} : { key });
});

describe.each(["api-key", "api-key-file"])(
  "%s in the configuration file",
  (name) => {
    // Not even read: there is no such file.
    const file = { [name]: "/nowhere" };

    it.each([
      "https://other.example.com",
      "https://carriers.example.com.evil.example",
      "https://carriers.example.com:8443",
      "http://carriers.example.com",
      "http://127.0.0.1:8080",
    ])("is not sent to %s", async (baseUrl) => {
      expect(
        await keyFor({ file: { ...file, "base-url": here }, baseUrl }),
      ).toEqual(withheldFrom(baseUrl));
    });

    it("is not sent without a base URL beside it", async () => {
      expect(await keyFor({ file })).toEqual(withheldFrom(here));
    });
  },
);

it("no key is ever sent over http to a host that is not this machine", async () => {
  const names = fc.constantFrom(
    "localhost",
    "[::1]",
    "127.0.0.1",
    "127.1.2.3",
    "localhost.example",
    "service.localhost",
    "0.0.0.0",
  );
  const host = fc.oneof(fc.domain(), fc.ipV4(), names);
  await fc.assert(
    fc.asyncProperty(host, fc.boolean(), async (name, inFile) => {
      const baseUrl = `http://${name}`;
      const given = inFile
        ? { file: { "api-key": "k", "base-url": baseUrl } }
        : { flags: { "api-key": "k" } };
      const { key } = await keyFor({ ...given, baseUrl });
      const isLocal = /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(
        new URL(baseUrl).hostname,
      );
      expect(key).toBe(isLocal ? "k" : undefined);
    }),
    { numRuns: 200 },
  );
});

const contains =
  "contains a space, a line break, a control or a non-ASCII character";
it.each([
  ["CANARY\n4f9a", contains],
  ["CANARY-é", contains],
  ["\n", "is empty"],
])(
  "a key file with %j is refused without being quoted",
  async (text, reason) => {
    const file = keyFile(text);
    const flags = { "api-key-file": file };
    await expect(keyFor({ flags })).rejects.toThrow(
      `api-key (from ${file}) ${reason}`,
    );
  },
);

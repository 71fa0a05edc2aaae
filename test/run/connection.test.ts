import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listening, temporaryDirectory } from "../support/resources.ts";
import { type MemoryOptions, run } from "../support/run.ts";

/** A service that answers every request, and the keys that it was given. */
async function recorder() {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers["x-api-key"] as string | undefined);
    const headers = {
      "content-type": "application/json",
      date: "Sat, 21 Nov 2026 12:00:05 GMT",
    };
    response
      .writeHead(200, headers)
      .end('{"dot_number":"1","legal_name":"ACME","status":"ACTIVE"}');
  });
  return { url: `http://${await listening(server)}`, keys };
}

describe("a key", () => {
  it("from the configuration file is not sent to another service, and says so", async () => {
    const { url, keys } = await recorder();
    const cwd = temporaryDirectory();
    const values = {
      "api-key": "CANARY",
      "base-url": "https://carriers.example.com",
    };
    writeFileSync(join(cwd, "c.json"), JSON.stringify(values), { mode: 0o600 });
    const result = await run(
      ["carrier", "1", "--json", "--config", "c.json", "--base-url", url],
      { cwd },
    );
    expect([result.status, keys]).toEqual([0, [undefined]]);
    expect(result.stderr).toMatch(
      /^usdot: warning: the API key in .*c\.json is for https:\/\/carriers\.example\.com, so it was not sent/,
    );
    expect(result.stdout + result.stderr).not.toContain("CANARY");
  });

  it.each<[string[], string]>([
    [
      [],
      "usdot config set api-key; to try it without: usdot --sample bulk 9000001",
    ],
    [
      ["--config", "c.json"],
      "usdot config set api-key --config c.json; to try it without: usdot --sample bulk 9000001",
    ],
  ])("is needed for a bulk lookup: %j", async (args, hint) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, "c.json"), "{}");
    const needed =
      "a bulk lookup needs an API key; set USDOT_API_KEY or --api-key-file PATH, or run";
    expect(
      await run(["bulk", "1", "--base-url", "https://a.example", ...args], {
        cwd,
      }),
    ).toMatchObject({
      status: 4,
      stderr: `usdot: ${needed} ${hint}\n`,
    });
  });
});

it.each<[string[], MemoryOptions, string]>([
  [
    ["carrier", "9000001"],
    { env: { USDOT_FORMAT: "html" } },
    "carrier cannot write html (from USDOT_FORMAT); use ",
  ],
  [
    ["carrier", "9000001", "-o", "x.md"],
    {},
    "carrier cannot write markdown (from --output); use ",
  ],
  [
    ["carrier", "9000001", "--format", "xlsx"],
    { tty: true },
    "cannot print a workbook to a terminal; write it to a file: ",
  ],
])(
  "%j: a format that cannot be names where it was set",
  async (args, options, message) => {
    const { status, stderr } = await run(["--sample", ...args], options);
    expect(status).toBe(2);
    expect(stderr).toContain(`usdot: ${message}`);
  },
);

it("a workbook goes to a pipe as the bytes that it is", async () => {
  const { status, bytes } = await run([
    "--sample",
    "-q",
    "carrier",
    "9000001",
    "--format",
    "xlsx",
  ]);
  expect([status, bytes.subarray(0, 2).toString()]).toEqual([0, "PK"]);
});

import { chmodSync } from "node:fs";
import { expect, it } from "vitest";
import { always, record } from "../service/loopback.ts";
import { folder } from "../support/resources.ts";
import { refusal, run } from "../support/run.ts";

it("a key from the configuration file is not sent to another service, and says so", async () => {
  const { origin, asked } = await always(200, record("1"));
  const values = {
    "api-key": "CANARY",
    "base-url": "https://carriers.example.com",
  };
  const { path: cwd, at } = folder({ "c.json": JSON.stringify(values) });
  chmodSync(at("c.json"), 0o600);
  const args = `carrier 1 --json --config c.json --base-url ${origin}`;
  const { status, stdout, stderr } = await run(args, { cwd });
  expect([status, asked.length]).toEqual([0, 1]);
  expect(asked[0]?.headers).not.toHaveProperty("x-api-key");
  expect(stderr).toMatch(
    /^usdot: warning: the API key in .*c\.json is only for the base-url in the same file, so it was not sent/,
  );
  expect(stdout + stderr).not.toContain("CANARY");
});

it("a key is needed for a bulk lookup", async () => {
  expect(await run("bulk 1 --base-url https://a.example")).toMatchObject({
    status: 4,
    stderr:
      "usdot: a bulk lookup needs an API key; set USDOT_API_KEY or --api-key-file PATH, or run usdot config set api-key; to try it without: usdot --sample bulk 9000001\n",
  });
});

it("a workbook goes to a pipe as the bytes that it is, and to no terminal", async () => {
  const args = "--sample carrier 9000001 --format xlsx";
  const { status, bytes } = await run(args);
  expect([status, bytes.subarray(0, 2).toString()]).toEqual([0, "PK"]);
  const report = "--sample vet 9000001 -o a.csv --report xlsx=-";
  for (const printing of [args, report])
    expect(await run(printing, { tty: true })).toMatchObject(
      refusal("cannot print a workbook to a terminal; write it to a file: "),
    );
});

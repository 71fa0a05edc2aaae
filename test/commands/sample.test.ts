import { createServer } from "node:http";
import { expect, it } from "vitest";
import { run as runInHost } from "../../src/main.ts";
import { listening } from "../support/resources.ts";
import { memoryHost, run, stoppable } from "../support/run.ts";

it("answers at the URL that it prints, until it is stopped", async () => {
  const { signal, stop } = stoppable();
  const { host, stdout, stderr } = memoryHost({ signal });
  const ended = runInHost(["sample"], host);
  while (stdout().length === 0) await new Promise(setImmediate);
  const url = stdout().toString().trimEnd();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(stderr().toString()).toContain("the carriers are invented");
  const record = await run(`carrier 9000001 --json --base-url ${url}`);
  expect(JSON.parse(record.stdout).dot_number).toBe("9000001");
  stop();
  expect(await ended).toBe(130);
  expect((await run("sample -q", { signal })).stderr).not.toContain("sample");
});

it("says which port is taken", async () => {
  const [, port = ""] = (await listening(createServer())).split(":");
  expect(await run(`sample --port ${port}`)).toMatchObject({
    status: 7,
    stderr: `usdot: cannot listen on port ${port} (EADDRINUSE); choose another with --port\n`,
  });
});

it("--list says what each number is and how a lookup of it ends, as a table and as JSON", async () => {
  const listed: Record<string, unknown>[] = JSON.parse(
    (await run("sample --list --json")).stdout,
  );
  const { stdout } = await run("sample --list");
  expect(listed.length).toBeGreaterThan(20);
  for (const { dot_number, exit_status, what } of listed)
    expect(stdout.replace(/ {2,}/g, "  ")).toContain(
      `${dot_number}  ${exit_status}  ${what}`,
    );
});

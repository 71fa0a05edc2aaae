/** A service that answers nothing any more: a list stops asking, and its books hold. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { closedOrigin, respond, serve } from "../service/loopback.ts";
import { runInProcess } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";

const input = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`).join("");

describe.each([
  [429, { "retry-after": "1" }],
  [503, {}],
])("after a %i for each attempt", (status, headers) => {
  it("a list of 20 gets four attempts for each of five numbers, and none for the others", async () => {
    const service = await serve((_, __, response) => respond(response, status, "", headers));
    const [out, rejects] = ["rows.ndjson", "rest.csv"].map((name) => join(temporaryDirectory(), name)) as [
      string,
      string,
    ];
    const args = `carrier - --concurrency 1 --base-url ${service.origin} -o ${out} --rejects ${rejects}`;
    const run = await runInProcess(args.split(" "), { input });
    expect(run.status).toBe(5);
    expect(service.asked).toHaveLength(5 * 4);
    expect(run.err).toContain("usdot: not asked, since 5 lookups in a row had no answer: ");
    expect(run.err).toContain("usdot: note: 15 numbers have no complete answer for that reason");
    const rows = readFileSync(out, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows.map((row) => [row.dot_number, row.error.code])).toEqual(
      input
        .trimEnd()
        .split("\n")
        .map((number) => [number, "unreachable"]),
    );
    expect(readFileSync(rejects, "utf8").trimEnd().split("\n")).toHaveLength(1 + 20);
  });
});

it("what was answered before counts, and --resume asks for the rest", async () => {
  let isUp = true;
  const service = await serve((nth, { url }, response) => {
    if (nth > 3 && isUp) isUp = false;
    if (isUp) respond(response, 200, { dot_number: url.split("/").at(-1) });
    else respond(response, 503);
  });
  const out = join(temporaryDirectory(), "rows.csv");
  const args = `carrier - --retries 0 --concurrency 1 --base-url ${service.origin} -o ${out}`.split(" ");
  expect((await runInProcess(args, { input })).status).toBe(8);
  expect(service.asked).toHaveLength(3 + 5);
  const healed = await serve((_, { url }, response) => respond(response, 200, { dot_number: url.split("/").at(-1) }));
  const again = args.map((arg) => (arg === service.origin ? healed.origin : arg));
  const resumed = await runInProcess([...again, "--resume"], { input });
  expect(resumed.err).toContain("17 answered");
  expect(healed.asked).toHaveLength(17);
});

it("a service that cannot be reached is given up as well, also by vet and snapshot", async () => {
  const origin = await closedOrigin();
  for (const command of ["carrier", "snapshot", "vet"]) {
    const { err, host } = await runInProcess([command, "-", "--concurrency", "1", "--base-url", origin], { input });
    expect(err).toContain("usdot: not asked, since 5 lookups in a row had no answer: nothing answers at");
    expect(err).toMatch(/15 numbers have no (complete )?answer for that reason/);
    expect(host.slept.length).toBeLessThan(5 * 3 * 3 + 1);
  }
});

/** A server of the Model Context Protocol that answers for long (run `npm run build` first). */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { respond, serve } from "../service/loopback.ts";
import { goodRecord } from "../support/carrier-records.ts";
import { temporaryDirectory } from "../support/resources.ts";
import { startUsdot } from "../support/usdot.ts";

it.skipIf(process.platform !== "linux")("takes no more memory for a thousand calls than for two hundred", async () => {
  const service = await serve((_, __, response) => respond(response, 200, goodRecord("carrier", "1")));
  const child = startUsdot(temporaryDirectory(), ["mcp", "--base-url", service.origin], {}, { stdio: "pipe" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const answers = createInterface(child.stdout as Readable)[Symbol.asyncIterator]();
  let sent = 0;
  const ask = (method: string, params: object) => {
    sent += 1;
    (child.stdin as Writable).write(`${JSON.stringify({ jsonrpc: "2.0", id: sent, method, params })}\n`);
  };
  const calls = async (count: number) => {
    for (let done = 0; done < count; done += 20) {
      for (let call = 0; call < 20; call++)
        ask("tools/call", { name: "get_carrier", arguments: { dot_number: 1, records: ["carrier"] } });
      for (let call = 0; call < 20; call++) expect((await answers.next()).value).toContain("PLAUSIBLE FREIGHT");
    }
  };
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) / 1_024;
  ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } });
  expect((await answers.next()).value).toContain("serverInfo");
  await calls(200);
  const before = resident();
  await calls(800);
  expect(resident() - before).toBeLessThan(40);
});

/** What we import of packages by a path inside, and what the build leaves out of them: fails when an update moves it, and says where to look. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("undici's inside is what it was", async () => {
  const undici = await import("undici");
  const { default: Pool } = await import("undici/lib/dispatcher/pool.js");
  const { default: ProxyAgent } = await import("undici/lib/dispatcher/proxy-agent.js");
  const { default: connect } = await import("undici/lib/api/api-connect.js");
  expect(Pool).toBe(undici.Pool);
  expect(ProxyAgent).toBe(undici.ProxyAgent);
  expect(connect).toBe(undici.Dispatcher.prototype.connect);
  expect([Pool.name, ProxyAgent.name]).toEqual(["Pool", "ProxyAgent"]);
  for (const { prototype } of [Pool, ProxyAgent]) {
    expect([typeof prototype.dispatch, typeof prototype.destroy]).toEqual(["function", "function"]);
  }
});

test.each([
  ["undici/lib/dispatcher/client.js", "require('./client-h2.js')"],
  ["undici/lib/dispatcher/client.js", "http.maxHeaderSize"],
  ["undici/lib/dispatcher/client-h1.js", "require('../web/fetch/body.js')"],
  ["undici/lib/core/util.js", "const { IncomingMessage } = require('node:http')"],
  ["undici/lib/dispatcher/client-h1.js", "require('node:assert')"],
  ["undici/lib/dispatcher/client-h1.js", "require('../llhttp/llhttp_simd-wasm.js')"],
  ["chalk/source/index.js", "from '#supports-color'"],
  ["cli-table3/src/utils.js", "require('string-width')"],
  ["cli-table3/src/cell.js", "require('@colors/colors/safe')"],
  ["commander/lib/command.js", "require('node:child_process')"],
])("%s still loads what the build leaves out: %s", (file, part) => {
  expect(readFileSync(`node_modules/${file}`, "utf8")).toContain(part);
});

test("undici's assertions are of truth alone", () => {
  const files = readdirSync("node_modules/undici/lib", { recursive: true, encoding: "utf8" });
  const used = files
    .filter((file) => /^(core|dispatcher|api|handler|util)\/.*\.js$/.test(file))
    .filter((file) => /assert\.\w|ERR_ASSERTION/.test(readFileSync(`node_modules/undici/lib/${file}`, "utf8")));
  expect(used).toEqual([]);
});

/** What we import of undici by its path inside the package: fails when an update moves it, and says where to look. */
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

/** The route of a request: through the proxy in the environment or not, and with which key. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SampleService, startSampleService } from "../../src/sample/server.ts";
import { runInProcess } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.close());

/** A proxy that refuses connections: no request gets through it. */
const closed = "http://127.0.0.1:1";
const look = (env: Record<string, string>) =>
  runInProcess(["carrier", "9000001", "--base-url", service.url, "--retries", "0"], { env });

describe("NO_PROXY", () => {
  it.for<[string, boolean]>([
    ["127.0.0.1", true],
    ["carriers.test, 127.0.0.1", true],
    ["*", true],
    ["127.0.0.1:PORT", true],
    ["127.0.0.0/8", true],
    ["0.0.1", false],
    [".0.0.1", false],
    ["*.0.0.1", false],
    ["", false],
    ["127.0.0.1:1", false],
    ["27.0.0.1", false],
    ["localhost", false],
  ])("%s: bypasses the proxy: %s", async ([noProxy, directly]) => {
    const exempt = noProxy.replace("PORT", new URL(service.url).port);
    const { status } = await look({ HTTP_PROXY: closed, NO_PROXY: exempt });
    expect(status).toBe(directly ? 0 : 5);
  });
});

describe("the proxy in the environment", () => {
  it("applies to its own scheme, lowercase first, and may lack a scheme itself", async () => {
    expect((await look({ HTTPS_PROXY: closed })).status).toBe(0);
    expect((await look({ http_proxy: "127.0.0.1:1" })).status).toBe(5);
    expect((await look({ http_proxy: closed, HTTP_PROXY: "http://127.0.0.1:2", no_proxy: "127.0.0.1" })).status).toBe(
      0,
    );
  });

  it("may have a path, which means nothing", async () => {
    expect((await look({ http_proxy: `${closed}/path?query#fragment` })).status).toBe(5);
  });

  const notEscaped = "in its user and password, write % as %25";
  it.each([
    ["socks5://127.0.0.1:1080", "change or unset it"],
    ["http://", "change or unset it"],
    ["http://user:100%@127.0.0.1:9", notEscaped],
    ["user:100%@127.0.0.1:9", notEscaped],
    ["http://us%ffer@127.0.0.1:9", notEscaped],
    ["http://%4:1@127.0.0.1:9", notEscaped],
  ])("must be a valid http or https URL: %s", async (proxy, hint) => {
    const { status, err } = await look({ HTTP_PROXY: proxy });
    expect(err).toBe(`usdot: the environment variable HTTP_PROXY is not an http or https URL; ${hint}\n`);
    expect(status).toBe(2);
  });
});

it("the sample accepts a key saved for a service, without a warning", async () => {
  const home = temporaryDirectory();
  const directory = join(home, ".config", "usdot");
  mkdirSync(directory, { recursive: true });
  const config = { "base-url": "https://carriers.example.com", "api-key": "kept" };
  writeFileSync(join(directory, "config.json"), JSON.stringify(config), { mode: 0o600 });
  const { status, err } = await runInProcess(["--sample", "bulk", "9000001"], { home });
  expect(err).not.toContain("warning");
  expect(status).toBe(0);
});

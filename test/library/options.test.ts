/** What a client may be made of, and in which words it is refused. */
import { expect, it } from "vitest";
import { CarrierLookup, type CarrierLookupOptions, SettingError } from "../../src/library/index.ts";
import { checkOptions } from "../../src/library/options.ts";

const baseUrl = "https://carriers.example.com";

it("has the defaults of the settings", () => {
  expect(checkOptions({ baseUrl: `${baseUrl}/v1/` })).toMatchObject({
    baseUrl,
    apiKey: undefined,
    proxy: undefined,
    timeout: 60_000,
    retries: 3,
    maxWait: { single: 60_000, list: 300_000 },
    concurrency: 4,
    batchSize: 50,
  });
});

it("takes seconds", () => {
  const { timeout, maxWait } = checkOptions({ baseUrl, timeout: 0.5, maxWait: 2 });
  expect({ timeout, maxWait }).toEqual({ timeout: 500, maxWait: { single: 2_000, list: 2_000 } });
});

it.for<[Record<string, unknown> | undefined, string]>([
  [undefined, "baseUrl is required: the service to look carriers up in"],
  [{ baseUrl: undefined }, "baseUrl is required: the service to look carriers up in"],
  [{ baseUrl: "carriers" }, 'baseUrl "carriers" is not a URL such as https://carriers.example.com'],
  [
    { baseUrl: "ftp://carriers.example.com" },
    'baseUrl "ftp://carriers.example.com" is neither an https nor an http URL',
  ],
  [{ baseUrl: "https://u:p@x.example" }, "baseUrl contains a user name or password; give the key as apiKey"],
  [{ apiKey: "two\nlines" }, "apiKey contains a space, a line break, a control or a non-ASCII character"],
  [{ apiKey: "" }, "apiKey is empty"],
  [{ timeout: 0 }, "timeout 0 must be above 0"],
  [{ timeout: Number.NaN }, "timeout NaN is not a number of seconds"],
  [{ timeout: null }, "timeout is not a number of seconds"],
  [{ timeout: Promise.resolve(5) }, "timeout is not a number of seconds"],
  [{ timeout: () => 5 }, "timeout is not a number of seconds"],
  [{ retries: null }, "retries is not a number"],
  [{ maxWait: null }, "maxWait is not a number of seconds"],
  [{ concurrency: null }, "concurrency is not a number"],
  [{ concurrency: Number.POSITIVE_INFINITY }, "concurrency Infinity is not a number"],
  [{ batchSize: null }, "batchSize is not a number"],
  [{ baseUrl: null }, "baseUrl is not text"],
  [{ apiKey: null }, "apiKey is not text"],
  [{ retries: 11 }, "retries 11 is above 10"],
  [{ maxWait: -1 }, "maxWait -1 is below 0"],
  [{ concurrency: 65 }, "concurrency 65 is above 64"],
  [{ batchSize: 1.5 }, "batchSize 1.5 is not a whole number"],
  [{ userAgent: "x\r\ny: z" }, "userAgent is empty or contains a line break, a control or a non-ASCII character"],
  [{ userAgent: "" }, "userAgent is empty or contains a line break, a control or a non-ASCII character"],
  [{ userAgent: null }, "userAgent is not text"],
  [{ userAgent: 5 }, "userAgent is not text"],
  [{ signal: "SIGTERM" }, "signal is not an AbortSignal"],
  [{ signal: null }, "signal is not an AbortSignal"],
  [{ signal: { aborted: false } }, "signal is not an AbortSignal"],
  [{ onNotice: "warn" }, "onNotice is not a function"],
  [{ onNotice: null }, "onNotice is not a function"],
  [{ proxy: null }, "proxy is not text"],
  [{ proxy: Object.create(null) }, "proxy is not text"],
  [{ proxy: "socks5://127.0.0.1:1" }, "proxy is not an http or https URL"],
  [{ proxy: "" }, "proxy is not an http or https URL"],
  [{ proxy: "http://user:100%@proxy" }, "proxy is not an http or https URL"],
  [
    { baseUrl: "http://carriers.example.com", apiKey: "k" },
    "an API key is never sent over plain http, where anyone on the network can read it; use an https base URL",
  ],
  [
    { baseUrl: "http://127.0.0.1:1", apiKey: "k", proxy: "http://proxy.example" },
    "an API key is never sent over plain http through a proxy, which can read it; go around the proxy, or use an https base URL",
  ],
])("refuses %j", ([given, message]) => {
  const options = (given && { baseUrl, ...given }) as unknown as CarrierLookupOptions;
  const make = () => new CarrierLookup(options);
  expect(make).toThrow(SettingError);
  expect(make).toThrow(expect.objectContaining({ message, hint: undefined }));
});

it("has the default for an option that is undefined", () => {
  const names = ["apiKey", "timeout", "retries", "maxWait", "concurrency", "batchSize", "userAgent", "proxy"];
  const given = Object.fromEntries([...names, "signal", "onNotice"].map((name) => [name, undefined]));
  const { signal: _, onNotice: __, ...values } = checkOptions({ baseUrl, ...given });
  const { signal: ___, onNotice: ____, ...defaults } = checkOptions({ baseUrl });
  expect(values).toEqual(defaults);
});

it("refuses a BigInt, which JSON does not have", () => {
  const make = () => new CarrierLookup({ baseUrl, concurrency: 4n as unknown as number });
  expect(make).toThrow(new SettingError("concurrency is not a number"));
});

it.for<[string, string | undefined]>([
  ["http://127.0.0.1:8080", undefined],
  ["http://localhost", "http://127.0.0.1:3128"],
  ["https://carriers.example.com", "http://proxy.example:3128"],
])("sends a key to %s", ([url, proxy]) => {
  expect(checkOptions({ baseUrl: url, apiKey: "k", proxy }).apiKey).toBe("k");
});

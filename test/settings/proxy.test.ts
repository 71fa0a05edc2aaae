import { describe, expect, it } from "vitest";
import { proxyFor } from "../../src/settings/proxy.ts";

const proxy = "http://proxy.example:3128";
const exempt = (baseUrl: string, noProxy: string, name = "NO_PROXY") =>
  proxyFor(baseUrl, { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, [name]: noProxy }) === undefined;

describe("NO_PROXY", () => {
  it.each<[string, string]>([
    ["https://example.com", "example.com"],
    ["https://example.com", "EXAMPLE.com"],
    ["https://www.example.com", "example.com"],
    ["https://www.example.com", ".example.com"],
    ["https://example.com", ".example.com"],
    ["https://www.example.com", "*.example.com"],
    ["https://example.com.", "example.com"],
    ["https://example.com", "example.com."],
    ["https://www.example.com", "other.example, ,example.com"],
    ["https://example.com", "other.example example.com"],
    ["https://example.com", "example.com:443"],
    ["http://example.com:8080", "example.com:8080"],
    ["https://example.com", "*"],
    ["https://[::1]", "*"],
    ["http://127.0.0.1", "127.0.0.1"],
    ["http://127.0.0.1:8080", "127.0.0.1:8080"],
    ["http://127.1", "127.0.0.1"],
    ["http://127.0.0.1", "127.0.0.0/8"],
    ["http://10.1.2.3", "10.1.2.3/32"],
    ["http://10.1.2.3", "0.0.0.0/0"],
    ["http://192.168.15.9", "192.168.0.0/20"],
    ["http://[::1]", "::1"],
    ["http://[::1]", "[::1]"],
    ["http://[::1]:8080", "[::1]:8080"],
    ["http://[::1]", "0:0:0:0:0:0:0:1"],
    ["http://[fe80::5]", "fe80::/10"],
    ["http://[FE80::5]", "[fe80::]/10"],
  ])("exempts %s by %j", (baseUrl, noProxy) => {
    expect(exempt(baseUrl, noProxy)).toBe(true);
  });

  it.each<[string, string]>([
    ["https://example.com", ""],
    ["https://example.com", ","],
    ["https://example.com", "."],
    ["https://notexample.com", "example.com"],
    ["https://notexample.com", ".example.com"],
    ["https://example.com.evil.example", "example.com"],
    ["https://example.com", "www.example.com"],
    ["https://example.com", "example.com:80"],
    ["https://example.com", "ex*ple.com"],
    ["http://127.0.0.1", "0.1"],
    ["http://127.0.0.1", ".0.0.1"],
    ["http://127.0.0.1", "*.0.0.1"],
    ["http://127.0.0.1", "1"],
    ["http://127.0.0.1", "127.0.0"],
    ["http://127.0.0.1", "27.0.0.1"],
    ["http://127.0.0.1", "localhost"],
    ["http://localhost", "127.0.0.1"],
    ["http://localhost", "127.0.0.0/8"],
    ["http://127.0.0.1", "127.0.0.1:1"],
    ["http://192.168.16.9", "192.168.0.0/20"],
    ["http://10.1.2.3", "10.0.0.0/33"],
    ["http://10.1.2.3", "10.0.0.0/"],
    ["http://10.1.2.3", "10.0.0.0/x"],
    ["http://10.1.2.3", "10/8"],
    ["http://[::1]", "::2"],
    ["http://[::1]", "1"],
    ["http://[::1]", "[::1"],
    ["http://[::1]", "[::1]:1"],
    ["http://[2001:db8::1]", "fe80::/10"],
    ["http://[2001:db8::1]", "fe80::1%eth0"],
  ])("does not exempt %s by %j", (baseUrl, noProxy) => {
    expect(exempt(baseUrl, noProxy)).toBe(false);
  });

  it("prefers the lowercase variable", () => {
    expect(exempt("https://example.com", "example.com", "no_proxy")).toBe(true);
    expect(
      proxyFor("https://example.com", { HTTPS_PROXY: proxy, no_proxy: "other.example", NO_PROXY: "example.com" }),
    ).toBe(proxy);
  });
});

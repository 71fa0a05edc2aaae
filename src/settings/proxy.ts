/** The proxy that the environment names. */
import { SettingError } from "../errors.ts";

/**
 * The proxy for a base URL: HTTPS_PROXY or HTTP_PROXY by its scheme, unless NO_PROXY exempts it; lower case first, as in curl.
 *
 * @throws {SettingError} for a proxy that is not an http or https URL
 */
export function proxyFor(baseUrl: string, env: NodeJS.ProcessEnv): string | undefined {
  const url = new URL(baseUrl);
  const lower = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  const name = env[lower] ? lower : lower.toUpperCase();
  const given = env[name];
  if (!given || isExempt(url, env["no_proxy"] ?? env["NO_PROXY"] ?? "")) return undefined;
  const proxy = given.includes("://") ? given : `http://${given}`;
  if (!isUsableProxy(proxy)) {
    throw new SettingError(`the environment variable ${name} is not an http or https URL`, {
      hint: "change or unset it",
    });
  }
  return proxy;
}

/** Its user and password, which are escaped (RFC 3986, 2.1), must be decodable as well: a `%` in the password is written `%25`. */
function isUsableProxy(proxy: string): boolean {
  if (!URL.canParse(proxy) || !/^https?:/.test(proxy)) return false;
  const { username, password } = new URL(proxy);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** NO_PROXY as curl reads it: hosts and domains (with or without a leading dot), each perhaps with a port; `*` for all. */
function isExempt({ hostname, protocol, port }: URL, noProxy: string): boolean {
  const ownPort = port || (protocol === "https:" ? "443" : "80");
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, domain, entryPort] = /^(?:\*?\.)?(\*|\[[\da-f:]+\]|[^:]+)(?::(\d+))?$/.exec(entry) ?? [];
      if (domain === undefined || (entryPort !== undefined && entryPort !== ownPort)) return false;
      return domain === "*" || hostname === domain || hostname.endsWith(`.${domain}`);
    });
}

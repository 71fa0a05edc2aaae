/** The proxy that the environment names. */
import { BlockList, isIP } from "node:net";
import { SettingError } from "../errors.ts";

/**
 * The proxy for a base URL: HTTPS_PROXY or HTTP_PROXY by its scheme, unless NO_PROXY exempts it; lower case first, as in curl.
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
      hint: /^https?:.*%/i.test(proxy) ? "in its user and password, write % as %25" : "change or unset it",
    });
  }
  return proxy;
}

/** Its user and its password, which are escaped (RFC 3986, 2.1), must be decodable as well: a `%` in the password is written `%25`. */
function isUsableProxy(proxy: string): boolean {
  try {
    const { protocol, username, password } = new URL(proxy);
    decodeURIComponent(`${username}:${password}`);
    return /^https?:$/.test(protocol);
  } catch {
    return false;
  }
}

/**
 * NO_PROXY as in curl 7.86 and later: host names, domains (with or without a leading dot), IP addresses, CIDR blocks, or `*` for all. The
 * end of an IP address never matches. Like many programs, but unlike curl, we also accept `*.` as a leading dot, brackets around an IPv6
 * address, and ports.
 */
function isExempt({ hostname, protocol, port }: URL, noProxy: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const ownPort = port || (protocol === "https:" ? "443" : "80");
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const { name, entryPort } = withoutPort(entry);
      if (entryPort !== undefined && entryPort !== ownPort) return false;
      return name === "*" || (isIP(host) ? isInBlock(host, name) : isInDomain(host, name));
    });
}

/** An IPv6 address contains colons, so a port can only follow brackets. */
function withoutPort(entry: string): { name: string; entryPort: string | undefined } {
  const [, bracketed, bits = "", plain, entryPort] = /^(?:\[([^\]]*)\](\/\d+)?|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  return { name: bracketed === undefined ? (plain ?? entry) : bracketed + bits, entryPort };
}

function isInDomain(host: string, entry: string): boolean {
  const domain = entry.replace(/^\*?\./, "").replace(/\.$/, "");
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

/** Whether an address equals the entry (`::1`) or is in its block (`10.0.0.0/8`). */
function isInBlock(host: string, entry: string): boolean {
  const [, address = "", bits] = /^([^/%]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  if (version === 0 || Number(bits ?? most) > most) return false;
  const block = new BlockList();
  block.addSubnet(address, Number(bits ?? most), version === 4 ? "ipv4" : "ipv6");
  return block.check(host, isIP(host) === 4 ? "ipv4" : "ipv6");
}

/** The proxy on the way to the service: which one, and the connections through it. */
import type { Dispatcher, ProxyAgent } from "undici";
import { refuse } from "../errors.ts";
import { isPlainLoopback } from "../settings/api-key.ts";
import { codeOf, ProxyError } from "./connection-failures.ts";

/**
 * The proxy for a base URL: HTTPS_PROXY or HTTP_PROXY by its scheme, failing
 * that ALL_PROXY, unless NO_PROXY exempts its host. None for this machine
 * without TLS: keys go there, and a proxy could read them.
 * @throws {UsageError} for a proxy that is not an http or https URL
 */
export function proxyFor(
  baseUrl: string,
  env: NodeJS.ProcessEnv,
): string | undefined {
  const { protocol, hostname, port } = new URL(baseUrl);
  const usualPort = protocol === "https:" ? "443" : "80";
  const hosts = [hostname, `${hostname}:${port || usualPort}`];
  const name = [`${protocol.slice(0, -1)}_proxy`, "all_proxy"]
    .flatMap((each) => [each, each.toUpperCase()])
    .find((each) => env[each]);
  if (
    name === undefined ||
    isPlainLoopback(baseUrl) ||
    isExempt(hosts, env["no_proxy"] ?? env["NO_PROXY"] ?? "")
  )
    return undefined;
  const given = env[name] as string;
  try {
    const url = new URL(given.includes("://") ? given : `http://${given}`);
    // Throws for a % that escapes nothing.
    decodeURIComponent(url.username + url.password);
    // undici refuses a path.
    if (/^https?:$/.test(url.protocol))
      return Object.assign(url, { pathname: "", search: "", hash: "" }).href;
  } catch {}
  refuse(
    `the environment variable ${name} is not an http or https URL`,
    "change or unset it; in its user and password, write % as %25",
  );
}

/**
 * NO_PROXY: domains, with or without a port, a dot or `*.` in front, or `*` for
 * all.
 */
function isExempt(hosts: readonly string[], noProxy: string): boolean {
  const domains = noProxy.toLowerCase().match(/[^\s,]+/g) ?? [];
  return domains
    .map((each) => `.${each.replace(/^\*?\./, "")}`)
    .some(
      (domain) =>
        domain === ".*" || hosts.some((host) => `.${host}`.endsWith(domain)),
    );
}

const unreachable =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;

/** A failure on the way to the service is one of the proxy. */
export function errorThroughProxy(thrown: unknown): unknown {
  const code = codeOf(thrown);
  // What undici makes of HTTP 407.
  if (code === "UND_ERR_INVALID_ARG")
    return new ProxyError("proxy-authentication");
  return unreachable.test(code) ? new ProxyError("proxy", code) : thrown;
}

/** The connections through a proxy. Throws a ProxyError where it gives no tunnel. */
export async function connectThrough(
  proxy: string,
  options: Partial<ProxyAgent.Options>,
): Promise<Dispatcher> {
  const { default: Pool } = await import("undici/lib/dispatcher/pool.js");
  const { default: Agent } = await import(
    "undici/lib/dispatcher/proxy-agent.js"
  );
  const { default: openTunnel } = await import("undici/lib/api/api-connect.js");
  return new Agent({
    ...options,
    uri: proxy,
    // A tunnel only where https needs one: proxies tend to refuse one to port 80.
    proxyTunnel: false,
    clientFactory: (proxyOrigin, clientOptions) => {
      const pool = new Pool(proxyOrigin, clientOptions);
      const connect = async (tunnel: Dispatcher.ConnectOptions) => {
        const answer = await openTunnel.call(pool, tunnel).catch((thrown) => {
          // undici's own error would make it try again, endlessly and without a
          // pause, when a proxy closes the connection.
          throw new ProxyError("proxy", codeOf(thrown));
        });
        if (answer.statusCode === 200) return answer;
        answer.socket.on("error", () => {}).destroy();
        throw answer.statusCode === 407
          ? new ProxyError("proxy-authentication")
          : new ProxyError("proxy", `HTTP ${answer.statusCode}`);
      };
      return Object.assign(pool, { connect });
    },
  });
}

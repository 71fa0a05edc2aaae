import { refuse } from "../errors.ts";
import { isPlainLoopback } from "../settings/api-key.ts";

/**
 * The proxy for a base URL: HTTPS_PROXY or HTTP_PROXY by its scheme, failing
 * that ALL_PROXY, unless NO_PROXY exempts its host.
 * None for this machine without TLS: keys go there, and a proxy could read them.
 * @throws {UsageError} for a proxy that is not an http or https URL
 */
export function proxyFor(
  baseUrl: string,
  env: NodeJS.ProcessEnv,
): string | undefined {
  const { protocol, hostname } = new URL(baseUrl);
  const names = [
    protocol === "https:" ? "https_proxy" : "http_proxy",
    "all_proxy",
  ];
  const name = names
    .flatMap((each) => [each, each.toUpperCase()])
    .find((each) => env[each]);
  if (
    name === undefined ||
    isPlainLoopback(baseUrl) ||
    isExempt(hostname, env["no_proxy"] ?? env["NO_PROXY"] ?? "")
  )
    return undefined;
  const given = env[name] as string;
  try {
    const url = new URL(given.includes("://") ? given : `http://${given}`);
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

/** NO_PROXY: domains, with or without a dot or `*.` in front, or `*` for all. */
function isExempt(hostname: string, noProxy: string): boolean {
  const domains = noProxy.toLowerCase().match(/[^\s,]+/g) ?? [];
  return domains.some(
    (each) =>
      each === "*" || `.${hostname}`.endsWith(`.${each.replace(/^\*?\./, "")}`),
  );
}

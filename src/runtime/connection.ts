/** The way to the service: which one, as whom, through which proxy. Loaded when something is asked. */

import { KeyError, SettingError } from "../errors.ts";
import { Client } from "../service/client.ts";
import { Http } from "../service/http.ts";
import { Exchange, type Notice } from "../service/transport.ts";
import { apiKeyFor, isLoopback } from "../settings/api-key.ts";
import type { Context } from "./context.ts";
import type { Reporter } from "./reporter.ts";

/** A client, and what to do when no more is asked. */
export interface Connection {
  client: Client;
  close(): Promise<void>;
}

export interface ConnectionNeeds {
  /** Whether the service demands a key for what is asked. */
  key: boolean;
  /** Whether a list is asked: a rate limit may then hold us for longer. */
  list: boolean;
}

const sampleOrigin = "http://127.0.0.1";

/** Seconds that a rate limit may hold us, where `--max-wait` does not say. */
const longestHold = { single: 60, list: 300 };

/**
 * Connects to the service that the settings name, or to the sample service, started for it.
 *
 * @throws {SettingError} when no base URL is set
 * @throws {KeyError} when a key is needed and there is none
 */
export function openConnection(context: Context, needs: ConnectionNeeds): Promise<Connection> {
  return context.settings.values.sample ? toSample(context, needs) : toService(context, needs);
}

async function toService(context: Context, needs: ConnectionNeeds): Promise<Connection> {
  const baseUrl = context.settings.values["base-url"];
  if (baseUrl === undefined) {
    throw new SettingError("no service to ask: base-url is not set", {
      hint: "usdot config set base-url URL, or try the embedded sample: usdot --sample carrier 9000001",
    });
  }
  const proxy = proxyFor(baseUrl, context.host.env);
  const elsewhere = proxy !== undefined && !isLoopback(new URL(proxy).hostname);
  const key = await keyToSend(context, baseUrl, elsewhere, needs);
  return connect(context, needs, baseUrl, key, proxy);
}

async function toSample(context: Context, needs: ConnectionNeeds): Promise<Connection> {
  const { host, reporter } = context;
  // Within this process: a key that is kept for a service is no more told to anyone than without the sample.
  const key = await keyToSend({ ...context, fileBaseUrl: sampleOrigin }, sampleOrigin, false, needs);
  const { startSampleService } = await import("../sample/server.ts");
  const service = await startSampleService({ today: () => new Date(host.now()) });
  reporter.note("sample data: invented carriers, no real ones");
  const { client, close } = connect(context, needs, service.url, key, undefined);
  return {
    client,
    async close() {
      await close();
      await service.close();
    },
  };
}

async function keyToSend(
  context: Context,
  baseUrl: string,
  proxied: boolean,
  needs: ConnectionNeeds,
): Promise<string | undefined> {
  const { settings, fileBaseUrl, reporter } = context;
  const { key, withheld } = await apiKeyFor(baseUrl, settings, fileBaseUrl, proxied);
  if (needs.key && key === undefined) throw keyNeeded(withheld, settings.values.sample === true);
  if (withheld) reporter.warning(withheld);
  return key;
}

function keyNeeded(withheld: string | undefined, sample: boolean): KeyError {
  if (withheld) return new KeyError(`a bulk lookup needs an API key; ${withheld}`);
  return new KeyError("a bulk lookup needs an API key", {
    hint: `give one with USDOT_API_KEY, --api-key-file PATH or usdot config set api-key${sample ? " (the sample takes any)" : ""}`,
  });
}

function connect(
  { settings: { values }, host, reporter }: Context,
  { list }: ConnectionNeeds,
  baseUrl: string,
  apiKey: string | undefined,
  proxy: string | undefined,
): Connection {
  const { origin } = new URL(baseUrl);
  const http = new Http({
    origin,
    connections: values.concurrency,
    proxy,
    nodeMajor: host.nodeMajor,
  });
  const exchange = new Exchange({
    http,
    clock: host,
    random: () => host.random(),
    signal: host.signal,
    timeout: values.timeout * 1_000,
    retries: values.retries,
    maxWait: (values["max-wait"] ?? longestHold[list ? "list" : "single"]) * 1_000,
    notify: (notice) => report(notice, reporter),
  });
  const client = new Client({ exchange, baseUrl, apiKey, userAgent: `usdot/${host.version}` });
  return { client, close: async () => http.destroy() };
}

function report(notice: Notice, reporter: Reporter): void {
  const seconds = (wait: number) => `${Math.max(0.1, Math.round(wait / 100) / 10)} s`;
  if (notice.kind === "rate-limit") reporter.note(`the service's rate limit: waiting ${seconds(notice.wait)}`);
  else if (notice.kind === "retry") reporter.detail(`${notice.error.message}: trying again in ${seconds(notice.wait)}`);
  else reporter.detail(`${notice.method} ${notice.path}: ${notice.outcome} (${notice.took} ms)`);
}

/** The proxy of the environment for a base URL: HTTPS_PROXY or HTTP_PROXY by its scheme, unless NO_PROXY exempts it; lower case first, as in curl. */
function proxyFor(baseUrl: string, env: NodeJS.ProcessEnv): string | undefined {
  const url = new URL(baseUrl);
  const lower = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  const name = env[lower] ? lower : lower.toUpperCase();
  const given = env[name];
  if (!given || isExempt(url, env["no_proxy"] ?? env["NO_PROXY"] ?? "")) return undefined;
  const proxy = given.includes("://") ? given : `http://${given}`;
  if (!isUsableProxy(proxy)) {
    throw new SettingError(`the environment variable ${name} is no http or https URL`, { hint: "change or unset it" });
  }
  return proxy;
}

/** Also its user and password, which are escaped (RFC 3986, 2.1), must be readable: a `%` of the password itself is `%25`. */
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

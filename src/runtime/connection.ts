/** Connects to the service: which one, with which key, through which proxy. Loaded when something is looked up. */
import { MissingKeyError, SettingError } from "../errors.ts";
import { Client } from "../service/client.ts";
import { Http } from "../service/http.ts";
import { defaultMaxWait } from "../service/rate-limit.ts";
import { type Notice, Transport } from "../service/transport.ts";
import { apiKeyFor } from "../settings/api-key.ts";
import { proxyFor } from "../settings/proxy.ts";
import { configCommand } from "../settings/settings.ts";
import type { Context } from "./context.ts";
import type { Reporter } from "./reporter.ts";

/** A client, and what to do when it is no longer needed. */
export interface Connection {
  client: Client;
  /** The service that is asked, as a record of the run names it: its base URL, or the sample. */
  service: string;
  /** Whether an API key goes with the requests. */
  withKey: boolean;
  close(): Promise<void>;
}

export interface ConnectionNeeds {
  /** Whether the service requires a key for what is looked up. */
  key: boolean;
  /** Whether a list is looked up: we then wait longer for a rate limit. */
  list: boolean;
  /** Takes what there is to say about the service, for a command that has something else to say first. */
  note?(text: string): void;
}

const sampleOrigin = "http://127.0.0.1";
/** The sample accepts any key where it requires one, so nobody has to have one to try it. */
const anyKey = "sample";

/**
 * Connects to the service that the settings name, or to a sample service started for this run.
 * @throws {SettingError} when no base URL is set
 * @throws {MissingKeyError} when a key is needed and there is none
 */
export function openConnection(context: Context, needs: ConnectionNeeds): Promise<Connection> {
  return context.settings.values.sample ? toSample(context, needs) : toService(context, needs);
}

async function toService(context: Context, needs: ConnectionNeeds): Promise<Connection> {
  const baseUrl = context.settings.values["base-url"];
  if (baseUrl === undefined) {
    throw new SettingError("no service to look carriers up in: base-url is not set", {
      hint: `${configHint(context, "base-url", "URL")}, or try the embedded sample: usdot --sample 9000001`,
    });
  }
  const proxy = proxyFor(baseUrl, context.host.env);
  const key = await keyToSend(context, baseUrl, proxy, needs.key);
  return connect(context, needs, baseUrl, key, proxy);
}

async function toSample(context: Context, needs: ConnectionNeeds): Promise<Connection> {
  const { host, reporter } = context;
  // It runs in this process: a key kept for another service goes no further than without the sample.
  const ownKey = await keyToSend({ ...context, fileBaseUrl: sampleOrigin }, sampleOrigin, undefined, false);
  const key = ownKey ?? (needs.key ? anyKey : undefined);
  const { startSampleService } = await import("../sample/server.ts");
  const service = await startSampleService({ today: () => new Date(host.now()) });
  const { note = (text) => reporter.note(text) } = needs;
  note("sample data: the carriers are invented");
  const { close, ...connection } = connect(context, needs, service.url, key, undefined);
  return {
    ...connection,
    service: "usdot sample",
    async close() {
      await close();
      await service.close();
    },
  };
}

async function keyToSend(
  context: Context,
  baseUrl: string,
  proxy: string | undefined,
  isNeeded: boolean,
): Promise<string | undefined> {
  const { settings, fileBaseUrl, reporter, host } = context;
  const { key, withheld, warning } = await apiKeyFor(baseUrl, { settings, fileBaseUrl, proxy }, host);
  if (isNeeded && key === undefined) throw keyNeeded(withheld, context);
  for (const text of [withheld, warning]) if (text) reporter.warning(text);
  return key;
}

function keyNeeded(withheld: string | undefined, context: Context): MissingKeyError {
  if (withheld) return new MissingKeyError(`a bulk lookup needs an API key; ${withheld}`);
  return new MissingKeyError("a bulk lookup needs an API key", {
    hint: `set USDOT_API_KEY or --api-key-file PATH, or run ${configHint(context, "api-key")}; to try it without: usdot --sample bulk 9000001`,
  });
}

/** The command that saves a setting in the file of this run. */
function configHint({ settings: { values, origins } }: Context, ...words: string[]): string {
  return configCommand(["set", ...words], origins.config?.from === "flag" ? values.config : undefined);
}

function connect(
  { settings: { values }, host, reporter }: Context,
  { list }: ConnectionNeeds,
  baseUrl: string,
  apiKey: string | undefined,
  proxy: string | undefined,
): Connection {
  const { origin, host: name } = new URL(baseUrl);
  host.leaveParserUnoptimized();
  const http = new Http({ origin, connections: values.concurrency, proxy });
  const transport = new Transport({
    http,
    clock: host,
    random: () => host.random(),
    signal: host.signal,
    timeout: values.timeout * 1_000,
    retries: values.retries,
    concurrency: values.concurrency,
    maxWait: (values["max-wait"] ?? defaultMaxWait[list ? "list" : "single"]) * 1_000,
    notify: (notice) => report(notice, reporter),
    waiting: () => reporter.waitFor(name),
  });
  const client = new Client({ transport, baseUrl, apiKey, userAgent: `usdot/${host.version}` });
  return { client, service: baseUrl, withKey: apiKey !== undefined, close: async () => http.destroy() };
}

function report(notice: Notice, reporter: Reporter): void {
  const seconds = (wait: number) => `${Math.max(0.1, Math.round(wait / 100) / 10)} s`;
  if (notice.kind === "request") {
    reporter.detail(`${notice.method} ${notice.path}: ${notice.outcome} (${notice.took} ms)`);
    return;
  }
  const { kind, wait } = notice;
  reporter.pause(pauses[kind], wait);
  if (kind === "retry") reporter.detail(`${notice.error.message}: retrying in ${seconds(wait)}`);
  else reporter.note(`${pauses[kind]} ${seconds(wait)}`);
}

const pauses = {
  "rate-limit": "rate limit of the service: waiting",
  unavailable: "the service asks us to come back later: waiting",
  retry: "retrying in",
};

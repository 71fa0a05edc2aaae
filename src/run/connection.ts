/**
 * Connects to the service: which one, with which key. Loaded when something is
 * looked up.
 */
import { MissingKeyError, refuse } from "../errors.ts";
import {
  type Client,
  type ClientOptions,
  createClient,
  type Notice,
} from "../service/client.ts";
import { apiKeyFor } from "../settings/api-key.ts";
import {
  sampleService,
  sampleText,
  usualMaxWait,
} from "../settings/options.ts";
import { configCommand, type Settings } from "../settings/settings.ts";
import { inWords } from "../text/digits.ts";
import type { Context } from "./context.ts";
import type { Reporter } from "./reporter.ts";

export interface Connection {
  client: Client;
  service: string;
  withKey: boolean;
  close(): Promise<void>;
}

/**
 * Connects to the service. It asks for `host.signal`, so open it after lists
 * are read and nothing more is refused.
 */
export async function openConnection(
  context: Context,
  needs: { key: boolean; list: boolean },
): Promise<Connection> {
  const { settings, reporter } = context;
  const sample = settings.values.sample
    ? await startSample(context)
    : undefined;
  const baseUrl = sample?.url ?? settings.values["base-url"];
  if (baseUrl === undefined) {
    refuse(
      "no service to look carriers up in: base-url is not set",
      `${configHint(settings, "set", "base-url", "URL")}, or try the embedded sample: usdot --sample 9000001`,
    );
  }
  const apiKey = sample
    ? sampleKey(settings, needs.key)
    : await keyFor(baseUrl, context, needs.key);
  const maxWait = needs.list ? usualMaxWait.list : usualMaxWait.single;
  const client = createClient(clientOptions(context, baseUrl, apiKey, maxWait));
  reporter.status(`asking ${new URL(baseUrl).host}`);
  return {
    client,
    service: sample ? sampleService : baseUrl,
    withKey: apiKey !== undefined,
    async close() {
      reporter.status(undefined);
      await sample?.close();
    },
  };
}

async function startSample({ host, settings, reporter, output }: Context) {
  const { startSampleService } = await import("../sample/server.ts");
  const sample = await startSampleService({
    today: () => new Date(host.now()),
  });
  // Who typed --sample knows it, and a screen says it itself.
  const isKnown = settings.origins.sample?.from === "flag" && host.stdout.isTTY;
  const isScreen = settings.values.format === "table" && output === undefined;
  if (!isKnown || !isScreen) reporter.note(sampleText);
  return sample;
}

/**
 * The sample accepts any key where it requires one. Not the user's, nor a word
 * of its records: answers are cleared of it.
 */
function sampleKey({ origins }: Settings, isNeeded: boolean) {
  return isNeeded || origins["api-key"] ? "sample-key" : undefined;
}

async function keyFor(
  service: string,
  { settings, host, reporter }: Context,
  isNeeded: boolean,
) {
  const { key, withheld } = await apiKeyFor(service, settings, host.cwd);
  if (isNeeded && key === undefined) {
    const ways = `set USDOT_API_KEY or --api-key-file PATH, or run ${configHint(settings, "set", "api-key")}`;
    const hint =
      withheld ?? `${ways}; to try it without: usdot --sample bulk 9000001`;
    throw new MissingKeyError("a bulk lookup needs an API key", { hint });
  }
  if (withheld) reporter.warning(withheld);
  return key;
}

function configHint({ values, origins }: Settings, ...words: string[]): string {
  return configCommand(
    words,
    origins.config?.from === "flag" ? values.config : undefined,
  );
}

/**
 * The command that removes a key of the configuration file: a wrong one breaks
 * lookups that need none.
 */
function savedKeyCommand(settings: Settings): string | undefined {
  const saved = (["api-key", "api-key-file"] as const).find(
    (name) => settings.origins[name]?.from === "file",
  );
  return saved && configHint(settings, "unset", saved);
}

function clientOptions(
  context: Context,
  baseUrl: string,
  apiKey: string | undefined,
  maxWait: number,
): ClientOptions {
  const { settings, host, reporter } = context;
  const { values } = settings;
  return {
    baseUrl,
    apiKey,
    withoutKey: savedKeyCommand(settings),
    userAgent: `usdot/${host.version}`,
    timeout: values.timeout * 1_000,
    retries: values.retries,
    concurrency: values.concurrency,
    maxWait: (values["max-wait"] ?? maxWait) * 1_000,
    signal: host.signal,
    clock: host,
    proxyEnv: host.env,
    notify: (notice) => report(notice, reporter),
    onLoaded: host.onHttpLoaded,
  };
}

function report(notice: Notice, reporter: Reporter): void {
  if (notice.kind === "request") {
    reporter.detail(
      `${notice.method} ${notice.url}: ${notice.result} (${Math.round(notice.took)} ms)`,
    );
  } else if (notice.kind === "retry") {
    reporter.detail(
      `${notice.error.message}: retrying in ${inWords(notice.wait)}`,
    );
  } else {
    const why =
      notice.why === "rate-limit"
        ? "rate limit of the service"
        : "the service asks clients to retry later";
    reporter.note(`${why}: waiting ${inWords(notice.wait)}`);
  }
}

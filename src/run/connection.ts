/**
 * Connects to the service: which one, with which key. Loaded when something is
 * looked up.
 */
import { OtherError, refuse } from "../errors.ts";
import {
  type Client,
  type ClientOptions,
  createClient,
} from "../service/client.ts";
import { type ApiKey, apiKeyFor } from "../settings/api-key.ts";
import { sampleService, usualMaxWait } from "../settings/options.ts";
import type { Context } from "./context.ts";

export interface Connection extends Pick<ApiKey, "withheld"> {
  client: Client;
  service: string;
  withKey: boolean;
  close(): Promise<void>;
}

/** What is asked for: a list waits longer for a rate limit. */
export interface Needs {
  key: boolean;
  list: boolean;
}

/**
 * Connects to the service. It asks for `host.signal`, so open it after lists
 * are read and nothing more is refused.
 */
export async function openConnection(
  { host, settings }: Context,
  needs: Needs,
  notify: NonNullable<ClientOptions["notify"]>,
): Promise<Connection> {
  const { values } = settings;
  const sample = values.sample ? await startSample(host) : undefined;
  const baseUrl = sample?.url ?? values["base-url"];
  if (baseUrl === undefined) {
    refuse(
      "no service to look carriers up in: base-url is not set",
      "usdot config set base-url URL, or try the embedded sample: usdot --sample 9000001",
    );
  }
  // The sample accepts any key. Not the user's, nor a word of its records:
  // answers are cleared of it.
  const { key, withheld }: ApiKey = sample
    ? { key: "sample-key" }
    : await apiKeyFor(baseUrl, settings, host.cwd);
  if (needs.key && key === undefined)
    throw new OtherError("a bulk lookup needs an API key", "key", {
      hint:
        withheld ??
        "set USDOT_API_KEY or --api-key-file PATH, or run usdot config set api-key; to try it without: usdot --sample bulk 9000001",
    });
  const maxWait = needs.list ? usualMaxWait.list : usualMaxWait.single;
  const client = createClient({
    baseUrl,
    apiKey: key,
    userAgent: `usdot/${host.version}`,
    timeout: values.timeout * 1_000,
    retries: values.retries,
    concurrency: values.concurrency,
    maxWait: (values["max-wait"] ?? maxWait) * 1_000,
    signal: host.signal,
    clock: host,
    proxyEnv: host.env,
    notify,
    onLoaded: host.onHttpLoaded,
  });
  return {
    client,
    service: sample ? sampleService : baseUrl,
    withKey: key !== undefined,
    withheld,
    async close() {
      await client.close();
      await sample?.close();
    },
  };
}

async function startSample(host: Context["host"]) {
  const { startSampleService } = await import("../sample/server.ts");
  return startSampleService({ today: () => new Date(host.now()) });
}

/**
 * Connects to the service: which one, with which key. Loaded when something is
 * looked up.
 */
import { OtherError, refuse } from "../errors.ts";
import { type Client, createClient, type Notice } from "../service/client.ts";
import { type ApiKey, apiKeyFor } from "../settings/api-key.ts";
import { sampleText, usualMaxWait } from "../settings/declarations.ts";
import { waitText } from "../text/time.ts";
import type { Context } from "./context.ts";
import type { Reporter } from "./reporter.ts";

export interface Connection {
  client: Client;
  /** Its base URL, or what recorded runs call the embedded sample. */
  service: string;
  withKey: boolean;
  close(): Promise<void>;
}

/**
 * Connects to the service, and says what is to be known about it. It takes over
 * Ctrl-C (`host.signal`): open it once lists are read and checked.
 */
export async function openService(
  context: Context,
  /** A list waits longer for a rate limit. */
  { needsKey = false, isList = false } = {},
): Promise<Connection> {
  const { host, values, reporter } = context;
  const sample = values.sample ? await startSample(host) : undefined;
  const baseUrl = sample?.url ?? values["base-url"];
  if (baseUrl === undefined) {
    refuse(
      "no service to look carriers up in: base-url is not set",
      "usdot config set base-url URL, or try the embedded sample: usdot --sample 9000001",
    );
  }
  // The sample accepts any key. Answers are cleared of it: it must be neither
  // the user's nor a word in the records.
  const { key, withheld }: ApiKey = sample
    ? { key: "sample-key" }
    : await apiKeyFor(baseUrl, context, host.resolve);
  if (needsKey && key === undefined)
    throw new OtherError("a bulk lookup needs an API key", "key", {
      hint:
        withheld ??
        "set USDOT_API_KEY or --api-key-file PATH, or run usdot config set api-key; to try it without: usdot --sample bulk 9000001",
    });
  const maxWait = isList ? usualMaxWait.list : usualMaxWait.single;
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
    notify: (notice) => report(notice, reporter),
    onLoaded: host.onHttpLoaded,
  });
  noteService(context, withheld);
  const service = sample ? "usdot sample" : baseUrl;
  reporter.status(aboutService(service));
  return {
    client,
    service,
    withKey: key !== undefined,
    async close() {
      reporter.status(undefined);
      await client.close();
      await sample?.close();
    },
  };
}

async function startSample(host: Context["host"]) {
  const { startSampleService } = await import("../sample/server.ts");
  return startSampleService(host);
}

function noteService(
  { host, values, reporter, output }: Context,
  withheld: string | undefined,
): void {
  // A screen says it itself.
  const isScreen =
    host.stdout.isTTY && values.format === "table" && output === undefined;
  if (values.sample && !isScreen) reporter.note(sampleText);
  if (withheld) reporter.warning(withheld);
}

/** What the status line says while the service is asked. */
export const aboutService = (service: string) =>
  `asking ${service.replace(/^https?:\/\//, "")}`;

function report(notice: Notice, reporter: Reporter): void {
  if (notice.kind === "request") {
    reporter.detail(
      `${notice.method} ${notice.url}: ${notice.result} (${Math.round(notice.took)} ms)`,
    );
  } else if (notice.kind === "retry") {
    reporter.detail(
      `${notice.error.message}: retrying in ${waitText(notice.wait)}`,
    );
  } else {
    const why =
      notice.why === "rate-limit"
        ? "rate limit of the service"
        : "the service asks clients to retry later";
    reporter.note(`${why}: waiting ${waitText(notice.wait)}`);
  }
}

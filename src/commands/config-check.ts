/** `usdot config check`: whether the settings work, asked of the service itself. */
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect } from "node:tls";
import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import { exitStatusOf, InputError, ListError, UsdotError } from "../errors.ts";
import { type Connection, openConnection } from "../runtime/connection.ts";
import { type Context, openContext } from "../runtime/context.ts";
import type { Host } from "../runtime/host.ts";
import type { Client } from "../service/client.ts";
import { ServiceError } from "../service/errors.ts";
import { failureOfThrown } from "../service/failure.ts";
import { systemCertificates } from "../service/http.ts";
import { proxyFor } from "../service/proxy.ts";
import type { RecordName } from "../service/types.ts";
import { isPlainLoopback } from "../settings/api-key.ts";
import type { Flags } from "../settings/settings.ts";
import { singleLine, visible } from "../text/safe-text.ts";
import { settingsInEffect, settingsTable } from "./config-run.ts";
import { columns, printTextOrJson } from "./print.ts";

type Probe = (name: string, run: () => Promise<string>) => Promise<boolean>;

const usualNumber = { service: "2233855", sample: "9000001" };

/** `usdot config check [NUMBER]`: prints what holds and what doesn't. Throws the first error, without its message. */
export async function check(host: Host, flags: Flags, number: string): Promise<void> {
  const context = await openContext(host, flags);
  const { settings } = context;
  const given = settingsInEffect(host, flags, settings).filter(({ origin }) => origin && origin !== "default");
  settings.values.retries = 0;
  const parsed = parseDotNumber(number || usualNumber[settings.values.sample ? "sample" : "service"]);
  if ("invalid" in parsed) throw new InputError(`${singleLine(number, 40)} ${parsed.invalid}`);
  const checks: { check: string; ok: boolean; message: string; hint?: string }[] = [];
  let first: UsdotError | undefined;
  const probe: Probe = async (name, run) => {
    try {
      checks.push({ check: name, ok: true, message: await run() });
      return true;
    } catch (thrown) {
      const about = { baseUrl: settings.values["base-url"] ?? "", withKey: false };
      const error = thrown instanceof UsdotError ? thrown : failureOfThrown(thrown, about);
      first ??= error;
      // The command that a hint may name is this one.
      const hint = error.hint?.replace(/: usdot config check$/, "");
      checks.push({ check: name, ok: false, message: error.message, ...(hint && { hint }) });
      return false;
    }
  };
  if (await checkRoute(context, probe)) await checkService(context, parsed.dotNumber, probe);
  const lines = checks.map(({ check: name, ok, message, hint }) => {
    return [ok ? "ok" : "FAILS", name, visible([message, hint].filter(Boolean).join("; "))];
  });
  const json = { settings: given, checks, exit_status: first ? exitStatusOf(first.kind) : 0 };
  await printTextOrJson(host, flags, `${settingsTable(given)}\n${columns(lines)}`, json);
  if (first) throw new ListError("", first.kind);
}

async function checkRoute({ settings: { values }, host }: Context, probe: Probe): Promise<boolean> {
  const baseUrl = values["base-url"];
  if (values.sample || baseUrl === undefined) return true;
  const url = new URL(baseUrl);
  const proxy = isPlainLoopback(baseUrl) ? undefined : proxyFor(baseUrl, host.env);
  if (proxy) return probe("proxy", async () => `${new URL(proxy).host} is asked to reach ${url.host}`);
  const hostname = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isKnown = await probe("name", async () => `${hostname} is ${(await lookup(hostname)).address}`);
  if (!isKnown || url.protocol === "http:") return isKnown;
  return probe("certificate", () => certificateOf(url, values.timeout * 1_000));
}

async function checkService(context: Context, dotNumber: DotNumber, probe: Probe): Promise<void> {
  let opened: Connection | undefined;
  await probe("service", async () => {
    opened = await openConnection(context, { key: false, list: false });
    return `${opened.service}, ${opened.withKey ? "with" : "without"} an API key`;
  });
  if (opened === undefined) return;
  const { client, withKey, close } = opened as Connection;
  try {
    await probe("carrier", () => askFor(dotNumber, client));
    if (!withKey) return;
    await probe("bulk", async () => {
      const found = (await client.bulk([dotNumber])).get(dotNumber);
      if (found instanceof ServiceError) throw found;
      return found === undefined ? "answered, without the carrier" : "1 of 1 carrier found";
    });
  } finally {
    await close();
  }
}

async function askFor(dotNumber: DotNumber, client: Client): Promise<string> {
  try {
    const { record } = await client.record("carrier", dotNumber);
    return `USDOT ${dotNumber} is ${singleLine(String(record["legal_name"]), 60)}`;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.reason === "not-found") return `the service does not know USDOT ${dotNumber}, and says so clearly`;
    if (error.reason !== "doubtful-not-found") throw error;
    // Does a path that no service has get the same 404?
    const other = await client.record("usdot-config-check" as RecordName, dotNumber).catch((thrown) => thrown);
    const isSame = other.status === 404 && error.response?.body.equals(other.response.body);
    const what = isSame ? "the same" : "differently";
    const about = isSame ? "" : ", so it is probably about the carrier";
    const hint = "try a number that the service knows: usdot config check NUMBER";
    const words = `${error.message}; the service answers ${what} for a path that no service has${about}`;
    throw new ServiceError(words, { ...error, hint });
  }
}

async function certificateOf(url: URL, timeout: number): Promise<string> {
  const secureContext = systemCertificates();
  const socket = connect({
    host: url.hostname,
    port: Number(url.port || 443),
    servername: url.hostname,
    rejectUnauthorized: false,
    ...(secureContext && { secureContext }),
  });
  socket.setTimeout(timeout, () => socket.destroy(Object.assign(new Error(), { code: "ETIMEDOUT" })));
  try {
    await once(socket, "secureConnect");
    const { issuer, valid_to } = socket.getPeerCertificate();
    const day = new Date(valid_to).toISOString().slice(0, 10);
    const words = `issued by ${singleLine([issuer?.O, issuer?.CN].flat().join(" "), 80)}, valid until ${day}`;
    if (socket.authorized) return words;
    const code = socket.authorizationError?.message ?? socket.authorizationError;
    const details = { reason: "certificate", baseUrl: url.origin, withKey: false } as const;
    throw new ServiceError(`the certificate is not trusted (${code}); it is ${words}`, details);
  } finally {
    socket.destroy();
  }
}

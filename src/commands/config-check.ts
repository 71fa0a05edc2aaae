/** `usdot config check`: whether the settings work, asked of the service itself. */
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { isIP, type Socket } from "node:net";
import { type ConnectionOptions, connect } from "node:tls";
import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import { exitStatusOf, InputError, ListError, UsdotError } from "../errors.ts";
import { type Connection, openConnection } from "../runtime/connection.ts";
import { type Context, openContext } from "../runtime/context.ts";
import type { Host } from "../runtime/host.ts";
import type { Client } from "../service/client.ts";
import { ServiceError } from "../service/errors.ts";
import { failureOfThrown, ProxyError } from "../service/failure.ts";
import { systemCertificates, unlessAborted } from "../service/http.ts";
import { proxyFor } from "../service/proxy.ts";
import type { RecordName } from "../service/types.ts";
import { isPlainLoopback } from "../settings/api-key.ts";
import type { Flags } from "../settings/settings.ts";
import { singleLine, visible } from "../text/safe-text.ts";
import { settingsInEffect, settingsTable } from "./config-run.ts";
import { columns, printTextOrJson } from "./destination.ts";
import { loadPolicy } from "./vet/policy-files.ts";

type Limit = { signal: AbortSignal };
type Probe = (name: string, run: () => Promise<string>) => Promise<boolean>;

/** `usdot config check [NUMBER]`: prints what holds and what doesn't. Throws the first error, without its message. */
export async function check(
  host: Host,
  flags: Flags,
  number: string,
): Promise<void> {
  const context = await openContext(host, flags);
  const { values } = context.settings;
  const given = settingsInEffect(context, flags).filter(({ name, origin }) => {
    return name === "config" || (origin && origin !== "default");
  });
  const parsed = parseDotNumber(
    number || (values.sample ? "9000001" : "2233855"),
  );
  if ("invalid" in parsed)
    throw new InputError(`${singleLine(number, 40)} ${parsed.invalid}`);
  const checks: { check: string; ok: boolean; message: string }[] = [];
  let first: UsdotError | undefined;
  values.retries = 0;
  await checkAll(context, parsed.dotNumber, async (name, run) => {
    try {
      checks.push({
        check: name,
        ok: true,
        message: await unlessAborted(run(), host.signal),
      });
      return true;
    } catch (thrown) {
      host.signal.throwIfAborted();
      const about = { baseUrl: values["base-url"] ?? "", withKey: false };
      const error =
        thrown instanceof UsdotError ? thrown : failureOfThrown(thrown, about);
      first ??= error;
      const message = [error.message.replaceAll("\n", "; "), error.hint]
        .filter(Boolean)
        .join("; ");
      // The command that a hint may name is this one.
      checks.push({
        check: name,
        ok: false,
        message: message.replace(/: usdot config check$/, ""),
      });
      return false;
    }
  });
  const lines = checks.map(({ check: name, ok, message }) => [
    ok ? "ok" : "FAILS",
    name,
    visible(message),
  ]);
  const json = {
    settings: given,
    checks,
    exit_status: first ? exitStatusOf(first.kind) : 0,
  };
  await printTextOrJson(
    host,
    flags,
    `${settingsTable(given)}\n${columns(lines)}`,
    json,
  );
  if (first) throw new ListError("", first.kind);
}

async function checkAll(
  context: Context,
  dotNumber: DotNumber,
  probe: Probe,
): Promise<void> {
  let opened: Connection | undefined;
  await probe("settings", async () => {
    opened = await openConnection(context, { key: false, list: false });
    return `${opened.service}, ${opened.withKey ? "with" : "without"} an API key`;
  });
  if (context.settings.values.policy !== undefined)
    await probe(
      "policy",
      async () =>
        `your vetting rules are ${singleLine((await loadPolicy(context)).name, 60)}`,
    );
  if (opened === undefined) return;
  const { client, withKey, close } = opened as Connection;
  try {
    if (!(await checkRoute(context, probe))) return;
    for (const name of ["carrier", "insurance", "safety"] as const) {
      if (!(await probe(name, () => askFor(name, dotNumber, client)))) break;
    }
    if (!withKey) return;
    await probe("bulk", async () => {
      const found = (await client.bulk([dotNumber])).get(dotNumber);
      if (found instanceof ServiceError) throw found;
      return found === undefined
        ? "answered, without the carrier"
        : "1 of 1 carrier found";
    });
  } finally {
    await close();
  }
}

async function askFor(
  name: RecordName,
  dotNumber: DotNumber,
  client: Client,
): Promise<string> {
  try {
    const { record, issues } = await client.record(name, dotNumber);
    const words = `USDOT ${dotNumber} is ${singleLine(String(record["legal_name"] ?? "known"), 60)}`;
    return issues.length === 0
      ? words
      : `${words}; not as the interface says: ${issues.join(", ")}`;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.reason === "not-found")
      return `the service has no ${name} record of USDOT ${dotNumber}, and says so clearly`;
    if (error.reason !== "doubtful-not-found") throw error;
    const other = await client
      .record("usdot-config-check" as RecordName, dotNumber)
      .catch((thrown) => thrown);
    if (bodyOf(other) !== bodyOf(error)) throw error;
    const hint =
      "check the base URL, or try a number that the service knows: usdot config check NUMBER";
    throw new ServiceError(
      `${error.message}; any other path gets the same answer`,
      { ...error, hint },
    );
  }
}

/** What an error quotes, without the path, which some servers repeat. */
function bodyOf({ response }: Partial<ServiceError>): string | undefined {
  return response?.body
    .toString()
    .replaceAll(new URL(response.url).pathname, "");
}

/** The way to the service: its name or the proxy, and over TLS its certificate. The sample has none. */
async function checkRoute(
  { settings: { values }, host }: Context,
  probe: Probe,
): Promise<boolean> {
  const baseUrl = values["base-url"];
  if (baseUrl === undefined) return true;
  const { protocol, hostname, port } = new URL(baseUrl);
  const to = {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(port || 443),
  };
  const isTls = protocol === "https:";
  const limit = { signal: AbortSignal.timeout(values.timeout * 1_000) };
  const proxy = isPlainLoopback(baseUrl)
    ? undefined
    : proxyFor(baseUrl, host.env);
  let tunnel: Socket | undefined;
  const isReached = proxy
    ? await probe("proxy", async () => {
        if (isTls)
          tunnel = await openTunnel(
            `${hostname}:${to.port}`,
            new URL(proxy),
            limit,
          );
        return `${new URL(proxy).host} ${isTls ? "connects us to" : "is asked for"} ${hostname}`;
      })
    : await probe(
        "name",
        async () => `${to.host} is ${(await lookup(to.host)).address}`,
      );
  return (
    isReached &&
    (!isTls ||
      probe("certificate", () =>
        certificate({ ...to, socket: tunnel }, baseUrl, limit),
      ))
  );
}

async function openTunnel(
  path: string,
  proxy: URL,
  limit: Limit,
): Promise<Socket> {
  const { request } = await import(
    proxy.protocol === "https:" ? "node:https" : "node:http"
  );
  const user = Buffer.from(
    decodeURIComponent(`${proxy.username}:${proxy.password}`),
  ).toString("base64");
  const headers = {
    host: path,
    ...(proxy.username && { "proxy-authorization": `Basic ${user}` }),
  };
  const trust = {
    secureContext: systemCertificates(),
    rejectUnauthorized: true,
  };
  const asked = request(proxy.origin, {
    method: "CONNECT",
    path,
    headers,
    ...trust,
  }).end();
  const [{ statusCode }, socket] = await once(asked, "connect", limit).catch(
    (cause) => {
      throw new ProxyError("no tunnel", { cause });
    },
  );
  if (statusCode !== 200)
    throw new ProxyError(`Proxy response (${statusCode})`);
  return socket;
}

/** Who issued it, and until when it is valid. */
async function certificate(
  to: ConnectionOptions & { host: string },
  baseUrl: string,
  limit: Limit,
): Promise<string> {
  const servername = isIP(to.host) ? "" : to.host;
  const socket = connect({
    ...to,
    servername,
    secureContext: systemCertificates(),
    rejectUnauthorized: false,
  });
  try {
    await once(socket, "secureConnect", limit);
    const { issuer, valid_to } = socket.getPeerCertificate();
    const names = [issuer?.O, issuer?.CN].flat().filter(Boolean).join(" ");
    const words = `issued by ${singleLine(names, 80)}, valid until ${new Date(valid_to).toISOString().slice(0, 10)}`;
    if (socket.authorized) return words;
    const code = String(socket.authorizationError);
    const failure = failureOfThrown(Object.assign(new Error(), { code }), {
      baseUrl,
      withKey: false,
    });
    throw new ServiceError(`${failure.message}; it is ${words}`, failure);
  } finally {
    socket.destroy();
  }
}

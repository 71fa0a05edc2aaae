/** `usdot config check`: whether the settings work, asked of the service itself. */

import type { RecordName } from "../answer.ts";
import { type DotNumber, parseDotNumber } from "../dot-number.ts";
import { ExitStatus, exitStatusOf, UsageError, UsdotError } from "../errors.ts";
import { type Connection, openConnection } from "../run/connection.ts";
import { type Context, openContext } from "../run/context.ts";
import type { Host } from "../run/host.ts";
import type { Client } from "../service/client.ts";
import { ServiceError } from "../service/errors.ts";
import { failureOfThrown } from "../service/failure.ts";
import { unlessAborted } from "../service/http.ts";
import type { Flags } from "../settings/options.ts";
import { singleLine, visible } from "../text/safe-text.ts";
import { settingsInEffect, settingsTable } from "./config-run.ts";
import { columns, printTextOrJson } from "./destination.ts";
import { loadPolicy } from "./vet-plan.ts";

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
    throw new UsageError(`${singleLine(number, 40)} ${parsed.invalid}`);
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
  if (first) throw new ExitStatus(first.kind);
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
    for (const name of ["carrier", "insurance", "safety"] as const) {
      if (!(await probe(name, () => askFor(name, dotNumber, client)))) break;
    }
    if (!withKey) return;
    await probe("bulk", async () => {
      const answer = (await client.bulk([dotNumber])).found.get(dotNumber);
      if (answer?.state === "unanswered") throw answer.error;
      return answer === undefined
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
  const answer = await client.record(name, dotNumber);
  if (answer.state === "none")
    return `the service has no ${name} record of USDOT ${dotNumber}, and says so clearly`;
  if (answer.state === "answered") {
    const words = `USDOT ${dotNumber} is ${singleLine(String(answer.record["legal_name"] ?? "known"), 60)}`;
    const { issues } = answer;
    return issues.length === 0
      ? words
      : `${words}; not as the interface says: ${issues.join(", ")}`;
  }
  const { error } = answer;
  if (!(error instanceof ServiceError) || error.reason !== "doubtful-not-found")
    throw error;
  const other = await client.record(
    "usdot-config-check" as RecordName,
    dotNumber,
  );
  if (other.state === "answered" || bodyOf(other.error) !== bodyOf(error))
    throw error;
  const hint =
    "check the base URL, or try a number that the service knows: usdot config check NUMBER";
  throw new ServiceError(
    `${error.message}; any other path gets the same answer`,
    { ...error, hint },
  );
}

/** What an error quotes, without the path, which some servers repeat. */
function bodyOf({ response }: Partial<ServiceError>): string | undefined {
  return response?.body
    .toString()
    .replaceAll(new URL(response.url).pathname, "");
}

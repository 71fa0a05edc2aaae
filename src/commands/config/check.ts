/** `usdot config check`: whether the settings work, asked of the service itself. */
import type { Answer, RecordName } from "../../answer.ts";
import { type DotNumber, parseDotNumber } from "../../dot-number.ts";
import {
  ExitStatus,
  exitStatusOf,
  InterruptedError,
  UsageError,
  UsdotError,
} from "../../errors.ts";
import { type Connection, openConnection } from "../../run/connection.ts";
import { type Context, openContext } from "../../run/context.ts";
import type { Host } from "../../run/host.ts";
import { loadPolicy } from "../../run/policy-files.ts";
import { bodyText } from "../../service/body.ts";
import type { Client } from "../../service/client.ts";
import { ServiceError } from "../../service/errors.ts";
import type { Flags } from "../../settings/options.ts";
import { inColumns } from "../../text/columns.ts";
import { singleLine, visible } from "../../text/safe-text.ts";
import { printTextOrJson, terminalWidth } from "../destination.ts";
import { settingsInEffect, settingsTable } from "./run.ts";

/**
 * `differs`: a record that is not as the interface says. `unchecked`: nothing
 * came that could be compared.
 */
interface Check {
  check: string;
  result: "ok" | "differs" | "unchecked" | "FAILS";
  message: string;
}

type CheckResult = Omit<Check, "check">;

/** The checks so far, and the first error, which decides the exit status. */
interface Checks {
  done: Check[];
  error?: UsdotError;
}

/** Prints what holds and what does not, a line each. */
export async function checkSettings(
  host: Host,
  flags: Flags,
  number: string,
): Promise<void> {
  const context = await openContext(host, flags);
  const { values } = context.settings;
  const given = settingsInEffect(context, flags).filter(
    ({ name, origin }) => name === "config" || (origin && origin !== "default"),
  );
  const parsed = parseDotNumber(
    number || (values.sample ? "9000001" : "2233855"),
  );
  if ("invalid" in parsed)
    throw new UsageError(`${singleLine(number, 40)} ${parsed.invalid}`);
  values.retries = 0;
  const { done, error } = await checkAll(context, parsed.dotNumber);
  const status = error === undefined ? 0 : exitStatusOf(error.kind);
  const rows = done.map(({ check: name, result, message }) => [
    result,
    name,
    visible(message),
  ]);
  const width = terminalWidth(host);
  await printTextOrJson(
    host,
    flags,
    `${settingsTable(given, width)}\n${inColumns(rows, width)}`,
    { settings: given, checks: done, exit_status: status },
  );
  if (error) throw new ExitStatus(error.kind);
}

async function checkAll(
  context: Context,
  dotNumber: DotNumber,
): Promise<Checks> {
  const checks: Checks = { done: [] };
  let connection: Connection | undefined;
  await attempt(checks, "settings", async () => {
    connection = await openConnection(context, { key: false, list: false });
    const key = `${connection.withKey ? "with" : "without"} an API key`;
    return ok(`${connection.service}, ${key}`);
  });
  if (context.settings.values.policy !== undefined)
    await attempt(checks, "policy", async () => {
      const { name } = await loadPolicy(context);
      return ok(`your vetting rules are ${singleLine(name, 60)}`);
    });
  if (connection !== undefined)
    await checkService(checks, connection as Connection, dotNumber);
  return checks;
}

async function checkService(
  checks: Checks,
  { client, withKey, close }: Connection,
  dotNumber: DotNumber,
): Promise<void> {
  try {
    for (const name of ["carrier", "insurance", "safety"] as const) {
      const isAnswered = await attempt(checks, name, async () => {
        const answer = await client.record(name, dotNumber);
        return outcomeOf(answer, await wrongPathError(answer, client));
      });
      if (!isAnswered) return;
    }
    if (!withKey) return;
    await attempt(checks, "bulk", async () => {
      const { found, missing } = await client.bulk([dotNumber]);
      return outcomeOf(found.get(dotNumber) ?? missing.get(dotNumber));
    });
  } finally {
    await close();
  }
}

/** Runs a check. Returns whether nothing failed; what failed is in the checks. */
async function attempt(
  checks: Checks,
  name: string,
  run: () => Promise<CheckResult>,
): Promise<boolean> {
  try {
    checks.done.push({ check: name, ...(await run()) });
    return true;
  } catch (error) {
    if (!(error instanceof UsdotError) || error instanceof InterruptedError)
      throw error;
    checks.error ??= error;
    const parts = [...error.lines, error.hint];
    checks.done.push({
      check: name,
      result: "FAILS",
      message: parts.filter(Boolean).join("; "),
    });
    return false;
  }
}

const ok = (message: string): CheckResult => ({ result: "ok", message });

/**
 * What an answer shows of the service. Only a record shows whether it is as the
 * interface says.
 */
function outcomeOf(
  answer: Answer | undefined,
  error?: ServiceError,
): CheckResult {
  if (answer?.state === "unanswered") throw error ?? answer.error;
  if (answer?.state !== "answered")
    return {
      result: "unchecked",
      message:
        "the service has no such record, and says so clearly; what its records look like was not compared: usdot config check NUMBER, with one that it knows",
    };
  const { record, issues } = answer;
  const name = singleLine(String(record["legal_name"] ?? "known"), 60);
  const message = `USDOT ${record["dot_number"]} is ${name}`;
  return issues.length === 0
    ? ok(message)
    : {
        result: "differs",
        message: `${message}; not as the interface says: ${issues.join(", ")}`,
      };
}

/** Better than a doubtful 404, where any other path gets the same answer. */
async function wrongPathError(
  answer: Answer,
  client: Client,
): Promise<ServiceError | undefined> {
  if (answer.state !== "unanswered") return undefined;
  const { error } = answer;
  if (!(error instanceof ServiceError) || error.reason !== "doubtful-not-found")
    return undefined;
  const other = await client.record(
    "usdot-config-check" as RecordName,
    error.dotNumber as DotNumber,
  );
  if (
    other.state === "answered" ||
    quotedBody(other.error) !== quotedBody(error)
  )
    return undefined;
  return new ServiceError(
    `${error.message}; any other path gets the same answer`,
    {
      ...error,
      hint: "check the base URL, or try a number that the service knows: usdot config check NUMBER",
    },
  );
}

/** What an error quotes, without the path, which some servers repeat. */
function quotedBody({ response }: Partial<ServiceError>): string | undefined {
  return (
    response &&
    bodyText(response.body).replaceAll(new URL(response.url).pathname, "")
  );
}

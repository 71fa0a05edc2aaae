/** `usdot config check`: whether the settings work, asked of the service itself. */
import {
  type Answer,
  type Exchange,
  type RecordName,
  recordNames,
} from "../../answer.ts";
import { type DotNumber, parseDotNumber } from "../../dot-number.ts";
import { ExitStatus, refuse } from "../../errors.ts";
import { type Connection, openService } from "../../run/connection.ts";
import { openContext } from "../../run/context.ts";
import type { Host } from "../../run/host.ts";
import { bodyText } from "../../service/body.ts";
import type { Client } from "../../service/client.ts";
import {
  ServiceError,
  serviceErrorOrThrow,
} from "../../service/service-error.ts";
import type { Flags } from "../../settings/declarations.ts";
import { visible, visibleUpTo } from "../../text/safe-text.ts";
import { tablePrinter } from "../destination.ts";
import { loadPolicy } from "../vetting-files.ts";

/**
 * `differs`: a record that is not as the interface says. `unchecked`: nothing
 * came that could be compared.
 */
interface Check {
  check: string;
  result: "ok" | "differs" | "unchecked" | "FAILS";
  message: string;
}

/** Prints what holds and what does not, a line each. */
export async function checkSettings(
  host: Host,
  flags: Flags,
  number?: string,
): Promise<void> {
  const printTable = tablePrinter(host, flags);
  const context = await openContext(host, flags);
  const { values } = context;
  const text = number ?? (values.sample ? "9000001" : "2233855");
  const parsed = parseDotNumber(text);
  if ("invalid" in parsed) refuse(`${visibleUpTo(text, 40)} ${parsed.invalid}`);
  const policy = await loadPolicy(context);
  values.retries = 0;
  const connection = await openService(context);
  const { service, withKey } = connection;
  const settings: Check = {
    check: "settings",
    result: "ok",
    message: `${service}, ${withKey ? "with" : "without"} an API key; vetting policy: ${visibleUpTo(policy.name, 60)}`,
  };
  const { checks, error } = await checkService(
    connection,
    parsed.dotNumber,
  ).finally(connection.close);
  const shown = [settings, ...checks];
  const rows = shown.map(({ check, result, message }) => [
    result,
    check,
    visible(message),
  ]);
  await printTable(rows, shown);
  if (error) throw new ExitStatus(error.kind);
}

/** Asks for every record, and in bulk with a key, until something fails. */
async function checkService(
  { client, withKey }: Connection,
  dotNumber: DotNumber,
): Promise<{ checks: Check[]; error?: ServiceError }> {
  const checks: Check[] = [];
  for (const check of [...recordNames, ...(withKey ? ["bulk" as const] : [])]) {
    try {
      const answer =
        check === "bulk"
          ? (await client.bulk([dotNumber])).get(dotNumber)
          : await askForRecord(client, check, dotNumber);
      if (answer?.state === "unanswered") throw answer.error;
      checks.push({ check, ...shownBy(answer) });
    } catch (thrown) {
      const error = serviceErrorOrThrow(thrown);
      const message = `${error.message}; ${error.hint}`;
      checks.push({ check, result: "FAILS", message });
      return { checks, error };
    }
  }
  return { checks };
}

/**
 * What an answer shows of the service. Only a record shows whether it is as the
 * interface says.
 */
function shownBy(answer: Answer | undefined): Omit<Check, "check"> {
  if (answer?.state !== "answered")
    return {
      result: "unchecked",
      message:
        "the service says that it has no such record; to check one, give a number that it knows: usdot config check NUMBER",
    };
  const { record, issues } = answer;
  const name = visibleUpTo(String(record["legal_name"] ?? "known"), 60);
  const message = `USDOT ${record["dot_number"]} is ${name}`;
  if (issues.length === 0) return { result: "ok", message };
  return {
    result: "differs",
    message: `${message}; not as the interface says: ${issues.join(", ")}`,
  };
}

/** Asks for a record. Where any other path gets the same 404, the error says so. */
async function askForRecord(
  client: Client,
  name: RecordName,
  dotNumber: DotNumber,
): Promise<Answer> {
  const answer = await client.record(name, dotNumber);
  if (answer.state !== "unanswered") return answer;
  const { error, exchange } = answer;
  if (!(error instanceof ServiceError && error.reason === "doubtful-not-found"))
    throw error;
  const other = await client.askUnknownPath(dotNumber);
  if (bodyWithoutPath(other) !== bodyWithoutPath(exchange)) throw error;
  throw new ServiceError(
    `${error.message}; any other path gets the same answer`,
    {
      ...error.details,
      hint: "check the base URL, or try a number that the service knows: usdot config check NUMBER",
    },
  );
}

/** The body of an answer without the path that was asked for, which some repeat. */
function bodyWithoutPath({ body, url }: Exchange): string | undefined {
  return body && url && bodyText(body).replaceAll(new URL(url).pathname, "");
}

/** `usdot config check`: whether the settings work, asked of the service itself. */
import {
  type Answer,
  type Exchange,
  type RecordName,
  recordNames,
} from "../../answer.ts";
import { type DotNumber, parseDotNumber } from "../../dot-number.ts";
import {
  ExitStatus,
  exitStatusOf,
  InterruptedError,
  refuse,
  UsdotError,
} from "../../errors.ts";
import type { Connection } from "../../run/connection.ts";
import { type Context, openContext } from "../../run/context.ts";
import type { Host } from "../../run/host.ts";
import { loadPolicy } from "../../run/policy-files.ts";
import { bodyText } from "../../service/body.ts";
import type { Client } from "../../service/client.ts";
import { ServiceError } from "../../service/service-error.ts";
import type { Flags } from "../../settings/options.ts";
import { visible, visibleUpTo } from "../../text/safe-text.ts";
import { printTables } from "../destination.ts";
import { openService } from "../open-service.ts";
import { settingRows, settingsInEffect } from "./run-config.ts";

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

/** Prints what holds and what does not, a line each. */
export async function checkSettings(
  host: Host,
  flags: Flags,
  number?: string,
): Promise<void> {
  const context = await openContext(host, flags);
  const { values } = context.settings;
  const chosen = settingsInEffect(context).filter(
    ({ name, origin }) => name === "config" || (origin && origin !== "default"),
  );
  const text = number || (values.sample ? "9000001" : "2233855");
  const parsed = parseDotNumber(text);
  if ("invalid" in parsed) refuse(`${visibleUpTo(text, 40)} ${parsed.invalid}`);
  values.retries = 0;
  const checks = new Checks();
  await checkAll(checks, context, parsed.dotNumber);
  const { done, error } = checks;
  const status = error ? exitStatusOf(error.kind) : 0;
  const rows = done.map(({ check, result, message }) => [
    result,
    check,
    visible(message),
  ]);
  await printTables(host, flags, [settingRows(chosen), rows], {
    settings: chosen,
    checks: done,
    exit_status: status,
  });
  if (error) throw new ExitStatus(error.kind);
}

class Checks {
  readonly done: Check[] = [];
  /** The first one decides the exit status. */
  error: UsdotError | undefined;

  /** Returns undefined where the check fails. */
  async attempt<T>(
    check: string,
    run: () => Promise<T>,
    resultOf: (value: T) => CheckResult,
  ): Promise<T | undefined> {
    try {
      const value = await run();
      this.done.push({ check, ...resultOf(value) });
      return value;
    } catch (error) {
      if (!(error instanceof UsdotError) || error instanceof InterruptedError)
        throw error;
      const message = [...error.lines, error.hint].filter(Boolean).join("; ");
      this.done.push({ check, result: "FAILS", message });
      this.error ??= error;
      return undefined;
    }
  }
}

async function checkAll(
  checks: Checks,
  context: Context,
  dotNumber: DotNumber,
): Promise<void> {
  const connection = await checks.attempt(
    "settings",
    () => openService(context, { key: false, list: false }),
    ({ service, withKey }) =>
      ok(`${service}, ${withKey ? "with" : "without"} an API key`),
  );
  if (context.settings.values.policy !== undefined)
    await checks.attempt(
      "policy",
      () => loadPolicy(context),
      ({ name, cautions }) => {
        context.reporter.warning(...cautions);
        return ok(`your vetting rules are ${visibleUpTo(name, 60)}`);
      },
    );
  if (connection)
    await checkService(checks, connection, dotNumber).finally(connection.close);
}

async function checkService(
  checks: Checks,
  { client, withKey }: Connection,
  dotNumber: DotNumber,
): Promise<void> {
  for (const name of recordNames) {
    const ask = () => probedRecord(client, name, dotNumber);
    if (!(await checks.attempt(name, ask, answerResult))) return;
  }
  if (withKey)
    await checks.attempt(
      "bulk",
      () => client.bulk([dotNumber]),
      (summaries) => answerResult(summaries.get(dotNumber)),
    );
}

const ok = (message: string): CheckResult => ({ result: "ok", message });

/**
 * What an answer shows of the service. Only a record shows whether it is as the
 * interface says.
 */
function answerResult(answer: Answer | undefined): CheckResult {
  if (answer?.state === "unanswered") throw answer.error;
  if (answer?.state !== "answered")
    return {
      result: "unchecked",
      message:
        "the service has no such record, and says so clearly; what its records look like was not compared: usdot config check NUMBER, with one that it knows",
    };
  const { record, issues } = answer;
  const name = visibleUpTo(String(record["legal_name"] ?? "known"), 60);
  const message = `USDOT ${record["dot_number"]} is ${name}`;
  if (issues.length === 0) return ok(message);
  return {
    result: "differs",
    message: `${message}; not as the interface says: ${issues.join(", ")}`,
  };
}

/** Asks for a record. Where any other path gets the same 404, its error says so. */
async function probedRecord(
  client: Client,
  name: RecordName,
  dotNumber: DotNumber,
): Promise<Answer> {
  const answer = await client.record(name, dotNumber);
  const error = answer.state === "unanswered" && answer.error;
  if (!(error instanceof ServiceError && error.reason === "doubtful-not-found"))
    return answer;
  const other = await client.otherPath(dotNumber);
  if (bodyWithoutPath(other) !== bodyWithoutPath(answer.exchange))
    return answer;
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

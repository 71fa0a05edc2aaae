/** `usdot config check`: whether the settings work, asked of the service itself. */
import { type Answer, type RecordName, recordNames } from "../../answer.ts";
import { type DotNumber, parseDotNumber } from "../../dot-number.ts";
import {
  ExitStatus,
  exitStatusOf,
  InterruptedError,
  UsageError,
  UsdotError,
} from "../../errors.ts";
import { openConnection } from "../../run/connection.ts";
import { type Context, openContext } from "../../run/context.ts";
import type { Host } from "../../run/host.ts";
import { loadPolicy } from "../../run/policy-files.ts";
import { bodyText } from "../../service/body.ts";
import type { Client } from "../../service/client.ts";
import { ServiceError } from "../../service/errors.ts";
import type { Flags } from "../../settings/options.ts";
import { singleLine, visible } from "../../text/safe-text.ts";
import { printTables } from "../destination.ts";
import { settingRows, settingsInEffect } from "./run.ts";

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
  number: string,
): Promise<void> {
  const context = await openContext(host, flags);
  const { values } = context.settings;
  const given = settingsInEffect(context).filter(
    ({ name, origin }) => name === "config" || (origin && origin !== "default"),
  );
  const parsed = parseDotNumber(
    number || (values.sample ? "9000001" : "2233855"),
  );
  if ("invalid" in parsed)
    throw new UsageError(`${singleLine(number, 40)} ${parsed.invalid}`);
  values.retries = 0;
  const checks: Check[] = [];
  const error = await checkAll(context, parsed.dotNumber, checks).catch(
    expectedError,
  );
  const status = error ? exitStatusOf(error.kind) : 0;
  const rows = checks.map(({ check, result, message }) => [
    result,
    check,
    visible(message),
  ]);
  await printTables(host, flags, [settingRows(given), rows], {
    settings: given,
    checks,
    exit_status: status,
  });
  if (error) throw new ExitStatus(error.kind);
}

function expectedError(error: unknown): UsdotError {
  if (error instanceof UsdotError && !(error instanceof InterruptedError))
    return error;
  throw error;
}

/** Adds to the checks in their order. The first that fails ends them. */
async function checkAll(
  context: Context,
  dotNumber: DotNumber,
  checks: Check[],
): Promise<undefined> {
  const attempt = async <T>(
    check: string,
    run: () => Promise<T>,
    resultOf: (value: T) => CheckResult,
  ): Promise<T> => {
    try {
      const value = await run();
      checks.push({ check, ...resultOf(value) });
      return value;
    } catch (error) {
      const { lines, hint } = expectedError(error);
      const message = [...lines, hint].filter(Boolean).join("; ");
      checks.push({ check, result: "FAILS", message });
      throw error;
    }
  };
  const { client, withKey, close } = await attempt(
    "settings",
    () => openConnection(context, { key: false, list: false }),
    ({ service, withKey }) =>
      ok(`${service}, ${withKey ? "with" : "without"} an API key`),
  );
  try {
    if (context.settings.values.policy !== undefined)
      await attempt(
        "policy",
        () => loadPolicy(context),
        ({ name }) => ok(`your vetting rules are ${singleLine(name, 60)}`),
      );
    for (const name of recordNames)
      await attempt(
        name,
        () => probedRecord(client, name, dotNumber),
        resultOf,
      );
    if (withKey)
      await attempt(
        "bulk",
        () => client.bulk([dotNumber]),
        ({ found, missing }) =>
          resultOf(found.get(dotNumber) ?? missing.get(dotNumber)),
      );
  } finally {
    await close();
  }
}

const ok = (message: string): CheckResult => ({ result: "ok", message });

/**
 * What an answer shows of the service. Only a record shows whether it is as the
 * interface says.
 */
function resultOf(answer: Answer | undefined): CheckResult {
  if (answer?.state === "unanswered") throw answer.error;
  if (answer?.state !== "answered")
    return {
      result: "unchecked",
      message:
        "the service has no such record, and says so clearly; what its records look like was not compared: usdot config check NUMBER, with one that it knows",
    };
  const { record, issues } = answer;
  const name = singleLine(String(record["legal_name"] ?? "known"), 60);
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
  const otherPath = "usdot-config-check" as RecordName;
  const other = await client.record(otherPath, dotNumber);
  if (bodyWithoutPath(other) !== bodyWithoutPath(answer)) return answer;
  throw new ServiceError(
    `${error.message}; any other path gets the same answer`,
    {
      ...error,
      hint: "check the base URL, or try a number that the service knows: usdot config check NUMBER",
    },
  );
}

/** The body of an answer without the path that was asked for, which some repeat. */
function bodyWithoutPath({
  source: { body, url },
}: Answer): string | undefined {
  return body && bodyText(body).replaceAll(new URL(url).pathname, "");
}

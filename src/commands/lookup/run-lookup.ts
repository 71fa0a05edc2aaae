/** Runs a lookup: numbers in, rows out, every number accounted for. */
import type { Answers } from "../../answer.ts";
import {
  InterruptedError,
  refuse,
  UsageError,
  type UsdotError,
} from "../../errors.ts";
import type { Carrier } from "../../lookup/carriers.ts";
import { Tally } from "../../lookup/tally.ts";
import { type Connection, openService } from "../../run/connection.ts";
import { type Context, formatFor, openContext } from "../../run/context.ts";
import type { Host } from "../../run/host.ts";
import { recordFormats } from "../../settings/formats.ts";
import type { LookupName, LookupRow } from "../../views.ts";
import {
  askWithProgress,
  type BadEnding,
  continuedBy,
  endList,
  namingUnwritten,
  noteLeft,
  noteStopped,
  unansweredText,
} from "../carrier-run.ts";
import { refuseOverwriting } from "../destination.ts";
import { openInputs, sourcesOf } from "../inputs.ts";
import type { Request } from "../options.ts";
import { type Lookup, lookupKind } from "./lookup.ts";
import { isByRow, isResumable, openRowOutput } from "./row-output.ts";

/**
 * Runs a lookup to its end; throws whenever the exit status is not 0, for a
 * list after all of it was reported.
 */
export async function runLookup(
  host: Host,
  name: LookupName,
  request: Request,
): Promise<void> {
  const context = await openContext(host, request.flags);
  await namingUnwritten(context, [context.output], async () => {
    const lookup = await planLookup(context, name, request);
    const connection = await openService(context, {
      needsKey: lookup.isBulk,
      isList: !lookup.isSingle,
    });
    await lookUp(lookup, connection).finally(connection.close);
  });
}

async function planLookup(
  context: Context,
  name: LookupName,
  request: Request,
): Promise<Lookup> {
  const { options } = request;
  const { resume, keepColumns } = options;
  const format = keepColumns
    ? formatFor("--keep-columns", ["csv", "xlsx"], context)
    : formatFor(name, recordFormats, context);
  if (resume && (context.output === undefined || !isByRow(format)))
    refuse(
      "--resume needs rows in a file",
      "name it with --output, as .ndjson or .csv",
    );
  const given = await openInputs(context, request);
  const kind = await lookupKind(name, context, given);
  const read = [...sourcesOf(given), ...(kind.listPaths ?? [])];
  refuseOverwriting(context, [context.output], read);
  const isSingle = !kind.isBulk && given.single !== undefined;
  return { ...context, ...given, ...kind, options, format, isSingle };
}

async function lookUp(lookup: Lookup, connection: Connection): Promise<void> {
  const { reporter, isSingle } = lookup;
  const output = await openRowOutput(lookup, connection.service);
  const question = { ...lookup, resumed: output.resumed };
  const tally = new Tally();
  const warnOfTypes = typeWarner(lookup);
  let single: LookupRow | undefined;
  try {
    const pages = askWithProgress(lookup, connection, question, {
      tally,
      isSingle,
    });
    for await (const page of pages) {
      const carriers = page.filter((entry) => entry.kind === "carrier");
      for (const carrier of carriers) warnOfTypes(carrier);
      const rows = carriers.map(lookup.rowOf);
      if (isSingle) [single] = rows;
      if (single) refuseUnanswered(lookup, single);
      await output.write(rows);
    }
    const partialPath = await output.end(tally);
    if (partialPath) reporter.note(unansweredText(lookup.host, [partialPath]));
  } catch (reason) {
    const path = await output.abandon(reason).catch(() => undefined);
    noteLookupStopped(lookup, tally, reason, path);
    throw reason;
  }
  if (single) return endSingle(lookup, single);
  // The last line on standard error accounts for every input.
  endList(lookup, `${tally}`, lookupEnding(lookup, tally));
}

/** Says how far a lookup came that ended early; `path`: where its rows are. */
function noteLookupStopped(
  lookup: Lookup,
  tally: Tally,
  reason: unknown,
  path: string | undefined,
): void {
  const isList = !lookup.isSingle;
  const after = isList && tally.total > 0 ? `${tally}` : undefined;
  if (reason instanceof InterruptedError) noteStopped(lookup, after, isList);
  if (path === undefined) return;
  const goingOn = isResumable(lookup)
    ? continuedBy("--resume")
    : "a new run replaces it";
  noteLeft(lookup, path, reason instanceof UsageError ? undefined : goingOn);
}

const isAllowed = ({ options }: Lookup, { kind }: UsdotError) =>
  kind === "not-found" && options.allowMissing;

/** @throws the error of one number, where the format has no row for it */
function refuseUnanswered(lookup: Lookup, { error, record }: LookupRow): void {
  const isWritten = record !== undefined || isByRow(lookup.format);
  if (error && !isWritten && !isAllowed(lookup, error)) throw error;
}

/** One number: why it has no record, or lacks one of several, is the last message. */
function endSingle(lookup: Lookup, { error }: LookupRow): void {
  if (error === undefined) return;
  if (!isAllowed(lookup, error)) throw error;
  lookup.reporter.error(error);
}

/** Whoever tries the sample has no key to check. */
const refusedEnding = ({ values }: Lookup): BadEnding => ({
  kind: "key",
  hint: values.sample ? "" : "check the API key: usdot config check",
});

/**
 * A list of so many numbers of which the service knows none was more likely
 * sent to a wrong base URL.
 */
const suspiciouslyMany = 10;
const nothingFoundHint =
  "nothing was found: check the numbers and the base URL";

/**
 * How a list was looked up. A number without an answer never ends in success or
 * in a definite no. Of a part of a list, the service may well know nothing.
 */
function lookupEnding(lookup: Lookup, tally: Tally): BadEnding | undefined {
  const { options } = lookup;
  const { causes, notFound, withRecord, withAnswer } = tally;
  const [cause] = causes;
  if (causes.has("key") && withAnswer === 0) return refusedEnding(lookup);
  if (cause) {
    const isMixed = withAnswer > 0 || causes.size > 1;
    const again =
      "the same command with --resume retries those without an answer";
    return {
      kind: isMixed ? "incomplete" : cause,
      hint: isResumable(lookup) ? again : "",
    };
  }
  if (tally.count("invalid") > 0) return { kind: "incomplete" };
  if (notFound === 0) return undefined;
  const isNothingFound = withRecord === 0;
  const isDoubtful =
    isNothingFound && !options.shard && notFound >= suspiciouslyMany;
  if (options.allowMissing && !isDoubtful) return undefined;
  return { kind: "not-found", hint: isNothingFound ? nothingFoundHint : "" };
}

/**
 * Names the fields that are not of the type that the interface states, each
 * once for a list.
 */
function typeWarner({ reporter }: Context) {
  const warned = new Set<string>();
  return ({ dotNumber, answers }: Carrier): void => {
    const fields = issuesIn(answers).filter((field) => !warned.has(field));
    if (fields.length === 0) return;
    for (const field of fields) warned.add(field);
    reporter.warning(
      `USDOT ${dotNumber}: missing or of the wrong type (--json shows it as received): ${fields.join(", ")}`,
    );
  };
}

/**
 * Paths of fields that are not of the type that the interface states, in all
 * records of a carrier. One of a list's elements stands for all.
 */
function issuesIn(answers: Answers): string[] {
  const all = Object.entries(answers);
  const fields = new Set<string>();
  for (const [name, answer] of all)
    for (const issue of answer.state === "answered" ? answer.issues : []) {
      const path = all.length > 1 ? `${name}.${issue}` : issue;
      fields.add(path.replace(/\.\d+(?=\.|$)/g, "[]"));
    }
  return [...fields];
}

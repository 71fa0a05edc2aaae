/** Ready-made outcomes, and what a format makes of them. */
import type { DotNumber } from "../../src/dot-number.ts";
import type { UsdotError } from "../../src/errors.ts";
import type { Outcome, Result } from "../../src/lookup/outcome.ts";
import type { FormatOptions, Writer } from "../../src/output/format.ts";
import { formats, type LookupFormat } from "../../src/output/formats/index.ts";
import type { Sink } from "../../src/output/sink.ts";
import { bulkView } from "../../src/output/views.ts";
import { NotFoundError, UnreachableError } from "../../src/service/errors.ts";
import { testDay } from "../support/memory-host.ts";

/** A record as the service sent it; `text` overrides its JSON. */
export function answered(record: Record<string, unknown>, text = JSON.stringify(record)): Result {
  return {
    kind: "answered",
    dotNumber: String(record["dot_number"]) as DotNumber,
    answer: { record, text, schemaIssues: [] },
  };
}

export function notFound(number: string): Result {
  const error = new NotFoundError("the service knows no such carrier", { reason: "no-such-carrier", status: 404 });
  return { kind: "not-found", dotNumber: number as DotNumber, error };
}

export function unanswered(
  number: string,
  error: UsdotError = new UnreachableError("nothing answers", { reason: "host-unreachable" }),
): Result {
  return { kind: "unanswered", dotNumber: number as DotNumber, error };
}

/** Accepts everything at once. */
export function memorySink(): Sink & { text(): string; pieces: string[] } {
  const pieces: string[] = [];
  return {
    pieces,
    text: () => pieces.join(""),
    write(text) {
      pieces.push(text);
      return undefined;
    },
    finish: async () => {},
    abandon: async () => {},
  };
}

/** A format's writer, with the columns of a bulk list by default. */
export async function writerTo(sink: Sink, name: LookupFormat, options: Partial<FormatOptions> = {}): Promise<Writer> {
  const { view = bulkView, single = false, fields } = options;
  const format = await formats[name]({ view, single, fields });
  return format(sink, {
    view,
    fields: undefined,
    single: false,
    width: undefined,
    color: false,
    csvRaw: false,
    continued: false,
    now: testDay,
    ...options,
  });
}

/** What a format writes for pages of outcomes. */
export async function rendered(
  name: LookupFormat,
  pages: readonly (readonly Outcome[])[],
  options: Partial<FormatOptions> = {},
): Promise<string> {
  const sink = memorySink();
  const writer = await writerTo(sink, name, options);
  for (const page of pages) await writer.write(page);
  await writer.end();
  return sink.text();
}

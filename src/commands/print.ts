/** What commands other than lookups print: text for people, or JSON where the command line asks for it. */
import { UsageError } from "../errors.ts";
import { StreamSink } from "../output/sink.ts";
import type { Flags } from "../runtime/context.ts";
import type { Host } from "../runtime/host.ts";
import { checkSetting } from "../settings/settings.ts";
import { compactJson, prettyJson } from "../text/json-text.ts";

/**
 * Prints to standard output. Only a flag makes it JSON: a `format` kept for lookups doesn't change what `$(usdot config path)` gives.
 *
 * @param json the same as the text, for a program
 * @throws {UsageError} for a format that it has not
 */
export async function printTextOrJson(host: Host, { format }: Flags, text: string, json: unknown): Promise<void> {
  const sink = new StreamSink(host.stdout, { signal: host.signal });
  await sink.write(format === undefined ? text : inFormat(format, text, json));
  await sink.finish();
}

function inFormat(given: unknown, text: string, json: unknown): string {
  const format = checkSetting("format", given, { words: "the flag --format", remedy: "see: usdot help options" });
  if (format === "table") return text;
  if (format === "json") return `${prettyJson(JSON.stringify(json))}\n`;
  if (format !== "ndjson") {
    throw new UsageError(`this command cannot print ${format}`, { hint: "use --format table, json or ndjson" });
  }
  return [json]
    .flat()
    .map((each) => `${compactJson(JSON.stringify(each))}\n`)
    .join("");
}

/** Output of commands other than lookups: text for people, or JSON on request. */
import { UsageError } from "../errors.ts";
import { StreamSink } from "../output/sink.ts";
import type { Flags } from "../runtime/context.ts";
import type { Host } from "../runtime/host.ts";
import { checkSetting } from "../settings/setting-values.ts";
import { compactJson, prettyJson } from "../text/json-text.ts";

/**
 * Prints text, or the same as JSON with `--json`. Only the flag counts: a `format` saved for lookups must not change what scripts read.
 * @throws {UsageError} for an unsupported format
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

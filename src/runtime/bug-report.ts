/** Reports a bug in usdot. Loaded only when there is one. */
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { UsageError } from "../errors.ts";
import { type Flags, isVerbose } from "./context.ts";
import { type Host, reporterOf } from "./host.ts";

/** Reports a bug in one line and, with `--verbose`, with its stack trace and causes. */
export async function reportBug(thrown: unknown, host: Host, flags: Flags): Promise<void> {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const verbose = await isVerbose(host, flags);
  const what = verbose ? "these lines" : "the lines that it prints with --verbose";
  const hint = `please report it to the maintainers, with the command you ran and ${what}`;
  const reporter = reporterOf(host, { verbose });
  reporter.failure("internal error (a bug in usdot)", new UsageError(error.message, { hint }));
  if (!verbose) return;
  reporter.detail(`version ${host.version}, Node ${host.nodeMajor}, ${host.platform}`);
  for (const each of causesOf(error)) {
    for (const line of inSources(each.stack ?? each.message).split("\n")) reporter.detail(line);
  }
}

/** An error, its cause, the cause of that, and so on. */
function causesOf(error: Error): Error[] {
  const found: Error[] = [];
  for (let each: unknown = error; each instanceof Error && !found.includes(each); each = each.cause) found.push(each);
  return found;
}

const frame = /^(?<before>\s+at (?:async )?(?:.*\()?)(?<file>.+?\.cjs):(?<line>\d+):(?<column>\d+)\)?$/;

/**
 * The stack trace with positions in the sources instead of the bundle, wherever there is a source map. (Node can do this only if it is
 * enabled before the code is loaded, which would slow down every start.)
 */
function inSources(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack
    .split("\n")
    .map((line) => {
      const { before = "", file = "", ...position } = frame.exec(line)?.groups ?? {};
      if (!maps.has(file)) maps.set(file, mapOf(file));
      const found = maps.get(file)?.findEntry(Number(position["line"]) - 1, Number(position["column"]) - 1);
      if (!found || !("originalSource" in found)) return line;
      const source = found.originalSource.replace(/^(?:\.\.\/)+/, "");
      return `${before}${source}:${found.originalLine + 1}:${found.originalColumn + 1}${before.endsWith("(") ? ")" : ""}`;
    })
    .join("\n");
}

function mapOf(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  } catch {
    return undefined;
  }
}

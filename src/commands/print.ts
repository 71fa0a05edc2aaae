import { UsageError } from "../errors.ts";
import type { Host } from "../runtime/host.ts";
import { formatNamed } from "../settings/options.ts";
import type { Flags } from "../settings/settings.ts";
import { printJson } from "../text/json.ts";
import { standardOutput } from "./destination.ts";

/** Writes a text to standard output. */
export function print(host: Host, text: string): Promise<void> {
  return standardOutput(host).write(text);
}

/** Prints text, or JSON with `--json`. Only the flag counts: a saved `format` must not change what scripts read. */
export function printTextOrJson(host: Host, { format = "table" }: Flags, text: string, json: unknown): Promise<void> {
  const name = formatNamed(String(format));
  if (name === "table") return print(host, text);
  if (name === "json") return print(host, `${printJson(json, 2)}\n`);
  throw new UsageError(`this command cannot print ${format}`, { hint: "use --format table or json" });
}

/** Rows as aligned columns. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("  ");
  return rows.map((row) => `${line(row).trimEnd()}\n`).join("");
}

/** Where a command's output goes, and how it is looked at there. */
import { refuse } from "../errors.ts";
import { fileError } from "../files/file-error.ts";
import {
  identityOf,
  openOutputFile,
  partialOf,
  type Sink,
} from "../files/output-file.ts";
import type { Context } from "../run/context.ts";
import { type Host, terminalWidth } from "../run/host.ts";
import { inWorkflow } from "../run/reporter.ts";
import type { Look } from "../screen/lines.ts";
import type { Flags } from "../settings/declarations.ts";
import { type FormatName, formatNamed } from "../settings/formats.ts";
import { jsonText } from "../text/json.ts";
import { workflowSafe } from "../text/safe-text.ts";
import { localDay } from "../text/time.ts";
import { inColumns } from "../text/width.ts";

type Paths = readonly (string | undefined)[];

/**
 * Refuses outputs that are read as well: an input, also as standard input, the
 * policy, the configuration, the API key, whatever their names.
 */
export function refuseOverwriting(
  { host, values, configFile }: Context,
  outputs: Paths,
  inputs: Paths,
): void {
  const { policy, "api-key-file": keyFile } = values;
  const named = [...inputs, policy, keyFile, configFile];
  const paths = named.map((path) => path && host.resolve(path));
  const read = new Set([0, ...paths].map(identityOf));
  // The identity of what is not a regular file.
  read.delete("");
  const taken = outputs
    .flatMap((path) => (path ? [path, partialOf(path)] : []))
    .find((name) => read.has(identityOf(name)));
  if (taken !== undefined)
    refuse(
      `${host.shownPath(taken)} is an input file`,
      "choose another output",
    );
}

/**
 * How standard output is looked at, or a file. A file gets colors only with
 * `--color always`.
 */
export function lookOf(
  { host, values }: Context,
  file: string | undefined,
): Look {
  const { color, sample, verbose } = values;
  const isTerminal = file === undefined && host.stdout.isTTY === true;
  const { rows = 0 } = isTerminal ? host.stdout : {};
  // The prompt of Windows has an empty line before it.
  const height = host.platform === "win32" ? rows - 1 : rows;
  return {
    width: isTerminal ? terminalWidth(host.stdout) : undefined,
    height: height > 0 ? height : undefined,
    color:
      color === "auto"
        ? file === undefined && wantsColor(isTerminal, host.env)
        : color === "always",
    now: host.now(),
    today: localDay(host.now()),
    zone: isTerminal ? "local" : "utc",
    sample: sample === true,
    verbose,
  };
}

function wantsColor(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal && env["TERM"] !== "dumb";
}

/** Opens a file, or standard output. */
export async function openDestination(
  host: Host,
  path: string | undefined,
  format?: FormatName,
): Promise<Sink> {
  return path === undefined
    ? standardOutput(host, format)
    : openOutputFile(path);
}

/**
 * Standard output as a sink. Nothing in it can start a command of GitHub's
 * runner, unless it is made of them.
 */
function standardOutput(
  { stdout, signal, env }: Host,
  format?: FormatName,
): Sink {
  const isGuarded = inWorkflow(env) && format !== "github";
  return {
    write: (data) =>
      new Promise((done, fail) => {
        const stop = () => fail(signal.reason);
        signal.addEventListener("abort", stop);
        stdout.write(
          isGuarded && typeof data === "string" ? workflowSafe(data) : data,
          (error) => {
            signal.removeEventListener("abort", stop);
            if (error) fail(fileError("write", "standard output", error));
            else done();
          },
        );
      }),
    end: async () => undefined,
  };
}

export function print(host: Host, text: string): Promise<void> {
  return standardOutput(host).write(text);
}

/**
 * What prints a table, or JSON with `--json`. Only the flag counts: a saved
 * `format` must not change what scripts read.
 * @throws {UsageError} for any other format, before anything is done
 */
export function tablePrinter(host: Host, { format = "table" }: Flags) {
  const name = formatNamed(String(format));
  if (name !== "json" && name !== "table")
    refuse(`this command cannot print ${format}`, "use --format table or json");
  return (rows: readonly string[][], json: unknown): Promise<void> => {
    if (name === "json") return print(host, `${jsonText(json, 2)}\n`);
    return print(host, inColumns(rows, terminalWidth(host.stdout)));
  };
}

/** Everything printed on standard error: errors always; warnings, notes and the status line unless `--quiet`. */
import { once } from "node:events";
import type { UsdotError } from "../errors.ts";
import { ServiceError } from "../service/errors.ts";
import type { SettingValues } from "../settings/values.ts";
import { counted } from "../text/digits.ts";
import { singleLine, workflowSafe } from "../text/safe-text.ts";
import { wrap } from "../text/width.ts";
import type { Host } from "./host.ts";

export type Reporter = ReturnType<typeof createReporter>;

/** Longest line: the list of known fields is long. */
const maxLine = 2_000;
/** Longest message of a service, which may write anything. */
const maxMessage = 300;
/** Complaints of one kind that are printed; the rest is counted. */
const maxComplaints = 10;
const minWidth = 20;

type ReporterHost = Pick<Host, "env" | "stderr" | "now">;
type Volume = Partial<Pick<SettingValues, "quiet" | "verbose">>;

/** Makes a reporter, whether or not the settings are known yet. */
export function createReporter(
  host: ReporterHost,
  { quiet = false, verbose = false }: Volume = {},
) {
  const { stderr, env } = host;
  const line = statusLine(host, quiet);
  const warned = new Set<string>();
  const complaints = { failure: 0, "invalid line": 0 };
  const say = (text: string) => {
    line.clear();
    const safe = singleLine(`usdot: ${text}`, maxLine);
    const room = (stderr.isTTY && stderr.columns) || Number.POSITIVE_INFINITY;
    // A command, path or hash that is copied from a terminal must not have a line break in it.
    const lines = wrap(
      inWorkflow(env) ? workflowSafe(safe) : safe,
      Math.max(minWidth, room - 2),
      -2,
      false,
    );
    stderr.write(`${lines.join("\n  ")}\n`);
  };
  const complain = (kind: keyof typeof complaints, text: string) => {
    if (++complaints[kind] <= maxComplaints) say(text);
  };
  return {
    error(error: UsdotError): void {
      const subject =
        error instanceof ServiceError && error.dotNumber
          ? `USDOT ${error.dotNumber}: `
          : "";
      // A policy with several mistakes has a line for each.
      for (const text of withHint(error).split("\n")) say(subject + text);
    },
    failure: (about: string, error: UsdotError) =>
      complain("failure", `${about}: ${withHint(error)}`),
    invalid: (text: string) => complain("invalid line", text),
    endComplaints(): void {
      for (const kind of ["failure", "invalid line"] as const) {
        const more = complaints[kind] - maxComplaints;
        if (more > 0) say(`and ${counted(more, `more ${kind}`)}`);
        complaints[kind] = 0;
      }
    },
    warning(text: string): void {
      if (!quiet && !warned.has(text)) say(`warning: ${text}`);
      warned.add(text);
    },
    note(text: string): void {
      if (!quiet) say(`note: ${text}`);
    },
    detail(text: string): void {
      if (verbose) say(text);
    },
    /** What we wait for, on a line of a terminal that disappears; undefined before standard output is written. */
    status: line.set,
    async flushed(): Promise<void> {
      if (stderr.writableNeedDrain) await once(stderr, "drain");
    },
  };
}

function statusLine({ stderr, env, now }: ReporterHost, quiet: boolean) {
  const canRedraw = stderr.isTTY === true && env["TERM"] !== "dumb" && !quiet;
  let text = "";
  let started = 0;
  let isDrawn = false;
  let timer: NodeJS.Timeout | undefined;
  const clear = () => {
    if (isDrawn) stderr.write("\r\u001b[K");
    isDrawn = false;
  };
  const draw = () => {
    const room = (stderr.columns ?? 0) - 1;
    if (room < minWidth) return;
    const seconds = Math.round((now() - started) / 1_000);
    stderr.write(
      `\r\u001b[K${singleLine(`${text}… ${seconds} s (Ctrl-C stops)`, room)}`,
    );
    isDrawn = true;
  };
  const set = (given: string | undefined): void => {
    text = given ?? "";
    if (given === undefined) {
      clearInterval(timer);
      timer = undefined;
      clear();
    } else if (timer === undefined && canRedraw) {
      started = now();
      timer = setInterval(draw, 1_000).unref();
    }
  };
  return { set, clear };
}

/** Whether the GitHub Actions runner reads our output, and would run commands in it. */
export function inWorkflow(env: NodeJS.ProcessEnv): boolean {
  return env["GITHUB_ACTIONS"] === "true";
}

/** What is said of an error: its message and its hint. */
export function withHint(error: UsdotError): string {
  const message =
    error instanceof ServiceError
      ? singleLine(error.message, maxMessage)
      : error.message;
  return error.hint ? `${message}; ${error.hint}` : message;
}

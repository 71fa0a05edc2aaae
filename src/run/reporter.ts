/**
 * Everything printed on standard error: errors always; warnings, notes and the
 * status line unless `--quiet`.
 */
import { once } from "node:events";
import type { UsdotError } from "../errors.ts";
import { ServiceError } from "../service/service-error.ts";
import type { Flags } from "../settings/declarations.ts";
import { counted } from "../text/digits.ts";
import { visibleUpTo, workflowSafe } from "../text/safe-text.ts";
import { displayWidth, wrap } from "../text/width.ts";
import { type Host, terminalWidth } from "./host.ts";

type ReporterHost = Pick<Host, "env" | "stderr" | "now">;
export type Reporter = ReturnType<typeof createReporter>;

/** Longest line: the list of known fields is long. */
const maxLine = 2_000;
/** Longest message of a service, which may write anything. */
const maxMessage = 300;
const maxComplaints = 10;
/** Nothing is folded to fewer columns, and the status line is not drawn in them. */
const leastWidth = 20;

/** Makes a reporter, whether or not the settings are known yet. */
export function createReporter(
  host: ReporterHost,
  { quiet, verbose, sample }: Flags = {},
) {
  const line = statusLine(host, Boolean(quiet));
  const say = (text: string) => {
    line.clear();
    host.stderr.write(foldedMessage(text, host));
  };
  const textsOf = (error: UsdotError) => errorLines(error, Boolean(sample));
  const remark =
    (label: string) =>
    (...texts: readonly string[]): void => {
      for (const text of quiet ? [] : texts) say(`${label}: ${text}`);
    };
  return {
    ...complaints(say, textsOf),
    /** An error with several mistakes has a line for each. */
    error(error: UsdotError): void {
      const { dotNumber } = error instanceof ServiceError ? error.details : {};
      const subject = dotNumber ? `USDOT ${dotNumber}: ` : "";
      for (const text of textsOf(error)) say(subject + text);
    },
    warning: remark("warning"),
    note: remark("note"),
    /** How many lines of the terminal these notes will take. */
    linesOf: (notes: readonly string[]): number =>
      quiet ? 0 : notes.reduce((sum, note) => sum + linesTaken(note, host), 0),
    detail(text: string): void {
      if (verbose) say(text);
    },
    /**
     * Shows what we wait for, on a line of a terminal; a function is asked at
     * each drawing. Undefined removes the line: before standard output is
     * written.
     */
    status: line.set,
    async flushed(): Promise<void> {
      if (host.stderr.writableNeedDrain) await once(host.stderr, "drain");
    },
  };
}

/** What goes wrong with a list: ten of each kind are printed, the rest is counted. */
function complaints(
  say: (text: string) => void,
  textsOf: (error: UsdotError) => string[],
) {
  const counts = new Map<string, number>();
  const complain = (what: string, text: string) => {
    const count = (counts.get(what) ?? 0) + 1;
    counts.set(what, count);
    if (count <= maxComplaints) say(text);
  };
  return {
    failure: (subject: string, error: UsdotError) =>
      complain("failure", `${subject}: ${textsOf(error).join("; ")}`),
    invalid: (text: string) => complain("invalid line", text),
    endComplaints(): void {
      for (const [what, count] of counts)
        if (count > maxComplaints)
          say(`and ${counted(count - maxComplaints, `more ${what}`)}`);
      counts.clear();
    },
  };
}

/** A message as standard error gets it: safe, and on a terminal folded at words. */
function foldedMessage(text: string, { stderr, env }: ReporterHost): string {
  const safe = visibleUpTo(`usdot: ${text}`, maxLine);
  const room = terminalWidth(stderr) ?? Infinity;
  // A command, path or hash that is copied from a terminal must not have a line
  // break in it.
  const lines = wrap(inWorkflow(env) ? workflowSafe(safe) : safe, {
    firstWidth: Math.max(leastWidth, room),
    width: Math.max(leastWidth, room - 2),
    long: "keep",
  });
  return `${lines.join("\n  ")}\n`;
}

/** A long word, such as a hash, takes several. */
function linesTaken(note: string, host: ReporterHost): number {
  const columns = terminalWidth(host.stderr);
  if (columns === undefined) return 0;
  const lines = foldedMessage(`note: ${note}`, host).trimEnd().split("\n");
  return lines.reduce(
    (sum, line) => sum + Math.ceil(displayWidth(line) / columns),
    0,
  );
}

/** Whether the GitHub Actions runner reads our output, and would run commands in it. */
export function inWorkflow(env: NodeJS.ProcessEnv): boolean {
  return env["GITHUB_ACTIONS"] === "true";
}

/**
 * What is said of an error: its message, its hint, and the command that checks
 * the settings if they may be wrong; those of the sample are not.
 */
function errorLines(error: UsdotError, sample: boolean): string[] {
  const { lines, hint } = error;
  if (error instanceof ServiceError) {
    const mayBeSettings = error.mayBeSettings && !sample;
    const check = mayBeSettings ? ": usdot config check" : "";
    return [`${visibleUpTo(error.message, maxMessage)}; ${hint}${check}`];
  }
  const last = lines.at(-1) ?? "";
  return [...lines.slice(0, -1), hint ? `${last}; ${hint}` : last];
}

/** The line that says what we wait for, on a terminal, until something is printed. */
function statusLine({ stderr, env, now }: ReporterHost, quiet: boolean) {
  const canRedraw = stderr.isTTY === true && env["TERM"] !== "dumb" && !quiet;
  let textNow: (() => string) | undefined;
  let started = 0;
  let isDrawn = false;
  let timer: NodeJS.Timeout | undefined;
  const clear = () => {
    if (isDrawn) stderr.write("\r\u001b[K");
    isDrawn = false;
  };
  const draw = () => {
    const room = (stderr.columns ?? 0) - 1;
    if (room < leastWidth) return;
    const seconds = Math.round((now() - started) / 1_000);
    stderr.write(
      `\r\u001b[K${visibleUpTo(`${textNow?.()}… ${seconds} s (Ctrl-C stops)`, room)}`,
    );
    isDrawn = true;
  };
  const set = (given: string | (() => string) | undefined): void => {
    textNow = typeof given === "string" ? () => given : given;
    if (textNow === undefined) {
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

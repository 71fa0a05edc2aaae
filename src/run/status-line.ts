/** The line that says what we wait for, on a terminal, until something is printed. */
import { visibleUpTo } from "../text/safe-text.ts";
import type { Host } from "./host.ts";

export type ReporterHost = Pick<Host, "env" | "stderr" | "now">;

/** Nothing is folded to fewer columns, and the line is not drawn in them. */
export const leastWidth = 20;

export function statusLine({ stderr, env, now }: ReporterHost, quiet: boolean) {
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

/** What this machine does to the built program (run `npm run build` first): many lookups at once, few open files, a pause in the middle. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { listening } from "../support/resources.ts";
import { environment } from "../support/usdot.ts";

const program = fileURLToPath(new URL("../../bin/usdot.cjs", import.meta.url));
const numbers = Array.from({ length: 200 }, (_, index) => String(2233855 + index));

/** A service that answers with a record of whatever carrier it is asked about, when `answer` says so. */
async function serve(answer: (send: () => ServerResponse) => void): Promise<string> {
  const server = createServer(({ url = "" }, response) => {
    answer(() => response.end(JSON.stringify({ dot_number: url.split("/").at(-1) })));
  });
  return `http://${await listening(server)}`;
}

/** Starts the program, with at most so many open files. */
function start(args: readonly string[], openFiles?: number): ChildProcess {
  const limit = openFiles === undefined ? "" : `ulimit -n ${openFiles}; `;
  const child = spawn("sh", ["-c", `${limit}exec "$0" "$@"`, process.execPath, program, ...args], {
    env: environment("/nonexistent"),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function resultOf(child: ChildProcess) {
  const [out, err, [status]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    once(child, "close"),
  ]);
  return { status, rows: out.trimEnd().split("\n"), err };
}

const list = (url: string, ...flags: string[]) => [
  ...["carrier", ...numbers, "--format", "ndjson", "--base-url", url],
  ...flags,
];
const allRows = numbers.map((number) => JSON.stringify({ dot_number: number }));

describe.skipIf(process.platform === "win32")("on this machine", () => {
  it.each(["16", "64"])("%s lookups at once print nothing but the records", async (concurrency) => {
    const url = await serve((send) => setTimeout(send, 5));
    const child = start(list(url, "--concurrency", concurrency, "--quiet"));
    expect(await resultOf(child)).toEqual({ status: 0, rows: allRows, err: "" });
  });

  it.each([80, 40, 30])("a list is answered with %i open files, over fewer connections", async (openFiles) => {
    const url = await serve((send) => setTimeout(send, 5));
    const child = start(list(url, "--concurrency", "64", "--quiet"), openFiles);
    expect(await resultOf(child)).toEqual({ status: 0, rows: allRows, err: "" });
  });

  it("a process that is stopped for longer than the time limit still reads the answers that arrived meanwhile", async () => {
    const held: (() => ServerResponse)[] = [];
    const url = await serve((send) => {
      held.push(send);
      if (held.length < 4) return;
      child.kill("SIGSTOP");
      setTimeout(() => {
        const last = held
          .splice(0)
          .map((each) => each())
          .at(-1) as ServerResponse;
        last.on("finish", () => child.kill("SIGCONT"));
      }, 2_500);
    });
    const child: ChildProcess = start([
      ...["carrier", ...numbers.slice(0, 4), "--format", "ndjson", "--base-url", url],
      ...["--concurrency", "4", "--timeout", "1", "--retries", "0", "--quiet"],
    ]);
    expect(await resultOf(child)).toEqual({ status: 0, rows: allRows.slice(0, 4), err: "" });
  });
});

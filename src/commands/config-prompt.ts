/** Reads the value for `usdot config set` when the command line has none: typed at a terminal, or the first line of a pipe. */
import { createInterface } from "node:readline";
import { InterruptedError, UsageError } from "../errors.ts";
import type { Host } from "../runtime/host.ts";
import { declarationOf, type OptionName } from "../settings/options.ts";
import { listBytes } from "./lookup/inputs.ts";

/** In characters: a longer value does not fit into the configuration file. */
const maxLineLength = 65_536;

/**
 * Reads a setting's value: prompts at a terminal, without echo for a secret.
 * @throws {UsdotError} when it is interrupted, when the input ends with nothing entered, or cannot be read
 */
export function readValue(host: Host, setting: OptionName): Promise<string> {
  return host.stdin.isTTY ? typedLine(host, setting) : firstLine(host);
}

async function typedLine(host: Host, setting: OptionName): Promise<string> {
  const secret = declarationOf(setting).secret === true;
  host.signal.throwIfAborted();
  host.stderr.write(`${setting}${secret ? " (not shown)" : ""}: `);
  // Readline puts the terminal in raw mode, which echoes nothing, and without an output echoes nothing itself.
  const prompt = createInterface({
    input: host.stdin,
    terminal: true,
    historySize: 0,
    signal: host.signal,
    ...(secret ? {} : { output: host.stderr }),
  });
  try {
    return await new Promise<string>((resolve, reject) => {
      prompt.once("line", resolve);
      // In raw mode Ctrl-C is a key, not a signal.
      prompt.once("SIGINT", () => reject(new InterruptedError("SIGINT")));
      const nothing = () => new UsageError("nothing was entered", { hint: "nothing was changed" });
      prompt.once("close", () => reject(host.signal.aborted ? host.signal.reason : nothing()));
    });
  } finally {
    prompt.close();
    host.stderr.write("\n");
  }
}

/** The first line, without waiting for an end that may never come (`yes | usdot config set ...`). */
async function firstLine(host: Host): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of listBytes(host, "-")) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("\n") || text.length > maxLineLength) break;
  }
  return (text.split("\n", 1)[0] as string).trim();
}

/**
 * Pages in headless Chromium, over its debugging protocol on two pipes: no
 * library, no download.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { afterwards, temporaryDirectory } from "../../support/resources.ts";

const program = process.env["CHROMIUM"] ?? "chromium";

export const isInstalled = spawnSync(program, ["--version"]).status === 0;

// biome-ignore lint/suspicious/noExplicitAny: what the protocol sends is the browser's to say
type Message = any;

/**
 * Opens a file at a viewport's width. `noticed` are the requests and console
 * messages beyond the file itself.
 */
export async function openPage(url: string, width: number) {
  const args = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--remote-debugging-pipe",
    `--user-data-dir=${temporaryDirectory()}`,
    "about:blank",
  ];
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  afterwards(() => child.kill("SIGKILL"));
  const [input, output] = [
    child.stdio[3] as Writable,
    child.stdio[4] as Readable,
  ];
  const waiting = new Map<number, (message: Message) => void>();
  const events: Message[] = [];
  let loaded = () => {};
  let rest = "";
  output.setEncoding("utf8").on("data", (data: string) => {
    const parts = (rest + data).split("\0");
    rest = parts.pop() ?? "";
    for (const message of parts.map((part): Message => JSON.parse(part))) {
      waiting.get(message.id)?.(message);
      events.push(message);
      if (message.method === "Page.loadEventFired") loaded();
    }
  });
  const send = async (method: string, params = {}, sessionId?: string) => {
    const id = waiting.size;
    const answer = new Promise<Message>((resolve) => waiting.set(id, resolve));
    input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const { result, error } = await answer;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const { targetId } = await send("Target.createTarget", {
    url: "about:blank",
  });
  const { sessionId } = await send("Target.attachToTarget", {
    targetId,
    flatten: true,
  });
  const ask = (method: string, params?: object) =>
    send(method, params, sessionId);
  for (const domain of ["Page", "Runtime", "Network", "Log"])
    await ask(`${domain}.enable`);
  await ask("Emulation.setDeviceMetricsOverride", {
    width,
    height: 800,
    deviceScaleFactor: 1,
    mobile: width < 600,
  });
  const isLoaded = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  await ask("Page.navigate", { url });
  await isLoaded;
  const isNotice = ({ method = "", params }: Message) =>
    /^(?:Log\.entryAdded|Runtime\.(?:consoleAPICalled|exceptionThrown))$/.test(
      method,
    ) ||
    (method === "Network.requestWillBeSent" && params.request.url !== url);
  return {
    noticed: () => events.filter(isNotice),
    /** The value of an expression, awaited. */
    async evaluate(expression: string): Promise<unknown> {
      const { result, exceptionDetails } = await ask("Runtime.evaluate", {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    },
    async pdf(): Promise<string> {
      const page = { paperWidth: 8.5, paperHeight: 11 };
      const { data } = await ask("Page.printToPDF", page);
      return Buffer.from(data, "base64").toString("latin1");
    },
    /** Shows the page as it is printed. */
    print: () => ask("Emulation.setEmulatedMedia", { media: "print" }),
    /** Waits for the browser to be gone: until then, it writes to its directory. */
    async close() {
      const gone = once(child, "exit");
      await Promise.race([send("Browser.close").catch(() => {}), gone]);
      await gone;
    },
  };
}

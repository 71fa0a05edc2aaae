import { once } from "node:events";
import { exitStatusOf, FileError, refuse } from "../errors.ts";
import type { Host } from "../run/host.ts";
import { createReporter } from "../run/reporter.ts";
import { type Flags, sampleText } from "../settings/declarations.ts";
import { quoted } from "../text/json.ts";
import type { UsdotCommand } from "./usdot-command.ts";

/**
 * Declares `usdot sample`: the sample service by itself, for scripts and other
 * clients.
 */
export function declareSample(program: UsdotCommand, host: Host): void {
  program
    .command("sample")
    .withSettings("format")
    .withExamples(
      ["usdot sample --port 8080", "until Ctrl-C"],
      "usdot 9000001 --base-url http://127.0.0.1:8080",
      ["usdot sample --list", "its carriers and faults"],
    )
    .summary("the sample service by itself")
    .description(
      "Run the sample service by itself, for scripts and other clients",
    )
    .option("--port <number>", "the loopback port (default: a free one)")
    .option("--list", "print its numbers and what they answer")
    .action(({ port, list }: { port?: string; list?: boolean }) => {
      const flags = program.opts();
      return list ? listSample(host, flags) : runSample(host, flags, port);
    });
}

async function listSample(host: Host, flags: Flags): Promise<void> {
  const { sampleNumbers } = await import("../sample/numbers.ts");
  const { tablePrinter } = await import("./destination.ts");
  const json = sampleNumbers.map(({ dot_number, what, end }) => ({
    dot_number,
    what,
    exit_status: end ? exitStatusOf(end) : 0,
  }));
  const rows = json.map((each) => [
    each.dot_number,
    String(each.exit_status),
    each.what,
  ]);
  const header = ["USDOT", "exit of usdot N", "what it is, or answers"];
  await tablePrinter(host, flags)([header, ...rows], json);
}

async function runSample(host: Host, flags: Flags, port = "0"): Promise<void> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    refuse(`--port ${quoted(port)} is not a port from 0 to 65535`);
  const { startSampleService } = await import("../sample/server.ts");
  const service = await startSampleService(host, Number(port)).catch(
    (cause: NodeJS.ErrnoException) => {
      throw new FileError(`cannot listen on port ${port} (${cause.code})`, {
        cause,
        hint: "choose another with --port",
      });
    },
  );
  // Taken before the URL is printed, so that from then on a signal closes the service.
  const { signal } = host;
  host.stdout.write(`${service.url}\n`);
  createReporter(host, flags).note(`${sampleText}; press Ctrl-C to stop`);
  if (!signal.aborted) await once(signal, "abort");
  await service.close();
  throw signal.reason;
}

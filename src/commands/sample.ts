/** `usdot sample`: the sample service by itself, for scripts and other clients. */
import type { Command } from "commander";
import { FileError, UsageError } from "../errors.ts";
import { addNotes } from "../reference/command-tree.ts";
import type { Flags } from "../runtime/context.ts";
import { statusByKind } from "../runtime/exit-status.ts";
import type { Host } from "../runtime/host.ts";
import { withExamples } from "./help.ts";
import { settingFlags } from "./setting-flags.ts";

interface SampleFlags {
  port?: string;
  list?: boolean;
}

/** Declares `usdot sample`. */
export function declareSample(program: Command, host: Host): void {
  const declared = program.command("sample");
  addNotes(declared, { settings: ["format"] });
  withExamples(declared, [
    "usdot sample --port 8080  until Ctrl-C",
    "usdot 9000001 --base-url http://127.0.0.1:8080",
    "usdot sample --list       its carriers, and the numbers for faults",
  ])
    .summary("the sample service by itself")
    .description("Run the sample service by itself, for scripts and other clients")
    .option("--port <number>", "the loopback port (default: a free one)")
    .option("--list", "print its numbers and what they answer")
    .action((flags: SampleFlags) => {
      if (flags.list && flags.port !== undefined) throw new UsageError("--list cannot be used with --port");
      return flags.list ? listSample(host, settingFlags(program)) : runSample(host, flags);
    });
}

async function listSample(host: Host, flags: Flags): Promise<void> {
  const [{ sampleNumbers }, { printTextOrJson }, { plainTable }] = await Promise.all([
    import("../sample/faults.ts"),
    import("./print.ts"),
    import("../output/table.ts"),
  ]);
  const listed = sampleNumbers(new Date(host.now()));
  const json = listed.map(({ number, what, end }) => ({ dot_number: number, what, exit_status: statusByKind[end] }));
  const rows = json.map((each) => [each.dot_number, String(each.exit_status), each.what]);
  const text = plainTable(rows, host.columns(), ["USDOT", "exit", "what it is, or answers"]);
  await printTextOrJson(host, flags, text, json);
}

/** Prints the service's URL, alone on a line of standard output, and answers until it is stopped. */
async function runSample(host: Host, { port = "0" }: SampleFlags): Promise<void> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--port ${JSON.stringify(port)} is not a port`, { hint: "ports go from 1 to 65535" });
  }
  const { startSampleService } = await import("../sample/server.ts");
  const service = await startSampleService({ port: Number(port), today: () => new Date(host.now()) }).catch(
    (cause: NodeJS.ErrnoException) => {
      throw new FileError(`cannot listen on port ${port} (${cause.code})`, {
        cause,
        hint: "choose another with --port",
      });
    },
  );
  // Taken before the URL is printed, so that from then on a signal closes the service.
  const { signal } = host;
  host.print(`${service.url}\n`);
  host.printError("usdot: note: sample data: the carriers are invented; press Ctrl-C to stop\n");
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  await service.close();
  throw signal.reason;
}

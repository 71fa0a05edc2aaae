import type { Command } from "commander";
import { FileError, UsageError } from "../errors.ts";
import type { Host } from "../runtime/host.ts";
import { listCommand } from "./declare.ts";
import { helpOf } from "./help.ts";

interface SampleFlags {
  port?: string;
  list?: boolean;
}

/** Declares `usdot sample`: the sample service by itself, for scripts and other clients. */
export function declareSample(program: Command, host: Host): void {
  const description = "Run the sample service by itself, for scripts and other clients";
  listCommand(program, { name: "sample", summary: "the sample service by itself" }, (sample) => {
    helpOf(sample, [
      "usdot sample --port 8080  until Ctrl-C",
      "usdot 9000001 --base-url http://127.0.0.1:8080",
      "usdot sample --list       its carriers, and those that answer with faults",
    ])
      .description(description)
      .option("--port <number>", "the loopback port; without it a free one")
      .option("--list", "print its numbers and what they answer")
      .action((flags: SampleFlags) => (flags.list ? listSample(host) : runSample(host, flags)));
  });
}

async function listSample(host: Host): Promise<void> {
  const [{ sampleNumbers }, { StreamSink }] = await Promise.all([
    import("../sample/numbers.ts"),
    import("../output/sink.ts"),
  ]);
  const lines = sampleNumbers(new Date(host.now())).map(
    ({ number, what, exit }) => `${number}  ${what}${exit === undefined ? "" : `; exit status ${exit}`}\n`,
  );
  const sink = new StreamSink(host.stdout);
  await sink.write(lines.join(""));
  await sink.finish();
}

/** Prints the service's URL, alone on a line of standard output, and answers until it is stopped. */
async function runSample(host: Host, { port = "0" }: SampleFlags): Promise<void> {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--port ${JSON.stringify(port)} is no port`, { hint: "ports go from 1 to 65535" });
  }
  const { startSampleService } = await import("../sample/server.ts");
  const service = await startSampleService({ port: Number(port), today: () => new Date(host.now()) }).catch(
    (cause: NodeJS.ErrnoException) => {
      throw new FileError(`cannot listen on port ${port} (${cause.code})`, { cause, hint: "name another with --port" });
    },
  );
  host.print(`${service.url}\n`);
  host.tell("usdot: note: sample data: invented carriers, no real ones; Ctrl-C ends it\n");
  await new Promise((resolve) => host.signal.addEventListener("abort", resolve, { once: true }));
  await service.close();
  throw host.signal.reason;
}

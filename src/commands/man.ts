/** `usdot man`: the manual page, for those whose package manager doesn't install it. The build makes dist/usdot.1 of it. */
import type { Command } from "commander";
import type { Host } from "../runtime/host.ts";
import { withExamples } from "./help.ts";

/** Declares `usdot man`. */
export function declareMan(program: Command, host: Host): void {
  withExamples(program.command("man"), ["usdot man | man -l -"])
    .summary("the manual page: usdot man | man -l -")
    .description("Print the manual page, to be read with man")
    .action(() => printPage(program, host));
}

async function printPage(program: Command, host: Host): Promise<void> {
  const [{ manualPage }, { pageDetails }, { describeProgram }, { StreamSink }] = await Promise.all([
    import("../reference/manual/page.ts"),
    import("./man-details.ts"),
    import("./describe-program.ts"),
    import("../output/sink.ts"),
  ]);
  const sink = new StreamSink(host.stdout);
  await sink.write(manualPage(describeProgram(program), pageDetails(host.version)));
  await sink.finish();
}

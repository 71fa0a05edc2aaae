/** `usdot man`: the manual page, for those whose package manager doesn't install it. The build makes dist/usdot.1 of it. */
import type { Command } from "commander";
import type { PageDetails } from "../reference/manual/page.ts";
import { exitStatuses } from "../runtime/exit-status.ts";
import type { Host } from "../runtime/host.ts";
import { otherVariables } from "../settings/options.ts";
import { withExamples } from "./help.ts";

/** Declares `usdot man`. */
export function declareMan(program: Command, host: Host): void {
  withExamples(program.command("man"), ["usdot man | man -l -"])
    .summary("the manual page: usdot man | man -l -")
    .description("Print the manual page, to be read with man")
    .action(() => printPage(program, host));
}

async function printPage(program: Command, host: Host): Promise<void> {
  const [{ manualPage }, { StreamSink }] = await Promise.all([
    import("../reference/manual/page.ts"),
    import("../output/sink.ts"),
  ]);
  const sink = new StreamSink(host.stdout);
  await sink.write(manualPage(program, pageDetails(host.version)));
  await sink.finish();
}

/** What the page says that the command tree does not. */
export function pageDetails(version: string): PageDetails {
  return { version, purpose, description, exitStatuses, environment: otherVariables, files, seeAlso };
}

const purpose = "look up US motor carriers, and vet them by a policy";

const description = [
  "usdot asks a Carrier Lookup Service about motor carriers, by USDOT number: who a carrier is, its insurance, its safety record. It takes one number or a list, and judges carriers by a policy.",
  "Data goes to standard output, everything else to standard error. The service is set with --base-url; --sample asks an embedded one instead, with invented carriers, without an account or a network.",
  "Most options are also settings: each can be given as a flag, as an environment variable, or in the configuration file, in this order of precedence.",
];

const files = [
  {
    path: "~/.config/usdot/config.json",
    meaning:
      "the configuration file, unless XDG_CONFIG_HOME, --config or USDOT_CONFIG says otherwise; it must be private to its owner",
  },
];

const seeAlso = ["usdot help", "usdot help options", "usdot help formats", "usdot vet --rules"];

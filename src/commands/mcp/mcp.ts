/**
 * `usdot mcp`: the Model Context Protocol for AI agents, on standard input and
 * output.
 */
import type { Command } from "commander";
import type { Host } from "../../run/host.ts";
import { withExamples } from "../help.ts";
import { withSettings } from "../setting-flags.ts";

export function declareMcp(program: Command, host: Host): void {
  withExamples(
    withSettings(program.command("mcp"), [
      "policy",
      "evidence",
      "by",
      "batch-size",
    ]),
    [
      ["usdot mcp --policy policy.yaml", "for an agent"],
      ["usdot --sample mcp", "try it without a service"],
    ],
  )
    .summary("serve AI agents (Model Context Protocol)")
    .description(
      "Serve AI agents over the Model Context Protocol, on standard input and output; see docs/agents.md",
    )
    .option("--waivers <path>", "accepted exceptions")
    .action(async (options: { waivers?: string }) => {
      const { runMcp } = await import("./run-mcp.ts");
      await runMcp(host, program.opts(), options);
    });
}

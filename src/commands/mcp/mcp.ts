/**
 * `usdot mcp`: the Model Context Protocol for AI agents, on standard input and
 * output.
 */
import type { Host } from "../../run/host.ts";
import type { UsdotCommand } from "../usdot-command.ts";

export function declareMcp(program: UsdotCommand, host: Host): void {
  program
    .command("mcp")
    .withSettings("policy", "evidence", "by", "batch-size")
    .withExamples(
      ["usdot mcp --policy policy.yaml", "for an agent"],
      ["usdot --sample mcp", "try it without a service"],
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

import { Argument } from "commander";
import type { Host } from "../../run/host.ts";
import { type SettingName, savedNames } from "../../settings/declarations.ts";
import { limitedTo, suggesting, type UsdotCommand } from "../usdot-command.ts";

/** Declares `usdot config`: settings kept in a file. */
export function declareConfig(program: UsdotCommand, host: Host): void {
  const config = program
    .command("config")
    .withExamples(
      "usdot config set base-url https://carriers.example.com",
      ["usdot config set api-key", "prompts without echo"],
      ["usdot config list", "every setting, and its source"],
      ["usdot config check", "whether they work"],
    )
    .summary("settings kept in a file")
    .description("Settings kept in a file")
    .helpCommand(false);
  const declare = (name: string, summary: string) =>
    config.command(name).description(summary);
  const flags = () => program.opts();
  const commands = () => import("./run-config.ts");

  declare("set", "Save a value; a key is prompted for, or read")
    .addArgument(limitedTo(new Argument("<setting>"), savedNames))
    .argument("[value]")
    .action(async (name: SettingName, value?: string) =>
      (await commands()).setSetting(host, flags(), name, value),
    );
  declare("unset", "Remove a value")
    .addArgument(suggesting(new Argument("<setting>"), savedNames))
    .action(async (name: string) =>
      (await commands()).unsetSetting(host, flags(), name),
    );
  declare("list", "Print every setting, its value and where it comes from")
    .withSettings("format")
    .action(async () => (await commands()).listSettings(host, flags()));
  declare("check", "Ask the service whether the settings work")
    .withSettings("policy", "format")
    .argument("[number]")
    .action(async (number?: string) =>
      (await import("./check.ts")).checkSettings(host, flags(), number),
    );
}

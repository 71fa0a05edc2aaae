import { Argument, type Command } from "commander";
import type { Host } from "../../run/host.ts";
import { type SettingName, savedNames } from "../../settings/declarations.ts";
import { withExamples } from "../help.ts";
import { limitedTo, suggesting, withSettings } from "../setting-flags.ts";

/** Declares `usdot config`: settings kept in a file. */
export function declareConfig(program: Command, host: Host): void {
  const config = withExamples(program.command("config"), [
    "usdot config set base-url https://carriers.example.com",
    ["usdot config set api-key", "prompts without echo"],
    ["usdot config list", "every setting, and its source"],
    ["usdot config check", "whether they work"],
  ])
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
  const list = declare(
    "list",
    "Print every setting, its value and where it comes from",
  );
  withSettings(list, ["format"]).action(async () =>
    (await commands()).listSettings(host, flags()),
  );
  const check = declare("check", "Ask the service whether the settings work");
  withSettings(check, ["policy", "format"])
    .argument("[number]")
    .action(async (number?: string) =>
      (await import("./check.ts")).checkSettings(host, flags(), number),
    );
}

/** `usdot config`: settings that are kept in a file. */
import type { Command } from "commander";
import type { Host } from "../runtime/host.ts";
import { listCommand } from "./declare.ts";
import { settingFlags } from "./flags.ts";
import { helpOf } from "./help.ts";

/** Declares `usdot config get|set|unset|list|path`. */
export function declareConfig(program: Command, host: Host): void {
  listCommand(program, { name: "config", summary: "settings that are kept in a file" }, (config) =>
    declareActions(program, config, host),
  );
}

function declareActions(program: Command, config: Command, host: Host): void {
  helpOf(config, [
    "usdot config set base-url https://carriers.example.com",
    "usdot config set api-key          asks for it unseen",
    "usdot config list                 every setting, and where it comes from",
  ]).description("Settings that are kept in a file");
  const declare = (name: string, summary: string) =>
    helpOf(config.command(name), [
      `usdot config ${name.replace("<setting>", "base-url").replace("[value]", "https://carriers.example.com")}`,
    ])
      .summary(summary)
      .description(summary);

  declare("get <setting>", "Print the value that is in force").action(async (name: string) => {
    await (await import("./config-run.ts")).getSetting(host, settingFlags(program), name);
  });
  declare("set <setting> [value]", "Keep a value; one not given is asked for, or read").action(
    async (name: string, value: string | undefined) => {
      await (await import("./config-run.ts")).setSetting(host, settingFlags(program), name, value);
    },
  );
  declare("unset <setting>", "Forget a value").action(async (name: string) => {
    await (await import("./config-run.ts")).unsetSetting(host, settingFlags(program), name);
  });
  declare("list", "Print every setting, its value and its origin").action(async () => {
    await (await import("./config-run.ts")).listSettings(host, settingFlags(program));
  });
  declare("path", "Print where the file is").action(async () => {
    await (await import("./config-run.ts")).printPath(host, settingFlags(program));
  });
}

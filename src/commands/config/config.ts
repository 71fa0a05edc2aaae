import { Argument, type Command } from "commander";
import type { Host } from "../../run/host.ts";
import { optionNames } from "../../settings/options.ts";
import { withExamples } from "../help.ts";
import { addSettings, settingFlags, suggesting } from "../setting-flags.ts";

/** Declares `usdot config`: settings kept in a file. */
export function declareConfig(program: Command, host: Host): void {
  const config = withExamples(program.command("config"), [
    "usdot config set base-url https://carriers.example.com",
    "usdot config set api-key          prompts without echo",
    "usdot config list                 every setting, and where it comes from",
    "usdot config check                whether they work",
  ])
    .summary("settings kept in a file")
    .description("Settings kept in a file")
    .helpCommand(false);
  const declare = (
    name: "set" | "unset" | "list" | "check",
    summary: string,
  ) => {
    const command = config.command(name);
    if (name === "list" || name === "check") addSettings(command, optionNames);
    return command
      .summary(summary)
      .description(summary)
      .configureHelp({ visibleOptions: () => [] })
      .addHelpText("after", "\nAll options: usdot help options")
      .action(async () => {
        const isCheck = name === "check";
        const run = isCheck
          ? (await import("./check.ts")).check
          : (await import("./run.ts"))[name];
        const [first = "", second] = command.args;
        await run(host, settingFlags(program), first, second);
      });
  };
  const saved = optionNames.filter((name) => name !== "config");
  const setting = () => suggesting(new Argument("<setting>"), saved);

  declare("set", "Save a value; without one, prompt for it or read it")
    .addArgument(setting())
    .argument("[value]");
  declare("unset", "Remove a value").addArgument(setting());
  declare("list", "Print every setting, its value and where it comes from");
  declare("check", "Ask the service whether the settings work").argument(
    "[number]",
  );
}

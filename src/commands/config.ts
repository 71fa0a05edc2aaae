/** `usdot config`: settings kept in a file. */
import type { Command } from "commander";
import { UsageError } from "../errors.ts";
import { addNotes, suggestingArgument } from "../reference/command-tree.ts";
import type { Host } from "../runtime/host.ts";
import { declarationOf, optionNames } from "../settings/options.ts";
import { withExamples } from "./help.ts";
import { settingFlags } from "./setting-flags.ts";

/** Declares `usdot config get|set|unset|list|path`. */
export function declareConfig(program: Command, host: Host): void {
  const config = withExamples(program.command("config"), [
    "usdot config set base-url https://carriers.example.com",
    "usdot config set api-key          prompts without echo",
    "usdot config list                 every setting, and where it comes from",
  ])
    .summary("settings kept in a file")
    .description("Settings kept in a file");
  const declare = (name: keyof typeof import("./config-run.ts"), summary: string, example = "") => {
    const declared = config.command(name);
    // Flags are among the settings in effect.
    if (["get", "list"].includes(name)) addNotes(declared, { settings: optionNames });
    if (name === "path") addNotes(declared, { settings: ["format"] });
    return withExamples(declared, [`usdot config ${name}${example}`])
      .summary(summary)
      .description(summary)
      .action(async () => {
        const commands = await import("./config-run.ts");
        const [setting = "", value] = declared.args;
        await commands[name](host, settingFlags(program), setting, value);
      });
  };
  const inFile = optionNames.filter((name) => !declarationOf(name).notInFile);

  declare("get", "Print the value in effect", " base-url").addArgument(
    suggestingArgument("<setting>", "", optionNames),
  );
  declare("set", "Save a value; without one, prompt for it or read it", " base-url https://carriers.example.com")
    .addArgument(suggestingArgument("<setting>", "", inFile))
    .argument("[value]");
  declare("unset", "Remove a value", " base-url").addArgument(suggestingArgument("<setting>", "", inFile));
  declare("list", "Print every setting, its value and its origin");
  declare("path", "Print where the file is");
  // Must come last: commands inherit these settings, and they should reject excess arguments.
  config
    .helpCommand(false)
    .allowExcessArguments()
    .action((_, { args: [word] }: Command) => {
      if (word === undefined) return host.print(config.helpInformation());
      const names = config.commands.map((command) => command.name());
      throw new UsageError(`unknown command config ${JSON.stringify(word)}`, {
        hint: `the config commands are ${names.join(", ")}`,
        mistyped: { word, names },
      });
    });
}

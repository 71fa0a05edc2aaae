import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { describeProgram } from "../../src/commands/describe-program.ts";
import { lookupFormats } from "../../src/output/formats/index.ts";
import { reportNames } from "../../src/output/reports/index.ts";
import { createProgram } from "../../src/program.ts";
import type { OptionSpec } from "../../src/reference/command-spec.ts";
import { withSubcommands } from "../../src/reference/command-spec.ts";
import { optionNames } from "../../src/settings/options.ts";
import { memoryHost } from "../support/memory-host.ts";

function described() {
  const program = createProgram(memoryHost());
  return { program, spec: describeProgram(program) };
}

function optionNamed(path: string, name: string): OptionSpec | undefined {
  const command = withSubcommands(described().spec).find((each) => each.path === path);
  return command?.options.find(({ names }) => names.includes(name));
}

describe("describeProgram", () => {
  it("has every command and every option that can be seen", () => {
    const { program, spec } = described();
    expect(spec.commands.map(({ name }) => name)).toEqual(program.commands.map((command) => command.name()));
    for (const command of program.commands) {
      const { options = [] } = spec.commands.find(({ name }) => name === command.name()) ?? {};
      const names = options.flatMap((option) => option.names);
      for (const { long } of command.options) expect(names).toContain(long);
      expect(names).toContain("--help");
    }
    const shared = [...optionNames.map((name) => `--${name}`), "--json", "--no-color"];
    expect(spec.shared.map(({ names }) => names.at(-1))).toEqual(shared);
    expect(spec.options.map(({ names }) => names.at(-1))).toEqual(["--version", "--help"]);
  });

  it("knows which command runs when none is named", () => {
    const { program, spec } = described();
    // Commander doesn't tell; the note on the command has to be right.
    const { _defaultCommandName } = program as Command & { _defaultCommandName?: string };
    expect(spec.defaultCommand?.name).toBe(_defaultCommandName);
    expect(spec.defaultCommand).toBeDefined();
  });

  it("takes a file from the placeholder, never from the option's name", () => {
    const value = (path: string, name: string) => optionNamed(path, name)?.value;
    expect(value("usdot vet", "--file")).toEqual({ placeholder: "path", words: [], path: "alone" });
    expect(value("usdot vet", "--since")).toEqual({ placeholder: "path|none", words: ["none"], path: "alone" });
    expect(value("usdot vet", "--report")).toEqual({
      placeholder: "format=path",
      words: reportNames,
      path: "after-word",
    });
    expect(value("usdot vet", "--column")).toEqual({ placeholder: "name|number", words: [], path: "no" });
    expect(value("usdot vet", "--strict")).toBeUndefined();
    expect(described().spec.shared.find(({ names }) => names.includes("--fields"))?.value?.path).toBe("no");
  });

  it("knows what may be repeated and what excludes what", () => {
    expect(optionNamed("usdot vet", "--report")?.repeatable).toBe(true);
    expect(optionNamed("usdot vet", "--since")?.repeatable).toBe(false);
    expect(described().spec.shared.find(({ names }) => names.includes("--json"))?.excludes).toEqual(["--format"]);
  });

  it("narrows --format to what a command has", () => {
    for (const name of ["carrier", "insurance", "safety", "bulk"]) {
      expect(optionNamed(`usdot ${name}`, "--format")?.value?.words).toEqual(lookupFormats);
    }
    expect(described().spec.shared.find(({ names }) => names.includes("--format"))?.value?.words).toEqual(reportNames);
  });

  it("has the settings that can be kept as the arguments of config", () => {
    const words = (path: string) =>
      withSubcommands(described().spec).find((each) => each.path === path)?.arguments[0]?.value.words;
    expect(words("usdot config get")).toEqual(optionNames);
    expect(words("usdot config set")).toEqual(optionNames.filter((name) => name !== "config"));
    expect(words("usdot config unset")).toEqual(words("usdot config set"));
  });
});

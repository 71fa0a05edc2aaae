import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { lookupFormats } from "../../src/output/formats/index.ts";
import { reportNames } from "../../src/output/reports/index.ts";
import { createProgram } from "../../src/program.ts";
import {
  commandPath,
  defaultCommandOf,
  excludedBy,
  isRepeated,
  namesOf,
  optionValue,
  ownOptions,
  sharedOptions,
  withSubcommands,
} from "../../src/reference/command-tree.ts";
import { optionNames } from "../../src/settings/options.ts";
import { memoryHost } from "../support/memory-host.ts";

const program = createProgram(memoryHost({ home: "/" }));

function commandAt(path: string): Command {
  return withSubcommands(program).find((each) => commandPath(each) === path) as Command;
}

function optionOf(path: string, name: string) {
  const command = commandAt(path);
  const options = [...ownOptions(command), ...sharedOptions(program)];
  const option = options.find((each) => namesOf(each).includes(name));
  if (!option) throw new Error(`${path} has no ${name}`);
  return { option, value: optionValue(option, command) };
}

describe("the command tree", () => {
  it("has every command and every option that can be seen", () => {
    for (const command of program.commands) {
      const names = ownOptions(command).flatMap(namesOf);
      for (const { long, hidden } of command.options) expect(names.includes(long as string)).toBe(!hidden);
      expect(names).toContain("--help");
    }
    const shared = [...optionNames.map((name) => `--${name}`), "--json", "--no-color"];
    expect(sharedOptions(program).map(({ long }) => long)).toEqual(shared);
    expect(ownOptions(program).map(({ long }) => long)).toEqual(["--version", "--help"]);
  });

  it("knows which command runs when none is named", () => {
    // Commander doesn't tell; the note on the command has to be right.
    const { _defaultCommandName } = program as Command & { _defaultCommandName?: string };
    expect(defaultCommandOf(program)?.name()).toBe(_defaultCommandName);
    expect(defaultCommandOf(program)).toBeDefined();
  });

  it("takes a file from the placeholder, never from the option's name", () => {
    const value = (path: string, name: string) => optionOf(path, name).value;
    expect(value("usdot vet", "--file")).toEqual({ placeholder: "path", words: [], path: "alone" });
    expect(value("usdot vet", "--since")).toEqual({ placeholder: "path|none", words: ["none"], path: "alone" });
    expect(value("usdot vet", "--report")).toEqual({
      placeholder: "format=path",
      words: reportNames,
      path: "after-word",
    });
    expect(value("usdot vet", "--column")).toEqual({ placeholder: "name|number", words: [], path: "no" });
    expect(value("usdot vet", "--strict")).toBeUndefined();
    expect(value("usdot vet", "--fields")?.path).toBe("no");
  });

  it("knows what may be repeated and what excludes what", () => {
    expect(isRepeated(optionOf("usdot vet", "--report").option)).toBe(true);
    expect(isRepeated(optionOf("usdot vet", "--since").option)).toBe(false);
    expect(excludedBy(optionOf("usdot vet", "--json").option)).toEqual(["--format"]);
  });

  it("narrows --format to what a command has", () => {
    for (const name of ["carrier", "insurance", "safety", "bulk"]) {
      expect(optionOf(`usdot ${name}`, "--format").value?.words).toEqual(lookupFormats);
    }
    expect(optionOf("usdot vet", "--format").value?.words).toEqual(reportNames);
  });

  it("has the settings that can be kept as the arguments of config", () => {
    const words = (path: string) => commandAt(path).registeredArguments[0]?.argChoices;
    expect(words("usdot config get")).toEqual(optionNames);
    expect(words("usdot config set")).toEqual(optionNames.filter((name) => name !== "config"));
    expect(words("usdot config unset")).toEqual(words("usdot config set"));
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { completionTable } from "../../../src/reference/completion/table.ts";
import { ourProgram } from "./shells.ts";

describe("completionTable", () => {
  it("has only words that need no quoting where they are typed", () => {
    const { states, shared } = completionTable(ourProgram());
    const words = states.flatMap((state) => [
      ...state.arguments.flat(),
      ...state.commands.map(({ name }) => name),
      ...[...state.options, ...shared].flatMap((option) => [...option.names, ...option.words]),
    ]);
    expect(words.filter((word) => !/^[\w.-]+$/.test(word))).toEqual([]);
  });

  it("hides both names of an option once one is given, and both of two that exclude each other", () => {
    const { states, shared } = completionTable(ourProgram());
    const hides = (name: string) => shared.find(({ names }) => names.includes(name))?.hides;
    expect(hides("--json")).toEqual(["--json", "--format"]);
    expect(hides("--format")).toEqual(["--format", "--json"]);
    const vet = states.find(({ path }) => path === "usdot vet")?.options;
    expect(vet?.find(({ names }) => names.includes("--help"))?.hides).toEqual(["-h", "--help"]);
    expect(vet?.find(({ names }) => names.includes("--report"))?.hides).toEqual([]);
  });
});

it("is loaded only when it is used: not with the program", () => {
  const { sources } = JSON.parse(readFileSync("dist/program.cjs.map", "utf8")) as { sources: string[] };
  expect(sources.filter((source) => source.includes("/src/commands/completion.ts"))).toHaveLength(1);
  expect(
    sources.filter((source) => /\/src\/(reference|commands\/(describe-program|man-details))/.test(source)),
  ).toEqual([]);
});

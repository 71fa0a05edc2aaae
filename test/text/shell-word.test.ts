import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { shellPath, shellWord } from "../../src/text/shell-word.ts";

describe("shellWord and shellPath", () => {
  it.each([
    "plain",
    "/a/b-c.json",
    "https://x.example:8080/v1",
    "",
    "two words",
    "it's",
    "$HOME",
    "a;b",
    "`id`",
    "*",
    "~",
    "é",
  ])("a shell reads %j unchanged", (text) => {
    const read = execFileSync("sh", ["-c", `printf %s ${shellWord(text)}`], { encoding: "utf8" });
    expect(read).toBe(text);
  });

  it("quotes only where necessary", () => {
    expect(["/a/b-c.json", "a b"].map(shellWord)).toEqual(["/a/b-c.json", "'a b'"]);
  });

  it("keeps a path from being read as an option", () => {
    expect(["-rf", "a", "/-b"].map(shellPath)).toEqual(["./-rf", "a", "/-b"]);
  });
});

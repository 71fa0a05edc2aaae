import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { shellPath, shellWord } from "../../src/text/shell-word.ts";

describe("a word for the shell", () => {
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
  ])("%j is read as it is", (text) => {
    const read = execFileSync("sh", ["-c", `printf %s ${shellWord(text)}`], { encoding: "utf8" });
    expect(read).toBe(text);
  });

  it("is quoted only where it must be", () => {
    expect(["/a/b-c.json", "a b"].map(shellWord)).toEqual(["/a/b-c.json", "'a b'"]);
  });

  it("is no option, as a path", () => {
    expect(["-rf", "a", "/-b"].map(shellPath)).toEqual(["./-rf", "a", "/-b"]);
  });
});

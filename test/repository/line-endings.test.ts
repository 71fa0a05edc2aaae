/**
 * A clone works on Windows, where Git turns line feeds into CR LF unless it is
 * told not to.
 */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../support/resources.ts";

const git = (...args: string[]) =>
  execFileSync("git", args, { encoding: "utf8" });

it("has the same bytes in a clone with core.autocrlf", () => {
  const clone = temporaryDirectory();
  git(
    "clone",
    "--quiet",
    "-c",
    "core.autocrlf=true",
    "--",
    process.cwd(),
    clone,
  );
  // Each line: the line endings in the index, those in the working tree, the
  // attributes, the path.
  const files = git("-C", clone, "ls-files", "--eol").trimEnd().split("\n");
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((line) => !/^i\/(\S*) +w\/\1 /.test(line))).toEqual([]);
  expect(git("-C", clone, "status", "--porcelain")).toBe("");
});

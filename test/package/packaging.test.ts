/** What releases need besides the program. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { folder } from "../support/resources.ts";

it("the launcher for Windows has the line ends of cmd.exe, shows none of its lines, and passes arguments on as they are", () => {
  const text = readFileSync("packaging/portable/usdot.cmd", "latin1");
  expect(text.match(/[^\r]\n/)).toBeNull();
  const lines = text.trimEnd().split("\r\n");
  expect(lines.filter((line) => !line.startsWith("@"))).toEqual([]);
  expect(lines.at(-1)).toBe(
    '@"%~dp0runtime\\node.exe" "%~dp0bin\\usdot.cjs" %*',
  );
});

it("the notes of a release are its section of the changelog, and no other", () => {
  const { path: cwd } = folder({
    "CHANGELOG.md": "# Changes\n\n## 1.1.0\n\n- b\n\n## 1.0.0 (2026)\n\n- a\n",
  });
  const notesOf = (version: string) =>
    spawnSync(
      process.execPath,
      [resolve("scripts/release-notes.js"), version],
      {
        cwd,
        encoding: "utf8",
      },
    );
  expect(notesOf("1.1.0").stdout).toBe("- b\n");
  expect(notesOf("1.0.0").stdout).toBe("- a\n");
  expect(notesOf("1.0")).toMatchObject({
    status: 1,
    stdout: "",
    stderr: "CHANGELOG.md has no section for 1.0\n",
  });
});

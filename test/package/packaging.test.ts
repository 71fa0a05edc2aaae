/** What packagers need: the launcher for Windows, and the templates of the manifests. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

describe("the launcher for Windows", () => {
  const text = readFileSync("packaging/portable/usdot.cmd", "latin1");

  it("has the line ends of cmd.exe, and shows none of its lines", () => {
    expect(text.match(/[^\r]\n/)).toBeNull();
    expect(
      text
        .trimEnd()
        .split("\r\n")
        .every((line) => line.startsWith("@")),
    ).toBe(true);
  });

  it("quotes its own directory, whatever is in its name, and passes arguments on as they were typed", () => {
    const [line = ""] = text.trimEnd().split("\r\n").slice(-1);
    expect(line).toBe('@"%~dp0runtime\\node.exe" "%~dp0bin\\usdot.cjs" %*');
  });
});

describe("the manifests", () => {
  it("of Scoop is JSON, and names what the release has", () => {
    const manifest = JSON.parse(readFileSync("packaging/scoop/usdot.json", "utf8"));
    expect(manifest.bin).toBe("usdot.cmd");
    expect(manifest.architecture["64bit"].url).toMatch(/\/usdot-@VERSION@-win-x64\.zip$/);
    expect(manifest.extract_dir).toBe("usdot-@VERSION@-win-x64");
  });

  it("hold nothing to fill in but what scripts/portable.js fills in", () => {
    const script = readFileSync("scripts/portable.js", "utf8");
    for (const path of ["packaging/scoop/usdot.json", "packaging/homebrew/usdot.rb"]) {
      const names = [...readFileSync(path, "utf8").matchAll(/@([A-Z0-9_]+)@/g)].map(([, name]) => name);
      expect(names.length).toBeGreaterThan(3);
      for (const name of names) expect(script).toContain(`    ${name}: `);
    }
  });
});

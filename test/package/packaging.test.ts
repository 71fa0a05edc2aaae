/** What packagers need: the launcher for Windows, and every manifest. All but the formula were checked by hand against their published schemas. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const read = (path: string) => readFileSync(`packaging/${path}`, "utf8");
const { version, mcpName, engines } = JSON.parse(
  readFileSync("package.json", "utf8"),
) as {
  version: string;
  mcpName: string;
  engines: { node: string };
};

it("the launcher for Windows has the line ends of cmd.exe, shows none of its lines, and passes arguments on as they are", () => {
  const text = readFileSync("packaging/portable/usdot.cmd", "latin1");
  expect(text.match(/[^\r]\n/)).toBeNull();
  const lines = text.trimEnd().split("\r\n");
  expect(lines.filter((line) => !line.startsWith("@"))).toEqual([]);
  expect(lines.at(-1)).toBe(
    '@"%~dp0runtime\\node.exe" "%~dp0bin\\usdot.cjs" %*',
  );
});

const directories = ["scoop", "homebrew", "winget", "mcpb", "mcp-registry"];
const manifests = directories.flatMap((name) =>
  readdirSync(`packaging/${name}`).map((file) => `${name}/${file}`),
);

it.each(manifests)(
  "%s has this version, and nothing to fill in that scripts/portable.js does not know",
  (path) => {
    const script = readFileSync("scripts/portable.js", "utf8");
    const names = [...read(path).matchAll(/@([A-Z0-9_]+)@/g)].map(
      ([, name]) => name,
    );
    expect(names).toContain("VERSION");
    for (const name of names)
      expect(script).toMatch(new RegExp(`\\b${name}\\b`));
    expect(read(path)).not.toContain(version);
  },
);

describe("each manifest names what the release has", () => {
  it("Scoop", () => {
    const manifest = JSON.parse(read("scoop/usdot.json"));
    expect(manifest.bin).toBe("usdot.cmd");
    expect(manifest.architecture["64bit"].url).toMatch(
      /\/usdot-@VERSION@-win-x64\.zip$/,
    );
    expect(manifest.extract_dir).toBe("usdot-@VERSION@-win-x64");
  });

  it("Homebrew", () => {
    const formula = read("homebrew/usdot.rb");
    expect(formula).toMatch(
      /url ".*\/usdot-@VERSION@\.tgz"\n {2}sha256 "@SHA256_PACKAGE@"/,
    );
    expect(formula).not.toContain("man1");
    expect(formula).toContain("shells: [:bash, :zsh, :fish]");
  });

  it("winget: three files of one package and version", () => {
    const files = readdirSync("packaging/winget").map((file) =>
      parse(read(`winget/${file}`)),
    );
    const types = files.map(({ ManifestType }) => ManifestType).sort();
    expect(types).toEqual(["defaultLocale", "installer", "version"]);
    for (const file of files) {
      expect(file).toMatchObject({
        PackageIdentifier: "usdot.usdot",
        PackageVersion: "@VERSION@",
        ManifestVersion: "1.10.0",
      });
    }
    const installer = files.find(
      ({ ManifestType }) => ManifestType === "installer",
    );
    expect(installer.NestedInstallerFiles[0].RelativeFilePath).toBe(
      "usdot-@VERSION@-win-x64\\usdot.cmd",
    );
    expect(installer.Installers[0].InstallerUrl).toMatch(
      /\/usdot-@VERSION@-win-x64\.zip$/,
    );
  });

  it(".mcpb: the program of the package as an MCP server, its key marked as a secret", () => {
    const {
      server,
      user_config: config,
      compatibility,
    } = JSON.parse(read("mcpb/manifest.json"));
    expect(server.mcp_config).toMatchObject({
      command: "node",
      args: [
        expect.stringMatching(/^\$\{__dirname\}\/bin\/usdot\.cjs$/),
        "mcp",
      ],
    });
    const used = Object.values(server.mcp_config.env).map(
      (value) => /^\$\{user_config\.(\w+)\}$/.exec(String(value))?.[1],
    );
    expect(used.sort()).toEqual(Object.keys(config).sort());
    expect(config.api_key.sensitive).toBe(true);
    expect(compatibility.runtimes.node).toBe(engines.node);
  });

  it("the MCP registry: the package on npm, under the name that it states", () => {
    const { name, description, packages } = JSON.parse(
      read("mcp-registry/server.json"),
    );
    expect(name).toBe(mcpName);
    expect(description.length).toBeLessThanOrEqual(100);
    expect(packages[0]).toMatchObject({
      registryType: "npm",
      identifier: "usdot",
      version: "@VERSION@",
      transport: { type: "stdio" },
    });
    expect(packages[0].packageArguments).toEqual([
      { type: "positional", value: "mcp" },
    ]);
  });
});

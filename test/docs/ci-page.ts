/** Reads docs/ci.md, and runs its commands in `sh` against the sample service. */
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { temporaryDirectory } from "../support/resources.ts";
import { environment } from "../support/usdot.ts";

export const page = readFileSync("docs/ci.md", "utf8");

/** The blocks of a language, by the heading that they stand under. */
export function blocks(language: string): { heading: string; text: string }[] {
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, "gms");
  return page.split(/^##+ /m).flatMap((section) => {
    const heading = section.slice(0, section.indexOf("\n"));
    return [...section.matchAll(block)].map(([, text = ""]) => ({ heading, text }));
  });
}

// biome-ignore lint/suspicious/noExplicitAny: what the YAML of other systems looks like is theirs to say
export type Yaml = any;

/** @throws where YAML is wrong, or only nearly right */
export function yaml(text: string): Yaml {
  const document = parseDocument(text);
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw problem;
  return document.toJS();
}

export function yamlUnder(heading: string): Yaml {
  const found = blocks("yaml").find((block) => block.heading === heading);
  if (!found) throw new Error(`docs/ci.md has no YAML under ${heading}`);
  return yaml(found.text);
}

export function shellUnder(heading: string): string[] {
  return blocks("sh")
    .filter((block) => block.heading === heading)
    .map(({ text }) => text);
}

export const numbers = ["9000001", "9000002", "9000003", "9000004", "9000005", "9000006", "9000007"];

/** A directory with the files that the commands read. */
export function newWorkspace(): string {
  const directory = temporaryDirectory();
  const list = ["dot_number", ...numbers, ""].join("\n");
  writeFileSync(join(directory, "carriers.csv"), list);
  writeFileSync(join(directory, "all.csv"), list);
  writeFileSync(join(directory, "policy.yaml"), "version: 1\nname: ci\nrules:\n  status: { allow: [ACTIVE] }\n");
  return directory;
}

/** Runs a script in `sh`, with the built program as `usdot` on its PATH. */
export function sh(script: string, cwd: string, env: Record<string, string> = {}) {
  const bin = temporaryDirectory();
  writeFileSync(join(bin, "usdot"), `#!/bin/sh\nexec '${process.execPath}' '${process.cwd()}/bin/usdot.cjs' "$@"\n`);
  chmodSync(join(bin, "usdot"), 0o755);
  const { status, stdout, stderr } = spawnSync("sh", ["-c", script], {
    cwd,
    encoding: "utf8",
    env: environment(cwd, {
      PATH: `${bin}:${process.env["PATH"]}`,
      USDOT_SAMPLE: "true",
      USDOT_API_KEY: "any",
      ...env,
    }),
  });
  return { status, stdout, stderr };
}

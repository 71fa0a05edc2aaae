/**
 * A shell in a directory with the files that the pages name, in which `usdot`
 * is the built program over the sample service.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { workspace } from "../docs/page.ts";
import { temporaryDirectory } from "../support/resources.ts";
import type { RunResult } from "../support/run.ts";

/** What is not installed where tests run, or would install something. */
const stubs: Readonly<Record<string, string>> = {
  npm: "exit 0",
  npx: '[ "$1" = --yes ] && shift\nshift\nexec usdot "$@"',
  claude: 'until [ "$1" = -- ]; do shift; done\nshift\nexec "$@"',
  usdot: `exec '${process.execPath}' '${resolve("bin/usdot.cjs")}' "$@"`,
};

export async function shell() {
  const files = await workspace();
  const bin = temporaryDirectory();
  for (const [name, script] of Object.entries(stubs))
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const env = {
    PATH: `${bin}:${process.env["PATH"]}`,
    HOME: files.path,
    NO_COLOR: "1",
    USDOT_SAMPLE: "true",
    USDOT_API_KEY: "any",
  };
  const sh = (script: string, more: Record<string, string> = {}) =>
    new Promise<RunResult>((settle) => {
      const options = {
        cwd: files.path,
        env: { ...env, ...more },
        timeout: 60_000,
      };
      const child = execFile(
        "sh",
        ["-c", script],
        options,
        (error, stdout, stderr) =>
          settle({
            status: Number(error?.code ?? (error ? -1 : 0)),
            stdout,
            stderr,
          }),
      );
      child.stdin?.end();
    });
  return { ...files, sh };
}

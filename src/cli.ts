/** Where the process starts. */
import { writeSync } from "node:fs";
import packageJson from "../package.json" with { type: "json" };
import { isOutputClosed } from "./closed-output.ts";

const { version } = packageJson;

// Node's warnings (deprecations, experiments, NODE_TLS_REJECT_UNAUTHORIZED, which we don't heed) are ours to deal with; users need not
// read about them. Here, before any of them is told.
process.removeAllListeners("warning");

async function start(argv: readonly string[]): Promise<void> {
  if (argv.length === 1 && argv[0] === "--version" && writeVersion()) return;
  const { main } = await import("./main.ts");
  await main(argv, version, isOutputClosed);
}

/**
 * The one answer that needs no program, nor the streams of process.stdout, which take as long to load as Node does to start.
 *
 * @returns whether it is written; if not, the program says why
 */
function writeVersion(): boolean {
  if (isOutputClosed()) return false;
  try {
    writeSync(1, `${version}\n`);
    return true;
  } catch {
    return false;
  }
}

void start(process.argv.slice(2));

/** Where the process starts. */
import { writeSync } from "node:fs";
import packageJson from "../package.json" with { type: "json" };
import { useCodeCache } from "./process/code-cache.ts";
import { ParserFlags } from "./process/parser-flags.ts";

const { version } = packageJson;

// Node's warnings are for us, not for users: deprecations, experiments, NODE_TLS_REJECT_UNAUTHORIZED (which we ignore). They are printed
// soon after start-up, so this has to come first.
process.removeAllListeners("warning");

async function start(argv: readonly string[]): Promise<void> {
  if (argv.length === 1 && /^(?:--version|-V)$/.test(argv[0] as string) && writeVersion()) return;
  const flags = new ParserFlags();
  useCodeCache(version, flags);
  const { main } = await import("./main.ts");
  await main(argv, version, flags);
}

/** Prints the version without process.stdout, which takes long to load; whether that worked. If not, the program reports why. */
function writeVersion(): boolean {
  try {
    writeSync(1, `${version}\n`);
    return true;
  } catch {
    return false;
  }
}

void start(process.argv.slice(2));

/** Where the process starts. */
import { writeSync } from "node:fs";
import packageJson from "../package.json" with { type: "json" };

const { version } = packageJson;

async function start(argv: readonly string[]): Promise<void> {
  // The one answer that needs no program, nor the streams of process.stdout, which take as long to load as Node does to start.
  if (argv.length === 1 && argv[0] === "--version") return writeVersion();
  const { main } = await import("./main.ts");
  await main(argv, version);
}

async function writeVersion(): Promise<void> {
  try {
    writeSync(1, `${version}\n`);
  } catch (error) {
    process.exitCode = (await import("./main.ts")).statusOfOutputError(error);
  }
}

void start(process.argv.slice(2));

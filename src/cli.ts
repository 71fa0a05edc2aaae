import { writeSync } from "node:fs";
import packageJson from "../package.json" with { type: "json" };

// Node's warnings are for us, not for users. They are printed soon after
// start-up, so this comes first.
process.removeAllListeners("warning");

const { version } = packageJson;
const argv = process.argv.slice(2);

/** Prints the version if only that is asked for; says whether it did. */
function printedVersion(): boolean {
  if (argv.length !== 1 || !/^(?:-V|--version)$/.test(String(argv[0])))
    return false;
  try {
    writeSync(process.stdout.fd, `${version}\n`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Keeps V8 from recompiling undici's parser after some requests: that takes
 * longer than a lookup and pays off for no list. Only where it was measured, as
 * V8 prints an error about a flag that it does not have.
 */
function keepFirstCompilation(): void {
  if (!/^v(?:20|22|24)\./.test(process.version)) return;
  // An import on demand would start the loader of ES modules.
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString("--wasm-tiering-budget=1000000000");
}

if (!printedVersion())
  void import("./main.ts").then(({ main }) =>
    main(argv, version, keepFirstCompilation),
  );

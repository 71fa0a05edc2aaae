/** What we tell V8 about our work, while we run: nobody starts us with flags. */
import { getHeapSpaceStatistics } from "node:v8";
import type { Host } from "./host.ts";

/** Where the flags are set. */
type FlagHost = Pick<Host, "nodeMajor" | "setV8Flags">;

/** The newest Node whose V8 is known to have these flags. Of one that it lacks, V8 complains on standard error. */
const newestKnown = 26;

/**
 * Keeps V8 from optimizing undici's WebAssembly parser in the background. That takes a tenth of a second and 35 MB, which a list of a
 * million numbers does not earn back, and on Node 20 the process waits for it when it ends.
 */
export function leaveParserUnoptimized(host: FlagHost): void {
  if (host.nodeMajor > newestKnown) return;
  host.setV8Flags("--no-wasm-tier-up --no-wasm-dynamic-tiering", "--wasm-tier-up --wasm-dynamic-tiering");
}

/** Bytes for new objects, beyond which a list gets no faster. */
const enoughForNew = 8 * 1024 * 1024;

let isHeapKeptSmall = false;

/**
 * Stops V8's space for new objects from growing once it is large enough (V8 goes to 32 MB, since Node 24 to 64 MB), and lets the rest of the
 * heap grow to twice what is alive in it instead of four times. To be called now and then in a run that may be long.
 */
export function keepHeapSmall(host: FlagHost): void {
  if (isHeapKeptSmall || host.nodeMajor > newestKnown) return;
  const spaceForNew = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
  if (spaceForNew === undefined || spaceForNew.space_size < enoughForNew) return;
  const defaults = "--semi-space-growth-factor=2 --heap-growing-percent=0";
  host.setV8Flags("--semi-space-growth-factor=1 --heap-growing-percent=100", defaults);
  isHeapKeptSmall = true;
}

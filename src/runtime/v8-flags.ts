/** What we tell V8 about our work, while we run: nobody starts us with flags. */
import { getHeapSpaceStatistics } from "node:v8";
import type { Host } from "./host.ts";

/** Where the flags are set. */
type FlagHost = Pick<Host, "nodeMajor" | "hasMaglev" | "setV8Flags">;

/** The newest Node whose V8 is known to have these flags. Of one that it lacks, V8 complains on standard error. */
const newestKnown = 26;

/**
 * Keeps V8 from optimizing undici's WebAssembly parser in the background. That takes a tenth of a second and 35 MB, which a list of a
 * million numbers does not earn back, and a process that ends waits for it: with one request on Node 20, with three on Node 24.
 */
export function leaveParserUnoptimized(host: FlagHost): void {
  if (host.nodeMajor > newestKnown) return;
  host.setV8Flags("--no-wasm-tier-up --no-wasm-dynamic-tiering", "--wasm-tier-up --wasm-dynamic-tiering");
}

/** How many numbers of a list are done before it pays to compile with TurboFan. */
const worthTurboFan = 100_000;

/** A look at the size of V8's heap takes microseconds. */
const pagesPerLook = 4;

/** Bytes for new objects, beyond which a list gets no faster. */
const enoughForNew = 8 * 1024 * 1024;

/** V8's flags while a list is under way. */
export class ListFlags {
  readonly #host: FlagHost;
  #done = 0;
  #pages = 0;
  #isTurboFanLeftOut = false;
  #isHeapKeptSmall = false;

  constructor(host: FlagHost) {
    this.#host = host;
    this.#leaveTurboFanOut();
  }

  /** One more page is done, of so many numbers. */
  add(numbers: number): void {
    this.#done += numbers;
    if (this.#done >= worthTurboFan) this.#allowTurboFan();
    if (++this.#pages % pagesPerLook === 0) this.#keepHeapSmall();
  }

  /** What comes after the list is another kind of work. */
  end(): void {
    this.#allowTurboFan();
  }

  /**
   * Leaves code as Maglev compiles it, for now. TurboFan, V8's last compiler, takes a tenth of a second of another core, which is not idle:
   * the service or the reader of our output may be on it. Shorter lists seldom earn that back. Without Maglev, code would stay slow.
   */
  #leaveTurboFanOut(): void {
    if (!this.#host.hasMaglev || this.#host.nodeMajor > newestKnown) return;
    this.#host.setV8Flags("--turbo-filter=~", "--turbo-filter=*");
    this.#isTurboFanLeftOut = true;
  }

  #allowTurboFan(): void {
    if (!this.#isTurboFanLeftOut) return;
    this.#isTurboFanLeftOut = false;
    this.#host.setV8Flags("--turbo-filter=*", "--turbo-filter=*");
  }

  /**
   * Stops V8's space for new objects from growing once it is large enough (V8 goes to 32 MB, since Node 24 to 64 MB), and lets the rest of
   * the heap grow to twice what is alive in it instead of four times.
   */
  #keepHeapSmall(): void {
    if (this.#isHeapKeptSmall || this.#host.nodeMajor > newestKnown) return;
    const spaceForNew = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
    if (spaceForNew === undefined || spaceForNew.space_size < enoughForNew) return;
    const defaults = "--semi-space-growth-factor=2 --heap-growing-percent=0";
    this.#host.setV8Flags("--semi-space-growth-factor=1 --heap-growing-percent=100", defaults);
    this.#isHeapKeptSmall = true;
  }
}

/** The flags that keep V8 from optimizing undici's WebAssembly parser: the only ones that we change while we run. */

const unoptimized = "--no-wasm-tier-up --no-wasm-dynamic-tiering";
const usual = "--wasm-tier-up --wasm-dynamic-tiering";

/** The newest Node whose V8 is known to have these flags. If V8 lacks one, it complains on standard error. */
const newestKnown = 26;

export class ParserFlags {
  #areSet = false;

  /** Called before the parser exists. Optimizing it takes 0.1 s and 35 MB, pays off in no list, and a process that ends waits for it. */
  leaveParserUnoptimized(): void {
    if (Number.parseInt(process.versions.node, 10) > newestKnown) return;
    this.#set(unoptimized);
    this.#areSet = true;
  }

  /** Does something under the usual flags: V8 takes code from a cache only under the flags that it was compiled with. */
  underUsualFlags<T>(use: () => T): T {
    if (!this.#areSet) return use();
    this.#set(usual);
    try {
      return use();
    } finally {
      this.#set(unoptimized);
    }
  }

  #set(flags: string): void {
    // Not imported: most commands set none.
    process.getBuiltinModule("node:v8").setFlagsFromString(flags);
  }
}

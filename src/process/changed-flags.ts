/** V8's flags, as long as this process has changed them. */

/** What we need of the process. */
type Process = Pick<NodeJS.Process, "getBuiltinModule">;

export interface ChangedFlags {
  /** Changes flags; `defaults` are the same flags as they were. */
  change(flags: string, defaults: string): void;
  /** Does something while all flags are as they were: V8 takes code from a cache only under the flags that it was compiled with. */
  whileUnchanged<T>(use: () => T): T;
}

/** Loads node:v8 only when a flag is changed. */
export function changedFlags(process: Process): ChangedFlags {
  const changes: { flags: string; defaults: string }[] = [];
  const set = (texts: readonly string[]) => {
    for (const text of texts) process.getBuiltinModule("node:v8").setFlagsFromString(text);
  };
  return {
    change(flags, defaults) {
      changes.push({ flags, defaults });
      set([flags]);
    },
    whileUnchanged(use) {
      set(changes.map(({ defaults }) => defaults));
      try {
        return use();
      } finally {
        set(changes.map(({ flags }) => flags));
      }
    },
  };
}

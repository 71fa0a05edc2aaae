/** Which flags V8 has while a list runs. What they bring is measured in bench/; that V8 takes them, the program itself shows. */
import { describe, expect, it } from "vitest";
import { ListFlags } from "../../src/runtime/v8-flags.ts";

const out = "--turbo-filter=~";
const back = "--turbo-filter=*";

/** What a list of pages of 500 numbers sets: the flag, and how many numbers were done. */
function setBy({ nodeMajor = 24, hasMaglev = true, numbers = 0 }) {
  const set: [flags: string, done: number, defaults: string][] = [];
  let done = 0;
  const flags = new ListFlags({
    nodeMajor,
    hasMaglev,
    setV8Flags: (text, defaults) => set.push([text, done, defaults]),
  });
  while (done < numbers) {
    done += 500;
    flags.add(500);
  }
  flags.end();
  return set.filter(([text]) => text.startsWith("--turbo"));
}

describe("TurboFan", () => {
  it("is left out until a list is done", () => {
    expect(setBy({ numbers: 3_000 })).toEqual([
      [out, 0, back],
      [back, 3_000, back],
    ]);
  });

  it("is back once a list is long, and is not set again", () => {
    expect(setBy({ numbers: 150_000 })).toEqual([
      [out, 0, back],
      [back, 100_000, back],
    ]);
  });

  it.for([
    { nodeMajor: 22, hasMaglev: false },
    { nodeMajor: 27, hasMaglev: true },
  ])("stays where there is no Maglev, or what V8 has is not known: %o", (host) => {
    expect(setBy({ ...host, numbers: 150_000 })).toEqual([]);
  });
});

import { expect, it } from "vitest";
import { LatestBulks } from "../../src/vet/evidence/bodies.ts";

it("keeps the latest bulk answers of a file, up to 64 MiB", () => {
  const bulks = new LatestBulks<true>();
  const kept = (...added: readonly [string, number][]) => {
    for (const [hash, mebibytes] of added)
      bulks.add(hash, true, mebibytes * 2 ** 20);
    return ["a", "b", "c", "d"].filter((hash) => bulks.get(hash)).join("");
  };
  expect(kept(["a", 32], ["b", 32])).toBe("ab");
  expect(kept(["c", 1])).toBe("bc");
  expect(kept(["a", 31])).toBe("abc");
  expect(kept(["d", 99])).toBe("d");
  expect(kept(["a", 1])).toBe("a");
});

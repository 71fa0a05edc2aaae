import { describe, expect, it } from "vitest";
import { PackedText } from "../../../src/output/reports/packed-text.ts";

describe("packed text", () => {
  it("comes back as it was, in order, whatever the lengths", () => {
    const texts = Array.from({ length: 2_000 }, (_, index) => `${index} Ünïcödé 運送 🚚 ${"x".repeat(index % 300)}\n`);
    const packed = new PackedText();
    for (const text of texts) packed.add(text);
    const pieces = [...packed.pieces()];
    expect(pieces.join("")).toBe(texts.join(""));
    expect(pieces.length).toBeGreaterThan(2);
    expect([...packed.pieces()]).toEqual(pieces);
  });

  it("is empty until something is added", () => {
    const packed = new PackedText();
    expect(packed.isEmpty).toBe(true);
    expect([...packed.pieces()]).toEqual([]);
    packed.add("x");
    expect(packed.isEmpty).toBe(false);
    expect([...packed.pieces()]).toEqual(["x"]);
  });
});

/** `--keep-columns` on a pipe, which is read once and held: what has no end, what is long, and what is too long. */
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../support/resources.ts";
import { startUsdot } from "../support/usdot.ts";

describe("a pipe, which can be read only once,", () => {
  const options = ["--sample", "carrier", "-f", "-", "--keep-columns", "--fields", "status"];

  /** Writes a piece again and again, until the program ends or has all of it. */
  async function piped(piece: string, times: number) {
    const child = startUsdot(temporaryDirectory(), options, {}, { stdio: "pipe" });
    let written = 0;
    const pieces = function* () {
      for (; written < times; written += 1) yield piece;
    };
    const [out, err, [status]] = await Promise.all([
      text(child.stdout as Readable),
      text(child.stderr as Readable),
      once(child, "close"),
      pipeline(pieces, child.stdin as Writable).catch(() => undefined),
    ]);
    return { out, err, status: status as number, written };
  }
  const rows = "x,9000001\n".repeat(100);

  it("is not read on after what is no list, though it has no end", async () => {
    const { status, err, written } = await piped("1\0\xe9\n".repeat(20_000), 2_000);
    expect(err).toContain("stdin:1 has a NUL byte in it");
    expect(status).toBe(2);
    expect(written).toBeLessThan(200);
  });

  it("comes back whole, however many rows it has", async () => {
    const { status, out, err } = await piped(rows, 1_000);
    expect([status, err]).toEqual([0, expect.stringContaining("1 answered, 99,999 repeated")]);
    expect(out.length).toBe("column_1,dot_number,usdot_status,usdot_error\n".length + 1_000 * (rows.length + 800));
  });

  it("is not held without limit", async () => {
    const { status, err, written } = await piped(`9000001,${"x".repeat(60_000)}\n`.repeat(16), 1_000);
    expect(err).toContain("stdin is larger than 128 MiB; save it to a file, and name that");
    expect(status).toBe(2);
    expect(written).toBeLessThan(250);
  });
});

import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { FileError, InterruptedError, OutputClosedError } from "../../src/errors.ts";
import { type Sink, StreamSink } from "../../src/output/sink.ts";

const piece = "x".repeat(64 * 1024);

/** The next turn of the event loop, on which gathered text is written. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Writes until it has to wait, and returns how much that was. */
async function writtenUntilFull(sink: Sink, text: string, most: number): Promise<number> {
  let length = 0;
  for (; length < most; length += text.length) {
    const waits = sink.write(text);
    const passed = await Promise.race([
      Promise.resolve(waits).then(() => true),
      nextTurn().then(() => waits === undefined),
    ]);
    if (!passed) return length + text.length;
  }
  return length;
}

describe("standard output", () => {
  it("receives small writes together, on the next turn of the event loop", async () => {
    const pieces: string[] = [];
    const stream = new Writable({
      write: (chunk, _, done) => done(void pieces.push(String(chunk)) as never),
    });
    const sink = new StreamSink(stream);
    for (const text of ["a\n", "b\n", "c\n"]) expect(sink.write(text)).toBeUndefined();
    expect(pieces).toEqual([]);
    await nextTurn();
    await nextTurn();
    expect(pieces).toEqual(["a\nb\nc\n"]);
  });

  it("has received everything, in order, when finish resolves", async () => {
    const pieces: string[] = [];
    const stream = new Writable({
      highWaterMark: 1,
      write: (chunk, _, done) => {
        pieces.push(String(chunk));
        setImmediate(done);
      },
    });
    const sink = new StreamSink(stream);
    for (let index = 0; index < 5; index++) await sink.write(`${index}${piece}`);
    await sink.write("end");
    await sink.finish();
    expect(pieces.join("")).toBe(`${[0, 1, 2, 3, 4].map((index) => index + piece).join("")}end`);
  });

  it.each([
    ["large", piece],
    ["small", "a line of an answer\n"],
  ])("stops its writer while the reader accepts nothing: %s writes", async (_, text) => {
    const sink = new StreamSink(new PassThrough());
    expect(await writtenUntilFull(sink, text, 4_000_000)).toBeLessThan(400_000);
  });

  it("ends the wait for such a reader when the user stops us", async () => {
    const stop = new AbortController();
    const sink = new StreamSink(new PassThrough(), { signal: stop.signal });
    await writtenUntilFull(sink, piece, 4_000_000);
    const waiting = sink.write(piece);
    stop.abort(new InterruptedError("SIGINT"));
    await expect(waiting).rejects.toBeInstanceOf(InterruptedError);
    await sink.abandon();
  });

  it("receives what is gathered when the run is abandoned", async () => {
    const stream = new PassThrough();
    const stop = new AbortController();
    const sink = new StreamSink(stream, { signal: stop.signal });
    sink.write("whole record\n");
    stop.abort(new InterruptedError("SIGTERM"));
    await sink.abandon();
    expect(String(stream.read())).toBe("whole record\n");
  });

  it.each([
    ["EPIPE", OutputClosedError],
    ["ECONNRESET", OutputClosedError],
    ["ENOSPC", FileError],
  ])("that fails with %s says so, also at every later write", async (code, type) => {
    const stream = new Writable({ write: (_chunk, _, done) => done(Object.assign(new Error(), { code })) });
    const sink = new StreamSink(stream);
    await expect(async () => sink.write(piece)).rejects.toBeInstanceOf(type);
    expect(() => sink.write("more")).toThrow(type);
    await expect(sink.finish()).rejects.toBeInstanceOf(type);
    await sink.abandon();
  });

  it("that is already closed is noticed by finish", async () => {
    const stream = new PassThrough();
    stream.destroy();
    const sink = new StreamSink(stream);
    sink.write("x");
    await expect(sink.finish()).rejects.toBeInstanceOf(OutputClosedError);
  });

  it("is made safe piece by piece", async () => {
    const stream = new PassThrough();
    const sink = new StreamSink(stream, { guard: (text) => text.toUpperCase() });
    sink.write("abc\n");
    await sink.finish();
    expect(String(stream.read())).toBe("ABC\n");
  });

  it.runIf(existsSync("/dev/full"))("on a full disk says that it is full", async () => {
    const file = await open("/dev/full", "w");
    const sink = new StreamSink(file.createWriteStream());
    sink.write("x");
    await expect(sink.finish()).rejects.toThrow("cannot write the output: the disk is full");
  });
});

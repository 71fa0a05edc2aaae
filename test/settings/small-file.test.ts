import { constants, promises as files, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { InterruptedError, SettingError } from "../../src/errors.ts";
import { readSmallFile } from "../../src/settings/small-file.ts";
import { newFifo, temporaryDirectory } from "../support/resources.ts";

const read = (path: string, signal = new AbortController().signal) =>
  readSmallFile(path, { what: "the file", signal, check: () => {} });

describe("readSmallFile", () => {
  it("reads up to 64 KiB", async () => {
    const path = join(temporaryDirectory(), "file");
    writeFileSync(path, "é".repeat(32_768));
    expect(await read(path)).toBe("é".repeat(32_768));
  });

  it.each(["/dev/zero", "/dev/urandom", "a file"])("refuses more than that: %s", async (name) => {
    const path = name === "a file" ? join(temporaryDirectory(), "file") : name;
    if (name === "a file") writeFileSync(path, Buffer.alloc(65_537));
    const error = await read(path).catch((thrown: unknown) => thrown);
    expect(error).toEqual(new SettingError("the file is larger than 64 KiB", { hint: "name another file" }));
  });

  it("finds nothing in /dev/null", async () => {
    expect(await read("/dev/null")).toBe("");
  });

  it("fails for a directory and for a missing file", async () => {
    const path = temporaryDirectory();
    mkdirSync(join(path, "directory"));
    await expect(read(join(path, "directory"))).rejects.toMatchObject({ code: "EISDIR" });
    await expect(read(join(path, "nothing"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("reads nothing when the check fails", async () => {
    const failing = readSmallFile("/dev/zero", {
      what: "the file",
      signal: new AbortController().signal,
      check() {
        throw new TypeError("not this one");
      },
    });
    await expect(failing).rejects.toThrow("not this one");
  });
});

describe("a pipe", () => {
  it("is read to its end, even if the writer comes later", async () => {
    const path = newFifo();
    const text = read(path);
    const writer = await files.open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    await writer.write("one ");
    await writer.write("two");
    await writer.close();
    expect(await text).toBe("one two");
  });

  it("without an end is refused at 64 KiB", async () => {
    const path = newFifo();
    const text = read(path).catch((thrown: unknown) => thrown);
    const writer = await files.open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    const writing = (async () => {
      for (;;)
        await writer.write(Buffer.alloc(4096, "k")).catch((error) => error.code === "EAGAIN" || Promise.reject(error));
    })();
    await expect(writing).rejects.toMatchObject({ code: "EPIPE" });
    await writer.close();
    expect(await text).toEqual(new SettingError("the file is larger than 64 KiB", { hint: "name another file" }));
  });

  it.each(["without a writer", "with a writer that is silent"])("%s is abandoned on a signal", async (kind) => {
    const path = newFifo();
    const stop = new AbortController();
    const text = read(path, stop.signal);
    const writer =
      kind === "without a writer" ? undefined : await files.open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    stop.abort(new InterruptedError("SIGTERM"));
    await expect(text).rejects.toBeInstanceOf(InterruptedError);
    await writer?.close();
  });
});

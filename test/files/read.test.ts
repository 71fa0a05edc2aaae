import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { decode, encodingOf, gather, readBytes } from "../../src/files/read.ts";
import { temporaryDirectory } from "../support/resources.ts";

const text = "dot,é€\n1,’\n";

it.each([
  ["utf-8", Buffer.from(text)],
  ["utf-8-bom", Buffer.from(`\ufeff${text}`)],
  ["utf-16le", Buffer.from(`\ufeff${text}`, "utf16le")],
  ["utf-16be", Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
  ["windows-1252", Buffer.from("dot,\xe9\x80\n1,\x92\n", "latin1")],
])("reads %s", (encoding, bytes) => {
  expect(encodingOf(bytes)).toBe(encoding);
  expect(decode(bytes)).toBe(text);
});

it("reads all of a pipe", async () => {
  const pipe = join(temporaryDirectory(), "pipe");
  execFileSync("mkfifo", [pipe]);
  // Not the synchronous function, which would wait for a reader that cannot come.
  const [piped] = await Promise.all([
    readBytes(pipe),
    writeFile(pipe, "2233855\n"),
  ]);
  expect(String(piped)).toBe("2233855\n");
});

it("refuses what is larger than the limit, naming it", async () => {
  const chunk = Buffer.alloc(2 ** 20);
  const chunks = (async function* () {
    for (;;) yield chunk;
  })();
  await expect(gather(chunks, "standard input")).rejects.toThrow(
    "standard input is larger than 256 MiB",
  );
});

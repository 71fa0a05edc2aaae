import { execFileSync } from "node:child_process";
import { chmodSync, statSync, symlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { beforeEach, expect, it } from "vitest";
import { Outputs } from "../../src/commands/vet/outputs.ts";
import { UsageError } from "../../src/errors.ts";
import { openOutputFile } from "../../src/files/output-file.ts";
import { perItem } from "../../src/output/format.ts";
import { openOutput } from "../../src/output/output.ts";
import { folder } from "../support/resources.ts";

let { at, names, read, write } = folder();
let path: string;

beforeEach(() => {
  ({ at, names, read, write } = folder());
  path = at("out.csv");
});

const writing = async (text: string) => {
  const file = await openOutputFile(path);
  await file.write(text);
  return file;
};

it("is one run's at a time, also of two in one process", async () => {
  await openOutputFile(path);
  await expect(openOutputFile(path)).rejects.toThrow(
    `usdot (process ${process.pid} on ${hostname()}) is writing ${path}`,
  );
});

it("is not touched once it has ended, whatever comes of another", async () => {
  const broken = async () => {
    await openOutputFile(path);
    throw new UsageError("no");
  };
  const device = { write: broken, end: broken };
  const outputs = new Outputs();
  for (const sink of [await openOutputFile(path), device])
    outputs.add(openOutput(sink, perItem(String)));
  await expect(outputs.end(0, "complete")).rejects.toThrow("no");
  await outputs.abandon();
  expect(outputs.partialPaths).toEqual([]);
  expect(names()).toEqual(["out.csv", "out.csv.lock", "out.csv.partial"]);
});

it("keeps a link, and the permissions of the file that it replaces", async () => {
  const target = at(write("target.csv", "earlier\n"));
  chmodSync(target, 0o640);
  symlinkSync(target, path);
  await (await writing("new\n")).end("complete");
  expect([
    read("target.csv"),
    read("out.csv"),
    statSync(target).mode & 0o777,
  ]).toEqual(["new\n", "new\n", 0o640]);
});

it("writes a pipe as it is", async () => {
  execFileSync("mkfifo", [path]);
  const [, text] = await Promise.all([
    writing("1\n").then((pipe) => pipe.end("complete")),
    readFile(path, "utf8"),
  ]);
  expect([text, names()]).toEqual(["1\n", ["out.csv"]]);
});

import { expect, it, onTestFinished } from "vitest";
import { Outputs } from "../../src/commands/vet/outputs.ts";
import { UsageError } from "../../src/errors.ts";
import { openOutputFile } from "../../src/files/output-file.ts";
import { openOutput, perItem } from "../../src/output/format.ts";
import { folder } from "../support/resources.ts";

it("an output is not touched once it has ended, whatever comes of another", async () => {
  const { at, names } = folder();
  const broken = async () => {
    // Another run begins to write the one that has ended.
    const other = await openOutputFile(at("out.csv"));
    onTestFinished(async () => void (await other.end("cut off")));
    throw new UsageError("no");
  };
  const outputs = new Outputs();
  const device = { write: broken, end: broken };
  for (const sink of [await openOutputFile(at("out.csv")), device])
    outputs.add(openOutput(sink, perItem(String)));
  await expect(outputs.end(0, "complete")).rejects.toThrow("no");
  await outputs.abandon();
  expect(outputs.partialPaths).toEqual([]);
  expect(names()).toEqual(["out.csv", "out.csv.lock", "out.csv.partial"]);
});

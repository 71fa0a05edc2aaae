import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { numbered } from "../../lookup/answers.ts";
import { ending, stoppable } from "../../support/run.ts";
import { fleetOf, startWorld } from "./world.ts";

const world = await startWorld();

describe("the exit status of usdot vet", () => {
  it.each([
    [0, "one that passes", "1", ""],
    [0, "one that is not recorded", "1 --reference 7", "not recorded; --ev"],
    [3, "one that fails: the screen says it", "2", ""],
    [3, "one that does not exist", "8 8", "1 carrier fails"],
    [3, "a wrong caller of one that is given twice", "1 1 --claim name=B", ""],
    [3, "a fail beside everything else", "2 3 5 6 7", "1 carrier fails"],
    [4, "no answer: the key", "7", "without an API key"],
    [5, "no answer: unreachable", "5", "HTTP 503"],
    [6, "no answer: unusable", "6", "a web page instead of JSON"],
    [6, "a 404 in doubt", "9", "or the base URL is wrong"],
    [
      7,
      "evidence that cannot be written",
      "2 --evidence list.txt/a",
      "list.txt",
    ],
    [7, "evidence that is not there", "--from none", "/none: no such file"],
    [8, "one to review", "3", ""],
    [8, "no answer, for two causes", "5 6", "not every carrier passes"],
    [
      8,
      "no answer for some",
      "1 5 --evidence a.b",
      "retry the carriers without an answer: the same command with --reuse a.b --evidence a-2.b",
    ],
    [
      8,
      "a record without an answer",
      "4",
      "USDOT 4: the service failed (HTTP 503",
    ],
    [
      8,
      "a line that is not a number",
      "-f list.txt",
      "list.txt:2: MC-1 is a docket number",
    ],
    [
      8,
      "the same, in a dry run",
      "-f list.txt --dry-run",
      "1 line is not a USDOT number; fix the invalid lines",
    ],
    [2, "the same, strict", "-f list.txt --strict", "nothing was sent"],
    [0, "an empty part of a list", "1 --shard 2/2", ""],
    [
      8,
      "a part with an invalid line",
      "-f list.txt --shard 1/2",
      "part 1/2 of the list",
    ],
  ])("is %i of %s", async (status, _, args, message) => {
    world.file("list.txt", "1\nMC-1\n1\n");
    expect(await world.run(args)).toMatchObject(ending(status, message));
  });

  it.each([
    [2, "1 2 --policy empty.yaml", ["old.csv", "old.html"]],
    [7, "1 2 --report csv=no/such/a.csv", ["old.csv", "old.html"]],
    [3, "1 2", []],
    [5, "5", ["old.csv", "old.html"]],
  ])(
    "is %i of usdot vet %s: of files that were not written it says %j",
    async (status, args, names) => {
      world.file("empty.yaml", "version: 1\nname: x\nrules: {}\n");
      for (const name of ["old.csv", "old.html"]) world.file(name, "old");
      const result = await world.run(
        `${args} -o old.csv --report old.html --report new.json`,
      );
      expect(result.status).toBe(status);
      const said = /: not written, and still from before this run: (.*)/;
      const [, list = ""] = said.exec(result.stderr) ?? [];
      expect(list).toBe(names.join(", "));
      expect(world.read("old.csv") === "old").toBe(names.length > 0);
      // A run that is refused announces nothing.
      expect(result.stderr.includes("requests")).toBe(status === 3);
      expect(result.stderr.includes("old.html.partial, new.json.partial")).toBe(
        status === 5,
      );
    },
  );

  it("is 7 where a report cannot be written at the end; the evidence has all of it", async () => {
    world.file("out/a.txt", "");
    world.onRequest = () =>
      rmSync(world.at("out"), { recursive: true, force: true });
    const args = "1 2 --evidence run.ndjson --report junit=out/vet.xml";
    expect(await world.run(args)).toMatchObject(
      ending(7, "; usdot vet --from run.ndjson reports all of it\n"),
    );
    expect((await world.replay("run.ndjson")).status).toBe(3);
  });

  it("is that of the signal where it is stopped, with how to go on", async () => {
    const { signal, stop } = stoppable();
    world.carriers = fleetOf(8);
    world.onRequest = (number) => number === "8" && stop("SIGHUP");
    const list = world.file("my list.txt", numbered(8).join("\n"));
    const out = world.file("out.csv", "mine");
    const args = `-f '${list}' --concurrency 1 -o ${out}`;
    const recorded = `${args} --evidence run.ndjson`;
    const result = await world.run(recorded, { signal });
    expect(result).toMatchObject(
      ending(129, "what was written is in out.csv.partial"),
    );
    expect(world.read(out)).toBe("mine");
    expect(result.stderr).toContain(
      "is in run.ndjson; the same command with --reuse run.ndjson --evidence run-2.ndjson continues it\n",
    );
    const continued = await world.run(
      `${recorded} --reuse run.ndjson --evidence run-2.ndjson`,
    );
    expect(continued.status).toBe(0);
    expect(new Set(world.asked).size).toBeLessThan(24);
    expect(world.read(out).split("\n")).toHaveLength(10);
    expect(world.read("run-2.ndjson")).not.toBe("");
    const unrecorded = await world.run(args, { signal });
    expect(unrecorded.stderr).not.toContain("continues it");
  });
});

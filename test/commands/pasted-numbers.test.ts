/** Numbers as people paste them, for every command that takes numbers. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runInProcess } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";

const sample = (...args: string[]) => runInProcess(["--sample", ...args], { env: { USDOT_API_KEY: "any" } });

const commands = [["carrier"], ["insurance"], ["safety"], ["snapshot"], []];

describe.each(commands.map((command) => [command]))("usdot %j", (command) => {
  it("takes one number with words before it as a single one", async () => {
    const plain = await sample(...command, "9000001", "--json");
    expect(plain.status).toBe(0);
    for (const words of [["USDOT", "9000001"], ["DOT#", "9000001"], ["DOT", "#:", "9000001"], ["009000001"]]) {
      const { status, out } = await sample(...command, ...words, "--json");
      expect({ status, out }, words.join(" ")).toEqual({ status: 0, out: plain.out });
    }
  });

  it("takes several numbers in one argument", async () => {
    const { status, out } = await sample(...command, "9000001,9000002;9000003", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(out).map((record: { dot_number: string }) => record.dot_number)).toEqual([
      "9000001",
      "9000002",
      "9000003",
    ]);
  });
});

it("usdot bulk takes them as well", async () => {
  const { out } = await sample("bulk", "USDOT", "9000001", "9000002,9000003", "--format", "ndjson");
  expect(out.trimEnd().split("\n")).toHaveLength(3);
});

it("usdot vet takes them as well", async () => {
  const { out } = await sample("vet", "USDOT", "9000001", "9000002,9000003", "--format", "ndjson");
  const numbers = new Set(out.match(/"dot_number":"\d+"/g));
  expect(numbers.size).toBe(3);
});

it("a single number is the snapshot's screen", async () => {
  const { out } = await sample("USDOT", "0009000001");
  expect(out).toBe((await sample("9000001")).out);
  expect(out).toMatch(/^PRAIRIE LANTERN FREIGHT INC +USDOT 9000001/);
});

it("a mistyped command is still told", async () => {
  const { status, err } = await sample("carier", "9000001");
  expect({ status, err }).toEqual({
    status: 2,
    err: 'usdot: "carier" is neither a command nor a USDOT number; did you mean carrier?\n',
  });
});

it.each([[["MC", "115495"]], [["vet", "MC", "115495"]]])(
  "%j is refused with where to find the number",
  async (words) => {
    const { status, err } = await sample(...words);
    const where = "find its USDOT number by the MC number at https://safer.fmcsa.dot.gov/CompanySnapshot.aspx";
    expect({ status, err }).toEqual({
      status: 2,
      err: `usdot: MC 115495 is a docket number, not a USDOT number; ${where}\n`,
    });
  },
);

it.each([[["vet"]], [[]], [["bulk"]]])("%j and a file's name is told how to read it", async (words) => {
  const path = join(temporaryDirectory(), "mix.txt");
  writeFileSync(path, "9000001\n");
  const { status, out, err } = await sample(...words, path);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(err).toMatch(/ is a file; use --file \S+mix\.txt\n$/);
});

it.each([
  [["DOT"], "DOT has no number after it (a shell drops everything after #: use quotes, or leave it out)"],
  [["2,233,855,76830"], "2,233,855,76830 is not one USDOT number; give several one by one"],
  [["usdot", "carrier", "1"], "usdot carrier has no digits; a USDOT number has 1 to 8"],
])("%j is refused with the reason", async (words, reason) => {
  const { status, err } = await sample(...words);
  expect({ status, err }).toEqual({ status: 2, err: `usdot: ${reason}; nothing was sent\n` });
});

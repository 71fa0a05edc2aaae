/** What agents read: the configurations on the page, and the commands of the skill, run against the sample service. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/program.ts";
import { memoryHost, runInProcess } from "../support/memory-host.ts";
import { temporaryDirectory } from "../support/resources.ts";

const page = readFileSync("docs/agents.md", "utf8");
const skill = readFileSync("skills/usdot/SKILL.md", "utf8");

it("the page configures three clients, each with options that there are", () => {
  const blocks = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = ""]) => JSON.parse(text));
  expect(blocks).toHaveLength(3);
  const mcp = createProgram(memoryHost()).commands.find((command) => command.name() === "mcp");
  for (const block of blocks) {
    const { command, args } = (block.mcpServers ?? block.servers).usdot;
    expect([command, args[0]]).toEqual(["usdot", "mcp"]);
    for (const arg of args.filter((each: string) => each.startsWith("--")))
      expect(["--base-url", "--policy", ...(mcp?.options ?? []).map(({ long }) => long)]).toContain(arg);
  }
});

describe("the skill", () => {
  const commands = [...skill.matchAll(/`usdot ([^`:]+)`/g)].map(([, command = ""]) => command.split(" "));

  it("has front matter that says when to use it", () => {
    expect(skill).toMatch(/^---\nname: usdot\ndescription: \S.{40,300}\n---\n/);
  });

  it.each(commands)("usdot %s %s %s %s %s", async (...command) => {
    const home = temporaryDirectory();
    writeFileSync(join(home, "carriers.txt"), "9000001\n9000002\n");
    const args = command.filter((word) => word !== undefined);
    if (args.join(" ") === "vet --json") args.push("9000001");
    const { status, out } = await runInProcess(args, { home, env: { USDOT_SAMPLE: "true" } });
    expect([status, out === ""]).toEqual([0, false]);
    if (args.includes("--json")) expect(() => JSON.parse(out)).not.toThrow();
  });

  it("names the members that the JSON has", async () => {
    const run = async (...args: string[]) => JSON.parse((await runInProcess(["--sample", ...args, "--json"])).out);
    const { carriers, counts } = await run("vet", "9000001");
    expect(counts).toBeDefined();
    expect(carriers[0]).toMatchObject({ dot_number: "9000001", legal_name: expect.any(String), verdict: "pass" });
    for (const name of ["rule", "outcome", "level", "message"]) expect(carriers[0].findings[0]).toHaveProperty(name);
    expect(Object.keys(await run("9000001"))).toEqual(["dot_number", "carrier", "insurance", "safety", "findings"]);
  });
});

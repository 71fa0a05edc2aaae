import { describe, expect, it } from "vitest";
import { runInProcess } from "../support/memory-host.ts";

describe("usdot completion", () => {
  it.for(["bash", "zsh", "fish", "powershell"])("prints the script for %s, wherever it goes", async (shell) => {
    const piped = await runInProcess(["completion", shell]);
    expect(piped).toMatchObject({ status: 0, err: "" });
    expect(piped.out).toContain(`made by: usdot completion ${shell}\n`);
    expect((await runInProcess(["completion", shell], { columns: 80 })).out).toBe(piped.out);
  });

  it("refuses a shell that it doesn't know", async () => {
    expect(await runInProcess(["completion", "tcsh"])).toMatchObject({
      status: 2,
      out: "",
      err: 'usdot: no completion for the shell "tcsh"; use bash, zsh, fish, powershell; see usdot help completion\n',
    });
  });

  it("without a shell prints help on a terminal, and nothing where a shell might read it", async () => {
    const { out: help } = await runInProcess(["help", "completion"]);
    expect(await runInProcess(["completion"], { columns: 80 })).toMatchObject({ status: 0, out: help, err: "" });
    expect(await runInProcess(["completion"])).toMatchObject({
      status: 2,
      out: "",
      err: "usdot: no shell was named; use bash, zsh, fish, powershell; see usdot help completion\n",
    });
  });

  it("says in its help how to install each, on a screen of 80 by 24", async () => {
    const { out } = await runInProcess(["help", "completion"]);
    for (const shell of ["bash", "zsh", "fish", "powershell"]) expect(out).toMatch(`  usdot completion ${shell} >`);
    const lines = out.trimEnd().split("\n");
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.length).toBeLessThan(24);
  });

  it("has a hidden mode for the scripts, which neither help nor the manual shows", async () => {
    const { out } = await runInProcess(["completion", "--offers"], { input: "vet\n--dry\n" });
    expect(out).toContain("\n--dry-run\tcheck policy and list");
    for (const args of [["help", "completion"], ["help"], ["help", "options"], ["man"]]) {
      expect((await runInProcess(args)).out).not.toContain("offers");
    }
  });
});

/** docs/monitoring.md works: its command, its line for cron and its units are run, as far as they can be here. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { temporaryDirectory } from "../support/resources.ts";
import { environment } from "../support/usdot.ts";

const blocks = [...readFileSync("docs/monitoring.md", "utf8").matchAll(/^```(\w+)\n([\s\S]*?)^```\n/gm)];
const blocksOf = (language: string) =>
  blocks.filter(([, own]) => own === language).map(([, , content = ""]) => content);

let home: string;
let program: string;

beforeEach(() => {
  home = temporaryDirectory();
  program = join(home, "usdot");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${resolve("bin/usdot.cjs")}" "$@"\n`);
  chmodSync(program, 0o755);
  mkdirSync(join(home, "vetting"));
  writeFileSync(join(home, "vetting/carriers.txt"), "9000001\n9000002\n");
});

function shell(script: string) {
  const env = environment(home, { PATH: `${home}:${process.env["PATH"]}`, NO_COLOR: "1", USDOT_SAMPLE: "true" });
  return spawnSync("sh", ["-c", script], { cwd: join(home, "vetting"), env, encoding: "utf8" });
}

const runs = () => readdirSync(join(home, "vetting/runs")).filter((name) => /^\d.*\.ndjson$/.test(name));

it("has a command that records each run", () => {
  const [command = ""] = blocksOf("sh");
  for (const count of [1, 2]) {
    expect(shell(command).status).toBe(0);
    expect(runs()).toHaveLength(count);
  }
});

it("has a line for cron that mails only what changed", () => {
  const [line = ""] = blocksOf("crontab");
  const [, command = ""] = /^(?:[\d*/,-]+ +){5}(.*)$/m.exec(line) ?? [];
  expect(shell(command).stdout).not.toBe("");
  expect(shell(command)).toMatchObject({ status: 0, stdout: "", stderr: "" });
  writeFileSync(join(home, "vetting/carriers.txt"), "9000001\n9000002\n9000005\n");
  const { status, stdout } = shell(command);
  expect(status).toBe(3);
  expect(stdout).toContain("9000005");
  expect(stdout).not.toContain("PRAIRIE LANTERN");
});

it("has units for systemd whose command works", () => {
  const [service = "", timer = ""] = blocksOf("ini");
  const [, command = ""] = /^ExecStart=\/usr\/local\/bin\/(.*)$/m.exec(service) ?? [];
  expect(shell(command).status).toBe(0);
  expect(readdirSync(join(home, "vetting"))).toContain("vet.html");
  const units = { "usdot-vet.service": service.replace("/usr/local/bin/usdot", program), "usdot-vet.timer": timer };
  const paths = Object.entries(units).map(([name, content]) => {
    const path = join(home, name);
    writeFileSync(path, content);
    return path;
  });
  const { error, status, stderr } = spawnSync("systemd-analyze", ["verify", ...paths], { encoding: "utf8" });
  if (error) return;
  expect([status, stderr]).toEqual([0, ""]);
});

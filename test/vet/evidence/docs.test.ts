import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { carrier } from "../../support/vetted.ts";
import { answer, evidenceOf, fileWith } from "./evidence-file.ts";

const commands = Array.from(
  readFileSync("docs/evidence.md", "utf8").matchAll(/```sh\n(.*?)```/gs),
  ([, block]) => block as string,
);
const hasTools = ["jq", "sha256sum"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

describe("docs/evidence.md", () => {
  const evidence = () => evidenceOf([[[answer("9000001")], carrier("9000001")]]);

  it("shows how the whole, a body and the policy are checked", () => {
    expect(commands).toHaveLength(3);
  });

  it.runIf(hasTools)("shows commands that work, and that notice a change", async () => {
    const { text } = await evidence();
    const path = fileWith(text);
    const output = () => commands.map((command) => shell(command, path));
    expect(output()).toEqual(["the evidence is whole\n", "the body is as received\n", "the policy is as it was\n"]);
    writeFileSync(path, text.replace("ACM", "ACN").replace("rules: {}", "rules: []"));
    expect(output()).toEqual(["", "", ""]);
  });

  it.runIf(!hasTools)("describes checks that hold, done here without the tools", async () => {
    const { text } = await evidence();
    const lines = text.split(/(?<=\n)/);
    const [run, first] = lines.map((line) => JSON.parse(line));
    expect(JSON.parse(lines.at(-1) as string).sha256).toBe(sha256(lines.slice(0, -1).join("")));
    expect(first.sha256).toBe(sha256(first.body));
    expect(run.policy.sha256).toBe(sha256(run.policy.text));
  });
});

function shell(command: string, path: string): string {
  // The last command is a test: where it fails, so does the shell.
  const script = `set -u\n${command}\ntrue`;
  return execFileSync("sh", ["-c", script], { cwd: dirname(path), encoding: "utf8" });
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

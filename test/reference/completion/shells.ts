/** The shells that are installed here, asked what they offer. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { createProgram } from "../../../src/program.ts";
import { complete } from "../../../src/reference/completion.ts";
import { completionLines, shellScripts } from "../../../src/reference/shell-scripts.ts";
import { memoryHost } from "../../support/memory-host.ts";
import { temporaryDirectory } from "../../support/resources.ts";
import { environment } from "../../support/usdot.ts";

export type TestedShell = "bash" | "zsh" | "fish";

export const testedShells: readonly TestedShell[] = ["bash", "zsh", "fish"];

/** So that nothing of the user's own is read. */
export const starts: Record<TestedShell, readonly string[]> = {
  bash: ["--norc", "--noprofile"],
  zsh: ["-f"],
  fish: ["--no-config"],
};

/** Whether a program is installed. On Windows a bash may be there, with paths of its own; we don't ask for any. */
export function isInstalled(program: string): boolean {
  return process.platform !== "win32" && spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
}

/** What is completed. */
export function ourProgram(): Command {
  return createProgram(memoryHost({ home: tmpdir() }));
}

/** The files in the directory in which the shells complete. */
export const files = ["alpha.txt", "beta.txt"];

export interface Offer {
  text: string;
  description: string;
}

/**
 * What a shell offers at the end of each line, in its order.
 *
 * @param stub the text of the `usdot` that the script finds; without it, the built program
 */
export function offersOf(shell: TestedShell, lines: readonly string[], stub = builtProgram): Offer[][] {
  const directory = temporaryDirectory();
  // Zsh finds the function's file by its name.
  const script = join(directory, shell === "zsh" ? "_usdot" : "script");
  const here = join(directory, "here");
  mkdirSync(here);
  for (const file of files) writeFileSync(join(here, file), "");
  writeFileSync(script, shellScripts[shell]);
  const capture = fileURLToPath(new URL(`capture.${shell}`, import.meta.url));
  const printed = execFileSync(shell, [...starts[shell], capture, shell === "zsh" ? directory : script, here], {
    input: lines.map((line) => `${line}\n`).join(""),
    encoding: "utf8",
    env: environment(directory, {
      PATH: `${binWith(directory, stub)}:${tools()}`,
      LC_ALL: "C.UTF-8",
      ZSH_COMPDUMP: `${tools()}-zsh`,
    }),
    timeout: 30_000,
  });
  const answers = printed.split(/^--\n/m).slice(0, -1);
  return answers.map((answer) => answer.split("\n").filter(Boolean).map(offer));
}

let ourTools = "";

/** A directory with the only programs that are needed: where a command is typed, a shell offers all that there are, thousands of them. */
function tools(): string {
  if (!existsSync(ourTools)) {
    ourTools = join(temporaryDirectory(), "tools");
    mkdirSync(ourTools);
    const names = "bash cat fish ls mv rm stty touch zsh";
    spawnSync("sh", ["-c", `for name in ${names}; do ln -s "$(command -v $name)" ${quoted(ourTools)}; done`]);
  }
  return ourTools;
}

/** A PATH that begins with a directory with the built program. */
export function pathWith(directory: string): string {
  return `${binWith(directory, builtProgram)}:${process.env["PATH"]}`;
}

/** A directory with this `usdot`. */
function binWith(directory: string, stub: string): string {
  const bin = join(directory, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "usdot"), stub, { mode: 0o755 });
  return bin;
}

const program = fileURLToPath(new URL("../../../bin/usdot.cjs", import.meta.url));
const builtProgram = `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(program)} "$@"\n`;

/** A `usdot` that answers what our program would to just these words; to anything else it answers nothing. */
export function stubFor(lists: readonly (readonly string[])[]): string {
  const program = ourProgram();
  const cases = lists.map((words) => {
    const answer = completionLines(complete(program, words));
    return `${quoted(`${words.join("\n")}\n.`)}) printf %s ${quoted(answer)} ;;\n`;
  });
  return `#!/bin/sh\ncase "$*$(cat; echo .)" in\n${cases.map((each) => `'completion --offers'${each}`).join("")}esac\n`;
}

/** For sh: nothing is special between single quotes but the quote itself (POSIX, "Quoting"). */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function offer(line: string): Offer {
  const [text = "", description = ""] = line.split("\t");
  return { text, description };
}

/** Has a shell parse a script without running it; returns its complaints. */
export function complaints(command: string, args: readonly string[], shell: TestedShell): string {
  const path = join(temporaryDirectory(), `usdot.${shell}`);
  writeFileSync(path, shellScripts[shell]);
  const { stdout, stderr } = spawnSync(command, [...args, path], { encoding: "utf8" });
  return stdout + stderr;
}

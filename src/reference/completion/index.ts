/** The completion script for each shell. A new shell is a file, its line here, and its name in commands/completion.ts. */
import type { ProgramSpec } from "../command-spec.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { powershellScript } from "./powershell.ts";
import { completionTable } from "./table.ts";
import { zshScript } from "./zsh.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript };

export type ShellName = keyof typeof scripts;

/** The script that makes a shell complete the program's command lines. */
export function completionScript(shell: ShellName, program: ProgramSpec): string {
  return scripts[shell](completionTable(program));
}

/** What we say about a command and cannot say to commander; help, completion and the manual page read it here. */
import type { Command } from "commander";
import type { OptionName } from "../settings/options.ts";

export interface CommandNotes {
  /** The command lines that its help begins with. */
  examples?: readonly string[];
  /** The values of `--format` that it takes, unless it takes all of them. */
  formats?: readonly string[];
  /** Whether it runs when no command is named. */
  isDefault?: boolean;
  /** The settings that it heeds of those that only some commands do. */
  settings?: readonly OptionName[];
}

const notes = new WeakMap<Command, CommandNotes>();

/** Adds to what is said about a command. */
export function addNotes(command: Command, more: CommandNotes): void {
  notes.set(command, { ...notesOn(command), ...more });
}

/** What was said about a command. */
export function notesOn(command: Command): CommandNotes {
  return notes.get(command) ?? {};
}

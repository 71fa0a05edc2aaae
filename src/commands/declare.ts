/** Commands that are named in the list of commands, and declared in full only when one is meant: each start pays for what it declares. */
import type { Command } from "commander";

type Declare = (command: Command) => void;

const pending = new WeakMap<Command, Declare>();

/** Gives a command its place in its parent's list; `declare` gives it the rest. */
export function listCommand(
  parent: Command,
  { name, summary, isDefault = false }: { name: string; summary: string; isDefault?: boolean | undefined },
  declare: Declare,
): void {
  pending.set(parent.command(name, { isDefault }).summary(summary), declare);
}

/** Sees to it that a command line's own command is declared in full before it is read. */
export function declareWhenMeant(program: Command): void {
  program.hook("preSubcommand", (_, command) => void declareFully(command));
}

/** The command with all that it takes, for its help. */
export function declareFully(command: Command): Command {
  pending.get(command)?.(command);
  pending.delete(command);
  return command;
}

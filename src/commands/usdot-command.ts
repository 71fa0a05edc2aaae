/** Commander's command, with errors in our words. */
import { Command, Option } from "commander";
import { refuse } from "../errors.ts";
import { formatNamed } from "../settings/options.ts";
import { didYouMean } from "../text/hint.ts";

/** What usually left a value out. */
const unsetHint = "is a variable in its place unset?";

const helpHint = "see usdot help, or usdot help options";

/**
 * What does the job of an option or a command of earlier versions, and of those
 * that people expect.
 */
const instead = new Map([
  ["--since", "use --history"],
  [
    "--resume",
    "in vet, --evidence FILE keeps what was judged, and --reuse FILE continues it",
  ],
  ["--columns", "did you mean --fields?"],
  ["get", "use usdot config list"],
  ["path", "use usdot config list"],
]);

/** An option, with what its flags say of its value. */
export class UsdotOption extends Option {
  /** Whether it names a file or a directory, which shells complete. */
  readonly isPath = /<(?:path|dir)>$/.test(this.flags);
}

/** A command, whose subcommands are of the same class. */
export class UsdotCommand extends Command {
  override createCommand(name: string): UsdotCommand {
    return new UsdotCommand(name);
  }

  override createOption(flags: string, description?: string): UsdotOption {
    return new UsdotOption(flags, description);
  }

  /**
   * Of two paths, commander would take the last, and nobody would miss the
   * first. Who continues a run adds another --evidence. It would also take the
   * next option, or nothing, for a value that a script left out.
   */
  override addOption(option: UsdotOption): this {
    const { long, required, parseArg } = option;
    const isOnce = option.isPath && !parseArg && long !== "--evidence";
    if (required)
      option.argParser((value, before) => {
        if (value === "") refuse(`${long} is empty`, unsetHint);
        if (/^--?[a-z]/.test(value))
          refuse(`${long} has no value before ${value}`, unsetHint);
        if (isOnce && before !== undefined)
          refuse(`${long} is given twice`, "it takes one");
        return parseArg ? parseArg(value, before) : value;
      });
    return super.addOption(option);
  }

  override error(message: string): never {
    refuse(message.replace(/^error: |\.$/g, ""), helpHint);
  }

  /**
   * Commander calls it with a whole argument, which may contain a key:
   * `--api-kye=KEY`, `-kKEY`.
   */
  unknownOption(typed: string): never {
    const option = typed.replace(/^(--[^=]*|-[^-]).*$/s, "$1");
    refuse(
      `unknown option '${option}'`,
      instead.get(option) ?? meantOption(option, this) ?? helpHint,
    );
  }

  /** Commander calls it for a command without an action of its own. */
  unknownCommand(): never {
    const [word = ""] = this.args;
    const names = this.commands.map((command) => command.name());
    refuse(
      `unknown command '${word}'`,
      otherCommand(word, this) ?? didYouMean(word, names) ?? helpHint,
    );
  }
}

/** Where what a word names is done: elsewhere, or by a subcommand. */
export function otherCommand(
  word: string,
  { commands }: Command,
): string | undefined {
  const owner = commands.find((command) =>
    command.commands.some((each) => each.name() === word),
  );
  return owner
    ? `did you mean usdot ${owner.name()} ${word}?`
    : instead.get(word);
}

/**
 * What an unknown option was meant to be: a format, an option of another
 * command, or one that is spelled almost like it.
 */
function meantOption(word: string, command: Command): string | undefined {
  if (!word.startsWith("--")) return undefined;
  const format = formatNamed(word.slice(2));
  if (format) return `did you mean --format ${format}?`;
  let program = command;
  while (program.parent) program = program.parent;
  const commands = [program, ...program.commands];
  const takers = commands
    .filter(({ options }) => options.some(({ long }) => long === word))
    .map((taker) => taker.name());
  if (takers.length > 0)
    return `${word} is an option of usdot ${takers.join(", ")}`;
  const options = commands.flatMap((each) => each.options);
  return didYouMean(
    word,
    options.flatMap(({ long }) => long ?? []),
  );
}

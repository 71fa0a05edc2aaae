/** What an option or an argument takes, declared so that completion and the manual page can read it. */
import { Argument, Option } from "commander";

/**
 * An option with values to suggest. They are not all that is accepted: the value is checked where it is used, in our words, whether
 * it comes from the command line or from elsewhere.
 */
export function suggestingOption(flags: string, summary: string, words: readonly string[]): Option {
  return new Option(flags, summary).choices(words).argParser(unchanged);
}

/** The same for an argument. */
export function suggestingArgument(name: string, summary: string, words: readonly string[]): Argument {
  return new Argument(name, summary).choices(words).argParser(unchanged);
}

/** Collects the values of an option that may be repeated, which makes it known as one. */
export function repeated(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** Commander would refuse what is not among the choices. */
function unchanged(value: string): string {
  return value;
}

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

type Collector = (value: string, before?: readonly string[]) => string[];

const collectors = new WeakSet<object>();

/**
 * Commander's parser for an option that may be repeated, and what makes it known as one. A variadic option would take the arguments
 * after it for more values.
 *
 * @param read checks each value, or changes it
 */
export function repeated(read: (value: string) => string = unchanged): Collector {
  const collect: Collector = (value, before = []) => [...before, read(value)];
  collectors.add(collect);
  return collect;
}

/** Whether an option may be repeated. */
export function isRepeated({ parseArg }: Option): boolean {
  return parseArg !== undefined && collectors.has(parseArg);
}

/** Commander would refuse what is not among the choices. */
function unchanged(value: string): string {
  return value;
}

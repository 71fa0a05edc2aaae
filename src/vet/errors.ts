/** The mistakes in a policy, a waiver file or a list that a policy names: all at once, each with its place. */
import { UsageError } from "../errors.ts";

export interface Problem {
  /** The file, as the user named it. */
  path: string;
  /** From 1. */
  line: number;
  column: number;
  message: string;
}

/** A policy, a waiver file or a list has mistakes. The message has a line for each: `policy.yaml:6:3: unknown rule "x"`. */
export class VettingFileError extends UsageError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const sorted = inOrder(problems);
    super(sorted.map(({ path, line, column, message }) => `${path}:${line}:${column}: ${message}`).join("\n"));
    this.problems = sorted;
  }
}

/** By file, in the order in which they were read, and within each from top to bottom. */
function inOrder(problems: readonly Problem[]): Problem[] {
  const files = [...new Set(problems.map(({ path }) => path))];
  return files.flatMap((file) =>
    problems
      .filter(({ path }) => path === file)
      .sort((one, other) => one.line - other.line || one.column - other.column),
  );
}

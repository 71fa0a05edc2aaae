/** The names of standard input and output on a command line. */

const inputNames = new Set(["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]);
const outputNames = new Set(["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]);

/** Whether a path means standard input. */
export function isStandardInput(path: string): boolean {
  return inputNames.has(path);
}

/** The file that a path means; undefined for standard output, which is also the default. */
export function fileOf(path: string | undefined): string | undefined {
  return path === undefined || outputNames.has(path) ? undefined : path;
}

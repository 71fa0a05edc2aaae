/** The lines of a file of ours, with their places in it. */
import { createReadStream } from "node:fs";
import { FileError } from "../errors.ts";

export interface FileLine {
  bytes: Buffer;
  /** The number of bytes up to its end, the line feed included. */
  end: number;
  /** Whether it has a line feed; only the last line may have none. */
  ended: boolean;
}

/** The most bytes in a line: several times those of the largest record that we take from a service. */
const maxLine = 128 * 2 ** 20;

/**
 * All lines of a file, in time that grows with its size only, however long a line is.
 *
 * @throws {FileError} for a line that no run of ours has written, before all of it is in memory
 */
export async function* linesOf(path: string): AsyncGenerator<FileLine> {
  let pieces: Buffer[] = [];
  let held = 0;
  let end = 0;
  for await (const chunk of createReadStream(path)) {
    let rest = chunk as Buffer;
    for (let at = rest.indexOf(0x0a); at >= 0; at = rest.indexOf(0x0a)) {
      pieces.push(rest.subarray(0, at));
      const bytes = joined(pieces);
      pieces = [];
      held = 0;
      end += bytes.length + 1;
      yield { bytes, end, ended: true };
      rest = rest.subarray(at + 1);
    }
    if (rest.length > 0) pieces.push(rest);
    held += rest.length;
    if (held > maxLine) throw new FileError(`${path} has a line of more than 128 MiB, which usdot did not write`);
  }
  const bytes = joined(pieces);
  if (bytes.length > 0) yield { bytes, end: end + bytes.length, ended: false };
}

function joined(pieces: Buffer[]): Buffer {
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
}

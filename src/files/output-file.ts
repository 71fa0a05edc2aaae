/** An output file: written as FILE.partial under a lock, and renamed when it is complete. */
import { randomUUID } from "node:crypto";
import { promises as fs } from "node:fs";
import { dirname, resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { fileError, shownPath } from "./file-error.ts";
import { lock } from "./lock.ts";

export interface OutputFile {
  path: string;
  /** Where the rows are until the file is complete; the path itself of a pipe or a device. */
  partial: string;
  write(data: string | Uint8Array): Promise<void>;
  finish(): Promise<void>;
  /** The run ends early: the earlier file stays. Returns where the rows are; undefined if there are none. */
  abandon(): Promise<string | undefined>;
}

export type Sink = Pick<OutputFile, "write" | "finish" | "abandon">;

type Begin = (partial: string) => Promise<string | undefined>;

const evidenceStart = '{"type":"run","format":"usdot-evidence/';

/** Opens a file to replace it once everything is written. A pipe or a device is written as it is. */
export async function openOutputFile(named: string, { begin }: { begin?: Begin } = {}): Promise<OutputFile> {
  const path = await fs.realpath(named).catch(() => named);
  const stats = await fs.stat(path).catch(() => undefined);
  if (stats && !stats.isFile()) return openDirectly(named, path);
  const partial = `${path}.partial`;
  const mode = stats?.mode ?? 0o666;
  const inWords = wordsFor(named);
  if (stats) await inWords(() => refuseReplacing(named, path));
  const unlock = lock(path);
  const open = async () => {
    const kept = await begin?.(partial);
    if (kept !== undefined) await replaceFile(partial, kept, mode);
    return fs.open(partial, kept === undefined ? "w" : "a", mode);
  };
  const file = await inWords(open).catch((error: unknown) => {
    unlock();
    throw error;
  });
  const end = <T>(step: () => Promise<T>) => inWords(() => file.close().then(step)).finally(unlock);
  const remove = (left: string) => fs.rm(left, { force: true });
  return {
    path,
    partial,
    write: (data) => inWords(() => file.writeFile(data)),
    finish: () => end(() => fs.rename(partial, path).then(() => remove(runFileOf(partial)))),
    abandon: () =>
      end(async () => {
        if ((await fs.stat(partial)).size > 0) return partial;
        await remove(partial);
        await remove(runFileOf(partial));
        return undefined;
      }),
  };
}

/** A pipe or a device, such as /dev/null; a directory is refused by the system. */
async function openDirectly(named: string, path: string): Promise<OutputFile> {
  const inWords = wordsFor(named);
  const file = await inWords(() => fs.open(path, "w"));
  const finish = () => inWords(() => file.close());
  const abandon = () => finish().then(() => undefined);
  return { path, partial: path, write: (data) => inWords(() => file.writeFile(data)), finish, abandon };
}

/** Where `--resume` finds what the run was that wrote a partial file. */
export function runFileOf(partial: string): string {
  return `${partial}.run`;
}

async function refuseReplacing(named: string, path: string): Promise<void> {
  // Another file will be renamed over it, so nothing else would ask for its permissions.
  const file = await fs.open(path, "r+");
  const { buffer } = await file.read(Buffer.alloc(evidenceStart.length)).finally(() => file.close());
  if (buffer.toString() !== evidenceStart) return;
  throw new UsageError(`${shownPath(named)} is recorded evidence, which is never replaced`, {
    hint: "choose another name",
  });
}

/** Refuses an output that is one of the inputs, also by a link. */
export async function refuseInputAsOutput(
  output: string | undefined,
  inputs: readonly (string | undefined)[],
  cwd = "",
): Promise<void> {
  const realpath = (path = "") => fs.realpath(resolve(cwd, path)).catch(() => undefined);
  const target = output && (await realpath(output));
  if (!target || !(await fs.stat(target)).isFile()) return;
  for (const input of inputs)
    if (target === (await realpath(input)))
      throw new UsageError(`${shownPath(output)} is read, and cannot be written too`, {
        hint: "choose another name for the output",
      });
}

function wordsFor(named: string) {
  return async <T>(step: () => Promise<T>): Promise<T> => {
    try {
      return await step();
    } catch (error) {
      throw fileError("write", named, error);
    }
  };
}

/** Writes a file beside the old one and renames it, creating its directory if needed. A symbolic link stays. */
export async function replaceFile(named: string, text: string, mode: number): Promise<void> {
  const path = await fs.realpath(named).catch(() => named);
  const temporary = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    await fs.mkdir(dirname(path), { recursive: true });
    await fs.writeFile(temporary, text, { mode, flag: "wx" });
    await fs.rename(temporary, path);
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => {});
    throw fileError("write", named, error);
  }
}

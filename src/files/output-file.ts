/** An output file: written as FILE.partial under a lock, and renamed when it is complete. */
import { randomUUID } from "node:crypto";
import { existsSync, promises as fs, fstatSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { UsageError } from "../errors.ts";
import { cannot, fileError, shownPath } from "./file-error.ts";
import { lock } from "./lock.ts";

export interface Sink {
  write(data: string | Uint8Array): Promise<void>;
  /** All is written. If another run may still add to it, the note about this one stays beside it. */
  finish(mayContinue?: boolean): Promise<void>;
  /** The run ends early: the earlier file stays. Returns where the rows are; undefined if there are none. */
  abandon(): Promise<string | undefined>;
}

/** What makes an output one that a later run can continue. */
interface Continuable {
  /** What the run is, for `noteOf` the file. */
  note: string;
  /** With `--resume`: what stays of the rows in a file. */
  keep?:
    | ((file: string, isPartial: boolean) => Promise<AsyncIterable<string>>)
    | undefined;
}

const evidenceStart = '{"type":"run","format":"usdot-evidence/';

/** Opens a file to replace it once everything is written. A pipe or a device is written as it is. */
export async function openOutputFile(
  named: string,
  rows?: Continuable,
): Promise<Sink> {
  const path = await fs.realpath(named).catch(() => named);
  const stats = await fs.stat(path).catch(() => undefined);
  if (stats && !stats.isFile()) return openDirectly(named, path);
  const partial = `${path}.partial`;
  const mode = stats?.mode ?? 0o666;
  const fail = cannot("write", named);
  if (stats) await refuseReplacing(named, path).catch(fail);
  const unlock = lock(path);
  const open = async () => {
    const kept = await earlierRows(path, partial, rows);
    if (kept !== undefined) await replaceFile(partial, kept, mode);
    if (rows) await replaceFile(noteOf(partial), rows.note, 0o666);
    return fs.open(partial, kept === undefined ? "w" : "a", mode);
  };
  const file = await open().catch((error: unknown) => {
    unlock();
    return fail(error);
  });
  const end = <T>(step: () => Promise<T>) =>
    file.close().then(step).catch(fail).finally(unlock);
  const remove = (left: string) => fs.rm(left, { force: true });
  return {
    write: (data) => file.writeFile(data).catch(fail),
    finish: (mayContinue) =>
      end(async () => {
        await remove(noteOf(path));
        await fs.rename(partial, path);
        await (rows && mayContinue
          ? fs.rename(noteOf(partial), noteOf(path))
          : remove(noteOf(partial)));
      }),
    abandon: () =>
      end(async () => {
        if ((await fs.stat(partial)).size > 0) return partial;
        await remove(partial);
        await remove(noteOf(partial));
        return undefined;
      }),
  };
}

/** What stays of an earlier run's rows, which only a run that continues them may replace. */
async function earlierRows(
  path: string,
  partial: string,
  rows: Continuable | undefined,
) {
  const isPartial = (await sizeOf(partial)) > 0;
  const file = isPartial ? partial : path;
  if (rows?.keep)
    return (await sizeOf(file)) > 0 ? rows.keep(file, isPartial) : undefined;
  if (!isPartial || !(rows || existsSync(noteOf(partial)))) return undefined;
  throw new UsageError(
    `${shownPath(partial)} has the rows of an interrupted run`,
    {
      hint: "continue that with --resume, or delete the file",
    },
  );
}

/** A pipe or a device, such as /dev/null; a directory is refused by the system. */
async function openDirectly(named: string, path: string): Promise<Sink> {
  const fail = cannot("write", named);
  const file = await fs.open(path, "w").catch(fail);
  const finish = () => file.close().catch(fail);
  const abandon = () => finish().then(() => undefined);
  return { write: (data) => file.writeFile(data).catch(fail), finish, abandon };
}

/** Where it is noted which run wrote a file. */
export function noteOf(file: string): string {
  return `${file}.run`;
}

export async function sizeOf(file: string): Promise<number> {
  return (await fs.stat(file).catch(() => undefined))?.size ?? 0;
}

async function refuseReplacing(named: string, path: string): Promise<void> {
  // Another file will be renamed over it, so nothing else would ask for its permissions.
  const file = await fs.open(path, "r+");
  const { buffer } = await file
    .read(Buffer.alloc(evidenceStart.length))
    .finally(() => file.close());
  if (buffer.toString() !== evidenceStart) return;
  throw new UsageError(
    `${shownPath(named)} is recorded evidence, which is never replaced`,
    {
      hint: "choose another name",
    },
  );
}

type Path = string | undefined;

/** Refuses outputs that are among the inputs, given by path or descriptor, whatever their names. */
export function refuseInputAsOutput(
  outputs: readonly Path[],
  inputs: readonly (Path | number)[],
): void {
  const read = new Set(inputs.map(identityOf));
  read.delete("");
  const written = outputs.flatMap((path) =>
    path ? [path, `${path}.partial`] : [],
  );
  const taken = written.find((name) => read.has(identityOf(name)));
  if (taken === undefined) return;
  throw new UsageError(
    `${shownPath(taken)} is read, and cannot be written too`,
    {
      hint: "choose another name for the output",
    },
  );
}

/** What all names of a regular file have in common; empty if there is none. */
function identityOf(file: Path | number): string {
  try {
    const stats =
      typeof file === "number"
        ? fstatSync(file, { bigint: true })
        : statSync(file ?? "", { bigint: true });
    return stats.isFile() ? `${stats.dev} ${stats.ino}` : "";
  } catch {
    return "";
  }
}

/** Writes a file beside the old one and renames it, creating its directory if needed. A symbolic link stays. */
export async function replaceFile(
  named: string,
  text: string | AsyncIterable<string>,
  mode: number,
): Promise<void> {
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

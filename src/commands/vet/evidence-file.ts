/** The evidence file of a run: created, appended to carrier by carrier, and never overwritten. */
import { existsSync } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { parse } from "node:path";
import { UsageError } from "../../errors.ts";
import { cannotWrite, writing } from "../../file-error.ts";
import { openPipe } from "../../output/file-sink.ts";
import { shellPath } from "../../text/shell-word.ts";
import type { EvidenceRun } from "../../vet/evidence/format.ts";
import { EvidenceWriter } from "../../vet/evidence/writer.ts";

export interface EvidenceFile {
  path: string;
  writer: EvidenceWriter;
  /** The options that continue the run from this file; undefined for a pipe or a device, which cannot be read again. */
  continuation: string | undefined;
  close(): Promise<void>;
}

/**
 * Creates an evidence file, readable only by its owner, and writes its first line. What is written stays, whatever happens next:
 * a run that is cut off leaves a file that `--reuse` continues.
 * @param isInHistory whether `--history` records the run
 * @throws {UsageError} if the file exists: evidence is never replaced. A pipe or a device may exist.
 * @throws {FileError} if it cannot be written
 */
export async function createEvidence(
  path: string,
  run: Omit<EvidenceRun, "format">,
  signal: AbortSignal,
  isInHistory: boolean,
): Promise<EvidenceFile> {
  const found = await stat(path).catch(() => undefined);
  // A pipe (`--evidence >(gpg ...)`) or a device holds nothing that could be lost.
  if (found?.isFIFO()) {
    const pipe = await openPipe(path, signal);
    const writer = await EvidenceWriter.start(async (text) => pipe.write(text), run);
    return { path, writer, continuation: undefined, close: () => pipe.finish() };
  }
  const isDevice = found !== undefined && !found.isFile();
  const file = await create(path, isDevice);
  const written = (action: () => Promise<void>) => writing(`the evidence ${path}`, action);
  try {
    return {
      path,
      writer: await EvidenceWriter.start((text) => written(() => file.appendFile(text)), run),
      continuation: isDevice ? undefined : continuationOf(path, isInHistory),
      async close() {
        if (!isDevice) await written(() => file.sync());
        await file.close();
      },
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function create(path: string, isDevice: boolean): Promise<FileHandle> {
  try {
    return await open(path, isDevice ? "a" : "ax", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw cannotWrite(`the evidence ${path}`, error);
    const [what, remedy] = existsSync(path)
      ? ["already exists", `continue that run with ${continuationOf(path, false)}`]
      : ["is a symbolic link that leads to no file", "remove the link"];
    const hint = `choose another name, or ${remedy}`;
    throw new UsageError(`the evidence file ${path} ${what}`, { cause: error, hint });
  }
}

/** `--reuse run.ndjson --evidence run-2.ndjson`: the second name is free. A history names its runs itself. */
function continuationOf(path: string, isInHistory: boolean): string {
  if (isInHistory) return `--reuse ${shellPath(path)}`;
  const { base, name, ext } = parse(path);
  const directory = path.slice(0, path.length - base.length);
  const named = (count: number) => `${directory}${name}-${count}${ext}`;
  let count = 2;
  while (existsSync(named(count))) count += 1;
  return `--reuse ${shellPath(path)} --evidence ${shellPath(named(count))}`;
}

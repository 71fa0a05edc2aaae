/** The evidence file of a run: created, appended to carrier by carrier, and never overwritten. */
import { type FileHandle, open } from "node:fs/promises";
import { FileError, reasonOf, UsageError } from "../../errors.ts";
import type { EvidenceRun } from "../../vet/evidence.ts";
import { EvidenceWriter } from "../../vet/evidence-writer.ts";

export interface EvidenceFile {
  writer: EvidenceWriter;
  close(): Promise<void>;
}

/**
 * Creates an evidence file, readable only by its owner, and writes its first line. What is written stays, whatever happens next:
 * a run that is cut off leaves a file that `--reuse` continues.
 *
 * @throws {UsageError} when the file exists: evidence is not replaced
 * @throws {FileError} when it cannot be written
 */
export async function createEvidence(path: string, run: Omit<EvidenceRun, "format">): Promise<EvidenceFile> {
  const file = await create(path);
  const append = async (text: string) => {
    try {
      await file.appendFile(text);
    } catch (error) {
      throw cannotWrite(path, error);
    }
  };
  return { writer: await EvidenceWriter.start(append, run), close: () => file.close() };
}

async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, "ax", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw cannotWrite(path, error);
    throw new UsageError(`the evidence file ${path} already exists`, {
      cause: error,
      hint: "choose another name; to continue a run, name the old file with --reuse",
    });
  }
}

function cannotWrite(path: string, error: unknown): FileError {
  return new FileError(`cannot write the evidence ${path}: ${reasonOf(error)}`, { cause: error });
}

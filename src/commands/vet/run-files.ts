/** The files that a live run writes: opened together before anything is sent, and closed together. */
import type { Outcome } from "../../lookup/outcome.ts";
import type { Context } from "../../runtime/context.ts";
import type { EvidenceRun } from "../../vet/evidence/format.ts";
import type { RunHeader } from "../../vet/model.ts";
import { openRejects } from "../lookup/open-output.ts";
import { createEvidence, type EvidenceFile } from "./evidence-file.ts";
import { openReports, type Reports, type Target } from "./report-files.ts";

export interface RunFiles {
  reports: Reports;
  evidence: EvidenceFile | undefined;
  rejects: Rejects | undefined;
}

export interface Rejects {
  write(outcome: Outcome<unknown>): Promise<void> | undefined;
  finish(): Promise<void>;
  abandon(): Promise<void>;
}

export interface RunFilesOptions {
  targets: readonly Target[];
  header: RunHeader;
  /** Whether one number was asked for by itself. */
  single: boolean;
  rejects: string | undefined;
  evidence: { path: string; run: Omit<EvidenceRun, "format"> } | undefined;
}

/**
 * Opens the files of a run. The evidence comes last: if another file cannot be written, no evidence file is left behind that would
 * stand in the way of the next attempt.
 *
 * @throws {FileError} if one cannot be written
 * @throws {UsageError} if the evidence file exists
 */
export async function openRunFiles(context: Context, options: RunFilesOptions): Promise<RunFiles> {
  const { targets, header, single, rejects: rejectsPath, evidence } = options;
  const reports = await openReports(context, targets, header, single);
  let rejects: Rejects | undefined;
  try {
    rejects = rejectsPath === undefined ? undefined : await openRejectsFile(context, rejectsPath);
    return { reports, rejects, evidence: evidence && (await createEvidence(evidence.path, evidence.run)) };
  } catch (error) {
    await reports.abandon();
    await rejects?.abandon();
    throw error;
  }
}

async function openRejectsFile(context: Context, path: string): Promise<Rejects> {
  const { sink, writer } = await openRejects(context, "vet", {}, path);
  const finish = async () => {
    await writer.end();
    await sink.finish();
  };
  return { write: (outcome) => writer.write(outcome), finish, abandon: () => sink.abandon() };
}

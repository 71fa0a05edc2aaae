/** The files that a run reads and writes: all different, and for a live run opened together before anything is sent. */
import type { Context } from "../../runtime/context.ts";
import type { EvidenceRun } from "../../vet/evidence/format.ts";
import type { RunHeader } from "../../vet/model.ts";
import type { Policy } from "../../vet/policy.ts";
import { type NamedPath, refuseSharedFiles } from "../files.ts";
import { openRejects, type Rejects } from "../lookup/open-output.ts";
import { createEvidence, type EvidenceFile } from "./evidence-file.ts";
import type { VetOptions } from "./options.ts";
import { listFiles } from "./policy-files.ts";
import { openReports, type Reports, type Target } from "./report-files.ts";

export interface RunFiles {
  reports: Reports;
  evidence: EvidenceFile | undefined;
  rejects: Rejects | undefined;
}

export interface RunFilesOptions {
  targets: readonly Target[];
  header: RunHeader;
  /** Whether one number was asked for by itself. */
  single: boolean;
  options: VetOptions;
  evidence: { path: string; run: Omit<EvidenceRun, "format"> } | undefined;
}

/**
 * Opens the files of a run. The evidence comes last: if another file cannot be written, no evidence file is left behind that would
 * stand in the way of the next attempt.
 *
 * @throws {FileError} if one cannot be written
 * @throws {UsageError} if the evidence file exists
 */
export async function openRunFiles(context: Context, files: RunFilesOptions): Promise<RunFiles> {
  const { targets, header, single, options, evidence } = files;
  const reports = await openReports(context, targets, header, single);
  let rejects: Rejects | undefined;
  try {
    rejects = await openRejects(context, options);
    return { reports, rejects, evidence: evidence && (await createEvidence(evidence.path, evidence.run)) };
  } catch (error) {
    await reports.abandon();
    await rejects?.abandon();
    throw error;
  }
}

/**
 * Refuses a run that would write a file it reads, or write one twice.
 *
 * @param lists as they were typed
 * @throws {UsageError}
 */
export function refuseOverwriting(
  context: Context,
  targets: readonly Target[],
  options: VetOptions,
  policy: Policy,
  lists: readonly string[] = [],
): Promise<void> {
  const { evidence, rejects, waivers, from, reuse = [], since } = options;
  const named = (role: string, paths: readonly string[]): NamedPath[] => paths.map((path) => ({ role, path }));
  return refuseSharedFiles(
    context,
    [
      ...targets.map(({ option, path = "-" }) => ({ role: option, path })),
      { role: "--evidence", path: evidence },
      { role: "--rejects", path: rejects },
    ],
    [
      ...listFiles(context, policy),
      { role: "--waivers", path: waivers },
      ...named("--file", lists),
      { role: "--from", path: from },
      ...named("--reuse", reuse),
      { role: "--since", path: since === "none" ? undefined : since },
    ],
  );
}

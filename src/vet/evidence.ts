/** What the evidence of a run holds (docs/evidence.md), and how it is written. A change of meaning is a new version. */
import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { type ErrorKind, UsageError } from "../errors.ts";
import { cannot, fileError } from "../files/file-error.ts";
import type { InvalidLine } from "../input/input.ts";
import { printJson } from "../text/json.ts";
import type { Answer, AnswerSource, Profile, RunCounts, RunHeader, SourceText, Verdict, Vetted } from "./model.ts";

/** A file that the run read, as the user named it: its text is left out where it is long, or a spreadsheet. */
type StoredFile = Pick<SourceText, "path" | "sha256"> & { text?: string };

/** The first line: everything that the verdicts rest on, but for the answers. */
export interface EvidenceRun extends RunHeader {
  policy: RunHeader["policy"] & { text: string };
  waivers: StoredFile | null;
  lists: readonly StoredFile[];
  shard: string | null;
  invalid: readonly InvalidLine[];
  compared: string | null;
  trend?: readonly RunCounts[];
}

/** A carrier that an earlier run had and this one does not: what it is compared with when it comes back. */
export interface Gone {
  dot_number: string;
  legal_name: string | null;
  verdict: Verdict;
  last_seen: string;
  /** Whether the run is the first without it, and says so. */
  newly_gone: boolean;
  baseline: Profile;
}

export type StoredAnswer = AnswerSource & {
  record: string;
  reused?: true;
  error?: { code: ErrorKind; message: string };
};

export type EvidenceWriter = Awaited<ReturnType<typeof createEvidence>>;

/** Creates the evidence, readable only by its owner. Each carrier is in the file once its promise resolves. */
export async function createEvidence(path: string, run: EvidenceRun, cwd: string) {
  const file = await open(resolve(cwd, path), "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw fileError("write", path, error);
    const hint = `choose another name, or continue that run with --reuse ${path} and another --evidence`;
    throw new UsageError(`the evidence file ${path} already exists`, { cause: error, hint });
  });
  const hash = createHash("sha256");
  let carriers = 0;
  const write = async (line: object) => {
    const text = `${printJson(line)}\n`;
    hash.update(text);
    await file.appendFile(text).catch(cannot("write", path));
  };
  /** Leaves what is written, to be continued; a file without a carrier would only stand in the way. */
  const close = async () => {
    await file.close();
    if (carriers === 0) await rm(resolve(cwd, path), { force: true });
  };
  await write({ type: "run", format: "usdot-evidence/2", ...run }).catch(async (error) => {
    await close();
    throw error;
  });
  return {
    path,
    async carrier(vetted: Vetted) {
      carriers += 1;
      await write(carrierLine(vetted));
    },
    gone: (carrier: Gone) => write({ type: "gone", ...carrier }),
    async end() {
      const sha256 = hash.copy().digest("hex");
      await write({ type: "end", carriers, sha256 });
      await file.sync();
      await file.close();
      return sha256;
    },
    close,
  };
}

function carrierLine({ dossier, legalName, ...vetted }: Vetted): object {
  const { dotNumber, place, claims, isMarkedOutOfService, answers } = dossier;
  return {
    type: "carrier",
    dot_number: dotNumber,
    legal_name: legalName,
    place,
    claims,
    ...(isMarkedOutOfService && { marked_out_of_service: true }),
    answers: Object.entries(answers).map(([record, answer]) => storedAnswer(record, answer)),
    ...vetted,
  };
}

function storedAnswer(record: string, { source, reused, ...answer }: Answer): object {
  const error = answer.state === "unanswered" && { error: { code: answer.code, message: answer.message } };
  return { record, ...(reused && { reused: true }), ...error, ...source };
}

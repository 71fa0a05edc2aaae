/** Writes the evidence of a run, carrier by carrier. */
import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Answer, AnswerName, Source } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { cannot, fileError } from "../files/file-error.ts";
import { sha256 } from "../files/sha256.ts";
import { printJson } from "../text/json.ts";
import { fileTime } from "../text/time.ts";
import {
  type EvidenceRun,
  evidenceFormat,
  LatestBulks,
  type StoredAnswer,
  type StoredSource,
} from "./evidence.ts";
import type { Gone, Vetted } from "./model.ts";

export type EvidenceWriter = Awaited<ReturnType<typeof begin>>;

/** Creates the evidence of a run. It never replaces a file. */
export async function createEvidence(
  path: string,
  run: EvidenceRun,
): Promise<EvidenceWriter> {
  const file = await openNew(path);
  if (file) return begin(file, path, run);
  throw new UsageError(`the evidence file ${path} already exists`, {
    hint: `choose another name, or continue that run with --reuse ${path} and another --evidence`,
  });
}

/** Creates the evidence in a directory, in a file of its own that is named after the run. `single`: the one number that is vetted. */
export async function createEvidenceIn(
  directory: string,
  run: EvidenceRun,
  single: DotNumber | undefined,
): Promise<EvidenceWriter> {
  await mkdir(directory, { recursive: true, mode: 0o700 }).catch(
    cannot("create", directory),
  );
  for (let count = 1; ; count += 1) {
    const name = evidenceName(run, single, count);
    const path = join(directory, `${name}.ndjson`);
    const file = await openNew(path);
    if (file) return begin(file, path, run);
  }
}

/** Time, number, load and part, and which of that name: `2026-11-22T084900Z-2233855-4782`, `2026-11-22T084900Z-list-2of8-2`. */
function evidenceName(
  { as_of, reference, shard }: EvidenceRun,
  single = "list",
  count: number,
): string {
  const load = reference?.replace(/[^\w.-]/g, "-").slice(0, 60);
  const part = shard?.replace("/", "of");
  const words = [fileTime(as_of), single, load, part, count > 1 && count];
  return words.filter(Boolean).join("-");
}

/** A new file that its owner alone can read; undefined where there is one already. */
async function openNew(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return undefined;
    throw fileError("write", path, error);
  }
}

/** Begins the evidence of a run. What was awaited is in the file. */
async function begin(file: FileHandle, path: string, run: EvidenceRun) {
  const hash = createHash("sha256");
  const bulks = new LatestBulks<true>();
  let carriers = 0;
  const write = async (line: object) => {
    const text = `${printJson(line)}\n`;
    hash.update(text);
    await file.appendFile(text).catch(cannot("write", path));
  };
  const writeBulk = async (source: Source) => {
    const sha256 = hashOf(source) ?? "";
    if (bulks.get(sha256)) return;
    await write({ type: "bulk", ...storedSource(source) });
    bulks.add(sha256, true, source.body?.length ?? 0);
  };
  await write({ type: "run", format: evidenceFormat, ...run });
  return {
    path,
    async carrier(vetted: Vetted): Promise<void> {
      for (const [record, { source }] of answersIn(vetted))
        if (isBulk(record, source)) await writeBulk(source);
      await write(carrierLine(vetted));
      carriers += 1;
    },
    gone: (carrier: Gone) => write({ type: "gone", ...carrier }),
    /** Ends the run; returns the hash of all lines before the last. */
    async end(notes: readonly string[]): Promise<string> {
      const sha256 = hash.copy().digest("hex");
      await write({ type: "end", carriers, notes, sha256 });
      await file.sync();
      await file.close();
      return sha256;
    },
    /** Leaves what is written, to be continued, and says whether: a file without a carrier would only stand in the way. */
    async abandon(): Promise<boolean> {
      await file.close();
      if (carriers === 0) await rm(path, { force: true });
      return carriers > 0;
    },
  };
}

const answersIn = ({ dossier }: Vetted) =>
  Object.entries(dossier.answers) as [AnswerName, Answer][];

function carrierLine(vetted: Vetted): object {
  const { dossier, legalName, ...judged } = vetted;
  const { dotNumber, place, claims, isMarkedOutOfService } = dossier;
  const answers = answersIn(vetted).map(([record, answer]) =>
    storedAnswer(record, answer),
  );
  return {
    type: "carrier",
    dot_number: dotNumber,
    legal_name: legalName,
    place,
    claims,
    ...(isMarkedOutOfService && { marked_out_of_service: true }),
    answers,
    ...judged,
  };
}

const isBulk = (record: AnswerName, { body }: Source): boolean =>
  record === "summary" && body !== undefined;

const hashes = new WeakMap<Source, string>();

/** The hash of an answer's body; of a bulk answer, which many carriers share, it is worked out once. */
export function hashOf(source: Source): string | null {
  if (source.body === undefined) return null;
  const hash = hashes.get(source) ?? sha256(source.body);
  hashes.set(source, hash);
  return hash;
}

function storedAnswer(record: AnswerName, answer: Answer): StoredAnswer {
  const { source } = answer;
  const error = answer.state === "unanswered" && {
    error: { code: answer.error.kind, message: answer.error.message },
  };
  return {
    record,
    ...error,
    ...(isBulk(record, source)
      ? { bulk: hashOf(source) ?? "" }
      : storedSource(source)),
  };
}

function storedSource(source: Source): StoredSource {
  const { url, askedAt, status, headers, body, redacted } = source;
  const bytes = body && Buffer.from(body);
  const text = bytes?.toString() ?? "";
  const isText = bytes && Buffer.from(text).equals(bytes);
  return {
    url,
    asked_at: askedAt,
    status: status ?? null,
    date: headers?.["date"] ?? null,
    sha256: hashOf(source),
    ...(bytes &&
      (isText ? { body: text } : { body_base64: bytes.toString("base64") })),
    ...(redacted && { redacted }),
  };
}

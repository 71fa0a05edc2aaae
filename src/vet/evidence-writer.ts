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
  const name = evidenceName(run, single);
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? "" : `-${count}`;
    const path = join(directory, `${name}${end}.ndjson`);
    const file = await openNew(path);
    if (file) return begin(file, path, run);
  }
}

/** Time, number, load and part: `2026-11-22T084900Z-2233855-4782`, `2026-11-22T084900Z-list-2of8`. */
function evidenceName(
  { as_of, reference, shard }: EvidenceRun,
  single = "list",
): string {
  const load = reference?.replace(/[^\w.-]/g, "-").slice(0, 60);
  const part = shard?.replace("/", "of");
  const words = [fileTime(as_of), single, load, part];
  return words.filter((word) => word).join("-");
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

async function begin(
  file: FileHandle,
  path: string,
  run: EvidenceRun,
): Promise<EvidenceWriter> {
  const writer = new EvidenceWriter(file, path);
  await writer.begin(run);
  return writer;
}

/** The evidence of a run that is under way. What was awaited is in the file. */
export class EvidenceWriter {
  readonly path: string;
  readonly #file: FileHandle;
  readonly #hash = createHash("sha256");
  readonly #bulks = new LatestBulks<true>();
  #carriers = 0;

  constructor(file: FileHandle, path: string) {
    this.#file = file;
    this.path = path;
  }

  async begin(run: EvidenceRun): Promise<void> {
    await this.#write({ type: "run", format: evidenceFormat, ...run });
  }

  async carrier(vetted: Vetted): Promise<void> {
    const { dossier, legalName, ...judged } = vetted;
    const { dotNumber, place, claims, isMarkedOutOfService } = dossier;
    const entries = Object.entries(dossier.answers) as [AnswerName, Answer][];
    for (const [record, { source }] of entries)
      if (isBulk(record, source)) await this.#bulk(source);
    await this.#write({
      type: "carrier",
      dot_number: dotNumber,
      legal_name: legalName,
      place,
      claims,
      ...(isMarkedOutOfService && { marked_out_of_service: true }),
      answers: entries.map(([record, answer]) => storedAnswer(record, answer)),
      ...judged,
    });
    this.#carriers += 1;
  }

  async gone(carrier: Gone): Promise<void> {
    await this.#write({ type: "gone", ...carrier });
  }

  /** Ends the run; returns the hash of all lines before the last. */
  async end(notes: readonly string[]): Promise<string> {
    const hash = this.#hash.copy().digest("hex");
    const carriers = this.#carriers;
    await this.#write({ type: "end", carriers, notes, sha256: hash });
    await this.#file.sync();
    await this.#file.close();
    return hash;
  }

  /** Leaves what is written, to be continued, and says whether: a file without a carrier would only stand in the way. */
  async abandon(): Promise<boolean> {
    await this.#file.close();
    if (this.#carriers === 0) await rm(this.path, { force: true });
    return this.#carriers > 0;
  }

  /** A bulk answer stands once, before the carriers that cite it. */
  async #bulk(source: Source): Promise<void> {
    const hash = hashOf(source) ?? "";
    if (this.#bulks.get(hash)) return;
    await this.#write({ type: "bulk", ...storedSource(source) });
    this.#bulks.add(hash, true, source.body?.length ?? 0);
  }

  async #write(line: object): Promise<void> {
    const text = `${printJson(line)}\n`;
    this.#hash.update(text);
    await this.#file.appendFile(text).catch(cannot("write", this.path));
  }
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
  const text = body?.toString() ?? "";
  const isText = body && Buffer.from(text).equals(body);
  return {
    url,
    asked_at: askedAt,
    status: status ?? null,
    date: headers?.["date"] ?? null,
    sha256: hashOf(source),
    ...(body &&
      (isText ? { body: text } : { body_base64: body.toString("base64") })),
    ...(redacted && { redacted }),
  };
}

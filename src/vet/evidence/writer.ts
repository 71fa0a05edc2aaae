/** Writes the evidence of a run, carrier by carrier. */
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Answer, Exchange } from "../../answer.ts";
import type { DotNumber } from "../../dot-number.ts";
import { refuse } from "../../errors.ts";
import { cannot, fileError, shownPath } from "../../files/file-error.ts";
import { shellPath } from "../../text/hint.ts";
import { jsonText, withNulls } from "../../text/json.ts";
import { fileTime } from "../../text/time.ts";
import type { Gone, Vetted } from "../model.ts";
import {
  changesJson,
  type EvidenceHeader,
  evidenceFormat,
  findingJson,
  hashOf,
  latestBulks,
  type RecordedExchange,
} from "./lines.ts";

export type EvidenceWriter = Awaited<ReturnType<typeof begin>>;

/** Where a run is recorded: in a file, or in a file of its own in a directory. */
export interface EvidencePath {
  path: string;
  isDirectory: boolean;
}

/** A directory of runs, unless it is there: its owner's alone. */
export async function makeEvidenceDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch(
    cannot("create", path),
  );
}

/**
 * Creates the evidence of a run, and never replaces a file. One in a directory
 * is named after the run; `single`: the one number that is vetted.
 */
export async function createEvidence(
  { path, isDirectory }: EvidencePath,
  header: EvidenceHeader,
  single?: DotNumber,
): Promise<EvidenceWriter> {
  if (isDirectory) await makeEvidenceDirectory(path);
  for (let count = 1; ; count += 1) {
    const name = `${fileNameOf(header, single)}${count > 1 ? `-${count}` : ""}.ndjson`;
    const file = isDirectory ? join(path, name) : path;
    const handle = await openNew(file);
    if (handle) return begin(handle, file, header);
    if (!isDirectory)
      refuse(
        `the evidence file ${shownPath(path)} already exists`,
        `choose another name (a directory ends in /), or continue that run with --reuse ${shellPath(shownPath(path))} and another --evidence`,
      );
  }
}

/**
 * Time, number, load and part: `2026-11-22T084900Z-2233855-4782`,
 * `2026-11-22T084900Z-list-2of8`.
 */
function fileNameOf(
  { as_of, reference, shard }: EvidenceHeader,
  single = "list",
): string {
  const load = reference?.replace(/[^\w.-]/g, "-").slice(0, 60);
  const words = [fileTime(as_of), single, load, shard?.replace("/", "of")];
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

/** Begins the evidence of a run. A line that was awaited is in the file. */
async function begin(file: FileHandle, path: string, header: EvidenceHeader) {
  const hash = createHash("sha256");
  const bulks = latestBulks();
  let carriers = 0;
  const write = async (line: object) => {
    const text = `${jsonText(withNulls(line))}\n`;
    hash.update(text);
    await file.appendFile(text).catch(cannot("write", path));
  };
  /** Keeps what is written, but no file without a carrier: it would be in the way. */
  const abandon = async () => {
    await file.close();
    if (carriers === 0) await rm(path, { force: true });
  };
  try {
    await write({ type: "run", format: evidenceFormat, ...header });
  } catch (error) {
    await abandon();
    throw error;
  }
  return {
    path,
    async carrier(vetted: Vetted): Promise<void> {
      const answers: object[] = [];
      for (const [record, answer] of Object.entries(vetted.dossier.answers)) {
        const { exchange } = answer;
        const isBulk = record === "summary" && exchange.body !== undefined;
        if (isBulk && bulks.add(exchange))
          await write({ type: "bulk", ...recordedExchange(exchange) });
        answers.push(recordedAnswer(record, answer, isBulk));
      }
      await write(carrierLine(vetted, answers));
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
    abandon,
  };
}

function carrierLine(
  { dossier, legalName, ...judged }: Vetted,
  answers: readonly object[],
): object {
  const { dotNumber, place, claims } = dossier;
  const { findings, changes } = judged;
  return {
    type: "carrier",
    dot_number: dotNumber,
    legal_name: legalName,
    place,
    claims,
    ...(dossier.mark && { marked_out_of_service: dossier.mark }),
    answers,
    ...judged,
    findings: findings.map(findingJson),
    changes: changes && changesJson(changes, (change) => change),
  };
}

function recordedAnswer(
  record: string,
  answer: Answer,
  isBulk: boolean,
): object {
  const { exchange } = answer;
  const error = answer.state === "unanswered" && {
    error: { code: answer.error.kind, message: answer.error.message },
  };
  const cited = isBulk
    ? { bulk: hashOf(exchange) }
    : withNulls(recordedExchange(exchange));
  return { record, ...error, ...cited };
}

/** An answer as it was received; its body as text, or base64. */
function recordedExchange(exchange: Exchange): RecordedExchange {
  const { url, askedAt, status, headers, body, redacted } = exchange;
  const bytes = body && Buffer.from(body);
  return {
    url,
    asked_at: askedAt,
    status,
    date: headers?.["date"],
    sha256: hashOf(exchange),
    ...(bytes &&
      (isUtf8(bytes)
        ? { body: bytes.toString() }
        : { body_base64: bytes.toString("base64") })),
    ...(redacted && { redacted }),
  };
}

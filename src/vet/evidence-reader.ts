/** Reads the evidence of a run line by line, and checks it: each body's hash, whom it is about, and the end hash. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import type { DotNumber } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { fileError } from "../files/file-error.ts";
import { linesOf } from "../files/read.ts";
import { sha256 } from "../files/sha256.ts";
import { readRecord } from "../service/records.ts";
import type { RecordName } from "../service/types.ts";
import { type JsonObject, objectIn } from "../text/json.ts";
import type { EvidenceRun, Gone, StoredAnswer } from "./evidence.ts";
import type { Answer, Dossier, Vetted } from "./model.ts";

export interface Evidence {
  name: string;
  run: EvidenceRun;
  /** The carriers that are whole. The rest is known once all are read. */
  carriers(): AsyncGenerator<{ vetted: Vetted; answers: readonly StoredAnswer[] }>;
  gone: Gone[];
  /** Of the lines before the end; `isWhole` if the end line says the same. */
  sha256: string;
  isWhole: boolean;
}

/** The bytes of a file, or the error that it cannot be read. `name` is as the user named it. */
export async function* bytesOf(name: string, cwd: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(resolve(cwd, name)) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw fileError("read", name, error);
  }
}

/** Opens evidence and reads its first line; undefined where the file was cut off before that was whole. */
export async function openEvidence(name: string, chunks: AsyncIterable<Uint8Array>): Promise<Evidence | undefined> {
  const lines = linesOf(chunks);
  const first = (await lines.next()).value;
  if (first === undefined) return undefined;
  const hash = createHash("sha256").update(first.bytes);
  const run = runIn(first.bytes, name);
  const evidence: Evidence = { name, run, carriers, gone: [], sha256: "", isWhole: false };
  async function* carriers(): ReturnType<Evidence["carriers"]> {
    for await (const { bytes, number } of lines) {
      try {
        if (evidence.isWhole) throw new Error("it stands behind the end");
        const line = objectIn(bytes.toString());
        evidence.isWhole = line["type"] === "end" && line["sha256"] === hash.copy().digest("hex");
        if (evidence.isWhole) continue;
        hash.update(bytes);
        if (line["type"] === "gone") evidence.gone.push(line as unknown as Gone);
        else yield recordedCarrier(line);
      } catch (cause) {
        const what = `${name} was altered: line ${number}: ${(cause as Error).message}`;
        throw new UsageError(what, { cause, hint: "take the file as it was written" });
      }
    }
    evidence.sha256 = hash.digest("hex");
  }
  return evidence;
}

function runIn(bytes: Buffer, name: string): EvidenceRun {
  const { type, format, ...run } = objectIn(bytes.toString());
  const [, version] = /^usdot-evidence\/(\d+)$/.exec(String(format)) ?? [];
  if (type !== "run" || version === undefined)
    throw new UsageError(`${name} is not evidence of usdot vet`, { hint: "name a file that --evidence wrote" });
  const hint = "vet again; a history starts in a new directory";
  const reader = version === "1" ? "usdot 0.2" : "a newer usdot";
  if (version !== "2")
    throw new UsageError(`${name} is evidence of version ${version}, which ${reader} reads`, { hint });
  return run as unknown as EvidenceRun;
}

function recordedCarrier(line: JsonObject): { vetted: Vetted; answers: StoredAnswer[] } {
  if (line["type"] === "end") throw new Error("the end hash is not that of the lines before it");
  if (line["type"] !== "carrier" || !Array.isArray(line["answers"])) throw new Error("it is not a line of evidence");
  const { type: _, dot_number, legal_name, place, claims, marked_out_of_service, answers, ...vetted } = line;
  const dotNumber = dot_number as DotNumber;
  const isMarked = marked_out_of_service === true && { isMarkedOutOfService: true };
  const dossier = { dotNumber, place, claims, ...isMarked, answers: answersIn(answers as StoredAnswer[], dotNumber) };
  const whole = { dossier, legalName: legal_name, ...vetted } as unknown as Vetted;
  return { vetted: whole, answers: answers as StoredAnswer[] };
}

export function answersIn(stored: readonly StoredAnswer[], dotNumber: DotNumber): Dossier["answers"] {
  return Object.fromEntries(stored.map((answer) => [answer.record, answerIn(answer, dotNumber)]));
}

function answerIn({ record, reused, error, ...source }: StoredAnswer, dotNumber: DotNumber): Answer {
  const about = { source, ...(reused && { reused }) };
  const { body: text, body_base64: base64 } = source;
  const body = base64 === undefined ? Buffer.from(text ?? "") : Buffer.from(base64, "base64");
  if (source.sha256 !== ((text ?? base64) === undefined ? null : sha256(body)))
    throw new Error(`the ${record} body of USDOT ${dotNumber} does not match its hash`);
  if (error) return { state: "unanswered", ...error, ...about };
  if (source.status === 404) return { state: "none", ...about };
  const response = { url: "", askedAt: "", status: 200, headers: {}, body };
  const name = record === "summary" ? "carrier" : (record as RecordName);
  try {
    const { record: value } = readRecord(response, dotNumber, name, { baseUrl: "", withKey: false });
    return { state: "answered", value, ...about };
  } catch (cause) {
    throw new Error(`the ${record} body of USDOT ${dotNumber} is not about that carrier`, { cause });
  }
}

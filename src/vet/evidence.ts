/** The evidence of a run (docs/evidence.md), written and read. A change of meaning is a new version. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import type { Answer, AnswerName, Source } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import { type ErrorKind, ListError, UsageError } from "../errors.ts";
import { cannot, fileError } from "../files/file-error.ts";
import { linesOf } from "../files/read.ts";
import { sha256 } from "../files/sha256.ts";
import type { InvalidLine } from "../list/input.ts";
import { readBulk, readRecord } from "../service/records.ts";
import { type JsonObject, objectIn, printJson } from "../text/json.ts";
import type { Dossier, Gone, RunHeader, Vetted } from "./model.ts";

/** A file that the run read, as the user named it: its text is left out where it is long, or a spreadsheet. */
export interface StoredFile {
  path: string;
  sha256: string;
  text?: string;
}

/** The first line: everything that the verdicts rest on, but for the answers. */
export interface EvidenceRun extends RunHeader {
  policy: RunHeader["policy"] & { text: string };
  waivers: StoredFile | null;
  lists: readonly StoredFile[];
  shard: string | null;
  invalid: readonly InvalidLine[];
  /** The end hash of the run that this one compares with. */
  compared: string | null;
}

/** An answer as it was received after decompression: text, or base64 where the bytes are not UTF-8. */
export interface StoredAnswer {
  record: AnswerName;
  url?: string;
  asked_at?: string;
  /** The service's clock, as it says it. */
  served_at?: string | null;
  status?: number | null;
  sha256?: string | null;
  body?: string;
  body_base64?: string;
  redacted?: true;
  /** The hash of the bulk answer that the record is from, on a line before. */
  bulk?: string;
  error?: { kind: ErrorKind; message: string };
}

/** How many bulk answers carriers refer to. As lists are judged in their order, the latest ones do. */
const bulksKept = 64;

class Latest<T> extends Map<string, T> {
  override set(key: string, value: T): this {
    if (this.size >= bulksKept) this.delete(this.keys().next().value ?? "");
    return super.set(key, value);
  }
}

/** Creates the evidence, readable only by its owner. Each carrier is in the file once its promise resolves. */
export async function createEvidence(path: string, run: EvidenceRun) {
  const file = await open(path, "wx", 0o600).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw fileError("write", path, error);
      const hint = `choose another name, or continue that run with --reuse ${path} and another --evidence`;
      throw new UsageError(`the evidence file ${path} already exists`, {
        cause: error,
        hint,
      });
    },
  );
  const hash = createHash("sha256");
  const bulks = new Latest<true>();
  let carriers = 0;
  const write = async (line: object) => {
    const text = `${printJson(line)}\n`;
    hash.update(text);
    await file.appendFile(text).catch(cannot("write", path));
  };
  const bulkOf = async (source: Source) => {
    const stored = storedSource(source);
    const bulk = stored.sha256 ?? "";
    if (!bulks.has(bulk)) await write({ type: "bulk", ...stored });
    bulks.set(bulk, true);
    return bulk;
  };
  await write({ type: "run", format: "usdot-evidence/3", ...run });
  return {
    path,
    async carrier({ dossier, legalName, ...judged }: Vetted) {
      carriers += 1;
      const { dotNumber, place, claims, isMarkedOutOfService, answers } =
        dossier;
      const stored: StoredAnswer[] = [];
      for (const [record, answer] of Object.entries(answers) as [
        AnswerName,
        Answer,
      ][]) {
        const isBulk = record === "summary" && answer.state === "answered";
        stored.push(
          isBulk
            ? { record, bulk: await bulkOf(answer.source) }
            : storedAnswer(record, answer),
        );
      }
      const marked = isMarkedOutOfService && { marked_out_of_service: true };
      const about = {
        dot_number: dotNumber,
        legal_name: legalName,
        place,
        claims,
        ...marked,
      };
      await write({ type: "carrier", ...about, answers: stored, ...judged });
    },
    gone: (carrier: Gone) => write({ type: "gone", ...carrier }),
    async end() {
      const sha256 = hash.copy().digest("hex");
      await write({ type: "end", carriers, sha256 });
      await file.sync();
      await file.close();
      return sha256;
    },
    /** Leaves what is written, to be continued, and says whether; a file without a carrier would only stand in the way. */
    async abandon() {
      await file.close();
      if (carriers === 0) await rm(path, { force: true });
      return carriers > 0;
    },
  };
}

export type EvidenceWriter = Awaited<ReturnType<typeof createEvidence>>;

export function storedAnswer(record: AnswerName, answer: Answer): StoredAnswer {
  const error = answer.state === "unanswered" && {
    error: { kind: answer.error.kind, message: answer.error.message },
  };
  return { record, ...error, ...storedSource(answer.source) };
}

function storedSource({
  url,
  askedAt,
  headers,
  status,
  redacted,
  body,
}: Source): Omit<StoredAnswer, "record"> {
  const text = body?.toString() ?? "";
  const isText = body && Buffer.from(text).equals(body);
  return {
    url,
    asked_at: askedAt,
    served_at: headers?.["date"] ?? null,
    status: status ?? null,
    sha256: body ? sha256(body) : null,
    ...(body &&
      (isText ? { body: text } : { body_base64: body.toString("base64") })),
    ...(redacted && { redacted }),
  };
}

/** Evidence that is read line by line, and checked: each body's hash, whom it is about, and the end hash. */
export interface Evidence {
  name: string;
  run: EvidenceRun;
  /** The carriers that are whole. The rest is known once all are read. */
  carriers(): AsyncGenerator<Vetted>;
  gone: Gone[];
  /** Of the lines before the end; `isWhole` if the end line says the same. */
  sha256: string;
  isWhole: boolean;
}

/** Opens evidence and reads its first line; undefined where the file was cut off before that was whole. */
export async function openEvidence(
  name: string,
  chunks: AsyncIterable<Uint8Array> = createReadStream(name),
): Promise<Evidence | undefined> {
  const lines = linesOf(chunks);
  const first = (await lines.next().catch(cannot("read", name)))?.value;
  if (first === undefined) return undefined;
  const hash = createHash("sha256").update(first.bytes);
  const bulks = new Latest<Source>();
  const evidence: Evidence = {
    name,
    run: runIn(first.bytes, name),
    carriers,
    gone: [],
    sha256: "",
    isWhole: false,
  };
  async function* carriers(): AsyncGenerator<Vetted> {
    for await (const { bytes, number } of lines) {
      try {
        if (evidence.isWhole) throw new Error("it stands behind the end");
        const line = objectIn(bytes.toString());
        evidence.isWhole =
          line["type"] === "end" &&
          line["sha256"] === hash.copy().digest("hex");
        if (evidence.isWhole) continue;
        hash.update(bytes);
        if (line["type"] === "gone")
          evidence.gone.push(line as unknown as Gone);
        else if (line["type"] === "bulk")
          bulks.set(
            String(line["sha256"]),
            sourceIn(line as unknown as StoredAnswer),
          );
        else yield carrierIn(line, bulks);
      } catch (cause) {
        const message = `${name} was altered: line ${number}: ${(cause as Error).message}`;
        throw new UsageError(message, {
          cause,
          hint: "take the file as it was written",
        });
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
    throw new UsageError(`${name} is not evidence of usdot vet`, {
      hint: "name a file that --evidence wrote",
    });
  if (version === "3") return run as unknown as EvidenceRun;
  const reader = { 1: "usdot 0.2", 2: "usdot 0.3" }[version] ?? "a newer usdot";
  const hint = "vet again; a history starts in a new directory";
  throw new UsageError(
    `${name} is evidence of version ${version}, which ${reader} reads`,
    { hint },
  );
}

function carrierIn(
  line: JsonObject,
  bulks: ReadonlyMap<string, Source>,
): Vetted {
  if (line["type"] === "end")
    throw new Error("the end hash is not that of the lines before it");
  if (line["type"] !== "carrier" || !Array.isArray(line["answers"]))
    throw new Error("it is not a line of evidence");
  const {
    type: _,
    dot_number,
    legal_name,
    place,
    claims,
    marked_out_of_service,
    answers,
    ...judged
  } = line;
  const dotNumber = dot_number as DotNumber;
  const read = (answers as StoredAnswer[]).map((one) => [
    one.record,
    answerIn(one, dotNumber, bulks),
  ]);
  const marked = marked_out_of_service === true && {
    isMarkedOutOfService: true,
  };
  const dossier = {
    dotNumber,
    place,
    claims,
    ...marked,
    answers: Object.fromEntries(read),
  } as Dossier;
  return {
    ...(judged as unknown as Vetted),
    dossier,
    legalName: legal_name as string | null,
  };
}

const about = { baseUrl: "", withKey: false };

export function answerIn(
  stored: StoredAnswer,
  dotNumber: DotNumber,
  bulks: ReadonlyMap<string, Source>,
): Answer {
  const { record, error, bulk } = stored;
  const source = bulk === undefined ? sourceIn(stored) : bulks.get(bulk);
  if (source === undefined)
    throw new Error(`the bulk answer ${bulk} is not on a line before`);
  if (error)
    return {
      state: "unanswered",
      error: new ListError(error.message, error.kind),
      source,
    };
  if (source.status === 404)
    return {
      state: "none",
      error: new ListError("no such record", "not-found"),
      source,
    };
  const response = {
    ...source,
    status: 200,
    headers: {},
    body: source.body ?? Buffer.alloc(0),
  };
  if (record !== "summary")
    return { ...readRecord(response, dotNumber, record, about), source };
  const answer = readBulk(response, [dotNumber], about).get(dotNumber);
  if (answer === undefined)
    throw new Error(`the bulk answer is not about USDOT ${dotNumber}`);
  return { ...answer, source };
}

function sourceIn(stored: Omit<StoredAnswer, "record">): Source {
  const {
    url = "",
    asked_at = "",
    served_at,
    status,
    body: text,
    body_base64: base64,
    redacted,
  } = stored;
  const body =
    base64 === undefined
      ? Buffer.from(text ?? "")
      : Buffer.from(base64, "base64");
  const isReceived = (text ?? base64) !== undefined;
  if ((stored.sha256 ?? null) !== (isReceived ? sha256(body) : null))
    throw new Error(`the body of ${url} does not match its hash`);
  return {
    url,
    askedAt: asked_at,
    ...(status && { status }),
    ...(served_at && { headers: { date: served_at } }),
    ...(isReceived && { body }),
    ...(redacted && { redacted }),
  };
}

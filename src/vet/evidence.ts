/** The evidence of a run (docs/evidence.md), written and read. A change of meaning is a new version. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { DotNumber } from "../dot-number.ts";
import { type ErrorKind, UsageError } from "../errors.ts";
import { cannot, fileError } from "../files/file-error.ts";
import { linesOf } from "../files/read.ts";
import { sha256 } from "../files/sha256.ts";
import type { InvalidLine } from "../input/input.ts";
import { readRecord } from "../service/records.ts";
import type { RecordName } from "../service/types.ts";
import { type JsonObject, objectIn, printJson } from "../text/json.ts";
import type {
  Answer,
  AnswerSource,
  Dossier,
  Profile,
  RunCounts,
  RunHeader,
  SourceText,
  Vetted,
} from "./model.ts";

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
  verdict: Vetted["verdict"];
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
export async function createEvidence(
  path: string,
  run: EvidenceRun,
  cwd: string,
) {
  const file = await open(resolve(cwd, path), "wx", 0o600).catch(
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
  await write({ type: "run", format: "usdot-evidence/2", ...run }).catch(
    async (error) => {
      await close();
      throw error;
    },
  );
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
    answers: Object.entries(answers).map(([record, answer]) =>
      storedAnswer(record, answer),
    ),
    ...vetted,
  };
}

function storedAnswer(
  record: string,
  { source, reused, ...answer }: Answer,
): object {
  const error = answer.state === "unanswered" && {
    error: { code: answer.code, message: answer.message },
  };
  return { record, ...(reused && { reused: true }), ...error, ...source };
}

/** Evidence that is read line by line, and checked: each body's hash, whom it is about, and the end hash. */
export interface Evidence {
  name: string;
  run: EvidenceRun;
  /** The carriers that are whole. The rest is known once all are read. */
  carriers(): AsyncGenerator<{
    vetted: Vetted;
    answers: readonly StoredAnswer[];
  }>;
  gone: Gone[];
  /** Of the lines before the end; `isWhole` if the end line says the same. */
  sha256: string;
  isWhole: boolean;
}

/** The bytes of a file, or the error that it cannot be read. `name` is as the user named it. */
export async function* bytesOf(
  name: string,
  cwd: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(resolve(cwd, name)) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw fileError("read", name, error);
  }
}

/** Opens evidence and reads its first line; undefined where the file was cut off before that was whole. */
export async function openEvidence(
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Evidence | undefined> {
  const lines = linesOf(chunks);
  const first = (await lines.next()).value;
  if (first === undefined) return undefined;
  const hash = createHash("sha256").update(first.bytes);
  const run = runIn(first.bytes, name);
  const evidence: Evidence = {
    name,
    run,
    carriers,
    gone: [],
    sha256: "",
    isWhole: false,
  };
  async function* carriers(): ReturnType<Evidence["carriers"]> {
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
        else yield recordedCarrier(line);
      } catch (cause) {
        const what = `${name} was altered: line ${number}: ${(cause as Error).message}`;
        throw new UsageError(what, {
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
  const hint = "vet again; a history starts in a new directory";
  const reader = version === "1" ? "usdot 0.2" : "a newer usdot";
  if (version !== "2")
    throw new UsageError(
      `${name} is evidence of version ${version}, which ${reader} reads`,
      { hint },
    );
  return run as unknown as EvidenceRun;
}

function recordedCarrier(line: JsonObject): {
  vetted: Vetted;
  answers: StoredAnswer[];
} {
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
    ...vetted
  } = line;
  const dotNumber = dot_number as DotNumber;
  const isMarked = marked_out_of_service === true && {
    isMarkedOutOfService: true,
  };
  const dossier = {
    dotNumber,
    place,
    claims,
    ...isMarked,
    answers: answersIn(answers as StoredAnswer[], dotNumber),
  };
  const whole = {
    dossier,
    legalName: legal_name,
    ...vetted,
  } as unknown as Vetted;
  return { vetted: whole, answers: answers as StoredAnswer[] };
}

export function answersIn(
  stored: readonly StoredAnswer[],
  dotNumber: DotNumber,
): Dossier["answers"] {
  return Object.fromEntries(
    stored.map((answer) => [answer.record, answerIn(answer, dotNumber)]),
  );
}

function answerIn(
  { record, reused, error, ...source }: StoredAnswer,
  dotNumber: DotNumber,
): Answer {
  const about = { source, ...(reused && { reused }) };
  const { body: text, body_base64: base64 } = source;
  const body =
    base64 === undefined
      ? Buffer.from(text ?? "")
      : Buffer.from(base64, "base64");
  if (source.sha256 !== ((text ?? base64) === undefined ? null : sha256(body)))
    throw new Error(
      `the ${record} body of USDOT ${dotNumber} does not match its hash`,
    );
  if (error) return { state: "unanswered", ...error, ...about };
  if (source.status === 404) return { state: "none", ...about };
  const response = { url: "", askedAt: "", status: 200, headers: {}, body };
  const name = record === "summary" ? "carrier" : (record as RecordName);
  try {
    const { record: value } = readRecord(response, dotNumber, name, {
      baseUrl: "",
      withKey: false,
    });
    return { state: "answered", value, ...about };
  } catch (cause) {
    throw new Error(
      `the ${record} body of USDOT ${dotNumber} is not about that carrier`,
      { cause },
    );
  }
}

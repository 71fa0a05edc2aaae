/** Evidence in memory and in files. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EvidenceAnswer, EvidenceError, hashedAnswer } from "../../../src/vet/evidence/format.ts";
import { storedFile } from "../../../src/vet/evidence/lines.ts";
import { type EvidenceCarrier, EvidenceReader } from "../../../src/vet/evidence/reader.ts";
import { EvidenceWriter } from "../../../src/vet/evidence/writer.ts";
import type { VettedCarrier } from "../../../src/vet/model.ts";
import { temporaryDirectory } from "../../support/resources.ts";
import { carrier, found } from "../../support/vetted.ts";

const asOf = "2026-11-21T15:28:00.000Z";

export const run = {
  tool: { name: "usdot", version: "0.1.0" },
  as_of: asOf,
  service: "https://carriers.example/api",
  policy: { name: "general freight 2026", ...storedFile(Buffer.from("version: 1\nrules: {}\n")) },
  waivers: storedFile(Buffer.from("version: 1\nwaivers: []\n")),
  lists: [
    { path: "carriers.txt", ...storedFile(Buffer.from("1\n2\n3\n")) },
    { path: "excel.csv", ...storedFile(Buffer.from("1\n", "utf16le").fill(0xff, 0, 1)) },
  ],
  since: null,
};

export function answer(number: string, rest: Partial<EvidenceAnswer> = {}): EvidenceAnswer {
  const record = rest.record ?? "carrier";
  return hashedAnswer({
    dot_number: number,
    record,
    url: `https://carriers.example/api/v1/carriers/${number}${record === "carrier" ? "" : `/${record}`}`,
    asked_at: "2026-11-21T15:28:01.000Z",
    status: 200,
    body: `{"dot_number": "${number}",\r\n "legal_name": "ACMÉ \\u001b & \u202eSÖHNE"}`,
    ...rest,
  });
}

/** The evidence of carriers, written as a run writes it. */
export async function evidenceOf(
  carriers: readonly (readonly [readonly EvidenceAnswer[], VettedCarrier])[],
): Promise<{ text: string; appends: string[]; sha256: string }> {
  const appends: string[] = [];
  const writer = await EvidenceWriter.start(async (text) => void appends.push(text), run);
  for (const [answers, carrier] of carriers) await writer.carrier(answers, carrier);
  const sha256 = await writer.end();
  return { text: appends.join(""), appends, sha256 };
}

/** Three carriers: with two answers, with none (the policy denies it), with one that failed. */
export function smallEvidence() {
  const waived = { reason: "known", by: "safety", until: "2026-12-31" };
  const first = carrier("1", { legal_name: "ACMÉ", findings: [found("1"), found("1", { waived })] });
  return evidenceOf([
    [[answer("1"), answer("1", { record: "insurance", body: Buffer.from([0x7b, 0xff, 0x7d]) })], first],
    [[], carrier("2", { legal_name: null })],
    [
      [answer("3", { status: null, body: null, error: { code: "unreachable", message: "nothing answers" } })],
      carrier("3", { verdict: "review", findings: [found("3", { outcome: "unknown" })] }),
    ],
  ]);
}

export interface Reading {
  carriers: EvidenceCarrier[];
  state: "whole" | "cut off" | "altered";
  sha256: string | null;
  /** What was altered. */
  message: string | undefined;
}

/** What a reader makes of bytes that come in pieces of a length. */
export async function read(content: string | Uint8Array, pieceLength = 65_536): Promise<Reading> {
  const bytes = Buffer.from(content);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
  }
  const reader = await EvidenceReader.open("run.ndjson", pieces());
  const carriers: EvidenceCarrier[] = [];
  try {
    for await (const carrier of reader.carriers()) carriers.push(carrier);
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    return { carriers, state: "altered", sha256: null, message: error.message };
  }
  const { sha256 } = reader;
  return { carriers, state: sha256 === null ? "cut off" : "whole", sha256, message: undefined };
}

/** A file with a content, in a directory of its own, until the test is over. */
export function fileWith(content: string): string {
  const path = join(temporaryDirectory(), "run.ndjson");
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

/** The first line of evidence: the run, with the files that its verdicts depend on. */
import { isUtf8 } from "node:buffer";
import { escapeUnsafe } from "../../text/unsafe-characters.ts";
import { isRecord, type ServiceRecord } from "../values.ts";
import {
  EmptyEvidenceError,
  EvidenceError,
  type EvidenceRun,
  evidenceFormat,
  jsonObject,
  type StoredFile,
  sha256,
} from "./format.ts";

/** The first line as it is written. */
export function runLine(run: Omit<EvidenceRun, "format">): string {
  return escapeUnsafe(JSON.stringify({ type: "run", format: evidenceFormat, ...run }));
}

/** A file's content with its hash, as the line keeps it. */
export function storedFile(content: Uint8Array): StoredFile {
  const { buffer, byteOffset, byteLength } = content;
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const stored = { sha256: sha256(content) };
  return isUtf8(content) ? { ...stored, text: bytes.toString() } : { ...stored, base64: bytes.toString("base64") };
}

/** A stored file's content as it was: text, or the bytes of what is not UTF-8. */
export function contentOf(file: StoredFile): string | Uint8Array {
  return "text" in file ? file.text : Buffer.from(file.base64, "base64");
}

/**
 * Reads the first line.
 *
 * @throws {EvidenceError} if it is not the first line of evidence, or of an unknown version
 */
export function readRunLine(line: string): EvidenceRun & { type: "run" } {
  const run = jsonObject(line);
  const format = run?.["format"];
  if (!run && isTornRunLine(line)) throw new EmptyEvidenceError("cut off in its first line: no carrier is in it");
  if (run?.["type"] !== "run" || typeof format !== "string" || !format.startsWith("usdot-evidence/")) {
    throw new EvidenceError("not an evidence file", { hint: "name a file that usdot vet --evidence wrote" });
  }
  if (format !== evidenceFormat) {
    throw new EvidenceError(`its format is ${JSON.stringify(format)}; this version of usdot reads ${evidenceFormat}`, {
      hint: "update usdot",
    });
  }
  if (!isRun(run)) throw new EvidenceError("altered: line 1: incomplete run line");
  return run;
}

const runLineStart = '{"type":"run","format":"usdot-evidence/';

function isTornRunLine(line: string): boolean {
  return line.startsWith(runLineStart) || runLineStart.startsWith(line);
}

/** Checks the files in the first line against their hashes. Returns what is wrong. */
export function wrongFiles({ policy, waivers, lists }: EvidenceRun): string[] {
  const files: [string, StoredFile][] = [["the policy", policy]];
  if (waivers) files.push(["the waivers file", waivers]);
  for (const list of lists) files.push([`the file ${JSON.stringify(list.path)}`, list]);
  return files
    .filter(([, file]) => sha256(contentOf(file)) !== file.sha256)
    .map(([name]) => `${name} does not match its sha256`);
}

function isFile(value: unknown): value is StoredFile & ServiceRecord {
  if (!isRecord(value) || typeof value["sha256"] !== "string") return false;
  return typeof value["text"] === "string" || typeof value["base64"] === "string";
}

function isRun(run: ServiceRecord): run is ServiceRecord & EvidenceRun & { type: "run" } {
  const { tool, policy, waivers, lists, since } = run;
  if (!isRecord(tool) || typeof tool["name"] !== "string" || typeof tool["version"] !== "string") return false;
  if (typeof run["as_of"] !== "string" || Number.isNaN(Date.parse(run["as_of"]))) return false;
  if (typeof run["service"] !== "string") return false;
  if (!isFile(policy) || typeof policy["name"] !== "string") return false;
  if (waivers !== null && !isFile(waivers)) return false;
  if (since !== null && typeof since !== "string") return false;
  return Array.isArray(lists) && lists.every((list) => isFile(list) && typeof list["path"] === "string");
}

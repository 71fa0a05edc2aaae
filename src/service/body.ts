/** What is done to the body of an answer: it is decompressed, the API key is taken out of it, and it is parsed. */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { parseJson } from "../text/json.ts";
import type { HttpResponse } from "./http.ts";

/** Bytes, before and after decompression. The largest answer of the interface is far below a megabyte. */
const maxBody = 32 * 1024 * 1024;

/** Reads a body to its end. We ask for gzip, and take any encoding for that. */
export async function bodyOf(
  pieces: AsyncIterable<Buffer>,
  encoding = "identity",
): Promise<Buffer> {
  const received: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > maxBody)
      throw Object.assign(new Error("too large"), {
        code: "ERR_BUFFER_TOO_LARGE",
      });
    received.push(piece);
  }
  const body = Buffer.concat(received);
  if (size === 0 || encoding.trim().toLowerCase() === "identity") return body;
  return promisify<Buffer, object, Buffer>(gunzip)(body, {
    maxOutputLength: maxBody,
  });
}

/** Makes a function that takes the key out of a text: as it is, with any of JSON's escapes, and percent-encoded as in a URL. */
export function redactor(apiKey: string | undefined): (text: string) => string {
  if (!apiKey) return (text) => text;
  const spellingsOf = (character: string) => {
    const hex = character.charCodeAt(0).toString(16).padStart(2, "0");
    return `(?:\\\\*${character.replace(/[^A-Za-z0-9]/, "\\$&")}|\\\\+u00${hex}|%${hex})`;
  };
  const any = [...apiKey].map(spellingsOf).join("");
  // Short keys are found only as words of their own: letters like theirs occur in records.
  const pattern = new RegExp(
    apiKey.length < 8 ? `(?<![A-Za-z0-9])(?:${any})(?![A-Za-z0-9])` : any,
    "gi",
  );
  return (text) => text.replace(pattern, "[redacted]");
}

/** An answer without the key: pages for debugging repeat the headers of a request. */
export function redacted(
  { status, headers, body }: HttpResponse,
  clean: (text: string) => string,
): HttpResponse {
  const text = body.toString("latin1");
  const cleanText = clean(text);
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    value && clean(value),
  ]);
  const answer = { status, headers: Object.fromEntries(entries), body };
  return text === cleanText
    ? answer
    : { ...answer, body: Buffer.from(cleanText, "latin1"), redacted: true };
}

/** The body as JSON, which is UTF-8 between systems (RFC 8259, 8.1); undefined where it is something else. */
export function jsonIn(body: Buffer): unknown {
  try {
    const value = parseJson(
      new TextDecoder("utf-8", { fatal: true }).decode(body),
    );
    // Throws for what nests too deeply to be printed later.
    JSON.stringify(value);
    return value;
  } catch {
    return undefined;
  }
}

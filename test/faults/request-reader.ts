/** Reads HTTP/1.1 requests from a raw socket: the fault service must answer with bytes that node:http wouldn't write. */
import type { Socket } from "node:net";

export interface RecordedRequest {
  method: string;
  /** The request target as sent: a path, `host:port` for CONNECT, a whole URL to a proxy. */
  path: string;
  /** Names in lower case; repeated headers are joined with a comma. */
  headers: Record<string, string>;
  body: string;
  /** When it was read, in milliseconds since 1970. */
  at: number;
}

/**
 * Calls `handle` for each request on the socket, as it arrives. Late answers must keep the order themselves; our client doesn't
 * notice, since it doesn't pipeline.
 *
 * @returns a function that stops reading, for a socket that becomes a tunnel
 */
export function readRequests(socket: Socket, handle: (request: RecordedRequest) => void): () => void {
  let pending = Buffer.alloc(0);
  const read = (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (let parsed = parseRequest(pending); parsed; parsed = parseRequest(pending)) {
      pending = Buffer.from(parsed.rest);
      handle(parsed.request);
    }
  };
  socket.on("data", read);
  return () => socket.off("data", read);
}

function parseRequest(bytes: Buffer): { request: RecordedRequest; rest: Buffer } | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = parseHeaders(lines);
  const body = parseBody(bytes.subarray(end + 4), headers);
  return body && { request: { method, path, headers, body: body.text, at: Date.now() }, rest: body.rest };
}

function parseHeaders(lines: string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

function parseBody(bytes: Buffer, headers: Record<string, string>): { text: string; rest: Buffer } | undefined {
  if (headers["transfer-encoding"]?.includes("chunked")) return parseChunks(bytes);
  const length = Number(headers["content-length"] ?? 0);
  if (bytes.length < length) return undefined;
  return { text: bytes.toString("utf8", 0, length), rest: bytes.subarray(length) };
}

function parseChunks(bytes: Buffer): { text: string; rest: Buffer } | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf("\r\n", at);
    if (end < 0) return undefined;
    const size = Number.parseInt(bytes.toString("latin1", at, end), 16);
    const next = end + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { text: Buffer.concat(chunks).toString("utf8"), rest: bytes.subarray(next) };
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = next;
  }
}

/** Ways to answer a request, correctly or not: the building blocks of the table of faults (faults.ts). */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { goodAnswer, type Json, type Kind } from "../support/carrier-records.ts";
import type { Answer, Exchange } from "./exchange.ts";

export type Headers = Record<string, string>;

/** A status line and headers, with the empty line that ends them. */
export function head(status: number, headers: Headers = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Strange"}\r\n${lines.join("")}\r\n`;
}

/** A correctly framed answer that keeps the connection alive. */
export function send(socket: Socket, status: number, body: string | Buffer, headers: Headers = {}): void {
  const bytes = Buffer.from(body as string);
  // 204 and 304 have no body and therefore no length (RFC 9110, 8.6).
  const length: Headers = status === 204 || status === 304 ? {} : { "content-length": String(bytes.length) };
  // Headers are Latin-1 on the wire, so they can hold C1 controls.
  socket.write(Buffer.from(head(status, { ...headers, ...length }), "latin1"));
  socket.write(bytes);
}

export function sendJson(socket: Socket, status: number, value: unknown, headers: Headers = {}): void {
  send(socket, status, JSON.stringify(value), { "content-type": "application/json", ...headers });
}

/** An error in the format of the public service (docs.dotlookup.dev). */
export function refusal(status: number, message = `this is the message of a ${status}`, headers: Headers = {}): Answer {
  const code = (STATUS_CODES[status] ?? "STRANGE").toUpperCase().replaceAll(/[^A-Z]+/g, "_");
  return ({ socket }) => sendJson(socket, status, { error: { code, message } }, headers);
}

/** A 429 or 503 that says when to come back. The value is computed for each request, since it may be a date. */
export function comeBack(status: number, retryAfter: () => string): Answer {
  return (exchange) => refusal(status, undefined, { "retry-after": retryAfter() })(exchange);
}

/** The HTTP date that many seconds from now; HTTP dates have whole seconds, so up to one second less. */
export function httpDate(secondsFromNow: number): string {
  return new Date(Date.now() + secondsFromNow * 1000).toUTCString();
}

const page =
  "<!DOCTYPE html>\n<html><head><title>Down for maintenance</title></head>\n<body><h1>Sorry</h1><script>alert(1)</script></body></html>\n";

export function html(status: number): Answer {
  return ({ socket }) => send(socket, status, page, { "content-type": "text/html; charset=utf-8" });
}

/** A whole body of any type with status 200. */
export function body(content: string | Buffer, type = "application/json"): Answer {
  return ({ socket }) => send(socket, 200, content, { "content-type": type });
}

/** The good answer, edited as text. */
export function text(change: (good: string, exchange: Exchange) => string | Buffer): Answer {
  return (exchange) => body(change(JSON.stringify(exchange.good), exchange))(exchange);
}

/** Adds members to the (first) record as text: JavaScript objects can't hold everything that JSON can. */
export function members(raw: string): Answer {
  return text((good) => good.replace("{", `{${raw},`));
}

/** The good answer with each record changed. */
export function records(change: (record: Json, kind: Kind) => unknown): Answer {
  return ({ socket, good, kind }) => {
    const changed = Array.isArray(good) ? good.map((record) => change(record, kind)) : change(good as Json, kind);
    sendJson(socket, 200, changed);
  };
}

/** Sets fields of each record; undefined removes a field. */
export function set(change: Json | ((record: Json, kind: Kind) => Json)): Answer {
  return records((record, kind) => ({ ...record, ...(typeof change === "function" ? change(record, kind) : change) }));
}

/** Sends exactly these bytes, then closes the connection. */
export function bytesThenClose(make: (good: string, exchange: Exchange) => string | Buffer): Answer {
  return (exchange) => {
    exchange.socket.end(make(JSON.stringify(exchange.good), exchange));
  };
}

/** Sends exactly these bytes, and keeps the connection open. */
export function bytesThenSilence(make: (good: string) => string | Buffer): Answer {
  return ({ socket, good }) => {
    socket.write(make(JSON.stringify(good)));
  };
}

/** Sends exactly these bytes, then resets the connection once they have had time to arrive: a reset discards unread data. */
export function bytesThenReset(make: (good: string) => string): Answer {
  return ({ socket, good }) => {
    socket.write(make(JSON.stringify(good)));
    setTimeout(() => reset(socket), 40);
  };
}

export function reset(socket: Socket): void {
  socket.resetAndDestroy();
}

/** Resets the connection once the client has sent something: before that, it could look like a refused connection. */
export function resetOnFirstBytes(socket: Socket): void {
  socket.once("data", () => reset(socket));
}

/** Sends these bytes one at a time, then spaces, endlessly. */
export function drip(make: (good: string) => string): Answer {
  return ({ socket, good }) => {
    const bytes = make(JSON.stringify(good));
    let at = 0;
    const timer = setInterval(() => socket.write(bytes[at++] ?? " "), 25);
    socket.on("close", () => clearInterval(timer));
  };
}

/** Sends these bytes slowly, in `count` pieces. */
export function pieces(count: number, make: (good: string) => string): Answer {
  return ({ socket, good }) => {
    const bytes = make(JSON.stringify(good));
    const size = Math.ceil(bytes.length / count);
    for (let i = 0; i < count; i++) {
      setTimeout(() => socket.destroyed || socket.write(bytes.slice(i * size, (i + 1) * size)), 25 * i);
    }
  };
}

export function chunk(content: string): string {
  return `${Buffer.byteLength(content).toString(16)}\r\n${content}\r\n`;
}

export type Coding = "gzip" | "br";

const compress = { gzip: gzipSync, br: brotliCompressSync };

/** The good answer, compressed; `change` edits the compressed bytes. */
export function compressed(coding: Coding, change: (bytes: Buffer) => Buffer = (bytes) => bytes): Answer {
  return ({ socket, good }) => sendCompressed(socket, coding, change(compress[coding](JSON.stringify(good))));
}

/** A good answer of 33 MB, nearly all spaces, that is a few KB on the wire. Every GET gets the carrier record. */
export function bomb(coding: Coding): Answer {
  return async ({ socket, kind, asked }) => {
    const good = JSON.stringify(goodAnswer(kind === "bulk" ? "bulk" : "carrier", asked));
    const key = `${coding} ${good}`;
    const made =
      bombs.get(key) ?? armed[coding](Buffer.concat([Buffer.alloc(33 << 20, " "), Buffer.from(good)]), fastest);
    bombs.set(key, made);
    sendCompressed(socket, coding, await made);
  };
}

/** Compressed off this thread, and only once: compressing 33 MB here would delay every test that measures time. */
const armed = { gzip: promisify(gzip), br: promisify(brotliCompress) };
const fastest = { level: 1, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const bombs = new Map<string, Promise<Buffer>>();

function sendCompressed(socket: Socket, coding: Coding, bytes: Buffer): void {
  send(socket, 200, bytes, { "content-type": "application/json", "content-encoding": coding });
}

/** A good answer that starts with so many MB of spaces, sent as fast as the client reads. */
export function flood(megabytes: number): Answer {
  return ({ socket, good }) => {
    const megabyte = chunk(" ".repeat(1 << 20));
    let left = megabytes;
    socket.write(head(200, { "content-type": "application/json", "transfer-encoding": "chunked" }));
    const pour = () => {
      while (left > 0 && !socket.destroyed) {
        left--;
        if (!socket.write(megabyte)) return;
      }
      if (left === 0 && !socket.destroyed) {
        left--;
        socket.write(`${chunk(JSON.stringify(good))}0\r\n\r\n`);
      }
    };
    socket.on("drain", pour);
    pour();
  };
}

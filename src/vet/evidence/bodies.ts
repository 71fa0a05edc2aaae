/**
 * Answers and their bodies, as evidence holds them; bulk answers by their
 * hashes.
 */
import { isUtf8 } from "node:buffer";
import type { Exchange } from "../../answer.ts";
import { refuse } from "../../errors.ts";
import { sha256 } from "../../files/sha256.ts";
import { type RecordedExchange, withoutNulls } from "./lines.ts";

export function recordedExchange(exchange: Exchange): RecordedExchange {
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

/** The same, read back. @throws {UsageError} for another body than was hashed */
export function exchangeIn(stored: RecordedExchange): Exchange {
  const { url, asked_at, status, date, redacted, ...received } =
    withoutNulls<RecordedExchange>(stored);
  const { body: text, body_base64: base64 } = received;
  const written = text ?? base64;
  const encoding = text === undefined ? "base64" : "utf8";
  // It may be empty; where none was received, it is absent.
  const body =
    written === undefined ? undefined : Buffer.from(written, encoding);
  if (received.sha256 !== (body && sha256(body)))
    refuse(`the body of ${url} does not match its hash`);
  return { url, askedAt: asked_at, status, headers: { date }, body, redacted };
}

const hashes = new WeakMap<Exchange, string>();

/**
 * The hash of an answer's body; of a bulk answer, which many carriers share, it
 * is worked out once.
 */
export function hashOf(exchange: Exchange): string | undefined {
  if (exchange.body === undefined) return undefined;
  const hash = hashes.get(exchange) ?? sha256(exchange.body);
  hashes.set(exchange, hash);
  return hash;
}

/**
 * Bytes of bulk answers that a reader keeps: carriers cite the latest ones, as
 * they are judged in the order of the list.
 */
const maxBulkBytes = 64 * 2 ** 20;

/** A file's latest bulk answers, by their hashes. The oldest make room. */
export class LatestBulks {
  readonly #latest = new Map<string, Exchange>();
  #bytes = 0;

  get(hash: string): Exchange | undefined {
    return this.#latest.get(hash);
  }

  add(exchange: Exchange): void {
    this.#latest.set(hashOf(exchange) ?? "", exchange);
    this.#bytes += exchange.body?.length ?? 0;
    for (const [hash, oldest] of this.#latest) {
      if (this.#bytes <= maxBulkBytes || oldest === exchange) return;
      this.#latest.delete(hash);
      this.#bytes -= oldest.body?.length ?? 0;
    }
  }
}

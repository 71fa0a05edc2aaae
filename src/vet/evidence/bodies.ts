/**
 * Answers and their bodies, as evidence holds them; bulk answers by their
 * hashes.
 */
import { isUtf8 } from "node:buffer";
import type { Answer, Answers, Exchange } from "../../answer.ts";
import type { DotNumber } from "../../dot-number.ts";
import { OtherError, refuse } from "../../errors.ts";
import { sha256 } from "../../files/sha256.ts";
import { readBulk, readRecord } from "../../service/records.ts";
import type { Received } from "../../service/service-error.ts";
import {
  type RecordedAnswer,
  type RecordedExchange,
  withoutNulls,
} from "./lines.ts";

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
 * Bytes of bulk answers that are kept. The writer counts as the reader does,
 * and writes one again that the reader has dropped.
 */
const maxBulkBytes = 64 * 2 ** 20;

/** A file's latest bulk answers, by their hashes. The oldest make room. */
export function latestBulks() {
  const latest = new Map<string, Exchange>();
  let bytes = 0;
  return {
    get: (hash: string) => latest.get(hash),
    /** Returns whether it is new. */
    add(exchange: Exchange): boolean {
      const key = hashOf(exchange) ?? "";
      if (latest.has(key)) return false;
      latest.set(key, exchange);
      bytes += exchange.body?.length ?? 0;
      for (const [hash, oldest] of latest) {
        if (bytes <= maxBulkBytes || oldest === exchange) break;
        latest.delete(hash);
        bytes -= oldest.body?.length ?? 0;
      }
      return true;
    },
  };
}

/**
 * Reads the answers of a recorded run out of what the service sent. `asOf`:
 * when the run started; older answers were reused.
 */
export function recordedAnswers(asOf: string) {
  const start = Date.parse(asOf);
  /** The bulk answers, by the hashes that carriers cite. */
  const bulks = latestBulks();
  /** The bulk answer that was read last: the next carrier mostly cites it too. */
  let parsed:
    | { exchange: Exchange; answers: Map<DotNumber, Answer> }
    | undefined;

  function summaryIn(exchange: Exchange, dotNumber: DotNumber): Answer {
    if (parsed?.exchange !== exchange)
      parsed = { exchange, answers: readBulk(receivedOf(exchange)) };
    const answer = parsed.answers.get(dotNumber);
    if (answer) return { ...answer, exchange };
    refuse(`the bulk answer is not about USDOT ${dotNumber}`);
  }

  function answerIn(
    { record, error: why }: RecordedAnswer,
    exchange: Exchange,
    dotNumber: DotNumber,
  ): Answer {
    if (why) {
      const error = new OtherError(why.message, why.code);
      return { state: "unanswered", error, exchange };
    }
    if (exchange.status === 404) {
      const error = new OtherError("no such record", "not-found");
      return { state: "none", error, exchange };
    }
    if (record === "summary") return summaryIn(exchange, dotNumber);
    return { ...readRecord(receivedOf(exchange), dotNumber, record), exchange };
  }

  return {
    addBulk: bulks.add,
    /** The answers about a carrier. */
    of(recorded: readonly RecordedAnswer[], dotNumber: DotNumber): Answers {
      const answers = recorded.map((each) => {
        const exchange =
          "bulk" in each ? bulks.get(each.bulk) : exchangeIn(each);
        if (exchange === undefined)
          refuse("it cites a bulk answer that no earlier line has");
        const answer = answerIn(each, exchange, dotNumber);
        const isReused = Date.parse(exchange.askedAt) < start;
        return [each.record, isReused ? { ...answer, reused: true } : answer];
      });
      return Object.fromEntries(answers);
    },
  };
}

function receivedOf(exchange: Exchange): Received {
  const { url = "", body = Buffer.alloc(0) } = exchange;
  const response = { ...exchange, url, status: 200, headers: {}, body };
  return { baseUrl: "", withKey: false, exchange: response };
}

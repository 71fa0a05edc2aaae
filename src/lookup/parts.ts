/** Requests for several of a carrier's records: one that cannot be had doesn't spoil the others. */
import type { DotNumber } from "../dot-number.ts";
import { type ErrorKind, InterruptedError, UsdotError } from "../errors.ts";
import type { Client } from "../service/client.ts";
import { DoubtfulNotFoundError, NotFoundError } from "../service/errors.ts";
import type { RecordAnswer } from "../service/records.ts";
import { type Endpoint, endpoints } from "../service/request.ts";
import type { SendOptions } from "../service/transport.ts";
import { stopsTheRun } from "./outcome.ts";

/** What became of the request for one of the records: its state as vetting reads it, with what was answered or went wrong. */
export type Part =
  | { state: "answered"; value: RecordAnswer["record"]; text: string; answer: RecordAnswer }
  /** The service has no such record of the carrier. */
  | { state: "none"; error: NotFoundError }
  | { state: "unanswered"; code: ErrorKind; message: string; error: UsdotError };

export type Parts = Record<Endpoint, Part>;

/** Requests a record. An error is its state, unless it is an interruption. */
export async function requestPart(
  client: Client,
  dotNumber: DotNumber,
  record: Endpoint,
  options?: SendOptions,
): Promise<Part> {
  try {
    const answer = await client.record(record, dotNumber, options);
    return { state: "answered", value: answer.record, text: answer.text, answer };
  } catch (error) {
    if (!(error instanceof UsdotError) || error instanceof InterruptedError) throw error;
    if (error instanceof NotFoundError) return { state: "none", error };
    return { state: "unanswered", code: error.kind, message: error.message, error };
  }
}

/** A part with any doubt settled: the base URL is right. */
export function definitePart(part: Part): Part {
  if (part.state !== "unanswered" || !(part.error instanceof DoubtfulNotFoundError)) return part;
  return { state: "none", error: part.error.definite };
}

/**
 * Requests some or all records of a carrier side by side. Only those requested are in the result.
 * @throws {NotFoundError} when the service knows no such carrier
 * @throws {UsdotError} when none of the records could be had
 */
export async function requestParts(
  client: Client,
  dotNumber: DotNumber,
  options?: SendOptions,
  records: readonly Endpoint[] = endpoints,
): Promise<Parts> {
  const ask = async (record: Endpoint) => {
    const part = await requestPart(client, dotNumber, record, options);
    // A refused key, or too long a wait, would meet every other request as well.
    if (part.state === "unanswered" && stopsTheRun(part.error)) throw part.error;
    return part;
  };
  const asked = await Promise.all(records.map(ask));
  // A record that was answered says what the 404s beside it are about, whichever came first.
  const parts = client.isProven ? asked.map(definitePart) : asked;
  const missing = parts.find(({ state }, index) => state === "none" && records[index] === "carrier");
  const failed = missing ?? (parts.every(({ state }) => state !== "answered") ? parts[0] : undefined);
  if (failed && "error" in failed) throw failed.error;
  return Object.fromEntries(parts.map((part, index) => [records[index], part])) as Parts;
}

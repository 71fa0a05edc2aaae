/** Requests for several of a carrier's records: one that cannot be had doesn't spoil the others. */
import type { DotNumber } from "../dot-number.ts";
import { UsdotError } from "../errors.ts";
import type { Client } from "../service/client.ts";
import { NotFoundError } from "../service/errors.ts";
import type { RecordAnswer } from "../service/records.ts";
import type { SendOptions } from "../service/transport.ts";
import { stopsTheRun } from "./outcome.ts";

/** What became of the request for one of the records. */
export type Part =
  | { state: "answered"; answer: RecordAnswer }
  /** The service has no such record of the carrier. */
  | { state: "none"; error: NotFoundError }
  | { state: "unanswered"; error: UsdotError };

export interface Parts {
  carrier: Part;
  insurance: Part;
  safety: Part;
}

/**
 * Requests a record. An error is its state.
 *
 * @throws the error of a refused key or of too long a wait, which would meet every other request as well
 */
export async function requestPart(
  client: Client,
  dotNumber: DotNumber,
  record: keyof Parts,
  options?: SendOptions,
): Promise<Part> {
  try {
    return { state: "answered", answer: await client.record(record, dotNumber, options) };
  } catch (error) {
    if (!(error instanceof UsdotError) || stopsTheRun(error)) throw error;
    return error instanceof NotFoundError ? { state: "none", error } : { state: "unanswered", error };
  }
}

/**
 * Requests the three records of a carrier side by side.
 *
 * @throws {NotFoundError} when the service knows no such carrier
 * @throws {UsdotError} when none of the records could be had
 */
export async function requestAllParts(client: Client, dotNumber: DotNumber, options?: SendOptions): Promise<Parts> {
  const request = (record: keyof Parts) => requestPart(client, dotNumber, record, options);
  const parts = await Promise.all([request("carrier"), request("insurance"), request("safety")]);
  const [carrier, insurance, safety] = parts;
  if (carrier.state === "none") throw carrier.error;
  const failed = parts.find(({ state }) => state === "unanswered");
  if (failed?.state === "unanswered" && parts.every(({ state }) => state !== "answered")) throw failed.error;
  return { carrier, insurance, safety };
}

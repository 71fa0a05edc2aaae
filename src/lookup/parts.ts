/** Asks for a carrier's three records side by side: one that cannot be had doesn't spoil the others. */
import type { DotNumber } from "../dot-number.ts";
import { UsdotError } from "../errors.ts";
import type { Client } from "../service/client.ts";
import { NotFoundError } from "../service/errors.ts";
import type { RecordAnswer } from "../service/records.ts";
import type { SendOptions } from "../service/transport.ts";
import { stopsTheRun } from "./outcome.ts";

/** What became of one of the records. */
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
 * Asks for the three records of a carrier.
 *
 * @throws {NotFoundError} when the service knows no such carrier
 * @throws {UsdotError} when none of the records could be had, and the error of a refused key or of too long a wait, which would meet
 * every other question as well
 */
export async function askParts(client: Client, dotNumber: DotNumber, options?: SendOptions): Promise<Parts> {
  const [carrier, insurance, safety] = await Promise.all([
    partOf(client.carrier(dotNumber, options)),
    partOf(client.insurance(dotNumber, options)),
    partOf(client.safety(dotNumber, options)),
  ]);
  if (carrier.state === "none") throw carrier.error;
  const parts = [carrier, insurance, safety];
  const failed = parts.find(({ state }) => state === "unanswered");
  if (failed?.state === "unanswered" && parts.every(({ state }) => state !== "answered")) throw failed.error;
  return { carrier, insurance, safety };
}

async function partOf(asked: Promise<RecordAnswer>): Promise<Part> {
  try {
    return { state: "answered", answer: await asked };
  } catch (error) {
    if (!(error instanceof UsdotError) || stopsTheRun(error)) throw error;
    return error instanceof NotFoundError ? { state: "none", error } : { state: "unanswered", error };
  }
}

/** Asks for several of a carrier's records: one that cannot be had doesn't spoil the others. */
import type { DotNumber } from "../dot-number.ts";
import type { Client } from "../service/client.ts";
import type { RecordAnswer, RecordName } from "../service/types.ts";
import { type Failed, failedResult, type Result } from "./outcome.ts";

/** What became of the request for one record. */
export type Part = Exclude<Result<RecordAnswer>, { kind: "partial" }>;

export type Parts = Partial<Record<RecordName, Part>>;

/** Requests records of a carrier, its own first: of one that does not exist there is nothing else to know. */
export async function requestRecords(
  client: Pick<Client, "record">,
  dotNumber: DotNumber,
  names: readonly RecordName[],
): Promise<Parts> {
  const parts: Parts = {};
  const request = async (name: RecordName) => {
    parts[name] = await client.record(name, dotNumber).then(
      (answer): Part => ({ kind: "answered", dotNumber, answer }),
      (error: unknown) => failedResult(dotNumber, error),
    );
  };
  if (names.includes("carrier")) await request("carrier");
  if (parts.carrier && parts.carrier.kind !== "answered") return parts;
  await Promise.all(names.filter((name) => name !== "carrier").map(request));
  return parts;
}

/** A number has no answer without the carrier record, and part of one without another that may exist. */
export function resultOf<A>(
  dotNumber: DotNumber,
  { carrier, ...others }: Parts,
  answer: A,
): Result<A> {
  if (carrier && carrier.kind !== "answered") return carrier;
  const failed = Object.values(others).find(
    (part): part is Failed => part.kind === "unanswered",
  );
  return failed
    ? { ...failed, kind: "partial", answer }
    : { kind: "answered", dotNumber, answer };
}

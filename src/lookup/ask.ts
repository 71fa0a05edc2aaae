/**
 * Asks for records of carriers, one by one. What cannot be had is an answer, too.
 */
import type { Answer, Answers, RecordName } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import type { Client } from "../service/client.ts";
import type { AskBatch } from "./carriers.ts";

/** Asks for one record of a carrier. */
const asking =
  (client: Pick<Client, "record">, dotNumber: DotNumber) =>
  async (name: RecordName) =>
    [name, await client.record(name, dotNumber)] as const;

/**
 * Asks for records of a carrier in a list, `carrier` first: where that is not
 * answered, nothing else is asked.
 */
export async function askRecords(
  client: Pick<Client, "record">,
  dotNumber: DotNumber,
  names: readonly RecordName[],
): Promise<Answers> {
  const ask = asking(client, dotNumber);
  const first = names.includes("carrier") ? [await ask("carrier")] : [];
  if (first.some(([, { state }]) => state !== "answered"))
    return Object.fromEntries(first);
  const others = names.filter((name) => name !== "carrier").map(ask);
  return Object.fromEntries([...first, ...(await Promise.all(others))]);
}

/**
 * Asks for all records at once, of one carrier that a person waits for. If it
 * does not exist, or the key is refused, the other requests are stopped and
 * leave no answer.
 */
export async function askAtOnce(
  client: Pick<Client, "record" | "withSignal">,
  dotNumber: DotNumber,
  names: readonly RecordName[],
): Promise<Answers> {
  const enough = new AbortController();
  const stoppable = client.withSignal(enough.signal);
  const requests = names.map(asking(stoppable, dotNumber));
  const all = Promise.all(requests);
  // Those that are stopped here fail unheard.
  all.catch(() => {});
  const [, carrier] = (await requests[names.indexOf("carrier")]) ?? [];
  if (carrier === undefined || !makesRestPointless(carrier))
    return Object.fromEntries(await all);
  enough.abort();
  return { carrier };
}

function makesRestPointless(carrier: Answer): boolean {
  return (
    carrier.state === "none" ||
    (carrier.state === "unanswered" && carrier.error.kind === "key")
  );
}

/** Asks about several carriers side by side. */
export function askEach(
  askOne: (dotNumber: DotNumber) => Promise<Answers>,
): AskBatch {
  return async (numbers) => {
    const asked = numbers.map(
      async (number) => [number, await askOne(number)] as const,
    );
    return new Map(await Promise.all(asked));
  };
}

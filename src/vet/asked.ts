/** The carriers of a list, as the service answers about them or earlier evidence has it, in the order of the list. */
import type { AnswerName, Answers, RecordName } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import type { Claimed, ClaimField, Input } from "../list/input.ts";
import { askEach, askRecords, Bulk } from "../lookup/ask.ts";
import type { Ask, Entry } from "../lookup/carriers.ts";
import type { Client } from "../service/client.ts";
import { openEvidence } from "./evidence.ts";
import { refusesUnasked } from "./judge.ts";
import type { Dossier } from "./model.ts";
import { needsOf, type Policy, rulesFor } from "./policy.ts";

/** What is asked about carriers. */
export interface Asking {
  policy: Policy;
  /** The records to ask for; `["summary"]` for those of the bulk answer. */
  records: readonly AnswerName[];
  /** Answers that need not be asked for (`--reuse`). */
  reuse: ReadonlyMap<DotNumber, Answers>;
}

/** The records that a policy needs. The bulk answer takes an API key. */
export function recordsFor(
  policy: Policy,
  inputs: readonly Input[],
  withKey: boolean,
): readonly AnswerName[] {
  const needed = needsOf(rulesFor(policy, inputs.some(hasClaims)));
  return needed[0] === "summary" && !withKey ? ["carrier"] : needed;
}

export const hasClaims = ({ claims = {} }: Input): boolean =>
  Object.keys(claims).length > 0;

/** The records of a number that are still to be asked for. */
export function missingFor(
  { policy, records, reuse }: Asking,
  number: DotNumber,
): readonly RecordName[] {
  const known = reuse.get(number) ?? {};
  const isBulk = records[0] === "summary";
  const isSettled =
    known.carrier?.state === "none" || (isBulk && known.summary !== undefined);
  if (isSettled || refusesUnasked(policy, number)) return [];
  const names = isBulk
    ? (["carrier"] as const)
    : (records as readonly RecordName[]);
  return names.filter((name) => known[name] === undefined);
}

/** Asks for the records. In bulk, a number that is left out is asked for by itself: a "no" needs its own answer. */
export function asker(client: Client, asking: Asking): Ask {
  const isBulk = asking.records[0] === "summary";
  const bulk = new Bulk(client);
  const askSingly = askEach(async (number) => {
    const known = asking.reuse.get(number);
    return {
      ...known,
      ...(await askRecords(client, number, missingFor(asking, number))),
    };
  });
  return async (numbers) => {
    const open = isBulk
      ? numbers.filter((number) => missingFor(asking, number).length > 0)
      : [];
    const found = new Map(open.length > 0 ? await bulk.ask(open) : []);
    for (const [number, { summary }] of found)
      if (summary?.state === "none") found.delete(number);
    const others = numbers.filter((number) => !found.has(number));
    return new Map([...found, ...(await askSingly(others))]);
  };
}

/** Makes dossiers of a list's carriers: what all rows of one say, together, as a second row with another name may be another caller. */
export async function* dossiers(
  inputs: readonly Input[],
  pages: AsyncIterable<Entry[]>,
): AsyncGenerator<{ dossier: Dossier }> {
  const rows = new Map<DotNumber, Input[]>();
  for (const input of inputs)
    if ("dotNumber" in input)
      rows.set(input.dotNumber, [...(rows.get(input.dotNumber) ?? []), input]);
  for await (const page of pages)
    for (const entry of page) {
      if (entry.kind !== "carrier") continue;
      const { dotNumber, input, answers } = entry;
      const own = rows.get(dotNumber) ?? [];
      const isMarkedOutOfService = own.some(
        (row) => "isMarkedOutOfService" in row && row.isMarkedOutOfService,
      );
      const claims = claimedIn(own);
      yield {
        dossier: {
          dotNumber,
          place: input.place ?? null,
          claims,
          ...(isMarkedOutOfService && { isMarkedOutOfService }),
          answers,
        },
      };
    }
}

function claimedIn(rows: readonly Input[]): Claimed | null {
  const claimed: Partial<Record<ClaimField, string[]>> = {};
  for (const [field, text] of rows.flatMap(({ claims = {} }) =>
    Object.entries(claims),
  ) as [ClaimField, string][]) {
    const texts = (claimed[field] ??= []);
    if (!texts.includes(text)) texts.push(text);
  }
  return Object.keys(claimed).length === 0 ? null : claimed;
}

const longestReused = 24 * 3_600_000;

/** The newest answers in evidence that are not older than a day: what the service sent, and definite 404s. */
export async function readReuse(
  paths: readonly string[],
  service: string,
  now: number,
  refuseOther: (of: string, name: string) => void,
) {
  const young = new Map<DotNumber, Answers>();
  for (const path of paths) {
    const evidence = await openEvidence(path);
    if (evidence === undefined) continue;
    for await (const { dossier } of evidence.carriers()) {
      const own: Partial<Record<AnswerName, Answers[AnswerName]>> = {
        ...young.get(dossier.dotNumber),
      };
      for (const [name, answer] of Object.entries(dossier.answers) as [
        AnswerName,
        Answers[RecordName],
      ][]) {
        const age = now - Date.parse(answer?.source.askedAt ?? "");
        const isNewer =
          (own[name]?.source.askedAt ?? "") < (answer?.source.askedAt ?? "");
        if (
          answer &&
          answer.state !== "unanswered" &&
          age >= 0 &&
          age <= longestReused &&
          isNewer
        )
          own[name] = answer;
      }
      young.set(dossier.dotNumber, own as Answers);
    }
    refuseOther(evidence.run.service, path);
  }
  return young;
}

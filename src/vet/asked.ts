/** The carriers of a list, as the service answers about them or earlier evidence has it, in the order of the list. */
import type { Answer, AnswerName, Answers, RecordName } from "../answer.ts";
import type { DotNumber } from "../dot-number.ts";
import { UsageError } from "../errors.ts";
import { shownPath } from "../files/file-error.ts";
import type { Claimed, Input } from "../list/input.ts";
import { askAtOnce, askEach, askRecords, Bulk } from "../lookup/ask.ts";
import type { Ask, Entry } from "../lookup/carriers.ts";
import type { Client } from "../service/client.ts";
import { dayBy } from "../text/time.ts";
import { recordsClaimed } from "./certificate.ts";
import { openEvidence } from "./evidence.ts";
import { refusesUnasked } from "./judge.ts";
import type { Dossier, RunHeader } from "./model.ts";
import { needsOf, type Policy, rulesFor } from "./policy.ts";

/** What is asked about carriers. */
export interface Asking {
  policy: Policy;
  /** The records to ask for; `["summary"]` for those of the bulk answer. */
  records: readonly AnswerName[];
  /** Answers that need not be asked for (`--reuse`). */
  reuse: ReadonlyMap<DotNumber, Answers>;
  /** Whether one carrier is asked about, whose records are asked for at once. */
  isSingle: boolean;
}

/** The records that a policy needs. The bulk answer takes an API key. */
export function recordsFor(
  policy: Policy,
  inputs: readonly Input[],
  withKey: boolean,
): readonly AnswerName[] {
  const needed = needsOf([
    ...rulesFor(policy, inputs.some(hasClaims)),
    { needs: inputs.flatMap(({ claims }) => recordsClaimed(claims)) },
  ]);
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
  const ask = asking.isSingle ? askAtOnce : askRecords;
  const askSingly = askEach(async (number) => {
    const answers = await ask(client, number, missingFor(asking, number));
    return { ...asking.reuse.get(number), ...answers };
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
  const said = rows.flatMap(({ claims = {} }) => Object.entries(claims));
  const fields = new Set(said.map(([field]) => field));
  const claimed = [...fields].map((field) => {
    const texts = said.flatMap(([name, text]) => (name === field ? text : []));
    return [field, [...new Set(texts)]];
  });
  return fields.size === 0 ? null : Object.fromEntries(claimed);
}

const maxAge = 24 * 3_600_000;

/** What earlier evidence answers. */
export interface Reuse {
  answers: ReadonlyMap<DotNumber, Answers>;
  /** How many answers are too old. */
  older: number;
}

/** The newest answers in evidence of a service, of the last 24 hours: what the service sent, and definite 404s. */
export async function readReuse(
  paths: readonly string[],
  service: string,
  now: number,
): Promise<Reuse> {
  const answers = new Map<DotNumber, Answers>();
  let older = 0;
  for (const path of paths) {
    const evidence = await openEvidence(path);
    if (evidence === undefined) continue;
    const { service: other } = evidence.run;
    if (other !== service)
      throw new UsageError(
        `the answers in ${shownPath(path)} are from ${other}, not from ${service}`,
        { hint: "leave out --reuse, or ask that service" },
      );
    for await (const { dossier } of evidence.carriers()) {
      const { dotNumber } = dossier;
      const young = youngIn(dossier.answers, now);
      older += young.older;
      answers.set(dotNumber, newest(answers.get(dotNumber), young.answers));
    }
  }
  return { answers, older };
}

function youngIn(answers: Answers, now: number) {
  const settled = Object.entries(answers).filter(
    ([, { state }]) => state !== "unanswered",
  );
  const young = settled.filter(([, { source }]) => {
    const age = now - Date.parse(source.askedAt);
    return age >= 0 && age <= maxAge;
  });
  const reused = young.map(([name, answer]) => [
    name,
    { ...answer, reused: true },
  ]);
  return {
    answers: Object.fromEntries(reused) as Answers,
    older: settled.length - young.length,
  };
}

function newest(these: Answers = {}, others: Answers): Answers {
  const askedAt = (answer: Answer | undefined) => answer?.source.askedAt ?? "";
  const newer = Object.entries(others).filter(
    ([name, answer]) => askedAt(answer) > askedAt(these[name as AnswerName]),
  );
  return { ...these, ...Object.fromEntries(newer) };
}

/** The day of the oldest answer about a carrier, as the run counts days, where not all answers are of this run. */
export function answersFrom(
  answers: Answers,
  { as_of, judgedOn }: RunHeader,
): string | null {
  const all = Object.values(answers);
  const isOfThisRun = !judgedOn && all.every(({ reused }) => !reused);
  const [oldest] = all.map(({ source }) => source.askedAt).sort();
  return isOfThisRun || oldest === undefined ? null : dayBy(as_of, oldest);
}

/** The carriers of a list with their answers, and what the list says of each. */
import {
  type ClaimsRow,
  type Input,
  markOf,
  rowsByNumber,
} from "../list/input.ts";
import type { Carrier, Entry } from "../lookup/carriers.ts";
import type { Dossier } from "./model.ts";
import { hasClaims, type RequestPlan } from "./request-plan.ts";

/** The carriers of a list, to be judged. */
export async function* dossiers(
  { inputs }: RequestPlan,
  pages: AsyncIterable<readonly Entry[]>,
): AsyncGenerator<{ dossier: Dossier }[]> {
  const dossierOf = dossierMaker(inputs);
  for await (const page of pages)
    yield page.flatMap((entry) =>
      entry.kind === "carrier" ? { dossier: dossierOf(entry) } : [],
    );
}

/**
 * Makes dossiers of carriers: what all rows of one say, together, as a second
 * row with another name may be another caller.
 */
export function dossierMaker(
  inputs: readonly Input[],
): (carrier: Carrier) => Dossier {
  const rows = rowsByNumber(inputs);
  return ({ dotNumber, input, answers }) => {
    const ofNumber = rows.get(dotNumber) ?? [];
    return {
      dotNumber,
      place: input.place,
      claims: claimedIn(ofNumber),
      mark: markOf(ofNumber),
      answers,
    };
  };
}

/** The rows that claim something; of those that say the same, the first. */
function claimedIn(rows: readonly Input[]): Dossier["claims"] {
  const distinct = new Map<string, ClaimsRow>();
  for (const { claims, place } of rows.filter(hasClaims)) {
    const key = JSON.stringify(claims);
    if (!distinct.has(key)) distinct.set(key, { ...claims, place });
  }
  return distinct.size === 0 ? undefined : [...distinct.values()];
}

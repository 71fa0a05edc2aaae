/** Accepted exceptions: one finding of one carrier, by a named person, for a reason, until a day. */
import { isDeepStrictEqual } from "node:util";
import { parseDotNumber } from "../dot-number.ts";
import { VettingFileError } from "../errors.ts";
import { sha256 } from "../files/sha256.ts";
import { day, dayText } from "./facts.ts";
import type { Finding, SourceText } from "./model.ts";
import { listOf, mapping, oneOf, optional, type Parameter, scalarOf, versionOne, wording } from "./parameters.ts";
import { fixedRules, rules } from "./rules/index.ts";

const carrierNumber = scalarOf("the USDOT number", { type: ["string", "integer"] }, "a USDOT number", (given) => {
  const parsed = parseDotNumber(String(given));
  return "dotNumber" in parsed ? parsed.dotNumber : undefined;
});

const lastDay = scalarOf(
  "the last day it holds, UTC: 2026-12-31",
  { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\d$" },
  "a date, such as 2026-12-31",
  (given) => (String(given).length === 10 ? day(given).value : undefined),
);

const saw: Parameter<Finding["observed"]> = {
  words: "what the finding observed: the waiver holds only while that is the same",
  schema: { type: "object", minProperties: 1 },
  read: ({ members, place }, label, { problems }) => {
    if (!members?.size)
      return void problems.push({ ...place, message: `${label} must be a mapping of fields to values` });
    const lists = [...members].map(([path, one]) => [path, (one.items ?? [one]).map(({ value }) => value)]);
    return Object.fromEntries(lists);
  },
};

/** A carrier that does not exist, or that the policy refuses by its number, cannot be excused. */
const waivable = [fixedRules.marked, ...rules].map(({ name }) => name).filter((name) => name !== "dot_number");

const waiver = mapping(
  "key",
  {
    carrier: carrierNumber,
    rule: oneOf(waivable, "the rule whose finding is accepted", "the name of a rule that can be waived"),
    reason: wording("why it is accepted"),
    by: wording("who accepted it"),
    until: lastDay,
    saw: optional(saw),
  },
  "",
  (one) => (one.rule === "unchanged" && !one.saw ? "of unchanged need saw: the values that are accepted" : undefined),
);

type Waiver = NonNullable<ReturnType<typeof waiver.read>>;

export interface Waivers extends SourceText {
  waivers: readonly Waiver[];
}

export const waiversFile = mapping("key", {
  version: versionOne,
  waivers: listOf(waiver, "the accepted exceptions", 0),
});

const keyOf = ({ carrier, rule }: { carrier: string; rule: string }) => `${rule} for USDOT ${carrier}`;

/** Parses and checks a waiver file. Throws `VettingFileError` with every mistake in it. */
export async function parseWaivers(text: string, path: string): Promise<Waivers> {
  const { readYaml } = await import("./yaml-file.ts");
  const { root, problems } = readYaml(text, path);
  const content = root && waiversFile.read(root, "", { problems, cautions: [], lists: [] });
  if (content === undefined || problems.length > 0) throw new VettingFileError(problems);
  const { waivers } = content;
  const twice = waivers.map(keyOf).find((key, at, keys) => keys.indexOf(key) < at);
  if (twice) throw new VettingFileError([{ path, line: 1, column: 1, message: `there are two waivers of ${twice}` }]);
  return { path, sha256: sha256(text), text, waivers };
}

export type OpenWaivers = ReturnType<typeof openWaivers>;

/** Opens waivers for a run that judges as of a UTC day; they note what they were used for. */
export function openWaivers({ waivers }: Waivers, today: number) {
  const byKey = new Map(waivers.map((waiver) => [keyOf(waiver), waiver]));
  /** Why each waiver that met its finding does not cover it; undefined if it does. */
  const met = new Map<Waiver, string | undefined>();
  const waive = (finding: Finding, isFailedRequest: boolean): Finding["waived"] => {
    const waiver = byKey.get(keyOf({ carrier: finding.dot_number, rule: finding.rule }));
    if (waiver === undefined) return null;
    met.set(waiver, faultOf(waiver, finding, isFailedRequest, today));
    const { reason, by, until } = waiver;
    return met.get(waiver) === undefined ? { reason, by, until: dayText(until) } : null;
  };
  const unused = () =>
    waivers.flatMap((waiver) => {
      const { carrier, rule, until } = waiver;
      const absent = today > until ? expired(until) : "your list or your vetting rules don't have it";
      const why = met.has(waiver) ? met.get(waiver) : absent;
      return why === undefined ? [] : [{ carrier, rule, message: `waiver of ${keyOf(waiver)} unused: ${why}` }];
    });
  return { waive, unused };
}

const expired = (until: number) => `it expired after ${dayText(until)}`;

function faultOf({ saw, until }: Waiver, finding: Finding, isFailedRequest: boolean, today: number) {
  const { outcome, effect, observed } = finding;
  if (today > until) return expired(until);
  if (outcome === "pass") return "the rule passes";
  if (outcome === "skipped") return "the rule is skipped";
  if (isFailedRequest) return "a failed request cannot be waived";
  if (effect === "warning") return "a warning needs no waiver";
  return saw === undefined || isDeepStrictEqual(saw, observed) ? undefined : "what it saw has changed";
}

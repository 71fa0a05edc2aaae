/** Accepted exceptions: one finding of one carrier, by a named person, for a reason, until a day. */
import { isDeepStrictEqual } from "node:util";
import { parseDotNumber } from "../dot-number.ts";
import { VettingFileError } from "../errors.ts";
import { sha256 } from "../files/sha256.ts";
import { printJson } from "../text/json.ts";
import { cutTo } from "../text/safe-text.ts";
import { day, dayText } from "./facts.ts";
import type { Finding, SourceText } from "./model.ts";
import {
  listOf,
  mapping,
  oneOf,
  optional,
  type Parameter,
  scalarOf,
  versionOne,
  wording,
} from "./parameters.ts";
import { rules } from "./rules/index.ts";
import { markedRule } from "./rules/standing.ts";

const carrierNumber = scalarOf(
  "the USDOT number",
  { type: ["string", "integer"] },
  "a USDOT number",
  (given) => {
    const parsed = parseDotNumber(String(given));
    return "dotNumber" in parsed ? parsed.dotNumber : undefined;
  },
);

const lastDay = scalarOf(
  "the last day it holds, UTC: 2026-12-31",
  { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\d$" },
  "a date, such as 2026-12-31",
  (given) => (String(given).length === 10 ? day(given).value : undefined),
);

/** The values are compared as text: nobody quotes a zip or an amount. */
const saw: Parameter<Finding["observed"]> = {
  words:
    "what the finding observed: the waiver holds only while that is the same",
  schema: { type: "object", minProperties: 1 },
  read: ({ members, place }, label, { problems }) => {
    if (!members?.size)
      return void problems.push({
        ...place,
        message: `${label} must be a mapping of fields to values`,
      });
    const lists = [...members].map(([path, one]) => [
      path,
      (one.items ?? [one]).map(({ written }) => written),
    ]);
    return Object.fromEntries(lists);
  },
};

/** A carrier that does not exist, or that the policy refuses by its number, cannot be excused. */
const waivable = [markedRule, ...rules]
  .map(({ name }) => name)
  .filter((name) => name !== "dot_number");

const waiver = mapping(
  "key",
  {
    carrier: carrierNumber,
    rule: oneOf(
      waivable,
      "the rule whose finding is accepted",
      "the name of a rule that can be waived",
    ),
    reason: wording("why it is accepted"),
    by: wording("who accepted it"),
    until: lastDay,
    saw: optional(saw),
  },
  "",
  (one) =>
    one.rule === "unchanged" && !one.saw
      ? "of unchanged need saw: the values that are accepted"
      : undefined,
);

type Waiver = NonNullable<ReturnType<typeof waiver.read>>;

export interface Waivers extends SourceText {
  waivers: readonly Waiver[];
}

export const waiversFile = mapping("key", {
  version: versionOne,
  waivers: listOf(waiver, "the accepted exceptions", 0),
});

const keyOf = ({ carrier, rule }: { carrier: string; rule: string }) =>
  `${rule} for USDOT ${carrier}`;

/** Parses and checks a waiver file. Throws `VettingFileError` with every mistake in it. */
export async function parseWaivers(
  text: string,
  path: string,
): Promise<Waivers> {
  const { readYaml } = await import("./yaml-file.ts");
  const { root, problems } = readYaml(text, path);
  const content =
    root && waiversFile.read(root, "", { problems, cautions: [], lists: [] });
  if (content === undefined || problems.length > 0)
    throw new VettingFileError(problems);
  const { waivers } = content;
  const twice = waivers
    .map(keyOf)
    .find((key, at, keys) => keys.indexOf(key) < at);
  if (twice)
    throw new VettingFileError([
      {
        path,
        line: 1,
        column: 1,
        message: `there are two waivers of ${twice}`,
      },
    ]);
  return { path, sha256: sha256(text), text, waivers };
}

export type OpenWaivers = ReturnType<typeof openWaivers>;

/** Opens waivers for a run that judges as of a UTC day; they note what they were used for. */
export function openWaivers({ waivers }: Waivers, today: number) {
  const vetted = new Set<string>();
  /** Why each waiver does not cover its finding; undefined if it does. */
  const faults = new Map<Waiver, string | undefined>();
  for (const waiver of waivers) {
    const absent =
      waiver.rule === markedRule.name
        ? "your list does not mark it"
        : "your vetting rules don't have it";
    faults.set(waiver, expired(waiver, today) ?? absent);
  }
  const byKey = new Map(waivers.map((waiver) => [keyOf(waiver), waiver]));
  const waive = (
    finding: Finding,
    isFailedRequest: boolean,
  ): Finding["waived"] => {
    vetted.add(finding.dot_number);
    const waiver = byKey.get(
      keyOf({ carrier: finding.dot_number, rule: finding.rule }),
    );
    if (waiver === undefined) return null;
    const fault =
      expired(waiver, today) ?? faultOf(waiver, finding, isFailedRequest);
    faults.set(waiver, fault);
    return fault === undefined
      ? { reason: waiver.reason, by: waiver.by, until: dayText(waiver.until) }
      : null;
  };
  /** Each waiver that covers nothing. One file serves many lists: of carriers that this one lacks, only the numbers are named. */
  const unused = (): string[] => {
    const isElsewhere = (waiver: Waiver) =>
      !vetted.has(waiver.carrier) && expired(waiver, today) === undefined;
    const others = [
      ...new Set(waivers.filter(isElsewhere).map(({ carrier }) => carrier)),
    ];
    const more = others.length > 10 ? ` and ${others.length - 10} more` : "";
    const elsewhere = `waivers of carriers not vetted here: ${others.slice(0, 10).join(", ")}${more}`;
    const wrong = [...faults].filter(
      ([waiver, fault]) => fault !== undefined && !isElsewhere(waiver),
    );
    const told = wrong.map(
      ([waiver, fault]) => `waiver of ${keyOf(waiver)} unused: ${fault}`,
    );
    return others.length > 0 ? [...told, elsewhere] : told;
  };
  return { waive, unused };
}

function expired({ until }: Waiver, today: number): string | undefined {
  return today > until ? `it expired after ${dayText(until)}` : undefined;
}

function faultOf(
  { saw }: Waiver,
  { outcome, effect, observed }: Finding,
  isFailedRequest: boolean,
) {
  if (outcome === "pass") return "the rule passes";
  if (outcome === "skipped") return "the rule is skipped";
  if (isFailedRequest) return "a failed request cannot be waived";
  if (effect === "warning") return "a warning needs no waiver";
  const texts = Object.entries(observed).map(([path, values]) => [
    path,
    values.map(String),
  ]);
  if (saw === undefined || isDeepStrictEqual(saw, Object.fromEntries(texts)))
    return undefined;
  return `the finding shows ${cutTo(printJson(observed), 500)}, not what it saw`;
}

/** Accepted exceptions: one finding of one carrier, by a named person, for a reason, until a day. */
import { isDeepStrictEqual } from "node:util";
import { parseDotNumber } from "../dot-number.ts";
import { sha256 } from "../files/sha256.ts";
import { printJson } from "../text/json.ts";
import { dayText } from "./facts.ts";
import type { Kinds } from "./kinds.ts";
import type { Finding, SourceText } from "./model.ts";
import { rules } from "./rules/index.ts";
import { markedRule } from "./rules/standing.ts";

/** A carrier that does not exist, or that the policy refuses by its number, cannot be excused. */
const waivable = [markedRule, ...rules]
  .map(({ name }) => name)
  .filter((name) => name !== "dot_number");

/** Findings that may be about anything tomorrow: one accepts what was seen, not whatever comes. */
const needsSaw = /^(?:claims|records\.name|unchanged|policies\..*)$/;

interface Waiver {
  carrier: string;
  rule: string;
  reason: string;
  by: string;
  /** The last day it holds: 2026-12-31. */
  until: string;
  saw: Finding["observed"] | undefined;
}

export interface Waivers extends SourceText {
  waivers: readonly Waiver[];
}

const names = [
  "version",
  "waivers",
  "carrier",
  "rule",
  "reason",
  "by",
  "until",
  "saw",
];

export function waiversSchema({ mapping, text, z }: Kinds) {
  const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
  const isNumber = (given: unknown) =>
    "dotNumber" in parseDotNumber(String(given));
  const waiver = {
    carrier: z
      .union([z.string(), z.number()])
      .refine(isNumber, "not a USDOT number")
      .describe("the USDOT number"),
    rule: z.enum(waivable).describe("the rule whose finding is accepted"),
    reason: text("why it is accepted"),
    by: text("who accepted it"),
    until: z.iso.date().describe("the last day it holds: 2026-12-31"),
    saw: z
      .record(z.string(), z.union([scalar, z.array(scalar)]))
      .optional()
      .describe(
        "what the finding observed: the waiver holds only while that is the same",
      ),
  };
  return mapping(
    {
      version: z.literal(1),
      waivers: z.array(mapping(waiver, "an accepted exception")),
    },
    "",
  );
}

const keyOf = ({ carrier, rule }: { carrier: string; rule: string }) =>
  `${rule} for USDOT ${carrier}`;

/** Parses and checks a waiver file. Throws `VettingFileError` with every mistake in it. */
export async function parseWaivers(
  text: string,
  path: string,
): Promise<Waivers> {
  const [{ YamlFile }, kinds] = await Promise.all([
    import("./yaml-file.ts"),
    import("./kinds.ts"),
  ]);
  const file = new YamlFile(text, path);
  const content = file.check(waiversSchema(kinds), names) ?? { waivers: [] };
  const waivers = content.waivers.map(
    ({ carrier, until, saw, ...named }, at): Waiver => {
      const parsed = parseDotNumber(String(carrier));
      // Nobody quotes a zip or an amount: what was written counts.
      const written = Object.entries(saw ?? {}).map(([name, value]) => {
        const paths = Array.isArray(value)
          ? value.map((_, index) => [name, index])
          : [[name]];
        return [
          name,
          paths.map((path) => file.writtenAt(["waivers", at, "saw", ...path])),
        ];
      });
      return {
        ...named,
        carrier: "dotNumber" in parsed ? parsed.dotNumber : "",
        until,
        saw: saw && Object.fromEntries(written),
      };
    },
  );
  const keys = waivers.map(keyOf);
  for (const [at, key] of keys.entries())
    if (keys.indexOf(key) < at)
      file.report(["waivers", at], `a second waiver of ${key}`);
  file.throwIfWrong();
  return { path, sha256: sha256(text), text, waivers };
}

/** The waivers of a run that judges on a day. They note what they were used for. */
export class OpenWaivers {
  #waivers: readonly Waiver[];
  #today: string;
  #vetted = new Set<string>();
  /** Why a waiver does not cover its finding; undefined if it does. */
  #faults = new Map<Waiver, string | undefined>();

  constructor({ waivers }: Waivers, today: number) {
    this.#waivers = waivers;
    this.#today = dayText(today);
  }

  waive(finding: Finding, lacksRecord: boolean): Finding["waived"] {
    this.#vetted.add(finding.dot_number);
    const key = keyOf({ carrier: finding.dot_number, rule: finding.rule });
    const waiver = this.#waivers.find((one) => keyOf(one) === key);
    if (waiver === undefined) return null;
    const fault =
      this.#expired(waiver) ?? faultOf(waiver, finding, lacksRecord);
    this.#faults.set(waiver, fault);
    const { reason, by, until } = waiver;
    return fault === undefined ? { reason, by, until } : null;
  }

  #expired({ until }: Waiver): string | undefined {
    return this.#today > until ? `it expired after ${until}` : undefined;
  }

  /** Each waiver of a carrier of this run that covers nothing, and why. */
  unused(): string[] {
    const absent = (rule: string) =>
      rule === markedRule.name
        ? "your list does not mark it"
        : "your vetting rules don't have it";
    return this.#waivers.flatMap((waiver) => {
      if (!this.#vetted.has(waiver.carrier)) return [];
      const fault = this.#faults.has(waiver)
        ? this.#faults.get(waiver)
        : absent(waiver.rule);
      return fault === undefined
        ? []
        : `waiver of ${keyOf(waiver)} unused: ${this.#expired(waiver) ?? fault}`;
    });
  }
}

function faultOf(
  { rule, saw }: Waiver,
  { outcome, effect, observed }: Finding,
  lacksRecord: boolean,
) {
  if (outcome === "pass") return "the rule passes";
  if (outcome === "skipped") return "the rule is skipped";
  if (lacksRecord) return "a failed request cannot be waived";
  if (effect === "warning") return "a warning needs no waiver";
  const texts = Object.entries(observed).map(([path, values]) => [
    path,
    values.map(String),
  ]);
  const isSame =
    saw === undefined
      ? !needsSaw.test(rule)
      : isDeepStrictEqual(saw, Object.fromEntries(texts));
  // A line to paste.
  const line = `saw: ${printJson(observed)}`;
  return isSame
    ? undefined
    : `${saw ? "the finding shows something else" : "it has to say what is accepted"}: ${line}`;
}

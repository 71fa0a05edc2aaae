/** Accepted exceptions: one finding of one carrier, by a named person, for a reason, until a day. */

import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { type DotNumber, parseDotNumber, quoteInput } from "../dot-number.ts";
import { VettingFileError } from "../errors.ts";
import { lazy } from "../text/lazy.ts";
import { sha256 } from "./evidence/format.ts";
import type { Finding, UnusedWaiver } from "./model.ts";
import type { SourceText } from "./policy.ts";
import { rules } from "./rules/index.ts";
import { nonBlank, notEmpty, wrong } from "./rules/parameters.ts";
import { dotNumber, exists } from "./rules/standing.ts";
import { dayText, readDay } from "./values.ts";
import { suggestion, type Wording, YamlFile } from "./yaml-file.ts";

export interface Waiver {
  carrier: DotNumber;
  rule: string;
  reason: string;
  by: string;
  /** The last UTC day it holds. */
  until: number;
  /** What the finding must have observed; null covers any finding of the rule. */
  saw: Finding["observed"] | null;
}

export interface Waivers extends SourceText {
  waivers: readonly Waiver[];
}

/**
 * Parses and checks a waiver file.
 * @throws {VettingFileError} with every mistake in it
 */
export function parseWaivers(text: string, path: string): Waivers {
  const file = new YamlFile(text, path);
  const carriers = readCarriers(file);
  const checked = file.check(waiversSchema(), wording);
  if (checked === undefined) throw new VettingFileError(file.problems);
  const waivers = checked.waivers.map(({ rule, reason, by, until, saw }, index) => {
    // The checks leave neither out.
    const [carrier, last] = [carriers[index] as DotNumber, readDay(until).value as number];
    return { carrier, rule, reason, by, until: last, saw: saw === undefined ? null : listsOf(saw) };
  });
  return { path, text, sha256: sha256(text), waivers };
}

/** A carrier that does not exist, or that the policy refuses by its number, cannot be excused. */
const neverWaived: readonly string[] = [exists.name, dotNumber.name];
const waivable = rules.map(({ name }) => name).filter((name) => !neverWaived.includes(name));

/** What a waiver file is, but for the spelling of USDOT numbers. */
export const waiversSchema = lazy(() =>
  z.strictObject(
    {
      version: z.literal(1, "must be 1"),
      waivers: z.array(waiverSchema(), "must be a list of waivers"),
    },
    "must be a mapping of version and waivers",
  ),
);

function waiverSchema() {
  const noDate = "must be a date, such as 2026-12-31";
  return z.strictObject(
    {
      // `readCarriers` reads the number itself.
      carrier: z.union([z.string(), z.number()], "must be a USDOT number"),
      rule: nonBlank().check(wrong(problemOfRule)).register(z.globalRegistry, { enum: waivable }),
      reason: nonBlank(),
      by: nonBlank(),
      until: z
        .string(noDate)
        .check(z.refine((text) => calendarDate.test(text) && readDay(text).state === "stated", noDate))
        .register(z.globalRegistry, { pattern: calendarDate.source }),
      saw: z.optional(
        notEmpty(z.record(z.string(), z.unknown(), "must be a mapping of fields to values"), "must not be empty"),
      ),
    },
    "must be a mapping of carrier, rule, reason, by and until",
  );
}

const waiverKeys = ["carrier", "rule", "reason", "by", "until", "saw"];

/** Without a time: a waiver holds through its last day. */
const calendarDate = /^\d{4}-\d\d-\d\d$/;

/** What is wrong with the name of a rule: it must be one that a policy can have, and that can be waived. */
function problemOfRule(name: string): string | undefined {
  if (neverWaived.includes(name)) return "cannot be waived";
  return waivable.includes(name) ? undefined : `is not a rule${suggestion(name, waivable)}`;
}

const wording: Wording = {
  label([first = "the file", index, ...names]) {
    if (index === undefined) return String(first);
    const waiver = `waiver ${Number(index) + 1}`;
    return names.length > 0 ? `${waiver}: ${names.map(String).join(".")}` : waiver;
  },
  keysAt: (path) => ({ noun: "key", known: path.length === 0 ? ["version", "waivers"] : waiverKeys }),
};

/**
 * The carrier of each waiver, as it is written: YAML reads 0x10 as 16. Reports those that are not USDOT numbers, and those that have a
 * waiver of the same rule before.
 */
function readCarriers(file: YamlFile): (DotNumber | undefined)[] {
  const given = file.valueAt(["waivers"]);
  if (!Array.isArray(given)) return [];
  const firstAt = new Map<string, number>();
  return given.map((_, index) => {
    const at = ["waivers", index, "carrier"];
    const written = file.sourceOf(at);
    if (written === undefined) return undefined;
    const parsed = parseDotNumber(written);
    if ("invalid" in parsed) {
      file.report(at, `waiver ${index + 1}: carrier "${quoteInput(written)}" ${parsed.invalid}`);
      return undefined;
    }
    const key = keyOf(parsed.dotNumber, String(file.valueAt(["waivers", index, "rule"])));
    const first = firstAt.get(key);
    if (first === undefined) firstAt.set(key, index);
    else file.report(["waivers", index], `waiver ${index + 1}: the same carrier and rule as waiver ${first + 1}`);
    return parsed.dotNumber;
  });
}

function keyOf(carrier: string, rule: string): string {
  return `${carrier} ${rule}`;
}

/** A finding lists what it observed, because a rule may read several records. A waiver may give one value instead of a list of one. */
function listsOf(saw: Readonly<Record<string, unknown>>): Finding["observed"] {
  return Object.fromEntries(Object.entries(saw).map(([path, value]) => [path, Array.isArray(value) ? value : [value]]));
}

/** Why a waiver covers nothing. */
interface Fault {
  status: UnusedWaiver["status"];
  why: string;
}

/** The waivers of a run, and which of them covered something. */
export class WaiverLedger {
  /** By carrier and rule, in the order of the file. A waiver that covers something has no fault. */
  readonly #entries: ReadonlyMap<string, { waiver: Waiver; fault: Fault | undefined }>;

  /** `today` is the UTC day on which the run started. */
  constructor({ waivers }: Waivers, today: number) {
    this.#entries = new Map(
      waivers.map((waiver) => {
        const { carrier, rule, until } = waiver;
        const fault: Fault =
          today > until
            ? { status: "expired", why: `it held through ${dayText(until)}` }
            : { status: "unused", why: "the carrier is not in the list, or the rule is not in the policy" };
        return [keyOf(carrier, rule), { waiver, fault }];
      }),
    );
  }

  /** The findings of a carrier, with those that a waiver covers marked as waived. */
  apply(findings: readonly Finding[]): Finding[] {
    return findings.map((finding) => {
      const entry = this.#entries.get(keyOf(finding.dot_number, finding.rule));
      if (entry === undefined || entry.fault?.status === "expired") return finding;
      entry.fault = faultOfCover(entry.waiver, finding);
      if (entry.fault !== undefined) return finding;
      const { reason, by, until } = entry.waiver;
      return { ...finding, waived: { reason, by, until: dayText(until) } };
    });
  }

  /** The waivers that covered nothing, once all carriers are judged. */
  unused(): UnusedWaiver[] {
    return [...this.#entries.values()].flatMap(({ waiver: { carrier, rule }, fault }) =>
      fault ? [{ carrier, rule, status: fault.status, message: `${rule} of USDOT ${carrier}: ${fault.why}` }] : [],
    );
  }
}

/** Why a waiver that still holds does not cover a finding; undefined if it does. */
function faultOfCover({ saw }: Waiver, { outcome, level, observed, reason }: Finding): Fault | undefined {
  const unused = (why: string): Fault => ({ status: "unused", why });
  if (outcome === "pass") return unused("the rule passes");
  if (outcome === "skipped") return unused("the rule is skipped");
  if (reason === "not-answered") return unused("a failed request cannot be waived");
  if (level === "warning") return unused("a warning needs no waiver");
  if (saw === null || isDeepStrictEqual(saw, observed)) return undefined;
  return { status: "lapsed", why: "what it saw has changed" };
}

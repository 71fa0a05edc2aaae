/** Accepted exceptions: one finding of one carrier, by a named person, for a reason, until a day. */
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
import { type DotNumber, parseDotNumber, quoteInput } from "../dot-number.ts";
import { lazy } from "../text/lazy.ts";
import { VettingFileError } from "./errors.ts";
import { sha256 } from "./evidence/format.ts";
import type { Finding, UnusedWaiver } from "./model.ts";
import type { SourceText } from "./policy.ts";
import { rules } from "./rules/index.ts";
import { notEmpty } from "./rules/parameters.ts";
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
 *
 * @throws {VettingFileError} with every mistake in it
 */
export function parseWaivers(text: string, path: string): Waivers {
  const file = new YamlFile(text, path);
  const carriers = readCarriers(file);
  reportDuplicates(carriers, file);
  const checked = file.check(waiversSchema(), wording);
  if (checked === undefined) throw new VettingFileError(file.problems);
  const waivers = checked.waivers.flatMap((given, index) => waiverOf(given, carriers[index]) ?? []);
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
  const text = () => z.string("must be text").check(z.regex(/\S/, "must not be empty"));
  const noDate = "must be a date, such as 2026-12-31";
  return z.strictObject(
    {
      // `readCarriers` reads the number itself.
      carrier: z.union([z.string(), z.number()], "must be a USDOT number"),
      rule: text()
        .check((payload) => {
          const message = problemOfRule(payload.value);
          if (message) payload.issues.push({ code: "custom", input: payload.value, message });
        })
        .register(z.globalRegistry, { enum: waivable }),
      reason: text(),
      by: text(),
      until: z
        .string(noDate)
        .check(z.refine(isDate, noDate))
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

function isDate(text: string): boolean {
  return calendarDate.test(text) && readDay(text).state === "stated";
}

type GivenWaiver = z.output<ReturnType<typeof waiversSchema>>["waivers"][number];

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

/** The carrier of each waiver, as it is written: YAML reads 0x10 as 16. Reports those that are not USDOT numbers. */
function readCarriers(file: YamlFile): (DotNumber | undefined)[] {
  const given = file.valueAt(["waivers"]);
  if (!Array.isArray(given)) return [];
  return given.map((_, index) => {
    const at = ["waivers", index, "carrier"];
    const written = file.sourceOf(at);
    if (written === undefined) return undefined;
    const parsed = parseDotNumber(written);
    if ("dotNumber" in parsed) return parsed.dotNumber;
    file.report(at, `waiver ${index + 1}: carrier "${quoteInput(written)}" ${parsed.invalid}`);
    return undefined;
  });
}

function reportDuplicates(carriers: readonly (DotNumber | undefined)[], file: YamlFile): void {
  const firstAt = new Map<string, number>();
  for (const [index, carrier] of carriers.entries()) {
    const rule = file.valueAt(["waivers", index, "rule"]);
    if (carrier === undefined || typeof rule !== "string") continue;
    const first = firstAt.get(keyOf(carrier, rule));
    if (first === undefined) firstAt.set(keyOf(carrier, rule), index);
    else file.report(["waivers", index], `waiver ${index + 1}: the same carrier and rule as waiver ${first + 1}`);
  }
}

/** Undefined if the carrier is not a number, which is reported by then. */
function waiverOf(given: GivenWaiver, carrier: DotNumber | undefined): Waiver | undefined {
  const until = readDay(given.until);
  if (carrier === undefined || until.state !== "stated") return undefined;
  const { rule, reason, by } = given;
  return { carrier, rule, reason, by, until: until.value, saw: given.saw === undefined ? null : listsOf(given.saw) };
}

function keyOf(carrier: string, rule: string): string {
  return `${carrier} ${rule}`;
}

/** A finding lists what it observed, because a rule may read several records. A waiver may give one value instead of a list of one. */
function listsOf(saw: Readonly<Record<string, unknown>>): Finding["observed"] {
  return Object.fromEntries(Object.entries(saw).map(([path, value]) => [path, Array.isArray(value) ? value : [value]]));
}

/** The waivers of a run, and which of them covered something. */
export class WaiverLedger {
  readonly #byKey: ReadonlyMap<string, Waiver>;
  /** Why each waiver covers nothing, in the order of the file; undefined for one that does. */
  readonly #faults: Map<Waiver, Fault | undefined>;

  /** `today` is the UTC day on which the run started. */
  constructor({ waivers }: Waivers, today: number) {
    this.#byKey = new Map(waivers.map((waiver) => [keyOf(waiver.carrier, waiver.rule), waiver]));
    this.#faults = new Map(waivers.map((waiver) => [waiver, today > waiver.until ? expired(waiver) : metNothing]));
  }

  /** The findings of a carrier, with those that a waiver covers marked as waived. */
  apply(findings: readonly Finding[]): Finding[] {
    return findings.map((finding) => {
      const waiver = this.#byKey.get(keyOf(finding.dot_number, finding.rule));
      if (waiver === undefined || this.#faults.get(waiver)?.status === "expired") return finding;
      const fault = faultOfCover(waiver, finding);
      this.#faults.set(waiver, fault);
      if (fault !== undefined) return finding;
      return { ...finding, waived: { reason: waiver.reason, by: waiver.by, until: dayText(waiver.until) } };
    });
  }

  /** The waivers that covered nothing, once all carriers are judged. */
  unused(): UnusedWaiver[] {
    return [...this.#faults].flatMap(([{ carrier, rule }, fault]) =>
      fault ? [{ carrier, rule, status: fault.status, message: `${rule} of USDOT ${carrier}: ${fault.why}` }] : [],
    );
  }
}

const metNothing: Fault = {
  status: "unused",
  why: "the carrier is not in the list, or the rule is not in the policy",
};

function expired({ until }: Waiver): Fault {
  return { status: "expired", why: `it held through ${dayText(until)}` };
}

interface Fault {
  status: UnusedWaiver["status"];
  why: string;
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

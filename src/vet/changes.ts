/**
 * What changed about a carrier since an earlier run (vet.md, "Since"). Values are compared as the policy compares them, so that
 * another spelling of the same text is not a change.
 */
import { type Cover, coverOf, type Filing, readFilings } from "./cover.ts";
import type { CarrierRecords, Change, RecordName } from "./model.ts";
import {
  type CoverKind,
  citable,
  isNotStated,
  normalText,
  readAmount,
  readAuthorityStatus,
  readDay,
  type ServiceRecord,
  sameText,
  valueAt,
} from "./values.ts";

/** A carrier in an earlier run. */
export interface EarlierCarrier {
  records: CarrierRecords["records"];
  /** The UTC day of that run: what was in force then is judged by it. */
  day: number;
}

/** A field of the carrier record: every change of it is reported. */
export interface ComparedField {
  kind: Change["kind"];
  path: string;
  same: (before: unknown, now: unknown) => boolean;
  /** It is in the bulk summary as well. */
  inSummary: boolean;
}

/** The fields that are compared one by one. A change of identity is a sign that someone else uses the carrier's number. */
export const comparedFields: readonly ComparedField[] = [
  { kind: "identity", path: "legal_name", same: sameText, inSummary: true },
  { kind: "identity", path: "mc_number", same: sameDockets, inSummary: false },
  { kind: "identity", path: "address.street", same: sameText, inSummary: true },
  { kind: "identity", path: "address.city", same: sameText, inSummary: true },
  { kind: "identity", path: "address.state", same: sameText, inSummary: true },
  { kind: "identity", path: "address.zip", same: sameText, inSummary: true },
  { kind: "identity", path: "contact.phone", same: samePhone, inSummary: false },
  { kind: "identity", path: "contact.email", same: sameText, inSummary: false },
  { kind: "authority", path: "status", same: sameText, inSummary: true },
  { kind: "authority", path: "authority.status", same: sameAuthority, inSummary: false },
  { kind: "authority", path: "authority.common_authority_date", same: sameDay, inSummary: false },
  { kind: "safety", path: "safety.rating", same: sameRating, inSummary: false },
];

/** Whether a value of a field says something, in the way in which that field is read. */
export function statesSomething(field: ComparedField, value: unknown): boolean {
  return !isNotStated(value) || (field.path === "authority.status" && readAuthorityStatus(value).state === "stated");
}

/**
 * All changes of a carrier since an earlier run, in the order of `comparedFields`, then the cover. A record that one of the runs
 * did not get is not compared. `today` is the UTC day of this run.
 */
export function changesSince(before: EarlierCarrier, now: CarrierRecords["records"], today: number): Change[] {
  return [
    ...fieldChanges(before.records, now),
    ...ratingChange(answer(before.records, "safety"), answer(now, "safety")),
    ...insuranceChanges(before, { carrier: answer(now, "carrier"), insurance: answer(now, "insurance") }, today),
  ];
}

/** What changed about the insurance: the amounts on file, what is in force, and who insures. */
export function insuranceChanges(
  before: EarlierCarrier,
  now: Partial<Record<"carrier" | "insurance", ServiceRecord | undefined>>,
  today: number,
): Change[] {
  return [
    ...onFileChanges(answer(before.records, "carrier"), now.carrier),
    ...coverChanges(before, now.insurance, today),
  ];
}

/** The content of a record that was answered. */
export function answer(records: CarrierRecords["records"], name: RecordName): ServiceRecord | undefined {
  const record = records[name];
  return record?.state === "answered" ? record.value : undefined;
}

function fieldChanges(recordsBefore: CarrierRecords["records"], recordsNow: CarrierRecords["records"]): Change[] {
  const [carrierBefore, carrierNow] = [answer(recordsBefore, "carrier"), answer(recordsNow, "carrier")];
  const before = carrierBefore ?? answer(recordsBefore, "summary");
  const now = carrierNow ?? answer(recordsNow, "summary");
  if (before === undefined || now === undefined) return [];
  const bothWhole = carrierBefore !== undefined && carrierNow !== undefined;
  return comparedFields
    .filter((field) => bothWhole || field.inSummary)
    .map((field) => ({ field, before: valueAt(before, field.path), now: valueAt(now, field.path) }))
    .filter((change) => !change.field.same(change.before, change.now))
    .map((change) => ({
      kind: change.field.kind,
      field: change.field.path,
      before: citable(change.before),
      now: citable(change.now),
    }));
}

function ratingChange(before: ServiceRecord | undefined, now: ServiceRecord | undefined): Change[] {
  if (before === undefined || now === undefined || sameRating(before["rating"], now["rating"])) return [];
  return [{ kind: "safety", field: "rating", before: citable(before["rating"]), now: citable(now["rating"]) }];
}

/** The amounts on file that are certainly lower than before. More insurance is not worth a warning. */
function onFileChanges(before: ServiceRecord | undefined, now: ServiceRecord | undefined): Change[] {
  return (["bipd", "cargo"] as const).flatMap((kind): Change[] => {
    const field = `insurance.${kind}_on_file`;
    const [then, current] = [before, now].map((record) => readAmount(valueAt(record, field), kind));
    if (then?.state !== "stated" || current?.state !== "stated") return [];
    if (current.value.upper >= then.value.lower) return [];
    return [{ kind: "insurance", field, before: then.value.lower, now: current.value.lower }];
  });
}

/** Cover lowered or lapsed, and another insurer. */
function coverChanges(before: EarlierCarrier, now: ServiceRecord | undefined, today: number): Change[] {
  const filingsBefore = filingsOf(answer(before.records, "insurance"), before.day);
  const filingsNow = filingsOf(now, today);
  if (filingsBefore === undefined || filingsNow === undefined) return [];
  const kinds: readonly CoverKind[] = ["bipd", "cargo"];
  const lowered = kinds.flatMap((kind) => coverChange(kind, coverOf(filingsBefore, kind), coverOf(filingsNow, kind)));
  return [...lowered, ...insurerChange(insurersOf(filingsBefore), insurersOf(filingsNow))];
}

function filingsOf(insurance: ServiceRecord | undefined, day: number): readonly Filing[] | undefined {
  const rows = insurance?.["policies"];
  return Array.isArray(rows) ? readFilings(rows, day) : undefined;
}

function coverChange(kind: CoverKind, before: Cover, now: Cover): Change[] {
  const hasLapsed = before.inForce > 0 && now.amount.upper === 0;
  if (!hasLapsed && now.amount.upper >= before.amount.lower) return [];
  // The amount of a cargo filing is often not stated: it lapses all the same.
  const amountBefore = before.amount.lower > 0 ? before.amount.lower : null;
  return [{ kind: "insurance", field: `cover.${kind}`, before: amountBefore, now: now.amount.lower }];
}

/** The insurers with a filing in force, as they are compared and as they were written. */
function insurersOf(filings: readonly Filing[]): Map<string, string> {
  const insurers = new Map<string, string>();
  for (const { inForce, insurer } of filings) {
    if (inForce !== "yes" || typeof insurer !== "string" || isNotStated(insurer)) continue;
    insurers.set(normalText(insurer) ?? insurer, insurer);
  }
  return insurers;
}

const mostInsurers = 10;

/** If nothing is in force any more, the cover has lapsed, which is reported already. */
function insurerChange(before: Map<string, string>, now: Map<string, string>): Change[] {
  const isSame = before.size === now.size && [...before.keys()].every((insurer) => now.has(insurer));
  if (isSame || before.size === 0 || now.size === 0) return [];
  const names = (insurers: Map<string, string>) => [...insurers.values()].slice(0, mostInsurers).map(citable);
  return [{ kind: "insurance", field: "insurance.policies.insurer_name", before: names(before), now: names(now) }];
}

/** A carrier may have several dockets, in one text: `MC-115495, MC-116200`. Bare digits are an MC number. */
function sameDockets(before: unknown, now: unknown): boolean {
  const [one, other] = [docketsOf(before), docketsOf(now)];
  if (one.size === 0 || other.size === 0) return sameText(before, now);
  return one.size === other.size && [...one].every((docket) => other.has(docket));
}

const docket = /(mc|mx|ff)?[\s#:_-]{0,3}0*(\d{1,12})/g;

function docketsOf(value: unknown): Set<string> {
  const text = typeof value === "number" ? String(value) : value;
  const normal = typeof text === "string" ? normalText(text.slice(0, 1_000)) : null;
  return new Set([...(normal ?? "").matchAll(docket)].map(([, kind = "mc", digits]) => `${kind}${digits}`));
}

/** `(555) 555-0101` and `555.555.0101` are one number; so are those with the country code 1. */
function samePhone(before: unknown, now: unknown): boolean {
  const [one, other] = [phoneDigits(before), phoneDigits(now)];
  return one === "" || other === "" ? sameText(before, now) : one === other;
}

function phoneDigits(value: unknown): string {
  if (typeof value !== "string" || /[a-z]/i.test(value)) return "";
  const digits = value.replace(/\D/g, "");
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

function sameAuthority(before: unknown, now: unknown): boolean {
  const [one, other] = [readAuthorityStatus(before), readAuthorityStatus(now)];
  return (
    one.state === other.state && (one.state === "not stated" || before === now || normalOf(one) === normalOf(other))
  );
}

function normalOf(reading: ReturnType<typeof readAuthorityStatus>): string | symbol {
  // A text that equals nothing gets a value of its own.
  return (reading.state === "stated" ? reading.value.normal : null) ?? Symbol("unlike any other");
}

function sameDay(before: unknown, now: unknown): boolean {
  const [one, other] = [readDay(before), readDay(now)];
  return one.state === "stated" && other.state === "stated" ? one.value === other.value : sameText(before, now);
}

/** Whether two ratings are the same; FMCSA's files abbreviate them to S, C and U. */
export function sameRating(before: unknown, now: unknown): boolean {
  return sameText(fullRating(before), fullRating(now));
}

const ratingCodes: Readonly<Record<string, string>> = { s: "satisfactory", c: "conditional", u: "unsatisfactory" };

function fullRating(value: unknown): unknown {
  const normal = typeof value === "string" ? normalText(value) : null;
  return normal !== null && Object.hasOwn(ratingCodes, normal) ? ratingCodes[normal] : value;
}

/** What changed about a carrier since an earlier run (`--since`, `--history`). */
import { isObject } from "../text/json-text.ts";
import { comparedAt, comparedFields, isSame, isWritable, readRating, scalar } from "./compared-fields.ts";
import { coverOf, type Filing, filingsOf, numberKey } from "./cover.ts";
import type { CarrierRecords, Change, RecordName, Verdict } from "./model.ts";
import {
  citable,
  dayText,
  type Interval,
  inspectionGroups,
  isNationalPercentage,
  isNotStated,
  readAmount,
  readDay,
  readName,
  readNumber,
  type ServiceRecord,
  valueAt,
} from "./values.ts";

/** A carrier in an earlier run. */
export interface EarlierCarrier {
  records: CarrierRecords["records"];
  /** The UTC day of the run that the insurance record is of: what was in force then is judged by it. */
  day: number;
}

/** What an earlier run says about a carrier. */
export interface Earlier {
  /** In the run that verdicts are compared with; null if it is not there. */
  verdict: Verdict | null;
  /** What its fields are compared with; undefined for a carrier that is new. */
  before: EarlierCarrier | keyof typeof notReached | undefined;
}

/** Why a run that does not have a carrier may only have missed it. */
export const notReached = {
  "not-reached": "the earlier run was cut off before this carrier",
  shard: "the earlier run was of a part of its list (--shard), which may not have had this carrier",
};

/**
 * All changes of a carrier since an earlier run, in the order of `comparedFields`, then the cover. A record that one of the runs
 * did not get is not compared. `today` is the UTC day of this run.
 */
export function changesSince(before: EarlierCarrier, now: CarrierRecords["records"], today: number): Change[] {
  return [
    ...fieldChanges(before.records, now),
    ...safetyChanges(answer(before.records, "safety"), answer(now, "safety")),
    ...crashChange(before.records, now),
    ...insuranceChanges(before, { carrier: answer(now, "carrier"), insurance: answer(now, "insurance") }, today),
  ];
}

/** What certainly changed about the insurance: amounts that are lower than before, who insures, and until when. */
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

/** What is compared, by record: all that a replay needs of an earlier run. */
const comparedPaths: Readonly<Record<RecordName, readonly string[]>> = {
  carrier: [
    ...comparedFields.map(({ path }) => path),
    "insurance.bipd_on_file",
    "insurance.cargo_on_file",
    "safety.total_crashes",
  ],
  summary: comparedFields.filter(({ inSummary }) => inSummary).map(({ path }) => path),
  insurance: ["policies"],
  safety: [
    "rating",
    "crashes.total",
    ...inspectionGroups.flatMap((group) => [`inspections.${group}.oos_rate`, `inspections.${group}.national_avg`]),
  ],
};
const policyPaths = [
  "policy_type",
  "insurer_name",
  "policy_number",
  "coverage_amount",
  "effective_date",
  "expiration_date",
];

/** What an earlier run says, as JSON: of its records only what is compared. */
export function storedEarlier({ verdict, before }: Earlier): object {
  if (before === undefined) return { verdict };
  if (typeof before === "string") return { verdict, not_reached: before === "shard" ? before : true };
  const records = Object.entries(before.records).flatMap(([name, record]) =>
    record.state === "answered" ? [[name, picked(record.value, comparedPaths[name as RecordName])]] : [],
  );
  return { verdict, day: dayText(before.day), records: Object.fromEntries(records) };
}

/** What `storedEarlier` stored; undefined if it is something else. */
export function readEarlier(stored: unknown): Earlier | undefined {
  if (!isObject(stored)) return undefined;
  const { verdict, not_reached, day: on, records } = stored;
  if (verdict !== null && verdict !== "pass" && verdict !== "review" && verdict !== "fail") return undefined;
  if (not_reached === true || not_reached === "shard")
    return { verdict, before: not_reached === true ? "not-reached" : not_reached };
  if (on === undefined) return { verdict, before: undefined };
  const day = readDay(on);
  if (day.state !== "stated" || !isObject(records) || !Object.values(records).every(isObject)) return undefined;
  const states = Object.entries(records).map(([name, value]) => [name, { state: "answered", value }]);
  return { verdict, before: { day: day.value, records: Object.fromEntries(states) } };
}

/** The values at paths, as they are compared. */
function picked(record: ServiceRecord, paths: readonly string[]): object {
  const found: Record<string, unknown> = {};
  for (const wanted of paths) {
    const { path, raw } = comparedAt(record, wanted);
    const names = path.split(".");
    const last = names.pop() as string;
    let inner = found;
    for (const name of names) {
      inner[name] ??= {};
      inner = inner[name] as Record<string, unknown>;
    }
    inner[last] = path === "policies" ? pickedRows(record[path]) : raw;
  }
  return found;
}

function pickedRows(rows: unknown): unknown {
  if (!Array.isArray(rows)) return scalar(rows);
  return rows.map((row) => (isObject(row) ? pickedRow(row) : scalar(row)));
}

/** A list or an object stays unreadable, as a list of its JSON text. Keys of its own could be taken for those of the line it is written in. */
function pickedRow(row: ServiceRecord): object {
  const value = (path: string) => {
    const found = row[path];
    if (!isWritable(found)) return false;
    return typeof found !== "object" || found === null || isPicked(found) ? found : [JSON.stringify(found)];
  };
  return Object.fromEntries(policyPaths.map((path) => [path, value(path)]));
}

const isPicked = (value: object) => Array.isArray(value) && value.length === 1 && typeof value[0] === "string";

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
    .map((field) => ({ field, before: comparedAt(before, field.path), now: comparedAt(now, field.path) }))
    .filter((change) => !isSame(change.field.read, change.before.raw, change.now.raw))
    .map((change) => ({
      kind: change.field.kind,
      field: change.before.path === change.now.path ? change.now.path : change.field.path,
      before: citable(change.before.raw),
      now: citable(change.now.raw),
    }))
    .filter((change, index, all) => all.findIndex(({ field }) => field === change.field) === index);
}

function safetyChanges(before: ServiceRecord | undefined, now: ServiceRecord | undefined): Change[] {
  if (before === undefined || now === undefined) return [];
  const [ratingBefore, ratingNow] = [before, now].map((record) => comparedAt(record, "rating").raw);
  const rating = { kind: "safety", field: "rating", before: citable(ratingBefore), now: citable(ratingNow) } as const;
  const rates = inspectionGroups.flatMap((group): Change[] => {
    const field = `inspections.${group}.oos_rate`;
    const [was, is] = [isAboveNational(before, group), isAboveNational(now, group)];
    if (was !== false || is !== true) return [];
    return [{ kind: "safety", field, before: citable(valueAt(before, field)), now: citable(valueAt(now, field)) }];
  });
  return [...(isSame(readRating, ratingBefore, ratingNow) ? [] : [rating]), ...rates];
}

/** Undefined where it cannot be told: the rate or the national average is not stated, or not in percent. */
function isAboveNational(safety: ServiceRecord, group: string): boolean | undefined {
  const rate = readNumber(valueAt(safety, `inspections.${group}.oos_rate`)).value;
  const national = readNumber(valueAt(safety, `inspections.${group}.national_avg`)).value;
  if (rate === undefined || rate > 100 || national === undefined || !isNationalPercentage(national)) return undefined;
  return rate > national;
}

/** Crashes that were not there before. They leave the count after two years, which is no news. */
function crashChange(before: CarrierRecords["records"], now: CarrierRecords["records"]): Change[] {
  for (const [record, field] of [
    ["safety", "crashes.total"],
    ["carrier", "safety.total_crashes"],
  ] as const) {
    const [was, is] = [before, now].map((records) => readNumber(valueAt(answer(records, record), field)));
    if (was?.state !== "stated" || is?.state !== "stated") continue;
    return is.value > was.value ? [{ kind: "safety", field, before: was.value, now: is.value }] : [];
  }
  return [];
}

/** The amounts on file that are lower than before. More insurance is not worth a warning. */
function onFileChanges(before: ServiceRecord | undefined, now: typeof before): Change[] {
  return (["bipd", "cargo"] as const).flatMap((kind): Change[] => {
    const field = `insurance.${kind}_on_file`;
    const [then, current] = [before, now].map((record) => readAmount(valueAt(record, field), kind).value);
    if (then === undefined || current === undefined || current.upper >= then.lower) return [];
    return [{ kind: "insurance", field, before: then.lower, now: current.lower }];
  });
}

/** Cover lowered or lapsed; another insurer, another number, and an earlier end of policies in force, each by the kind of cover. */
function coverChanges(before: EarlierCarrier, now: ServiceRecord | undefined, today: number): Change[] {
  const earlier = filingsOf(answer(before.records, "insurance"), before.day);
  const current = filingsOf(now, today);
  if (earlier === undefined || current === undefined) return [];
  const amounts = (["bipd", "cargo"] as const).flatMap((kind): Change[] => {
    const [was, is] = [coverOf(earlier, kind), coverOf(current, kind)];
    const hasLapsed = was.inForce > 0 && is.amount.upper === 0;
    if (!hasLapsed && is.amount.upper >= was.amount.lower) return [];
    // The amount of a cargo filing is often not stated: it lapses all the same.
    const amountBefore = was.amount.lower > 0 ? was.amount.lower : null;
    return [{ kind: "insurance", field: `cover.${kind}`, before: amountBefore, now: is.amount.lower }];
  });
  const changes = (["bipd", "cargo", "unclear", "other"] as const).flatMap((kind) => {
    const isInForce = (filing: Filing) => filing.kind === kind && filing.inForce === "yes";
    const [was, is] = [earlier.filter(isInForce), current.filter(isInForce)];
    return [
      ...setChange("insurer_name", insurersOf(was), insurersOf(is)),
      ...setChange("policy_number", numbersOf(was), numbersOf(is)),
      ...cancellations(endsOf(was, before.day), endsOf(is, today)),
    ];
  });
  return [...amounts, ...changes];
}

/** The insurers of filings, as they are compared and as they were written. */
function insurersOf(filings: readonly Filing[]): Map<string, string> {
  const names = filings.map(({ insurer }) => insurer).filter((insurer) => typeof insurer === "string");
  return new Map(names.filter((name) => !isNotStated(name)).map((name) => [insurerKey(name), name]));
}

/** Compared like the names of companies: `ACME CO` is `Acme Company`. */
function insurerKey(insurer: unknown): string {
  const name = readName(insurer);
  if (name.state === "stated") return name.value.whole;
  return typeof insurer === "string" ? insurer : "";
}

/** The numbers of policies. Another punctuation, or zeros in front, make no other number. */
function numbersOf(filings: readonly Filing[]): Map<string, string> {
  const numbers = filings.flatMap(({ number }) => number ?? []);
  return new Map(numbers.map((number) => [numberKey(number) || number, number]));
}

/** What tells filings of a kind from one another. */
function keyOf({ isExcess, number, insurer }: Filing): string {
  return JSON.stringify([isExcess, number && (numberKey(number) || number), insurerKey(insurer)]);
}

/** The filings that may be in force in one of the runs and are not in the other, or may be worse. Without any, all is as before, or better. */
export function unkeptFilings(before: EarlierCarrier, now: ServiceRecord, today: number): Filing[] {
  const was = mayCover(answer(before.records, "insurance"), before.day);
  const is = mayCover(now, today);
  const isNoWorse = (one: MayCover, other?: MayCover) =>
    other !== undefined && other.end >= one.end && isNoLess(other.amount, one.amount);
  const lost = [...was].filter(([key, one]) => !isNoWorse(one, is.get(key)));
  const added = [...is].filter(([key]) => !was.has(key));
  return [...lost, ...added].slice(0, maxShown).map(([, filing]) => filing);
}

/** A filing that may be in force. */
interface MayCover extends Filing {
  /** The day on which it ends. */
  end: number;
}

/**
 * Filings that may be in force, each by its kind, number and insurer where nothing is in doubt; otherwise, and where several rows are about
 * one policy, by all that its row says.
 */
function mayCover(insurance: ServiceRecord | undefined, today: number): Map<unknown, MayCover> {
  const rows = insurance?.["policies"] as readonly unknown[];
  const policies = new Map<unknown, Map<unknown, MayCover>>();
  for (const [index, filing] of (filingsOf(insurance, today) ?? []).entries()) {
    const { kind, inForce, doubt, number, insurer, daysLeft } = filing;
    if (kind === "other" || inForce === "no") continue;
    const isClear = doubt === null && numberKey(number ?? "") !== "" && readName(insurer).value !== undefined;
    const row = keyOfRow(rows[index], inForce);
    const key = isClear ? `${kind} ${keyOf(filing)}` : row;
    policies.set(key, (policies.get(key) ?? new Map()).set(row, { ...filing, end: today + daysLeft }));
  }
  const keyed = [...policies].flatMap(([key, byRow]) => (byRow.size > 1 ? [...byRow] : [[key, ...byRow.values()]]));
  return new Map(keyed as [unknown, MayCover][]);
}

/** One that cannot be written, or is no object, equals no other. */
function keyOfRow(row: unknown, inForce: Filing["inForce"]): unknown {
  const picked = isObject(row) ? pickedRow(row) : { row: false };
  return Object.values(picked).includes(false) ? Symbol() : inForce + JSON.stringify(picked);
}

/** Whether an amount is certainly as much as another one, or more. */
export function isNoLess(amount: Interval, other: Interval): boolean {
  return amount.lower >= other.upper || (amount.lower === other.lower && amount.upper === other.upper);
}

const maxShown = 10;

/** Something that was not there before. What is only gone makes the cover lower, or lets it lapse: that is reported already. */
function setChange(field: string, before: Map<string, string>, now: typeof before): Change[] {
  if (before.size === 0 || [...now.keys()].every((key) => before.has(key))) return [];
  const shown = (values: Map<string, string>) => [...values.values()].slice(0, maxShown).map(citable);
  return [{ kind: "insurance", field: `insurance.policies.${field}`, before: shown(before), now: shown(now) }];
}

/** Filings that end earlier than they did: somebody canceled them. */
function cancellations(before: Map<string, number>, now: typeof before): Change[] {
  const endText = (day = Infinity) => (day === Infinity ? null : dayText(day));
  return [...now]
    .filter(([filing, end]) => end < (before.get(filing) ?? end))
    .slice(0, maxShown)
    .map(([filing, end]) => ({
      kind: "insurance",
      field: "insurance.policies.expiration_date",
      before: endText(before.get(filing)),
      now: endText(end),
    }));
}

/** The days on which filings end, the last one of those that may be one filing; infinite for one without an end. */
function endsOf(filings: readonly Filing[], today: number): Map<string, number> {
  const ends = new Map<string, number>();
  for (const filing of filings) {
    const key = keyOf(filing);
    ends.set(key, Math.max(today + filing.daysLeft, ends.get(key) ?? 0));
  }
  return ends;
}

/** The sections of the snapshot screen: what the three records say, in the order in which it matters. */
import { type Filing, readFilings } from "../../vet/cover.ts";
import { dayOfTime } from "../../vet/values.ts";
import { address, amount, asItCame, date, grouped, termOf } from "../cells.ts";
import { plainText, type RecordRow, valueAt } from "../value.ts";
import { inspectionLines } from "./inspections.ts";
import type { ScreenText } from "./screen-text.ts";
import { type Part, recordIn, type Snapshot } from "./snapshot.ts";

/** A section of the screen. One that states nothing is left out, and named among what is not known. */
export interface ScreenSection {
  label: string;
  lines: readonly ScreenText[];
}

/** A record as the cells read it. */
export function rowOf(part: Part, now: number): RecordRow {
  return { record: recordIn(part), text: part.state === "answered" ? part.answer.text : "{}", now };
}

/** The sections that have something to say, and the labels of those that have not. */
export function sectionsOf(snapshot: Snapshot): { sections: ScreenSection[]; notStated: string[] } {
  const carrier = rowOf(snapshot.carrier, snapshot.askedAt);
  const safety = rowOf(snapshot.safety, snapshot.askedAt);
  const all: ScreenSection[] = [
    { label: "Insurance", lines: insuranceLines(snapshot, carrier) },
    { label: "Rating", lines: textLines(ratingOf(carrier, safety)) },
    { label: "Inspections", lines: partLines(snapshot.safety, () => inspectionLines(safety, carrier)) },
    { label: "Crashes", lines: textLines(crashesOf(carrier, safety)) },
    { label: "Violations", lines: textLines(violationsOf(safety)) },
    { label: "Fleet", lines: textLines(fleetOf(carrier)) },
    { label: "Address", lines: textLines(stated(address("address")(carrier, "address").text)) },
    { label: "Contact", lines: textLines(contactOf(carrier)) },
  ];
  return {
    sections: all.filter(({ lines }) => lines.length > 0),
    notStated: all.filter(({ lines }) => lines.length === 0).map(({ label }) => label.toLowerCase()),
  };
}

const nothingStated = "—";

function stated(text: string): string | undefined {
  return text === nothingStated ? undefined : text;
}

function textLines(text: string | undefined): ScreenText[] {
  return text === undefined ? [] : [{ text }];
}

/** What a record says, or that it was not answered. That there is none, the marks and the last line say. */
function partLines(part: Part, lines: () => ScreenText[]): ScreenText[] {
  if (part.state === "unanswered") return [{ text: `not answered: ${part.error.message}`, tone: "bad" }];
  return part.state === "none" ? [] : lines();
}

/** Filings that are not in force are history: the most recent few are enough. */
const mostFormer = 2;
const mostInForce = 6;

function insuranceLines(snapshot: Snapshot, carrier: RecordRow): ScreenText[] {
  const [bipd, cargo] = ["bipd", "cargo"].map((kind) => amount(carrier, `insurance.${kind}_on_file`).text);
  const hasOnFile = stated(bipd ?? "") !== undefined || stated(cargo ?? "") !== undefined;
  const lines = partLines(snapshot.insurance, () => filingLines(snapshot));
  return [...lines, ...(hasOnFile ? [{ text: `on file: BIPD ${bipd}, cargo ${cargo}` }] : [])];
}

interface ListedFiling {
  filing: Filing;
  row: RecordRow;
}

function filingLines({ insurance, dotNumber, askedAt }: Snapshot): ScreenText[] {
  const row = rowOf(insurance, askedAt);
  const policies = valueAt(row, "policies");
  if (!Array.isArray(policies)) return [{ text: "policies not stated", tone: "careful" }];
  const listed = readFilings(policies, dayOfTime(askedAt)).map(
    (filing, index): ListedFiling => ({ filing, row: { ...row, element: { list: "policies", index } } }),
  );
  const inForce = listed.filter(({ filing }) => filing.inForce === "yes");
  const unclear = listed.filter(({ filing }) => filing.inForce === "unclear");
  const former = listed.filter(({ filing }) => filing.inForce === "no").sort(byEnd);
  const shown = [...inForce, ...unclear].slice(0, mostInForce);
  const hidden = listed.length - shown.length - Math.min(former.length, mostFormer);
  return [
    ...(inForce.length === 0 ? [{ text: noneInForce(listed.length), tone: "bad" as const }] : []),
    ...shown.map((each) => ({
      text: filingText(each),
      ...(each.filing.inForce === "unclear" && { tone: "careful" as const }),
    })),
    ...former.slice(0, mostFormer).map((each) => ({ text: filingText(each), tone: "faint" as const })),
    ...(hidden > 0
      ? [{ text: `and ${grouped(hidden)} more: usdot insurance ${dotNumber}`, tone: "faint" as const }]
      : []),
  ];
}

function noneInForce(listed: number): string {
  return listed === 0 ? "in force today: none (no active policies listed)" : "in force today: none";
}

/** The ones that ended last come first. */
function byEnd(one: ListedFiling, other: ListedFiling): number {
  return other.filing.daysLeft - one.filing.daysLeft;
}

/** `BIPD/Primary 750,000, until cancelled, PROGRESSIVE`; what is not in force says so. */
function filingText({ filing, row }: ListedFiling): string {
  const type = asItCame(row, "policies.policy_type").text;
  const insurer = stated(asItCame(row, "policies.insurer_name").text);
  const parts = [
    `${type} ${amountText(filing, row)}`,
    termOf(row, "policies.effective_date", "policies.expiration_date"),
  ];
  return [...parts, ...(insurer === undefined ? [] : [insurer])].join(", ");
}

/** A filed amount of 0 on cargo and bonds means that the limit is not stated. */
function amountText({ kind }: Filing, row: RecordRow): string {
  const path = "policies.coverage_amount";
  if (valueAt(row, path) === 0 && kind !== "bipd") return "limit not stated";
  return stated(amount(row, path).text) ?? "amount not stated";
}

/** Both records have a rating; if they differ, both are shown. */
function ratingOf(carrier: RecordRow, safety: RecordRow): string | undefined {
  const ratings = [plainText(carrier, "safety.rating"), plainText(safety, "rating")].filter(
    (rating) => rating !== undefined,
  );
  return ratings.length === 0
    ? undefined
    : [...new Set(ratings)].join(" (carrier record), ").concat(new Set(ratings).size > 1 ? " (safety record)" : "");
}

function crashesOf(carrier: RecordRow, safety: RecordRow): string | undefined {
  const total = stated(amount(safety, "crashes.total").text) ?? stated(amount(carrier, "safety.total_crashes").text);
  const kinds = ["fatal", "injury", "towaway"].flatMap((kind) => {
    const count = stated(amount(safety, `crashes.${kind}`).text);
    return count === undefined ? [] : [`${count} ${kind}`];
  });
  if (total === undefined && kinds.length === 0) return undefined;
  return [...(total === undefined ? [] : [`${total} in all`]), ...kinds].join(", ");
}

const basics = [
  ["unsafe_driving", "unsafe driving"],
  ["driver_fitness", "driver fitness"],
  ["hos", "hours of service"],
  ["drug_alcohol", "drugs and alcohol"],
  ["vehicle_maint", "vehicle maintenance"],
] as const;

/** Counts above 0 by name; the rest together. */
function violationsOf(safety: RecordRow): string | undefined {
  const counts = basics.map(([field, name]) => ({ name, text: stated(amount(safety, `violations.${field}`).text) }));
  const known = counts.filter(({ text }) => text !== undefined);
  if (known.length === 0) return undefined;
  const some = known.filter(({ text }) => text !== "0").map(({ name, text }) => `${name} ${text}`);
  const rest = [
    ...(some.length < known.length ? [some.length === 0 ? "none" : "others 0"] : []),
    ...(known.length < counts.length ? ["others not stated"] : []),
  ];
  return [...(some.length > 0 ? [some.join(", ")] : []), ...rest].join("; ");
}

function fleetOf(carrier: RecordRow): string | undefined {
  const units = stated(amount(carrier, "fleet.power_units").text);
  const drivers = stated(amount(carrier, "fleet.drivers").text);
  if (units === undefined && drivers === undefined) return undefined;
  const count = (text: string | undefined, noun: string) =>
    text === undefined ? `${noun}s not stated` : `${text} ${noun}${text === "1" ? "" : "s"}`;
  return `${count(units, "power unit")}, ${count(drivers, "driver")}`;
}

function contactOf(carrier: RecordRow): string | undefined {
  const parts = ["contact.phone", "contact.email"].flatMap((path) => plainText(carrier, path) ?? []);
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** `authority ACTIVE, since 2017-12-14 (8 years ago)`, or that it is not stated. */
export function authorityOf(carrier: RecordRow): string {
  const status = stated(asItCame(carrier, "authority.status").text) ?? "not stated";
  const since = date(carrier, "authority.common_authority_date");
  if (since.text === nothingStated) return `authority ${status}`;
  return `authority ${status}, since ${since.text}${since.aside === undefined ? "" : ` (${since.aside})`}`;
}

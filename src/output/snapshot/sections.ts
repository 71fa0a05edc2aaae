/** The sections of the snapshot screen: what the three records say, in the order in which it matters. */
import { grouped } from "../../text/digits.ts";
import { address, amount, asItCame, type Cell, liability, rating } from "../cells.ts";
import { date, termOf } from "../date-cells.ts";
import { coverage, coverToday, type ListedFiling, listedFilings } from "../filings.ts";
import { plainText, type RecordRow } from "../value.ts";
import { fieldTones, isUnknown, type TopicTone, topicTone, topicTones } from "./findings.ts";
import { inspectionLines } from "./inspections.ts";
import type { ScreenText } from "./screen-text.ts";
import type { ScreenFacts, ShownRecord } from "./snapshot.ts";

/** A section of the screen. One that states nothing is left out, and named among what is not known. */
export interface ScreenSection {
  label: string;
  lines: readonly ScreenText[];
}

/** The sections that have something to say, and the labels of those that have not. */
export interface Sections {
  sections: readonly ScreenSection[];
  notStated: readonly string[];
}

/** A record as the cells read it. */
export function rowOf(part: ShownRecord, now: number): RecordRow {
  return { answer: part.state === "answered" ? part.answer : { record: {}, text: "{}" }, now };
}

/**
 * Divides what the records say.
 *
 * @param room the columns for a section's text; undefined where nothing needs to fit
 */
export function sectionsOf(snapshot: ScreenFacts, room: number | undefined): Sections {
  const carrier = rowOf(snapshot.carrier, snapshot.asOf);
  const safety = rowOf(snapshot.safety, snapshot.asOf);
  const toneOf = topicTones(snapshot.findings);
  const all: ScreenSection[] = [
    { label: "Insurance", lines: insuranceLines(snapshot, carrier) },
    { label: "Rating", lines: ratingLines(snapshot, carrier, safety) },
    {
      label: "Inspections",
      lines: partLines(snapshot, snapshot.safety, () =>
        inspectionLines(safety, carrier, fieldTones(snapshot.findings), room),
      ),
    },
    { label: "Crashes", lines: textLines(crashesOf(carrier, safety), toneOf("crashes")) },
    { label: "Violations", lines: textLines(violationsOf(safety), toneOf("violations")) },
    { label: "Fleet", lines: textLines(fleetOf(carrier), toneOf("fleet")) },
    { label: "Address", lines: textLines(stated(address("address")(carrier, "address").text), toneOf("address")) },
    { label: "Contact", lines: textLines(contactOf(carrier), toneOf("contact")) },
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

function textLines(text: string | undefined, tone: TopicTone): ScreenText[] {
  return text === undefined ? [] : [{ text, tone }];
}

/** What a record says, or that it was not answered. That there is none, the marks and the last line say. */
function partLines({ findings }: ScreenFacts, part: ShownRecord, lines: () => ScreenText[]): ScreenText[] {
  if (part.state === "none" || part.state === "not-asked") return [];
  if (part.state === "answered") return lines();
  const { message } = part.error;
  // Where a rule needed the record, its mark says why.
  const isTold = findings.some((finding) => isUnknown(finding) && finding.error?.message === message);
  return [{ text: isTold ? "not answered" : `not answered: ${message}`, tone: "error" }];
}

/** Filings that are over are history: the most recent few are enough. */
const mostFormer = 2;
const mostCurrent = 6;

/** What is in force today and what is on file, in one line where they agree, and below it the filings. */
function insuranceLines(snapshot: ScreenFacts, carrier: RecordRow): ScreenText[] {
  const [bipd = nothingStated, cargo = nothingStated] = ["bipd", "cargo"].map(
    (kind) => amount(carrier, `insurance.${kind}_on_file`).text,
  );
  const isStated = bipd !== nothingStated || cargo !== nothingStated;
  const onFile = isStated ? `BIPD ${bipd}, cargo ${cargo}` : undefined;
  const onFileTone = liability(carrier, "insurance.bipd_on_file").tone;
  const today = coverToday(rowOf(snapshot.insurance, snapshot.asOf));
  if (today !== undefined && today.text === onFile) {
    return [{ text: `in force today, as on file: ${onFile}`, tone: today.tone }, ...filingLines(snapshot)];
  }
  const lines = partLines(snapshot, snapshot.insurance, () => [
    ...inForceLine(snapshot, today),
    ...filingLines(snapshot),
  ]);
  return [...lines, ...(onFile === undefined ? [] : [{ text: `on file: ${onFile}`, tone: onFileTone }])];
}

function inForceLine({ insurance, asOf }: ScreenFacts, today: Cell | undefined): ScreenText[] {
  if (today !== undefined) return [{ text: `in force today: ${today.text}`, tone: today.tone }];
  const policies = plainText(rowOf(insurance, asOf), "policies");
  return policies === undefined ? [] : [{ text: `policies ${policies}`, tone: "warning" }];
}

function filingLines({ insurance, dotNumber, asOf }: ScreenFacts): ScreenText[] {
  const listed = listedFilings(rowOf(insurance, asOf)) ?? [];
  const current = listed.filter(({ term }) => term !== "former").slice(0, mostCurrent);
  const former = listed.filter(({ term }) => term === "former").slice(0, mostFormer);
  const hidden = listed.length - current.length - former.length;
  return [
    ...[...current, ...former].map(filingText),
    ...(hidden > 0
      ? [{ text: `and ${grouped(hidden)} more: usdot insurance ${dotNumber}`, tone: "dim" as const }]
      : []),
  ];
}

/** `BIPD/Primary 750,000, until cancelled, PROGRESSIVE`; what is not in force says so. */
function filingText({ row, term }: ListedFiling): ScreenText {
  const type = stated(asItCame(row, "policies.policy_type").text) ?? "type not stated";
  const insurer = stated(asItCame(row, "policies.insurer_name").text);
  const { text, tone } = termOf(row, "policies.effective_date", "policies.expiration_date");
  const amountText = stated(coverage(row, "policies.coverage_amount").text) ?? "amount not stated";
  const parts = [`${type} ${amountText}`, text, ...(insurer === undefined ? [] : [insurer])];
  return { text: parts.join(", "), tone: term === "former" ? "dim" : tone };
}

/** A rating without a rule is marked as cards mark it, the worse one of two. */
function ratingLines({ findings }: ScreenFacts, carrier: RecordRow, safety: RecordRow): ScreenText[] {
  const cells = [rating(carrier, "safety.rating"), rating(safety, "rating")];
  const worst = cells.find(({ tone }) => tone === "error") ?? cells.find(({ tone }) => tone === "warning");
  return textLines(ratingOf(carrier, safety), topicTone(findings, "rating", worst ?? { text: "" }));
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
  if (total === "0" && kinds.every((kind) => kind.startsWith("0 "))) return "none";
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

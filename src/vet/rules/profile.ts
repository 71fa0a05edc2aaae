/** The fleet, and whether its size can be believed; where a carrier is, and how it can be reached. */
import { counted, grouped } from "../../text/digits.ts";
import type { Judgment } from "../model.ts";
import { type ComparableText, type Field, quoted, type Reading, readNumber, readText, wordsOf } from "../values.ts";
import { atLeast, combined, fail, fieldName, fieldOf, observedOf, pass, unknown, unknownField } from "./judgment.ts";
import {
  allowAndDeny,
  allowAndDenyLists,
  atLeastOne,
  judgeByLists,
  listFile,
  oneOf,
  optional,
  positiveNumber,
  someOf,
  wholeNumber,
} from "./parameters.ts";
import { type AnsweredRecords, defineRule, type EntryList } from "./rule.ts";

const fleetPowerUnits = defineRule({
  name: "fleet.power_units",
  summary: "The carrier has enough power units.",
  parameters: () => ({ min: wholeNumber("minimum number of power units") }),
  needs: ["summary"],
  outcomes: { passes: "at least min", fails: "fewer", unknown: "not stated" },
  check(records, { min }) {
    const units = powerUnits(records);
    if (units.value === undefined) return unknownField(units);
    return atLeast(counted(units.value, "power unit"), units.value, { number: min }, observedOf(units));
  },
});

/** The power units of the carrier record or of the summary. */
export const powerUnits = fieldOf("summary", "fleet.power_units", readNumber);
const fleetDrivers = fieldOf("summary", "fleet.drivers", readNumber);

/** A real record has 599,994 power units and 2 drivers. */
const ordinaryRatio = 20;

const fleetPlausible = defineRule({
  name: "fleet.plausible",
  summary: "Power units and drivers are in a plausible ratio: some carriers file wrong numbers.",
  parameters: () => ({
    max_units_per_driver: optional(
      positiveNumber(`maximum power units per driver (default ${ordinaryRatio}); 0 drivers count as 1`),
    ),
    max_drivers_per_unit: optional(
      positiveNumber(`maximum drivers per power unit (default ${ordinaryRatio}); 0 units count as 1`),
    ),
  }),
  needs: ["summary"],
  outcomes: {
    passes: "both ratios are within",
    fails: "one is above",
    unknown: "power units or drivers are not stated",
  },
  check: (records, ratios) => judgePlausibility(records, ratios),
});

/** Whether power units and drivers are in a plausible ratio, as `fleet.plausible` and every rule that divides by the fleet ask. */
export function judgePlausibility(
  records: AnsweredRecords,
  ratios: { max_units_per_driver?: number | undefined; max_drivers_per_unit?: number | undefined } = {},
): Judgment {
  const { max_units_per_driver = ordinaryRatio, max_drivers_per_unit = ordinaryRatio } = ratios;
  const units = powerUnits(records);
  const drivers = fleetDrivers(records);
  if (units.value === undefined || drivers.value === undefined) return unknownField(units, drivers);
  const values = `${counted(units.value, "power unit")}, ${counted(drivers.value, "driver")}`;
  const observed = observedOf(units, drivers);
  if (units.value > max_units_per_driver * Math.max(drivers.value, 1)) {
    return fail(`${values}: more than ${grouped(max_units_per_driver)} units per driver`, observed);
  }
  if (drivers.value > max_drivers_per_unit * Math.max(units.value, 1)) {
    return fail(`${values}: more than ${grouped(max_drivers_per_unit)} drivers per unit`, observed);
  }
  return pass(values, observed);
}

/** The 50 states and DC, as the Postal Service abbreviates them. Territories, provinces and Mexican states are not in it. */
const states =
  "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY".split(
    " ",
  );
const stateCode = /^[a-z]{2}$/;

/** A name in place of a code (`Texas`) is in no list, and so would slip by. */
function readState(value: unknown): Reading<ComparableText> {
  const text = readText(value);
  if (text.state !== "stated" || stateCode.test(text.value.normal)) return text;
  return { state: "unreadable", why: "not a two-letter code" };
}

const stateField = fieldOf("summary", "address.state", readState);

const addressState = defineRule({
  name: "address.state",
  summary: "The carrier's state or province is one that you accept. @us stands for the 50 states and DC.",
  parameters: () =>
    allowAndDenyLists("the states to accept, as two-letter codes", "the states to refuse", {
      groups: { "@us": states },
      form: [stateCode, /^[a-z]{0,2}$/, "a state is a two-letter code"],
    }),
  needs: ["summary"],
  outcomes: {
    passes: "allowed, and not denied",
    fails: "denied, or not allowed",
    unknown: "not stated, or no two-letter code",
  },
  crossCheck: allowAndDeny,
  check: (records, lists) => judgeByLists(stateField(records), lists),
});

/**
 * A post office box in the words of an address, as the Postal Service's Publication 28 and people write it: PO BOX 16, P.O. Box,
 * P/O BOX, P.O. #16, POB 16, POST OFFICE BOX, PO DRAWER, and in Mexico and Quebec. A box without "PO" is a rural one (RR 2 BOX 77).
 */
const postOfficeBox =
  /^p ?[o0](?:box(?:es)?|bx|b|drawer) |(?:^| )(?:g?p(?: and)? ?[o0] (?:bo ?x(?:es)?|bx|b|drawer|caller|lock ?box)(?: |$|\d)|p ?[o0](?:box(?:es)?|bx|b|drawer) ?(?:(?:no|nr|num|number) ?)?[a-z]? ?(?:\d|$)|p ?[o0] (?:(?:no|nr|num|number) )?\d|lock ?box \d|post ?(?:office|ofc|off) ?(?:box|bx|drawer)|postal box|(?:apartado|apdo) (?:postal|\d)|case postale)/;

/** A street that is called so, behind the number of a house: `12 P O 4 RD`, `5 PO BOX RD`. */
const streetOfThatName =
  /^\d+[a-z]? p ?o ?(?:box|\d+)(?= (?:rd|road|st|street|ave|avenue|ln|lane|dr|drive|hwy|highway|way|ct|court|blvd|trl|trail)\b)/;

const streetField = fieldOf("summary", "address.street", readText);

const addressStreet = defineRule({
  name: "address.street",
  summary: "The carrier's street address is a place, not a post office box.",
  parameters: () => ({ po_box: oneOf(["deny"], "deny: a post office box fails") }),
  needs: ["summary"],
  outcomes: {
    passes: "any other address, including a rural box such as RR 2 BOX 77",
    fails: "a post office box, however it is punctuated",
    unknown: "not stated",
  },
  check(records) {
    const field = streetField(records);
    if (field.value === undefined) return unknownField(field);
    const message = `${fieldName(field.path)} is ${quoted(field.value.raw)}`;
    const isBox = postOfficeBox.test((wordsOf(field.value.raw) ?? "").replace(streetOfThatName, ""));
    return isBox ? fail(`${message}: a post office box`, observedOf(field)) : pass(message, observedOf(field));
  },
});

const contactFields = {
  phone: fieldOf("carrier", "contact.phone", readText),
  email: fieldOf("carrier", "contact.email", readText),
};

const contact = defineRule({
  name: "contact",
  summary: "The carrier can be reached, and not where you know that fraud comes from.",
  parameters: () => ({
    require: optional(someOf(["phone", "email"], "what must be stated")),
    deny_file: listFile(
      "a file of phone numbers, email addresses and @domains to refuse, one per line, with comments after #",
      readListedContact,
    ),
  }),
  needs: ["carrier"],
  outcomes: {
    passes: "what is required is stated, and nothing that is stated is denied",
    fails: "a phone number, an email address or its domain is in deny_file",
    unknown:
      "something required is not stated; with deny_file, neither a phone number nor an email address is, or one cannot be read",
  },
  crossCheck: atLeastOne("require", "deny_file"),
  check(records, { require = [], deny_file }) {
    const { phone, email } = contactFields;
    const judgments = require.map((name) => judgeStated(contactFields[name](records)));
    if (deny_file !== undefined) judgments.push(judgeDenied([phone(records), email(records)], deny_file));
    return combined(judgments);
  },
});

function judgeStated(field: Field<ComparableText>): Judgment {
  return field.value === undefined ? unknownField(field) : pass(`${fieldName(field.path)} stated`, observedOf(field));
}

function judgeDenied(fields: readonly Field<ComparableText>[], { path, entries }: EntryList): Judgment {
  const stated = fields.filter(({ state }) => state !== "not stated");
  if (stated.length === 0) return unknownField(...fields);
  return combined(
    stated.map((field) => {
      if (field.value === undefined) return unknownField(field);
      const message = `${fieldName(field.path)} ${quoted(field.value.raw)}`;
      const { contacts, isRead } = contactsIn(field.value.normal);
      if (contacts.some((entry) => entries.has(entry)))
        return fail(`${message}: on the list ${path}`, observedOf(field));
      return isRead
        ? pass(`${message}: not on the list ${path}`, observedOf(field))
        : unknown(`${message}: no phone number or email address`, observedOf(field), "unreadable");
    }),
  );
}

/** Everything in a text that a list can name. It is not read where a part may be a contact that nobody can tell. */
function contactsIn(text: string): { contacts: string[]; isRead: boolean } {
  const normal = text.normalize("NFKC").replace(/ ?@ ?/g, "@");
  const parts = normal.split("@");
  const emails = parts.slice(1).map((after, index) => emailsAt(parts[index] ?? "", after));
  const single = normal.split(/[\p{L}#/;,|&]+/u).map((part) => phoneOf(part) ?? "");
  const phones = normal
    .split(/[\p{L}#]+/u)
    .flatMap(phonesWithin)
    .concat(single);
  const hasContact = emails.length > 0 || phones.some(({ length }) => length === 7 || length > 9);
  const hasOtherDigits = /(?![0-9])\p{Nd}/u.test(normal);
  const isRead = hasContact && emails.every(({ length }) => length > 0) && !hasOtherDigits;
  return { contacts: [...emails.flat(), ...phones, ...phonesWithin(normal)], isRead };
}

/** What a list can name around an @: the addresses that end there, whatever precedes them, the domain, and those above. */
function emailsAt(before: string, after: string): string[] {
  const domain = /^(?:[\p{L}\p{N}_-]+\.)+(?:xn--[a-z0-9-]+|\p{L}+)/u.exec(after.slice(0, 300))?.[0] ?? "";
  if (domain === "" || domain.length > 253) return [];
  const local = /\S*$/.exec(before.slice(-64))?.[0] ?? "";
  const starts = [...local.matchAll(/(?<![\p{L}\p{N}.+_-])./gu)];
  const domains = domain.split(".").map((_, index, labels) => `@${labels.slice(index).join(".")}`);
  return [...starts.map(({ index }) => `${local.slice(index)}@${domain}`), ...domains];
}

/** How many digits a phone number has: without an area code 7, by ITU-T E.164 15 at most. */
const phoneSizes = [7, 8, 9, 10, 11, 12, 13, 14, 15];

/** A text of more digits than one number has may be several, or have an unusual prefix: any of them may be meant. */
function phonesWithin(text: string): string[] {
  const digits = text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  if (digits.length < 11) return [digits];
  return phoneSizes.flatMap((size) => Array.from(digits.slice(size - 1), (_, at) => digits.slice(at, at + size)));
}

/** The digits of a phone number, without the country code 1 and an extension. */
function phoneOf(text: string): string | undefined {
  const digits = text.replace(/(?:x|ext\.?|extension|#)\s*\d+\s*$/i, "").replace(/\D/g, "");
  const national = digits.replace(/^1(?=\d{10}$)/, "");
  return phoneSizes.includes(national.length) ? national : undefined;
}

function readListedContact(written: string): { entry: string } | { invalid: string } {
  const text = written
    .replace(/\s#.*$/, "")
    .normalize("NFKC")
    .trim()
    .toLowerCase()
    .replace(/\.$/, "");
  if (/^@[^\s@]+\.[^\s@]+$/.test(text) || /^[^\s@]+@[^\s@]+$/.test(text)) return { entry: text };
  const phone = /[a-wyz@]/.test(text.replace(/\s*(?:ext\.?|extension).*$/, "")) ? undefined : phoneOf(text);
  return phone === undefined ? { invalid: "is no phone number, email address or @domain" } : { entry: phone };
}

export const profileRules = [fleetPowerUnits, fleetPlausible, addressState, addressStreet, contact];

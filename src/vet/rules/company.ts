/**
 * Where a carrier is, how large it is, how it can be reached, and what else the
 * service says of it.
 */

import { counted } from "../../text/digits.ts";
import { quoted } from "../../text/json.ts";
import { comparePhones } from "../compare/values.ts";
import { CannotTell, field } from "../record/facts.ts";
import { domainOf, emailsIn, isPhone, phonesIn } from "../record/names.ts";
import {
  notStated,
  readIf,
  readNumber,
  readText,
  unreadable,
} from "../record/readers.ts";
import {
  atLeast,
  type CarrierToJudge,
  fail,
  type Judgment,
  judgeEach,
  pass,
  type ReadEntry,
  unknown,
  unknownIfThrown,
} from "./judgment.ts";
import { rule } from "./rule.ts";
import { allowDenyRule } from "./text-list.ts";

/**
 * The 50 states and DC, as the Postal Service abbreviates them. Territories,
 * provinces and Mexican states are not in it.
 */
const us =
  `AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO
  MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY`.split(
    /\s+/,
  );

/** A name in place of a code (`Texas`) is in no list, and so would slip by. */
const readState = readIf(
  readText,
  (state) => /^\s*[a-z]{2}\s*$/i.test(state),
  unreadable("not a two-letter code"),
);

const powerUnitsField = field(
  "summary.fleet.power_units",
  "power units",
  readNumber,
);
const driversField = field("summary.fleet.drivers", "drivers", readNumber);

/** No fleet has so many units per driver, or drivers per unit. */
const mostPerOne = 20;

/** A real record has 599,994 power units and 2 drivers. */
function judgeFleet({ facts }: CarrierToJudge): Judgment {
  const [units, people] = [facts.get(powerUnitsField), facts.get(driversField)];
  const words = `${counted(units, "power unit")}, ${counted(people, "driver")}`;
  if (units > mostPerOne * Math.max(people, 1))
    return fail(`${words}: more than ${mostPerOne} units per driver`);
  if (people > mostPerOne * Math.max(units, 1))
    return fail(`${words}: more than ${mostPerOne} drivers per unit`);
  return pass(words);
}

/**
 * The power units, for rules that divide by them. Throws `CannotTell` where,
 * beside the drivers, they are not plausible.
 */
export function plausibleUnits(carrier: CarrierToJudge): number {
  const units = carrier.facts.get(powerUnitsField);
  const { outcome, message } = unknownIfThrown(() => judgeFleet(carrier));
  if (outcome === "fail") throw new CannotTell(message, "fleet.plausible");
  return units;
}

/** A text without a number, or with zeros alone, states none. */
const readPhone = readIf(
  readText,
  (phone) => phonesIn(phone).length > 0,
  notStated,
);

/** How a carrier can be reached. */
const contactFields = {
  phone: field("carrier.contact.phone", "phone", readPhone),
  email: field("carrier.contact.email", "email", readText),
};
type ContactWay = keyof typeof contactFields;
const ways = ["phone", "email"] as const;

/** An address, and all domains that it is in. */
function addressesIn(value: string): string[] {
  return emailsIn(value).flatMap((address) => {
    const labels = domainOf(address).split(".");
    const domains = labels.map((_, at) => `@${labels.slice(at).join(".")}`);
    return [address, ...domains];
  });
}

/** Whether a phone number may be one of a list, with or without a country code. */
const isNearly = (phone: string, entries: ReadonlySet<string>) =>
  [...entries].some(
    (entry) =>
      !entry.includes("@") && comparePhones(phone, entry) === "unclear",
  );

/** The forms in which a list may have a contact. */
const contactsIn = (way: ContactWay, value: string) =>
  way === "email" ? addressesIn(value) : phonesIn(value);

/** Judges a contact that is stated by a list of those to refuse. */
function judgeContact(
  way: ContactWay,
  value: string,
  entries: ReadonlySet<string>,
  list: string,
): Judgment {
  const words = `${way} ${quoted(value)}`;
  const contacts = contactsIn(way, value);
  if (contacts.some((each) => entries.has(each)))
    return fail(`${words}: on the list ${list}`);
  const phones = way === "phone" ? contacts : [];
  if (contacts.length === 0 || !phones.every(isPhone))
    return unknown(`${words}: cannot be read`);
  if (phones.some((each) => isNearly(each, entries)))
    return unknown(`${words}: perhaps on the list ${list}`);
  return pass(`${words}: not on the list ${list}`);
}

/** Fails for the first claimed contact that is on a list of those to refuse. */
function deniedClaim(
  { facts, claims = [] }: CarrierToJudge,
  denied: ReadonlySet<string> | undefined,
  list: string,
): Judgment | undefined {
  for (const claim of claims)
    for (const way of ways) {
      const value = claim[way] ?? "";
      if (!contactsIn(way, value).some((each) => denied?.has(each))) continue;
      facts.cite(`claims.${way}`, value);
      return fail(`the claimed ${way} ${quoted(value)}: on the list ${list}`);
    }
  return undefined;
}

/** An address, or a domain after its @; no pattern. */
const address = /^[^@*%]*@(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}_-]+$/u;

const readContactLine: ReadEntry = (line) => {
  const others = line.replace(/[^\s,;|/]*@[^\s,;|/]*/g, ";");
  const [entry = "", ...more] = [...emailsIn(line), ...phonesIn(others)];
  const isContact = entry.includes("@") ? address.test(entry) : isPhone(entry);
  return isContact && more.length === 0
    ? { entry }
    : {
        invalid:
          "is not one phone number of ten digits, one email address or one @domain",
      };
};

export const companyRules = [
  rule("fleet.power_units", "power units", ["summary"], {
    description: "The carrier has enough power units.",
    movesByItself: true,
    parameters: ({ whole }) => ({
      min: whole("minimum number of power units"),
    }),
    judgeWith:
      ({ min }) =>
      ({ facts }) => {
        const units = facts.get(powerUnitsField);
        return atLeast(units, min, counted(units, "power unit"));
      },
  }),
  rule("fleet.plausible", "fleet", ["summary"], {
    description: `There are at most ${mostPerOne} power units per driver, and drivers per unit: some file wrong numbers. A number that is 0 counts as 1.`,
    movesByItself: true,
    judgeWith: () => judgeFleet,
  }),
  allowDenyRule(
    "address.state",
    "state",
    field("summary.address.state", "state or province", readState),
    "The state or province is one that you accept. @us stands for the 50 states and DC.",
    { us },
  ),
  allowDenyRule(
    "address.street",
    "street",
    field("summary.address.street", "street address", readText),
    'The street is one that you accept. deny: ["*po box*", "*p o box*", "*pobox*", "*post office box*"] refuses PO boxes.',
  ),
  rule("contact", "contact", ["carrier"], {
    description:
      "The carrier can be reached, and neither its record nor a claim has a contact of your list.",
    parameters: ({ several, choice, text }) => ({
      require: several(choice(ways), "what must be stated").optional(),
      deny_file: text(
        "a file of phone numbers, emails and @domains to refuse, one per line",
      ).optional(),
    }),
    files: { deny_file: readContactLine },
    needsOneOf: ["require", "deny_file"],
    judgeWith:
      ({ require = [], deny_file = "" }, { deny_file: denied }) =>
      (carrier) => {
        const { facts } = carrier;
        const claimed = deniedClaim(carrier, denied, deny_file);
        if (claimed) return claimed;
        const judged = ways.filter(
          (way) =>
            require.includes(way) ||
            (denied && facts.states(contactFields[way])),
        );
        if (judged.length === 0)
          return unknown("neither phone nor email is stated");
        return judgeEach(judged, String, (way) => {
          const value = facts.get(contactFields[way]);
          return denied
            ? judgeContact(way, value, denied, deny_file)
            : pass(`${way} ${quoted(value)}`);
        });
      },
  }),
];

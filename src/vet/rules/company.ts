/**
 * Where a carrier is, how large it is, how it can be reached, and what else the
 * service says of it.
 */

import { counted } from "../../text/digits.ts";
import {
  type Field,
  field,
  isNotStated,
  longestList,
  quoted,
  type Reading,
  readDay,
  readNumber,
  readScalar,
  readText,
  recordIn,
  unknown,
} from "../record/facts.ts";
import type { Kinds } from "../record/kinds.ts";
import {
  type Agreement,
  comparePhones,
  domainOf,
  emailsIn,
  isPhone,
  phonesIn,
} from "../record/names.ts";
import {
  atLeast,
  atMost,
  type Case,
  every,
  fail,
  type Judgment,
  pass,
  type ReadEntry,
  rule,
  settle,
  worstOf,
} from "./rule.ts";
import { allowAndDeny, judgeBy, listed } from "./text-list.ts";

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
function stateCode(value: unknown): Reading<string> {
  const reading = readText(value);
  return /^\s*[a-z]{2}\s*$/i.test(reading.value ?? "us")
    ? reading
    : { why: "not a two-letter code" };
}

const stateField = field(
  "summary",
  "address.state",
  "state or province",
  stateCode,
);
const streetField = field(
  "summary",
  "address.street",
  "street address",
  readText,
);
const powerUnitsField = field(
  "summary",
  "fleet.power_units",
  "power units",
  readNumber,
);
const driversField = field("summary", "fleet.drivers", "drivers", readNumber);

/** No fleet has so many units per driver, or drivers per unit. */
const mostPerOne = 20;

/** A real record has 599,994 power units and 2 drivers. */
function judgeFleet({ facts }: Case): Judgment {
  const [units, people] = [facts.get(powerUnitsField), facts.get(driversField)];
  const words = `${counted(units, "power unit")}, ${counted(people, "driver")}`;
  if (units > mostPerOne * Math.max(people, 1))
    return fail(`${words}: more than ${mostPerOne} units per driver`);
  if (people > mostPerOne * Math.max(units, 1))
    return fail(`${words}: more than ${mostPerOne} drivers per unit`);
  return pass(words);
}

/**
 * The power units, for rules that divide by them. Throws `Unknown` where,
 * beside the drivers, they are not plausible.
 */
export function plausibleUnits(about: Case): number {
  const units = about.facts.get(powerUnitsField);
  const { outcome, message } = settle(() => judgeFleet(about));
  return outcome === "fail" ? unknown(message) : units;
}

const phoneField = field("carrier", "contact.phone", "phone", readText);
const emailField = field("carrier", "contact.email", "email", readText);

/** An address, and all domains that it is in. */
function addressesIn(value: string): string[] {
  return emailsIn(value).flatMap((address) => {
    const labels = domainOf(address).split(".");
    const domains = labels.map((_, at) => `@${labels.slice(at).join(".")}`);
    return [address, ...domains];
  });
}

/**
 * Whether a contact is on a list of entries, phone numbers as claims are
 * compared; undefined where it cannot be read.
 */
function listing(
  field: Field<string>,
  value: string,
  entries: ReadonlySet<string>,
): Agreement | undefined {
  const isPhones = field === phoneField;
  const values = isPhones ? phonesIn(value) : addressesIn(value);
  if (values.some((each) => entries.has(each))) return "agrees";
  if (values.length === 0 || (isPhones && !values.every(isPhone)))
    return undefined;
  const isUnclear = (listed: string) =>
    !listed.includes("@") &&
    values.some((each) => comparePhones(each, listed) === "unclear");
  return isPhones && [...entries].some(isUnclear) ? "unclear" : "contradicts";
}

const readContactLine: ReadEntry = (line) => {
  const written = line.toLowerCase();
  if (/^@[^\s@]+\.[^\s@]+$/.test(written)) return { entry: written };
  const addresses = emailsIn(written);
  const isPhones = addresses.length === 0;
  const [entry = "@", ...others] = isPhones ? phonesIn(written) : addresses;
  const isReadable = isPhones ? isPhone(entry) : !entry.startsWith("@");
  return isReadable && others.length === 0
    ? { entry }
    : {
        invalid:
          "is not a phone number of ten digits, an email address or an @domain",
      };
};

const sentField = (kind: Kinds) => {
  const { text, mapping, whole } = kind;
  const path = text("the name of the field, such as out_of_service");
  const max_age_days = whole(
    "a date that is older is refused, and one that is not sent is unknown",
  ).optional();
  const shape = {
    path,
    ...allowAndDeny(kind, { read: readScalar }),
    max_age_days,
  };
  const needsOneOf = ["allow", "deny", "max_age_days"];
  return mapping(shape, "a field", { needsOneOf });
};

export const companyRules = [
  rule("fleet.power_units", "power units", ["summary"], {
    summary: "The carrier has enough power units.",
    parameters: ({ whole }) => ({
      min: whole("minimum number of power units"),
    }),
    judge:
      ({ min }) =>
      ({ facts }) => {
        const units = facts.get(powerUnitsField);
        return atLeast(units, min, counted(units, "power unit"));
      },
  }),
  rule("fleet.plausible", "fleet", ["summary"], {
    summary: `There are at most ${mostPerOne} power units per driver, and drivers per unit: some file wrong numbers. 0 of either count as 1.`,
    judge: () => judgeFleet,
  }),
  listed(
    "state",
    stateField,
    "The state or province is one that you accept. @us stands for the 50 states and DC.",
    us,
  ),
  listed(
    "street",
    streetField,
    'The street is one that you accept. deny: ["*po box*", "*p o box*", "*pobox*", "*post office box*"] refuses PO boxes.',
  ),
  rule("contact", "contact", ["carrier"], {
    summary:
      "The carrier can be reached, and not where you know that fraud comes from.",
    parameters: ({ several, choice, text }) => ({
      require: several(
        choice(["phone", "email"], ""),
        "what must be stated",
      ).optional(),
      deny_file: text(
        "a file of phone numbers, emails and @domains to refuse, one per line",
      ).optional(),
    }),
    files: { deny_file: readContactLine },
    needsOneOf: ["require", "deny_file"],
    judge:
      ({ require = [], deny_file }, { deny_file: denied }) =>
      ({ facts }) => {
        const isRequired = ({ label }: Field<string>) =>
          require.some((name) => name === label);
        const judged = [phoneField, emailField].filter(
          (field) => isRequired(field) || (denied && facts.states(field)),
        );
        if (judged.length === 0)
          return unknown("neither phone nor email is stated");
        return every(
          judged,
          ({ label }) => label,
          (field) => {
            const value = facts.get(field);
            const words = `${field.label} ${quoted(value)}`;
            if (denied === undefined) return pass(words);
            const listed = listing(field, value, denied);
            if (listed === undefined)
              return unknown(`${words}: cannot be read`);
            if (listed === "unclear")
              return unknown(`${words}: perhaps on the list ${deny_file}`);
            return listed === "agrees"
              ? fail(`${words}: on the list ${deny_file}`)
              : pass(`${words}: not on the list ${deny_file}`);
          },
        );
      },
  }),
];

/** What programs write for an empty date. Any other is a statement. */
const emptyDays = ["0001-01-01", "1970-01-01"].map(
  (text) => readDay(text).value,
);

/** What counts as not sent in a field beyond the interface. */
function isNotSent(value: unknown): boolean {
  return (
    isNotStated(value) ||
    (Array.isArray(value) && value.length === 0) ||
    emptyDays.includes(readDay(value).value)
  );
}

/** The texts that a field holds: one, or those of a list. */
const sentValue = (path: string) =>
  field<readonly string[]>("carrier", path, path, (sent) => {
    if (isNotSent(sent)) return {};
    const isList = Array.isArray(sent);
    if (isList && sent.length > longestList) return { why: "too long" };
    const texts = [sent]
      .flat()
      .filter((value) => !isNotSent(value))
      .map(readScalar);
    const why = texts.find((text) => text.why !== undefined)?.why;
    if (why !== undefined) return { why: isList ? `an element: ${why}` : why };
    const value = texts.map((text) => text.value ?? "");
    return value.length > 0 ? { value } : {};
  });

/** A date of the past is young enough; one that is not sent cannot be. */
function judgeAge(
  words: string,
  value: string,
  today: number,
  most: number,
): Judgment {
  const { value: date, why = "not a date" } = readDay(value);
  if (date === undefined) return unknown(`${words}: ${why}`);
  if (date > today) return unknown(`${words}: after today`);
  return atMost(
    today - date,
    most,
    `${words}, ${counted(today - date, "day")}`,
  );
}

/**
 * Whether the record says that a carrier is in service which has an
 * out-of-service date.
 */
function isContradicted(path: string, { answers, facts }: Case): boolean {
  if (path !== "out_of_service_date") return false;
  const value = recordIn(answers, "carrier")?.["out_of_service"];
  const isInService = /^(?:no?|false|0)$/i.test(readScalar(value).value ?? "");
  if (isInService) facts.observe("out_of_service", value);
  return isInService;
}

export const fieldsRule = rule("fields", "also sent", ["carrier"], {
  summary:
    "What the service sends beyond the interface is what you allow, of a list each element. A field that it does not send passes, unless max_age_days is set.",
  parameters: (kind) => ({
    of: kind.several(
      sentField(kind),
      "the fields. With allow and deny, any other value is unknown",
    ),
  }),
  judge({ of }) {
    const fields = of.map(({ path, max_age_days, ...lists }) => ({
      ...sentValue(path),
      max_age_days,
      judge: judgeBy(lists, { read: readScalar }),
    }));
    return (about) =>
      every(
        fields,
        ({ path }) => path,
        ({ max_age_days, judge, ...sent }) => {
          const { path } = sent;
          const { facts, policyName, today } = about;
          const values = facts.maybe(sent);
          if (values === undefined && max_age_days === undefined)
            return pass(`${path} not sent`);
          if (values === undefined) return unknown(`${path} not sent`);
          const judged = values.flatMap((value) => {
            const words = `${path} is ${quoted(value)}`;
            const listed = judge(words, value, policyName);
            if (max_age_days === undefined) return listed;
            const age = () => judgeAge(words, value, today, max_age_days);
            return [settle(age), listed];
          });
          const judgment = worstOf(judged);
          return judgment.outcome === "fail" && isContradicted(path, about)
            ? unknown(`${judgment.message}, but out_of_service says no`)
            : judgment;
        },
      );
  },
});

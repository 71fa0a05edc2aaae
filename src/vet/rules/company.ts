/** Where a carrier is, how large it is, how it can be reached, and what else the service says of it. */
import { counted, grouped } from "../../text/digits.ts";
import {
  type Field,
  field,
  number,
  quoted,
  type Reading,
  scalar,
  text,
  unknown,
} from "../facts.ts";
import { emailsIn, phonesIn } from "../names.ts";
import {
  decimal,
  type EntryList,
  entryFile,
  listOf,
  mapping,
  oneOfBoth,
  optional,
  someOf,
  wholeNumber,
  wording,
} from "../parameters.ts";
import {
  atLeast,
  every,
  fail,
  type Judgment,
  pass,
  rule,
  type Subject,
} from "../rule.ts";
import {
  allowAndDeny,
  judgeListed,
  listed,
  type TextLists,
} from "../text-list.ts";

/** The 50 states and DC, as the Postal Service abbreviates them. Territories, provinces and Mexican states are not in it. */
const us =
  `AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO
  MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY`.split(
    /\s+/,
  );

/** A name in place of a code (`Texas`) is in no list, and so would slip by. */
function stateCode(value: unknown): Reading<string> {
  const reading = text(value);
  return /^\s*[a-z]{2}\s*$/i.test(reading.value ?? "us")
    ? reading
    : { why: "not a two-letter code" };
}

const state = field("summary", "address.state", "state or province", stateCode);
const street = field("summary", "address.street", "street address", text);
const powerUnits = field("summary", "fleet.power_units", "power units", number);
const drivers = field("summary", "fleet.drivers", "drivers", number);

/** A real record has 599,994 power units and 2 drivers. */
function judgeFleet({ get }: Subject, perDriver = 20, perUnit = 20): Judgment {
  const [units, people] = [get(powerUnits), get(drivers)];
  const words = `${counted(units, "power unit")}, ${counted(people, "driver")}`;
  if (units > perDriver * Math.max(people, 1))
    return fail(`${words}: more than ${grouped(perDriver)} units per driver`);
  if (people > perUnit * Math.max(units, 1))
    return fail(`${words}: more than ${grouped(perUnit)} drivers per unit`);
  return pass(words);
}

/** The power units, for rules that divide by them, and in words. Throws `Unknown` where they are not plausible. */
export function plausibleFleet(
  subject: Subject,
): readonly [units: number, words: string] {
  const { outcome, message } = judgeFleet(subject);
  if (outcome !== "pass") return unknown(message);
  const units = subject.get(powerUnits);
  return [units, `for ${counted(units, "power unit")}`];
}

const phone = field("carrier", "contact.phone", "phone", text);
const email = field("carrier", "contact.email", "email", text);

function judgeContact(
  one: Field<string>,
  value: string,
  list: EntryList | undefined,
): Judgment {
  const words = `${one.label} ${quoted(value)}`;
  if (list === undefined) return pass(words);
  const found = one === phone ? phonesIn(value) : addressesIn(value);
  if (found.some((each) => list.entries.has(each)))
    return fail(`${words}: on the list ${list.path}`);
  return found.length > 0
    ? pass(`${words}: not on the list ${list.path}`)
    : unknown(`${words}: cannot be read`);
}

function addressesIn(value: string): string[] {
  return emailsIn(value).flatMap((address) => {
    const labels = address.slice(address.lastIndexOf("@") + 1).split(".");
    return [
      address,
      ...labels.map((_, at) => `@${labels.slice(at).join(".")}`),
    ];
  });
}

function listedContact(line: string): { entry: string } | { invalid: string } {
  const written = line.toLowerCase();
  const phone = /^(?:\D*\d){10,11}\D*$/.test(written)
    ? phonesIn(written)[0]
    : undefined;
  const domain = /^@[^\s@]+\.[^\s@]+$/.exec(written)?.[0];
  const [email, ...more] = emailsIn(written);
  const entry = domain ?? (more.length === 0 ? email : undefined) ?? phone;
  return entry
    ? { entry }
    : {
        invalid:
          "is not a phone number of ten digits, an email address or an @domain",
      };
}

/** A field that is sent without a value is unknown: only one that the service does not send says nothing. */
function judgeSentField(
  { get, states }: Subject,
  { path, ...lists }: { path: string } & TextLists,
): Judgment {
  const anything = (value: unknown) => (value === undefined ? {} : { value });
  if (!states(field("carrier", path, path, anything)))
    return pass(`${path} not sent`);
  const value = get(field("carrier", path, path, scalar));
  return judgeListed(
    `${path} is ${quoted(value)}`,
    value,
    lists,
    lists.deny !== undefined,
  );
}

const sentField = mapping(
  "key",
  {
    path: wording(
      "the name of the field, such as out_of_service",
      "^[^.\\s]+(?:\\.[^.\\s]+)*$",
      "the name of a field",
    ),
    ...allowAndDeny({ read: scalar }),
  },
  "",
  oneOfBoth("allow", "deny"),
);

export const companyRules = [
  rule("fleet.power_units", "power units", ["summary"], {
    summary: "The carrier has enough power units.",
    parameters: { min: wholeNumber("minimum number of power units") },
    judge: ({ get }, { min }) =>
      atLeast(get(powerUnits), min, counted(get(powerUnits), "power unit")),
  }),
  rule("fleet.plausible", "fleet", ["summary"], {
    summary:
      "Power units and drivers are in a plausible ratio: some file wrong numbers. 0 of either count as 1.",
    parameters: {
      max_units_per_driver: optional(
        decimal("maximum power units per driver (default 20)"),
      ),
      max_drivers_per_unit: optional(
        decimal("maximum drivers per power unit (default 20)"),
      ),
    },
    judge: (subject, { max_units_per_driver, max_drivers_per_unit }) =>
      judgeFleet(subject, max_units_per_driver, max_drivers_per_unit),
  }),
  listed(
    "state",
    state,
    "The state or province is one that you accept. @us stands for the 50 states and DC.",
    us,
  ),
  listed(
    "street",
    street,
    'The street is one that you accept. deny: ["*po box*", "*p o box*", "*post office box*"] refuses PO boxes.',
  ),
  rule("contact", "contact", ["carrier"], {
    summary:
      "The carrier can be reached, and not where you know that fraud comes from.",
    parameters: {
      require: optional(someOf(["phone", "email"], "what must be stated")),
      deny_file: entryFile(
        "a file of phone numbers, emails and @domains to refuse, one per line",
        listedContact,
      ),
    },
    problemOf: oneOfBoth("require", "deny_file"),
    judge(subject, { require = [], deny_file }) {
      const isRequired = ({ label }: Field<string>) =>
        require.some((name) => name === label);
      const judged = [phone, email].filter(
        (one) => isRequired(one) || (deny_file && subject.states(one)),
      );
      if (judged.length === 0)
        return unknown("neither phone nor email is stated");
      return every(judged, (one) =>
        judgeContact(one, subject.get(one), deny_file),
      );
    },
  }),
];

export const fieldsRule = rule("fields", "also sent", ["carrier"], {
  summary:
    "What the service sends beyond the interface is what you allow. A field that it does not send passes; one without a value is unknown.",
  parameters: {
    of: listOf(
      sentField,
      "the fields. With allow and deny, any other value is unknown",
    ),
  },
  judge: (subject, { of }) => every(of, (one) => judgeSentField(subject, one)),
});

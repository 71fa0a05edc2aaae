/** Where a carrier is, how large it is, how it can be reached, and what else the service says of it. */
import { counted } from "../../text/digits.ts";
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
import type { Kinds } from "../kinds.ts";
import { domainOf, emailsIn, phonesIn } from "../names.ts";
import {
  atLeast,
  type Case,
  every,
  fail,
  type Judgment,
  oneOfBoth,
  pass,
  type ReadEntry,
  rule,
} from "../rule.ts";
import { allowAndDeny, judgeBy, listed } from "../text-list.ts";

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

/** No fleet has so many units per driver, or drivers per unit. */
const mostPerOne = 20;

/** A real record has 599,994 power units and 2 drivers. */
function judgeFleet({ facts }: Case): Judgment {
  const [units, people] = [facts.get(powerUnits), facts.get(drivers)];
  const words = `${counted(units, "power unit")}, ${counted(people, "driver")}`;
  if (units > mostPerOne * Math.max(people, 1))
    return fail(`${words}: more than ${mostPerOne} units per driver`);
  if (people > mostPerOne * Math.max(units, 1))
    return fail(`${words}: more than ${mostPerOne} drivers per unit`);
  return pass(words);
}

/** The power units, for rules that divide by them. Throws `Unknown` where they are not plausible. */
export function plausibleUnits(about: Case): number {
  const { outcome, message } = judgeFleet(about);
  return outcome === "pass" ? about.facts.get(powerUnits) : unknown(message);
}

const phone = field("carrier", "contact.phone", "phone", text);
const email = field("carrier", "contact.email", "email", text);

/** An address, and all domains that it is in. */
function addressesIn(value: string): string[] {
  return emailsIn(value).flatMap((address) => {
    const labels = domainOf(address).split(".");
    return [
      address,
      ...labels.map((_, at) => `@${labels.slice(at).join(".")}`),
    ];
  });
}

const readContact: ReadEntry = (line) => {
  const written = line.toLowerCase();
  const phones = /^(?:\D*\d){10,11}\D*$/.test(written) ? phonesIn(written) : [];
  const domain = /^@[^\s@]+\.[^\s@]+$/.exec(written)?.[0];
  const [address, ...more] = emailsIn(written);
  const entry =
    domain ?? (more.length === 0 ? address : undefined) ?? phones[0];
  return entry
    ? { entry }
    : {
        invalid:
          "is not a phone number of ten digits, an email address or an @domain",
      };
};

const sentField = (kind: Kinds) => {
  const { text, mapping, choice } = kind;
  const path = text("the name of the field, such as out_of_service");
  const empty = choice(
    ["allow", "unknown"],
    "one that is sent without a value (default unknown)",
  ).optional();
  const shape = { path, empty, ...allowAndDeny(kind, { read: scalar }) };
  return mapping(shape, "").refine(
    ({ allow, deny }) => allow ?? deny,
    "needs allow or deny",
  );
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
        const units = facts.get(powerUnits);
        return atLeast(units, min, counted(units, "power unit"));
      },
  }),
  rule("fleet.plausible", "fleet", ["summary"], {
    summary: `There are at most ${mostPerOne} power units per driver, and drivers per unit: some file wrong numbers. 0 of either count as 1.`,
    parameters: () => ({}),
    judge: () => judgeFleet,
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
    files: { deny_file: readContact },
    problemOf: oneOfBoth("require", "deny_file"),
    judge:
      ({ require = [], deny_file }, { deny_file: denied }) =>
      ({ facts }) => {
        const isJudged = (one: Field<string>) =>
          require.some((name) => name === one.label) ||
          (denied !== undefined && facts.states(one));
        const judged = [phone, email].filter(isJudged);
        if (judged.length === 0)
          return unknown("neither phone nor email is stated");
        return every(judged, (one) => {
          const value = facts.get(one);
          const words = `${one.label} ${quoted(value)}`;
          if (denied === undefined) return pass(words);
          const found = one === phone ? phonesIn(value) : addressesIn(value);
          if (found.some((each) => denied.has(each)))
            return fail(`${words}: on the list ${deny_file}`);
          return found.length > 0
            ? pass(`${words}: not on the list ${deny_file}`)
            : unknown(`${words}: cannot be read`);
        });
      },
  }),
];

const anything = (value: unknown) => (value === undefined ? {} : { value });

export const fieldsRule = rule("fields", "also sent", ["carrier"], {
  summary:
    "What the service sends beyond the interface is what you allow. A field that it does not send passes; one without a value is unknown.",
  parameters: (kind) => ({
    of: kind.several(
      sentField(kind),
      "the fields. With allow and deny, any other value is unknown",
    ),
  }),
  judge({ of }) {
    const judges = of.map(({ path, empty, ...lists }) => ({
      path,
      empty,
      judge: judgeBy(lists, { read: scalar }),
    }));
    return ({ facts }) =>
      every(judges, ({ path, empty, judge }) => {
        const sent = field("carrier", path, path, scalar);
        if (!facts.states({ ...sent, read: anything }))
          return pass(`${path} not sent`);
        const value = empty === "allow" ? facts.maybe(sent) : facts.get(sent);
        return value === undefined
          ? pass(`${path} not stated`)
          : judge(`${path} is ${quoted(value)}`, value);
      });
  },
});

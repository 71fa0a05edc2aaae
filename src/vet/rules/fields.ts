/** What the service sends beyond the interface. */

import { counted } from "../../text/digits.ts";
import { isObject, quoted } from "../../text/json.ts";
import { field, recordIn } from "../record/facts.ts";
import { ordersIn } from "../record/oos-orders.ts";
import {
  longestList,
  notStated,
  type Reading,
  readDay,
  readScalar,
  saysNo,
  saysSomething,
  unreadable,
} from "../record/readers.ts";
import {
  atMost,
  type CarrierToJudge,
  decided,
  type Judgment,
  pass,
  unknown,
  unknownIfThrown,
  worstOf,
} from "./judgment.ts";
import { rule } from "./rule.ts";
import { allowAndDeny, judgeByLists } from "./text-list.ts";

/** The texts that a field holds: one, or those of a list. */
const sentTexts = (path: string) =>
  field(`carrier.${path}`, path, (raw): Reading<string[]> => {
    const values = [raw].flat();
    if (values.length > longestList) return unreadable("too long");
    if (!values.some(saysSomething)) return notStated;
    if (!values.every(saysSomething))
      return unreadable("an element is not stated");
    const readings = values.map(readScalar);
    const { why } = readings.find((each) => each.why !== undefined) ?? {};
    return why
      ? unreadable(why)
      : { value: readings.flatMap(({ value }) => value ?? []) };
  });

/** A field with what its texts have to be. */
interface JudgedField {
  path: string;
  judgeText: ReturnType<typeof judgeByLists>;
  max_age_days: number | undefined;
}

function judgeSpelling(
  { path, judgeText, max_age_days }: JudgedField,
  carrier: CarrierToJudge,
): Judgment {
  const { facts, today } = carrier;
  const texts = facts.maybe(sentTexts(path));
  const isDated = max_age_days !== undefined;
  if (texts === undefined) {
    const words = `${path} not sent`;
    return isDated ? unknown(words) : pass(words);
  }
  const judgments = texts.flatMap((text) => {
    const words = `${path} is ${quoted(text)}`;
    const listed = judgeText(carrier, text, words);
    return isDated
      ? [judgeAge(words, text, today, max_age_days), listed]
      : listed;
  });
  const judgment = worstOf(judgments);
  return judgment.outcome === "fail" && isContradicted(path, carrier)
    ? unknown(`${judgment.message}, but out_of_service says no`)
    : judgment;
}

/** A past date must be recent enough; a later one is unknown. */
function judgeAge(
  words: string,
  value: string,
  today: number,
  most: number,
): Judgment {
  const { value: date } = readDay(value);
  if (date === undefined) return unknown(`${words}: not certain which day`);
  if (date > today) return unknown(`${words}: after today`);
  const days = today - date;
  return atMost(days, most, `${words}, ${counted(days, "day")}`);
}

/** Whether a record with such a date says that it is in service; cites that. */
function isContradicted(
  path: string,
  { answers, facts }: CarrierToJudge,
): boolean {
  if (!/^(?:oos|outofservice)date$/.test(folded(path))) return false;
  const record = recordIn(answers, "carrier") ?? {};
  const names = spellingsIn(record, "out_of_service");
  const isInService = names.every((name) =>
    saysNo(readScalar(record[name]).value ?? ""),
  );
  if (isInService) for (const name of names) facts.cite(name, record[name]);
  return isInService;
}

/** Values that say out of service, and that the policy does not judge. */
function unjudgedOrders(
  { answers, facts, policyName }: CarrierToJudge,
  fields: readonly JudgedField[],
) {
  const carrier = recordIn(answers, "carrier");
  const judged = fields.flatMap(({ path }) => spellingsIn(carrier, path));
  const unjudged = ordersIn(answers).filter(
    ({ record, member, path }) =>
      record !== "carrier" ||
      ![member, path].some((name) => judged.includes(name)),
  );
  return unjudged.map(({ member, path, value }) => {
    facts.cite(path, value);
    const words = `${path} is ${quoted(value)}, which ${policyName} does not judge`;
    return { about: member, ...unknown(words) };
  });
}

const folded = (name: string) => name.replace(/[_\s-]/g, "").toLowerCase();

/**
 * Where a record has a field, as it writes it: `out_of_service` is also
 * `outOfService`.
 */
export function spellingsIn(section: unknown, path: string): string[] {
  const [name = "", ...rest] = path.split(".");
  const members = isObject(section) ? section : {};
  const sent = Object.keys(members).filter(
    (member) => folded(member) === folded(name),
  );
  const names = sent.length > 0 ? sent : [name];
  if (rest.length === 0) return names;
  return names.flatMap((each) =>
    spellingsIn(members[each], rest.join(".")).map(
      (below) => `${each}.${below}`,
    ),
  );
}

export const fieldsRule = rule("fields", "also sent", ["carrier"], {
  description:
    "What the service sends beyond the interface is what you allow, of a list each element. A field that it does not send passes, unless max_age_days is set. Unknown where another field, of any record, says out of service, revoked, suspended or no carrier authority, which counts without this rule, too.",
  parameters(types) {
    const { text, whole, mapping, several } = types;
    const path = text(
      "the name of the field: out_of_service also finds outOfService",
    );
    const max_age_days = whole(
      "a date that is older is refused, and one that is not sent is unknown",
    ).optional();
    const lists = allowAndDeny(types, { read: readScalar });
    const each = mapping({ path, ...lists, max_age_days }, "a field", {
      needsOneOf: ["allow", "deny", "max_age_days"],
    });
    const words = "the fields. With allow and deny, any other value is unknown";
    return { of: several(each, words) };
  },
  judgeWith({ of }) {
    const fields = of.map(({ path, max_age_days, ...lists }) => ({
      path,
      judgeText: judgeByLists(lists, { read: readScalar }),
      max_age_days,
    }));
    return (carrier) => {
      const record = recordIn(carrier.answers, "carrier");
      const judged = fields.map((each) => {
        const judgments = spellingsIn(record, each.path).map((path) =>
          unknownIfThrown(() => judgeSpelling({ ...each, path }, carrier)),
        );
        // Of several spellings, the worst counts.
        return { about: each.path, ...worstOf(judgments) };
      });
      return decided([...judged, ...unjudgedOrders(carrier, fields)]);
    };
  },
});

/**
 * Orders out of service, revocations, suspensions and lapsed authority that
 * fields beyond the interface state, of any record.
 */
import { type Answers, recordNames } from "../../answer.ts";
import { pathsOf } from "../../service/record-fields.ts";
import {
  isObject,
  type JsonObject,
  membersBeyond,
  textAt,
} from "../../text/json.ts";
import { recordIn } from "./facts.ts";
import { isNotStated, readScalar, snakeCase, wholeWord } from "./readers.ts";

/** What an order is called, by the name of a field and in a text. */
const outOfService = {
  names: /(?<![a-z])oos(?![a-z])|out.?of.?service/,
  words: undenied(String.raw`(?:oos|out.?of.?service)\b`),
};
const revocation = {
  names: /revo[ck]|suspen[ds]/,
  words: undenied("(?:revo[ck]|suspen[ds])"),
};

/** Words of a text that does not say the opposite: `not suspended`. */
function undenied(words: string): RegExp {
  return new RegExp(String.raw`(?<!\b(?:not|no|never)\W+)\b${words}`, "i");
}

/** The name of a number of orders. */
const countName = wholeWord(
  "(?:rate|percent|percentage|pct|avg|average|total|count|inspection|violation|driver|vehicle)s?",
);
/** A number is a count of orders, but 1 may be a yes, and 20261001 a date. */
const denial = /^(?:no?|none|never|false|not\b.*|(?!(?:1|\d{8})$)[\d.,]+)$/i;

/**
 * Whether common authority lapsed (`commonAuthorityStatus: I`), or there is
 * neither common nor contract authority (both `N`), as brokers have it.
 */
function lacksAuthority(path: string, text: string, sent: JsonObject) {
  const name = snakeCase(path);
  if (!wholeWord("common").test(name)) return false;
  if (/^(?:i|inactive)$/i.test(text)) return true;
  const isStatus = /common(?:_?(?:authority|auth|status|stat))*$/.test(name);
  const contract = textAt(sent, path.replace("common", "contract")) ?? "";
  return (
    isStatus &&
    path.includes("common") &&
    [text, contract].every((each) => /^(?:n|i|none|inactive)$/i.test(each))
  );
}

function saysOrder(path: string, value: unknown, sent: JsonObject): boolean {
  const name = snakeCase(path);
  if (countName.test(name) || isNotStated(value)) return false;
  // What cannot be read denies nothing.
  const text = readScalar(value).value ?? "";
  if (lacksAuthority(path, text, sent)) return true;
  // A filing that is revoked has ended, which its rules judge.
  const isFiling = path.startsWith("insurance.policies.");
  return (isFiling ? [outOfService] : [outOfService, revocation]).some(
    ({ names, words }) =>
      words.test(text) || (names.test(name) && !denial.test(text)),
  );
}

/** A value with its path, or those in it. */
function leavesOf(path: string, value: unknown): [string, unknown][] {
  if (Array.isArray(value))
    return value.flatMap((each) => leavesOf(path, each));
  return isObject(value)
    ? Object.entries(value).flatMap(([name, each]) =>
        leavesOf(`${path}.${name}`, each),
      )
    : [[path, value]];
}

/** The first order in each member that no interface knows. */
export function ordersIn(answers: Answers) {
  return recordNames.flatMap((record) => {
    const isCarrier = record === "carrier";
    // As "summary", recordIn takes the carrier record first.
    const sent = recordIn(answers, isCarrier ? "summary" : record) ?? {};
    return [...membersBeyond(sent, pathsOf(record))].flatMap(([name, held]) => {
      const member = isCarrier ? name : `${record}.${name}`;
      const order = leavesOf(member, held).find((leaf) =>
        saysOrder(...leaf, sent),
      );
      return order ? { record, member, path: order[0], value: order[1] } : [];
    });
  });
}

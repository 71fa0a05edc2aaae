/** Where a carrier is, and how it can be reached. */
import { normalText, quoted, readText } from "../values.ts";
import { combined, fail, fieldOf, observedOf, pass, unknown, unknownField } from "./judgment.ts";
import { allowAndDeny, judgeByLists, oneOf, optional, someOf, textList } from "./parameters.ts";
import { defineRule } from "./rule.ts";

/** The 50 states and DC, as the Postal Service abbreviates them. Territories, provinces and Mexican states are not in it. */
const states =
  "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY".split(
    " ",
  );
const groups = { "@us": states };

export const addressState = defineRule({
  name: "address.state",
  summary: "The carrier's state or province is one that you accept. @us stands for the 50 states and DC.",
  parameters: {
    allow: optional(textList("the states to accept", { groups })),
    deny: optional(textList("the states to refuse", { groups })),
  },
  needs: ["summary"],
  outcomes: { passes: "allowed, and not denied", fails: "denied, or not allowed", unknown: "not stated" },
  crossCheck: allowAndDeny,
  check(records, lists) {
    const field = fieldOf(records, "summary", "address.state", readText);
    return field.value === undefined ? unknownField(field) : judgeByLists(field, field.value, lists);
  },
});

/**
 * A post office box, as the Postal Service's Publication 28 and people write it: PO BOX 16, P.O. Box, P O BOX, POB 16, POST OFFICE
 * BOX, PO DRAWER. A box without "PO" is a rural one (RR 2 BOX 77).
 */
const postOfficeBox =
  /(?:^|[^a-z])(?:p\.? ?o\.? ?(?:box|bx|drawer)|p\.?o\.?b\.? ?#? ?\d|post office (?:box|drawer))(?![a-z])/;

export const addressStreet = defineRule({
  name: "address.street",
  summary: "The carrier's street address is a place, not a post office box.",
  parameters: { po_box: oneOf(["deny"], "deny: a post office box fails") },
  needs: ["summary"],
  outcomes: {
    passes: "any other address, including a rural box such as RR 2 BOX 77",
    fails: "a post office box",
    unknown: "not stated",
  },
  check(records) {
    const field = fieldOf(records, "summary", "address.street", readText);
    if (field.value === undefined) return unknownField(field);
    const message = `${field.path} is ${quoted(field.value.raw)}`;
    const street = normalText(field.value.raw.slice(0, 1_000));
    if (street === null) return unknown(`${message}, which has control or invisible characters`, observedOf(field));
    return postOfficeBox.test(street)
      ? fail(`${message}: a post office box`, observedOf(field))
      : pass(message, observedOf(field));
  },
});

export const contact = defineRule({
  name: "contact",
  summary: "The carrier can be reached.",
  parameters: { require: someOf(["phone", "email"], "what must be stated") },
  needs: ["carrier"],
  outcomes: { passes: "all of it is stated", fails: "never", unknown: "something is not stated" },
  check(records, parameters) {
    const fields = parameters.require.map((name) => fieldOf(records, "carrier", `contact.${name}`, readText));
    return combined(
      fields.map((field) =>
        field.value === undefined ? unknownField(field) : pass(`${field.path} is stated`, observedOf(field)),
      ),
    );
  },
});

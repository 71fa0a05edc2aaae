/**
 * What changed between two profiles. Values are compared as claims are, and
 * more insurance is not a change.
 */
import { isDeepStrictEqual } from "node:util";
import type { Change, ChangeGroup, Profile, ProfileValue } from "../model.ts";
import { fieldNamed, groups } from "./profile.ts";
import {
  type Agreement,
  type Compare,
  compareAll,
  heaviest,
  uncertain,
  type ValueKind,
} from "./values.ts";

/** What differs between two profiles, of the values that both have. */
export function changesBetween(before: Profile, now: Profile): Change[] {
  const changes: Change[] = [];
  for (const [group, fields] of Object.entries(groups))
    for (const field of Object.keys(fields)) {
      const [was, is] = [before[field], now[field]];
      if (was === undefined || is === undefined) continue;
      const change = { group: group as ChangeGroup, field, was, is };
      if (agreementIn(change) !== "agrees") changes.push(change);
    }
  return changes;
}

/** Whether the value before and the one now are the same. */
function agreementIn({ group, field, was, is }: Change): Agreement {
  if (isDeepStrictEqual(was, is)) return "agrees";
  // Where no policy is in force, the amounts say so.
  if (isNone(was) || isNone(is)) return "agrees";
  if (was === null || is === null) return "unclear";
  const { valuesIn, compare } = fieldNamed(field);
  // An unreadable value was kept as written, so reading it gives another one.
  const isRead = (text: string) => isDeepStrictEqual(valuesIn(text), [text]);
  const compareRead: Compare = (text, other) => {
    if (text === other) return "agrees";
    return isRead(text) && isRead(other) ? compare(text, other) : "unclear";
  };
  const agreement = compareAll(was, is, compareRead);
  return group === "insurance"
    ? agreement
    : heaviest([agreement, compareAll(is, was, compareRead)]);
}

const isNone = (value: ProfileValue) => isDeepStrictEqual(value, []);

/** Whether a carrier is certainly not what it was: both values are stated and read. */
export const isCertain = (change: Change): boolean =>
  agreementIn(change) === "contradicts";

/**
 * Whether there is less cover than there was, or it ends sooner, or is no longer
 * certain. More cover is not a change.
 */
export const isLessCover = ({ field, was }: Change): boolean =>
  fieldNamed(field).isMeasure === true &&
  was !== null &&
  !was.includes(uncertain);

/** A field of the profile as a person writes it: `MC number`. */
export function fieldText(field: string): string {
  return field
    .replaceAll("_", " ")
    .replace(/\b(?:bipd|oos|mc|dba)\b/, (word) => word.toUpperCase());
}

const plural = /(?:insurers|numbers|crashes)$/;

/** A value as texts, with words for codes of ours; undefined if it is not stated. */
function valueTexts(
  value: ProfileValue,
  { words }: ValueKind,
  show = (text: string) => text,
): string[] | undefined {
  return value?.map((text) => words[text] ?? show(text));
}

/**
 * A change for people: `phone was (555) 555-0101, is (555) 555-0199`. It may
 * hold text of the service, and is not yet safe to print.
 */
export function changeSentence({ field, was, is }: Change): string {
  const kind = fieldNamed(field);
  const side = (value: ProfileValue) => {
    const texts = valueTexts(value, kind, kind.show) ?? ["not stated"];
    return texts.join(" and ") || "none";
  };
  const [then, now] = plural.test(field) ? ["were", "are"] : ["was", "is"];
  return `${fieldText(field)} ${then} ${side(was)}, ${now} ${side(is)}`;
}

/** A change for programs, with each side as one text. */
export function changeJson({ group, field, was, is }: Change) {
  const side = (value: ProfileValue) => {
    const texts = valueTexts(value, fieldNamed(field));
    return texts ? texts.join("; ") || "nothing" : null;
  };
  return { group, field, was: side(was), is: side(is) };
}

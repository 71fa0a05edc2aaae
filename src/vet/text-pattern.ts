/** What the lists of a policy match: whole texts, or their beginnings. */
import { type ComparableText, normalText } from "./values.ts";

/** An entry of an allow or deny list, ready to be compared. */
export interface TextPattern {
  /** As the policy has it. */
  text: string;
  normal: string;
  /** It ended in `*`: `normal` is the beginning of what it matches. */
  isPrefix: boolean;
}

/** An entry of a list; undefined where it can match nothing: invisible characters, or a `*` that is not at its end. */
export function textPattern(text: string): TextPattern | undefined {
  const isPrefix = text.endsWith("*");
  const written = isPrefix ? text.slice(0, -1) : text;
  const normal = normalText(written);
  if (normal === null || normal.includes("*")) return undefined;
  // The space in `NOT *` counts: it is not to match NOTHING.
  const endsWithSpace = isPrefix && normal !== "" && written.endsWith(" ");
  return { text, normal: endsWithSpace ? `${normal} ` : normal, isPrefix };
}

/** Whether an entry of the list matches: whole, or its beginning where the entry ends in `*`. Never a part: INACTIVE contains ACTIVE. */
export function matchesAny(text: ComparableText, patterns: readonly TextPattern[]): boolean {
  const { normal } = text;
  if (normal === null) return false;
  return patterns.some((pattern) => (pattern.isPrefix ? normal.startsWith(pattern.normal) : normal === pattern.normal));
}

/**
 * The mark of a carrier that is out of service: FMCSA's, and what people write
 * for it.
 */

import { excerpt } from "./text/safe-text.ts";

/** Between two words, if anything: `doNotUse` is a mark, too. */
const gap = String.raw`[\W_]{0,3}`;

/** FMCSA's pages print OOS under the number. */
export const fmcsaMark = `O[./]?O[./]?S|out(?:${gap})?of(?:${gap})?service`;

/** What follows `hold` where it is a mark. */
const afterHold = [
  // `Credit hold`, `hold 2025`, `hold - see Ann`
  String.raw`\W*(?:$|\d)|\s*[-–—:;,.!/(&]`,
  // `Credit hold for Ann`
  String.raw`[\W_]+(?:all|as|by|due|for|pending|per|since|till|until)(?!\p{L})`,
  // The header `Hold flag`
  String.raw`[\W_]+(?:y\W?n|flag|date|reason|code|status|indicator|order)(?!\p{L})`,
].join("|");

/** At the start, or before the above; not `Hold harmless`, `Texas Hold 'Em`. */
const hold = String.raw`hold(?:(?<=^\W*hold)|(?=${afterHold}))(?![\W_]+(?:harmless|em\b))`;

const markWords = [
  fmcsaMark,
  "revoked|revocation|suspended|suspension|inactive|unauthori[sz]ed",
  `no[nt]${gap}(?:active|authori[sz]ed|approved|qualified|complian(?:t|ce))`,
  "unapproved|disapproved|unqualified|deactivated|(?:double|dbl).?broker(?:ed|ing|s)?",
  `(?:do${gap}not|don.?t|never)${gap}(?:use|load|book|hire|tender|dispatch)`,
  `on${gap}hold|${hold}|terminated|rejected|den(?:ied|y)|declined|disqualified|prohibited`,
  `no${gap}(?:go|loads)|fraud(?:ulent)?|scam(?:med|mer|s)?|stolen?`,
  String.raw`d[./ ]?n[./ ]?[ul](?:s|_\d+)?`,
  "black.?list(?:ed)?|blocked|banned",
].join("|");

/** After the digits of a number, if it has one. */
export const optionalMark = String.raw`(?:[\s(#–-]*(?:${markWords})\)?)?`;

/**
 * A no after a mark, or in a column of marks, where a cross or an X means yes.
 */
const noValue = String.raw`(?:no|n|none|false|f|0(?:\.0+)?|n\/?a|null|nil|☐)`;

/** `not revoked`, `no longer blocked`, but not `No - DNU` */
const deniedBefore = String.raw`\b(?:not|no|never|zero|0%?)(?:\W+(?:longer|any))?(?:\s+(?:on\s+)?|-)`;

/** `OOS: no`, `OOS rate 3`, `OOS 5.5%`, but not `OOS - do not use`. */
const deniedAfter = String.raw`\W*(?:rate\b|(?:(?:\d{1,2}(?:\.\d+)?|\.\d+)\s*)?%|${noValue}\W*$)`;

/**
 * In a text: a word that no other denies. What stands before it is looked at
 * only before a letter: a cell may have thousands of blanks.
 */
export const mark = new RegExp(
  String.raw`(?=[a-z])(?<!\p{L}|${deniedBefore})(?:${markWords})(?!\w|${deniedAfter})`,
  "iu",
);

/** Whether a text begins with a mark, as `(DNU) see Ann` does. */
export const beginsWithMark = (text: string): boolean =>
  text.replace(/^\W+/, "").search(mark) === 0;

/** A mark as a message quotes it: of a long note, what the mark begins. */
export function markExcerpt(text: string): string {
  const at = text.search(mark);
  return excerpt(at > 20 ? `…${text.slice(at)}` : text, 60);
}

/** `DNU (Y/N)` */
const yesNo = String.raw`(?:\W*(?:y\W*n|yes\W*no))?\W*$`;

/** `Driver OOS`, `OOS %`: how much, of inspections. */
const measure =
  ".*(?:%|rate|driver|vehicle|hazmat|inspection|violation|count|total|national)";

/** `OOS?`, `is_out_of_service`, `DNU (X)`, `On DNU list`, `Date revoked`. */
const markHeader = new RegExp(
  String.raw`^(?!${measure})(?:.*(?<!\p{L}))?(?:(?:is|date|authority)[\W_]*)?(?:${markWords})(?:date|since|on|order|flag|indicator|reason|(?!\p{L}))`,
  "iu",
);

const dashes = String.raw`[\s.'"–—-]*`;

/** What a cell below such a header says if its carrier is not marked; ✓ marks it. */
const saysUnmarked = new RegExp(
  String.raw`^${dashes}(?:(?:${noValue}%?|ok|clear(?:ed)?|not?\W+(?:${markWords}))${dashes})?$`,
  "i",
);

const approvals = [
  String.raw`active|approved|authori[sz]ed|approval(?=[\W_]*status)`,
  String.raw`(?:can|ok)(?:[\W_]*to)?[\W_]*(?:use|load|book)`,
  String.raw`(?:ok|use|book)(?=\W*(?:\?|y\W*n))`,
].join("|");

/** `Approved (Y/N)`, `Carrier Active`, `Approved Carrier?`, `Approval Status`, `OK?` */
const approvalHeader = new RegExp(
  String.raw`^\W*(?:(?:is|carrier)[\W_]*)?(?:${approvals})(?:[\W_]*(?:carriers?|status))?${yesNo}`,
  "i",
);

/** `No - see Ann`, `Not yet`, `✗`, `Declined - rate`; not `Ann` or a date. */
const saysUnapproved =
  /^[^\p{L}\p{N}]*(?:[✗✘❌☐]|(?:no?|not|nope|never|f|false|0|pending|expired|den(?:ied|y)|declined|rejected|on hold)(?![\p{L}\p{N}/]))/iu;

/**
 * The test for marks in the cells below a header; undefined if it heads none:
 *
 *     OOS?        Y, X, ✗, 3/4/24, see Mike    but not no, 0, OK, ☐ and blank
 *     Approved    No, ✗, ☐, pending            but not yes, Ann and blank
 */
export function markTest(
  header: string,
): ((cell: string) => boolean) | undefined {
  if (markHeader.test(header)) return (cell) => !saysUnmarked.test(cell);
  if (approvalHeader.test(header)) return (cell) => saysUnapproved.test(cell);
  return undefined;
}

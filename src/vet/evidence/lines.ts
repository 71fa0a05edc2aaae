/**
 * What the lines of evidence hold (docs/monitoring.md), and their shapes, as far
 * as they are read again: nothing after this meets anything else. A change of
 * meaning is a new version.
 */
import {
  array,
  boolean,
  custom,
  discriminatedUnion,
  exactOptional,
  literal,
  nullable,
  nullish,
  number,
  object,
  enum as oneOf,
  pipe,
  record,
  safeParse,
  string,
  type infer as Type,
  transform,
  union,
  type ZodMiniType,
} from "zod/mini";
import { type AnswerName, recordNames } from "../../answer.ts";
import type { DotNumber } from "../../dot-number.ts";
import { type ErrorKind, exitStatuses, refuse } from "../../errors.ts";
import { evidenceName } from "../../files/output-file.ts";
import {
  type ClaimsRow,
  claimFields,
  type InvalidLine,
} from "../../list/input.ts";
import {
  type Before,
  effects,
  type Gone,
  outcomes,
  type Profile,
  type RecordedFile,
  type RunHeader,
  verdicts,
} from "../model.ts";
import type { Waiver } from "../policy/waivers.ts";

export const evidenceFormat = `${evidenceName}3`;

/** The first line: everything that the verdicts rest on, but for the answers. */
export interface EvidenceRun extends RunHeader {
  policy: RunHeader["policy"] & { text: string };
  waivers?: RecordedFile | undefined;
  /** The exceptions for this run alone. */
  exceptions: readonly Waiver[];
  /** The files that the policy names, and the user's lists. */
  lists: readonly RecordedFile[];
  /** `2/8`: the second of eight parts. */
  shard?: string | undefined;
  invalid: readonly InvalidLine[];
}

/** The line in the shape that it was written in. @throws {UsageError} */
export function lineAs<T>(shape: ZodMiniType<T>, line: unknown): T {
  const { success, data } = safeParse(shape, line);
  if (success) return data;
  refuse("it is not a line of evidence");
}

const anyText = string();
/** Null is written for what is absent. */
const orNull = <T>(shape: ZodMiniType<T>) =>
  pipe(
    nullish(shape),
    transform((value) => value ?? undefined),
  );
const isTrue = exactOptional(literal(true));
const moment = custom<string>(
  (value) =>
    typeof value === "string" &&
    /^\d{4}-\d\d-\d\dT/.test(value) &&
    Number.isFinite(Date.parse(value)),
);
const dotNumber = custom<DotNumber>(
  (value) => typeof value === "string" && /^[1-9]\d{0,7}$/.test(value),
);
const verdict = oneOf(verdicts);
const answerName = oneOf([...recordNames, "summary"] satisfies AnswerName[]);
const profile: ZodMiniType<Profile> = record(
  anyText,
  pipe(
    nullable(array(anyText)),
    transform((stated) => stated ?? "not-stated"),
  ),
);
const place = object({ source: anyText, line: number() });

const claimTexts = claimFields.map((field) => [field, exactOptional(anyText)]);
const claims: ZodMiniType<ClaimsRow> = object({
  ...Object.fromEntries(claimTexts),
  place: exactOptional(place),
});

const file: ZodMiniType<RecordedFile> = object({
  path: anyText,
  sha256: anyText,
  text: exactOptional(anyText),
});

export const runShape: ZodMiniType<EvidenceRun> = object({
  tool: object({ name: anyText, version: anyText }),
  as_of: moment,
  service: anyText,
  sample: orNull(boolean()),
  policy: object({ name: anyText, sha256: anyText, text: anyText }),
  reference: orNull(anyText),
  by: orNull(anyText),
  waivers: orNull(file),
  exceptions: array(
    object({ carrier: anyText, rule: anyText, reason: anyText, by: anyText }),
  ),
  lists: array(file),
  shard: orNull(anyText),
  invalid: array(
    object({ place: orNull(place), text: anyText, invalid: anyText }),
  ),
  compared: orNull(anyText),
  compared_as_of: orNull(moment),
});

/**
 * An answer as it was received after decompression, without the API key: text,
 * or base64 where the bytes are not UTF-8. `date` is the service's own; `url` is
 * absent where nothing was sent.
 */
const exchange = {
  url: orNull(anyText),
  asked_at: moment,
  status: orNull(number()),
  date: orNull(anyText),
  sha256: orNull(anyText),
  body: exactOptional(anyText),
  body_base64: exactOptional(anyText),
  redacted: isTrue,
};
export const bulkShape = object(exchange);
export type RecordedExchange = Type<typeof bulkShape>;

const code = oneOf(
  exitStatuses.flatMap(([, kinds]): ErrorKind[] => [...kinds]),
);
const answer = {
  record: answerName,
  error: exactOptional(object({ code, message: anyText })),
};
const answerShape = union([
  object({ ...answer, ...exchange }),
  object({ ...answer, bulk: anyText }),
]);
export type RecordedAnswer = Type<typeof answerShape>;

const lastVerdictShape = {
  verdict,
  decided_by: array(anyText),
  unanswered: isTrue,
};

const before: ZodMiniType<Before> = discriminatedUnion("kind", [
  object({ kind: literal("new") }),
  object({ kind: literal("unknown") }),
  object({ kind: literal("known"), profile, ...lastVerdictShape }),
]);

export const carrierShape = object({
  dot_number: dotNumber,
  legal_name: orNull(anyText),
  place: orNull(place),
  claims: orNull(array(claims)),
  marked_out_of_service: exactOptional(anyText),
  answers: array(answerShape),
  verdict,
  findings: array(
    object({
      rule: anyText,
      outcome: oneOf(outcomes),
      effect: oneOf(effects),
      lacks: exactOptional(answerName),
    }),
  ),
  before,
  baseline: profile,
});

export const goneShape: ZodMiniType<Gone> = object({
  dot_number: anyText,
  legal_name: orNull(anyText),
  last_seen: moment,
  newly_gone: boolean(),
  baseline: profile,
  ...lastVerdictShape,
});

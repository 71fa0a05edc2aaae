/**
 * What the value of a setting may be, and what it means: `JSONL` is `ndjson`.
 * The messages go on from the value: `"x" is not ...`.
 */
import {
  maximum,
  minimum,
  number,
  enum as oneOf,
  overwrite,
  pipe,
  refine,
  regex,
  string,
  type infer as Type,
  toLowerCase,
  transform,
  trim,
} from "zod/mini";
import {
  colorChoices,
  type DefaultedName,
  formatNamed,
  formatNames,
  type OptionName,
  recordFormats,
} from "./options.ts";

const nonEmptyText = () =>
  string("is not text").check(
    refine((given) => given.trim() !== "", { error: "is empty", abort: true }),
  );

const yes = ["true", "1", "yes", "on"];
const no = ["false", "0", "no", "off"];

const onOff = () =>
  pipe(
    string("is neither true nor false").check(
      toLowerCase(),
      refine((word) => [...yes, ...no].includes(word), {
        error: "is neither true nor false",
      }),
    ),
    transform((word) => yes.includes(word)),
  );

/** `a,b.c`, or the same with spaces: PowerShell turns an unquoted comma into one. */
const paths = () =>
  pipe(
    nonEmptyText().check(regex(/[^\s,]/, "does not name a field")),
    transform((given): readonly string[] => [
      ...new Set(given.split(/[\s,]+/).filter(Boolean)),
    ]),
  );

function numberFrom(what: string, least: number, most: number) {
  const error = `is not ${what} from ${least} to ${most}`;
  const decimal = /^\s*-?(\d+(\.\d*)?|\.\d+)\s*$/;
  return pipe(
    pipe(string(error).check(regex(decimal, error)), transform(Number)),
    number(error).check(
      minimum(least, { error, abort: true }),
      maximum(most, { error, abort: true }),
    ),
  );
}

const seconds = (least: number, most: number) => () =>
  numberFrom("a number of seconds", least, most);

const wholeNumber = (least: number, most: number) => () =>
  numberFrom("a whole number", least, most).check(
    refine(Number.isInteger, `is not a whole number from ${least} to ${most}`),
  );

/**
 * Without the line end that `export USDOT_API_KEY="$(cat key.txt)"` may leave
 * on Windows.
 */
const key = () =>
  nonEmptyText().check(
    trim(),
    regex(/^[\x21-\x7e]+$/, {
      error:
        "contains a space, a line break, a control or a non-ASCII character",
      abort: true,
    }),
    // `docker run --env-file` keeps the quotes of KEY="...".
    refine((given) => !/^(["']).*\1$/.test(given), "is in quotes; remove them"),
  );

const notUrl = "is not a URL such as https://carriers.example.com";

/** A host that was typed without its scheme. */
const bareHost = /^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:\/[^@?#]*)?$/;

function notUrlOf(given: unknown): string {
  const scheme = /^(?:localhost|127\.)/.test(String(given)) ? "http" : "https";
  return bareHost.test(String(given))
    ? `is not a URL; did you mean ${scheme}://${given}?`
    : notUrl;
}

/**
 * Scheme, host, port and perhaps a path, without `/v1`, with which every path
 * begins.
 */
const baseUrl = () =>
  pipe(
    nonEmptyText().check(
      trim(),
      refine((given) => URL.canParse(given) && !bareHost.test(given), {
        error: ({ input }) => notUrlOf(input),
        abort: true,
      }),
      regex(/^https?:/i, {
        error: "is neither an https nor an http URL",
        abort: true,
      }),
      refine((given) => !/@/.test(new URL(given).href.split("/")[2] ?? ""), {
        error: "contains a user name or password; set the key with api-key",
        abort: true,
      }),
      refine((given) => !/[?#]./.test(new URL(given).href), {
        error: "contains a query or a fragment, which a base URL cannot have",
      }),
    ),
    transform((given) => {
      const { origin, pathname } = new URL(given);
      return `${origin}${pathname.replace(/(?:\/(?:v1)?)+$/, "")}`;
    }),
  );

const reportFormats = formatNames.slice(recordFormats.length);

const format = () =>
  pipe(
    nonEmptyText().check(overwrite((word) => formatNamed(word) ?? word)),
    oneOf(
      formatNames,
      `is not one of ${recordFormats.join(", ")}, or in vet ${reportFormats.join(", ")}`,
    ),
  );

/** Makes the type of a setting's value: a run is given few of them. */
export const settingTypes = {
  "base-url": baseUrl,
  "api-key": key,
  "api-key-file": nonEmptyText,
  config: nonEmptyText,
  sample: onOff,
  format,
  output: nonEmptyText,
  fields: paths,
  policy: nonEmptyText,
  evidence: nonEmptyText,
  by: nonEmptyText,
  timeout: seconds(0.001, 3_600),
  retries: wholeNumber(0, 10),
  "max-wait": seconds(0, 86_400),
  concurrency: wholeNumber(1, 64),
  "batch-size": wholeNumber(1, 10_000),
  quiet: onOff,
  verbose: onOff,
  color: () => oneOf(colorChoices, `is not one of ${colorChoices.join(", ")}`),
};

type SettingTypes = {
  [Name in OptionName]: Type<ReturnType<(typeof settingTypes)[Name]>>;
};

/** The values that are always there, if only by default, and those that were set. */
export type SettingValues = Pick<SettingTypes, DefaultedName> &
  Partial<SettingTypes>;

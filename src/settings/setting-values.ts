/**
 * What the value of a setting may be, and what it means: `JSONL` is `ndjson`.
 * The messages go on from the value: `"x" is not ...`.
 */
import {
  enum as oneOf,
  overwrite,
  pipe,
  refine,
  string,
  stringbool,
  type infer as Type,
  transform,
  trim,
} from "zod/mini";
import {
  colorChoices,
  type DefaultedName,
  type SettingName,
} from "./declarations.ts";
import { formatNamed, formatNames, recordFormats } from "./formats.ts";

/** A condition; where it does not hold, those after it are not tried. */
const requires = (
  holds: (given: string) => boolean,
  error: string | ((issue: { input?: unknown }) => string),
) => refine<string>(holds, { error, abort: true });

const nonEmptyText = () =>
  string("is not text").check(
    requires((given) => given.trim() !== "", "is empty"),
  );

const onOff = () =>
  stringbool({
    truthy: ["true", "1", "yes", "on"],
    falsy: ["false", "0", "no", "off"],
    error: "is neither true nor false",
  });

/** `a,b.c`, or the same with spaces: PowerShell turns an unquoted comma into one. */
const paths = () =>
  pipe(
    string("is not text").check(
      requires((given) => /[^\s,]/.test(given), "does not name a field"),
    ),
    transform((given): readonly string[] => [
      ...new Set(given.match(/[^\s,]+/g)),
    ]),
  );

function numberFrom(what: string, form: RegExp, least: number, most: number) {
  const error = `is not ${what} from ${least} to ${most}`;
  const isInRange = (value: number) => least <= value && value <= most;
  return pipe(
    string(error).check(
      requires((given) => form.test(given) && isInRange(Number(given)), error),
    ),
    transform(Number),
  );
}

const seconds = (least: number, most: number) => () =>
  numberFrom("a number of seconds", /^\s*(\d+(\.\d*)?|\.\d+)\s*$/, least, most);

const wholeNumber = (least: number, most: number) => () =>
  numberFrom("a whole number", /^\s*\d+\s*$/, least, most);

/**
 * Without the line end that `export USDOT_API_KEY="$(cat key.txt)"` may leave
 * on Windows.
 */
const key = () =>
  nonEmptyText().check(
    trim(),
    requires(
      (given) => /^[\x21-\x7e]+$/.test(given),
      "contains a space, a line break, a control or a non-ASCII character",
    ),
    // `docker run --env-file` keeps the quotes of KEY="...".
    requires(
      (given) => !/^(["']).*\1$/.test(given),
      "is in quotes; remove them",
    ),
  );

/** Without /v1/carriers/..., which those who paste a request leave there. */
function baseOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return (
    origin + pathname.replace(/(?:\/+v1(?:\/+carriers(?:\/.*)?)?)?\/*$/, "")
  );
}

function notUrl(given: string): string {
  const scheme = /^(?:localhost|127\.)/.test(given) ? "http" : "https";
  const isBareHost = /^[\w.-]+(?::\d+)?(?:\/|$)/.test(given);
  return isBareHost
    ? `is not a URL; did you mean ${scheme}://${given}?`
    : "is not a URL such as https://carriers.example.com";
}

/** Scheme, host, port and perhaps a path. */
const baseUrl = () =>
  string("is not text").check(
    trim(),
    requires(
      (given) => /^https?:\/\//i.test(given) && URL.canParse(given),
      ({ input }) => notUrl(String(input)),
    ),
    requires((given) => {
      const { username, password, search, hash } = new URL(given);
      return username + password + search + hash === "";
    }, "has a user name, a password, a query or a fragment, which a base URL cannot have"),
    overwrite(baseOf),
  );

const format = () =>
  pipe(
    nonEmptyText().check(overwrite((word) => formatNamed(word) ?? word)),
    oneOf(
      formatNames,
      `is not one of ${recordFormats.join(", ")}, or in vet ${formatNames.slice(recordFormats.length).join(", ")}`,
    ),
  );

/** Makes each setting's type on demand: most runs need only a few. */
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
  [Name in SettingName]: Type<ReturnType<(typeof settingTypes)[Name]>>;
};

/** The values that are always there, if only by default, and those that were set. */
export type SettingValues = Pick<SettingTypes, DefaultedName> &
  Partial<SettingTypes>;

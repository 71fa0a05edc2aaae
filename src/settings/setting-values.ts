/** What a value of each setting may be: checked and normalized, or told what is wrong with it. */
// The small build: the large one takes longer to load than the rest of the program.
import * as z from "zod/mini";
import { SettingError } from "../errors.ts";
import { canonicalFormat, declarationOf, type OptionName, options } from "./options.ts";

const decimalText = /^\s*-?(\d+(\.\d*)?|\.\d+)\s*$/;

/** A decimal number, possibly as text. Not `z.coerce`, which makes 0 of an empty text and of null, and 1 of true. */
const decimal = (what: string, ...checks: z.core.$ZodCheck<number>[]) =>
  z.pipe(
    z.transform((value) => (typeof value === "string" && decimalText.test(value) ? Number(value) : value)),
    z.number(what).check(...checks),
  );
const seconds = (minimum: number, belowMinimum: string) =>
  decimal("is not a number of seconds", z.minimum(minimum, belowMinimum), z.maximum(86_400, "is more than a day"));
const count = (minimum: number, maximum: number) =>
  decimal(
    "is not a number",
    z.multipleOf(1, "is not a whole number"),
    z.minimum(minimum, `is below ${minimum}`),
    z.maximum(maximum, `is above ${maximum}`),
  );
const text = () => z.string("is not text").check(z.minLength(1, "is empty"));
const onOff = () => z.union([z.boolean(), z.stringbool()], "is neither true nor false");
const oneOf = <const T extends readonly [string, ...string[]]>(names: T) =>
  z.enum(names, `is not one of ${names.join(", ")}`);

/** Each is built when a value of its setting is checked: most runs give one or two. */
const schemas = {
  "base-url": () =>
    z.pipe(
      text().check((context) => {
        const message = faultOfBaseUrl(context.value);
        if (message) context.issues.push({ code: "custom", input: context.value, message });
      }),
      z.transform(normalizedBaseUrl),
    ),
  "api-key": () =>
    text().check(z.regex(/^[\x21-\x7e]+$/, "contains a space, a line break, a control or a non-ASCII character")),
  "api-key-file": text,
  config: text,
  sample: onOff,
  format: () =>
    z.pipe(
      z.transform((value) => (typeof value === "string" ? canonicalFormat(value) : value)),
      oneOf(options.format.choices),
    ),
  policy: text,
  fields: () => {
    const split = z.transform((list: string) => list.split(","));
    const paths = z.union([z.pipe(text(), split), z.array(text())], "is not a list of fields");
    const trimmed = z.transform((all: string[]) => [...new Set(all.map((path) => path.trim()).filter(Boolean))]);
    return z.pipe(paths, trimmed).check(z.refine((all) => all.length > 0, "names no field"));
  },
  output: text,
  "csv-raw": onOff,
  timeout: () => seconds(0.001, "must be above 0"),
  retries: () => count(0, 10),
  "max-wait": () => seconds(0, "is below 0"),
  "batch-size": () => count(1, 10_000),
  concurrency: () => count(1, 64),
  quiet: onOff,
  verbose: onOff,
  color: () => oneOf(options.color.choices),
} satisfies Record<OptionName, () => z.ZodMiniType>;

type Schemas = { [K in OptionName]: ReturnType<(typeof schemas)[K]> };
type Fallbacks = { [K in OptionName]: (typeof options)[K] extends { fallback: infer V } ? V : never };
/** Settings with a default always have a value; others may be undefined. */
export type SettingValues = {
  [K in OptionName]: [Fallbacks[K]] extends [never] ? z.output<Schemas[K]> | undefined : z.output<Schemas[K]>;
};

/** Where a value was set, for the words of an error. */
export interface SettingSource {
  /** `the flag --timeout`; without it the message names no source. */
  words?: string;
  /** What to do about a bad value there. */
  remedy: string;
}

/**
 * One value, checked and normalized.
 * @throws {SettingError} that says what is wrong with it, where it was set, and what to do
 */
export function checkSetting(name: OptionName, value: unknown, { words, remedy }: SettingSource): unknown {
  const result = schemas[name]().safeParse(value);
  if (result.success) return result.data;
  const source = words === undefined ? "" : ` (from ${words})`;
  const { choices } = declarationOf(name);
  throw new SettingError(`${name}${quoted(name, value)}${source} ${result.error.issues[0]?.message}`, {
    hint: remedy,
    mistyped: choices && { word: String(value), names: choices },
  });
}

/** The value, unless it may contain a secret: a key, a URL with a password or a query, an arbitrary object. */
function quoted(name: OptionName, value: unknown): string {
  const hidden = declarationOf(name).secret || /^(?:obj|big|fun)/.test(typeof value) || /[@?#]/.test(String(value));
  return hidden ? "" : ` ${typeof value === "string" ? JSON.stringify(value) : String(value)}`;
}

/** Why a text cannot be a base URL; undefined if it can. */
function faultOfBaseUrl(given: string): string | undefined {
  if (/^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?:[:/]|$)/.test(given)) {
    const protocol = /^(?:localhost|127\.)/.test(given) ? "http" : "https";
    return `lacks its protocol; did you mean ${protocol}://${given}?`;
  }
  if (!URL.canParse(given)) return "is not a URL such as https://carriers.example.com";
  const url = new URL(given);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "is neither an https nor an http URL";
  if (url.username || url.password) return "contains a user name or password; set the key with api-key";
  if (url.search || url.hash) return "contains a query or a fragment, which a base URL cannot have";
  return undefined;
}

/** A base URL without any trailing slashes and `/v1`s: every path of the interface begins with `/v1`. */
function normalizedBaseUrl(given: string): string {
  const { origin, pathname } = new URL(given);
  return `${origin}${pathname.replace(/(?:\/(?:v1)?)+$/, "")}`;
}

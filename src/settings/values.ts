/** What a value of a setting may be: each function checks and normalizes one, or throws a `Mistake`. */

export class Mistake extends Error {}

export function text(given: unknown): string {
  if (typeof given !== "string") throw new Mistake("is not text");
  if (given.trim() === "") throw new Mistake("is empty");
  return given;
}

/** Without the line end that `export USDOT_API_KEY="$(cat key.txt)"` may leave on Windows. */
export function apiKey(given: unknown): string {
  const key = text(given).trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new Mistake(
    "contains a space, a line break, a control or a non-ASCII character",
  );
}

export function onOff(given: unknown): boolean {
  const word = String(given).toLowerCase();
  if (["true", "1", "yes", "on"].includes(word)) return true;
  if (["false", "0", "no", "off"].includes(word)) return false;
  throw new Mistake("is neither true nor false");
}

export function oneOf<T extends string>(
  names: readonly T[],
  find = (word: string) => names.find((name) => name === word),
) {
  return (given: unknown): T => {
    const found = find(String(given));
    if (found === undefined)
      throw new Mistake(`is not one of ${names.join(", ")}`);
    return found;
  };
}

/** `a,b.c`, the same with spaces (PowerShell turns an unquoted comma into one), or a list in the configuration file. */
export function paths(given: unknown): readonly string[] {
  const named = String(given)
    .split(/[\s,]+/)
    .filter(Boolean);
  if (named.length === 0) throw new Mistake("does not name a field");
  return [...new Set(named)];
}

export const seconds = (least: number, most: number) =>
  numberOf("a number of seconds", Number.isFinite, least, most);

export const wholeNumber = (least: number, most: number) =>
  numberOf("a whole number", Number.isInteger, least, most);

function numberOf(
  what: string,
  isOfKind: (value: number) => boolean,
  least: number,
  most: number,
) {
  return (given: unknown): number => {
    const isDecimal =
      typeof given === "string" && /^\s*-?(\d+(\.\d*)?|\.\d+)\s*$/.test(given);
    const value = isDecimal ? Number(given) : given;
    if (
      typeof value === "number" &&
      isOfKind(value) &&
      value >= least &&
      value <= most
    )
      return value;
    throw new Mistake(`is not ${what} from ${least} to ${most}`);
  };
}

/** Scheme, host, port and perhaps a path, without `/v1`, with which every path begins. */
export function baseUrl(given: unknown): string {
  const typed = text(given).trim();
  if (!URL.canParse(typed))
    throw new Mistake("is not a URL such as https://carriers.example.com");
  const { protocol, username, password, search, hash, origin, pathname } =
    new URL(typed);
  if (protocol !== "https:" && protocol !== "http:")
    throw new Mistake("is neither an https nor an http URL");
  if (username || password)
    throw new Mistake(
      "contains a user name or password; set the key with api-key",
    );
  if (search || hash)
    throw new Mistake(
      "contains a query or a fragment, which a base URL cannot have",
    );
  return `${origin}${pathname.replace(/(?:\/(?:v1)?)+$/, "")}`;
}

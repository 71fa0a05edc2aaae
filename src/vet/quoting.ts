/** How messages, findings and changes quote what a service sent. */

const longestQuote = 60;

/** A value of the service in quotes, at most 60 characters of it. It is not yet safe to print. */
export function quoted(value: unknown): string {
  if (typeof value === "string") return `"${shortened(value, longestQuote)}"`;
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return shortened(String(value), longestQuote);
}

const longestCited = 200;

/**
 * A value as findings and changes cite it: one that survives being written as JSON and read again, of bounded length, so that
 * a hostile record does not fill every report. Absent is null, as in every format.
 */
export function citable(value: unknown): string | number | boolean | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return shortened(value, longestCited);
  if (typeof value === "boolean") return value;
  // JSON text can hold -0 and numbers that are infinite here; neither can be written back. Adding 0 makes -0 a 0.
  return typeof value === "number" && Number.isFinite(value) ? value + 0 : quoted(value);
}

/** A text cut to a number of characters (code points), with `…` for the rest. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text.slice(0, 2 * most + 2)];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}

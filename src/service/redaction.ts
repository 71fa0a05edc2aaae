/** Takes the API key out of answers. */
import { mapMembers } from "../text/json.ts";
import type { HttpResponse } from "./http.ts";

/**
 * Makes a function that takes the key out of a text: as it is, with any of
 * JSON's escapes, and percent-encoded as in a URL.
 */
export function redactor(apiKey: string | undefined): (text: string) => string {
  if (!apiKey) return (text) => text;
  const spellingsOf = (character: string) => {
    const hex = character.charCodeAt(0).toString(16).padStart(2, "0");
    const escaped = character.replace(/[^A-Za-z0-9]/, "\\$&");
    return `(?:\\\\*${escaped}|\\\\+u00${hex}|%${hex})`;
  };
  // A run of backslashes is looked at from its beginning alone, so that the
  // time is linear.
  const any = `(?<!\\\\)${[...apiKey].map(spellingsOf).join("")}`;
  // Short keys are found only as words of their own: letters like theirs occur
  // in records.
  const pattern = new RegExp(
    apiKey.length < 8 ? `(?<![A-Za-z0-9])${any}(?![A-Za-z0-9])` : any,
    "gi",
  );
  return (text) => text.replace(pattern, "[redacted]");
}

/** An answer without the key: pages for debugging repeat the headers of a request. */
export function redacted(
  { status, headers, body }: HttpResponse,
  clean: (text: string) => string,
): HttpResponse {
  const text = body.toString("latin1");
  const cleanText = clean(text);
  const cleanHeaders = mapMembers(headers, (value) => value && clean(value));
  const answer = { status, headers: cleanHeaders, body };
  return text === cleanText
    ? answer
    : { ...answer, body: Buffer.from(cleanText, "latin1"), redacted: true };
}

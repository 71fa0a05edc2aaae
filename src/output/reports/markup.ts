/** Markup of which only the literal parts are markup: for XML and HTML. */
import { visible } from "../../text/safe-text.ts";

export interface Markup {
  markup: string;
}

type Value = string | number | false | Markup | readonly Value[];

/**
 * Every text that is put in is shown unaltered, also in quoted attributes,
 * without characters that XML 1.0 cannot hold.
 */
export function xml(
  parts: TemplateStringsArray,
  ...values: readonly Value[]
): Markup {
  return { markup: String.raw({ raw: parts }, ...values.map(markupOf)) };
}

function markupOf(value: Value): string {
  if (typeof value === "string")
    return visible(value).replace(
      /[&<>"']/g,
      (character) => `&#${character.charCodeAt(0)};`,
    );
  if (value === false) return "";
  if (typeof value === "number") return String(value);
  return "markup" in value ? value.markup : value.map(markupOf).join("");
}

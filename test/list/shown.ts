/** What a list is read as, on one line. */
import type { Input } from "../../src/list/input.ts";

/** `17: 2233855 | 18: 4033402 OOS | 19: MC-1 is a docket number` */
export function shownInputs(inputs: readonly Input[]): string {
  return inputs.map(shown).join(" | ");
}

function shown(input: Input): string {
  const what =
    "dotNumber" in input
      ? input.dotNumber
      : `${input.text.trim()} ${input.invalid.split(/[,;]/)[0]}`;
  const mark = "mark" in input && input.mark ? ` ${input.mark}` : "";
  return `${input.place?.line}: ${what}${mark}`;
}

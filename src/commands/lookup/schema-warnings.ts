import type { DotNumber } from "../../dot-number.ts";
import type { Context } from "../../runtime/context.ts";
import type { Reporter } from "../../runtime/reporter.ts";

/** The most fields that one warning names. */
const maxNamed = 3;
/** The most fields of one record that are looked at: a list within it may have any number of elements. */
const maxChecked = 1_000;

/** The fields that were warned about, without the places of list elements. */
const warned = new WeakMap<Reporter, Set<string>>();

/** Warns about fields of another type than the interface states: in one line for a record, and once for each field. */
export function warnOfSchemaIssues({ reporter }: Context, dotNumber: DotNumber, issues: readonly string[]): void {
  if (issues.length === 0) return;
  const known = warned.get(reporter) ?? new Set();
  warned.set(reporter, known);
  const fresh: string[] = [];
  for (const path of issues.slice(0, maxChecked)) {
    const field = path.replace(/\.\d+(?=\.|$)/g, "[]");
    if (known.has(field)) continue;
    known.add(field);
    fresh.push(path);
  }
  if (fresh.length === 0) return;
  const named = fresh.slice(0, maxNamed).join(", ");
  const more = fresh.length > maxNamed ? ` and ${fresh.length - maxNamed} more` : "";
  const what = fresh.length === 1 ? "is not of the type" : "are not of the types";
  reporter.warning(`USDOT ${dotNumber}: ${named}${more} ${what} that the interface states; shown as received`);
}

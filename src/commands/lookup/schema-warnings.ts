import type { DotNumber } from "../../dot-number.ts";
import type { Reporter } from "../../runtime/reporter.ts";

/** The most fields that one warning names. */
const maxNamed = 3;
/** The most fields of one record that are looked at: a list within it may have any number of elements. */
const maxChecked = 1_000;

/** What warns about fields of another type than the interface states: in one line for a record, and once for each field. */
export function schemaWarnings(reporter: Reporter): (dotNumber: DotNumber, issues: readonly string[]) => void {
  /** The fields that were warned about, without the places of list elements. */
  const known = new Set<string>();
  return (dotNumber, issues) => {
    const fresh = issues.slice(0, maxChecked).filter((path) => {
      const field = path.replace(/\.\d+(?=\.|$)/g, "[]");
      return !known.has(field) && known.add(field);
    });
    if (fresh.length === 0) return;
    const named = fresh.slice(0, maxNamed).join(", ");
    const more = fresh.length > maxNamed ? ` and ${fresh.length - maxNamed} more` : "";
    const what = fresh.length === 1 ? "is not of the type" : "are not of the types";
    reporter.warning(`USDOT ${dotNumber}: ${named}${more} ${what} that the interface states; shown as received`);
  };
}

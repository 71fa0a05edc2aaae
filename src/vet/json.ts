/** What vetting says, as it is written for programs. */
import type { Change, Changes, Finding } from "./model.ts";

/** A finding as it is written for programs. */
export function findingJson(finding: Finding) {
  const {
    label,
    afterLabel,
    value,
    mustBeRead,
    subject,
    place = null,
    waived,
    why,
    ...written
  } = finding;
  return {
    ...written,
    place,
    waived: waived ? { until: "this run", ...waived } : null,
    why,
  };
}

/** Changes as they are written for programs: null for a new carrier. */
export const changesJson = (
  { before, now, fields }: Changes,
  write: (change: Change) => object,
) => ({
  before: before === "new" ? null : before,
  now,
  fields: fields.map(write),
});

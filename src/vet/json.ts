/** What vetting says, as it is written for programs. */
import type {
  Change,
  Changes,
  Finding,
  Profile,
  ProfileValue,
} from "./model.ts";

/** A finding as it is written for programs. */
export function findingJson(finding: Finding) {
  const {
    label,
    afterLabel,
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

/** A value as evidence has it. */
export const valueJson = (value: ProfileValue) =>
  value === "not-stated" ? null : value;

export const profileJson = (profile: Profile) =>
  Object.fromEntries(
    Object.entries(profile).map(([field, value]) => [field, valueJson(value)]),
  );

/** Changes as they are written for programs: null for a new carrier. */
export const changesJson = (
  { before, now, fields }: Changes,
  write: (change: Change) => object,
) => ({
  before: before === "new" ? null : before,
  now,
  fields: fields.map(write),
});

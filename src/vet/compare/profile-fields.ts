/**
 * The about 20 values that tell whether a carrier is still the same: of which
 * kind each is, and where it is stated.
 */
import type { ChangeGroup } from "../model.ts";
import { type RecordPath, splitPath } from "../record/facts.ts";
import { type ValueKind, valueKinds } from "./values.ts";

export interface ProfileField extends ValueKind {
  /**
   * Where records state it; none where it is worked out. Of two that differ,
   * both count.
   */
  paths: readonly ReturnType<typeof splitPath>[];
}

const profileField = (
  kind: keyof typeof valueKinds,
  ...paths: readonly RecordPath[]
): ProfileField => ({ ...valueKinds[kind], paths: paths.map(splitPath) });

/** All values, by the groups in which changes are reported. */
export const groups: Readonly<
  Record<ChangeGroup, Readonly<Record<string, ProfileField>>>
> = {
  identity: {
    name: profileField("name", "summary.legal_name"),
    dba_name: profileField("name", "summary.dba_name"),
    mc_number: profileField("docket", "carrier.mc_number"),
    street: profileField("address", "summary.address.street"),
    city: profileField("address", "summary.address.city"),
    state: profileField("state", "summary.address.state"),
    zip: profileField("zip", "summary.address.zip"),
    phone: profileField("phone", "carrier.contact.phone"),
    email: profileField("email", "carrier.contact.email"),
  },
  authority: {
    status: profileField("text", "summary.status"),
    operating_authority: profileField("authority", "carrier.authority.status"),
    authority_since: profileField(
      "day",
      "carrier.authority.common_authority_date",
    ),
  },
  insurance: {
    bipd_on_file: profileField("cover", "carrier.insurance.bipd_on_file"),
    cargo_on_file: profileField("cover", "carrier.insurance.cargo_on_file"),
    bipd_in_force: profileField("cover"),
    cargo_in_force: profileField("cover"),
    bipd_insurers: profileField("insurer"),
    cargo_insurers: profileField("insurer"),
    bipd_policy_numbers: profileField("policy_number"),
    cargo_policy_numbers: profileField("policy_number"),
    first_policy_end: profileField("end"),
  },
  safety: {
    safety_rating: profileField(
      "rating",
      "carrier.safety.rating",
      "safety.rating",
    ),
    crashes: profileField(
      "number",
      "carrier.safety.total_crashes",
      "safety.crashes.total",
    ),
    driver_oos_rate: profileField("rate"),
    vehicle_oos_rate: profileField("rate"),
    hazmat_oos_rate: profileField("rate"),
  },
};

const allFields: ReadonlyMap<string, ProfileField> = new Map(
  Object.values(groups).flatMap((fields) => Object.entries(fields)),
);

export const fieldNamed = (name: string): ProfileField =>
  allFields.get(name) ?? profileField("text");

/** The names of the values of a group, as changes and policies name them. */
export const profileFields = (group: ChangeGroup): string[] =>
  Object.keys(groups[group]);

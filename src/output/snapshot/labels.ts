/** The words under which the screen shows findings: a rule's family, in the field's terms. */
const labels: readonly (readonly [prefix: string, label: string])[] = [
  ["authority.", "authority"],
  ["insurance.", "insurance"],
  ["policies.", "insurance"],
  ["safety.rating", "rating"],
  ["inspections.", "inspections"],
  ["crashes.", "crashes"],
  ["fleet.", "fleet"],
  ["address.", "address"],
  ["records.agree", "records"],
  ["dot_number", "number"],
];

/** `policies.bipd` -> `insurance`; a rule without a family is its own label. */
export function labelOf(rule: string): string {
  return labels.find(([prefix]) => rule.startsWith(prefix))?.[1] ?? rule;
}

/** What is not known when nothing is said about a rule but that a value is not stated: `authority since`. */
export function topicOf(rule: string): string {
  return rule === "authority.age" ? "authority since" : labelOf(rule);
}

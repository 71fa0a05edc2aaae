/** Fields that `--fields` names and the interface does not: a service may send them, or somebody mistyped. */
import { fieldNames, fieldsOf, isKnownField, keysOf, type View } from "./view.ts";

/** Looks for the unknown fields in each record, until they have been seen. */
export class UnknownFields {
  readonly #view: View;
  readonly #unseen: Map<string, readonly string[]>;
  #looked = false;

  constructor(view: View, fields: readonly string[]) {
    this.#view = view;
    const unknown = fields.filter((field) => !isKnownField(view, field));
    this.#unseen = new Map(unknown.map((field) => [field, field.split(".")]));
  }

  look(record: unknown): void {
    this.#looked = true;
    for (const [field, names] of this.#unseen) if (isIn(record, names)) this.#unseen.delete(field);
  }

  /** What to tell the user about the fields that no record had; undefined if there are none. */
  async note(): Promise<string | undefined> {
    const [first, ...others] = this.#unseen.keys();
    if (first === undefined || !this.#looked) return undefined;
    const fields = [first, ...others].map((field) => JSON.stringify(field)).join(", ");
    const which = others.length === 0 ? "the field" : "the fields";
    const { nearest } = await import("../text/suggestion.ts");
    const near = nearest(first, fieldNames(this.#view));
    const remedy = near ? `did you mean ${near}?` : `the interface names ${this.#beside(first).join(", ")}`;
    return `no record has ${which} ${fields}, so null is shown; ${remedy}`;
  }

  /** The fields beside it. */
  #beside(field: string): readonly string[] {
    const [group] = field.split(".", 1);
    const within = fieldsOf(this.#view).filter((known) => known.startsWith(`${group}.`));
    return within.length > 0 ? within : keysOf(this.#view);
  }
}

/** Whether a path leads to something, through the elements of lists. */
function isIn(value: unknown, names: readonly string[], depth = 0): boolean {
  if (depth === names.length) return true;
  if (Array.isArray(value)) return value.some((element) => !Array.isArray(element) && isIn(element, names, depth));
  if (typeof value !== "object" || value === null) return false;
  const name = names[depth] as string;
  return Object.hasOwn(value, name) && isIn((value as Record<string, unknown>)[name], names, depth + 1);
}

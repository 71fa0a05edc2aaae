/**
 * Values of policies with the kind that the policy is of: `bipd: example mutual`.
 * The insurer of the BIPD policy may be another while it stays for cargo.
 */
import { coverKinds, type Filing, kindNames } from "../record/filings.ts";
import type { Agreement, ValueKind } from "./values.ts";

/** A policy of an unknown type may be of any kind. */
export const ofKind = (kind: Filing["kind"], text: string): string =>
  coverKinds.some((each) => each === kind) ? `${kind}: ${text}` : text;

/** Baselines of earlier builds have no kinds. */
function kindAndText(value: string) {
  const kind = coverKinds.find((each) => value.startsWith(`${each}: `));
  const text = kind ? value.slice(`${kind}: `.length) : value;
  return { kind, text };
}

/** The same kind of value, of policies: no other kind makes up for one. */
export function byKind(valueKind: ValueKind): ValueKind {
  const { valuesIn, compare, show } = valueKind;
  return {
    ...valueKind,
    valuesIn(value) {
      const { kind, text } = kindAndText(value);
      if (text === "") return [value];
      return valuesIn(text).map((each) => ofKind(kind ?? "unknown", each));
    },
    compare(was, is): Agreement {
      const [before, now] = [kindAndText(was), kindAndText(is)];
      if (before.text === "") return "unclear";
      const agreement = compare(before.text, now.text);
      const isOfKind = before.kind === undefined || before.kind === now.kind;
      if (isOfKind || agreement === "contradicts") return agreement;
      return now.kind === undefined ? "unclear" : "contradicts";
    },
    show(value) {
      const { kind, text } = kindAndText(value);
      const shown = text === "" ? "not stated" : show(text);
      return kind ? `${shown} (${kindNames[kind]})` : shown;
    },
  };
}

/** What reports say about one carrier. All text that others wrote comes out safe to print, on one line. */
import type { Place } from "../../input/input.ts";
import { counted, grouped } from "../../text/digits.ts";
import { visible } from "../../text/safe-text.ts";
import type { Change, Effect, Vetted } from "../../vet/model.ts";
import { isSpoken, messageOf, type Statement, statementOf } from "../snapshot/marks.ts";
import { cargoAbsence, snapshotRecord } from "../snapshot/record.ts";

/** A carrier's name, if the run learned it. */
export function nameText(legalName: string | null): string {
  return legalName === null || legalName.trim() === "" ? "(no name)" : visible(legalName);
}

export function placeText(place: Place | null): string {
  return place ? visible(`${place.source}:${place.line}`) : "";
}

const effects: readonly Effect[] = ["fail", "review", "warning", "waived", "pass", "skipped"];

/** What changed since an earlier run, the verdict first, and the findings, what decides first. */
export function statementsOf(vetted: Vetted): Statement[] {
  const changed = changesOf(vetted);
  const inOrder = effects.flatMap((effect) => vetted.findings.filter((finding) => finding.effect === effect));
  const found = inOrder.map((finding) => {
    const { rule, effect, outcome, waived } = finding;
    // A change is said once.
    const isSaid = rule === "unchanged" && outcome === "fail" && changed.length > 0;
    const statement = statementOf(isSaid ? { ...finding, message: "not what it was: see what changed" } : finding);
    const waiver = waived ? visible(`; waived until ${waived.until} by ${waived.by}: ${waived.reason}`) : "";
    return { ...statement, text: statement.text + waiver + (effect === "warning" ? " (warning)" : "") };
  });
  return [...changed, ...found];
}

export const isDeciding = ({ effect }: Statement) => ["changed", "fail", "review"].includes(effect);

function changesOf({ changes }: Vetted): Statement[] {
  if (changes === null) return [];
  const { before, now, fields } = changes;
  const stated = (rule: string, text: string): Statement => ({ rule, effect: "changed", sign: "", text });
  if (before === null) return [stated("list", "new in the list")];
  const verdict = before === now ? [] : [stated("verdict", `was ${before.toUpperCase()}, is ${now.toUpperCase()}`)];
  return [...verdict, ...fields.map((change) => stated(change.group, changeText(change)))];
}

export const cargoNote = ({ dossier, findings }: Vetted): string => cargoAbsence(snapshotRecord(dossier, findings));

/** What a list says behind the name: of a carrier that passes, warnings in words and that claims agree; no cargo insurance; counts. */
export function asideOf(vetted: Vetted): string {
  const { verdict, findings } = vetted;
  const count = (effect: Effect) => findings.filter((finding) => finding.effect === effect).length;
  const isPass = verdict === "pass";
  const said = isPass ? findings.filter((one) => one.effect !== "waived" && isSpoken(one)).map(messageOf) : [];
  const counts = effectsText({ warning: isPass ? 0 : count("warning"), waived: count("waived") });
  return [...new Set([...said, cargoNote(vetted), counts])].filter((part) => part !== "").join("; ");
}

/** `262 fail, 3 to review, 1 warning`; empty if there is nothing to say. */
export function effectsText({ fail, review, warning, waived }: Partial<Record<Effect, number>>): string {
  const parts = [
    fail && counted(fail, "fails", "fail"),
    review && `${grouped(review)} to review`,
    warning && counted(warning, "warning"),
    waived && `${grouped(waived)} waived`,
  ];
  return parts.filter((part) => part).join(", ");
}

function changeText({ field, was, is }: Change): string {
  const name = field.replaceAll("_", " ").replace(/\b(?:bipd|oos|mc)\b/, (word) => word.toUpperCase());
  const shown = (text: string | null) => {
    if (text === null) return "not stated";
    // A ZIP code or a policy number is digits too.
    if (/^\d{1,15}$/.test(text) && /^(?:bipd|cargo|crashes)/.test(field)) return grouped(Number(text));
    return /^[\d-]+$/.test(text) ? text : visible(JSON.stringify(text));
  };
  return `${visible(name)} was ${shown(was)}, is ${shown(is)}`;
}

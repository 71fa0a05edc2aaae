/** What reports say of a run and its carriers, once for all formats. What others wrote comes out safe, on one line. */
import { invalidText, type Place } from "../../list/input.ts";
import {
  isSpoken,
  messageOf,
  type Statement,
  statementOf,
} from "../../screen/findings.ts";
import { sampleText, timeText } from "../../screen/look.ts";
import { counted, grouped } from "../../text/digits.ts";
import { visible } from "../../text/safe-text.ts";
import type {
  Change,
  Changes,
  Counts,
  Effect,
  Outcome,
  Run,
  RunHeader,
  Vetted,
} from "../../vet/model.ts";
import type { ReportLook } from "./report.ts";

const verdicts = ["fail", "review", "pass"] as const;

export type Digest = ReturnType<typeof digestOf>;

/** Works out what all reports say. All texts are safe to print, each on one line, and not yet escaped for any markup. */
export function digestOf(run: Run, look: ReportLook) {
  const { header, footer } = run;
  const own = reported(run, look);
  const rules = ruleTotals(run.carriers);
  const cutOff = {
    text: "the evidence is cut off: these carriers are not the whole list",
    place: null,
  };
  const problems = footer.invalid.map((line) => {
    // With words before it, no text starts a workflow command.
    return {
      text: `not a USDOT number: ${visible(invalidText(line))}`,
      place: line.place ?? null,
    };
  });
  if (footer.isCutOff) problems.unshift(cutOff);
  const said = problems.map(({ text }) => text);
  const sample = isSample(header) ? [sampleText] : [];
  const notes = [
    ...new Set([...said, ...footer.notes.map(visible), ...sample]),
  ];
  return {
    problems,
    notes,
    leads: leadsOf(run),
    carriers: verdicts.flatMap((verdict) =>
      own.filter((vetted) => vetted.verdict === verdict),
    ),
    counts: countsText(footer.counts, footer.invalid),
    rules,
    totals: rules
      .flatMap(({ rule, text }) =>
        text === "" ? [] : `${visible(rule)} ${text}`,
      )
      .join(" · "),
    provenance: provenanceOf(run, look),
  };
}

/** The carriers that a report shows, in the order of the list. */
export function reported(
  { carriers }: Run,
  { onlyChanged }: ReportLook,
): readonly Vetted[] {
  return onlyChanged ? carriers.filter(isChanged) : carriers;
}

/** Whether a carrier is not as it was, or is new. */
export function isChanged({ changes, verdict }: Vetted): boolean {
  return (
    changes !== null &&
    (changes.before !== verdict || changes.fields.length > 0)
  );
}

/** Another insurer or policy number is not less cover. */
const otherCover = ["insurers", "policy_numbers"];

/** Which carriers a report of a monitored list leads with; below, each says what changed. */
const leads: Readonly<Record<string, (changes: Changes) => boolean>> = {
  "Newly failing": (changes) => isNewly("fail", changes),
  "Newly to review": (changes) => isNewly("review", changes),
  "Identity changes": ({ fields }) =>
    fields.some(({ group }) => group === "identity"),
  "Cover lowered or ending sooner": ({ fields }) =>
    fields.some(
      ({ group, field, was }) =>
        group === "insurance" && was && !otherCover.includes(field),
    ),
  "Newly passing": (changes) => isNewly("pass", changes),
  "New carriers": ({ before }) => before === null,
};

function isNewly(verdict: string, { before, now }: Changes): boolean {
  return now === verdict && before !== null && before !== now;
}

function leadsOf({ carriers, footer }: Run): string[] {
  const led = Object.entries(leads).map(([title, isLed]) => {
    const own = carriers.filter(
      ({ changes }) => changes !== null && isLed(changes),
    );
    return [
      title,
      own.map(
        ({ dossier, legalName }) =>
          `${dossier.dotNumber} ${nameText(legalName)}`,
      ),
    ] as const;
  });
  const gone = footer.gone.map(
    ({ dot_number, legal_name }) =>
      `${visible(dot_number)} ${nameText(legal_name)}`,
  );
  const all = [...led, ["Gone carriers", gone] as const].filter(
    ([, names]) => names.length > 0,
  );
  return all.map(
    ([title, names]) =>
      `${title}: ${grouped(names.length)} (${names.join(", ")})`,
  );
}

const isSample = ({ service }: RunHeader) => service === "usdot sample";

/** `3 carriers: 1 fails, 1 needs review, 1 passes; 1 line is not a USDOT number`. */
export function countsText(
  { carriers, fail, review, pass }: Counts,
  invalid: readonly unknown[] = [],
): string {
  const verdicts = [
    counted(fail, "fails", "fail"),
    counted(review, "needs review", "need review"),
    counted(pass, "passes", "pass"),
  ];
  const lines = invalid.length === 0 ? "" : `; ${invalidCount(invalid)}`;
  return `${counted(carriers, "carrier")}: ${verdicts.join(", ")}${lines}`;
}

export const invalidCount = ({ length }: readonly unknown[]): string =>
  counted(length, "line is not a USDOT number", "lines are not USDOT numbers");

function ruleTotals(carriers: readonly Vetted[]) {
  const findings = carriers.flatMap((vetted) => vetted.findings);
  const totals = [
    ...new Map(findings.map(({ rule, level }) => [rule, level])),
  ].map(([rule, level]) => {
    const own = findings.filter((finding) => finding.rule === rule);
    const of = (effect: Effect) =>
      own.filter((finding) => finding.effect === effect).length;
    const being = (outcome: Outcome) =>
      own.filter(
        (finding) => finding.outcome === outcome && finding.effect !== "waived",
      ).length;
    const effects = {
      fail: of("fail"),
      review: of("review"),
      warning: of("warning"),
      waived: of("waived"),
    };
    const outcomes = {
      fail: being("fail"),
      unknown: being("unknown"),
      waived: effects.waived,
    };
    return { rule, level, ...outcomes, effects, text: effectsText(effects) };
  });
  return totals.sort(({ effects: one }, { effects: other }) => {
    const { fail, review, warning, waived } = other;
    return (
      fail - one.fail ||
      review - one.review ||
      warning - one.warning ||
      waived - one.waived
    );
  });
}

function provenanceOf(
  { header, footer }: Run,
  { zone, verbose }: ReportLook,
): string {
  const { policy, tool, service, as_of, reference, by } = header;
  // Eight characters tell files apart for a reader.
  const hash = (whole: string) => (verbose ? whole : whole.slice(0, 8));
  const parts = [
    reference && `reference ${reference}`,
    by && `by ${by}`,
    `vetting policy ${policy.name} ${hash(policy.sha256)}`,
    `${tool.name} ${tool.version}`,
    isSample(header) ? "sample service" : service,
    `as of ${timeText(as_of, zone)}`,
    // What protects a run in court is the whole hash.
    footer.evidence_sha256 && `evidence ${footer.evidence_sha256}`,
  ];
  return parts.flatMap((part) => (part ? [visible(part)] : [])).join(" · ");
}

/** A carrier's name, if the run learned it. */
export function nameText(legalName: string | null): string {
  return legalName === null || legalName.trim() === ""
    ? "(no name)"
    : visible(legalName);
}

export function placeText(place: Place | null): string {
  return place ? visible(`${place.source}:${place.line}`) : "";
}

const effects: readonly Effect[] = [
  "fail",
  "review",
  "warning",
  "waived",
  "pass",
  "skipped",
];

/** What changed since an earlier run, the verdict first, and the findings, what decides first. */
export function statementsOf(vetted: Vetted): Statement[] {
  const changed = changesOf(vetted);
  const inOrder = effects.flatMap((effect) =>
    vetted.findings.filter((finding) => finding.effect === effect),
  );
  const found = inOrder.map((finding) => {
    const { rule, outcome } = finding;
    // A change is said once.
    const isSaid =
      rule === "unchanged" && outcome === "fail" && changed.length > 0;
    const message = "not what it was: see what changed";
    return statementOf(isSaid ? { ...finding, message } : finding);
  });
  return [...changed, ...found];
}

export const isDeciding = ({ effect }: Statement) =>
  ["changed", "fail", "review"].includes(effect);

function changesOf({ changes }: Vetted): Statement[] {
  if (changes === null) return [];
  const { before, now, fields } = changes;
  const stated = (rule: string, text: string): Statement => ({
    rule,
    effect: "changed",
    sign: "",
    text,
  });
  if (before === null) return [stated("list", "new in the list")];
  const verdict =
    before === now
      ? []
      : [
          stated(
            "verdict",
            `was ${before.toUpperCase()}, is ${now.toUpperCase()}`,
          ),
        ];
  return [
    ...verdict,
    ...fields.map((change) => stated(change.group, changeText(change))),
  ];
}

/** What a person must not overlook, unless a finding says it. */
export function openNotes({ notes, findings }: Vetted): readonly string[] {
  const said = findings.filter(isSpoken).map(({ message }) => message);
  return notes.filter((note) => !said.includes(note)).map(visible);
}

/** What a list says behind the name: of a carrier that passes, warnings in words and that claims agree; no cargo insurance; counts. */
export function asideOf(vetted: Vetted): string {
  const { verdict, findings } = vetted;
  const count = (effect: Effect) =>
    findings.filter((finding) => finding.effect === effect).length;
  const isPass = verdict === "pass";
  const said = isPass
    ? findings
        .filter((one) => one.effect !== "waived" && isSpoken(one))
        .map(messageOf)
    : [];
  const counts = effectsText({
    warning: isPass ? 0 : count("warning"),
    waived: count("waived"),
  });
  return [...new Set([...said, ...openNotes(vetted), counts])]
    .filter((part) => part !== "")
    .join("; ");
}

/** `262 fail, 3 to review, 1 warning`; empty if there is nothing to say. */
export function effectsText({
  fail,
  review,
  warning,
  waived,
}: Partial<Record<Effect, number>>): string {
  const parts = [
    fail && counted(fail, "fails", "fail"),
    review && `${grouped(review)} to review`,
    warning && counted(warning, "warning"),
    waived && `${grouped(waived)} waived`,
  ];
  return parts.filter((part) => part).join(", ");
}

function changeText({ field, was, is }: Change): string {
  const name = field
    .replaceAll("_", " ")
    .replace(/\b(?:bipd|oos|mc)\b/, (word) => word.toUpperCase());
  const shown = (text: string | null) => {
    if (text === null) return "not stated";
    // A ZIP code or a policy number is digits too.
    if (/^\d{1,15}$/.test(text) && /^(?:bipd|cargo|crashes)/.test(field))
      return grouped(Number(text));
    return /^[\d-]+$/.test(text) ? text : visible(JSON.stringify(text));
  };
  return `${visible(name)} was ${shown(was)}, is ${shown(is)}`;
}

/**
 * What reports say of a run and its carriers, once for all formats. What others
 * wrote comes out safe, on one line.
 */
import { invalidText, type Place } from "../../list/input.ts";
import { type Look, timeText } from "../../screen/look.ts";
import { sampleText } from "../../settings/options.ts";
import { counted, grouped } from "../../text/digits.ts";
import { visible } from "../../text/safe-text.ts";
import type { Changes, Counts, Finding, Run, Vetted } from "../../vet/model.ts";
import {
  type Effects,
  effectsText,
  isChanged,
  nameText,
  weighty,
} from "./statements.ts";

export interface ReportLook extends Look {
  /** Whether one number was asked for by itself: the table is then its screen. */
  single?: boolean;
  /** Whether only carriers that changed are shown; counts stay those of all. */
  onlyChanged?: boolean;
  /**
   * Whether a table of changes says nothing where there are none: cron mails
   * whatever is printed.
   */
  quiet?: boolean;
}

/**
 * A report of `usdot vet` that takes the finished run. A new one is a file, and
 * a line in index.ts.
 */
export type Report = (run: Run, look: ReportLook) => string;

export type Summary = ReturnType<typeof summaryOf>;

const verdicts = ["fail", "review", "pass"] as const;

/**
 * Works out what all reports say. All texts are safe to print, each on one
 * line, and not yet escaped for any markup.
 */
export function summaryOf(run: Run, look: ReportLook) {
  const { footer } = run;
  const shown = reported(run, look);
  const problems = problemsOf(run);
  const sample = isSample(run) ? [sampleText] : [];
  const notes = [...footer.notes.map(visible), ...sample];
  const rules = ruleTotals(run.carriers);
  const facts = factsOf(run, look);
  return {
    /** What concerns no carrier alone, and needs review. */
    problems,
    notes: [...new Set([...problems.map(({ text }) => text), ...notes])],
    leads: leadsOf(run),
    carriers: verdicts.flatMap((verdict) =>
      shown.filter((vetted) => vetted.verdict === verdict),
    ),
    counts: countsText(footer.counts, footer.invalid),
    rules,
    totals: rules
      .flatMap(({ rule, text }) => (text === "" ? [] : `${rule} ${text}`))
      .join(" · "),
    facts,
    provenance: facts
      .map(([name, text]) =>
        nameless.includes(name) ? text : `${name} ${text}`,
      )
      .join(" · "),
  };
}

/** The carriers that a report shows, in the order of the list. */
export function reported(
  { carriers }: Run,
  { onlyChanged }: ReportLook,
): readonly Vetted[] {
  return onlyChanged ? carriers.filter(isChanged) : carriers;
}

interface ListProblem {
  text: string;
  place: Place | null;
}

function problemsOf({ footer }: Run): ListProblem[] {
  const invalid = footer.invalid.map((line) => ({
    // With words before it, no text starts a workflow command.
    text: `not a USDOT number: ${visible(invalidText(line))}`,
    place: line.place ?? null,
  }));
  const cutOff = {
    text: "the evidence is cut off: these carriers are not the whole list",
    place: null,
  };
  return footer.isCutOff ? [cutOff, ...invalid] : invalid;
}

/** Another insurer or policy number is not less cover. */
const otherCover = ["insurers", "policy_numbers"];

/**
 * Which carriers a report of a monitored list leads with; below, each says what
 * changed.
 */
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
  const named = (number: string, name: string | null) =>
    `${visible(number)} ${nameText(name)}`;
  const names = Object.entries(leads).map(([title, isLed]) => {
    const changed = carriers.filter(({ changes }) => changes && isLed(changes));
    return [
      title,
      changed.map(({ dossier, legalName }) =>
        named(dossier.dotNumber, legalName),
      ),
    ] as const;
  });
  const gone = footer.gone.map(({ dot_number, legal_name }) =>
    named(dot_number, legal_name),
  );
  return [...names, ["Gone carriers", gone] as const]
    .filter(([, names]) => names.length > 0)
    .map(
      ([title, names]) =>
        `${title}: ${grouped(names.length)} (${names.join(", ")})`,
    );
}

const isSample = ({ header }: Run) => header.service === "usdot sample";

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

/** What came of each rule over all carriers, the heaviest first. */
function ruleTotals(carriers: readonly Vetted[]) {
  const totals = new Map<string, ReturnType<typeof emptyTotal>>();
  for (const finding of carriers.flatMap(({ findings }) => findings)) {
    const total = totals.get(finding.rule) ?? emptyTotal(finding);
    total.effects[finding.effect] += 1;
    if (finding.effect !== "waived") total.outcomes[finding.outcome] += 1;
    totals.set(finding.rule, total);
  }
  return [...totals.values()]
    .map((total) => ({ ...total, text: effectsText(total.effects) }))
    .sort(({ effects: left }, { effects: right }) => {
      const differences = weighty.map((effect) => right[effect] - left[effect]);
      return differences.find((difference) => difference !== 0) ?? 0;
    });
}

function emptyTotal({ rule, level }: Finding) {
  const none = { fail: 0, pass: 0, skipped: 0 };
  const effects: Effects = { ...none, review: 0, warning: 0, waived: 0 };
  const outcomes = { ...none, unknown: 0 };
  return { rule: visible(rule), level, effects, outcomes };
}

type Fact = [name: string, text: string];

/** What a line of provenance says without its name. */
const nameless = ["tool", "service"];

/** What a run rests on. */
function factsOf(run: Run, { zone, verbose }: ReportLook): Fact[] {
  const { tool, service, as_of, reference, by, judgedOn } = run.header;
  const { answersFrom, evidence_sha256 } = run.footer;
  const { name, sha256 } = run.header.policy;
  // Eight characters tell policies apart for a reader.
  const policy = `${name} ${verbose ? sha256 : sha256.slice(0, 8)}`;
  const again =
    judgedOn &&
    `, judged again on ${judgedOn.slice(0, 10)} by policy ${policy}`;
  const answers = answersFrom && `of ${answersFrom}${again ?? ""}`;
  const facts = {
    answers,
    "vetting policy": answers && again ? null : policy,
    tool: `${tool.name} ${tool.version}`,
    service: isSample(run) ? "sample service" : service,
    reference,
    by,
    "as of": timeText(as_of, zone),
    // What protects a run in court is the whole hash.
    evidence: evidence_sha256,
  };
  return Object.entries(facts).flatMap(([name, text]): Fact[] =>
    text ? [[name, visible(text)]] : [],
  );
}

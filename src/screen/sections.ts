/** What the three records of a carrier say, in the order in which it matters to a dispatcher. */
import type { Answers, RecordName } from "../answer.ts";
import { counted } from "../text/digits.ts";
import { valueAt } from "../text/json.ts";
import { inspectionGroups, number } from "../vet/facts.ts";
import {
  address,
  amount,
  asSent,
  type Cell,
  crashes,
  driverRate,
  inspections,
  isStated,
  joined,
  noInspections,
  oneLine,
  type RecordRow,
  statedText,
  violations,
} from "./cells.ts";
import { policyColumns, rowText } from "./columns.ts";
import { inForce, tellingRows } from "./filings.ts";
import { worstTone } from "./findings.ts";

/** What a screen is about: each record as a row, with all that was answered and found. */
export type Subject = Readonly<Record<RecordName, RecordRow>> &
  Pick<RecordRow, "answers" | "findings" | "notes">;

export interface Section {
  name: string;
  /** Of the sections that have no room, the highest goes first. */
  rank: number;
  /** Without an answer here, nobody can say what is not stated. */
  reads: RecordName;
  /** The rules whose findings color it. */
  rules: readonly string[];
  /** Whether it stands below the section before it, without a label. */
  isBelow?: true;
  /** Its lines; those without a text are left out. */
  lines(subject: Subject): readonly (Cell | string)[];
}

/** Type, coverage, term and insurer, who needs no label here. */
const coverColumns = policyColumns
  .slice(0, 4)
  .map((column) => (column.decides ? column : { ...column, label: "" }));

export const sections: readonly Section[] = [
  {
    name: "Insurance",
    rank: 4,
    reads: "insurance",
    rules: ["policies", "insurance"],
    lines: coverLines,
  },
  {
    name: "Policies",
    rank: 9,
    reads: "insurance",
    rules: ["policies"],
    isBelow: true,
    lines: ({ insurance }) =>
      tellingRows(insurance).map((row) => rowText(row, coverColumns)),
  },
  {
    name: "Rating",
    rank: 5,
    reads: "safety",
    rules: ["safety.rating"],
    lines: (subject) => [ratingOf(subject)],
  },
  {
    name: "Inspections",
    rank: 7,
    reads: "safety",
    rules: ["inspections"],
    lines: rateLines,
  },
  {
    name: "Crashes",
    rank: 8,
    reads: "safety",
    rules: ["crashes"],
    lines: crashLines,
  },
  {
    name: "Violations",
    rank: 12,
    reads: "safety",
    rules: [],
    lines: ({ safety }) => [violations(safety, "violations")],
  },
  {
    name: "Fleet",
    rank: 10,
    reads: "carrier",
    rules: ["fleet"],
    lines: ({ carrier }) => [fleetText(carrier)],
  },
  {
    name: "Contact",
    rank: 11,
    reads: "carrier",
    rules: ["contact", "address"],
    lines: ({ carrier }) => [
      joined(
        [
          address(carrier, "address"),
          asSent(carrier, "contact.phone"),
          asSent(carrier, "contact.email"),
        ].filter(isStated),
      ),
    ],
  },
];

/** Why a record says nothing, in words; empty where it was answered. Standard error and findings have the reason. */
export function absenceOf(
  name: RecordName,
  { [name]: answer }: Answers,
): string {
  switch (answer?.state) {
    case "answered":
      return "";
    case "none":
      return `no ${name} record`;
    case "unanswered":
      return `${name} record not answered`;
    default:
      return `${name} record not asked for: the vetting policy does without it`;
  }
}

/** The rating, from both records where they differ; empty where neither states one. */
export function ratingOf({
  carrier,
  safety,
}: Pick<Subject, "carrier" | "safety">): string {
  const ratings = [
    asSent(carrier, "safety.rating"),
    asSent(safety, "rating"),
  ].filter(isStated);
  return [...new Set(ratings.map(({ text }) => text))].join(" or ");
}

function coverLines({ carrier, insurance, answers, notes }: Subject): string[] {
  const filed = (kind: string) =>
    statedText(amount(carrier, `insurance.${kind}_on_file`));
  const onFile = `BIPD ${filed("bipd")}, cargo ${filed("cargo")}`;
  const today = inForce(insurance, "policies");
  const isSaid = onFile === today.text || !/\d/.test(onFile);
  const inWords = isStated(today) ? [`in force: ${today.text}`] : [];
  return [
    absenceOf("insurance", answers),
    [...inWords, ...notes].join(", "),
    isSaid ? "" : `on file: ${onFile}`,
  ];
}

function rateLines({
  carrier,
  safety,
  answers,
  findings,
}: Subject): (Cell | string)[] {
  const rates = inspectionGroups.map((group) => ({
    group,
    rate: inspections(safety, `inspections.${group}`),
  }));
  if (rates.every(({ rate }) => rate.text === noInspections.text))
    return [noInspections];
  const isSaid = ({ rate }: { rate: Cell }) =>
    isStated(rate) || rate.aside !== undefined;
  const driver = driverRate(carrier, "safety.driver_oos_rate");
  const shown = rates.some(isSaid)
    ? rates
    : [{ group: "driver" as const, rate: driver }].filter(isSaid);
  const cells = shown.map(({ group, rate }): Cell => {
    const text = oneLine({ ...rate, text: statedText(rate) });
    const own = findings.filter(({ parts = [] }) =>
      parts.some(({ about, outcome }) => about === group && outcome !== "pass"),
    );
    return { text: `${group.padEnd(8)} ${text}`, tone: worstTone(own) };
  });
  return [absenceOf("safety", answers), ...cells];
}

function crashLines({ carrier, safety }: Subject): Cell[] {
  const all = crashes(safety, "crashes");
  const total = amount(carrier, "safety.total_crashes");
  if (isStated(all)) return [all];
  const { aside } = all;
  return [aside === undefined ? total : { text: statedText(total), aside }];
}

function fleetText({ record }: RecordRow): string {
  const count = (path: string, noun: string) => {
    const { value } = number(valueAt(record, path));
    return value === undefined ? `${noun}s not stated` : counted(value, noun);
  };
  return `${count("fleet.power_units", "power unit")}, ${count("fleet.drivers", "driver")}`;
}

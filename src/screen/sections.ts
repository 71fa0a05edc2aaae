/**
 * What the three records of a carrier say, in the order in which it matters to
 * a dispatcher.
 */
import type { Answers, RecordName } from "../answer.ts";
import { counted } from "../text/digits.ts";
import { valueAt } from "../text/json.ts";
import { inspectionGroups, readNumber } from "../vet/record/facts.ts";
import {
  address,
  amount,
  asSent,
  crashes,
  dotSeparated,
  driverRate,
  inspections,
  isStated,
  notInspected,
  oneLine,
  type RecordRow,
  type StyledText,
  statedText,
  violations,
} from "./cells.ts";
import { policyColumns, rowText } from "./columns.ts";
import { inForce, insuranceOf, tellingRows } from "./filings.ts";
import { worstTone } from "./findings.ts";

export interface ScreenSection {
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
  lines(row: RecordRow): readonly (StyledText | string)[];
}

/** Type, coverage, term and insurer, who needs no label here. */
const coverColumns = policyColumns
  .slice(0, 4)
  .map((column) => (column.decides ? column : { ...column, label: "" }));

export const sections: readonly ScreenSection[] = [
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
    lines: (row) =>
      tellingRows(insuranceOf(row)).map((each) => rowText(each, coverColumns)),
  },
  {
    name: "Rating",
    rank: 5,
    reads: "safety",
    rules: ["safety.rating"],
    lines: (row) => [ratingOf(row)],
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
    lines: (row) => [violations(row, "safety.violations")],
  },
  {
    name: "Fleet",
    rank: 10,
    reads: "carrier",
    rules: ["fleet"],
    lines: (row) => [fleetText(row)],
  },
  {
    name: "Contact",
    rank: 11,
    reads: "carrier",
    rules: ["contact", "address"],
    lines: (row) => [
      dotSeparated(
        [
          address(row, "carrier.address"),
          asSent(row, "carrier.contact.phone"),
          asSent(row, "carrier.contact.email"),
        ].filter(isStated),
      ),
    ],
  },
];

/**
 * Why a record says nothing, in words; empty where it was answered. Standard
 * error and findings have the reason.
 */
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
      return `${name} record not asked for: the policy does not need it`;
  }
}

/** The rating, from both records where they differ; empty where neither states one. */
export function ratingOf(row: RecordRow): string {
  const ratings = ["carrier.safety.rating", "safety.rating"]
    .map((path) => asSent(row, path))
    .filter(isStated);
  return [...new Set(ratings.map(({ text }) => text))].join(" or ");
}

function coverLines(row: RecordRow): string[] {
  const filed = (kind: string) =>
    statedText(amount(row, `carrier.insurance.${kind}_on_file`));
  const onFile = `BIPD ${filed("bipd")}, cargo ${filed("cargo")}`;
  const today = inForce(insuranceOf(row), "policies");
  const isSaid = onFile === today.text || !/\d/.test(onFile);
  const inWords = isStated(today) ? [`in force: ${today.text}`] : [];
  return [
    absenceOf("insurance", row.answers),
    [...inWords, ...row.notes].join(", "),
    isSaid ? "" : `on file: ${onFile}`,
  ];
}

function rateLines(row: RecordRow): (StyledText | string)[] {
  const rates = inspectionGroups.map((group) => ({
    group,
    rate: inspections(row, `safety.inspections.${group}`),
  }));
  if (rates.every(({ rate }) => rate.text === notInspected.text))
    return [notInspected];
  const isSaid = ({ rate }: { rate: StyledText }) =>
    isStated(rate) || rate.aside !== undefined;
  const driver = driverRate(row, "carrier.safety.driver_oos_rate");
  const shown = rates.some(isSaid)
    ? rates
    : [{ group: "driver" as const, rate: driver }].filter(isSaid);
  const cells = shown.map(({ group, rate }): StyledText => {
    const text = oneLine({ ...rate, text: statedText(rate) });
    const own = row.findings.filter(({ parts = [] }) =>
      parts.some(({ about, outcome }) => about === group && outcome !== "pass"),
    );
    return { text: `${group.padEnd(8)} ${text}`, tone: worstTone(own) };
  });
  return [absenceOf("safety", row.answers), ...cells];
}

function crashLines(row: RecordRow): StyledText[] {
  const all = crashes(row, "safety.crashes");
  if (isStated(all)) return [all];
  const total = amount(row, "carrier.safety.total_crashes");
  const { aside } = all;
  return [aside === undefined ? total : { text: statedText(total), aside }];
}

function fleetText({ record }: RecordRow): string {
  const count = (path: string, noun: string) => {
    const { value } = readNumber(valueAt(record, path));
    return value === undefined ? `${noun}s not stated` : counted(value, noun);
  };
  return `${count("carrier.fleet.power_units", "power unit")}, ${count("carrier.fleet.drivers", "driver")}`;
}

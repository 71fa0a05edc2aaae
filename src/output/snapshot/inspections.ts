/** The inspection groups, one below the other, each beside the national average of the same answer. */
import { amount, comparisonOf } from "../cells.ts";
import { plainText, type RecordRow } from "../value.ts";
import type { ScreenText } from "./screen-text.ts";

const groups = ["driver", "vehicle", "hazmat"] as const;

interface GroupText {
  group: string;
  counts: string;
  rate: string;
  national: string;
  word: string;
  tone: ScreenText["tone"];
}

/** A line for each group that states something: `vehicle   2 of  5 OOS   rate 40   national 22.26   ABOVE`. */
export function inspectionLines(safety: RecordRow, carrier: RecordRow): ScreenText[] {
  const texts = groups.flatMap((group) => groupText(safety, group) ?? []);
  if (texts.length === 0) return driverRate(carrier);
  const width = (part: "group" | "counts" | "rate" | "national") => Math.max(...texts.map((text) => text[part].length));
  const [group, counts, rate, national] = [width("group"), width("counts"), width("rate"), width("national")];
  return texts.map((text) => ({
    text: [
      text.group.padEnd(group),
      text.counts.padStart(counts),
      ...(text.rate === ""
        ? []
        : [`rate ${text.rate.padEnd(rate)}`, `national ${text.national.padEnd(national)}`, text.word]),
    ]
      .join("  ")
      .trimEnd(),
    tone: text.tone,
  }));
}

function groupText(safety: RecordRow, group: string): GroupText | undefined {
  const path = `inspections.${group}`;
  const fields = ["total", "oos", "oos_rate", "national_avg"].map((name) => plainText(safety, `${path}.${name}`));
  if (fields.every((field) => field === undefined)) return undefined;
  const { rate, national, word, tone, isInspected } = comparisonOf(safety, path);
  if (!isInspected) return { group, counts: "no inspections", rate: "", national: "", word: "", tone: "careful" };
  const counts = `${amount(safety, `${path}.oos`).text} of ${amount(safety, `${path}.total`).text} OOS`;
  return { group, counts, rate, national, word: word === "above" ? "ABOVE" : word, tone };
}

/** Without a safety record, the carrier record still has the rate of its drivers. */
function driverRate(carrier: RecordRow): ScreenText[] {
  const [rate, national] = [
    plainText(carrier, "safety.driver_oos_rate"),
    plainText(carrier, "safety.driver_oos_rate_national"),
  ];
  return rate === undefined ? [] : [{ text: `driver OOS rate ${rate}, national ${national ?? "not stated"}` }];
}

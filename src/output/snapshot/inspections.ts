/** The inspection groups, one below the other, each beside the national average of the same answer. */
import { visible } from "../../text/safe-text.ts";
import { displayWidth } from "../../text/width.ts";
import { notStated } from "../cells.ts";
import { largest } from "../column-widths.ts";
import { inspectionGroup } from "../inspection-cells.ts";
import { plainText, type RecordRow } from "../value.ts";
import type { TopicTone } from "./findings.ts";
import type { ScreenText } from "./screen-text.ts";

const groups = ["driver", "vehicle", "hazmat"] as const;
const noInspections = "no inspections";

/** The cells of a line: `vehicle`, `2 of 5 OOS`, `rate 40`, `national 22.26`, `ABOVE`. */
interface GroupLine {
  cells: readonly string[];
  tone: TopicTone;
}

/**
 * A line for each group that states something: `vehicle   2 of  5 OOS   rate 40   national 22.26   ABOVE`, aligned where there is room.
 *
 * @param found the tone of the findings on a group: above the average is marked as a problem only where the engine found one
 */
export function inspectionLines(
  safety: RecordRow,
  carrier: RecordRow,
  found: (path: string) => TopicTone,
  room: number | undefined,
): ScreenText[] {
  const lines = groups.flatMap((group) => groupLine(safety, group, found) ?? []);
  if (lines.length === 0) return driverRate(carrier);
  if (lines.length === groups.length && lines.every(({ cells }) => cells[1] === noInspections)) {
    return [{ text: `${noInspections} (${groups.join(", ")})`, tone: "warning" }];
  }
  const full = lines.filter(({ cells }) => cells.length > 2);
  const widths = [0, 1, 2, 3, 4].map((index) =>
    largest((index < 1 ? lines : full).map(({ cells }) => displayWidth(cells[index] ?? ""))),
  );
  const aligned = lines.map(({ cells }) =>
    cells
      .map((cell, index) => {
        const free = " ".repeat(Math.max(0, (widths[index] ?? 0) - displayWidth(cell)));
        // Only counts beside counts end below each other.
        return index === 1 && cells.length > 2 ? free + cell : cell + free;
      })
      .join("  ")
      .trimEnd(),
  );
  const fits = room === undefined || aligned.every((text) => displayWidth(text) <= room);
  return lines.map(({ cells, tone }, index) => ({ text: fits ? (aligned[index] ?? "") : onOneLine(cells), tone }));
}

/** `vehicle 40 ABOVE national 22.26 (2 of 5)`, for a narrow terminal. */
function onOneLine([group, counts = "", rate, national, word]: readonly string[]): string {
  if (rate === undefined || national === undefined) return `${group} ${counts}`;
  const [number, shared] = [rate.replace(/^rate /, ""), counts.replace(/ OOS$/, "")];
  const isPlain = word === "below" || word === "ABOVE";
  const comparison = isPlain ? `${word} ${national}` : `, ${national}${word === "" ? "" : `: ${word}`}`;
  return `${group} ${number}${isPlain ? " " : ""}${comparison} (${shared})`;
}

function groupLine(safety: RecordRow, name: string, found: (path: string) => TopicTone): GroupLine | undefined {
  const group = inspectionGroup(safety, `inspections.${name}`);
  if (!("counts" in group)) {
    if (group.text === notStated.text) return undefined;
    // Few carriers have hazmat inspections, and the other groups are judged beside each other.
    return { cells: [name, visible(group.text)], tone: group.text === noInspections ? "dim" : group.tone };
  }
  const { rate, national, word } = group.rates;
  const isAbove = word === "above";
  const cells = [
    name,
    `${group.counts} OOS`,
    `rate ${rate}`,
    `national ${national ?? "not stated"}`,
    isAbove ? "ABOVE" : word,
  ];
  return { cells: cells.map(visible), tone: isAbove ? (found(`safety.inspections.${name}`) ?? "warning") : undefined };
}

/** Without a safety record, the carrier record still has the rate of its drivers. */
function driverRate(carrier: RecordRow): ScreenText[] {
  const [rate, national] = [
    plainText(carrier, "safety.driver_oos_rate"),
    plainText(carrier, "safety.driver_oos_rate_national"),
  ];
  return rate === undefined ? [] : [{ text: `driver OOS rate ${rate}, national ${national ?? "not stated"}` }];
}

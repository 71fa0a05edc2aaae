/**
 * Which columns of a table have room, and how wide each gets. What has no room
 * goes in this order: columns that say what is usual in every row, then the
 * last column, and those that are kept after all others. table.ts calls this.
 */
import { displayWidth } from "../text/width.ts";
import type { Column } from "./columns.ts";

/** A column with its width, at first as little as it can do with. */
export interface SizedColumn extends Column {
  at: number;
  width: number;
  /** What its cells need. */
  widest: number;
  /** Whether any cell says something unusual. */
  isTelling: boolean;
}

/** Text from the service can still be read in this few columns. */
const leastSent = 14;

/** A column for the texts of its cells. */
export function sized(
  column: Column,
  at: number,
  texts: readonly string[],
): SizedColumn {
  const { label, show, usual } = column;
  const widest = [label, ...texts].reduce(
    (most, text) => Math.max(most, displayWidth(text)),
    0,
  );
  // Our own texts are not cut: a part of a number would be another number.
  const { least = show ? widest : leastSent } = column;
  const width = Math.min(widest, Math.max(displayWidth(label), least));
  const isTelling = texts.some((text) => text !== "" && text !== usual);
  return { ...column, at, width, widest, isTelling };
}

/** The columns that have room, each as wide as it gets. */
export function fittingColumns(
  columns: readonly SizedColumn[],
  room: number,
): SizedColumn[] {
  const isTight = lineWidth(columns) > room;
  const telling = columns.filter(({ isTelling }) => isTelling || !isTight);
  const kept = telling.filter(({ isKept }) => isKept);
  const others = telling.filter(({ isKept }) => !isKept);
  const fitting = firstThatFit([...kept, ...others], room);
  // Kept columns take up to half of the room before the others take what they
  // need.
  const half = widened(fitting, Math.floor(room / 2), room);
  return widened(half, room, room).sort((a, b) => a.at - b.at);
}

/** The first columns, as many as fit beside each other, but at least one. */
function firstThatFit(columns: readonly SizedColumn[], room: number) {
  const first = (count: number) => columns.slice(0, count);
  let count = columns.length;
  while (count > 1 && lineWidth(first(count)) > room) count -= 1;
  return first(count);
}

/** The first columns first, each gets the room that it needs, up to `most`. */
function widened(
  columns: readonly SizedColumn[],
  most: number,
  room: number,
): SizedColumn[] {
  let spare = room - lineWidth(columns);
  return columns.map((column) => {
    const wanted = Math.min(most, column.widest) - column.width;
    const more = Math.max(0, Math.min(wanted, spare));
    spare -= more;
    return { ...column, width: column.width + more };
  });
}

export const columnGap = "  ";

export function lineWidth(columns: readonly SizedColumn[]): number {
  const gaps = columnGap.length * (columns.length - 1);
  return columns.reduce((sum, { width }) => sum + width, gaps);
}

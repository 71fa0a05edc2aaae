/**
 * What has room on a screen: blocks below each other (snapshot.ts) and columns
 * beside each other (table.ts). What has none goes whole, the least important
 * first, and is named.
 *
 * Of columns, those go first that say what is usual in every row, then the last
 * one, and those that are kept after all others.
 */
import { displayWidth } from "../text/width.ts";
import type { Column } from "./columns.ts";
import { type Drawing, spacedLines } from "./lines.ts";

/** A part of a screen, shown whole or not at all; only the most important is cut. */
export interface Block {
  lines: readonly string[];
  /** What it is called where it has no room. */
  name?: string;
  /**
   * Without room, blocks of the lowest rank go first; within a rank, the last
   * on the screen, unless it fits where a longer one does not. One without a
   * rank never goes.
   */
  rank?: number;
}

/**
 * The screen with the blocks that have room, and the last line of `height` left
 * for the prompt. The most important ranked block is cut rather than dropped, so
 * that the title above it stays in the window. A blank line stands between
 * groups.
 */
export function fittingLines(
  groups: readonly (readonly Block[])[],
  height: number,
  drawing: Drawing,
): string[] {
  const [top, ...others] = groups
    .flat()
    .filter(({ rank, lines }) => rank !== undefined && lines.length > 0)
    .sort((a, b) => rankOf(b) - rankOf(a));
  const linesWithout = (
    dropped: readonly Block[],
    topLines = top?.lines ?? [],
  ) => {
    const shown = groups.map((blocks) =>
      blocks
        .filter((block) => !dropped.includes(block))
        .flatMap((block) => (block === top ? topLines : block.lines)),
    );
    return [...spacedLines(shown), ...droppedLine(dropped, drawing)];
  };
  const dropped = withoutRoom(
    others,
    (dropped) => linesWithout(dropped).length < height,
  );
  const lines = linesWithout(dropped);
  const excess = lines.length - height + 1;
  if (top === undefined || excess <= 0) return lines;
  return linesWithout(dropped, firstLines(top, top.lines.length - excess));
}

const rankOf = ({ rank = 0 }: Block): number => rank;

/** Gives room to one block after the other, and returns those that get none. */
function withoutRoom(
  blocks: readonly Block[],
  fits: (dropped: readonly Block[]) => boolean,
): readonly Block[] {
  let dropped = blocks;
  for (const block of blocks) {
    // No block gets the room that a more important one was refused.
    if (dropped.some((each) => rankOf(each) > rankOf(block))) break;
    const others = dropped.filter((each) => each !== block);
    if (fits(others)) dropped = others;
  }
  return dropped;
}

/** The first lines of a block, at least one, and a sign that it has more. */
const firstLines = ({ lines }: Block, count: number): readonly string[] =>
  count > 1 ? [...lines.slice(0, count - 1), "…"] : lines.slice(0, 1);

/** Names what has no room, the most important first, as far as a line has room. */
function droppedLine(dropped: readonly Block[], drawing: Drawing): string[] {
  if (dropped.length === 0) return [];
  const names = dropped.map(({ name }) => name);
  const naming = (count: number) => {
    const more = count < names.length ? ", …" : "";
    return `no room for: ${names.slice(0, count).join(", ")}${more} (-v: all)`;
  };
  let count = names.length;
  while (count > 1 && naming(count).length > drawing.width) count -= 1;
  return drawing.remark(naming(count));
}

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

/**
 * Which parts of a screen have room: others go whole, and its last line names
 * them. snapshot.ts calls this.
 */
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
 * The screen with the blocks that have room, the most important first, and the
 * last line of `height` left for the prompt. The most important block always
 * stays, cut if need be. A blank line stands between groups.
 */
export function fittingLines(
  groups: readonly (readonly Block[])[],
  height: number,
  drawing: Drawing,
): string[] {
  const droppable = groups
    .flat()
    .filter(({ rank, lines }) => rank !== undefined && lines.length > 0)
    .sort((a, b) => Number(b.rank) - Number(a.rank));
  const [top, ...others] = droppable;
  const without = (dropped: readonly Block[], topLines = top?.lines ?? []) => {
    const shown = groups.map((blocks) =>
      blocks
        .filter((each) => !dropped.includes(each))
        .flatMap((each) => (each === top ? topLines : each.lines)),
    );
    return [...spacedLines(shown), ...droppedLine(dropped, drawing)];
  };
  let dropped = others;
  for (const block of others) {
    // No block gets the room that a more important one was refused.
    if (dropped.some(({ rank }) => Number(rank) > Number(block.rank))) break;
    const fewer = dropped.filter((each) => each !== block);
    if (without(fewer).length < height) dropped = fewer;
  }
  const lines = without(dropped);
  const excess = lines.length - height + 1;
  if (top === undefined || excess <= 0) return lines;
  // The carrier's name must not scroll away.
  const room = Math.max(1, top.lines.length - excess);
  return without(
    dropped,
    room > 1 ? [...top.lines.slice(0, room - 1), "…"] : top.lines.slice(0, 1),
  );
}

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

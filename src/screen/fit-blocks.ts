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
 * The screen with the blocks that have room, and the last line of `height` left
 * for the prompt. The most important block always stays, cut if need be: the
 * carrier's name must not scroll away. A blank line stands between groups.
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

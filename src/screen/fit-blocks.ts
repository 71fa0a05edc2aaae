/**
 * Which parts of a screen have room: they go whole, the least important first,
 * and its last line names them. snapshot.ts calls this.
 */
import { type Drawing, spacedLines } from "./lines.ts";

/** A part of a screen, shown whole or not at all. */
export interface Block {
  lines: readonly string[];
  /** What it is called where it has no room. */
  name?: string;
  /**
   * Without room, the block of the lowest rank goes first; of several, the last
   * on the screen. One without a rank never goes.
   */
  rank?: number;
}

/**
 * The screen without the blocks that have no room below this height: the most
 * important of them stays. Between groups stands a blank line.
 */
export function fittingLines(
  groups: readonly (readonly Block[])[],
  height: number,
  drawing: Drawing,
): string[] {
  const droppable = groups
    .flat()
    .filter(({ rank, lines }) => rank !== undefined && lines.length > 0)
    .reverse()
    .sort((one, other) => Number(one.rank) - Number(other.rank));
  const without = (count: number) => {
    const gone = droppable.slice(0, count);
    const shown = groups.map((blocks) =>
      blocks.flatMap((each) => (gone.includes(each) ? [] : each.lines)),
    );
    return [...spacedLines(shown), ...goneLine(gone, drawing)];
  };
  let count = 0;
  while (count < droppable.length - 1 && without(count).length >= height)
    count += 1;
  return without(count);
}

/** Names what has no room, the most important first, as far as a line has room. */
function goneLine(gone: readonly Block[], drawing: Drawing): string[] {
  if (gone.length === 0) return [];
  const names = gone.map(({ name }) => name).reverse();
  const naming = (count: number) => {
    const more = count < names.length ? ", …" : "";
    return `no room for: ${names.slice(0, count).join(", ")}${more} (-v: all)`;
  };
  let count = names.length;
  while (count > 1 && naming(count).length > drawing.width) count -= 1;
  return drawing.remark(naming(count));
}

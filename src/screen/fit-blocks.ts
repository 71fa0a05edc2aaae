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
   * Without room, blocks of the lowest rank go first; of several, the last on the
   * screen, unless it fits and another does not. One without a rank never goes.
   */
  rank?: number;
}

/**
 * The screen with the blocks that have room below this height, the most important
 * first, of which one always stays, or as much of it as has room. Between groups
 * stands a blank line.
 */
export function fittingLines(
  groups: readonly (readonly Block[])[],
  height: number,
  drawing: Drawing,
): string[] {
  const droppable = groups
    .flat()
    .filter(({ rank, lines }) => rank !== undefined && lines.length > 0)
    .sort((one, other) => Number(other.rank) - Number(one.rank));
  const [first, ...others] = droppable;
  const without = (gone: readonly Block[], firstLines = first?.lines) => {
    const linesOf = (block: Block) =>
      (block === first ? firstLines : block.lines) ?? [];
    const shown = groups.map((blocks) =>
      blocks.flatMap((each) => (gone.includes(each) ? [] : linesOf(each))),
    );
    return [...spacedLines(shown), ...goneLine(gone, drawing)];
  };
  let gone = others;
  for (const block of others) {
    // One of a lower rank takes the room of none that has to go.
    if (gone.some(({ rank }) => Number(rank) > Number(block.rank))) break;
    const fewer = gone.filter((each) => each !== block);
    if (without(fewer).length < height) gone = fewer;
  }
  const lines = without(gone);
  const excess = lines.length - height + 1;
  if (first === undefined || excess <= 0) return lines;
  // The name must not scroll away.
  const room = Math.max(1, first.lines.length - excess);
  return room > 1
    ? without(gone, [...first.lines.slice(0, room - 1), "…"])
    : without(gone, first.lines.slice(0, 1));
}

/** Names what has no room, the most important first, as far as a line has room. */
function goneLine(gone: readonly Block[], drawing: Drawing): string[] {
  if (gone.length === 0) return [];
  const names = gone.map(({ name }) => name);
  const naming = (count: number) => {
    const more = count < names.length ? ", …" : "";
    return `no room for: ${names.slice(0, count).join(", ")}${more} (-v: all)`;
  };
  let count = names.length;
  while (count > 1 && naming(count).length > drawing.width) count -= 1;
  return drawing.remark(naming(count));
}

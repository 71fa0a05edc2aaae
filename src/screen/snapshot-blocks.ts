/**
 * The parts of a snapshot's screen, each shown whole or not at all, and which
 * of them go where the screen is too small.
 */
import { counted } from "../text/digits.ts";
import { type Drawing, noRoomFor, spacedLines } from "./look.ts";

/** What goes first where there is no room, down to what decides. */
const inOrderOfGoing = [
  "other fields",
  "Violations",
  "Fleet",
  "Policies",
  "Crashes",
  "Inspections",
  "Not stated",
  "passing rules",
  "Rating",
  "Insurance",
  "source and time",
  // Who is called at another number than the record's may be a thief.
  "Contact",
  /** Other findings, and what changed. */
  "telling",
  "deciding",
] as const;

/** In whose turn a block goes. */
export type Going = (typeof inOrderOfGoing)[number];

export interface Block {
  /** What it is called where it has no room. */
  name: string;
  goes: Going | "never";
  lines: readonly string[];
}

/** A block that goes in its own turn. */
export const block = (name: Going, lines: readonly string[]): Block => {
  return { name, goes: name, lines };
};

/** What stays on every screen. */
export const always = (lines: readonly string[]): Block => {
  return { name: "", goes: "never", lines };
};

/** Groups of blocks, with a blank line between them. */
export function screenLines(
  groups: readonly (readonly Block[])[],
  isShown = (_: Block) => true,
): string[] {
  return spacedLines(
    groups.map((blocks) =>
      blocks.filter(isShown).flatMap(({ lines }) => lines),
    ),
  );
}

/** The whole screen, then with ever fewer blocks. */
export function* smallerScreens(
  groups: readonly (readonly Block[])[],
  drawing: Drawing,
): Generator<string[]> {
  const blocks = groups.flat().filter(({ lines }) => lines.length > 0);
  const going = inOrderOfGoing.flatMap((turn) =>
    blocks.filter(({ goes }) => goes === turn).reverse(),
  );
  for (let count = 0; count <= going.length; count += 1) {
    const gone = going.slice(0, count);
    const left = blocks.filter((block) => gone.includes(block));
    const screen = screenLines(groups, (block) => !left.includes(block));
    for (const names of namings(left, going[count]))
      yield [...screen, ...noRoomFor(names, drawing, " (-v: all)")];
  }
}

/**
 * The ways to name what is left out. Before something that decides has to go,
 * the others are counted; at the end, all are.
 */
function namings(left: readonly Block[], next: Block | undefined): string[][] {
  const all = left.map(({ name }) => name);
  if (next !== undefined && next.goes !== "deciding") return [all];
  const deciding = left.filter(({ goes }) => goes === "deciding");
  const others = counting(left.length - deciding.length);
  const brief = [...deciding.map(({ name }) => name), ...others];
  return next ? [all, brief] : [all, brief, counting(left.length)];
}

const counting = (count: number): string[] =>
  count === 0 ? [] : [counted(count, "more part")];

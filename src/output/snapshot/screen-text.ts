import type { Tone } from "../cells.ts";

/** A line of the screen, or as many as it takes. */
export interface ScreenText {
  text: string;
  tone?: Tone | undefined;
}

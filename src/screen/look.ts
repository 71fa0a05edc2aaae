/** How what we print is looked at: by a person on a terminal, or by whoever opens the file. */
import { Chalk } from "chalk";

export interface Look {
  width: number | undefined;
  height: number | undefined;
  color: boolean;
  /** Milliseconds since 1970: "in 41 days" counts from here. */
  now: number;
  /** Times on a terminal are the machine's, in files UTC. */
  zone: "local" | "utc";
  /** Whether the sample service is asked: hints then name it, so that they can be typed as they stand. */
  sample: boolean;
}

/** What a color means. The text says the same without it. */
export type Tone = "good" | "bad" | "doubt" | "dim" | "bold";

export interface Drawing {
  /** Colors a text, which has no color codes and no line breaks yet. */
  paint(text: string, tone: Tone | undefined): string;
  width: number;
}

/** Draws in the terminal's own colors, never white or black; without a width, for a pipe. */
export function drawingFor({
  color,
  width = Number.POSITIVE_INFINITY,
}: Pick<Look, "color" | "width">): Drawing {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const tones = {
    good: chalk.green,
    bad: chalk.red.bold,
    doubt: chalk.yellow,
    dim: chalk.dim,
    bold: chalk.bold,
  };
  return {
    paint: (text, tone) => (tone === undefined ? text : tones[tone](text)),
    width,
  };
}

/** `2026-11-21 15:28 UTC`, or in the zone of this machine, with its name. */
export function timeText(time: string | number, zone: "local" | "utc"): string {
  const date = new Date(time);
  if (zone === "utc")
    return date.toISOString().replace(/T(\d\d:\d\d).*/, " $1 UTC");
  // Swedish writes dates as ISO 8601 does.
  const clock = date.toLocaleString("sv-SE", {
    dateStyle: "short",
    timeStyle: "short",
  });
  const name = date
    .toLocaleTimeString("en-US", { timeZoneName: "short" })
    .split(" ")
    .at(-1);
  return `${clock} ${name}`;
}

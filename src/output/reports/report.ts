/** What every report of `usdot vet` is: a function that writes carriers to a sink as they are judged. */
import type { RunHeader, VettedCarrier } from "../../vet/model.ts";
import type { FormatOptions, Writer } from "../format.ts";
import type { Sink } from "../sink.ts";
import type { ReportFooter } from "./summary.ts";

export interface ReportOptions extends Pick<FormatOptions, "width" | "color"> {
  /** Whether one number was asked for by itself: a table shows each of its rules. */
  single: boolean;
  /** Whether carriers are compared with an earlier run: reports then lead with what changed. */
  compared: boolean;
  /** Whether hashes are shown whole (`--verbose`). */
  verbose: boolean;
  /** A one-line summary of each rule, by name: for reports that describe the rules. */
  rules: ReadonlyMap<string, string>;
}

/** Writes one report of carriers, in the order of the list. */
export type ReportWriter = Writer<VettedCarrier, ReportFooter>;

export type Report = (sink: Sink, header: RunHeader, options: ReportOptions) => ReportWriter;

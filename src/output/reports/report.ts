/** What a report of `usdot vet` is. A new one is a file, and a line in index.ts. */
import type { Run, RunHeader, Vetted } from "../../vet/model.ts";
import type { Look } from "../look.ts";

export interface ReportLook extends Look {
  /** Whether one number was asked for by itself: the table is then its screen. */
  single?: boolean;
  /** Whether only carriers that changed are shown; counts stay those of all. */
  onlyChanged?: boolean;
  /** Whether a table of changes says nothing where there are none: cron mails whatever is printed. */
  quiet?: boolean;
  verbose?: boolean;
}

export type FinishedReport = (run: Run, look: ReportLook) => string;

export type WorkbookReport = (
  run: Run,
  look: ReportLook,
) => Promise<Uint8Array>;

export interface StreamedReport {
  head: string;
  carrier(vetted: Vetted, header: RunHeader): string;
}

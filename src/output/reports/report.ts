/** What a report of `usdot vet` is. A new one is a file, and a line in index.ts. */

import type { Look } from "../../screen/look.ts";
import type { Run } from "../../vet/model.ts";

export interface ReportLook extends Look {
  /** Whether one number was asked for by itself: the table is then its screen. */
  single?: boolean;
  /** Whether only carriers that changed are shown; counts stay those of all. */
  onlyChanged?: boolean;
  /** Whether a table of changes says nothing where there are none: cron mails whatever is printed. */
  quiet?: boolean;
}

export type FinishedReport = (run: Run, look: ReportLook) => string;

import { csv, json, ndjson, xlsx } from "./data.ts";
import { github } from "./github.ts";
import { html } from "./html.ts";
import { junit } from "./junit.ts";
import { markdown } from "./markdown.ts";
import type {
  FinishedReport,
  StreamedReport,
  WorkbookReport,
} from "./report.ts";
import { table } from "./table.ts";

type Reports = Record<string, FinishedReport | StreamedReport | WorkbookReport>;

/** The reports of `usdot vet`, by the names that `--format` and `--report` take. */
export const reports = {
  table,
  json,
  ndjson,
  csv,
  junit,
  github,
  markdown,
  html,
  xlsx,
} satisfies Reports;

export type ReportFormat = keyof typeof reports;

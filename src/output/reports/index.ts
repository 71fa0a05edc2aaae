/** The reports of `usdot vet`. A new one is a file and its line here. */
import type { Report } from "./report.ts";

const reports = {
  table: async () => (await import("./table.ts")).table,
  json: async () => (await import("./json.ts")).json,
  ndjson: async () => (await import("./json.ts")).ndjson,
  csv: async () => (await import("./csv.ts")).csv,
  junit: async () => (await import("./junit.ts")).junit,
  sarif: async () => (await import("./sarif.ts")).sarif,
  github: async () => (await import("./github.ts")).github,
  markdown: async () => (await import("./markdown.ts")).markdown,
  html: async () => (await import("./html.ts")).html,
} satisfies Record<string, () => Promise<Report>>;

export type ReportName = keyof typeof reports;

/** The names of the reports, as `--format` and `--report` take them. */
export const reportNames = Object.keys(reports) as readonly ReportName[];

/** Loads a report: each start loads only what it writes. */
export function loadReport(name: ReportName): Promise<Report> {
  return reports[name]();
}

import type { Report } from "./report.ts";

/** The reports of `usdot vet`, each loaded where it is written. A new one is a file and its line here. */
export const reportLoaders = {
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

export type ReportName = keyof typeof reportLoaders;

/** The names of the reports, as `--format` and `--report` take them. */
export const reportNames = Object.keys(reportLoaders) as readonly ReportName[];

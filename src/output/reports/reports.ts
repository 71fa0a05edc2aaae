/** The reports of a run, by the names of their formats. */
import type { FormatName } from "../../settings/formats.ts";
import { workflowSafe } from "../../text/safe-text.ts";
import type { RunFooter, RunHeader, Vetted } from "../../vet/model.ts";
import {
  type Content,
  collected,
  csv,
  type Format,
  ndjson,
  xlsx,
} from "../format.ts";
import { jsonReport, vetContent } from "./data.ts";
import { githubReport } from "./github.ts";
import { htmlReport } from "./html.ts";
import { junitReport } from "./junit.ts";
import { lineReport } from "./line.ts";
import { markdownReport } from "./markdown.ts";
import {
  isReported,
  type Report,
  type ReportLook,
  runSummaryOf,
} from "./summary.ts";
import { tableReport } from "./vet-table.ts";

type VetFormat = Format<Vetted, RunFooter>;
type Open = (header: RunHeader, look: ReportLook) => VetFormat;

const afterRun =
  (report: Report): Open =>
  (header, look) =>
    collected(
      (vetted) => vetted,
      (carriers, footer) =>
        report(runSummaryOf({ header, carriers, footer }, look)),
    );

/** A report that may be printed in a job, also from a file. */
const inLog =
  (report: Report): Report =>
  (summary) =>
    workflowSafe(report(summary));

const perCarrier =
  (open: (content: Content<Vetted>) => VetFormat): Open =>
  (header, look) => {
    const format = open(vetContent(header));
    return {
      ...format,
      item: (vetted) => (isReported(vetted, look) ? format.item(vetted) : ""),
    };
  };

/** The reports of `usdot vet`, by the names that `--format` and `--report` take. */
export const reports = {
  table: afterRun(inLog(tableReport)),
  json: afterRun(jsonReport),
  ndjson: perCarrier(ndjson),
  csv: perCarrier(csv),
  junit: afterRun(inLog(junitReport)),
  github: afterRun(githubReport),
  markdown: afterRun(markdownReport),
  html: afterRun(htmlReport),
  line: afterRun(inLog(lineReport)),
  xlsx: perCarrier(xlsx),
} satisfies Record<FormatName, Open>;

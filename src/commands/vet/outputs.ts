/** What a run writes: its reports, each a function of the run, and the user's own rows with their verdicts. */
import { quoteInput } from "../../dot-number.ts";
import { UsageError } from "../../errors.ts";
import type { Sink } from "../../files/output-file.ts";
import type { Input } from "../../input/input.ts";
import {
  type OwnRows,
  refuseTakenColumns,
  writeKept,
} from "../../output/keep-columns.ts";
import { reportColumns, reportRow } from "../../output/reports/data.ts";
import { isChanged } from "../../output/reports/digest.ts";
import { type ReportFormat, reports } from "../../output/reports/index.ts";
import type { ReportLook } from "../../output/reports/report.ts";
import { type Context, formatFor, pathOf } from "../../runtime/context.ts";
import { formatNamed, formatOfFile } from "../../settings/options.ts";
import type { Run, RunFooter, RunHeader, Vetted } from "../../vet/model.ts";
import { lookOf, openDestination } from "../destination.ts";
import { type Inputs, ownRows } from "../lookup/inputs.ts";
import type { Plan, Target, VetOptions } from "./options.ts";

const formats = Object.keys(reports) as ReportFormat[];

/** The reports that a command line names, the main one first. */
export function targetsOf(
  context: Context,
  { report = [], keepColumns, evidence }: VetOptions,
): Target[] {
  const { host, output } = context;
  const [what, allowed] = keepColumns
    ? ["--keep-columns", ["csv", "xlsx"] as const]
    : ["vet", formats];
  const format = formatFor(what, allowed, context) as Target["format"];
  const others = report
    .map(parseReport)
    .map(({ format, path }) => ({ format, path: pathOf(host, path) }));
  const targets = [{ format, path: output }, ...others];
  const paths = [
    ...(evidence === undefined ? [] : [pathOf(host, evidence)]),
    ...targets.map(({ path }) => path),
  ];
  const at = paths.findIndex((path, index) => paths.indexOf(path) !== index);
  if (at < 0) return targets;
  throw new UsageError(
    `two outputs would be written to ${paths[at] ?? "standard output"}`,
    {
      hint: "give each a file of its own",
    },
  );
}

/** `junit=vet.xml`, or `vet.html`, whose extension says the format. */
function parseReport(text: string): Target {
  const [, name, path = text] = /^([^=/\\.]*)=(.+)$/s.exec(text) ?? [];
  const format =
    name === undefined ? formatOfFile(text, "--report") : formatNamed(name);
  const known = formats.find((each) => each === format);
  if (known !== undefined) return { format: known, path };
  const hint = `formats are ${formats.join(", ")}`;
  throw new UsageError(
    `--report ${JSON.stringify(text)} is not FORMAT=PATH, such as junit=vet.xml`,
    { hint },
  );
}

interface OpenReport {
  carrier?(vetted: Vetted): string;
  end(run: Run): string | Uint8Array | Promise<string | Uint8Array>;
}

/** Opens the files of a run, before anything is sent. They end with `finish` or `abandon`. */
export async function openOutputs(plan: Plan, header: RunHeader) {
  const open: (OpenReport & { sink: Sink })[] = [];
  const carriers: Vetted[] = [];
  const abandon = async () => {
    const left = open.map(({ sink }) => sink.abandon().catch(() => undefined));
    return (await Promise.all(left)).filter((path) => path !== undefined);
  };
  try {
    for (const target of plan.targets) {
      const { path, format } = target;
      const sink = await openDestination(
        plan.context.host,
        path,
        format === "github",
      );
      open.push({ sink, ...reportOf(plan, target, header) });
    }
  } catch (error) {
    await abandon();
    throw error;
  }
  return {
    abandon,
    async carrier(vetted: Vetted) {
      if (open.some(({ carrier }) => carrier === undefined))
        carriers.push(vetted);
      for (const { sink, carrier } of open)
        if (carrier) await sink.write(carrier(vetted));
    },
    async finish(footer: RunFooter) {
      for (const { sink, end } of [...open]) {
        await sink.write(await end({ header, carriers, footer }));
        await sink.finish();
        open.shift();
      }
    },
  };
}

function reportOf(plan: Plan, target: Target, header: RunHeader): OpenReport {
  const { options, context, inputs } = plan;
  if (options.keepColumns && target === plan.targets[0])
    return { end: (run) => rowsOf(inputs, target.format, run) };
  const look: ReportLook = {
    ...lookOf(context, target.path),
    single: inputs.single !== undefined,
    onlyChanged: options.onlyChanged === true,
    quiet: context.settings.values.quiet === true,
    verbose: context.settings.values.verbose === true,
  };
  const report = reports[target.format];
  if (typeof report === "function") return { end: (run) => report(run, look) };
  // Not before the first carrier: a run that cannot begin leaves nothing.
  let { head } = report;
  const after = (text: string) => {
    const written = head + text;
    head = "";
    return written;
  };
  return {
    carrier: (vetted) =>
      after(
        look.onlyChanged && !isChanged(vetted)
          ? ""
          : report.carrier(vetted, header),
      ),
    end: () => after(""),
  };
}

/** Our columns beside the user's own, with what a dispatcher reads first. Where a row stands is where it is. */
const first = ["verdict", "messages", "legal_name"] as const;
const keptColumns = [...new Set([...first, ...reportColumns])].filter(
  (column) => column !== "place",
);
const keptHeaders = [
  "verdict",
  "reasons",
  "name_of_record",
  ...keptColumns.slice(first.length),
];

/** The user's rows, to which verdicts can be added. */
export function rowsToKeep(inputs: Inputs): OwnRows {
  const own = ownRows(inputs);
  refuseTakenColumns(own.table, own.source, keptHeaders);
  return own;
}

function rowsOf(
  inputs: Inputs,
  format: string,
  { header, carriers }: Run,
): string | Promise<Uint8Array> {
  const own = rowsToKeep(inputs);
  const byNumber = new Map<string, Vetted>(
    carriers.map((vetted) => [vetted.dossier.dotNumber, vetted]),
  );
  const values = (input: Input) => {
    const vetted =
      "dotNumber" in input ? byNumber.get(input.dotNumber) : undefined;
    if (vetted) return reportRow(vetted, header, keptColumns);
    // A filter on "not fail" must hide nothing that nobody has looked at.
    const said = [
      "review",
      "invalid" in input
        ? `${quoteInput(input.text)} ${input.invalid}`
        : "not judged",
    ];
    return keptHeaders.map((_, at) => said[at]);
  };
  return writeKept(format, own.table, {
    headers: keptHeaders,
    inputs: own.inputs,
    values,
  });
}

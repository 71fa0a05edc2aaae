/** Runs `usdot vet`: everything is checked first, then each carrier is judged, recorded and reported. */
import { resolve } from "node:path";
import {
  type ErrorKind,
  exitStatusOf,
  ListError,
  UsageError,
} from "../errors.ts";
import { decode } from "../files/read.ts";
import { sha256 } from "../files/sha256.ts";
import { invalidText, numbersIn } from "../list/input.ts";
import { carriers, Stop } from "../lookup/carriers.ts";
import { Tally } from "../lookup/tally.ts";
import { openOutput } from "../output/output.ts";
import { countsText, invalidCount } from "../output/reports/digest.ts";
import { keptFormat, reports } from "../output/reports/index.ts";
import { openConnection } from "../run/connection.ts";
import { openContext, pathOf } from "../run/context.ts";
import type { Host } from "../run/host.ts";
import { counted, roughTime } from "../text/digits.ts";
import { shellPath } from "../text/shell-word.ts";
import { localTime } from "../text/time.ts";
import {
  type Asking,
  asker,
  dossiers,
  hasClaims,
  missingFor,
  readReuse,
  recordsFor,
} from "../vet/asked.ts";
import { defaultPolicyText } from "../vet/default-policy.ts";
import { createEvidence, type Evidence } from "../vet/evidence.ts";
import { openHistory } from "../vet/history.ts";
import { hasRule, ruleOf } from "../vet/policy.ts";
import {
  type Arrived,
  type Ended,
  type Plan,
  runVetting,
  type VetOutput,
} from "../vet/run.ts";
import { lookOf, openDestination, print } from "./destination.ts";
import { ownRows } from "./inputs.ts";
import { follow } from "./progress.ts";
import {
  aboutRun,
  checkPlan,
  type VetPlan,
  type VetRequest,
} from "./vet-plan.ts";

export async function runVet(host: Host, request: VetRequest): Promise<void> {
  const { rules, printPolicy } = request.options;
  if (printPolicy) return printText(host, request, defaultPolicyText);
  if (rules)
    return printText(
      host,
      request,
      await (await import("../vet/catalog.ts")).ruleCatalog(),
    );
  const plan = await checkPlan(await openContext(host, request.flags), request);
  return plan.recorded ? replay(plan, plan.recorded) : vetLive(plan);
}

/** Works without settings, which may be what the user has yet to write; only `--output` counts. */
async function printText(
  host: Host,
  { flags: { output = "-" } }: VetRequest,
  text: string,
): Promise<void> {
  const sink = await openDestination(host, pathOf(host, String(output)));
  await sink.write(text);
  await sink.finish();
}

/** Judges a recorded run again, offline: as of its own time, by its own policy and waivers unless the command line names others. */
async function replay(plan: VetPlan, evidence: Evidence): Promise<void> {
  async function* recorded(): AsyncGenerator<Arrived> {
    for await (const vetted of evidence.carriers()) {
      plan.context.host.signal.throwIfAborted();
      yield { dossier: vetted.dossier, recorded: vetted };
    }
  }
  const { policy } = plan;
  const about = {
    ...evidence.run,
    policy: { name: policy.name, sha256: policy.sha256, text: policy.text },
  };
  const ended = await run(plan, { about, recorded: evidence }, recorded());
  endRun(plan, ended);
}

/** Vets carriers by asking the service about them. Earlier runs are read before anything is sent. */
async function vetLive(plan: VetPlan): Promise<void> {
  const { options, inputs, context, policy } = plan;
  const { host, reporter, settings } = context;
  const connection = await openConnection(context, {
    key: false,
    list: inputs.single === undefined,
  });
  const { service, client } = connection;
  const asOf = localTime(host.now());
  const isHistory = options.history !== undefined && !options.dryRun;
  const history = isHistory
    ? await openHistory(resolve(host.cwd, options.history ?? ""), service, asOf)
    : undefined;
  try {
    const paths = (options.reuse ?? []).map((path) => resolve(host.cwd, path));
    const reuse = await readReuse(paths, service, host.now(), (of, name) => {
      if (of !== service)
        throw new UsageError(
          `the answers in ${name} are from ${of}, not from ${service}`,
        );
    });
    const records = recordsFor(policy, inputs.inputs, connection.withKey);
    const asking: Asking = { policy, records, reuse };
    if (options.dryRun) return await dryRun(plan, asking);
    announce(plan, asking);
    const { earlier, killed } = history ?? {};
    if (earlier?.sha256 === null)
      reporter.note(
        `no earlier run of this service in ${options.history}: nothing to compare with`,
      );
    if (killed && options.reuse === undefined)
      reporter.note(
        `${killed} was cut off; the same command with --reuse ${shellPath(killed)} continues it`,
      );
    if (earlier?.sha256 && ruleOf(policy, "unchanged")?.level !== "error")
      reporter.note(
        "without the rule unchanged (level error), a change is reported only once",
      );
    const about = {
      ...aboutRun(plan, service, asOf, listsOf(plan)),
      compared: earlier?.sha256 ?? null,
    };
    const stop = new Stop();
    const pages = follow(context, {
      pages: carriers(inputs.inputs, {
        ask: asker(client, asking),
        batchSize: records[0] === "summary" ? settings.values["batch-size"] : 1,
        concurrency: settings.values.concurrency,
        stop,
      }),
      total: inputs.inputs.length,
      service,
      tally: new Tally(),
      stop,
    });
    const path =
      history?.path ??
      (options.evidence && resolve(host.cwd, options.evidence));
    endRun(
      plan,
      await run(plan, { about, earlier }, dossiers(inputs.inputs, pages), path),
    );
  } finally {
    history?.release();
    await connection.close();
  }
}

/** A longer list, or a workbook, is kept by its hash alone. */
const maxStoredList = 16 * 2 ** 20;

function listsOf({ inputs }: VetPlan) {
  return inputs.lists.map(({ source, bytes }) => {
    const isText =
      bytes.length <= maxStoredList && bytes.toString("latin1", 0, 2) !== "PK";
    return {
      path: source,
      sha256: sha256(bytes),
      ...(isText && { text: decode(bytes) }),
    };
  });
}

/** Opens the outputs, runs the pipeline, and leaves what is written where that ends early. */
async function run(
  vetting: VetPlan,
  plan: Pick<Plan, "about" | "earlier" | "recorded">,
  arriving: AsyncIterable<Arrived>,
  path?: string,
): Promise<Ended> {
  const { context, policy, waivers } = vetting;
  const { reporter } = context;
  const outputs: VetOutput[] = [];
  const evidence = await openAll(vetting, plan.about, outputs, path);
  try {
    const ended = await runVetting(
      { ...plan, policy, waivers, evidence, outputs },
      arriving,
    );
    reporter.status(undefined);
    if (evidence)
      reporter.note(
        `evidence ${evidence.path}: sha256 ${ended.evidence_sha256}`,
      );
    for (const note of ended.notes) reporter.note(note);
    return ended;
  } catch (error) {
    reporter.status(undefined);
    for (const output of outputs) {
      const left = await output.abandon().catch(() => undefined);
      if (left) reporter.note(`the report so far is in ${left}`);
    }
    if (await evidence?.abandon().catch(() => false))
      reporter.note(
        `the evidence so far is in ${path}; to continue, run the same command with --reuse ${shellPath(path ?? "")}`,
      );
    throw error;
  }
}

/** The evidence is the last file to be opened, so that none is left where another cannot be written. */
async function openAll(
  plan: VetPlan,
  about: Plan["about"],
  outputs: VetOutput[],
  path: string | undefined,
) {
  const { context, options, inputs, targets } = plan;
  const { quiet = false, verbose = false } = context.settings.values;
  for (const [at, { format, path }] of targets.entries()) {
    const look = {
      ...lookOf(context, path),
      single: inputs.single !== undefined,
      onlyChanged: options.onlyChanged === true,
      quiet,
      verbose,
    };
    const isKept = options.keepColumns && at === 0;
    const written = isKept
      ? keptFormat(ownRows(inputs), format, about)
      : await reports[format](about, look);
    outputs.push(
      openOutput(
        await openDestination(context.host, path, format === "github"),
        written,
      ),
    );
  }
  return path === undefined ? undefined : createEvidence(path, about);
}

/** A rate to estimate by: what a public service with this interface documents for requests without a key. Others may allow more or less. */
const requestsPerMinute = 100;

/** How many requests a list takes: `1,000 carriers: carrier, insurance, safety: 3,000 requests, about 30 min at 100 a minute`. */
function takes({ context, inputs }: VetPlan, asking: Asking): string {
  const numbers = [...new Set(numbersIn(inputs.inputs))];
  const missing = numbers.reduce(
    (sum, number) => sum + missingFor(asking, number).length,
    0,
  );
  const isBulk = asking.records[0] === "summary";
  const requests = isBulk
    ? Math.ceil(missing / context.settings.values["batch-size"])
    : missing;
  const time = `, about ${roughTime((60 * requests) / requestsPerMinute)} at ${requestsPerMinute} a minute`;
  const all = `${isBulk ? "about " : ""}${counted(requests, "request")}${requests < requestsPerMinute ? "" : time}`;
  return `${counted(numbers.length, "carrier")}: ${isBulk ? "bulk summary" : asking.records.join(", ")}: ${all}`;
}

/** What is about to be asked. Of one carrier, the verdict comes first. */
function announce(plan: VetPlan, asking: Asking): void {
  const { context, inputs, policy } = plan;
  const { reporter, settings } = context;
  if (inputs.inputs.some(hasClaims) && !hasRule(policy, "claims"))
    reporter.note(
      "your vetting rules lack claims: what is claimed is compared all the same",
    );
  if (inputs.single !== undefined) return;
  reporter.note(takes(plan, asking));
  if (settings.values.policy === undefined)
    reporter.note(
      'judging by the built-in policy "default"; see it with usdot vet --print-policy',
    );
}

const fixInvalid = "fix the invalid lines";

async function dryRun(plan: VetPlan, asking: Asking): Promise<void> {
  const { host, reporter } = plan.context;
  await print(host, `${takes(plan, asking)}\n`);
  const invalid = plan.inputs.inputs.filter((input) => "invalid" in input);
  for (const line of invalid) reporter.invalid(invalidText(line));
  reporter.endComplaints();
  if (invalid.length > 0)
    throw new ListError(invalidCount(invalid), "review", { hint: fixInvalid });
}

/** How a run ends that does not end well. A certain no comes before all that is open. */
export function endingOf(
  { counts, causes, invalid, isCutOff }: Ended,
  isReplay: boolean,
) {
  const cut = "the evidence is cut off: it does not hold the whole list";
  if (counts.fail > 0) {
    const words = counted(counts.fail, "carrier fails", "carriers fail");
    return { kind: "failed", words, hint: isCutOff ? cut : undefined } as const;
  }
  const cause = isReplay ? undefined : onlyCause(causes);
  if (cause)
    return { kind: cause, words: "no carrier got an answer", hint: undefined };
  const isOpen = [...causes].some((one) => one !== "answered");
  const again = isReplay
    ? "the recorded run lacks answers: vet again with --reuse"
    : "vet again those without an answer";
  const decide = "a person decides: waive the finding, or change the policy";
  const open = [
    isCutOff && cut,
    isOpen && again,
    invalid.length > 0 && fixInvalid,
    counts.review > 0 && decide,
  ];
  const hint = open.find((text) => text !== false);
  return hint === undefined
    ? undefined
    : ({ kind: "review", words: "not every carrier passes", hint } as const);
}

/** The cause for which no request at all got an answer; undefined if one did, or there are several causes. */
function onlyCause(causes: Ended["causes"]): ErrorKind | undefined {
  const failures = [...causes].filter((cause) => cause !== "answered");
  const isOne =
    failures.length === causes.size &&
    new Set(failures.map(exitStatusOf)).size === 1;
  return isOne ? failures[0] : undefined;
}

/** Says how the run ended, unless a report on standard output has, and sets the exit status. */
function endRun(
  { targets, context, inputs, recorded }: VetPlan,
  ended: Ended,
): void {
  const ending = endingOf(ended, recorded !== undefined);
  const counts = countsText(ended.counts, ended.invalid);
  const isSaid = targets.some(
    ({ path, format }) =>
      !path && ["table", "github", "markdown"].includes(format),
  );
  if (ending === undefined) {
    if (!isSaid) context.reporter.note(counts);
    return;
  }
  const { kind, words, hint } = ending;
  // A screen is headed by its verdict, which lines behind it would push out of the window.
  const isSilent =
    context.settings.values.quiet === true ||
    (inputs.single !== undefined && isSaid);
  throw new ListError(isSilent ? "" : isSaid ? words : counts, kind, { hint });
}

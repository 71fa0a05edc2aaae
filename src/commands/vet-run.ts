/** Runs `usdot vet`: everything is checked first, then each carrier is judged, recorded and reported. */
import { resolve } from "node:path";
import {
  type ErrorKind,
  ExitStatus,
  exitStatusOf,
  InterruptedError,
  ListError,
  UsageError,
} from "../errors.ts";
import { shownPath } from "../files/file-error.ts";
import { decode } from "../files/read.ts";
import { sha256 } from "../files/sha256.ts";
import { invalidText, numbersIn } from "../list/input.ts";
import { carriers, Stop } from "../lookup/carriers.ts";
import { Tally } from "../lookup/tally.ts";
import { openOutput } from "../output/output.ts";
import { keptFormat, reports } from "../output/reports/index.ts";
import { countsText, invalidCount } from "../output/reports/summary.ts";
import { type Connection, openConnection } from "../run/connection.ts";
import { openContext } from "../run/context.ts";
import type { Host } from "../run/host.ts";
import { counted, grouped } from "../text/digits.ts";
import { shellPath, shellWord } from "../text/shell-word.ts";
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
import type { Evidence, EvidenceRun } from "../vet/evidence.ts";
import { createEvidence, createEvidenceIn } from "../vet/evidence-writer.ts";
import { type History, openHistory } from "../vet/history.ts";
import type { Counts } from "../vet/model.ts";
import { hasRule, ruleOf } from "../vet/policy.ts";
import {
  type Arrived,
  type Ended,
  noCounts,
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
  type Recording,
  type Target,
  type VetPlan,
  type VetRequest,
} from "./vet-plan.ts";

export async function runVet(host: Host, request: VetRequest): Promise<void> {
  const { rules, printPolicy } = request.options;
  if (rules || printPolicy) return printAlone(host, request);
  const plan = await checkPlan(await openContext(host, request.flags), request);
  return plan.recorded ? replay(plan, plan.recorded) : vetLive(plan);
}

/** Prints the rules or the built-in policy. Where nothing is vetted, nothing may look as if it were. */
async function printAlone(host: Host, request: VetRequest): Promise<void> {
  const { numbers, options, flags } = request;
  const { rules, printPolicy, file = [] } = options;
  const isVetting = numbers.length + file.length > 0 || flags.output;
  if (isVetting || (rules && printPolicy))
    throw new UsageError(
      `${rules ? "--rules" : "--print-policy"} vets nothing`,
      { hint: "give it without numbers, a list or an output" },
    );
  if (printPolicy) return print(host, defaultPolicyText);
  const { ruleCatalog } = await import("../vet/catalog.ts");
  return print(host, ruleCatalog(host.stdout.columns));
}

/** Judges a recorded run again, offline: as of its own day, by its own policy and waivers unless the command line names others. */
async function replay(plan: VetPlan, recorded: Evidence): Promise<void> {
  const { context, policy } = plan;
  async function* arriving(): AsyncGenerator<Arrived> {
    for await (const vetted of recorded.carriers()) {
      context.host.signal.throwIfAborted();
      yield { dossier: vetted.dossier, recorded: vetted };
    }
  }
  const about = {
    ...recorded.run,
    policy: { name: policy.name, sha256: policy.sha256, text: policy.text },
    judgedOn: localTime(context.host.now()),
  };
  const opened = await openAll(plan, about, undefined);
  endRun(plan, await vetAll(plan, { ...opened, recorded }, arriving()));
}

/** Vets carriers by asking the service about them. Earlier runs are read before anything is sent. */
async function vetLive(plan: VetPlan): Promise<void> {
  const { options, inputs, context } = plan;
  const connection = await openConnection(context, {
    key: false,
    list: inputs.single === undefined,
  });
  const asOf = localTime(context.host.now());
  let history: History | undefined;
  try {
    history = await historyOf(plan, connection.service, asOf);
    const asking = await askingOf(plan, connection);
    if (options.dryRun) return await dryRun(plan, asking);
    const earlier = history?.earlier;
    const about = {
      ...aboutRun(plan, connection.service, asOf, listsOf(plan)),
      compared: earlier?.sha256 ?? null,
    };
    const opened = await openAll(
      plan,
      about,
      history ? { path: history.path, isDirectory: false } : plan.recording,
    );
    announce(plan, asking, history);
    const pages = askList(plan, connection, asking, opened.counts);
    const arriving = dossiers(inputs.inputs, pages);
    endRun(plan, await vetAll(plan, { ...opened, earlier }, arriving));
  } finally {
    history?.release();
    await connection.close();
  }
}

async function historyOf(
  { context: { host }, options }: VetPlan,
  service: string,
  asOf: string,
): Promise<History | undefined> {
  const { history, dryRun } = options;
  return history === undefined || dryRun
    ? undefined
    : openHistory(resolve(host.cwd, history), service, asOf);
}

async function askingOf(
  { context, options, policy, inputs }: VetPlan,
  { service, withKey }: Connection,
): Promise<Asking> {
  const { host, reporter } = context;
  const paths = (options.reuse ?? []).map((name) => resolve(host.cwd, name));
  const { answers, older } = await readReuse(paths, service, host.now());
  if (older > 0)
    reporter.note(
      `${counted(older, "recorded answer is", "recorded answers are")} older than 24 hours: not reused`,
    );
  const records = recordsFor(policy, inputs.inputs, withKey);
  const isSingle = inputs.single !== undefined;
  return { policy, records, reuse: answers, isSingle };
}

/** The list, as the service answers about it; standard error says how far it is. */
function askList(
  { context, inputs }: VetPlan,
  { client, service }: Connection,
  asking: Asking,
  counts: Counts,
) {
  const { values } = context.settings;
  const isBulk = asking.records[0] === "summary";
  const stop = new Stop();
  const pages = carriers(inputs.inputs, {
    ask: asker(client, asking),
    batchSize: isBulk ? values["batch-size"] : 1,
    concurrency: values.concurrency,
    stop,
  });
  return follow(context, {
    pages,
    total: inputs.inputs.length,
    service,
    tally: new Tally(),
    stop,
    client,
    progressEnd: () =>
      counts.fail > 0 ? `, ${grouped(counts.fail)} fail` : "",
  });
}

/** A longer list, or a workbook, is kept by its hash alone. */
const maxStoredList = 16 * 2 ** 20;

function listsOf({ inputs }: VetPlan): EvidenceRun["lists"] {
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

type Opened = Pick<Plan, "about" | "evidence"> & {
  outputs: VetOutput[];
  counts: Counts;
};

/** Opens all that a run writes. Where something cannot be written, nothing is left. */
async function openAll(
  plan: VetPlan,
  about: EvidenceRun,
  recording: Recording | undefined,
): Promise<Opened> {
  const outputs: VetOutput[] = [];
  try {
    for (const target of plan.targets)
      outputs.push(await outputTo(target, plan, about));
    const evidence = await (recording?.isDirectory
      ? createEvidenceIn(recording.path, about, plan.inputs.single)
      : recording && createEvidence(recording.path, about));
    return { about, evidence, outputs, counts: noCounts() };
  } catch (error) {
    for (const output of outputs) await output.abandon();
    throw error;
  }
}

async function outputTo(
  target: Target,
  { context, options, inputs, targets }: VetPlan,
  about: EvidenceRun,
): Promise<VetOutput> {
  const { format, path } = target;
  const { quiet = false, verbose = false } = context.settings.values;
  const look = {
    ...lookOf(context, path),
    single: inputs.single !== undefined,
    onlyChanged: options.onlyChanged === true,
    quiet,
    verbose,
  };
  const { text: _, ...policy } = about.policy;
  const header = { ...about, policy };
  const isKept = options.keepColumns && target === targets[0];
  const written = isKept
    ? keptFormat(ownRows(inputs), format, header)
    : await reports[format](header, look);
  const isCommands = format === "github";
  return openOutput(
    await openDestination(context.host, path, isCommands),
    written,
  );
}

async function vetAll(
  plan: VetPlan,
  run: Opened & Pick<Plan, "earlier" | "recorded">,
  arriving: AsyncIterable<Arrived>,
): Promise<Ended> {
  const { policy, exceptions } = plan;
  const waivers = [...(plan.waivers?.waivers ?? []), ...exceptions];
  try {
    const ended = await runVetting({ ...run, policy, waivers }, arriving);
    sayWritten(plan, run, ended);
    return ended;
  } catch (error) {
    await leaveAll(plan, run, error);
    throw error;
  }
}

function sayWritten(
  { targets, context: { host, reporter } }: VetPlan,
  { evidence }: Opened,
  { notes, evidence_sha256 }: Ended,
): void {
  const files = targets.flatMap(({ path }) => path ?? []);
  const written = files.map((path) => shownPath(path, host.cwd));
  if (written.length > 0) reporter.note(`wrote ${written.join(", ")}`);
  if (evidence)
    reporter.note(
      `evidence ${shownPath(evidence.path, host.cwd)}: sha256 ${evidence_sha256}`,
    );
  for (const note of notes) reporter.note(note);
}

/** Leaves what was judged where the run ends early, and says where it is and how to go on. */
async function leaveAll(
  plan: VetPlan,
  { outputs, evidence, counts: { carriers } }: Opened,
  reason: unknown,
): Promise<void> {
  const { host, reporter } = plan.context;
  const isStopped = reason instanceof InterruptedError && carriers > 0;
  if (isStopped) reporter.note(`stopped after ${counted(carriers, "carrier")}`);
  for (const output of outputs) {
    const left = await output.abandon().catch(() => undefined);
    if (left)
      reporter.note(`what was judged is in ${shownPath(left, host.cwd)}`);
  }
  if (await evidence?.abandon().catch(() => false))
    reporter.note(`to continue: ${continuing(plan, evidence?.path ?? "")}`);
  else if (isStopped && plan.recorded === undefined)
    reporter.note("with --evidence FILE, a list can go on where it stopped");
}

/** The command that goes on from evidence. A file is not written twice, and a key is not printed. */
function continuing(
  { context, argv, recording }: VetPlan,
  path: string,
): string {
  const reuse = `--reuse ${shellPath(shownPath(path, context.host.cwd))}`;
  if (argv.some((word) => word.startsWith("--api-key")))
    return `the same command with ${reuse}`;
  const named = context.settings.values.evidence ?? "";
  const isNamed = (word: string) =>
    recording?.path === path && [named, `--evidence=${named}`].includes(word);
  const words = argv.map((word) =>
    isNamed(word) ? word.replace(/(\.[^./\\]*)?$/, "-2$1") : word,
  );
  return ["usdot", ...words.map(shellWord), reuse].join(" ");
}

/** A list for which a person would not want to begin again. */
const longList = 100;

/** How many requests a list takes: `1,000 carriers: carrier, insurance, safety: 3,000 requests`. */
function takes({ context, inputs }: VetPlan, asking: Asking): string {
  const numbers = [...new Set(numbersIn(inputs.inputs))];
  const missing = numbers.reduce(
    (sum, number) => sum + missingFor(asking, number).length,
    0,
  );
  const isBulk = asking.records[0] === "summary";
  const batches = Math.ceil(missing / context.settings.values["batch-size"]);
  const what = isBulk ? "bulk summary" : asking.records.join(", ");
  const requests = counted(isBulk ? batches : missing, "request");
  return `${counted(numbers.length, "carrier")}: ${what}: ${isBulk ? "about " : ""}${requests}`;
}

/** What is about to be asked, once nothing can refuse it any more. Of one carrier, the verdict comes first. */
function announce(
  plan: VetPlan,
  asking: Asking,
  history: History | undefined,
): void {
  const { context, inputs, policy, recording } = plan;
  const { reporter, settings } = context;
  if (inputs.inputs.some(hasClaims) && !hasRule(policy, "claims"))
    reporter.note(
      "your vetting rules lack claims: what is claimed is compared all the same",
    );
  if (history) announceHistory(plan, history);
  if (inputs.single !== undefined) return;
  reporter.note(takes(plan, asking));
  if (inputs.inputs.length >= longList && !recording && !history)
    reporter.note("with --evidence FILE, it can go on after an interruption");
  if (settings.values.policy === undefined)
    reporter.note(
      'judging by the built-in policy "default"; see it with usdot vet --print-policy',
    );
}

function announceHistory(
  { context: { host, reporter }, options, policy }: VetPlan,
  { earlier, killed }: History,
): void {
  if (earlier.sha256 === null)
    reporter.note(
      `no earlier run of this service in ${options.history}: nothing to compare with`,
    );
  else if (ruleOf(policy, "unchanged")?.level !== "error")
    reporter.note(
      "without the rule unchanged (level error), a change is reported only once",
    );
  const path = killed && shownPath(killed, host.cwd);
  if (path && options.reuse === undefined)
    reporter.note(
      `${path} was cut off; the same command with --reuse ${shellPath(path)} continues it`,
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

interface Ending {
  kind: ErrorKind;
  words: string;
  hint?: string | undefined;
}

/** How a run ends that does not end well. A certain no comes before all that is open. */
export function endingOf(
  {
    counts,
    causes,
    invalid,
    isCutOff,
  }: Pick<Ended, "counts" | "causes" | "invalid" | "isCutOff">,
  isReplay: boolean,
): Ending | undefined {
  const cut = "the evidence is cut off: it does not hold the whole list";
  if (counts.fail > 0) {
    const words = counted(counts.fail, "carrier fails", "carriers fail");
    return { kind: "failed", words, hint: isCutOff ? cut : undefined };
  }
  const cause = isReplay ? undefined : onlyCause(causes);
  if (cause) return { kind: cause, words: "no carrier got an answer" };
  const isUnanswered = [...causes].some((each) => each !== "answered");
  const open = [
    isCutOff && cut,
    isUnanswered &&
      (isReplay
        ? "the recorded run lacks answers: vet again with --reuse"
        : "vet again those without an answer"),
    invalid.length > 0 && fixInvalid,
    counts.review > 0 &&
      "a person decides: waive the finding, or change the policy",
  ];
  const hint = open.find((text) => text !== false);
  const words = "not every carrier passes";
  return hint === undefined ? undefined : { kind: "review", words, hint };
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
function endRun(plan: VetPlan, ended: Ended): void {
  const { context, inputs, recorded } = plan;
  const ending = endingOf(ended, recorded !== undefined);
  const counts = countsText(ended.counts, ended.invalid);
  const areCountsSaid = saysCounts(plan);
  if (ending === undefined) {
    if (!areCountsSaid) context.reporter.note(counts);
    return;
  }
  const { kind, words, hint } = ending;
  // A screen is headed by its verdict, which lines behind it would push out of the window.
  const isScreen = inputs.single !== undefined && areCountsSaid;
  if (context.settings.values.quiet || isScreen) throw new ExitStatus(kind);
  throw new ListError(areCountsSaid ? words : counts, kind, { hint });
}

/** Whether a report on standard output says how many carriers pass. */
function saysCounts({ targets }: VetPlan): boolean {
  const saying = ["table", "github", "markdown", "line"];
  return targets.some(({ path, format }) => !path && saying.includes(format));
}

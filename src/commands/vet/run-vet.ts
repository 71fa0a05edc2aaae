/** Runs `usdot vet`: everything is checked first, then each carrier is judged, recorded and reported. */
import { type ErrorKind, exitStatusOf, ListError } from "../../errors.ts";
import { invalidText, numbersIn } from "../../input/input.ts";
import { countsText, invalidCount } from "../../output/reports/digest.ts";
import { openConnection } from "../../runtime/connection.ts";
import { openContext, pathOf } from "../../runtime/context.ts";
import type { Host } from "../../runtime/host.ts";
import { counted, roughTime } from "../../text/digits.ts";
import { defaultPolicyText } from "../../vet/default-policy.ts";
import type { Evidence } from "../../vet/evidence.ts";
import { type HistoryDirectory, openHistory } from "../../vet/history.ts";
import type { RunFooter } from "../../vet/model.ts";
import { hasRule } from "../../vet/policy.ts";
import { openDestination, print } from "../destination.ts";
import {
  type Asking,
  hasClaims,
  liveSource,
  openFor,
  recordsOf,
} from "./asked.ts";
import type { Plan, VetRequest } from "./options.ts";
import { type Judged, judgeAll } from "./pipeline.ts";
import { checkPlan } from "./plan.ts";
import { openEarlier, openReuse, recordedCarriers } from "./recorded.ts";

export async function runVet(host: Host, request: VetRequest): Promise<void> {
  const { rules, printPolicy } = request.options;
  if (printPolicy) return printText(host, request, defaultPolicyText);
  if (rules)
    return printText(
      host,
      request,
      (await import("./catalog.ts")).ruleCatalog(),
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

/** Judges a recorded run again, offline: by its own policy and waivers, as of its own time, unless the command line names others. */
async function replay(plan: Plan, evidence: Evidence): Promise<void> {
  const { as_of, service } = evidence.run;
  const [today, then] = [plan.asOf.slice(0, 10), as_of.slice(0, 10)];
  const notes =
    today < then ? [`judged as of ${today}, by answers of ${then}`] : [];
  const earlier = await openEarlier(plan, service);
  const carriers = () => recordedCarriers(plan, evidence);
  endRun(
    plan,
    await judgeAll(plan, { service, carriers, earlier, notes: () => notes }),
  );
}

/** Vets carriers by asking the service about them. Earlier runs are read before anything is sent. */
async function vetLive(plan: Plan): Promise<void> {
  const { options, inputs, context, asOf } = plan;
  const connection = await openConnection(context, {
    key: false,
    list: inputs.single === undefined,
  });
  let history: HistoryDirectory | undefined;
  try {
    const { service } = connection;
    if (options.history !== undefined && !options.dryRun)
      history = await openHistory(
        options.history,
        service,
        asOf,
        context.host.cwd,
      );
    const earlier = await openEarlier(plan, service, history);
    const reuse = await openReuse(plan, service);
    const asking = {
      plan,
      connection,
      records: recordsOf(plan, connection),
      reuse,
    };
    if (options.dryRun) return await dryRun(asking);
    announce(asking);
    const evidence = history?.path ?? options.evidence;
    endRun(
      plan,
      await judgeAll(plan, { ...liveSource(asking), earlier, evidence }),
    );
  } finally {
    history?.release();
    await connection.close();
  }
}

/** A rate to estimate by: what a public service with this interface documents for requests without a key. Others may allow more or less. */
const requestsPerMinute = 100;

/** How many requests a list takes: `1,000 carriers: carrier, insurance, safety: 3,000 requests, about 30 min at 100 a minute`. */
function takes(asking: Asking): string {
  const { plan, records } = asking;
  const numbers = [...new Set(numbersIn(plan.inputs.inputs))];
  const missing = numbers.reduce(
    (sum, number) => sum + openFor(asking, number).missing.length,
    0,
  );
  const isBulk = records[0] === "summary";
  const requests = isBulk
    ? Math.ceil(missing / plan.context.settings.values["batch-size"])
    : missing;
  const time = `, about ${roughTime((60 * requests) / requestsPerMinute)} at ${requestsPerMinute} a minute`;
  const all = `${isBulk ? "about " : ""}${counted(requests, "request")}${requests < requestsPerMinute ? "" : time}`;
  return `${counted(numbers.length, "carrier")}: ${isBulk ? "bulk summary" : records.join(", ")}: ${all}`;
}

/** What is about to be asked. Of one carrier, the verdict comes first. */
function announce(asking: Asking): void {
  const { context, inputs, policy } = asking.plan;
  const { reporter, settings } = context;
  if (hasClaims(asking.plan) && !hasRule(policy, "claims"))
    reporter.note(
      "your vetting rules lack claims: what is claimed is compared all the same",
    );
  if (inputs.single !== undefined) return;
  reporter.note(takes(asking));
  if (settings.values.policy === undefined)
    reporter.note(
      'judging by the built-in policy "default"; see it with usdot vet --print-policy',
    );
}

async function dryRun(asking: Asking): Promise<void> {
  const { host, reporter } = asking.plan.context;
  await print(host, `${takes(asking)}\n`);
  const { invalid } = asking.plan.about;
  for (const line of invalid) reporter.invalid(invalidText(line));
  reporter.endComplaints();
  if (invalid.length > 0)
    throw new ListError(invalidCount(invalid), "review", { hint: fixInvalid });
}

const fixInvalid = "fix the invalid lines";

/** Says how the run ended, unless a report on standard output has. A certain no comes before all that is open. */
function endRun(
  { targets, context, recorded, inputs }: Plan,
  { footer, answers }: Judged,
): void {
  const { counts, cutOff } = footer;
  const whole = countsText(counts, footer.invalid);
  const isSaid = targets.some(
    ({ path, format }) =>
      !path && ["table", "github", "markdown"].includes(format),
  );
  // With --quiet the exit status says it; and a screen is headed by its verdict, which lines behind it would push out of the window.
  const isSilent =
    context.settings.values.quiet === true ||
    (inputs.single !== undefined && isSaid);
  const text = (short: string) => (isSilent ? "" : isSaid ? short : whole);
  const fails = counted(counts.fail, "carrier fails", "carriers fail");
  if (counts.fail > 0)
    throw new ListError(text(fails), "failed", {
      hint: cutOff ? cut : undefined,
    });
  const cause = recorded ? undefined : onlyCause(answers);
  if (cause)
    throw new ListError(
      isSilent || inputs.single ? "" : `no carrier got an answer: ${whole}`,
      cause,
    );
  const hint = reviewHint(footer, answers, recorded !== undefined);
  if (hint !== undefined)
    throw new ListError(text("not every carrier passes"), "review", { hint });
  if (!isSaid) context.reporter.note(whole);
}

/** The cause for which no request at all got an answer; undefined if one did, or there are several causes. */
function onlyCause(answers: Judged["answers"]): ErrorKind | undefined {
  const causes = [...answers].filter((answer) => answer !== "answered");
  const isOne =
    causes.length === answers.size &&
    new Set(causes.map(exitStatusOf)).size === 1;
  return isOne ? causes[0] : undefined;
}

const cut = "the evidence is cut off: it does not hold the whole list";

function reviewHint(
  { counts, invalid, cutOff }: RunFooter,
  answers: Judged["answers"],
  isReplay: boolean,
) {
  const isOpen = [...answers].some((answer) => answer !== "answered");
  if (cutOff) return cut;
  if (isOpen && isReplay)
    return "the recorded run lacks answers: vet again with --reuse";
  if (isOpen) return "vet again those without an answer";
  if (invalid.length > 0) return fixInvalid;
  return counts.review > 0
    ? "a person decides: waive the finding, or change the policy"
    : undefined;
}

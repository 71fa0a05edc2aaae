/** The carriers of a list, as the service answers about them, in the order of the list. */
import type { DotNumber } from "../../dot-number.ts";
import { sha256 } from "../../files/sha256.ts";
import type { Claimed, ClaimField, Input } from "../../input/input.ts";
import { askInBulk } from "../../lookup/bulk.ts";
import { isResult, type Result } from "../../lookup/outcome.ts";
import { type Part, requestRecords } from "../../lookup/parts.ts";
import type { Ask } from "../../lookup/run.ts";
import type { Connection } from "../../runtime/connection.ts";
import { ServiceError } from "../../service/errors.ts";
import type {
  RecordAnswer,
  RecordName,
  Response,
} from "../../service/types.ts";
import { counted } from "../../text/digits.ts";
import { printJson } from "../../text/json.ts";
import { refusesUnasked } from "../../vet/judge.ts";
import type {
  Answer,
  AnswerSource,
  Counts,
  Dossier,
  VetRecord,
} from "../../vet/model.ts";
import { needsOf, rulesFor } from "../../vet/policy.ts";
import { followList } from "../lookup/follow.ts";
import type { Plan } from "./options.ts";
import type { Arrived, Source } from "./pipeline.ts";
import type { Reuse } from "./recorded.ts";

type Answers = Dossier["answers"];

export interface Asking {
  plan: Plan;
  connection: Connection;
  /** The records to ask for; `["summary"]` for those of the bulk answer. */
  records: readonly VetRecord[];
  reuse?: Reuse | undefined;
}

/** The records to ask for. The bulk answer takes an API key. */
export function recordsOf(
  plan: Plan,
  { withKey }: Pick<Connection, "withKey">,
): readonly VetRecord[] {
  const needed = needsOf(rulesFor(plan.policy, hasClaims(plan)));
  return needed[0] === "summary" && !withKey ? ["carrier"] : needed;
}

export function hasClaims({ inputs }: Plan): boolean {
  return inputs.inputs.some(
    ({ claims = {} }) => Object.keys(claims).length > 0,
  );
}

export function liveSource(asking: Asking): Source {
  return {
    service: asking.connection.service,
    carriers: (counts) => askedCarriers(asking, counts),
    notes: () => clockNotes(asking),
  };
}

const day = 86_400_000;

function clockNotes({ plan: { context }, connection }: Asking): string[] {
  const now = context.host.now();
  // The sample service's today is this machine's, whatever that says.
  const date = context.settings.values.sample
    ? now
    : (connection.client.serviceDate() ?? now);
  if (Math.abs(date - now) <= day) return [];
  const [ours, theirs] = [now, date].map((time) =>
    new Date(time).toISOString().slice(0, 16).replace("T", " "),
  );
  return [
    `this machine's clock says ${ours} UTC, the service's ${theirs}: every rule about dates rests on it`,
  ];
}

async function* askedCarriers(
  asking: Asking,
  counts: Counts,
): AsyncGenerator<Arrived> {
  const { plan, connection, records } = asking;
  const pages = followList(plan.context, plan.inputs.inputs, askFor(asking), {
    service: connection.service,
    records,
    progressEnd: () =>
      counts.fail > 0 ? `, ${counted(counts.fail, "fails", "fail")}` : "",
  });
  const said = saidBy(plan.inputs.inputs);
  for await (const page of pages)
    for (const outcome of page) {
      if (!isResult(outcome)) continue;
      const { dotNumber, input } = outcome;
      const unasked = { url: "", asked_at: plan.asOf };
      const answers =
        "answer" in outcome
          ? outcome.answer
          : { carrier: answerOf(outcome, unasked) };
      const place = input.place ?? null;
      yield {
        dossier: {
          dotNumber,
          place,
          claims: null,
          ...said.get(dotNumber),
          answers,
        },
      };
    }
}

/** What the inputs say about each number, all rows of one together: a second row with another name may be another caller. */
function saidBy(
  inputs: readonly Input[],
): Map<DotNumber, Partial<Pick<Dossier, "claims" | "isMarkedOutOfService">>> {
  const said = new Map<
    DotNumber,
    { claims?: Claimed; isMarkedOutOfService?: boolean }
  >();
  for (const input of inputs) {
    if ("invalid" in input) continue;
    const { dotNumber, claims = {}, isMarkedOutOfService } = input;
    const known = said.get(dotNumber) ?? {};
    for (const [field, text] of Object.entries(claims) as [
      ClaimField,
      string,
    ][])
      known.claims = {
        ...known.claims,
        [field]: [...new Set([...(known.claims?.[field] ?? []), text])],
      };
    if (isMarkedOutOfService) known.isMarkedOutOfService = true;
    if (known.claims || known.isMarkedOutOfService) said.set(dotNumber, known);
  }
  return said;
}

/** The answers about a number that are reused, and the records that are still to be asked for. */
export function openFor({ plan, records, reuse }: Asking, number: DotNumber) {
  const known = reuse?.(number) ?? {};
  const isBulk = records[0] === "summary";
  const names = isBulk
    ? (["carrier"] as const)
    : (records as readonly RecordName[]);
  const isSettled =
    known.carrier?.state === "none" || (isBulk && known.summary !== undefined);
  const isAsked = !isSettled && !refusesUnasked(plan.policy, number);
  return {
    known,
    missing: isAsked ? names.filter((name) => known[name] === undefined) : [],
  };
}

/** Asks for the records. In bulk, a number that is left out is asked for by itself: a "no" needs its own answer. */
function askFor(asking: Asking): Ask<Answers> {
  const { plan, records } = asking;
  const { client } = asking.connection;
  const askForSummaries = askInBulk(client);
  const askOne = async (dotNumber: DotNumber): Promise<Result<Answers>> => {
    const { known, missing } = openFor(asking, dotNumber);
    const parts = Object.entries(
      await requestRecords(client, dotNumber, missing),
    );
    const asked_at = new Date(plan.context.host.now()).toISOString();
    const asked = parts.map(([name, part]) => {
      const url = client.urlOf(name as RecordName, dotNumber);
      return [name, answerOf(part, { url, asked_at })];
    });
    const answer = { ...known, ...Object.fromEntries(asked) };
    const [error] = parts.flatMap(([, part]) =>
      part.kind === "unanswered" ? [part.error] : [],
    );
    return error
      ? { kind: "partial", dotNumber, answer, error }
      : { kind: "answered", dotNumber, answer };
  };
  return async (numbers) => {
    const isBulk = records[0] === "summary";
    const open = numbers.filter(
      (number) => isBulk && openFor(asking, number).missing.length > 0,
    );
    const results = open.length === 0 ? [] : await askForSummaries(open);
    const inBulk = results.flatMap((result): Result<Answers>[] => {
      if (result.kind === "not-found") return [];
      return [
        "answer" in result
          ? { ...result, answer: { summary: summaryOf(result.answer) } }
          : result,
      ];
    });
    const settled = new Set(inBulk.map(({ dotNumber }) => dotNumber));
    const others = numbers.filter((number) => !settled.has(number));
    return [...inBulk, ...(await Promise.all(others.map(askOne)))];
  };
}

function summaryOf({ record, response }: RecordAnswer): Answer {
  return {
    state: "answered",
    value: record,
    source: sourceOf(response, Buffer.from(printJson(record))),
  };
}

function answerOf(
  part: Part,
  asked: Pick<AnswerSource, "url" | "asked_at">,
): Answer {
  if (part.kind === "answered") {
    const { record, response } = part.answer;
    return { state: "answered", value: record, source: sourceOf(response) };
  }
  const { kind, error } = part;
  const response = error instanceof ServiceError ? error.response : undefined;
  const source = response
    ? sourceOf(response)
    : { ...asked, status: null, sha256: null };
  if (kind === "not-found") return { state: "none", source };
  return {
    state: "unanswered",
    code: error.kind,
    message: error.message,
    source,
  };
}

/** Where an answer comes from. The client has taken the key out of it, should the service repeat that. */
function sourceOf(
  { url, askedAt, status, redacted, ...response }: Response,
  body = response.body,
): AnswerSource {
  const text = body.toString();
  const content = Buffer.from(text).equals(body)
    ? { body: text }
    : { body_base64: body.toString("base64") };
  return {
    url,
    asked_at: askedAt,
    status,
    sha256: sha256(body),
    ...content,
    ...(redacted && { redacted }),
  };
}

/** Runs `usdot vet` in this process, against the sample service or a service of its own. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Asked, type Loopback, respond, serve } from "../../service/loopback.ts";
import { goodRecord, type Json, type Kind } from "../../support/carrier-records.ts";
import { type HostChanges, runInProcess } from "../../support/memory-host.ts";
import { temporaryDirectory } from "../../support/resources.ts";

export interface Vetted {
  status: number;
  out: string;
  err: string;
}

/** `vet("9000001 9000005 --format csv")` against the sample service. */
export function vetSample(args: string, changes: HostChanges = {}): Promise<Vetted> {
  return run(["--sample", "vet", ...words(args)], changes);
}

/** The same without a service: for replays, and for what is refused before anything is asked. */
export function vet(args: string, changes: HostChanges = {}): Promise<Vetted> {
  return run(["vet", ...words(args)], changes);
}

function run(args: readonly string[], changes: HostChanges): Promise<Vetted> {
  return runInProcess(args, { ...changes, env: { NO_COLOR: "1", ...changes.env } });
}

function words(args: string): string[] {
  return args.split(" ").filter(Boolean);
}

/** A file in a directory that goes with the test. */
export function fileOf(content: string, name = "file"): string {
  const path = join(temporaryDirectory(), name);
  writeFileSync(path, content);
  return path;
}

/** A path at which nothing is yet. */
export function freePath(name: string): string {
  return join(temporaryDirectory(), name);
}

/** A policy of these rules. */
export function policyOf(...rules: readonly string[]): string {
  return fileOf(`version: 1\nname: test\nrules:\n${rules.map((rule) => `  ${rule}\n`).join("")}`, "policy.yaml");
}

/** A waiver of one finding. */
export function waiversOf(
  ...waivers: readonly { carrier: string; rule: string; until?: string; saw?: string }[]
): string {
  const entries = waivers.map(
    ({ carrier, rule, until = "2026-12-31", saw }) =>
      `  - { carrier: ${carrier}, rule: ${rule}, reason: known, by: safety desk, until: ${until}${saw ? `, saw: ${saw}` : ""} }\n`,
  );
  return fileOf(`version: 1\nwaivers:\n${entries.join("")}`, "waivers.yaml");
}

/** The lines of an evidence file or of ndjson. */
export function linesOf(path: string): string[] {
  return readFileSync(path, "utf8").trimEnd().split("\n");
}

/** What was asked about which number. */
export interface Question {
  kind: Kind;
  numbers: string[];
}

export function questionOf({ method, url, body }: Asked): Question {
  if (method === "POST") return { kind: "bulk", numbers: JSON.parse(body).dot_numbers };
  const [, number = "", kind = "carrier"] = /carriers\/(\d+)(?:\/(\w+))?$/.exec(url) ?? [];
  return { kind: kind as Kind, numbers: [number] };
}

/** How a service answers about one number: a record, or a status without one. */
export type Answering = (record: Json, kind: Kind, number: string) => Json | number;

/** A service of good carriers that pass the built-in policy, unless `answering` says otherwise. */
export function serveCarriers(answering: Answering = (record) => record): Promise<Loopback> {
  return serve((_, asked, response) => {
    const { kind, numbers } = questionOf(asked);
    const answers = numbers.map((number) => answering(goodRecord(kind, number), kind, number));
    if (kind === "bulk")
      return respond(
        response,
        200,
        answers.filter((answer) => typeof answer !== "number"),
      );
    const [answer] = answers;
    if (answer === 404) return respond(response, 404, { error: { code: "CARRIER_NOT_FOUND", message: "no carrier" } });
    if (typeof answer === "number") return respond(response, answer, { error: { code: "NO", message: "no" } });
    respond(response, 200, answer);
  });
}

/** What a service was asked, in words: `carrier 1`. */
export function questionsTo({ asked }: Loopback): string[] {
  return asked.map(questionOf).map(({ kind, numbers }) => `${kind} ${numbers.join(",")}`);
}

/** A copy of evidence with something done to its lines. */
export function changed(path: string, change: (lines: string[]) => string[]): string {
  return fileOf(`${change(linesOf(path)).join("\n")}\n`, "changed.ndjson");
}

/** A copy whose hashes are those of its lines, as a forger would leave it. */
export function forged(path: string, change: (line: Json, index: number) => void): string {
  const hash = createHash("sha256");
  const lines = linesOf(path).map((text, index) => {
    const line = JSON.parse(text);
    change(line, index);
    if (typeof line.body === "string") line.sha256 = createHash("sha256").update(line.body).digest("hex");
    if (line.type === "verdict") line.sha256_before = hash.copy().digest("hex");
    if (line.type === "end") line.sha256 = hash.copy().digest("hex");
    const written = JSON.stringify(line);
    hash.update(`${written}\n`);
    return written;
  });
  return fileOf(`${lines.join("\n")}\n`, "forged.ndjson");
}

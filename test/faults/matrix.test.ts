/**
 * Every fault, with every command, once and forever, on the built program (run `npm run build` first): the exit status that the table
 * (faults.ts) states, one line that explains it, nothing invented, nothing lost, no hang.
 */
import { describe, expect, it, vi } from "vitest";
import { runUsdot, type UsdotResult } from "../support/usdot.ts";
import { type FaultService, type Mode, startFaultService } from "./fault-service.ts";
import { type Fault, faults, type Status } from "./faults.ts";

// Most of a run is the program's startup, which keeps a core busy; the rest is waiting for the next attempt.
// A run that hangs beyond its deadline, of 5 seconds, ends in that time limit: it is no measure of anything else.
vi.setConfig({ maxConcurrency: 6, testTimeout: 60_000 });

const commands = ["carrier", "insurance", "safety", "bulk"] as const;
type Command = (typeof commands)[number];

const canary = "canary-K3Y-d41d8cd98f00b204";
const firstNumber = 2233855;
/** Much longer than a run takes, so that a busy machine doesn't change an exit status. */
const usualTimeout = 5;

interface Run extends UsdotResult {
  service: Pick<FaultService, "url" | "requests" | "other">;
  /** Requests, or connections where none got that far. */
  contacts: number;
  /** How many times the fault was served. */
  served: number;
}

async function run(fault: Fault, command: Command, mode: Mode): Promise<Run> {
  const service = await startFaultService(fault, { mode });
  try {
    const env = { USDOT_API_KEY: canary, ...fault.env?.(service.url) };
    const result = await runUsdot(argumentsOf(fault, command, service.url), { env });
    const requests = service.requests.filter(({ method }) => method !== "CONNECT");
    return {
      ...result,
      service,
      contacts: requests.length || service.connections(),
      served: service.faults(),
    };
  } finally {
    await service.close();
  }
}

function argumentsOf({ baseUrl, timeout, args, numbers }: Fault, command: Command, url: string): string[] {
  const asked = Array.from({ length: numbers ?? 1 }, (_, index) => String(firstNumber + index));
  const flags = {
    "base-url": baseUrl?.(url) ?? url,
    timeout: timeout ?? usualTimeout,
    retries: 1,
    "max-wait": 1,
  };
  const given = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return [command, ...asked, "--json", ...given, ...(args?.[command === "bulk" ? "bulk" : "get"] ?? [])];
}

/** Faults that differ only in detail: the first of each family is run with every command, the others with one each, in turn. */
const families = [
  /^429, /,
  /^\d+ in JSON$/,
  /^404 (?:in HTML|with|of|that)/,
  /^30\d to /,
  /^an error (?:in|beside)/,
  /^(?:gzip|br)$/,
  /^(?:gzip|br), cut$/,
  /^(?:gzip|br), corrupted$/,
  /^(?:gzip|br) bomb$/,
  /as the body$/,
  /^a list wrapped in /,
  /^(?:stall|drip)/,
  /^(?:cut body|reset in the body|content-length too large)/,
  /^(?:two content-lengths|bad chunk size|NUL in a header|bad status line|HTTP\/0\.9)/,
  /^dot_number /,
  /^(?:text for|null for|no other|legal_name as)/,
  /^proxy that (?:closes|resets|answers)/,
];

function commandsFor(fault: Fault, index: number): readonly Command[] {
  const family = families.find((names) => names.test(fault.name));
  const first = family && faults.find(({ name }) => family.test(name));
  return first === undefined || first === fault ? commands : [commands[index % commands.length] as Command];
}

it("runs every command against at least 60 faults", () => {
  expect(faults.filter((fault, index) => commandsFor(fault, index) === commands).length).toBeGreaterThanOrEqual(60);
});

describe.concurrent("every fault, on the built program", () => {
  for (const [index, fault] of faults.entries()) {
    for (const command of commandsFor(fault, index)) {
      it(`${command}: ${fault.name}`, async () => {
        const lasting = await run(fault, command, "forever");
        checkRun(fault, command, "forever", lasting);
        // If it was served only once, the program can't tell a fault that lasts from one that is over after the first answer.
        const passing = lasting.served > 1 || fault.closed ? await run(fault, command, "once") : lasting;
        checkRun(fault, command, "once", passing);
      });
    }
  }
});

function checkRun(fault: Fault, command: Command, mode: Mode, result: Run): void {
  const { stdout, stderr, status, signal } = result;
  const seen = `${mode}: exit ${status ?? signal}\n${stdout.slice(0, 500)}${stderr.slice(0, 2000)}`;
  const expected = statusFor(mode === "once" ? fault.once : fault.forever, command);

  expect(status, seen).toBe(expected);
  checkStderr(fault, mode, expected, stderr, seen);
  checkStdout(fault, expected, stdout, seen);
  checkNetwork(fault, mode, result, seen);
}

function statusFor(status: Status, command: Command): number {
  return typeof status === "number" ? status : status[command === "bulk" ? "bulk" : "get"];
}

/** Controls, escapes and characters that reverse text; only the line feed is allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const unsafe = /[\0-\t\v-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/;

/** The counts at the end of a list: they are the error message only if no other line is. */
const tally = /^usdot: [\d,]+ (?:answered|not found|unanswered)\b/;

function checkStderr(fault: Fault, mode: Mode, expected: number, stderr: string, seen: string): void {
  const lines = stderr.split("\n").filter((line) => line !== "");
  const told = lines.filter((line) => !/^usdot: (warning|note):/.test(line));
  const errors = told.length === 1 ? told : told.filter((line) => !tally.test(line));
  expect(errors.length, `one line for an error, none for an answer; ${seen}`).toBe(expected === 0 ? 0 : 1);
  for (const line of lines) {
    expect(line, seen).toMatch(/^usdot: /);
    expect(line.length, seen).toBeLessThanOrEqual(300);
  }
  for (const line of errors) expect(line, `to whom; ${seen}`).toMatch(/\b\d{7}\b|127\.0\.0\.1|\.test\b/);
  expect(stderr, seen).not.toMatch(/^\s+at /m);
  expect(stderr, seen).not.toMatch(/unhandled|\[object|undefined|<html|<h1/i);
  expect(stderr, seen).not.toMatch(unsafe);
  if (fault.says && mode === "forever") expect(stderr, seen).toMatch(fault.says);
}

function checkStdout(fault: Fault, expected: number, stdout: string, seen: string): void {
  expect(stdout, seen).not.toMatch(unsafe);
  if (stdout !== "" || expected === 0) expect(() => JSON.parse(stdout), seen).not.toThrow();
  if (expected !== 0) expect(stdout, `nothing invented; ${seen}`).not.toContain("legal_name");
  for (let index = 0; index < (fault.numbers ?? 1) && expected === 0; index++) {
    expect(stdout, `nothing lost; ${seen}`).toContain(String(firstNumber + index));
  }
  if (fault.prints && expected === 0) expect(stdout, seen).toMatch(fault.prints);
}

function checkNetwork(fault: Fault, mode: Mode, result: Run, seen: string): void {
  const { service, contacts, stdout, stderr } = result;
  expect(service.other.requests, `no redirect is followed; ${seen}`).toHaveLength(0);
  if (fault.askedOnce) expect(contacts, `another attempt cannot help; ${seen}`).toBe(1);
  expect(stdout + stderr, `the key stays secret; ${mode}`).not.toContain(canary);
  for (const { method, headers } of service.requests) {
    expect(headers["x-api-key"], seen).toBe(method === "CONNECT" ? undefined : canary);
  }
}

/** The reserved numbers: each has one fault, so that people can test how their scripts handle it. */
import type { ErrorKind } from "../errors.ts";
import { sampleCarriers } from "./carriers.ts";
import { type Differences, recordsOf, type SampleCarrier } from "./records.ts";

/** A reserved number, and what it does at every endpoint: without any of the optional members, its record is sent. */
export interface Fault {
  number: string;
  what: string;
  /** How `usdot carrier NUMBER` should end. For "not-found" there is no such carrier: 404, and absent from a bulk answer. */
  end: ErrorKind | "answered";
  /** Sent instead of the record, or instead of the whole bulk answer; with `once` only for the first request to each endpoint. */
  answer?: Answer;
  once?: true;
  /** Sent after `slowMs`; a bulk answer is delayed as a whole. */
  slow?: boolean;
  /** What is wrong with the record; in a bulk answer, with one element. */
  differences?: Differences;
}

/** How long the slow number takes to answer, in milliseconds. */
export const slowMs = 10_000;

const policyTerm = { effective_date: "2025-01-01T00:00:00Z", expiration_date: null };

/** As sent by services that store everything as text, or that send a number where the interface says string. */
const wrongTypes: Differences = {
  carrier: {
    dot_number: 9000552,
    mc_number: 9100552,
    fleet: { power_units: "24", drivers: "26" },
    authority: { common_authority_date: 1577836800 },
    safety: { driver_oos_rate: "7.1", driver_oos_rate_national: "6.67", total_crashes: "1" },
    insurance: { bipd_on_file: "1,000,000", cargo_on_file: "N/A" },
  },
  insurance: {
    policies: [
      {
        policy_type: "BIPD/Primary",
        insurer_name: "EXAMPLE MUTUAL INSURANCE COMPANY",
        policy_number: 100552,
        coverage_amount: "1000000",
        ...policyTerm,
        form_code: 91,
      },
    ],
  },
  safety: {
    rating: 3,
    inspections: { driver: { total: "42", oos: "3", oos_rate: "7.1", national_avg: "6.67" } },
    crashes: { total: "1", rate: "4.2" },
    violations: { hos: "2" },
  },
};

/**
 * Text that takes over a terminal (color, screen, window title, hyperlink, 8-bit CSI), overwrites its line (carriage return,
 * backspace), reverses its reading order (bidirectional override), hides (zero width), or runs as a formula in a spreadsheet.
 */
const hostileText: Differences = {
  carrier: {
    legal_name: "=cmd|'/C calc'!A0 \u001b[2J\u001b[31mHOSTILE\u001b[0m \u202eCNI KCURT\u202c",
    status: "INACTIVE\r\u001b[2KACTIVE",
    address: {
      street: "\u001b]8;;https://example.com\u0007CLICK HERE\u001b]8;;\u0007",
      city: "+1+1\r\nusdot: all is well",
      state: "\u009b31mKS",
      zip: "67\u200b201",
    },
    contact: { phone: "-5555550154", email: "@SUM(1+1)*example.com" },
    authority: { status: "NOT\b\b\bAUTHORIZED" },
    safety: { rating: "\tSatisfactory\u2066\u0000" },
  },
  insurance: {
    policies: [
      {
        policy_type: '=HYPERLINK("https://example.com","BIPD")',
        insurer_name: "\u001b]0;owned\u0007EXAMPLE MUTUAL",
        policy_number: "\u001bP1$r\u001b\\EX-100554",
        coverage_amount: 1_000_000,
        ...policyTerm,
        form_code: "\u202e X19",
      },
    ],
  },
  safety: { rating: "\u001b[32mSatisfactory" },
};

function rateLimited(seconds: string): Answer {
  const headers = { "retry-after": seconds, "x-ratelimit-remaining": "0" };
  return errorAnswer(429, "RATE_LIMITED", "Too many requests.", headers);
}

/** Every reserved number, in ascending order. The server follows this table, and `usdot sample --list` prints it. */
export const faults: readonly Fault[] = [
  {
    number: "9000400",
    what: "400 INVALID_PARAM: refused for good",
    end: "unusable",
    answer: errorAnswer(400, "INVALID_PARAM", "The request was refused."),
  },
  {
    number: "9000401",
    what: "401 UNAUTHORIZED: the API key is refused",
    end: "key",
    answer: errorAnswer(401, "UNAUTHORIZED", "The API key is not valid."),
  },
  {
    number: "9000404",
    what: "404 NOT_FOUND: no such carrier (absent from a bulk answer)",
    end: "not-found",
  },
  {
    number: "9000408",
    what: `answers after ${slowMs / 1000} seconds: unreachable with --timeout 2, answered with --timeout 20`,
    end: "unreachable",
    slow: true,
  },
  {
    number: "9000429",
    what: "429 RATE_LIMITED, always, with Retry-After: 3600",
    end: "unreachable",
    answer: rateLimited("3600"),
  },
  {
    number: "9000430",
    what: "429 RATE_LIMITED once, with Retry-After: 1, then fine",
    end: "answered",
    answer: rateLimited("1"),
    once: true,
  },
  {
    number: "9000500",
    what: "500 INTERNAL_ERROR, always",
    end: "unreachable",
    answer: errorAnswer(500, "INTERNAL_ERROR", "Something went wrong."),
  },
  {
    number: "9000502",
    what: "502 with an HTML page, as from a gateway, always",
    end: "unreachable",
    answer: htmlAnswer(502, "502 Bad Gateway"),
  },
  {
    number: "9000503",
    what: "503 once, with Retry-After: 0, then fine",
    end: "answered",
    answer: errorAnswer(503, "UNAVAILABLE", "Try again.", { "retry-after": "0" }),
    once: true,
  },
  {
    number: "9000550",
    what: "200 with an HTML page, as during maintenance",
    end: "unusable",
    answer: htmlAnswer(200, "Scheduled maintenance"),
  },
  {
    number: "9000551",
    what: "200 with invalid JSON, cut short",
    end: "unusable",
    answer: { ...jsonAnswer({}), body: '{"dot_number":"9000551","legal_name":"CUT SH' },
  },
  {
    number: "9000552",
    what: "wrong types: numbers as strings, strings as numbers (shown as received)",
    end: "answered",
    differences: wrongTypes,
  },
  {
    number: "9000553",
    what: "another carrier's record (its number is 9000001)",
    end: "unusable",
    differences: { carrier: { dot_number: "9000001" } },
  },
  {
    number: "9000554",
    what: "hostile text: escape sequences, bidirectional overrides, spreadsheet formulas",
    end: "answered",
    differences: hostileText,
  },
];

const ordinary = {
  legal_name: "RESERVED NUMBER TRUCKING LLC",
  address: { street: "404 TESTBENCH RD", city: "WICHITA", state: "KS", zip: "67201" },
  fleet: { power_units: 24, drivers: 26 },
  authority: { status: "ACTIVE", since: -2000 },
  inspections: { driver: [42, 3], vehicle: [30, 5], hazmat: [0, 0] },
  crashes: { fatal: 0, injury: 0, towaway: 1 },
} as const;

/** A number of the sample, and what it answers. */
export interface SampleNumber extends Fault {
  /** Its records; undefined if there is no such carrier. */
  records?: SampleCarrier | undefined;
}

/** The carriers, then the reserved numbers, each in ascending order, with dates counted from `today`. */
export function sampleNumbers(today: Date, isWanted = (_dotNumber: string) => true): SampleNumber[] {
  const carriers = sampleCarriers(today, isWanted).map((records): SampleNumber => {
    return { number: String(records.carrier["dot_number"]), what: records.what, end: "answered", records };
  });
  const wanted = faults.filter(({ number }) => isWanted(number));
  const reserved = wanted.map((fault): SampleNumber => {
    const { number: dot_number, what, end, differences = {} } = fault;
    const declared = { ...ordinary, dot_number, what, differences };
    return { ...fault, records: end === "not-found" ? undefined : recordsOf(declared, today) };
  });
  return [...carriers, ...reserved];
}

/** An answer of the sample service, before it goes on the wire. */
export interface Answer {
  status: number;
  /** Names in lower case; these override the headers that every answer has. */
  headers: Record<string, string>;
  body: string;
  /** Sent only after a while. */
  slow?: boolean | undefined;
}

/** A JSON answer, with status 200 by default. */
export function jsonAnswer(value: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(value) };
}

/**
 * An error with the body `{"error":{"code","message"}}`. The interface doesn't define error bodies; this is the one that a public
 * service with this interface documents (docs.dotlookup.dev).
 */
export function errorAnswer(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Answer {
  return jsonAnswer({ error: { code, message } }, status, headers);
}

/** A web page where JSON was asked for, as gateways and maintenance screens send it. */
function htmlAnswer(status: number, title: string): Answer {
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  };
}

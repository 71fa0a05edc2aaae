/**
 * The reserved numbers: each has one fault, so that people can test how their
 * scripts handle it.
 */
import { sampleCarriers } from "./carriers.ts";
import {
  type Declaration,
  type Differences,
  declaredRecords,
  type SampleRecords,
} from "./records.ts";

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The milliseconds after which it is sent. */
  delay?: number | undefined;
}

/** What the service knows of a number. */
export interface SampleNumber extends Declaration {
  /** How `usdot carrier NUMBER` ends. */
  end: "answered" | "not-found" | "key" | "unreachable" | "unusable";
  /** Sent instead of the record or the whole bulk answer. */
  reply?: Reply;
  /** Whether it is sent for the first request to each endpoint only. */
  isOnce?: true;
  /** The milliseconds after which its records are sent. */
  delay?: number;
  /** Absent if there is no such carrier. */
  records?: SampleRecords;
}

export function jsonReply(
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Reply {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(value),
  };
}

/**
 * The interface defines no body for errors; this is that of a public service
 * (docs.dotlookup.dev).
 */
export function errorReply(
  status: number,
  code: string,
  message: string,
  headers?: Record<string, string>,
): Reply {
  return jsonReply({ error: { code, message } }, status, headers);
}

function tooMany(seconds: number): Reply {
  return errorReply(429, "RATE_LIMITED", "Too many requests.", {
    "retry-after": String(seconds),
  });
}

const wrongTypes: Differences = {
  carrier: {
    dot_number: 9000552,
    mc_number: 9100552,
    fleet: { power_units: "24", drivers: "26" },
  },
  insurance: {
    policies: [
      {
        policy_type: "BIPD/Primary",
        policy_number: 100552,
        coverage_amount: "1000000",
      },
    ],
  },
  safety: {
    rating: 3,
    crashes: { total: "1", rate: "4.2" },
    violations: { hos: "2" },
  },
};

/**
 * Text that takes over a terminal, overwrites its line, reverses its reading
 * order, or runs as a formula in a spreadsheet.
 */
const hostileText: Differences = {
  carrier: {
    legal_name:
      "=cmd|'/C calc'!A0 \u001b[2J\u001b[31mHOSTILE\u001b[0m \u202eCNI KCURT\u202c",
    status: "INACTIVE\r\u001b[2KACTIVE",
    address: {
      street: "\u001b]8;;https://example.com\u0007CLICK",
      city: "+1\r\nusdot: all is well",
      state: "\u009b31mKS",
    },
    contact: { phone: "-5555550154", email: "@SUM(1+1)*example.com" },
    authority: { status: "NOT\b\b\bAUTHORIZED" },
    safety: { rating: "\tSatisfactory\u2066\u0000" },
  },
  insurance: {
    policies: [
      {
        policy_type: "=1+1",
        policy_number: "\u001bP1$r\u001b\\EX-1",
        form_code: "\u202e X19",
      },
    ],
  },
  safety: { rating: "\u001b[32mSatisfactory" },
};

/** What all reserved numbers have in common. */
const ordinary = {
  legal_name: "RESERVED NUMBER TRUCKING LLC",
  address: ["404 TESTBENCH RD", "WICHITA", "KS", "67201"],
  fleet: { power_units: 24, drivers: 26 },
  authority: { since: -2000 },
  crashes: { towaway: 1 },
} as const;

/**
 * Every reserved number, in ascending order. The server follows this table, and
 * `usdot sample --list` prints it.
 */
const faults: readonly Omit<SampleNumber, keyof typeof ordinary>[] = [
  {
    dot_number: "9000400",
    end: "unusable",
    what: "400 INVALID_PARAM: refused for good",
    reply: errorReply(400, "INVALID_PARAM", "The request was refused."),
  },
  {
    dot_number: "9000401",
    end: "key",
    what: "401 UNAUTHORIZED: the API key is refused",
    reply: errorReply(401, "UNAUTHORIZED", "The API key is not valid."),
  },
  {
    dot_number: "9000404",
    end: "not-found",
    what: "404 NOT_FOUND: no such carrier (absent from a bulk answer)",
  },
  {
    dot_number: "9000408",
    end: "answered",
    what: "answers after 10 seconds: with --timeout 2 unreachable (exit 5)",
    delay: 10_000,
  },
  {
    dot_number: "9000429",
    end: "unreachable",
    what: "429 RATE_LIMITED, always, with Retry-After: 3600",
    reply: tooMany(3600),
  },
  {
    dot_number: "9000430",
    end: "answered",
    what: "429 RATE_LIMITED once, with Retry-After: 1, then fine",
    reply: tooMany(1),
    isOnce: true,
  },
  {
    dot_number: "9000500",
    end: "unreachable",
    what: "500 INTERNAL_ERROR, always",
    reply: errorReply(500, "INTERNAL_ERROR", "Something went wrong."),
  },
  {
    dot_number: "9000550",
    end: "unusable",
    what: "200 with an HTML page, as during maintenance",
    reply: {
      status: 200,
      headers: { "content-type": "text/html" },
      body: "<!DOCTYPE html>\n<h1>Scheduled maintenance</h1>\n",
    },
  },
  {
    dot_number: "9000552",
    end: "answered",
    what: "wrong types: numbers as strings, and the reverse",
    differences: wrongTypes,
  },
  {
    dot_number: "9000553",
    end: "unusable",
    what: "another carrier's record (its number is 9000001)",
    differences: { carrier: { dot_number: "9000001" } },
  },
  {
    dot_number: "9000554",
    end: "answered",
    what: "hostile text: escape sequences, overrides, formulas",
    differences: hostileText,
  },
];

/**
 * The carriers, then the reserved numbers, each in ascending order, with dates
 * counted from `today`.
 */
export function sampleNumbers(today: Date): SampleNumber[] {
  const numbers: readonly SampleNumber[] = [
    ...sampleCarriers.map((carrier) => ({
      ...carrier,
      end: "answered" as const,
    })),
    ...faults.map((fault) => ({ ...ordinary, ...fault })),
  ];
  return numbers.map((number) =>
    number.end === "not-found"
      ? number
      : { ...number, records: declaredRecords(number, today) },
  );
}

/** A service over loopback whose carriers a test changes from day to day. */

import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { listening, temporaryDirectory } from "../../support/resources.ts";
import { type MemoryOptions, run, testDay } from "../../support/run.ts";

/** A record, or the status and body of another answer. */
type Answer = object | { status: number; body?: string | Uint8Array };

export interface Carrier {
  carrier: Answer;
  insurance: Answer;
  safety: Answer;
}

/** A carrier that passes the built-in policy. */
export function goodCarrier(
  dot_number: string,
  name = "ACME FREIGHT INC",
): Carrier {
  return {
    carrier: {
      dot_number,
      mc_number: "MC-115495",
      legal_name: name,
      status: "ACTIVE",
      address: {
        street: "606 HONK HOLLOW RD",
        city: "MACON",
        state: "GA",
        zip: "31201",
      },
      contact: { phone: "(555) 555-0110", email: "dispatch@example.com" },
      fleet: { power_units: 12, drivers: 12 },
      authority: {
        status: "ACTIVE",
        common_authority_date: "2015-06-01T00:00:00Z",
      },
      safety: { rating: "Satisfactory", total_crashes: 0 },
      insurance: { bipd_on_file: 1_000_000, cargo_on_file: 100_000 },
    },
    insurance: {
      dot_number,
      legal_name: name,
      policies: [
        {
          policy_type: "BIPD/Primary",
          insurer_name: "EXAMPLE MUTUAL INSURANCE CO",
          policy_number: "EX-1",
          coverage_amount: 1_000_000,
          effective_date: "2026-01-01T00:00:00Z",
          expiration_date: "2027-12-01T00:00:00Z",
        },
      ],
    },
    safety: {
      dot_number,
      legal_name: name,
      rating: "Satisfactory",
      inspections: {},
      crashes: { total: 0 },
    },
  };
}

/** The carrier with some values of its record changed, by dotted path. */
export function changed(
  number: string,
  values: Readonly<Record<string, unknown>>,
): Carrier {
  const good = structuredClone(goodCarrier(number));
  for (const [path, value] of Object.entries(values)) {
    const names = path.split(".");
    const last = names.pop() as string;
    const section = names.reduce(
      (inner, name) => (inner as Record<string, object>)[name] as object,
      good.carrier,
    );
    (section as Record<string, unknown>)[last] = value;
  }
  return good;
}

export const failed = { status: 503, body: "down" };
export const refused = {
  status: 401,
  body: '{"error":{"code":"UNAUTHORIZED","message":"bad key"}}',
};
export const noSuchCarrier = {
  status: 404,
  body: '{"error":{"code":"NOT_FOUND","message":"No such carrier"}}',
};

export async function startWorld(carriers: Record<string, Carrier>) {
  /** The records that were asked for: `9000001/carrier`, or `bulk`. */
  const asked: string[] = [];
  const cwd = temporaryDirectory();
  /** Numbers that bulk answers leave out although the service knows them. */
  const leftOut: string[] = [];
  const world = {
    carriers,
    asked,
    leftOut,
    isBulkDown: false,
    cwd,
    url: "",
    date: testDay,
    run: vet,
    file,
  };
  const server = createServer((request, response) => {
    const [, number = "", name = "carrier"] =
      /^\/v1\/carriers\/(\w+)(?:\/(\w+))?$/.exec(request.url ?? "") ?? [];
    asked.push(number === "bulk" ? "bulk" : `${number}/${name}`);
    response.setHeader("Date", new Date(world.date).toUTCString());
    if (number === "bulk") {
      if (world.isBulkDown) response.statusCode = 503;
      return void text(request).then((body) => {
        const { dot_numbers: wanted } = JSON.parse(body) as {
          dot_numbers: string[];
        };
        const known = wanted.filter(
          (each) => world.carriers[each] && !leftOut.includes(each),
        );
        const summaries = known.map(
          (each) => world.carriers[each]?.carrier ?? {},
        );
        response.end(
          JSON.stringify(
            summaries.filter(
              (record) => !("status" in record && "body" in record),
            ),
          ),
        );
      });
    }
    const answer =
      world.carriers[number]?.[name as keyof Carrier] ?? noSuchCarrier;
    const isOther = "status" in answer && typeof answer.status === "number";
    if (isOther) response.statusCode = answer.status as number;
    response.end(
      isOther
        ? ((answer as { body?: string | Uint8Array }).body ?? "")
        : JSON.stringify(answer),
    );
  });
  world.url = `http://${await listening(server)}`;

  /** Runs `usdot vet` against the service, in one directory; `day` counts from the day of all tests. */
  async function vet(
    args: readonly string[],
    { day = 0, ...options }: MemoryOptions & { day?: number } = {},
  ) {
    asked.length = 0;
    world.date = testDay + day * 86_400_000;
    const flags = ["--base-url", world.url, "--retries", "0"];
    return run([...flags, "vet", ...args], {
      cwd,
      now: world.date,
      ...options,
    });
  }

  function file(name: string, text: string | Uint8Array): string {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
    return name;
  }
  return world;
}

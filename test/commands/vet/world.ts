/** A service over loopback whose carriers a test changes from day to day. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { good } from "../../support/fixtures.ts";
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
  legal_name = "ACME FREIGHT INC",
): Carrier {
  const same = { dot_number, legal_name };
  const contact = { ...good.carrier.contact, phone: "(555) 555-0110" };
  return {
    carrier: { ...good.carrier, ...same, mc_number: "MC-115495", contact },
    insurance: { ...good.insurance, ...same },
    safety: { ...good.safety, ...same },
  };
}

/** The carrier with some values of its record changed, by dotted path. */
export function changed(
  number: string,
  values: Readonly<Record<string, unknown>>,
): Carrier {
  const carrier = structuredClone(goodCarrier(number));
  for (const [path, value] of Object.entries(values)) {
    const names = path.split(".");
    const last = names.pop() as string;
    const section = names.reduce(
      (inner, name) => (inner as Record<string, object>)[name] as object,
      carrier.carrier,
    );
    (section as Record<string, unknown>)[last] = value;
  }
  return carrier;
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
    read: (name: string) => readFileSync(join(cwd, name), "utf8"),
    /** A line of evidence, from 0 on. */
    line: (name: string, at: number) =>
      JSON.parse(readFileSync(join(cwd, name), "utf8").split("\n")[at] ?? ""),
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

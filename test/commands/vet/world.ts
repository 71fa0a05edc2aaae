/** A service over loopback whose carriers a test changes from day to day. */

import { beforeEach } from "vitest";
import { numbered } from "../../lookup/answers.ts";
import { respond, serve } from "../../service/loopback.ts";
import { good, withValues } from "../../support/fixtures.ts";
import { folder } from "../../support/resources.ts";
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
  const { carrier, ...others } = goodCarrier(number);
  return { carrier: withValues(carrier, values), ...others };
}

/** Carriers of the numbers from 1 on. */
export const fleetOf = (
  count: number,
  carrierOf: (number: string) => Carrier = (number) => goodCarrier(number),
): Record<string, Carrier> =>
  Object.fromEntries(
    numbered(count).map((number) => [number, carrierOf(`${number}`)]),
  );

export const failed = { status: 503, body: "down" };
export const refused = {
  status: 401,
  body: '{"error":{"code":"UNAUTHORIZED","message":"bad key"}}',
};
export const noSuchCarrier = {
  status: 404,
  body: '{"error":{"code":"NOT_FOUND","message":"No such carrier"}}',
};

/** Carriers by what they come to under the built-in policy. */
const everyKind = {
  "1": goodCarrier("1", "GOOD CO"),
  "2": changed("2", { status: "INACTIVE" }),
  "3": changed("3", { "safety.rating": "Conditional" }),
  "4": { ...goodCarrier("4"), insurance: failed },
  "5": { ...goodCarrier("5"), carrier: failed },
  "6": { ...goodCarrier("6"), carrier: { status: 200, body: "<html>" } },
  "7": { ...goodCarrier("7"), carrier: refused },
  "8": { ...goodCarrier("8"), carrier: noSuchCarrier },
  "9": {
    ...goodCarrier("9"),
    carrier: { status: 404, body: "<html>404</html>" },
  },
};

export const withKey = { env: { USDOT_API_KEY: "secret-key-0123" } };

/** A policy of one rule, which asks for summaries where there is a key. */
export const active = "status: { allow: [ACTIVE] }";

/**
 * A service with these carriers, and a directory to run `usdot vet` in. Before
 * each test, both are as new.
 */
export async function startWorld(
  carriers: Record<string, Carrier> = everyKind,
) {
  const world = { ...newState(), url: "", run: vet, replay, policy, line };
  beforeEach(() => void Object.assign(world, newState()));

  function newState() {
    const { path, write, ...files } = folder();
    return {
      ...files,
      carriers: { ...carriers },
      /** The records that were asked for: `9000001/carrier`, or `bulk`. */
      asked: [] as string[],
      /** Numbers that bulk answers leave out although the service knows them. */
      leftOut: [] as string[],
      isBulkDown: false,
      /** Hears the number of each request before it is answered. */
      onRequest: (_number: string) => {},
      date: testDay,
      cwd: path,
      file: write,
    };
  }

  const answerTo = (number: string, name: string, body: string): Answer => {
    if (number !== "bulk")
      return world.carriers[number]?.[name as keyof Carrier] ?? noSuchCarrier;
    if (world.isBulkDown) return { status: 503 };
    const { dot_numbers } = JSON.parse(body) as { dot_numbers: string[] };
    return dot_numbers
      .filter((each) => !world.leftOut.includes(each))
      .map((each) => answerTo(each, "carrier", ""))
      .filter((record) => record !== noSuchCarrier);
  };
  const { origin } = await serve((_, { number, name, body }, response) => {
    world.onRequest(number);
    world.asked.push(number === "bulk" ? "bulk" : `${number}/${name}`);
    response.setHeader("Date", new Date(world.date).toUTCString());
    const answer = answerTo(number, name, body);
    if ("status" in answer && typeof answer.status === "number")
      respond(response, answer.status, "body" in answer ? answer.body : "");
    else respond(response, 200, answer);
  });
  world.url = origin;

  /** Runs `usdot vet` against the service; `day` counts from the day of all tests. */
  function vet(
    typed: string,
    { day = 0, ...options }: MemoryOptions & { day?: number } = {},
  ) {
    world.asked = [];
    world.date = testDay + day * 86_400_000;
    return run(`--base-url ${world.url} --retries 0 vet ${typed}`, {
      cwd: world.cwd,
      now: world.date,
      ...options,
    });
  }

  /** Judges evidence again, without the service. */
  function replay(typed: string, options: MemoryOptions = {}) {
    return run(`vet --from ${typed}`, { cwd: world.cwd, ...options });
  }

  /** Writes a policy of these rules, and names it to the command line. */
  function policy(...rules: readonly string[]): string {
    const lines = rules.map((rule) => `  ${rule}\n`).join("");
    const text = `version: 1\nname: mine\nrules:\n${lines}`;
    return `--policy ${world.file("p.yaml", text)}`;
  }

  /** A line of evidence, from 0 on. */
  function line(name: string, at: number) {
    return JSON.parse(world.read(name).split("\n")[at] ?? "");
  }
  return world;
}

/**
 * The API key may appear only in requests to its own service. Each row of the table is a run of the built program, and everything the
 * run writes anywhere is searched for the key.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pMap from "p-map";
import { beforeAll, describe, expect, it } from "vitest";
import { runInProcess } from "../support/memory-host.ts";
import { json, type Recorded, type Respond, startRecorder, text } from "../support/recorder.ts";
import { temporaryDirectory } from "../support/resources.ts";
import { runUsdot, type UsdotResult } from "../support/usdot.ts";

const canary = "CANARY-4f9a1c7e";
/** Even part of the key is a leak. */
const trace = /canary/i;
const number = "2233855";

/** What a run can refer to: a home directory and two services. */
interface Scene {
  home: string;
  /** The service the key is for. */
  service: string;
  /** A service at another origin; as a proxy, it refuses every tunnel. */
  other: string;
}

interface Run {
  args: readonly string[];
  env?: Record<string, string>;
  input?: string;
  /** Files in the home directory, by path. */
  files?: Record<string, string>;
}

interface Row {
  name: string;
  run: (scene: Scene) => Run;
  status: number;
  /** What stderr must say. */
  says?: RegExp;
  /** How the service answers; by default, with a good record. */
  answer?: Respond;
  /** The service redirects to the other one. */
  redirect?: true;
  /** What the service must have received. */
  service: "key" | "no key" | "nothing";
  other?: "no key";
}

const configFile = ".config/usdot/config.json";
const carrier = ["carrier", number, "--verbose", "--retries", "0"];

/** Every way to provide a key. */
const ways: Record<string, (scene: Scene, key?: string) => Run> = {
  "by flag": ({ service }, key = canary) => ({ args: ["--base-url", service, "--api-key", key] }),
  "by environment": ({ service }, key = canary) => ({ args: [], env: { USDOT_BASE_URL: service, USDOT_API_KEY: key } }),
  "in a file": ({ service, home }, key = canary) => ({
    args: ["--base-url", service, "--api-key-file", join(home, "key")],
    files: { key: `${key}\n` },
  }),
  "in the configuration file": ({ service }, key = canary) => ({
    args: [],
    files: { [configFile]: JSON.stringify({ "base-url": service, "api-key": key }) },
  }),
  "in a file that the configuration file names": ({ service }, key = canary) => ({
    args: [],
    files: { [configFile]: JSON.stringify({ "base-url": service, "api-key-file": "key" }), ".config/usdot/key": key },
  }),
};

/** A run with the key provided in one of these ways, followed by these arguments. */
function given(way: string, args: readonly string[], key = canary): Row["run"] {
  return (scene) => {
    const run = ways[way]?.(scene, key) as Run;
    return { ...run, args: [...run.args, ...args.map((each) => each.replace("HOME", scene.home))] };
  };
}

/** The key is sent to its own service. */
const sent: Row[] = Object.keys(ways).map((way) => ({
  name: `is sent ${way}`,
  run: given(way, way === "by flag" ? ["bulk", number, "--verbose"] : [...carrier, "--output", "HOME/out.json"]),
  status: 0,
  says: /HTTP 200/,
  service: "key",
}));

const echo = { code: "UNAUTHORIZED", message: `the key ${canary} is not known` };

/** The key stays hidden whatever the service answers. */
const answers: Row[] = (
  [
    ["401", "by flag", json(401, { error: echo }), 4, /refused the API key/],
    [
      "401 with the key as its code",
      "in a file",
      json(401, { error: { code: canary, message: "no" } }),
      4,
      /refused the API key/,
    ],
    ["403", "by environment", json(403, { detail: canary }), 4, /refused the API key/],
    ["500", "in the configuration file", json(500, { error: echo }), 5, /the service failed/],
    ["broken JSON", "by flag", text(200, `{"dot_number": ${canary}`), 6, /broken JSON/],
    ["a web page", "by environment", text(502, `<h1>${canary}</h1>`), 5, /the service failed/],
  ] as const
).map(([what, way, answer, status, says]) => ({
  name: `is not shown when the service answers with ${what}`,
  run: given(way, carrier),
  status,
  says,
  answer,
  service: "key",
}));

/** Places the key must not reach. */
const routes: Row[] = [
  {
    name: "does not follow a redirect",
    run: given("by flag", carrier),
    status: 6,
    says: /redirects/,
    redirect: true,
    service: "key",
  },
  {
    name: "stays with the base URL beside which it is kept",
    run: (scene) => ({ ...ways["in the configuration file"]?.(scene), args: ["--base-url", scene.other, ...carrier] }),
    status: 0,
    says: /is for http:\/\/127\.0\.0\.1:\d+, so it is not sent to http:\/\/127\.0\.0\.1:\d+/,
    service: "nothing",
    other: "no key",
  },
  {
    name: "is missing for a list, rather than go elsewhere",
    run: (scene) => ({
      ...ways["in a file that the configuration file names"]?.(scene),
      args: ["bulk", number],
      env: { USDOT_BASE_URL: scene.other },
    }),
    status: 4,
    says: /needs an API key; the API key in .* is for/,
    service: "nothing",
  },
  {
    name: "is not told to a proxy on the way",
    run: ({ other }) => ({
      args: ["--base-url", "https://carriers.invalid", "--api-key", canary, ...carrier],
      env: { HTTPS_PROXY: other },
    }),
    status: 5,
    says: /the proxy refused to connect/,
    service: "nothing",
    other: "no key",
  },
  {
    name: "is not sent over plain http",
    run: ({ other }) => ({
      args: ["--base-url", "http://carriers.invalid", ...carrier],
      env: { HTTP_PROXY: other, USDOT_API_KEY: canary },
    }),
    status: 0,
    says: /never sent over plain http/,
    service: "nothing",
    other: "no key",
  },
  {
    name: "is not shown when nothing answers",
    // Nothing listens on port 1.
    run: () => ({ args: ["--base-url", "http://127.0.0.1:1", "--api-key", canary, ...carrier] }),
    status: 5,
    says: /nothing answers/,
    service: "nothing",
  },
];

/** Invalid keys. */
const malformed: Row[] = (
  [
    ["a line break", "by environment", `${canary}\nx-injected: 1`],
    ["a control character", "in the configuration file", `${canary}\u0007`],
    ["a letter beyond ASCII", "by flag", `${canary}é`],
    ["a space", "in a file", `${canary} 1`],
  ] as const
).map(([what, way, key]) => ({
  name: `is refused with ${what} in it, before anything is sent`,
  run: given(way, carrier, key),
  status: 2,
  says: /^usdot: api-key \(from .*\) contains a space, a line break, a control or a non-ASCII character; /,
  service: "nothing",
}));

/** The config commands, which send nothing. */
const settings: Omit<Row, "service">[] = [
  {
    name: "is kept from a pipe",
    run: ({ service }) => ({
      args: ["config", "set", "api-key", "--verbose"],
      input: `${canary}\n`,
      files: { [configFile]: JSON.stringify({ "base-url": service }) },
    }),
    status: 0,
  },
  { name: "is stars in config list", run: given("in the configuration file", ["config", "list"]), status: 0 },
  { name: "is stars in config get", run: given("by environment", ["config", "get", "api-key"]), status: 0 },
  {
    name: "is not quoted from a configuration file that is not JSON",
    run: () => ({ args: carrier, files: { [configFile]: `{"api-key": ${canary}}` } }),
    status: 2,
    says: /is not valid JSON/,
  },
];

const rows: Row[] = [
  ...sent,
  ...answers,
  ...routes,
  ...malformed,
  ...settings.map((row) => ({ ...row, service: "nothing" as const })),
];

interface Outcome {
  result: UsdotResult;
  service: readonly Recorded[];
  other: readonly Recorded[];
  /** Paths of files that contain the key and should not. */
  leaks: string[];
}

async function play({ run, answer, redirect }: Row): Promise<Outcome> {
  const home = temporaryDirectory();
  const other = await startRecorder();
  const target = { location: `${other.url}/?key=${canary}` };
  const service = await startRecorder(redirect ? json(307, {}, target) : answer);
  const { args, env, input, files = {} } = run({ home, service: service.url, other: other.url });
  mkdirSync(join(home, ".config", "usdot"), { recursive: true });
  for (const [path, content] of Object.entries(files)) writeFileSync(join(home, path), content, { mode: 0o600 });
  const before = holders(home);
  const result = await runUsdot(args, {
    env: { HOME: home, TMPDIR: home, XDG_CACHE_HOME: caches, ...env },
    ...(input !== undefined && { input }),
  });
  const leaks = holders(home).filter((path) => !before.includes(path) && !(input && path.endsWith("config.json")));
  return { result, service: service.requests, other: other.requests, leaks };
}

/** The files in a directory that contain the key. */
function holders(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => trace.test(readFileSync(path, "latin1")));
}

const outcomes = new Map<string, Outcome>();
const caches = temporaryDirectory();

beforeAll(async () => {
  await pMap(rows, async (row) => outcomes.set(row.name, await play(row)), { concurrency: 3 });
}, 60_000);

describe.each(rows)("the key $name", ({ name, status, says, service, other = "nothing" }) => {
  const outcome = () => outcomes.get(name) as Outcome;

  it("exits with the right status and message", () => {
    const { status: ended, signal, stderr } = outcome().result;
    expect({ ended, signal, stderr }).toEqual({
      ended: status,
      signal: null,
      stderr: expect.stringMatching(says ?? /^$/),
    });
  });

  it("is neither shown nor stored", () => {
    const { result, leaks } = outcome();
    expect(`${result.stdout}\n${result.stderr}`).not.toMatch(trace);
    expect(leaks).toEqual([]);
  });

  it("is sent only where it belongs", () => {
    expect(asked(outcome().service)).toBe(service);
    expect(asked(outcome().other)).toBe(other);
  });
});

it("the key is in no code that is kept between runs", () => {
  expect(readdirSync(join(caches, "usdot"))).not.toEqual([]);
  expect(holders(caches)).toEqual([]);
});

/** What a service received. */
function asked(requests: readonly Recorded[]): string {
  if (requests.length === 0) return "nothing";
  if (requests.every(({ key }) => key === canary)) return "key";
  return trace.test(JSON.stringify(requests)) ? "the key in some place" : "no key";
}

/** Typing mistakes; these need no separate process. */
describe("the key is not echoed from", () => {
  it.each<[string, string[]]>([
    ["an unknown option and a value", ["--api-kye", canary, number]],
    ["an unknown option with a value", [`--api-kye=${canary}`, number]],
    ["a short option", [`-k${canary}`, number]],
    ["the value of a switch", [`--sample=${canary}`, "9000001"]],
    ["a value that looks like an option", ["config", "set", "api-key", `-${canary}`]],
    ["an unknown setting", ["config", "set", "api-kye", canary]],
    ["an extra value", ["config", "set", "api-key", "k3y", canary]],
  ])("%s", async (_, args) => {
    const { status, out, err } = await runInProcess(args);
    expect({ status, out, err }).toEqual({ status: 2, out: "", err: expect.stringMatching(/^usdot: .*\n$/) });
    expect(err).not.toMatch(trace);
  });
});
